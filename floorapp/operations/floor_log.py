"""The logbook as a floor log: what each fact says happened at a table, in the lines of floor-log/1.

A fact and a line of the log are the same thing in two spellings; this is the one place that knows both. What a fact
of the first version left unsaid is in `first_forms`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, Protocol, TypeVar, cast

from floorapp.domain.decks import DeckSet
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Fixture, Post, Table
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.event import Event
from floorapp.engine.conduct.log import own_event
from floorapp.engine.conduct.table import TableConduct
from floorapp.engine.duty import OPENING
from floorapp.operations import first_forms
from floorapp.operations.conduct import METHODS, Line, prepared_line
from floorapp.operations.facts import decks, devices, house, shoes, tables
from floorapp.operations.facts.registry import Fact

F = TypeVar("F", bound=Fact)
T = TypeVar("T")

#: A shoe stands in no duty of its own.
EQUIPMENT: dict[Fixture, str] = {each: each.value.replace("-", "_") for each in Fixture if each is not Fixture.SHOE}
#: The steps of an opening or of a dead game, by the step of a checklist that states them.
STEPS: dict[str, tuple[str, ...]] = {
    "opening-dealer-inspects": ("inspected",),
    "opening-floorperson-verifies": ("verified",),
    "opening-spread-face-up": ("spread",),
    "opening-wash": ("washed",),
    "idle-spread": ("spread",),
    "idle-wash": ("washed",),
    "idle-opening-again": OPENING,
}
#: The step by which a dead game's shoe and rack are emptied, and that by which a player's wish is done.
EMPTIED, ON_REQUEST = "idle-empty-shoe-and-rack", "idle-swapped-batch-on-request"


def steps_told(steps: Iterable[str]) -> tuple[str, ...]:
    """The steps of a log that these steps of a checklist state, each once."""
    return tuple(dict.fromkeys(told for each in steps for told in STEPS.get(each, ())))


class Things(Protocol):
    """Where what a fact only names is looked up."""

    def get(self, kind: type[T], *key: str) -> T | None:
        """The thing under this key."""
        ...


@dataclass(frozen=True, slots=True)
class FactTelling:
    """What a fact is told with: the state, and the table's conduct before it."""

    shelves: Things
    conduct: TableConduct

    def line(self, do: str, **said: Any) -> Line:
        return {"do": do, "table": self.conduct.name, **said}

    @property
    def table(self) -> Table | None:
        """How the table is set up then."""
        return self.shelves.get(Table, self.conduct.name)

    def deck_set(self, name: str) -> DeckSet | None:
        return self.shelves.get(DeckSet, name)

    def bring(self, name: str) -> Iterator[Line]:
        """A set that is not at the table by the log comes to it."""
        cards = self.deck_set(name)
        if cards is not None and self.conduct.set_here(name) is None:
            told = {"decks": cards.decks, "back": cards.back, "design": cards.design, "tens": cards.tens}
            told["cards"] = cards.condition.value
            yield self.line("bring", set=name, **told)


Tells = Callable[[FactTelling, F], Iterator[Line]]
_TELLS: dict[type[Fact], Tells[Any]] = {}


def tells(kind: type[F]) -> Callable[[Tells[F]], Tells[F]]:
    """Register what a fact says happened at its table."""

    def register(told: Tells[F]) -> Tells[F]:
        _TELLS[kind] = told
        return told

    return register


def table_of(fact: Fact) -> str | None:
    """The table a fact tells of; none where it tells of nothing that a duty turns on."""
    return cast("str | None", getattr(fact, "table", None)) if type(fact) in _TELLS else None


def telling_kinds() -> tuple[type[Fact], ...]:
    """Every kind of fact that tells of a table."""
    return tuple(_TELLS)


def setup_line(at: datetime, table: Table, readings: list[str]) -> Line:
    """How a table is set up, told anew because the readings its property chose are others."""
    told = {"rulebook": table.rulebook, "decks": table.decks, "boxes": table.boxes, "method": METHODS[table.method]}
    said = {**told, "side_wagers": list(table.side_wagers), "readings": readings}
    return {"at": at.isoformat(), "do": "setup", "table": table.id, **said}


