"""A station's chores: signing heads, looking through the logbook, backing it up; what is wrong becomes a duty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol, runtime_checkable

from floorapp.domain.heads import Reason
from floorapp.domain.people import Person
from floorapp.domain.upkeep import StationTrouble
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import utc_stamp
from floorapp.operations.desk import Clock, Logbook
from floorapp.operations.entry import Entry, EntryDraft
from floorapp.operations.facts.registry import Fact
from floorapp.operations.facts.upkeep import TroubleFound, TroubleOver
from floorapp.operations.faults import LogbookFault
from floorapp.operations.heads import OtherKey, Sealing
from floorapp.operations.identity import new_id
from floorapp.operations.moment import moment_of

#: How often the clock is held against the logbook, and how far back it may be.
CLOCK_EVERY, CLOCK_BACK = timedelta(minutes=1), timedelta(minutes=5)


class Stopping(Exception):
    """Raised by a pace when the station is to stop: a chore leaves off where it is."""


#: Called between two small pieces of work: rests, so that the floor comes first, or raises `Stopping`.
Pace = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Wrong:
    """What a chore found wrong: by a code, in words, what to do, and whether it is about what the logbook says."""

    code: str
    says: str
    todo: str
    alarm: bool = False


class Chore(Protocol):
    """Something a station does again and again by itself."""

    @property
    def name(self) -> str: ...
    def is_due(self, now: datetime) -> bool:
        """Whether it should be done now; asked often, and cheap."""
        ...

    def do(self, now: datetime, pace: Pace) -> Wrong | None:
        """Do it, piece by piece; answers what is wrong."""
        ...


@runtime_checkable
class LeavesLast(Protocol):
    """A chore that has something to do when the app is closed."""

    def leave(self) -> None: ...


class SignsHeads:
    """The chore of signing heads when they are due, and of keeping the last one wherever it is not yet."""

    name = "heads"

    def __init__(self, sealing: Callable[[], Sealing]) -> None:
        self._sealing = sealing

    def is_due(self, now: datetime) -> bool:
        return True

    def do(self, now: datetime, pace: Pace) -> Wrong | None:
        try:
            self._sign(self._sealing())
        except OtherKey as fault:
            return Wrong("key", f"{fault.happened} {fault.means}", fault.todo, alarm=True)
        except LogbookFault as fault:  # whichever head it is: told once
            return Wrong("heads", f"{fault.happened} {fault.means}", fault.todo)
        return None

    def leave(self) -> None:
        """The app is closed: nothing stays that no head vouches for."""
        sealing = self._sealing()
        with sealing.logbook.reading() as state:
            there = state.find(Person, limit=1)
        if there:
            sealing.sign(Reason.CLOSING)

    def _sign(self, sealing: Sealing) -> None:
        with sealing.logbook.reading() as state:
            if not state.find(Person, limit=1):
                return  # a floor nobody has set up yet has nothing to swear to
        try:
            sealing.tick()
        finally:  # also the head of a paper that found a drive away, or of a station that stopped too soon
            sealing.catch_up()


class MindsClock:
    """The chore of holding the clock against what was recorded last: one that was set back is told of at once."""

    name = "clock"

    def __init__(self, newest: Callable[[], Sequence[Entry]]) -> None:
        self._newest = newest
        self._last: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        return self._last is None or abs(now - self._last) >= CLOCK_EVERY

    def do(self, now: datetime, pace: Pace) -> Wrong | None:
        self._last = now
        latest = max(self._newest(), key=lambda each: each.recorded_at, default=None)
        if latest is None or latest.recorded_at - now < CLOCK_BACK:
            return None
        says = (
            f"This station's clock says {utc_stamp(now)}, and {latest.number} was recorded "
            f"{utc_stamp(latest.recorded_at)}: one of the two is wrong. Entries keep their order; those made on "
            "the wrong clock fall on the wrong gaming day."
        )
        todo = "Set the computer's clock by a time server, and correct entries on the wrong day."
        return Wrong("clock", says, todo, alarm=True)


@dataclass(slots=True)
class Upkeep:
    """Goes round a station's chores and puts on record what begins to be wrong, and what no longer is."""

    logbook: Logbook
    clock: Clock
    chores: Sequence[Chore]

    def go_round(self, pace: Pace) -> bool:
        """Do every chore that is due, one after another; answers whether something was put on record."""
        told = False
        for chore in self.chores:
            now = self.clock.now()
            if not chore.is_due(now):
                continue
            try:
                wrong = chore.do(now, pace)
            except LogbookFault as fault:
                wrong = Wrong(fault.happened, f"{fault.happened} {fault.means}", fault.todo)
            except OSError as error:
                says = f"The station's {chore.name} could not run: {error.strerror or error}."
                wrong = Wrong(says, says, "Check the disk's space and permissions; it retries on its own.")
            told = self._tell(chore.name, wrong) or told
        return told

    def leave(self) -> None:
        """The app is closed."""
        for chore in self.chores:
            if isinstance(chore, LeavesLast):
                chore.leave()

    def _tell(self, chore: str, wrong: Wrong | None) -> bool:
        """Put it on record where it is news: the same trouble is told once."""
        station = self.logbook.station
        with self.logbook.reading() as state:
            known = state.get(StationTrouble, station, chore)
        standing = known is not None and known.standing
        if wrong is None and standing:
            self._append(TroubleOver(station=station, chore=chore))
            return True
        if wrong is not None and not (standing and known is not None and known.code == wrong.code):
            found = TroubleFound(
                station=station, chore=chore, code=wrong.code, says=wrong.says, todo=wrong.todo, alarm=wrong.alarm
            )
            self._append(found)
            return True
        return False

    def _append(self, stated: Fact) -> None:
        now = self.clock.now()
        with self.logbook.writing() as writing:
            day = moment_of(writing.state, now, None, {}).house.day_of(now)
            actor = f"station/{self.logbook.station}"
            draft = EntryDraft(
                id=new_id(now), fact=stated, actor=actor, occurred_at=now, recorded_at=now, gaming_day=str(day)
            )
            writing.append(draft)
