"""A table's conduct as the state keeps it: the judge's view of some shoes ago, and the lines told since.

Rounds are no entries and may come in long after they were dealt; so may entries, and corrections move some in time.
The lines since are therefore kept in the order in which things happened, as an export has them, and whoever looks at
a table lets the rounds on record happen in between. What is older than those lines was heard without its rounds: of
them only the shoe that was dealt from last and the end of a dead game tell later, and these are asked for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from floorapp.domain.values import dataclass
from floorapp.engine.conduct.cards import AWAY, LoggedShoe
from floorapp.engine.conduct.copies import copied
from floorapp.engine.conduct.event import Event
from floorapp.engine.conduct.snapshot import plain, restored
from floorapp.engine.conduct.stamp import Stamp
from floorapp.engine.conduct.table import TableConduct
from floorapp.operations import first_forms

#: A line of the log: its second, what was done, and its fields.
Told = tuple[int, str, dict[str, Any]]
#: How many lines stand by themselves at most; the oldest then go into the view, but those of the last shoes.
MOST, SHOES, AT_ONCE = 96, 3, 10
#: Lines heard after a look come after every line and round that it heard.
CONTINUED = 1 << 30
#: An inspection of an earlier gaming day says nothing any more.
INSPECTIONS_KEPT = timedelta(days=2)
#: Sets that left may come back, with their hours; of those that came longest ago nothing is known any more.
AWAY_KEPT = 6
#: What seconds are counted from.
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
#: What a table that nothing was told of goes on from.
NOTHING = msgspec.Raw(b"{}")


@dataclass(slots=True)
class ToldSince:
    """The view, how many lines it has heard, the second from which rounds are asked for, and the lines since."""

    base: msgspec.Raw
    heard: int = 0
    since: int = 0
    #: The second of the first line that the view has not heard.
    begins: int = 0
    #: The shoes that the view has heard since the table was last closed: when each began, and of which set.
    shoes: list[tuple[int, str]] = field(default_factory=list)
    #: When the dead game began that the view has not heard the end of.
    idle: int | None = None
    tail: list[Told] = field(default_factory=list)

    def place(self, at: int) -> int:
        """Where what happened at a second comes in: after what was told of that second."""
        if not self.tail or self.tail[-1][0] <= at:  # mostly the newest
            return len(self.tail)
        return bisect_right(self.tail, at, key=lambda told: told[0])

    def shoe_at(self, at: int) -> str:
        """The set of the shoe that was dealt from at a second, of those that the view has heard."""
        number = bisect_right(self.shoes, at, key=lambda shoe: shoe[0])
        return self.shoes[number - 1][1] if number else ""


@dataclass(frozen=True, slots=True)
class RoundsOnRecord:
    """When the rounds of a table were dealt: since the view, and the last one and of a dead game before."""

    since: tuple[int, ...] = ()
    last_before: int | None = None
    ended_dead_game: bool = False


def second(at: datetime) -> int:
    """The second of an instant: the log has no fractions."""
    return int(at.timestamp())


def instant(at: int) -> datetime:
    """The instant of a second; also of one before 1970, which Windows makes none of by itself."""
    return EPOCH + timedelta(seconds=at)


def replayed(
    view: ToldSince, table: str, zone: ZoneInfo, rounds: RoundsOnRecord | None = None, *, supposed: bool = False
) -> TableConduct:
    """The table after every line, with rounds dealt in the seconds in which they were, or supposed of every shoe."""
    base = _heard_before(view, table, rounds or RoundsOnRecord(), supposed=supposed)
    hearing = _Hearing(base, view.heard, zone, supposed)
    dealt = iter((*(rounds.since if rounds is not None else ()), None))
    next_round = next(dealt)
    for at, do, said in view.tail:
        while next_round is not None and next_round < at:  # entries of a second come before its rounds
            hearing.round(next_round)
            next_round = next(dealt)
        hearing.line(event_told(table, at, do, said))
    while next_round is not None:
        hearing.round(next_round)
        next_round = next(dealt)
    hearing.recorded_again()
    return hearing.conduct


def _heard_before(view: ToldSince, table: str, rounds: RoundsOnRecord, *, supposed: bool) -> TableConduct:
    """The table as the view has it, and what rounds before it changed, or would have."""
    if not view.heard:
        return TableConduct(table)
    conduct = restored(msgspec.json.decode(view.base))
    dealt = "" if rounds.last_before is None else view.shoe_at(rounds.last_before)
    ended = view.shoes[:-1] if conduct.shoe is not None else view.shoes
    if supposed and ended:
        dealt = ended[-1][1]
    conduct.last_dealt = conduct.sets.get(dealt)
    game = conduct.dead_game
    if game is not None and (rounds.ended_dead_game or (supposed and game.over)):
        conduct.dead_game = None
    return conduct


def continued(
    conduct: TableConduct, tail: Sequence[Told], heard: int, zone: ZoneInfo, *, supposed: bool
) -> TableConduct:
    """The table as it was looked at before, after the lines told since then."""
    hearing = _Hearing(copied(conduct), CONTINUED + heard, zone, supposed)
    for line in tail:
        hearing.line(event_told(conduct.name, *line))
    return hearing.conduct


def event_told(table: str, at: int, do: str, said: dict[str, Any]) -> Event:
    if do == "setup":
        said = {**said, "side_wagers": tuple(said["side_wagers"]), "readings": frozenset(said["readings"])}
    return Event(instant(at), do, table, said)


class _Hearing:
    """A table while its lines and rounds are heard in turn."""

    def __init__(self, conduct: TableConduct, heard: int, zone: ZoneInfo, supposed: bool) -> None:
        self.conduct, self._heard, self._zone, self._supposed = conduct, heard, zone, supposed
        self._unrecorded = False

    def line(self, event: Event) -> None:
        self.recorded_again()
        if not self.conduct.refuses(event):
            self._heard += 1
            shoe = self.conduct.shoe
            self.conduct.apply(event, Stamp(event.at, self._zone), self._heard)
            if self._supposed:
                take_as_dealt(self.conduct, shoe)

    def round(self, at: int) -> None:
        """A round out of the shoe on record, or out of the cards dealt last where nobody wrote one down."""
        conduct, stamp = self.conduct, Stamp(instant(at), self._zone)
        self._heard += 1
        last = conduct.last_shoe_set
        if conduct.shoe is None and last is not None and conduct.set_here(last.name) is not None:
            prepared = first_forms.preparation(conduct, last.name)
            shuffled = None if prepared.shuffled is None else prepared.shuffled.value
            said = {"set": last.name, "shuffled": shuffled, "cut": prepared.cut, "straight": prepared.straight}
            conduct.begin_shoe(said, stamp, self._heard)
            conduct.burn({}, stamp, self._heard)
            self._unrecorded = True
        if conduct.shoe is not None:
            if conduct.dead_game is not None and conduct.dead_game.player is None:
                conduct.dead_game.player = self._heard
            conduct.deal({"count": 1, "hands": 1}, stamp, self._heard)

    def recorded_again(self) -> None:
        """A shoe that nobody wrote down is over with the next thing on record."""
        if self._unrecorded:
            self.conduct.end_shoe()
            self._unrecorded = False


def take_as_dealt(conduct: TableConduct, before: LoggedShoe | None) -> None:
    """Suppose that a shoe which has ended at an open table was dealt from: its rounds may still come in."""
    if before is not None and conduct.shoe is not before and conduct.is_open:
        conduct.last_dealt = before.cards
        if conduct.dead_game is not None and conduct.dead_game.player is not None:
            conduct.dead_game = None


def shortened(view: ToldSince, table: str, zone: ZoneInfo) -> ToldSince:
    """The view with its oldest lines heard, where there are many; the last shoes stay open to late rounds."""
    tail, cut = view.tail, _cut(view.tail)
    if not cut:
        return view
    old = replace(view, tail=tail[:cut])
    conduct = replayed(old, table, zone)
    forget(conduct, instant(tail[cut][0]))
    since = tail[cut][0]
    if conduct.shoe is not None:
        since = next((told[0] for told in reversed(old.tail) if told[1] == "shoe"), view.since)
    return ToldSince(
        msgspec.Raw(msgspec.json.encode(plain(conduct))),
        view.heard + cut,
        since,
        tail[cut][0],
        _shoes(view.shoes, old.tail),
        None if conduct.dead_game is None else _last_idle(old.tail, view.idle),
        tail[cut:],
    )


def _cut(tail: Sequence[Told]) -> int:
    """How many of the oldest lines go into the view; lines of one second stay together."""
    if len(tail) <= MOST:
        return 0
    shoes = [number for number, told in enumerate(tail) if told[1] == "shoe"]
    cut = shoes[-SHOES] if len(shoes) >= SHOES and shoes[-SHOES] >= AT_ONCE else len(tail) // 2
    while cut and tail[cut - 1][0] == tail[cut][0]:
        cut -= 1
    return cut


def _shoes(before: Iterable[tuple[int, str]], tail: Iterable[Told]) -> list[tuple[int, str]]:
    """The shoes since the table was last closed."""
    shoes = list(before)
    for at, do, said in tail:
        if do == "close":
            shoes.clear()
        elif do == "shoe":
            shoes.append((at, said["set"]))
    return shoes


def _last_idle(tail: Sequence[Told], before: int | None) -> int | None:
    return next((at for at, do, _ in reversed(tail) if do == "idle"), before)


def forget(conduct: TableConduct, now: datetime) -> None:
    """Sets that left long ago do not come back; an inspection of an earlier day says nothing any more."""
    named = (conduct.last_shoe_set, conduct.last_dealt)
    away = [name for name, cards in conduct.sets.items() if cards.where == AWAY]
    for name in away[:-AWAY_KEPT]:
        if not any(conduct.sets[name] is each for each in named):
            del conduct.sets[name]
    for serial, at in list(conduct.inspected.items()):
        if now - at > INSPECTIONS_KEPT:
            del conduct.inspected[serial]
