"""The judge of conduct, asked of the floor as it stands: what stands against dealing, what is owed, what would be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from floorapp.domain.conduct import KeptConduct
from floorapp.domain.decks import TensDisposal
from floorapp.domain.findings import Noted
from floorapp.domain.gaming_day import HouseClock
from floorapp.domain.policy import Policy
from floorapp.domain.property import Property, RulesSubmission
from floorapp.domain.rounds import LastRound
from floorapp.domain.tables import Preparation, Shoe, Shuffled, ShufflingMethod, Table
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.conditions import POLICY, Condition, Hour, TableLook
from floorapp.engine.conduct.copies import copied
from floorapp.engine.conduct.duty_words import says
from floorapp.engine.conduct.event import Event, House, Setup
from floorapp.engine.conduct.line_findings import moment_findings
from floorapp.engine.conduct.log import own_event
from floorapp.engine.conduct.stamp import Stamp
from floorapp.engine.conduct.table import CONTINUOUS, TableConduct
from floorapp.engine.dated import book_on
from floorapp.engine.duty import RulebookDuty
from floorapp.operations.conduct_pages import RememberedView, looked_up, rounds_on_record
from floorapp.operations.conduct_view import continued, replayed, second, take_as_dealt
from floorapp.operations.floor_queries import submission_on
from floorapp.operations.moment import UNSET_CLOCK, Moment
from floorapp.operations.rules import DutyBook
from floorapp.operations.state import StateView

#: A line of a floor log, before it is read.
Line = dict[str, Any]
#: A table's way of shuffling as a floor log writes it.
METHODS = {
    ShufflingMethod.BY_HAND: "hand",
    ShufflingMethod.BATCH_SHUFFLER: "batch_shuffler",
    ShufflingMethod.CONTINUOUS_SHUFFLER: "continuous",
    ShufflingMethod.RESHUFFLING_DEVICE: "counting_device",
}
#: What hangs on how a shoe was begun: at the gate it is still to come.
OF_THE_SHOE = frozenset({"not-shuffled", "not-cut", "not-burned", "dealer-not-burned", "cover-card-passed"})
#: What hangs on whether a shoe that ended was dealt from.
OF_ROUNDS = frozenset({"batch-not-alternated", "idle-not-done"})
#: Lines that are only thought of come after every line that was told.
LATER = 1 << 40


@dataclass(frozen=True, slots=True)
class StandingDuty:
    """One thing that stands against dealing: the duty, what it is about, its section, and our words."""

    duty: str
    subject: str | None
    cite: str
    basis: str
    says: str

    @property
    def noted(self) -> Noted:
        return Noted(self.duty, self.cite, self.says)


def conduct_in(kept: KeptConduct, state: StateView, zone: ZoneInfo = UNSET_CLOCK.zone) -> TableConduct:
    """The judge's view of a table as its entries alone have it, to be changed freely."""
    return replayed(looked_up(kept, state).lines, kept.table, zone)


def conduct_of(moment: Moment, table: str) -> TableConduct:
    """The judge's view of a table, to be changed freely: shoes that ended are taken as dealt from.

    An act must not be refused because the rounds of a shoe are still on their way.
    """
    return copied(conduct_seen(moment, table))


def conduct_seen(moment: Moment, table: str) -> TableConduct:
    """The same, to be read only."""
    return _conduct_seen(moment, table, supposed=True)


@dataclass(frozen=True, slots=True)
class SeenConduct:
    """The judge's view of a table as it was last asked, which nobody changes, and what it was made of."""

    known: RememberedView
    last: LastRound | None
    house: Property | None
    conduct: TableConduct


#: By table, and whether shoes that ended are taken as dealt from.
_SEEN: dict[tuple[str, bool], SeenConduct] = {}