def lines_of(fact: Fact, shelves: Things, conduct: TableConduct) -> Iterator[Line]:
    """The lines of a log that a fact stands for, without their time; those for a set that is nowhere are left out."""
    told = _TELLS.get(type(fact))
    if told is not None:
        telling = FactTelling(shelves, conduct)
        for line in told(telling, fact):
            if "set" in line and line["do"] != "bring" and conduct.set_here(line["set"]) is None:
                yield from telling.bring(line["set"])
            yield line


def events_of(fact: Fact, at: datetime, shelves: Things, conduct: TableConduct) -> Iterator[Event]:
    """The same as events, for a judge."""
    at = at.replace(microsecond=0)
    return (own_event(at, line) for line in lines_of(fact, shelves, conduct))


# The table


@tells(house.TableSetUp)
def _set_up(telling: FactTelling, fact: house.TableSetUp) -> Iterator[Line]:
    told = {"rulebook": fact.rulebook, "decks": fact.decks, "boxes": fact.boxes, "method": METHODS[fact.method]}
    yield telling.line("setup", **told, side_wagers=list(fact.side_wagers))


@tells(house.TableRetired)
def _retired(telling: FactTelling, _fact: house.TableRetired) -> Iterator[Line]:
    yield telling.line("close")


@tells(house.EquipmentSealed)
@tells(house.EquipmentNamed)
@tells(house.EquipmentDescribed)
@tells(house.EquipmentFitted)
def _fitted(telling: FactTelling, fact: house.EquipmentFitted) -> Iterator[Line]:
    what = EQUIPMENT.get(fact.fixture)
    if what is not None:
        kind = _kind(telling, fact.reader_kind if isinstance(fact, house.EquipmentDescribed) else None)
        told = {"reader": kind, "discard_rack": {"decks": fact.decks or first_forms.rack_mark(telling.table)}}
        yield telling.line("fit", what=what, serial=fact.serial, **told.get(what, {}))


def _kind(telling: FactTelling, stated: ReaderKind | None) -> Line:
    return {"kind": (stated or first_forms.reader_kind(telling.table)).value}


@tells(house.EquipmentRemoved)
def _removed(telling: FactTelling, fact: house.EquipmentRemoved) -> Iterator[Line]:
    if fact.fixture in EQUIPMENT:
        yield telling.line("remove", what=EQUIPMENT[fact.fixture])


@tells(tables.PostTaken)
def _post_taken(telling: FactTelling, fact: tables.PostTaken) -> Iterator[Line]:
    yield telling.line("assign", post=fact.post.value, who=fact.person)


@tells(tables.PostLeft)
def _post_left(telling: FactTelling, fact: tables.PostLeft) -> Iterator[Line]:
    yield telling.line("leave", post=fact.post.value, who=fact.person)


@tells(tables.TableOpened)
def _opened(telling: FactTelling, fact: tables.TableOpened) -> Iterator[Line]:
    for name in fact.deck_sets:
        for step in steps_told(each.step for each in fact.steps):
            yield telling.line("step", set=name, step=step)
    if telling.conduct.floorperson != fact.floorperson:
        yield telling.line("assign", post=Post.FLOORPERSON.value, who=fact.floorperson)
    yield telling.line("open")


@tells(tables.TableSuspended)
def _suspended(telling: FactTelling, _fact: tables.TableSuspended) -> Iterator[Line]:
    yield telling.line("stop")


@tells(tables.TableResumed)
def _resumed(telling: FactTelling, _fact: tables.TableResumed) -> Iterator[Line]:
    yield telling.line("resume")


@tells(tables.TableClosed)
def _closed(telling: FactTelling, _fact: tables.TableClosed) -> Iterator[Line]:
    yield telling.line("close")


# The reader and the shuffler


