"""The watch over one line: facts in, at most one change of state out; no clock and no port of its own."""

from __future__ import annotations

from datetime import datetime
from math import inf

from floorapp.domain.reader_lines import LineChange, LineReason, LineState, ReaderLine, Trouble
from floorapp.domain.readers import ReaderIdentity
from floorapp.domain.values import dataclass
from floorapp.readers.troubles import trouble


@dataclass(frozen=True, slots=True)
class Patience:
    """How long things may take, in seconds, and how much a line may say."""

    silence: float = 3.5
    calm: float = 5.0
    grace: float = 0.25
    introduction: float = 6.0
    gather: float = 0.3
    retry_first: float = 0.5
    retry_most: float = 30.0
    #: A port of this machine costs nothing to look for, and a replugged cable is to be heard soon.
    retry_near: float = 1.0
    tick: float = 0.2
    rest: float = 0.005
    #: How long frames that were asked for may take before they are told as missing.
    late: float = 1.0
    most_frames_a_second: int = 200


#: The worst first: one reason is shown, though several may hold.
GRAVITY = (
    LineReason.CLONED,
    LineReason.WRONG_IDENTITY,
    LineReason.STRANGER,
    LineReason.NAMESAKE,
    LineReason.CHANGED,
    LineReason.FORGED,
    LineReason.NO_IDENTITY,
    LineReason.TAMPER,
    LineReason.FAULT,
    LineReason.SELF_TEST,
    LineReason.CHATTER,
    LineReason.UNRECORDED,
)
#: What an unplugged port says when it is tried again: no news.
STILL_GONE = frozenset({LineReason.NO_PORT, LineReason.REFUSED, LineReason.UNREACHABLE})


class Watch:
    """Knows how a line stands, and says so once whenever that changes."""

    def __init__(self, line: ReaderLine, patience: Patience, at: datetime) -> None:
        self._line = line
        self._patience = patience
        self._on = line.on
        self._gone: LineReason | None = LineReason.STARTING
        self._trusted = False
        self.noisy = False
        self._troubles: dict[LineReason, float | None] = {}
        self.heard_at = 0.0
        self._silence = patience.silence
        self._been_live = False
        self.state = LineState.OPENING if line.on else LineState.OFF
        self.reason = LineReason.STARTING if line.on else LineReason.SWITCHED_OFF
        self.since = at
        self.reader: ReaderIdentity | None = None
        self.table: str | None = None
        #: What the device on this line can report, but never as over.
        self.lasting: frozenset[LineReason] = frozenset()

    @property
    def is_open(self) -> bool:
        return self._on and self._gone is None

    @property
    def on(self) -> bool:
        return self._on

    @property
    def trusted(self) -> bool:
        return self._trusted

    @property
    def ailing(self) -> bool:
        return bool(self._troubles)

    def ails(self, reason: LineReason) -> bool:
        return reason in self._troubles

    def restless(self, now: float) -> bool:
        """Whether time alone may have changed how the line stands."""
        return bool(self._troubles) or now - self.heard_at > self._silence

    def vacate(self) -> None:
        """The reader that was here stands elsewhere now."""
        self.reader = self.table = None

    def switch(self, on: bool, now: float, at: datetime) -> LineChange | None:
        """Somebody switched the line on or off."""
        if on == self._on:
            return None
        self._on, self._gone = on, LineReason.STARTING
        self._forget()
        return self.settle(now, at)

    def opened(self, now: float, at: datetime, silence: float | None = None) -> LineChange | None:
        """The port is open; who is behind it must be heard first. A device may be allowed to be silent, or for long."""
        self._silence = self._patience.silence if silence is None else silence or inf
        self._gone, self.heard_at = None, now
        self._forget()
        return self.settle(now, at)

    def gone(self, reason: LineReason, now: float, at: datetime) -> LineChange | None:
        """The port did not open, or went away."""
        if self._gone is LineReason.UNPLUGGED and reason in STILL_GONE:
            return None
        self._gone = reason
        self._forget()
        return self.settle(now, at)

    def trust(self, reader: ReaderIdentity, table: str | None, now: float, at: datetime) -> LineChange | None:
        """The reader is the one that belongs here."""
        self._trusted, self.reader, self.table = True, reader, table
        return self.settle(now, at)

    def doubt(self, now: float, at: datetime) -> LineChange | None:
        """Somebody else greeted: who that is must be seen first."""
        self._trusted = False
        return self.settle(now, at)

    def distrust(self, reason: LineReason, reader: ReaderIdentity, now: float, at: datetime) -> LineChange | None:
        """The reader is not to be believed as long as it is connected."""
        self._trusted, self.reader = False, reader
        self._troubles[reason] = None
        return self.settle(now, at)

    def heard(self, now: float, at: datetime) -> LineChange | None:
        """A good frame came."""
        self.heard_at, self.noisy = now, False
        return None if self.state is LineState.LIVE else self.settle(now, at)

    def noise(self) -> None:
        """Bytes came that made no good frame."""
        self.noisy = True

    def ail(self, reason: LineReason, now: float, at: datetime, *, until: float | None = None) -> LineChange | None:
        """Something is wrong, until it is cleared or a time has passed."""
        self._troubles[reason] = until
        return self.settle(now, at)

    def recover(self, reason: LineReason, now: float, at: datetime) -> LineChange | None:
        """That is no longer wrong."""
        if reason not in self._troubles:
            return None
        del self._troubles[reason]
        return self.settle(now, at)

    def settle(self, now: float, at: datetime) -> LineChange | None:
        """Where the facts put the line now; a change if that is elsewhere than before."""
        state, reason = self._stands(now)
        if (state, reason) == (self.state, self.reason):
            return None
        if state is self.state and state in (LineState.LIVE, LineState.OPENING):
            return None
        was, self.state, self.reason, self.since = self.state, state, reason, at
        self._been_live |= state is LineState.LIVE
        return LineChange(self._line.id, at, was, state, reason, self.words(), self.table, self.reader)

    def _stands(self, now: float) -> tuple[LineState, LineReason]:
        if not self._on:
            return LineState.OFF, LineReason.SWITCHED_OFF
        if self._gone is LineReason.STARTING:
            return LineState.OPENING, LineReason.STARTING
        if self._gone is not None:
            return LineState.ABSENT, self._gone
        if now - self.heard_at > self._silence:
            return LineState.SILENT, LineReason.ONLY_NOISE if self.noisy else LineReason.NOTHING_HEARD
        for reason in [each for each, until in self._troubles.items() if until is not None and until <= now]:
            del self._troubles[reason]
        if self._troubles:
            return LineState.FAULTY, min(self._troubles, key=GRAVITY.index)
        if not self._trusted:
            return LineState.OPENING, LineReason.OPENED
        return LineState.LIVE, LineReason.RECOVERED if self._been_live else LineReason.TRUSTED

    def words(self) -> Trouble | None:
        """What to tell people about how the line stands."""
        reader = None if self.reader is None else self.reader.name
        lasts = self.reason in self.lasting
        return trouble(self.reason, line=self._line.id, target=self._line.target, reader=reader, lasts=lasts)

    def _forget(self) -> None:
        """What was known of the device behind the port ends with the connection; forgeries stay in mind."""
        self._trusted = self.noisy = False
        self._troubles = {reason: until for reason, until in self._troubles.items() if until is not None}
