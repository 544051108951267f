"""What New Jersey's text is silent about is house policy on paper, and what it says is cited as law."""

from __future__ import annotations

from pathlib import Path

import pytest

from floorapp.domain.devices import ShufflerCondition
from floorapp.domain.tables import Cards
from floorapp.operations.acts import opening, rounds, shufflers
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.papers.builder import tally
from floorapp.operations.signatures import Meaning
from floorapp.operations.table_presses import next_shoe
from tests.acts.conduct_floor import BATCH, add
from tests.acts.floor import Floor
from tests.acts.test_rounds import a_round
from tests.papers.test_period_reports import printed
from tests.papers.two_days import TUESDAY, WEDNESDAY, at, sheets


def dealt_late(floor: Floor) -> None:
    """X-26 deals on Tuesday: its reader not inspected, its cards a day old by noon, its shuffler jammed and mended."""
    add(floor, "X-26", "nj-19-47-26", method=BATCH)
    floor.ready("X-26")
    at(floor, TUESDAY, 1)
    desk = floor.desk("flo")
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    opening.open_table(desk, table="X-26", cards=Cards.NEW, done=floor.steps("X-26"), exception=signed, reason="queue")
    next_shoe(desk, table="X-26")
    floor.clock.advance(hours=6)
    desk = floor.desk("flo")
    dealt = a_round("R-1", floor.clock.now(), table="X-26", rulebook="nj-19-47-26")
    rounds.import_rounds(desk, source="shoe", lines=[dealt])
    shufflers.report_shuffler_fault(desk, table="X-26", condition=ShufflerCondition.JAMMED, says="the tray")
    shufflers.reshuffle_after_fault(desk, table="X-26", how="by hand")
    at(floor, WEDNESDAY, 1)
    opening.close_table(floor.desk("flo"), table="X-26", reason="quiet", count=ShoeCount(200, 88))


@pytest.mark.unix
def test_19_47_26_inspection_and_deck_change_are_house_policy_and_the_reshuffle_after_a_fault_is_law(
    floor: Floor, tmp_path: Path
) -> None:
    dealt_late(floor)
    paper = {name: printed(sheets(floor, name, TUESDAY), tmp_path) for name in ("inspections", "deck-changes")}
    assert "for each reader on an open table: house policy." in paper["inspections"]
    assert "missing 1 1 1 house policy" in paper["inspections"]
    assert "1 1 house policy MAIN-" in paper["deck-changes"], "dealt past the house's hours"
    assert not any("19:47-26.2(" in text or "19:47-26.7(" in text for text in paper.values())
    checklist = printed(sheets(floor, "completeness", TUESDAY), tmp_path)
    assert "where the table was open house policy 1 0 missing" in checklist
    assert "No decks in the shoe past their hours house policy 1 0 missing" in checklist
    assert "before they were dealt N.J.A.C. 19:47-26.15(j) (recodified) 1 1 complete" in checklist
    assert "not inspected, 1 round, 1 hand, 1 min." in checklist


def test_one_batch_is_no_batche() -> None:
    words = [each.words for each in tally(batches_loaded=1, boxes=1, entries=1, shoes_begun=1).figures]
    assert words == ["batch loaded", "box", "entry", "shoe begun"]