@tells(devices.ReaderInspectedBy)
@tells(devices.ReaderInspected)
def _inspected(telling: FactTelling, fact: devices.ReaderInspected) -> Iterator[Line]:
    good = fact.working and not fact.tampering and all(proof.passed for proof in fact.proofs)
    yield telling.line("inspect_reader", by=fact.by, good=good)


@tells(devices.ReaderFailed)
def _failed(telling: FactTelling, _fact: devices.ReaderFailed) -> Iterator[Line]:
    yield telling.line("reader_fails")


@tells(devices.ReaderExchanged)
@tells(devices.ReaderMended)
def _mended(telling: FactTelling, fact: devices.ReaderMended) -> Iterator[Line]:
    if fact.replaced:
        kind = fact.reader_kind if isinstance(fact, devices.ReaderExchanged) else None
        yield telling.line("fit", what="reader", serial=fact.serial, **_kind(telling, kind))
    else:
        yield telling.line("reader_mended")


@tells(devices.ShufflerFaultedBy)
@tells(devices.ShufflerFaulted)
def _jam(telling: FactTelling, _fact: devices.ShufflerFaulted) -> Iterator[Line]:
    yield telling.line("jam")


@tells(devices.FaultReshuffled)
def _fault_reshuffled(telling: FactTelling, _fact: devices.FaultReshuffled) -> Iterator[Line]:
    for cards in telling.conduct.sets.values():
        if cards.faulted and telling.conduct.set_here(cards.name) is not None:
            yield telling.line("reshuffled", set=cards.name)


@tells(devices.ShufflerEmptied)
@tells(devices.ShufflerTakenOut)
def _taken_out(telling: FactTelling, fact: devices.ShufflerTakenOut) -> Iterator[Line]:
    yield telling.line("shuffler_out", how=fact.how.value)


@tells(devices.ShufflerReturned)
def _returned(telling: FactTelling, _fact: devices.ShufflerReturned) -> Iterator[Line]:
    yield telling.line("shuffler_back")


# Deck sets


@tells(decks.DecksIssued)
def _issued(telling: FactTelling, fact: decks.DecksIssued) -> Iterator[Line]:
    yield from telling.bring(fact.deck_set)


@tells(decks.DecksOpened)
def _decks_opened(telling: FactTelling, fact: decks.DecksOpened) -> Iterator[Line]:
    yield telling.line("break_seal", set=fact.deck_set)
    for step in ("inspected", "verified"):
        yield telling.line("step", set=fact.deck_set, step=step)
    yield from _count(telling, fact.deck_set, fact.counted)


@tells(decks.TensDisposed)
@tells(decks.TensRemoved)
def _tens_removed(telling: FactTelling, fact: decks.TensRemoved) -> Iterator[Line]:
    stated = fact.disposed if isinstance(fact, decks.TensDisposed) else first_forms.tens_disposal(telling.table)
    yield telling.line("step", set=fact.deck_set, step="tens_removed", disposed=stated.value)


@tells(decks.DecksCounted)
def _counted(telling: FactTelling, fact: decks.DecksCounted) -> Iterator[Line]:
    yield from _count(telling, fact.deck_set, fact.counted)


def _count(telling: FactTelling, name: str, cards: int) -> Iterator[Line]:
    if cards > 0:
        yield telling.line("count", set=name, cards=cards)


@tells(decks.DecksChanged)
def _changed(telling: FactTelling, fact: decks.DecksChanged) -> Iterator[Line]:
    for name in fact.out:
        if telling.conduct.set_here(name) is not None:
            yield telling.line("take_away", set=name)
    for name in fact.into:
        yield from telling.bring(name)


@tells(decks.DecksPrepared)
def _prepared(telling: FactTelling, fact: decks.DecksPrepared) -> Iterator[Line]:
    for name in fact.deck_sets:
        for step in steps_told(fact.steps):
            yield telling.line("step", set=name, step=step)


@tells(decks.DecksWithdrawn)
def _withdrawn(telling: FactTelling, fact: decks.DecksWithdrawn) -> Iterator[Line]:
    if telling.conduct.set_here(fact.deck_set) is not None:
        yield telling.line("take_away", set=fact.deck_set)