def _conduct_seen(moment: Moment, table: str, *, supposed: bool = False) -> TableConduct:
    kept = moment.state.get(KeptConduct, table)
    if kept is None:
        return TableConduct(table)
    last, house = moment.state.get(LastRound, table), moment.state.get(Property, "house")
    seen = _SEEN.get((table, supposed))
    same = seen is not None and _is(seen.last, last) and _is(seen.house, house)
    if seen is not None and same and _is(seen.known.kept, kept):
        return seen.conduct
    zone = UNSET_CLOCK.zone if house is None else house.clock.zone
    known = looked_up(kept, moment.state)
    since = known.since(seen.known) if seen is not None and same else None
    if seen is not None and since is not None and (not since or last is None or second(last.at) < since[0][0]):
        conduct = continued(seen.conduct, since, seen.known.count, zone, supposed=supposed)
    else:
        rounds = rounds_on_record(known.view, table, last, moment.state)
        conduct = replayed(known.lines, table, zone, rounds, supposed=supposed)
    _SEEN[table, supposed] = SeenConduct(known, last, house, conduct)
    return conduct


def _is(one: object, other: object) -> bool:
    """The same thing, or one that says the same: asked of large things, which mostly are the very same."""
    return one is other or one == other


def house_of(moment: Moment) -> House:
    """The property's clock and policy as the judge takes them."""
    return _house(moment.house, moment.policy)


@lru_cache(maxsize=8)
def _house(clock: HouseClock, policy: Policy) -> House:
    return House(clock, policy.inspection_minutes, policy.nj_change_hours or None, nj_inspection=policy.nj_inspection)


@lru_cache(maxsize=64)
def _hour(clock: HouseClock, at: datetime) -> Hour:
    day = clock.day_of(at)
    return Hour(at, False, day, clock.start_of(day), clock.end_of(day))


#: By table: as it is set up, its submission, and both as a log tells them.
_TOLD: dict[str, tuple[Table, RulesSubmission | None, Setup]] = {}


def _told(table: Table, held: RulesSubmission | None) -> Setup:
    """How a table is set up, as a log tells it."""
    known = _TOLD.get(table.id)
    if known is not None and known[0] is table and known[1] is held:
        return known[2]
    readings = frozenset(held.readings) if held is not None else frozenset[str]()
    method, wagers = METHODS[table.method], tuple(table.side_wagers)
    told = Setup(table.rulebook, table.decks, table.boxes, method, wagers, readings)
    _TOLD[table.id] = table, held, told
    return told


def look_at(
    moment: Moment, table: str, conduct: TableConduct | None = None, at: datetime | None = None
) -> TableLook | None:
    """A look at a table, now or at an instant, by the setup and the submission that hold."""
    setup, books = moment.state.get(Table, table), moment.dated
    if setup is None or setup.rulebook not in books:
        return None
    told, house = _told(setup, submission_on(moment, setup.rulebook)), house_of(moment)
    hour = _hour(house.clock, at or moment.now)
    seen = _conduct_seen(moment, table) if conduct is None else conduct
    return TableLook(seen, told, book_on(books, setup.rulebook, hour.day.date), house, hour)


def standing(moment: Moment, table: str) -> tuple[StandingDuty, ...]:
    """What stands against dealing at a table now, were it open."""
    look = look_at(moment, table)
    return () if look is None else tuple(map(_standing, look.conditions()))


def _standing(found: Condition) -> StandingDuty:
    return StandingDuty(found.duty, found.subject, found.cite, found.basis, says(found.duty, found.subject))


def at_the_gate(moment: Moment, table: str) -> tuple[StandingDuty, ...]:
    """What would stand if a round were dealt now: out of every set that can come into the shoe, begun as it should."""
    look = look_at(moment, table)
    if look is None or look.table.shoe is not None:
        return () if look is None else tuple(map(_standing, look.conditions()))
    return _dealt_from_any(moment, look, (each.name for each in look.table.opened_sets()))


def with_new_sets(moment: Moment, table: str, out: Iterable[str], into: Iterable[str]) -> tuple[StandingDuty, ...]:
    """What would stand with the sets that are left at a table once some have gone, whichever new one is dealt first."""
    look = look_at(moment, table)
    return () if look is None else _dealt_from_any(moment, look, into, tuple(out))


