"""Reports of one day say the same thing: counts, minutes, names of cards and places."""

from __future__ import annotations

from pathlib import Path

import pytest

from floorapp.domain.devices import RedLight, ShufflerCondition
from floorapp.operations.acts import opening, shufflers
from floorapp.operations.chart import Bars
from floorapp.operations.papers.builder import cited_together
from floorapp.operations.papers.catalogue import FORMS
from floorapp.operations.sheet import Completeness, SheetTable
from tests.acts.floor import Floor
from tests.acts.test_card_storage import received
from tests.papers.test_period_reports import opened, printed
from tests.papers.two_days import MONDAY, TUESDAY, at, counted, deal, rows, sheets

pytestmark = pytest.mark.unix  # read back with poppler's tools

# Reports that say the same thing of the same day


def test_fa_113_misses_what_fa_110_finds_also_where_only_house_policy_asks(monday: Floor, tmp_path: Path) -> None:
    """A hand dealt while the game was stopped: FA-110 listed it, FA-113 called the day complete."""
    floor = monday
    opened(floor)
    opening.suspend_table(floor.desk("flo"), table="FB-03", reason="Spill on the layout")
    floor.clock.advance(minutes=9)
    deal(floor, 1, table="FB-03")
    [found] = rows(sheets(floor, "summary", TUESDAY)[0], "Findings")
    assert str(found.cells[3]) == "The table is closed or stopped." and str(found.cells[4]) == "house policy"
    made = sheets(floor, "completeness", TUESDAY)
    duties = next(each for each in made[0].sections if isinstance(each, Completeness)).duties
    [duty] = [each for each in duties if each.duty.startswith("No hand dealt with any other")]
    assert (duty.expected - duty.recorded, len(duty.missing)) == (1, 1)
    assert "FB-03" in duty.missing[0].what and "house policy" in duty.missing[0].why
    assert "The table is closed or stopped. 1 round, 1 hand" in printed(made, tmp_path)


def test_minutes_beside_from_and_to_are_called_those_in_which_hands_were_dealt(monday: Floor) -> None:
    """The reader failed for an hour and hands were dealt for a minute of it: one figure must not deny the other."""
    for paper in FORMS.keys() - {"destruction", "day"}:
        for each in sheets(monday, paper)[0].sections:
            heads = [column.head for column in each.columns] if isinstance(each, SheetTable) else []
            assert "Minutes" not in heads or {"First round", "Incident", "Findings"} & {*heads}, (paper, heads)


def test_fa_105_fa_110_and_fa_117_account_for_the_same_rounds(monday: Floor) -> None:
    """Also for one that cannot be read: FA-117 verified two of three, and said of the third nothing."""
    at(monday, MONDAY, 9)
    deal(monday, 9, boxes=[])
    verification, audit = (counted(sheets(monday, name)[0]) for name in ("verification", "audit"))
    assert verification["rounds dealt and on record"] == "3" and verification["unreadable"] == "1"
    assert audit["rounds verified again"] == "2" and audit["unreadable"] == "1"
    bars = (each for each in sheets(monday, "summary")[0].sections if isinstance(each, Bars))
    assert {bar.label: bar.text for each in bars for bar in each.bars}["Rounds with errors"] == "2 of 3"


def test_fa_117_names_cards_in_words(monday: Floor) -> None:
    opened(monday)
    for number in range(1, 9):
        monday.clock.advance(minutes=1)
        deal(monday, number, table="FB-03", shoe="1")
    [row] = rows(sheets(monday, "audit", TUESDAY)[0], "Missing-card check")
    assert str(row.cells[5]).startswith("Ten of spades in round FB-03/7 is copy 7; the decks hold 6 of it.")


def test_fa_121_calls_a_place_by_one_name(monday: Floor, tmp_path: Path) -> None:
    received(monday, "AP-1")
    made = sheets(monday, "card-storage", TUESDAY)
    stored = {str(row.cells[6]) for row in rows(made[0], "In card storage at the end: to be counted")}
    assert stored == {str(row.cells[0]) for row in rows(made[0], "Places and par levels")} == {"Card storage"}
    assert "first place" not in printed(made, tmp_path)


def test_a_shuffler_that_did_not_finish_is_told_in_words(monday: Floor, tmp_path: Path) -> None:
    says = "Cycle ended early."
    shufflers.report_shuffler_fault(
        monday.desk("flo"), table="FB-02", condition=ShufflerCondition.FAILED, cause=RedLight.UNKNOWN, says=says
    )
    made = sheets(monday, "shufflers", TUESDAY)
    told = [str(row.cells[4]) for row in rows(made[0], "Batches and shoes")]
    assert "Shuffler failed cycle, unknown: Cycle ended early." in told
    assert "failed-cycle" not in printed(made, tmp_path)


def test_sections_of_one_code_name_the_code_once() -> None:
    cites = ("58 Pa. Code § 590.2(d) (rescinded)", "58 Pa. Code § 673a.2(d)", "house policy")
    assert cited_together(cites) == "58 Pa. Code §§ 590.2(d) (rescinded), 673a.2(d); house policy"
