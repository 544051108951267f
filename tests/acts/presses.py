"""What one press does where that leaves several entries, each made ready so that it can be done again and again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from floorapp.domain.devices import ReaderStatus
from floorapp.domain.property import Place
from floorapp.domain.tables import Cards, Phase, Shoe, ShoePhase, ShufflingMethod, TableStatus
from floorapp.operations import presses, table_presses
from floorapp.operations.acts import custody, opening, readers, shoes
from floorapp.operations.alarms import AlarmGroup, alarms
from floorapp.operations.desk import Change, Desk
from floorapp.operations.floor_list import PlannedTable, write_floor
from floorapp.operations.floor_queries import decks_at
from floorapp.operations.signatures import Meaning
from floorapp.screens import alarms as alarm_screen
from floorapp.screens.glance import glances
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.cards import bring_decks
from floorapp.screens.offers.offer import Values
from floorapp.screens.snapshot import Snapshot
from tests.acts.floor import LIMITS, PIN, PROVED, Floor

#: A press at a desk, and the kinds of entries it leaves.
Press = tuple[Callable[[Desk], Change], tuple[str, ...]]
NUMBERS = count(1)
DESTROYED = "removed and destroyed"
WITNESS = {"witness": "sid", "witness pin": PIN}
TWO = {"dealer": "dan", "dealer pin": PIN, "floorperson": "flo", "floorperson pin": PIN}


def _form(floor: Floor, who: str, act: str, id: str, values: Values) -> Callable[[Desk], Change]:
    """The form of an act as the screen offers it before the press, filled in."""
    with floor.desk(who).looking() as moment:
        offer = offer_for(Snapshot(moment, floor.store, floor.store.station), act, id)
    assert offer is not None and offer.refusal is None, f"{act} is not on offer"
    return lambda desk: offer.do(desk, values)


def _dealing(floor: Floor, table: str) -> None:
    """The table deals from a shoe."""
    desk = floor.desk("flo")
    with floor.store.reading() as state:
        status = state.get(TableStatus, table)
    if status is None:
        floor.open(table, "red")
    elif status.phase is Phase.CLOSED:
        opening.open_table(desk, table=table, cards=Cards.NEW, done=floor.steps(table))
    with desk.looking() as moment:
        shoe, sets = moment.state.get(Shoe, table), decks_at(moment, table)
    if shoe is None or shoe.phase is ShoePhase.ENDED:
        shoes.begin_shoe(desk, table=table, deck_set=sets[0].id)


def close(floor: Floor) -> Press:
    _dealing(floor, "FB-01")
    return _form(floor, "flo", "close_table", "FB-01", {"discarded": "100", "remaining": "212"}), (
        "shoe.ended",
        "table.closed",
    )


def change(floor: Floor) -> Press:
    _dealing(floor, "FB-03")
    floor.stock("FB-03", "blue")
    return _form(floor, "flo", "change_decks", "FB-03", {"discarded": "100", "remaining": "212"}), (
        "shoe.ended",
        "decks.changed",
        "decks.prepared",
    )


def next_one(floor: Floor) -> Press:
    _dealing(floor, "FB-01")
    count = shoes.ShoeCount(remaining=212, discarded=100)
    return lambda desk: table_presses.next_shoe(desk, table="FB-01", count=count), (
        "shoe.ended",
        "shoe.begun",
        "card.burned",
    )


def _stored(floor: Floor) -> str:
    desk = floor.desk("sam")
    received = custody.receive_decks(
        desk,
        design="Bee",
        back="red",
        decks=6,
        seals=(f"P-{next(NUMBERS)}",),
        security=floor.sign(desk, "sid", Meaning.RECEIVED),
    )
    return received.subjects[0].id


def _bring(floor: Floor, table: str, counted: str, **more: str) -> Callable[[Desk], Change]:
    _stored(floor)
    with floor.desk("sam").looking() as moment:
        offer = bring_decks(moment, glances(moment)[table], ())
    values = {"counted": counted, "whole": "whole"} | more | WITNESS | TWO
    return lambda desk: offer.do(desk, values)


def bring(floor: Floor) -> Press:
    return _bring(floor, "FB-02", "312"), ("decks.issued", "decks.opened")


def bring_without_tens(floor: Floor) -> Press:
    return _bring(floor, "NJ-02", "312", tens=DESTROYED), ("decks.issued", "decks.opened", "decks.tens-removed")


def open_without_tens(floor: Floor) -> Press:
    name, desk = _stored(floor), floor.desk("sam")
    custody.issue_decks(desk, deck_set=name, table="NJ-01", witness=floor.sign(desk, "sid", Meaning.ISSUED))
    values = {"counted": "312", "whole": "whole", "tens": DESTROYED} | TWO
    return _form(floor, "sam", "open_decks", name, values), ("decks.opened", "decks.tens-removed")


def arrange(floor: Floor) -> Press:
    by = next(NUMBERS)
    moved = {name: Place(100 + by, 100 + by) for name in ("FB-01", "FB-02", "NJ-01")}
    return lambda desk: presses.move_tables(desk, places=moved), ("table.moved",) * 3


def set_up(floor: Floor) -> Press:
    by = next(NUMBERS)
    planned = tuple(
        PlannedTable(f"W{by}-{n}", f"Wing {by}", "pa-590", 6, 6, ShufflingMethod.BY_HAND, LIMITS, f"RW-{by}-{n}")
        for n in range(2)
    )
    return lambda desk: write_floor(desk, planned), ("pit.placed", *("table.set-up", "equipment.fitted") * 2)


def _flood(floor: Floor) -> AlarmGroup:
    """Five readers failed within a few minutes: one cause with four under it."""
    desk = floor.desk("flo")
    floor.clock.advance(minutes=30)
    for table in ("FB-01", "FB-02", "FB-03", "NJ-01", "NJ-02"):
        with floor.store.reading() as state:
            known = state.get(ReaderStatus, table)
        if known is not None and known.failed_at is not None:
            readers.mend_reader(desk, table=table, says="cleaned", proofs=PROVED)
        readers.report_reader_failure(desk, table=table, says="dark")
    with floor.desk("flo").looking() as moment:
        return next(group for group in alarms(moment).groups if len(group.alarms) == 5)


def acknowledge(floor: Floor) -> Press:
    group = _flood(floor)
    return lambda desk: alarm_screen.acknowledge(desk, group), ("duty.acknowledged",) * 5


def shelve(floor: Floor) -> Press:
    group = _flood(floor)
    values = {"how long": "30 minutes", "reason": "the technician is on the way"}
    return lambda desk: alarm_screen.shelve(desk, values, group), ("duty.shelved",) * 5


#: Every press that leaves several entries, with who makes it.
PRESSES: dict[str, tuple[str, Callable[[Floor], Press]]] = {
    "end the shoe and close": ("flo", close),
    "end the shoe and begin the next": ("flo", next_one),
    "end the shoe and change the decks": ("flo", change),
    "bring a set and open it": ("sam", bring),
    "bring a set, open it and take its tens out": ("sam", bring_without_tens),
    "open a set and take its tens out": ("sam", open_without_tens),
    "write where tables stand": ("sam", arrange),
    "write a list of tables down": ("ada", set_up),
    "acknowledge a cause and what is under it": ("flo", acknowledge),
    "shelve a cause and what is under it": ("flo", shelve),
}
