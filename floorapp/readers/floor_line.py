"""The driver of the open line protocol: sequence, gaps, repeats, keyed mode; pure, no transport."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from time import monotonic

from floorapp.domain.readers import Flaw, Gap, Heard, Hello, HoleCardSignal, Mark
from floorapp.domain.values import dataclass
from floorapp.readers.driver import Conversation, Given, Memory, Said
from floorapp.readers.frames import HOST, KEYED, RESENT, Frame, Splitter, encode, unpack
from floorapp.readers.keyed import is_signed, sign, starts
from floorapp.readers.messages import (
    OFTEN,
    SESSION_SIZE,
    Malformed,
    Type,
    acknowledge,
    ask_to_resend,
    read,
    signal_fits,
)

#: A sequence number further ahead than this is not a gap but nonsense.
MOST_LEAP = 65_536
#: Ten years in milliseconds: no reader runs longer without a start.
MOST_UPTIME = 10 * 366 * 24 * 3600 * 1000
#: A clock of milliseconds in 32 bits begins anew after 49.7 days.
WRAP = 2**32
#: Gaps remembered so that frames sent again can fill them.
MOST_GAPS = 64
#: Frames waiting for the keyed hello to be proven fresh, and answers waiting to be sent.
MOST_DUE = 64
#: So many repeats in a row look like a reader that started anew unheard.
REPEATS_BEFORE_ASKING = 3


class FloorLine:
    """One conversation in the open line protocol."""

    def __init__(self, *, address: int, memory: Memory) -> None:
        self._splitter = Splitter()
        self._address = address
        self._memory = memory
        self._hello: Hello | None = None
        self._secret: bytes | None = None
        self._unproven: Heard | None = None
        #: Whether another identity was given in this session: who speaks must be said again.
        self._doubted = False
        self._last = 0
        self._uptime = 0
        #: When a frame last came in its turn, by our own clock.
        self._heard_at = monotonic()
        #: How often a reader's clock of 32 bits has begun anew in this session.
        self._wraps = 0
        self._gaps: list[Gap] = []
        self._repeats = 0
        self._due: list[tuple[Type, bytes]] = [ask_to_resend(0, 0)]
        self._sent = 0
        self._born = monotonic()
        self.split = self._splitter.split

    @property
    def held(self) -> int:
        """How many bytes and answers are kept: bounded, whatever comes."""
        return self._splitter.held + len(self._gaps) + len(self._due)

    def keyed(self) -> bool:
        return self._secret is not None

    def silence(self) -> float | None:
        return None

    def mark(self) -> Mark | None:
        hello = self._hello
        if hello is None or self._unproven is not None:
            return None
        return Mark(hello.identity.key, hello.session, self._last, self._uptime)

    def read(self, frame: bytes) -> tuple[Said, ...]:
        fields = unpack(frame)
        if isinstance(fields, Flaw):
            return (fields,)
        kind, sequence, uptime_ms, payload, address, flags, _ = fields
        if address != self._address or kind & HOST:
            return (Flaw.FOREIGN,)
        event = OFTEN.get((kind, payload))
        if event is None:
            try:
                event = read(kind, payload)
            except Malformed:
                return (Flaw.FORM,)
        if isinstance(event, Hello):
            return self._greeted(Frame(*fields), event)
        hello = self._hello
        if hello is None:
            self._ask_hello()
            return (Flaw.STRANGER,)
        if flags & KEYED or self._secret is not None:
            if self._secret is None or not flags & KEYED:
                return (Flaw.FORGED,)
            if not is_signed(Frame(*fields), self._secret, hello.session):
                return (Flaw.FORGED,)
        if isinstance(event, HoleCardSignal) and not signal_fits(event, hello.identity.kind):
            return (Flaw.FORM,)
        return self._placed(bool(flags & RESENT), Heard(sequence, uptime_ms, event))

    def _greeted(self, frame: Frame, hello: Hello) -> tuple[Said, ...]:
        if frame.sequence != 0:
            return (Flaw.FORM,)
        secret = self._memory.secret(hello.identity.key)
        if bool(frame.flags & KEYED) != (secret is not None):
            return (Flaw.FORGED,)
        if secret is not None and not is_signed(frame, secret, hello.session):
            return (Flaw.FORGED,)
        known, again = self._hello, False
        if known is not None and known.session[:SESSION_SIZE] == hello.session:
            if known.identity != hello.identity:
                self._doubted = self._secret is None
                return (Flaw.IDENTITY if self._doubted else Flaw.FORGED,)
            went_back = self._repeats > 0 or frame.uptime_ms < self._uptime
            gone_by = monotonic() - self._heard_at
            again = (hello.last < self._last and went_back) or _started_since(frame.uptime_ms, self._uptime, gone_by)
            if secret is not None or not again:
                more = self._greeted_again(hello, MOST_LEAP)
                if not self._doubted or Flaw.LEAP in more:
                    return more
                self._doubted = False
                return (Heard(0, frame.uptime_ms, replace(hello, session=known.session)), *more)
        mark = self._memory.mark(hello.identity.key)
        older = self.mark() if known is not None and known.identity.key == hello.identity.key else mark
        if secret is not None and older is not None and _is_stale(hello.session, older.session):
            return (Flaw.REPLAYED,)
        older = older or mark
        flaws: tuple[Said, ...] = ()
        if secret is None and older is not None and older.session[:SESSION_SIZE] == hello.session:
            again = (
                again or hello.last < older.sequence or _started_since(frame.uptime_ms, older.uptime_ms, _ago(older))
            )
            hello = replace(
                hello, session=called(older.session, times_used(older.session) + 1) if again else older.session
            )
            flaws = (Flaw.SESSION,) if again else ()
        self._begin(hello, secret, older)
        heard = Heard(0, frame.uptime_ms, hello)
        if secret is None:
            return (*flaws, heard, *self._greeted_again(hello, hello.last))
        # A recorded hello can be played again; only a frame beyond the mark proves that the reader is there.
        self._unproven = heard
        return ()

    def _greeted_again(self, hello: Hello, most: int) -> tuple[Said, ...]:
        """A hello also tells how far the reader has come: what was sent and not heard is missing."""
        if self._unproven is not None or hello.last <= self._last:
            return ()
        if hello.last - self._last > most:
            return (Flaw.LEAP,)
        gap = self._missed(hello.last + 1)
        self._last = hello.last
        return (gap,)

    def _missed(self, sequence: int) -> Gap:
        """Everything between the last frame and this one; it is remembered, and asked for."""
        gap = Gap(self._last + 1, sequence - 1)
        self._gaps = [*self._gaps[-(MOST_GAPS - 1) :], gap]
        self._put(ask_to_resend(gap.first, gap.last))
        return gap

    def _begin(self, hello: Hello, secret: bytes | None, mark: Mark | None) -> None:
        """A session begins, or goes on where it was left; what came before we ever heard a reader is nobody's gap."""
        self._hello, self._secret, self._unproven, self._doubted = hello, secret, None, False
        self._last, self._uptime = hello.last if mark is None else 0, 0
        if mark is not None and mark.session == hello.session:
            self._last, self._uptime = mark.sequence, mark.uptime_ms
        self._gaps.clear()
        self._repeats = self._wraps = 0

    def _placed(self, resent: bool, heard: Heard) -> tuple[Said, ...]:
        """The frame in its place: the next one, one after a gap, one sent again, or a repeat."""
        last, sequence = self._last, heard.sequence
        if sequence <= last:
            return self._sent_again(resent, heard)
        if resent or sequence == 0 or heard.uptime_ms > MOST_UPTIME:
            return (Flaw.FORM,)
        assert self._hello is not None
        if sequence - max(last, self._hello.last) > MOST_LEAP:
            return (Flaw.LEAP,)
        clock = self._timed(heard.uptime_ms)
        if self._wraps:
            heard = _on(heard, self._wraps)
        said: tuple[Said, ...] = (heard,) if sequence == last + 1 else (self._missed(sequence), heard)
        if clock is not None:
            said = (clock, *said)
        self._last, self._repeats, self._heard_at = sequence, 0, monotonic()
        if type(heard.event) is HoleCardSignal:
            self._put(acknowledge(sequence))
        return said if self._unproven is None else self._proven(said)

    def _timed(self, uptime_ms: int) -> Flaw | None:
        """A clock that goes back is no reason to disbelieve a frame, which has its number; a wrapped one runs on."""
        before, self._uptime = self._uptime, uptime_ms
        if uptime_ms >= before:
            return None
        if _wrapped(before, uptime_ms):
            self._wraps += 1
            return None
        return Flaw.CLOCK

    def _proven(self, said: tuple[Said, ...]) -> tuple[Said, ...]:
        assert self._unproven is not None
        hello, self._unproven = self._unproven, None
        return (hello, *said)

    def _sent_again(self, resent: bool, heard: Heard) -> tuple[Said, ...]:
        flaw = Flaw.REPEAT
        for place, gap in enumerate(self._gaps):
            if not gap.first <= heard.sequence <= gap.last:
                continue
            flaw = Flaw.TURN
            if resent:
                before, after = Gap(gap.first, heard.sequence - 1), Gap(heard.sequence + 1, gap.last)
                rest = [part for part in (before, after) if part.missing > 0]
                self._gaps[place : place + 1] = rest
                del self._gaps[:-MOST_GAPS]
                # A frame from before the clock began anew tells a later time than the last one.
                before_wrap = heard.uptime_ms > self._uptime
                return (replace(_on(heard, self._wraps - before_wrap) if self._wraps else heard, late=True),)
        self._repeats += 1
        if self._repeats == REPEATS_BEFORE_ASKING:
            self._ask_hello()
        return (flaw,)

    def _ask_hello(self) -> None:
        wanted = ask_to_resend(0, 0)
        if wanted not in self._due:
            self._put(wanted)

    def _put(self, message: tuple[Type, bytes]) -> None:
        if len(self._due) < MOST_DUE:
            self._due.append(message)

    def due(self) -> list[bytes]:
        made = [self._written(*message) for message in self._due]
        self._due.clear()
        return made

    def _written(self, kind: Type, payload: bytes) -> bytes:
        self._sent += 1
        frame = Frame(kind, self._sent, int((monotonic() - self._born) * 1000), payload, self._address)
        if self._secret is not None and self._hello is not None:
            frame = sign(frame, self._secret, self._hello.session)
        return encode(frame)


