"""A table's conduct as the state keeps it: the judge's view of some shoes ago, and the lines told since.

Rounds are no entries and may come in long after they were dealt; so may entries, and corrections move some in time.
The lines since are therefore kept in the order in which things happened, as an export has them, and whoever looks at
a table lets the rounds on record happen in between. What is older than those lines is taken as it was told.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import msgspec

from floorapp.domain.conduct import KeptConduct
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.cards import AWAY, LoggedSet, LoggedShoe
from floorapp.engine.conduct.event import Event
from floorapp.engine.conduct.snapshot import plain, restored
from floorapp.engine.conduct.stamp import Stamp
from floorapp.engine.conduct.table import TableConduct
from floorapp.operations import first_forms

T = TypeVar("T")
#: A line of the log: its second, what was done, and its fields.
Told = tuple[int, str, dict[str, Any]]
#: How many lines are kept at most; the oldest then go into the view, but those of the last shoes.
MOST, SHOES, AT_ONCE = 40, 3, 10
#: Lines heard after a look come after every line and round that it heard.
CONTINUED = 1 << 30
#: An inspection of an earlier gaming day says nothing any more.
INSPECTIONS_KEPT = timedelta(days=2)


_NOTHING = msgspec.Raw(b"{}")


@dataclass(slots=True)
class ToldSince:
    """The view, how many lines it has heard, the second from which rounds are asked for, and the lines since."""

    base: msgspec.Raw
    heard: int = 0
    since: int = 0
    tail: list[Told] = field(default_factory=list)

    def place(self, at: int) -> int:
        """Where what happened at a second comes in: after what was told of that second."""
        return bisect_right(self.tail, at, key=lambda told: told[0])


def read_view(kept: KeptConduct | None) -> ToldSince:
    if kept is None:
        return ToldSince(_NOTHING)
    return msgspec.json.decode(kept.view, type=ToldSince)


def written_view(view: ToldSince) -> str:
    return msgspec.json.encode(view).decode()


def second(at: datetime) -> int:
    """The second of an instant: the log has no fractions."""
    return int(at.timestamp())


def replayed(
    view: ToldSince, table: str, zone: ZoneInfo, rounds: Sequence[int] = (), *, supposed: bool = False
) -> TableConduct:
    """The table after every line, with rounds dealt in the seconds in which they were, or supposed of every shoe."""
    base = restored(msgspec.json.decode(view.base)) if view.heard else TableConduct(table)
    hearing = _Hearing(base, view.heard, zone, supposed)
    dealt = iter((*rounds, None))
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


def continued(
    conduct: TableConduct, old: ToldSince, new: ToldSince, zone: ZoneInfo, last: int | None, *, supposed: bool
) -> TableConduct | None:
    """The table as it was looked at before, after the lines told since; none where it has to be replayed."""
    told = len(old.tail)
    if old.heard != new.heard or old.tail != new.tail[:told] or old.base != new.base:
        return None
    if last is not None and told < len(new.tail) and last >= new.tail[told][0]:
        return None
    hearing = _Hearing(copied(conduct), CONTINUED + told, zone, supposed)
    for line in new.tail[told:]:
        hearing.line(event_told(conduct.name, *line))
    return hearing.conduct


def event_told(table: str, at: int, do: str, said: dict[str, Any]) -> Event:
    if do == "setup":
        said = {**said, "side_wagers": tuple(said["side_wagers"]), "readings": frozenset(said["readings"])}
    return Event(datetime.fromtimestamp(at, UTC), do, table, said)


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
        conduct, stamp = self.conduct, Stamp(datetime.fromtimestamp(at, UTC), self._zone)
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
    tail = view.tail
    if len(tail) <= MOST:
        return view
    shoes = [number for number, told in enumerate(tail) if told[1] == "shoe"]
    cut = shoes[-SHOES] if len(shoes) >= SHOES and shoes[-SHOES] >= AT_ONCE else len(tail) // 2
    old = ToldSince(view.base, view.heard, view.since, tail[:cut])
    conduct = replayed(old, table, zone)
    if conduct.dead_game is not None and conduct.dead_game.over:
        conduct.dead_game = None
    forget(conduct, datetime.fromtimestamp(tail[cut][0], UTC))
    since = tail[cut][0]
    if conduct.shoe is not None:
        since = next((told[0] for told in reversed(old.tail) if told[1] == "shoe"), view.since)
    return ToldSince(msgspec.Raw(msgspec.json.encode(plain(conduct))), view.heard + cut, since, tail[cut:])


def forget(conduct: TableConduct, now: datetime) -> None:
    """Sets that left do not come back; an inspection of an earlier day says nothing any more."""
    named = (conduct.last_shoe_set, conduct.last_dealt)
    for name, cards in list(conduct.sets.items()):
        if cards.where == AWAY and not any(cards is each for each in named):
            del conduct.sets[name]
    for serial, at in list(conduct.inspected.items()):
        if now - at > INSPECTIONS_KEPT:
            del conduct.inspected[serial]


def copied(conduct: TableConduct) -> TableConduct:
    """The same table, to be changed freely."""
    made = _copy(conduct)
    made.reader = None if conduct.reader is None else _copy(conduct.reader)
    made.shuffler = None if conduct.shuffler is None else _copy(conduct.shuffler)
    made.fitted, made.inspected = set(conduct.fitted), dict(conduct.inspected)
    made.sets = sets = {name: _copied_set(cards) for name, cards in conduct.sets.items()}
    for name in ("last_shoe_set", "last_dealt"):
        setattr(made, name, _same(getattr(conduct, name), sets))
    made.shoe = _copied_shoe(conduct.shoe, sets)
    game = conduct.dead_game
    if game is not None:
        made.dead_game = again = _copy(game)
        again.sets = {name: sets[name] for name in game.sets}
        again.last = _same(game.last, sets)
        for name in ("shoe", "other_shoe"):
            begun = getattr(game, name)
            setattr(again, name, made.shoe if begun is conduct.shoe else _copied_shoe(begun, sets))
    return made


def _copy(thing: T) -> T:
    """`copy.copy` of a value with slots."""
    kind = type(thing)
    made = object.__new__(kind)
    for name in kind.__slots__:  # type: ignore[attr-defined]
        object.__setattr__(made, name, getattr(thing, name))
    return made


def _copied_set(cards: LoggedSet) -> LoggedSet:
    made = _copy(cards)
    made.done, made.dealt = dict(cards.done), _copy(cards.dealt)
    return made


def _copied_shoe(shoe: LoggedShoe | None, sets: dict[str, LoggedSet]) -> LoggedShoe | None:
    if shoe is None:
        return None
    made = _copy(shoe)
    made.cards = sets.get(shoe.cards.name, shoe.cards)
    return made


def _same(cards: LoggedSet | None, sets: dict[str, LoggedSet]) -> LoggedSet | None:
    return None if cards is None else sets.get(cards.name, cards)
