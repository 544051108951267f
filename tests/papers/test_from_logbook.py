"""Papers made from entries: what stands on them is what the logbook says, row by row, and stays so."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path

import pytest

from db.store import Store
from floorapp.bootstrap import rulebooks
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.devices import Inspection
from floorapp.domain.incidents import Incident
from floorapp.domain.people import Person
from floorapp.domain.property import Property
from floorapp.domain.tables import Table
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import FORMS, UnknownSubject, make_paper, settled
from floorapp.operations.papers.incidents import PHASES
from floorapp.operations.papers.record import Record
from floorapp.operations.sheet import Completeness, Prose, Row, Sheet, SheetTable
from printing.paper import render
from printing.rows import tables_of, to_json
from printing.style import PageSize
from tests.floor_words import foreign_days, foreign_times
from tests.papers.reading import expected, rows_read, squeezed, texts
from tests.papers.samples import ISSUE
from tests.test_words import old_words

pytestmark = pytest.mark.unix  # read back with poppler's tools

SATURDAY = date(2026, 11, 14)
LONG_AGO, FAR_AHEAD = datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)
#: Papers that were made already: they are the same every time, which a test below holds.
MADE: dict[Request, tuple[Sheet, ...]] = {}


@lru_cache(maxsize=1)
def record(shown: Store) -> Record:
    """The sample's record, looked up once: nobody writes to it."""
    return Record(shown, upto=shown.page(limit=1)[0].position, rulebooks=rulebooks())


def asked(shown: Store, name: str, first: date = SATURDAY, last: date | None = None, **narrowed: str) -> Request:
    about = ""
    if name == "guest":
        about = next(record(shown).rounds(LONG_AGO, FAR_AHEAD, wrong=True)).id
    if name == "item":
        about = "FB-01"
    if name == "incident":
        about = record(shown).lines(IncidentReported)[-1].fact.incident
    return Request(name, first, last or first, **({"about": about} | narrowed))


def paper(
    shown: Store, name: str, first: date = SATURDAY, last: date | None = None, **narrowed: str
) -> tuple[Sheet, ...]:
    request = asked(shown, name, first, last, **narrowed)
    if request not in MADE:
        looked = record(shown)
        MADE[request] = make_paper(looked, settled(looked, request))
    return MADE[request]


def rows(sheets: tuple[Sheet, ...]) -> list[Row]:
    return [row for sheet in sheets for table in tables_of(sheet) for row in table.rows]


def main_table(sheet: Sheet) -> SheetTable:
    """The one with the most records."""
    tables = (each for each in sheet.sections if isinstance(each, SheetTable))
    return max(tables, key=lambda each: sum(bool(row.record) for row in each.rows))


@pytest.mark.parametrize("name", FORMS)
def test_every_paper_prints_in_both_sizes_and_for_a_period_without_records(
    shown: Store, name: str, tmp_path: Path
) -> None:
    for size in (PageSize.LETTER, PageSize.A4):
        pages = texts(render(paper(shown, name), issue=ISSUE, size=size), tmp_path)
        assert all("Heron Bend Casino" in page and "Page " in page for page in pages)
        flat = " ".join(" ".join(pages).split())
        assert foreign_days(flat) == [] and old_words(flat) == []
    for row in rows(paper(shown, name)):
        assert [found for cell in row.cells if (found := foreign_times(str(cell)))] == [], "12 hours are the default"
    if FORMS[name].days is None or not FORMS[name].needs_about:
        empty = paper(shown, name, date(2025, 1, 5))
        assert texts(render(empty, issue=ISSUE), tmp_path), "no records still prints"


def test_the_inspection_log_says_what_the_state_knows(shown: Store, counted: Callable[[str], None]) -> None:
    with shown.reading() as state:
        known = state.find(Inspection, gaming_day=str(SATURDAY))
        names = {each.handle: each.name for each in state.find(Person)}
    clock = record(shown).clock
    wanted = {
        (
            i.table,
            f"{i.at.astimezone(clock.zone):%m/%d} {clock.time(i.at, seconds=True)}",
            names[i.by],
            "pass" if i.passed else "fail",
        )
        for i in known
    }
    [sheet] = paper(shown, "inspections")
    read = {(str(r.cells[0]), str(r.cells[2]), str(r.cells[6]), str(r.cells[3])) for r in main_table(sheet).rows}
    assert read == wanted and len(read) > 30
    counted(f"inspections compared with the state: {len(read)}")


def test_the_register_names_every_incident_of_its_days(shown: Store) -> None:
    with shown.reading() as state:
        known = {each.number: PHASES.get(each.phase, each.phase.value) for each in state.find(Incident)}
    [sheet] = paper(shown, "register", date(2026, 10, 31), date(2026, 11, 15))
    assert {str(row.cells[0]): str(row.cells[-1]) for row in main_table(sheet).rows} == known
    assert "pending review" in known.values(), "as the head of the register counts them"


