"""The reports an auditor asks for: audit report, quarterly statement, card storage reconciliation."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from db.store import Store
from floorapp.bootstrap import rulebooks
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.tables import Cards
from floorapp.operations.acts import custody, days, opening, shoes
from floorapp.operations.chart import Bars
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import make_paper
from floorapp.operations.papers.record import Record
from floorapp.operations.sheet import Callout, Sheet
from floorapp.operations.signatures import Meaning
from printing.paper import render
from printing.style import PageSize
from tests.acts.floor import Floor
from tests.papers.reading import texts
from tests.papers.samples import ISSUE
from tests.papers.two_days import MONDAY, TUESDAY, WEDNESDAY, at, counted, deal, record, rows, sheets

pytestmark = pytest.mark.unix  # read back with poppler's tools

SUNDAY = date(2026, 11, 15)


def callout(sheet: Sheet) -> Callout:
    return next(each for each in sheet.sections if isinstance(each, Callout))


# Quarterly statement


def over(floor: Floor, first: date, last: date) -> Sheet:
    return make_paper(record(floor), Request("quarterly", first, last))[0]


def test_the_quarterly_statement_says_on_one_page_what_is_missing_and_when(monday: Floor) -> None:
    made = over(monday, MONDAY, TUESDAY)
    assert made.one_page and callout(made).headline == "Not complete."
    by_day = {str(row.cells[0]): str(row.cells[1]) for row in rows(made, "Gaming days with something missing")}
    assert set(by_day) == {"11/16/2026"}, "Tuesday is not over yet"
    assert "Gaming day reviewed and ended (1)" in by_day["11/16/2026"]
    assert [counted(made)[words] for words in ("gaming days", "complete", "not over yet")] == ["2", "0", "1"]
    ended = next(row for row in rows(made, "Requirements of the period") if "ended" in str(row.cells[0]))
    assert [str(cell) for cell in ended.cells[2:]] == ["1", "0", "1", "missing"]


def test_the_quarterly_statement_is_complete_where_every_day_is(floor: Floor) -> None:
    at(floor, TUESDAY, 0.1)
    desk = floor.desk("sam")
    days.end_gaming_day(desk, day=GamingDay(MONDAY), signature=floor.sign(desk, "sam", Meaning.DAY_ENDED))
    made = over(floor, MONDAY, MONDAY)
    assert callout(made).headline == "Complete." and callout(made).figure == "0"
    assert not rows(made, "Gaming days with something missing")


def test_of_a_quarter_before_the_logbook_nothing_is_called_complete(floor: Floor) -> None:
    """Nothing on record is not the same as nothing missing."""
    made = over(floor, date(2026, 7, 1), date(2026, 9, 30))
    assert callout(made).headline == "Nothing can be stated." and not callout(made).figure
    assert not rows(made, "Requirements of the period") and counted(made)["gaming days"] == "0"
    at(floor, TUESDAY, 0.1)
    desk = floor.desk("sam")
    days.end_gaming_day(desk, day=GamingDay(MONDAY), signature=floor.sign(desk, "sam", Meaning.DAY_ENDED))
    made = over(floor, date(2026, 10, 1), MONDAY)
    assert callout(made).headline == "Complete since the logbook began."
    assert "46 gaming days were before the logbook began" in callout(made).text


def test_the_deck_change_log_and_the_summary_count_the_same_sets_taken_out(shown: Store) -> None:
    """The log counted those at closing alone, the summary those that a change replaced as well."""
    looked = Record(shown, upto=shown.page(limit=1)[0].position, rulebooks=rulebooks())
    log, day = (make_paper(looked, Request(name, SUNDAY, SUNDAY))[0] for name in ("deck-changes", "summary"))
    bars = {bar.label: bar.text for each in day.sections if isinstance(each, Bars) for bar in each.bars}
    assert counted(log)["sets taken out"] == bars["Deck sets taken out of service"] != "0"


def test_the_quarterly_statement_of_one_day_speaks_of_one(monday: Floor) -> None:
    assert callout(over(monday, MONDAY, MONDAY)).text.startswith("The gaming day has something missing. ")


def test_a_whole_quarter_of_the_sample_floor_is_stated_on_one_page(shown: Store, tmp_path: Path) -> None:
    looked = Record(shown, upto=shown.page(limit=1)[0].position, rulebooks=rulebooks())
    made = make_paper(looked, Request("quarterly", date(2026, 10, 1), SUNDAY))
    assert callout(made[0]).headline == "Not complete."
    for size in PageSize:
        assert len(texts(render(made, issue=ISSUE, size=size), tmp_path)) == 1


# Card storage reconciliation


def test_card_storage_reconciles_what_came_and_went_with_what_must_be_there(monday: Floor) -> None:
    floor = monday
    desk = floor.desk("sam")
    security = floor.sign(desk, "sid", Meaning.RECEIVED)
    seals = ("S-A", "S-B")
    custody.receive_decks(desk, design="Bee", back="red", decks=6, seals=seals, security=security)
    before, after = sheets(floor, "card-storage", MONDAY)[0], sheets(floor, "card-storage", TUESDAY)[0]
    assert counted(before)["in storage at the end"] == "0" and counted(before)["delivered to tables"] == "3"
    assert counted(after)["received"] == "2" and counted(after)["in storage at the beginning"] == "0"
    assert [str(row.cells[5]) for row in rows(after, "In card storage at the end: to be counted")] == ["S-A", "S-B"]
    for made in (before, after):
        balance = rows(made, "Sets by place")
        assert all(str(row.cells[-1]) == "yes" for row in balance)
        for row in balance:
            begin, came, went, end = (int(str(cell)) for cell in row.cells[1:5])
            assert begin + came - went == end
    assert [str(cell) for cell in rows(after, "Card storage by kind of cards")[0].cells] == [
        *("Bee", "red", "6", "0", "2", "0", "2")
    ]


# Audit report


def test_the_audit_report_verifies_again_and_lists_play_outside_authorization(monday: Floor) -> None:
    floor = monday
    (red,) = floor.stock("FB-03", "yellow")
    opening.open_table(floor.desk("flo"), table="FB-03", cards=Cards.NEW, done=floor.steps("FB-03"))
    shoes.begin_shoe(floor.desk("flo"), table="FB-03", deck_set=red)
    at(floor, WEDNESDAY, 2)
    deal(floor, 1, table="FB-03", paid=500)
    made = sheets(floor, "audit", WEDNESDAY)[0]
    assert counted(made)["round verified again"] == "1" and counted(made)["payout error"] == "1"
    outside = {str(row.cells[3]) for row in rows(made, "Play outside authorization")}
    assert any("has not been inspected" in each for each in outside)
    assert not rows(sheets(floor, "audit", WEDNESDAY, table="FB-01")[0], "Play outside authorization")


def test_the_audit_report_finds_the_cards_and_lights_that_are_planted_in_the_sample(shown: Store) -> None:
    looked = Record(shown, upto=shown.page(limit=1)[0].position, rulebooks=rulebooks())
    (made,) = make_paper(looked, Request("audit", SUNDAY, SUNDAY))
    cards = {str(row.cells[0]): str(row.cells[4]) for row in rows(made, "Missing-card check")}
    to_count = sum(each == "count the cards" for each in cards.values())
    assert counted(made)["deck sets to count"] == str(to_count), "the head says what the sets below are told for"
    assert cards["FB-04"] == cards["DA-01"] == "count the cards" and cards["DU-02"] == "complete"
    assert {str(row.cells[0]) for row in rows(made, "Actual vs. expected: out of range")} >= {"table DU-02"}
    charts = [each for each in made.sections if isinstance(each, Bars)]
    assert charts and any(bar.differs and bar.low is not None for bar in charts[0].bars)
    wrong = len(rows(made, "Rounds with errors dealt in this period"))
    assert wrong == int(counted(made)["payout errors"]) + int(counted(made)["procedure errors"])
