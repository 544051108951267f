"""Reports and charts say of a set's hours what the judge of conduct says: those of its game, its house and its day."""

from __future__ import annotations

import pytest

from floorapp.domain.decks import DeckSet
from floorapp.domain.devices import ShufflerCondition
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.policy import Policy
from floorapp.domain.property import Choices
from floorapp.domain.tables import ShufflingMethod
from floorapp.operations.acts import decks, house, opening, shoes, shufflers, tables
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.chart import Bars
from floorapp.operations.dashboards import panels
from floorapp.operations.sheet import Completeness, Dash, SheetDuty
from floorapp.screens.dashboards import dashboards_of
from tests.acts.floor import LIMITS, Floor
from tests.acts.test_conduct import dealing_batches
from tests.acts.test_what_stands import snapshot_of
from tests.papers.two_days import MONDAY, TUESDAY, at, counted, deal, record, rows, sheets


def statuses(floor: Floor) -> dict[str, str]:
    """By set, when FA-102 says that it was changed, and what it says of its hours."""
    made = sheets(floor, "deck-changes", TUESDAY)[0]
    return {str(row.cells[1]): f"{row.cells[7]}: {row.cells[9]}" for row in rows(made, "Each set and batch in play")}


def duty(floor: Floor, name: str, day: object = TUESDAY) -> SheetDuty:
    made = sheets(floor, "completeness", day)[0]  # type: ignore[arg-type]
    found = next(each for each in made.sections if isinstance(each, Completeness))
    return next(each for each in found.duties if name in each.duty)


