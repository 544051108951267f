"""What a report of a period states is so: counts by the day dealt, filters that filter, days that were."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from floorapp.domain.people import Role
from floorapp.domain.property import Place
from floorapp.domain.tables import Cards, Fixture, Post
from floorapp.operations.acts import assignments, house, opening, people, readers, shoes, tables
from floorapp.operations.chart import Bars
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import FORMS, UnknownSubject, settled
from floorapp.operations.sheet import Callout, Completeness, Prose, Row, Sheet, SheetFacts, SheetTable
from printing.paper import render
from printing.rows import completeness_table
from tests.acts.floor import PROVED, Floor
from tests.papers.reading import texts
from tests.papers.samples import ISSUE
from tests.papers.two_days import MONDAY, TUESDAY, WEDNESDAY, at, counted, deal, record, rows, sheets

pytestmark = pytest.mark.unix  # read back with poppler's tools


def said(sheet: Sheet) -> dict[str, str]:
    facts = next(each for each in sheet.sections if isinstance(each, SheetFacts))
    return {each.label: str(each.value) for each in facts.facts}


def printed(made: tuple[Sheet, ...], folder: Path) -> str:
    return " ".join(" ".join(texts(render(made, issue=ISSUE), folder)).split())


def opened(floor: Floor) -> None:
    """FB-03, dealing."""
    (yellow,) = floor.stock("FB-03", "yellow")
    opening.open_table(floor.desk("flo"), table="FB-03", cards=Cards.NEW, done=floor.steps("FB-03"))
    shoes.begin_shoe(floor.desk("flo"), table="FB-03", deck_set=yellow)
    shoes.burn_card(floor.desk("flo"), table="FB-03")


# FA-110


def test_fa_110_counts_payout_errors_by_the_day_they_were_dealt(monday: Floor) -> None:
    """Monday's wrong round was taken in again, with others, on Tuesday: it stays Monday's."""
    for day, wrong, dealt in ((MONDAY, 1, 2), (TUESDAY, 0, 0)):
        made = sheets(monday, "summary", day)[0]
        chart = next(each for each in made.sections if isinstance(each, Bars))
        assert next(bar.text for bar in chart.bars if bar.label == "Rounds with errors") == f"{wrong} of {dealt}"
        assert len(rows(made, "Rounds with errors dealt in this period")) == wrong


def test_fa_110_lists_hands_before_an_inspection_and_wrong_rounds_as_findings(monday: Floor, tmp_path: Path) -> None:
    floor = monday
    opened(floor)
    at(floor, WEDNESDAY, 2)
    deal(floor, 1, table="FB-03", paid=500)
    made = sheets(floor, "summary", WEDNESDAY)
    [found] = [row for row in rows(made[0], "Findings") if "inspected" in str(row.cells[3])]
    assert str(found.cells[0]) == "FB-03" and "590.2(d)" in str(found.cells[4])
    assert [str(cell) for cell in found.cells[5:]] == ["1", "1", "1"]
    [wrong] = rows(made[0], "Rounds with errors dealt in this period")
    assert "paid +$5.00, should be +$10.00" in str(wrong.cells[4])
    assert "Nothing stood" not in printed(made, tmp_path)


# FA-105


def test_fa_105_does_not_count_a_round_without_a_payout_as_right(monday: Floor) -> None:
    deal(monday, 9, paid=None, at=(monday.clock.now() - timedelta(hours=15)).isoformat())
    tally = counted(sheets(monday, "verification")[0])
    assert tally["rounds dealt and on record"] == "3" and tally["paid correctly"] == "1"
    assert tally["without a payout on record"] == "1" and tally["payout error"] == "1"


def test_fa_105_by_table_counts_and_lists_that_table_alone(monday: Floor) -> None:
    made = sheets(monday, "verification", table="FB-02")[0]
    assert set(counted(made).values()) == {"0"}
    assert not rows(made, "Rounds imported in this period, whenever they were dealt")
    assert len(rows(sheets(monday, "verification", table="FB-01")[0], made.sections[-2].title)) == 2  # type: ignore[union-attr]


def test_fa_105_says_which_rounds_of_the_day_came_in_on_another(monday: Floor, tmp_path: Path) -> None:
    """Eight rounds above and four below, and nothing told why."""
    late = (monday.clock.now() - timedelta(hours=15)).isoformat()
    deal(monday, 11, at=late, shoe="FB-01/9")
    deal(monday, 12, at=late, shoe="FB-01/9")
    made = sheets(monday, "verification")
    assert counted(made[0])["rounds dealt and on record"] == "4"
    said = "Of the rounds dealt in this period 2 were imported at another time: 2 at FB-01."
    assert said in printed(made, tmp_path)
    assert "at another time" not in printed(sheets(monday, "verification", TUESDAY), tmp_path)


def test_fa_105_does_not_headline_a_wrongly_played_round_as_settled_by_the_rules(monday: Floor) -> None:
    """The dealer drew on eighteen, and the guest was paid for what then lay there."""
    deal(monday, 10, dealer={"cards": ["Ts", "8d", "2h"], "reader": "no_blackjack"})
    made = sheets(monday, "verification", TUESDAY, about="FB-01/10")[0]
    headline = next(each.headline for each in made.sections if isinstance(each, Callout))
    assert said(made)["Verdict"] == "procedure error"
    assert headline == "This round was not played by the rules."


# FA-101


def test_fa_101_of_a_shift_names_the_reader_that_was_missing_in_it(monday: Floor) -> None:
    floor = monday
    (red,) = floor.stock("FB-03", "yellow")
    opening.open_table(floor.desk("flo"), table="FB-03", cards=Cards.NEW, done=floor.steps("FB-03"))
    shoes.begin_shoe(floor.desk("flo"), table="FB-03", deck_set=red)
    at(floor, WEDNESDAY, 10)
    deal(floor, 1, table="FB-03")
    readers.inspect_reader(floor.desk("flo"), table="FB-03", tampering=False, working=True, proofs=PROVED)
    for shift, late in (("Day", 1), ("Swing", 1), ("Grave", 0)):
        made = sheets(floor, "inspections", WEDNESDAY, shift=shift)[0]
        assert counted(made)["late"] == str(late), shift
        assert [str(row.cells[1]) for row in rows(made, "Not inspected, or late")] == ["RD-FB-03"] * late
        told = " ".join(each for section in made.sections if isinstance(section, Prose) for each in section.paragraphs)
        assert "one inspected in another shift is in that shift's log" in told
    whole = sheets(floor, "inspections", WEDNESDAY)[0]
    assert [str(cell) for cell in rows(whole, "Not inspected, or late")[0].cells[2:6]] == [
        "11/18 7:00:00 AM",
        "late, 11/18 4:00:00 PM",
        "1",
        "1",
    ]


# FA-109, FA-111


def test_lists_as_of_a_day_hold_nothing_that_came_later(monday: Floor) -> None:
    desk = monday.desk("ada")
    tables.fit_equipment(desk, table="FB-03", fixture=Fixture.SHUFFLER, serial="SH-LATER")
    people.add_person(desk, handle="new", name="New Hand", role=Role.DEALER, pin="482605")
    for paper, word in (("devices", "SH-LATER"), ("access", "New Hand")):
        for day, there in ((MONDAY, False), (TUESDAY, True)):
            made = sheets(monday, paper, day)[0]
            assert any(word in map(str, row.cells) for row in _all_rows(made)) is there, (paper, day)


def _all_rows(sheet: Sheet) -> list[Row]:
    return [row for each in sheet.sections if isinstance(each, SheetTable) for row in each.rows]


def test_days_before_the_logbook_say_so_and_list_nothing(monday: Floor, tmp_path: Path) -> None:
    begins = "The logbook begins 11/16/2026 12:00:00 PM EST: nothing is on record before."
    for paper in [name for name, form in FORMS.items() if not form.needs_about]:
        made = sheets(monday, paper, date(2025, 3, 1))
        read = printed(made, tmp_path)
        assert begins in read, paper
        if paper == "devices":
            assert not _all_rows(made[0])
        if paper == "access":
            assert counted(made[0])["people"] == "0"
        if paper in ("completeness", "summary"):  # nobody could end a day that no logbook knew
            missing = "with items missing" if paper == "completeness" else "requirements not met"
            assert counted(made[0])[missing] == "0" and "nobody has ended it" not in read


# FA-107, FA-113


def test_fa_107_by_table_tells_the_whole_way_of_its_sets_and_of_no_other(monday: Floor) -> None:
    made = sheets(monday, "custody", table="FB-01")[0]
    whole = rows(sheets(monday, "custody")[0], "")
    assert {str(row.cells[0]) for row in rows(made, "")} == {"DS-2026-0001"}
    assert rows(made, "") == [row for row in whole if "DS-2026-0001" in str(row.cells[0])]
    assert any("received" in str(row.cells[3]).lower() for row in rows(made, ""))


def test_fa_113_of_a_pit_counts_its_decks_and_its_entries_alone(monday: Floor) -> None:
    house.add_pit(monday.desk("ada"), pit="P2", name="Empty pit", place=Place(40, 40))
    at(monday, TUESDAY, 1)
    for pit, sets in (("P1", 3), ("P2", 0)):
        made = sheets(monday, "completeness", MONDAY if pit == "P1" else TUESDAY, pit=pit)[0]
        duties = next(each for each in made.sections if isinstance(each, Completeness)).duties
        assert next(each.expected for each in duties if each.duty.startswith("No decks")) == sets
        assert next(each.expected for each in duties if each.duty.startswith("Reader inspected")) == (2 if sets else 0)


# What cannot be asked


@pytest.mark.parametrize(
    ("narrowed", "says"),
    [
        ({"table": "XX-9"}, "There is no table XX-9."),
        ({"pit": "P9"}, "There is no pit P9."),
        ({"shift": "Dawn"}, "There is no shift Dawn. There are: Day, Swing, Grave."),
    ],
)
def test_an_unknown_table_pit_or_shift_is_refused(monday: Floor, narrowed: dict[str, str], says: str) -> None:
    with pytest.raises(UnknownSubject) as refused:
        settled(record(monday), Request("inspections", MONDAY, MONDAY, **narrowed))
    assert str(refused.value).startswith(says)


def test_a_day_still_to_come_is_refused_and_a_running_one_says_so_far(monday: Floor) -> None:
    now = monday.clock.now()
    with pytest.raises(UnknownSubject) as refused:
        settled(record(monday), Request("completeness", WEDNESDAY, WEDNESDAY), now=now)
    assert str(refused.value) == "Wed, Nov 18, 2026 is still to come. Choose gaming days that have begun."
    head = sheets(monday, "inspections", TUESDAY)[0].head
    assert (head.period, head.hours) == ("Tue, Nov 17, 2026, so far", "6:00 AM to 6:30 AM EST")
    head = sheets(monday, "devices", TUESDAY)[0].head
    assert (head.period_label, head.period) == ("As of gaming day", "Tue, Nov 17, 2026, 6:30 AM")
    assert "so far" not in sheets(monday, "inspections", MONDAY)[0].head.period
    at(monday, TUESDAY, 23)
    assignments.assign(monday.desk("sam"), table="FB-03", post=Post.DEALER, person="dan")
    head = sheets(monday, "devices", TUESDAY)[0].head
    assert head.period == "Tue, Nov 17, 2026, 11/18 5:00 AM", "the time is of the next morning"


def test_what_is_not_due_yet_on_a_running_day_is_not_called_missing(monday: Floor) -> None:
    """Nobody can end a day that goes on: who prints at noon does not sign a requirement as not met for it."""
    checklist = sheets(monday, "completeness", TUESDAY)[0]
    ended = next(each for each in checklist.sections if isinstance(each, Completeness)).duties[-1]
    assert ended.not_yet == "it ends at 11/18/2026 6:00:00 AM EST" and not ended.missing and not ended.complete
    assert counted(checklist)["not due yet"] == "1" and counted(checklist)["with items missing"] == "0"
    assert counted(checklist)["requirements"] == "10" and counted(checklist)["complete"] == "9"
    row = next(iter(completeness_table(Completeness((ended,))).rows))
    assert str(row.cells[-1]) == "not due yet" and row.notes == ("Not due yet: it ends at 11/18/2026 6:00:00 AM EST.",)
    assert counted(sheets(monday, "summary", TUESDAY)[0])["requirements not met"] == "0"
    quarter = sheets(monday, "quarterly", TUESDAY)[0]
    assert next(each for each in quarter.sections if isinstance(each, Callout)).headline == "Complete so far."
    assert [str(row.cells[-1]) for row in rows(quarter, "Requirements of the period")][-1] == "not due yet"
    missing = next(each for each in sheets(monday, "completeness")[0].sections if isinstance(each, Completeness))
    assert missing.duties[-1].missing[0].why == "nobody has ended it; it was over at 11/17/2026 6:00:00 AM EST"