def _on(heard: Heard, wraps: int) -> Heard:
    """The frame by a clock that never began anew."""
    return replace(heard, uptime_ms=heard.uptime_ms + wraps * WRAP)


def _wrapped(before_ms: int, uptime_ms: int) -> bool:
    """Whether a clock of 32 bits began anew between two times."""
    return before_ms < WRAP and before_ms - uptime_ms > WRAP // 2


def _started_since(uptime_ms: int, before_ms: int, seconds: float) -> bool:
    """Whether a reader started anew after a frame of `before_ms`, so long ago: it counts no more than went by since."""
    return uptime_ms < before_ms and not _wrapped(before_ms, uptime_ms) and uptime_ms <= seconds * 1000


def _ago(mark: Mark) -> float:
    """Seconds since a reader was heard; none where that is not known."""
    return 0.0 if mark.at is None else (datetime.now(UTC) - mark.at).total_seconds()


def _is_stale(session: bytes, known: bytes) -> bool:
    """Whether a keyed session began before the one already known."""
    return session != known and starts(session) <= starts(known)


def times_used(session: bytes) -> int:
    """How often a session had been used before, by its name."""
    return int.from_bytes(session[SESSION_SIZE:], "big")


def called(session: bytes, times: int) -> bytes:
    """The name of a session that was used so often before: its own, and how often that was."""
    return session[:SESSION_SIZE] + (times.to_bytes(2, "big") if times else b"")


@dataclass(frozen=True, slots=True)
class FloorLineDriver:
    """The open line protocol, version 1."""

    name: str = "floor-line"
    baud: int = 115_200
    asks: bool = False

    def converse(self, given: Given) -> Conversation:
        return FloorLine(address=given.address, memory=given.memory)


driver = FloorLineDriver()
