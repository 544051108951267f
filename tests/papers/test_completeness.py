"""The completeness page finds what is missing in a day, and says why; corrected rows are struck with what changed."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.people import Badge, Person
from floorapp.domain.tables import Post
from floorapp.operations.acts import assignments, corrections, incidents, opening, people, readers, rounds, shoes
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.facts.devices import ReaderInspected
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import make_paper
from floorapp.operations.papers.record import Record
from floorapp.operations.sheet import (
    Completeness,
    MarkedWord,
    Prose,
    Row,
    Sheet,
    SheetDuty,
    SheetSign,
    SheetTable,
    SheetTally,
)
from floorapp.operations.signatures import Meaning
from printing.paper import render
from tests.acts.floor import GIVEN_PIN, PROVED, Floor
from tests.acts.rulebooks import RULEBOOKS
from tests.papers.reading import texts
from tests.papers.samples import ISSUE

pytestmark = pytest.mark.unix  # read back with poppler's tools

MONDAY, TUESDAY = date(2026, 11, 16), date(2026, 11, 17)


@pytest.fixture(name="floor")
def dealing(floor: Floor) -> Floor:
    """FB-01 was opened at noon on Monday and deals."""
    (red,) = floor.open("FB-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    return floor


def sheet(floor: Floor, paper: str, day: date) -> Sheet:
    upto = floor.store.page(limit=1)[0].position
    record = Record(floor.store, upto=upto, rulebooks=RULEBOOKS)
    return make_paper(record, Request(paper, day, day))[0]


def duty(floor: Floor, name: str, day: date = TUESDAY) -> SheetDuty:
    found = next(each for each in sheet(floor, "completeness", day).sections if isinstance(each, Completeness))
    return next(each for each in found.duties if each.duty.startswith(name))


def rows(made: Sheet, title: str) -> list[Row]:
    table = next(each for each in made.sections if isinstance(each, SheetTable) and each.title == title)
    return list(table.rows)


def morning(floor: Floor, hours: float = 1) -> None:
    """So long into Tuesday's gaming day, which begins at six."""
    with floor.desk().looking() as moment:
        floor.clock.instant = moment.house.start_of(GamingDay(TUESDAY)) + timedelta(hours=hours)


def deal(floor: Floor, number: int) -> None:
    """A round at FB-01, dealt a minute ago, taken in now."""
    record = {
        "format": "floor-round/1",
        "id": f"FB-01/{number}",
        "table": "FB-01",
        "rulebook": "pa-590",
        "at": (floor.clock.now() - timedelta(minutes=1)).isoformat(),
        "dealer": {"cards": ["Ts", "8d"], "reader": "no_blackjack"},
        "boxes": [{"box": 1, "cards": ["Kh", "Jh"], "wagers": {"main": 1000}, "play": [{"do": "stand"}]}],
    }
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=[json.dumps(record).encode()])


def inspect(floor: Floor, table: str = "FB-01") -> str:
    return readers.inspect_reader(floor.desk("flo"), table=table, tampering=False, working=True, proofs=PROVED).ids[0]


def test_hands_dealt_before_the_days_inspection_are_counted_by_the_rounds_on_record(floor: Floor) -> None:
    """590.2(d), I-40: the house's sixty minutes run first at a table that deals through the beginning of the day."""
    for hours in (0.5, 1.5, 1.75):
        morning(floor, hours)
        deal(floor, round(hours * 4))
    morning(floor, 2)
    inspect(floor)
    morning(floor, 3)
    deal(floor, 12)
    found = duty(floor, "Hands dealt")
    assert (found.expected, found.recorded) == (1, 0)
    [missing] = found.missing
    assert "FB-01: from 11/17 7:00:00 AM to its inspection at 11/17 8:00:00 AM, 2 rounds, 2 hands" in missing.what
    assert missing.why == "it was open when the gaming day began"
    [row] = rows(sheet(floor, "completeness", TUESDAY), "Hands dealt without an inspection")
    assert [str(cell) for cell in row.cells[:5]] == ["FB-01", "11/17 7:00:00 AM", "11/17 8:00:00 AM", "2", "2"]
    assert duty(floor, "Reader inspected").complete