def _dealt_from_any(
    moment: Moment, look: TableLook, sets: Iterable[str], gone: tuple[str, ...] = ()
) -> tuple[StandingDuty, ...]:
    table, found = look.table.name, dict[Condition, None]()
    for cards in tuple(sets) or ("",):
        conduct = conduct_of(moment, table)
        for name in gone:
            _do(moment, conduct, "take_away", set=name)
        dealt = look_at(moment, table, _dealing(moment, conduct, look.setup.method, cards))
        conditions = () if dealt is None else dealt.conditions()
        found |= {each._replace(span=None): None for each in conditions if each.duty not in OF_THE_SHOE}
    return tuple(map(_standing, found))


def _dealing(moment: Moment, conduct: TableConduct, method: str, name: str) -> TableConduct:
    """The table as it would be with this set in the shoe, shuffled, cut and burned as it should be."""
    if not name:
        return conduct
    device = conduct.usable_shuffler is not None and method == "batch_shuffler"
    for other in conduct.opened_sets() if device else ():
        if other.name != name:
            _do(moment, conduct, "load", set=other.name)
    by = "shuffler" if device else None if method in CONTINUOUS else "hand"
    faulted = conduct.sets[name].faulted
    _do(moment, conduct, "shoe", set=name, shuffled=by, cut=True)
    conduct.sets[name].faulted = faulted
    return conduct


def _do(moment: Moment, conduct: TableConduct, do: str, **said: object) -> None:
    do_lines(moment, conduct, ({"do": do, "table": conduct.name, **said},))


def happen(conduct: TableConduct, event: Event, at: Stamp, line: int) -> None:
    """Let a line happen that is only thought of."""
    shoe = conduct.shoe
    conduct.apply(event, at, line)
    take_as_dealt(conduct, shoe)


def do_lines(moment: Moment, conduct: TableConduct, lines: Iterable[Line]) -> None:
    """Let lines of a log happen at a table that is only thought of."""
    now = moment.now.replace(microsecond=0)
    for number, line in enumerate(lines, start=LATER):
        event = own_event(now, line)
        if not conduct.refuses(event):
            happen(conduct, event, Stamp(event.at, moment.house.zone), number)


def would_stand(moment: Moment, table: str, lines: Iterable[Line]) -> tuple[StandingDuty, ...]:
    """What would stand after these lines and does not now."""
    after = conduct_of(moment, table)
    do_lines(moment, after, lines)
    return standing_after(moment, table, after)


def standing_after(moment: Moment, table: str, after: TableConduct) -> tuple[StandingDuty, ...]:
    """What stands at a table that is only thought of, and does not now."""
    look = look_at(moment, table, after)
    if look is None:
        return ()
    would = list(look.conditions())
    if not would:  # mostly
        return ()
    now = set(look.of(conduct_seen(moment, table)).conditions())
    would = [each for each in would if each not in now]
    if any(each.duty in OF_ROUNDS for each in would):
        stands = set(look.of(_conduct_seen(moment, table)).conditions())
        would = [each for each in would if each not in stands]
    return tuple(map(_standing, would))


def conduct_then(moment: Moment, table: str, at: datetime) -> TableConduct:
    """The judge's view of a table as it was, as far back as its lines are kept; to be changed freely."""
    kept = moment.state.get(KeptConduct, table)
    if kept is None:
        return TableConduct(table)
    told = looked_up(kept, moment.state).lines
    before = replace(told, tail=told.tail[: told.place(second(at))])
    return replayed(before, table, moment.house.zone, supposed=True)


def found_by(moment: Moment, table: str, do: str, **said: object) -> tuple[Noted, ...]:
    """What the judge finds against a thing that is done now at a table; what is only house policy is left out."""
    return _found(moment, conduct_of(moment, table), do, said)


def found_then(moment: Moment, table: str, at: datetime, do: str, **said: object) -> tuple[Noted, ...]:
    """The same of a thing that was done earlier, and is entered now."""
    return _found(moment, conduct_then(moment, table, at), do, said)


