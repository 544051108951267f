"""Inspections, openings, deck changes and counts are signed: by one signature at the end of a route, saying which."""

from __future__ import annotations

from floorapp.bootstrap import rulebooks
from floorapp.operations.acts import readers, routes
from floorapp.operations.entry import Entry
from floorapp.operations.facts.routes import EntriesSigned
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import make_paper
from floorapp.operations.papers.record import Record
from floorapp.operations.sheet import SheetTable
from floorapp.operations.signatures import Meaning
from floorapp.operations.unsigned import unsigned_entries
from tests.acts.floor import PROVED, Floor, refused


def waiting(floor: Floor, who: str = "flo") -> tuple[Entry, ...]:
    with floor.desk(who).looking() as moment:
        return unsigned_entries(floor.store, who, moment.day)


def inspected(floor: Floor) -> tuple[Entry, ...]:
    desk = floor.desk("flo")
    for table in ("FB-01", "FB-02"):
        readers.inspect_reader(desk, table=table, tampering=False, working=True, proofs=PROVED, instead_of="route")
    return waiting(floor)


def signed_column(floor: Floor) -> list[str]:
    """What the inspection log of the day says of signatures."""
    record = Record(floor.store, upto=floor.store.page(limit=1)[0].position, rulebooks=rulebooks())
    with floor.desk("flo").looking() as moment:
        day = moment.day.date
    (sheet,) = make_paper(record, Request("inspections", day, day))
    table = next(each for each in sheet.sections if isinstance(each, SheetTable) and not each.title)
    return [str(row.cells[-1]) for row in table.rows]


def test_one_signature_covers_the_entries_of_a_route_by_number_and_hash(floor: Floor) -> None:
    made = inspected(floor)
    assert len(made) == 2 and signed_column(floor) == ["unsigned", "unsigned"]
    desk = floor.desk("flo")
    routes.sign_entries(desk, entries=tuple(e.id for e in made), signature=floor.sign(desk, "flo", Meaning.ROUTE))
    last = floor.store.page(limit=1)[0]
    assert not waiting(floor)
    assert isinstance(last.fact, EntriesSigned) and last.signatures[0].person == "flo"
    assert [(each.number, each.hash) for each in last.fact.covers] == [(e.number, e.hash) for e in made]
    assert all(last.number in said for said in signed_column(floor))


def test_nobody_signs_anothers_entries_nor_with_anothers_pin(floor: Floor) -> None:
    ids = tuple(each.id for each in inspected(floor))
    sam, flo = floor.desk("sam"), floor.desk("flo")
    others = refused(routes.sign_entries, sam, entries=ids, signature=floor.sign(sam, "sam", Meaning.ROUTE))
    assert others.code == "not-yours"
    lent = refused(routes.sign_entries, flo, entries=ids, signature=floor.sign(flo, "sam", Meaning.ROUTE))
    assert lent.code == "unsigned" and waiting(floor)