@pytest.fixture(name="changed")
def changed_late(floor: Floor) -> Floor:
    """FB-01 opened at noon on Monday and closed at one; its set lay there until Tuesday at three."""
    (red,) = floor.open("FB-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    floor.clock.advance(hours=1)
    deal(floor, 1)
    opening.close_table(floor.desk("flo"), table="FB-01", reason="quiet", count=ShoeCount(212, 100))
    at(floor, TUESDAY, 9)
    (blue,) = floor.stock("FB-01", "blue")
    decks.change_decks(floor.desk("flo"), table="FB-01", out=(red,), into=(blue,))
    return floor


def test_fa_102_says_in_each_of_its_tables_that_the_newest_entry_changed_a_set(changed: Floor) -> None:
    assert statuses(changed)["DS-2026-0001"].startswith("11/17/2026 3:00 PM: ")
    assert statuses(changed)["DS-2026-0002"] == "–: in its hours"


def test_fa_102_calls_no_set_in_its_hours_that_only_was_not_dealt_past_them(changed: Floor) -> None:
    assert statuses(changed)["DS-2026-0001"].endswith(": past its hours, not in the shoe")
    assert duty(changed, "past their hours").complete, "nothing was dealt out of it: the judge finds nothing"


def test_hours_that_the_house_set_are_not_called_24_on_paper(floor: Floor) -> None:
    house.set_policy(floor.desk("ada"), policy=Policy(nj_change_hours=12))
    (red,) = floor.open("NJ-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="NJ-01", deck_set=red)
    floor.clock.advance(hours=13)
    deal(floor, 1, table="NJ-01", rulebook="nj-19-47-26")
    made = sheets(floor, "deck-changes", MONDAY)[0]
    [row] = rows(made, "Sets past their hours")
    assert [str(row.cells[each]) for each in (1, 5, 8)] == [red, "13 h", "house policy"]
    assert counted(made)["overdue set"] == "1"
    for paper in ("deck-changes", "completeness", "summary"):
        assert "over 24" not in repr(sheets(floor, paper, MONDAY)), paper


def test_the_chart_of_ages_marks_what_the_judge_calls_past_its_hours(floor: Floor) -> None:
    house.set_policy(floor.desk("ada"), policy=Policy(nj_change_hours=12))
    floor.open("NJ-01", "red")
    (blue,) = floor.open("FB-01", "blue")
    for hours, differing in ((11, []), (2, ["12–16"]), (12, []), (6, ["over 24"])):
        floor.clock.advance(hours=hours)
        if hours == 12:
            decks.withdraw_decks(floor.desk("flo"), deck_set=blue, reason="torn")
            house.set_policy(floor.desk("ada"), policy=Policy(nj_change_hours=30))
        now = floor.clock.now()
        looked = record(floor)
        day = looked.clock.day_of(now)
        heard = panels(looked, GamingDay(MONDAY), day, now, looked.heard.change_by)
        with floor.desk("flo").looking() as moment:
            seen = dashboards_of(snapshot_of(floor, moment), 2).panels
        chart, on_screen = (each.chart for made in (heard, seen) for each in made if each.name == "deck-ages")
        assert chart == on_screen
        assert isinstance(chart, Bars)
        assert [bar.label for bar in chart.bars if bar.differs] == differing
        assert chart.caption == ("" if not differing else "1 overdue.")


def test_fa_113_cites_a_fault_by_the_game_of_then(floor: Floor) -> None:
    """The table is another game's by the evening."""
    dealing_batches(floor)
    desk = floor.desk("flo")
    shufflers.report_shuffler_fault(desk, table="FB-02", condition=ShufflerCondition.JAMMED, says="the tray")
    shufflers.reshuffle_after_fault(desk, table="FB-02", how="by hand")
    opening.close_table(desk, table="FB-02", reason="quiet", count=ShoeCount(212, 100))
    floor.clock.advance(hours=1)
    setup = {"boxes": 6, "decks": 6, "limits": LIMITS, "method": ShufflingMethod.BY_HAND}
    tables.change_table(floor.desk("ada"), table="FB-02", rulebook="pa-685a", **setup)  # type: ignore[arg-type]
    assert "590.13(k)" in duty(floor, "shuffler’s fault", MONDAY).citation
    assert "590.3(c)" in duty(floor, "past their hours", MONDAY).citation
    assert floor.get(DeckSet, "DS-2026-0001").table == "FB-02"


def test_hours_that_the_house_set_later_change_no_paper_of_the_day_before(floor: Floor) -> None:
    house.set_policy(floor.desk("ada"), policy=Policy(nj_change_hours=12))
    (red,) = floor.open("NJ-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="NJ-01", deck_set=red)
    at(floor, TUESDAY, 1)
    deal(floor, 1, table="NJ-01", rulebook="nj-19-47-26")
    papers = ("deck-changes", "completeness", "summary", "charts")
    before = {paper: sheets(floor, paper) for paper in papers}
    assert "11/17/2026 12:00 AM" in repr(before["deck-changes"])
    house.set_policy(floor.desk("ada"), policy=Policy(nj_change_hours=30))
    shoes.burn_card(floor.desk("flo"), table="NJ-01")
    assert [paper for paper in papers if sheets(floor, paper) != before[paper]] == []
    house.set_policy(floor.desk("ada"), policy=Policy(nj_change_hours=0))
    assert [paper for paper in papers if sheets(floor, paper) != before[paper]] == []
    made = sheets(floor, "deck-changes", TUESDAY)[0]
    [row] = rows(made, "Each set and batch in play")
    assert str(row.cells[6]) == "–", "no hours are set any more"


@pytest.mark.parametrize(
    ("table", "why"), [("FB-01", "its hours begin with its first shoe"), ("NJ-01", "no hours set")]
)
def test_fa_102_says_why_a_set_has_no_hours(floor: Floor, table: str, why: str) -> None:
    """In Pennsylvania the text sets them; by I-37's alternative they have not begun. In New Jersey none is set."""
    choices = Choices(readings=("I-37",), collect_and_pay="losing-first")
    cora = floor.desk("cora")
    house.submit_rules(cora, rulebook="pa-590", holds_from=MONDAY, reference="RS-1", choices=choices)
    house.set_policy(floor.desk("ada"), policy=Policy(nj_change_hours=0))
    floor.open(table, "red")
    [row] = rows(sheets(floor, "deck-changes", MONDAY)[0], "Each set and batch in play")
    assert [cell.meaning for cell in (row.cells[6], row.cells[9]) if isinstance(cell, Dash)] == [why, why]