def test_sets_over_their_hours_are_found_by_their_age_alone(shown: Store, counted: Callable[[str], None]) -> None:
    """Against the state: every set that was open at a table for more than its hours, whatever acts noted."""
    first, last = date(2026, 11, 1), date(2026, 11, 15)
    with shown.reading() as state:
        sets = state.find(DeckSet)
    [sheet] = paper(shown, "deck-changes", first, last)
    over = next(
        each for each in sheet.sections if isinstance(each, SheetTable) and each.title == "Sets past their hours"
    )
    named = {str(row.cells[1]) for row in over.rows}
    now = shown.page(limit=1)[0].recorded_at
    wanted = set()
    for each in sets:
        gone = [e for e, thing in shown.trail(DeckSet, each.id) if thing.spot is Spot.WITHDRAWN]
        if each.opened_at is None or each.spot in (Spot.STORE, Spot.ISSUED):
            continue
        until = gone[0].occurred_at if gone else now
        if (until - each.opened_at).total_seconds() > 24 * 3600:
            wanted.add(each.id)
    assert named == wanted
    counted(f"deck sets looked at: {len(sets)}, over their hours: {len(named)}")


def test_a_paper_up_to_a_head_stays_the_same_whatever_is_written_later(shown: Store) -> None:
    half = shown.page(limit=1)[0].position - 400
    looked = Record(shown, upto=half, rulebooks=rulebooks())
    again = Record(shown, upto=half, rulebooks=rulebooks())
    day = Request("day", date(2026, 11, 15), date(2026, 11, 15))
    assert to_json(make_paper(looked, day)) == to_json(make_paper(again, day))
    numbers = {row.record for row in rows(make_paper(looked, day)) if row.record}
    beyond = {entry.number for entry in shown.page(limit=400)}
    assert numbers and not numbers & beyond, "nothing that was written after the head"


@pytest.mark.parametrize(
    "name", [n for n in FORMS if n not in ("guest", "day", "completeness", "summary", "charts", "incident", "audit")]
)
def test_what_is_printed_reads_back_row_by_row(
    shown: Store, name: str, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    sheets = paper(shown, name)
    whole = render(sheets, issue=ISSUE)
    read = squeezed("".join(texts(whole, tmp_path)))
    seen = 0
    for row in rows(sheets):
        for cell in row.cells:
            for word in str(cell).split():
                assert word in read, (name, word)
        seen += 1
    counted(f"{name}: {seen} rows read back")


def test_every_column_of_the_inspection_log_reads_back(
    shown: Store, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    [sheet] = paper(shown, "inspections", date(2026, 11, 8), SATURDAY)
    table = main_table(sheet)
    whole = render(Sheet(sheet.head, (table,)), issue=ISSUE)
    found = rows_read(whole, tmp_path, table, PageSize.LETTER)
    wanted = expected(table)
    assert {record: places[0][1] for record, places in found.items() if record in wanted} == wanted
    counted(f"inspection log: every column of {len(wanted)} rows read back")


def test_narrowed_papers_say_so_and_hold_nothing_else(shown: Store) -> None:
    [sheet] = paper(shown, "inspections", pit="P1", shift="Day")
    whole = {row.record: row.cells for row in main_table(paper(shown, "inspections")[0]).rows}
    few = {row.record: row.cells for row in main_table(sheet).rows}
    with shown.reading() as state:
        pits = {each.id: each.pit for each in state.find(Table)}
    assert few and few.items() < whole.items()
    assert {pits[str(cells[0])] for cells in few.values()} == {"P1"}
    assert "Day shift" in sheet.head.filters


def test_the_duty_of_the_day_names_each_code_once(shown: Store) -> None:
    prose = next(
        each
        for each in paper(shown, "inspections")[0].sections
        if isinstance(each, Prose) and "Duty" in each.paragraphs[0]
    )
    duty = next(each for each in paper(shown, "completeness")[0].sections if isinstance(each, Completeness)).duties[0]
    for said in (prose.paragraphs[0], duty.citation):
        assert "58 Pa. Code §§ 590.2(d) (rescinded), 665a" in said.replace(" 673a.2(d), 685a.2(d),", "") and (
            said.count("Pa. Code") == 1
        )


def test_what_is_not_on_record_is_said(shown: Store) -> None:
    for name in ("incident", "guest", "custody", "verification"):
        with pytest.raises(UnknownSubject):
            settled(record(shown), Request(name, SATURDAY, SATURDAY, about="nothing/9"))
    with pytest.raises(UnknownSubject):
        settled(record(shown), Request("incident", SATURDAY, SATURDAY))


def test_the_propertys_license_stands_in_the_head_of_a_report() -> None:
    named = Property("Riverbend", "America/New_York", license="F-1326")
    assert named.on_reports == "Riverbend, license F-1326"
    assert Property("Riverbend", "America/New_York").on_reports == "Riverbend"