def test_a_table_that_deals_all_day_uninspected_is_missing_in_both_duties(floor: Floor) -> None:
    morning(floor, 5)
    deal(floor, 1)
    for name in ("Reader inspected", "Hands dealt"):
        assert not duty(floor, name).complete
    assert duty(floor, "Hands dealt", MONDAY).complete and duty(floor, "Reader inspected", MONDAY).complete


def test_a_set_over_its_hours_is_named_with_its_age_also_while_in_play(floor: Floor) -> None:
    morning(floor, 5.5)  # half past eleven: opened at noon the day before
    inspect(floor)
    assert duty(floor, "No decks in the shoe past").complete
    morning(floor, 8.5)
    inspect(floor)
    [missing] = duty(floor, "No decks in the shoe past").missing
    assert "26 h 30 min in play" in missing.what and "still in play" in missing.why
    [row] = rows(sheet(floor, "deck-changes", TUESDAY), "Sets past their hours")
    assert str(row.cells[5]) == "26 h 30 min" and "590.3(c)" in str(row.cells[8])


def test_a_late_entry_says_how_late_and_why(floor: Floor) -> None:
    morning(floor, 3)
    desk = floor.desk("flo")
    readers.inspect_reader(
        desk,
        table="FB-01",
        tampering=False,
        working=True,
        proofs=PROVED,
        occurred_at=floor.clock.now() - timedelta(minutes=95),
        late="the station was being repaired",
    )
    [missing] = duty(floor, "Entries made within").missing
    assert "1 h 35 min late" in missing.what and missing.why == "the station was being repaired"
    [row] = rows(sheet(floor, "completeness", TUESDAY), "Late entries")
    assert "the station was being repaired" in [str(cell) for cell in row.cells]