# Shoes


@tells(shoes.ShoeBegun)
def _shoe_begun(telling: FactTelling, fact: shoes.ShoeBegun) -> Iterator[Line]:
    prepared = first_forms.preparation(telling.conduct, fact.deck_set)
    yield telling.line("shoe", set=fact.deck_set, **prepared_line(prepared))


@tells(shoes.ShoeBegunAs)
def _shoe_begun_as(telling: FactTelling, fact: shoes.ShoeBegunAs) -> Iterator[Line]:
    yield telling.line("shoe", set=fact.deck_set, **prepared_line(fact.prepared))


@tells(shoes.RackCleared)
def _rack_cleared(telling: FactTelling, _fact: shoes.RackCleared) -> Iterator[Line]:
    yield telling.line("clear_rack")


@tells(shoes.CoverCardReached)
def _cut_card(telling: FactTelling, _fact: shoes.CoverCardReached) -> Iterator[Line]:
    yield telling.line("cover_card")


@tells(shoes.ShoeEnded)
def _shoe_ended(telling: FactTelling, fact: shoes.ShoeEnded) -> Iterator[Line]:
    yield telling.line("end_shoe")
    yield from _count(telling, fact.deck_set, fact.remaining + fact.discarded)


@tells(shoes.ShoeRecut)
def _recut(telling: FactTelling, _fact: shoes.ShoeRecut) -> Iterator[Line]:
    yield telling.line("recut", by_post="floorperson")


@tells(shoes.RecutOrdered)
def _recut_ordered(telling: FactTelling, fact: shoes.RecutOrdered) -> Iterator[Line]:
    yield telling.line("recut", by_post=fact.by_post.value)


@tells(shoes.ReshuffleOrdered)
def _reshuffle_ordered(telling: FactTelling, _fact: shoes.ReshuffleOrdered) -> Iterator[Line]:
    yield telling.line("end_shoe")


@tells(shoes.ShoeReshuffled)
def _shoe_reshuffled(telling: FactTelling, _fact: shoes.ShoeReshuffled) -> Iterator[Line]:
    shoe = telling.conduct.shoe
    if shoe is not None:
        prepared = first_forms.preparation(telling.conduct, shoe.cards.name)
        yield telling.line("shoe", set=shoe.cards.name, **prepared_line(prepared))


@tells(shoes.ShoeIdle)
def _idle(telling: FactTelling, _fact: shoes.ShoeIdle) -> Iterator[Line]:
    yield telling.line("idle")


@tells(shoes.ShoeResumed)
def _shoe_resumed(telling: FactTelling, fact: shoes.ShoeResumed) -> Iterator[Line]:
    yield telling.line("player")
    shoe = telling.conduct.shoe
    if shoe is None:
        return
    for step in steps_told(fact.steps):
        yield telling.line("step", set=shoe.cards.name, step=step)
    yield telling.line("shoe", set=shoe.cards.name, shuffled="hand", cut=True)


@tells(shoes.PlayerArrived)
def _player_arrived(telling: FactTelling, fact: shoes.PlayerArrived) -> Iterator[Line]:
    game = telling.conduct.dead_game
    names = [fact.deck_set] if game is None else list(game.sets)
    yield telling.line("end_shoe")
    if EMPTIED in fact.steps:
        yield telling.line("clear_rack")
    yield telling.line("player", asks_to_spread=fact.asked)
    for name in names:
        for step in steps_told(fact.steps):
            yield telling.line("step", set=name, step=step)
    if fact.other and ON_REQUEST in fact.steps:
        yield telling.line("step", set=fact.other, step="spread")
        yield telling.line("reshuffled", set=fact.other)


@tells(shoes.CardBurned)
def _burned(telling: FactTelling, _fact: shoes.CardBurned) -> Iterator[Line]:
    yield telling.line("burn")


@tells(shoes.BatchLoaded)
def _loaded(telling: FactTelling, fact: shoes.BatchLoaded) -> Iterator[Line]:
    yield telling.line("load", set=fact.deck_set)