def _found(moment: Moment, conduct: TableConduct, do: str, said: Mapping[str, object]) -> tuple[Noted, ...]:
    table = conduct.name
    look = look_at(moment, table, conduct)
    if look is None:
        return ()
    if conduct.shoe is not None and do == "recut":
        conduct.shoe.rounds = moment.state.dealt(table, _began(moment, table), moment.now).rounds
    conduct.setup = look.setup
    event = own_event(moment.now.replace(microsecond=0), {"do": do, "table": table, **said})
    found = moment_findings(conduct, look.book, house_of(moment), event, Stamp(event.at, moment.house.zone))
    return tuple(Noted(each.duty, each.cite, each.says) for each in found if each.basis != POLICY)


#: What the catalog of irregularities calls what the judge finds against a count.
COUNTS = {"card-missing": "card-missing-at-count", "card-extra": "extra-card-at-count"}


def miscounted(moment: Moment, table: str, name: str, counted: int) -> tuple[Noted, ...]:
    """The finding of a count that is not full, under the catalog's name; of a set that nobody counted, none."""
    cards = conduct_seen(moment, table).set_here(name)
    if cards is None:
        raise LookupError(f"deck set {name} is not at table {table}; ask at_spots first")
    if counted < 1 or counted == cards.size:
        return ()
    words = f"Deck set {name} counts {counted} cards instead of {cards.size}."
    found = found_by(moment, table, "count", set=name, cards=counted)
    return tuple(Noted(COUNTS[each.code], each.cite, words) for each in found)


def _began(moment: Moment, table: str) -> datetime:
    shoe = moment.state.get(Shoe, table)
    return moment.now if shoe is None else shoe.began_at


def disposal_asked(book: DutyBook) -> TensDisposal | None:
    """What becomes of the tens by a game's text; nothing where it is played with them."""
    duty = book.duty_named.get(("tens-disposal", ""))
    return None if duty is None else TensDisposal(duty.value)


def usual_preparation(moment: Moment, table: str, deck_set: str) -> Preparation:
    """How a table makes the cards of a shoe ready: by its shuffler where that works, and cut where that is asked."""
    return prepared_by(look_at(moment, table, conduct_seen(moment, table)), deck_set)


def prepared_by(look: TableLook | None, deck_set: str) -> Preparation:
    """The same, by a look at the table."""
    if look is None:
        return Preparation(Shuffled.HAND, cut=True)
    cards = look.table.set_here(deck_set)
    if cards is not None and cards.first_shoe is None and cards.cards == "preshuffled":
        return Preparation(Shuffled.BEFOREHAND, cut=True)
    if look.table.usable_shuffler is None or look.setup.method == "hand":
        return Preparation(Shuffled.HAND, cut=True)
    duty = look.duty("not-cut")
    straight = duty is None or duty.value == "hand-or-beforehand"
    return Preparation(Shuffled.SHUFFLER, cut=not straight, straight=straight)


def prepared_line(prepared: Preparation) -> Line:
    """The fields of a `shoe` line that say how its cards were made ready."""
    shuffled = None if prepared.shuffled is None else prepared.shuffled.value
    return {"shuffled": shuffled, "cut": prepared.cut, "straight": prepared.straight}


def inspection_asked(moment: Moment, table: str) -> RulebookDuty | None:
    """The duty to inspect the reader of this table each gaming day; none where neither text nor policy asks it."""
    look = look_at(moment, table)
    return None if look is None else look.inspection_duty()


def inspection_owed(moment: Moment, table: str) -> bool:
    """Whether the reader on the table has not been inspected this gaming day, and has to be."""
    look = look_at(moment, table)
    return look is not None and look.inspection() is not None


def duty_at(moment: Moment, table: str, name: str) -> RulebookDuty | None:
    """A duty as the game of a table has it; none where it is not asked there."""
    look = look_at(moment, table)
    return None if look is None else look.duty(name)