def test_an_incident_nobody_reviewed_is_missing_until_it_is(floor: Floor) -> None:
    desk = floor.desk("flo")
    report = incidents.IncidentReport(
        table="FB-01",
        says="a card lay face up",
        title="Card face up",
        happened_at=floor.clock.now(),
        discovered_at=floor.clock.now(),
    )
    incidents.report_irregularity(desk, report=report, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    [missing] = duty(floor, "Incidents reviewed", MONDAY).missing
    assert missing.why == "it is pending review" and "Card face up" in missing.what


def test_a_corrected_row_is_struck_and_says_what_changed_why_and_by_whom(floor: Floor, tmp_path: Path) -> None:
    assignments.assign(floor.desk("flo"), table="FB-02", post=Post.FLOORPERSON, person="flo")
    entry = inspect(floor, "FB-02")
    written = floor.store.entry(entry)
    assert written is not None and isinstance(written.fact, ReaderInspected)
    desk = floor.desk("flo")
    corrections.correct_entry(
        desk,
        entry=entry,
        fact=replace(written.fact, working=False, says="lens dirty"),
        reason="first result was left out",
        signature=floor.sign(desk, "flo", Meaning.CORRECTED),
    )
    made = sheet(floor, "inspections", MONDAY)
    row = next(row for row in rows(made, "") if row.record == written.number)
    assert str(row.cells[3]) == "pass", "the old value stays"
    [said] = row.corrections
    assert said.text == "Result: pass, corrected to fail; Found: no tampering, working, corrected to lens dirty"
    assert (said.reason, said.by) == ("first result was left out", "Flo")
    desk = floor.desk("flo")
    corrections.correct_entry(
        desk, entry=entry, fact=None, reason="wrong table", signature=floor.sign(desk, "flo", Meaning.CORRECTED)
    )
    made = sheet(floor, "inspections", MONDAY)
    row = next(row for row in rows(made, "") if row.record == written.number)
    assert [each.text for each in row.corrections][1] == "this entry is void"
    text = "\n".join(texts(render(made, issue=ISSUE), tmp_path))
    assert "Reason: wrong table." in text and "2 corrections" in text


def test_names_of_four_alphabets_and_very_long_ones_print(floor: Floor, tmp_path: Path) -> None:
    desk = floor.desk("ada")
    names = {
        "flo": "Maximiliana Constantina von Hohenschwangau-Rappoltstein zu Oberlindenbach",
        "sam": "Nguyễn Thị Hồng Phượng",
        "cora": "Γεώργιος Παπαδόπουλος",
        "dan": "Дарья Щербакова-Вознесенская",
    }
    for handle, name in names.items():
        people.rename_person(desk, person=handle, name=name)
    text = " ".join(" ".join(texts(render(sheet(floor, "access", MONDAY), issue=ISSUE), tmp_path)).split())
    for name in names.values():
        for word in name.split():
            assert word.split("-")[0] in text, word


def test_fa_111_names_titles_and_licenses_and_marks_the_expired(floor: Floor) -> None:
    desk = floor.desk("ada")
    badge = Badge("Floor supervisor", "Table games", "24101", date(2026, 11, 1))
    people.set_badge(desk, person="flo", badge=badge)
    people.set_badge(desk, person="dan", badge=Badge("Dealer", "Table games", "30211", MONDAY))
    made = sheet(floor, "access", MONDAY)
    licenses = {str(row.cells[0]): row.cells[1:] for row in rows(made, "Titles and licenses, by expiry")}
    flo, dan = licenses[floor.get(Person, "flo").name], licenses[floor.get(Person, "dan").name]
    assert flo == ("Floor supervisor", "Table games", "24101", MarkedWord("11/01/2026 expired", SheetSign.WARNING))
    assert dan[-1] == MarkedWord("11/16/2026", SheetSign.OKAY), "good to its last day"
    assert any("license 24101 to 11/01/2026" in str(row.cells[2]) for row in rows(made, "What changed in this period"))


def test_fa_111_names_whose_pin_an_administrator_chose(floor: Floor) -> None:
    people.reset_pin(floor.desk("ada"), person="dan", pin="913748")
    people.reset_pin(floor.desk("ada"), person="sid", pin=GIVEN_PIN)
    people.choose_pin(floor.desk(), person="sid", old=GIVEN_PIN, new="864213")
    status = {str(row.cells[1]): row.cells[-1] for row in rows(sheet(floor, "access", MONDAY), "People")}
    assert status["dan"] == MarkedWord("active, not own PIN", SheetSign.DUE)
    assert status["sid"] == status["flo"] == MarkedWord("active", SheetSign.OKAY)


def over(floor: Floor, paper: str, first: date, last: date) -> Sheet:
    upto = floor.store.page(limit=1)[0].position
    return make_paper(Record(floor.store, upto=upto, rulebooks=RULEBOOKS), Request(paper, first, last))[0]


def test_years_of_which_nothing_is_on_record_are_one_sentence(floor: Floor) -> None:
    made = over(floor, "completeness", date(2016, 11, 17), TUESDAY)
    note, said = (each.paragraphs[0] for each in made.sections if isinstance(each, Prose))
    assert note == "The logbook begins 11/16/2026 12:00:00 PM EST: nothing is on record before."
    assert said == "Thu, Nov 17, 2016 to Sun, Nov 15, 2026, 3,651 gaming days: before the logbook began."
    assert sum(isinstance(each, Completeness) for each in made.sections) == 2, "Monday, when all began, and Tuesday"


def test_a_day_after_which_a_table_stayed_open_is_told_by_itself(floor: Floor) -> None:
    """Nothing is written under it, and yet the table dealt."""
    floor.clock.advance(days=60)
    inspect(floor)
    made = over(floor, "completeness", MONDAY, MONDAY + timedelta(days=60))
    assert sum(isinstance(each, Completeness) for each in made.sections) == 61, "it stays open until it is closed"


def test_the_summary_counts_the_days_nobody_ended(floor: Floor) -> None:
    def not_met(first: date, last: date) -> int:
        sections = over(floor, "summary", first, last).sections
        tally = next(each for each in sections if isinstance(each, SheetTally))
        return next(int(each.number) for each in tally.figures if each.words.endswith("not met"))

    opening.close_table(floor.desk("flo"), table="FB-01", reason="quiet", count=ShoeCount(212, 100))
    floor.clock.advance(days=11)
    inspect(floor)
    whole = not_met(MONDAY, MONDAY + timedelta(days=11))
    assert whole == not_met(MONDAY, MONDAY) + 10 + not_met(MONDAY + timedelta(days=11), MONDAY + timedelta(days=11))
    assert not_met(date(2026, 10, 17), MONDAY) == not_met(MONDAY, MONDAY), "nothing was owed before the logbook"
