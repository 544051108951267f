"""No duty is decided outside the judge of conduct: screens, acts and papers show what it says."""

from __future__ import annotations

import ast
import re
from datetime import timedelta
from pathlib import Path

import pytest

from floorapp.domain.policy import Policy
from floorapp.domain.property import Choices
from floorapp.domain.tables import Fixture
from floorapp.operations.acts import decks, house, readers, shoes, tables
from floorapp.operations.due import due
from floorapp.screens.decks import decks_of
from floorapp.screens.glance import glances
from floorapp.screens.inspection import inspection_round
from floorapp.screens.states import State
from floorapp.screens.table import table_of
from tests.acts.floor import PROVED, Floor, refused
from tests.acts.test_what_stands import snapshot_of
from tests.papers.two_days import MONDAY

ROOT = Path(__file__).parent.parent.parent
#: Provisions and house times that a duty turns on: whoever compares them decides a duty.
DECIDING = {"change_hours", "inspected_daily", "nj_change_hours", "nj_inspection", "inspection_minutes", "two_batches"}
#: The readings that move a duty.
READINGS = {"I-29", "I-37", "I-39", "I-40", "I-41", "I-42"}
#: Where they are carried to the judge, or asked of a person, and compared with nothing.
CARRIED = {
    "floorapp/operations/conduct.py": {"nj_change_hours", "nj_inspection", "inspection_minutes"},
    "floorapp/operations/conduct_log.py": {"nj_change_hours", "nj_inspection", "inspection_minutes"},
    "floorapp/operations/day_conduct.py": {"nj_inspection", "inspection_minutes"},
    "floorapp/operations/facts/conduct.py": {"nj_inspection", "inspection_minutes"},
}
#: Facts of the first version name the games they were written under; the sample floor and the rule pages show books.
BOOKS_NAMED = {"floorapp/operations/first_forms.py"}
BOOK = re.compile(r"(pa-\d|nj-\d|\d{3}a?\.\d+\([a-z]\)|\b26\.\d+\([a-z]\))")
#: Chapters about cards and reports at large, which no rulebook of a game holds.
CHAPTERS = re.compile(r"(603a|465a|461a|13:69)[.\w-]*(\(\w+\))*")


def sources() -> list[Path]:
    rooms = ("floorapp/operations", "floorapp/screens", "floorapp/ui", "floorapp/readers", "db", "printing")
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def mentioning(words: set[str]) -> list[Path]:
    """Those with one of these words somewhere; only they are worth being parsed."""
    return [path for path in sources() if any(word in path.read_text() for word in words)]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_module_outside_the_judge_reads_what_a_duty_turns_on() -> None:
    found = []
    for path in mentioning(DECIDING):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in DECIDING - CARRIED.get(named(path), set()):
                found.append(f"{named(path)}:{node.lineno}: {node.attr}")
    assert found == [], "ask floorapp.operations.conduct instead"


def test_no_act_weighs_a_setup_itself() -> None:
    """What decks, spots and side bets a game allows at a table: asked of the judge, whose section it is."""
    found = [
        f"{named(path)}:{node.lineno}"
        for path in mentioning({"wrong_decks", "decks.value", "boxes.value"})
        if "/acts/" in named(path)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Compare) and re.search(r"(decks|boxes)\.value|wrong_decks", ast.unparse(node))
    ]
    assert found == []


def test_no_reading_of_conduct_is_weighed_outside_the_judge() -> None:
    """What a reading moves is known to the engine; elsewhere its id stands only in words that people read."""
    found = []
    for path in mentioning(READINGS):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and node.value in READINGS:
                found.append(f"{named(path)}:{node.lineno}: {node.value!r}")
    assert found == [], "ask the judge's look instead"


def test_the_tellers_of_the_log_name_no_rulebook_and_no_paragraph() -> None:
    tellers = [p for p in sources() if re.search(r"(conduct|floor_log|gate|due|duties|foresight)[^/]*\.py$", named(p))]
    assert len(tellers) > 8
    found = [
        f"{named(path)}:{node.lineno}: {node.value}"
        for path in tellers
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and BOOK.search(CHAPTERS.sub("", node.value))
    ]
    assert found == []


def test_in_new_jersey_every_screen_shows_the_hours_the_property_has_set(floor: Floor) -> None:
    house.set_policy(floor.desk("ada"), policy=Policy(nj_change_hours=12))
    floor.open("NJ-01")
    floor.clock.advance(hours=11, minutes=30)
    with floor.desk("flo").looking() as moment:
        said = [each.by for each in due(moment) if each.key.startswith("change-decks/NJ-01")]
        glance, snapshot = glances(moment)["NJ-01"], snapshot_of(floor, moment)
        row = next(each for each in decks_of(snapshot, "play").rows if each.table == "NJ-01")
        page = table_of(snapshot, "NJ-01", "all")
    assert said == [glance.change_by] == [floor.clock.now() + timedelta(minutes=30)]
    assert row.left == "30 min" and page is not None
    assert any("of 12 h" in str(fact.value) for fact in page.facts)
    floor.clock.advance(hours=1)
    with floor.desk("flo").looking() as moment:
        assert glances(moment)["NJ-01"].decks_state is State.WARNING, "the house's own policy is no alarm"


def test_a_set_without_hours_is_in_play_all_the_same(floor: Floor) -> None:
    house.set_policy(floor.desk("ada"), policy=Policy(nj_change_hours=0))
    (red,) = floor.open("NJ-01")
    floor.clock.advance(hours=30)
    with floor.desk("flo").looking() as moment:
        view = decks_of(snapshot_of(floor, moment), "play")
    assert [(each.deck_set, each.left) for each in view.rows] == [(red, "no limit")]
    assert not view.forecast.sets


def test_exactly_on_the_hour_a_set_is_in_time_on_the_map_too(floor: Floor) -> None:
    floor.open("FB-01")
    floor.clock.advance(hours=24)
    with floor.desk("flo").looking() as moment:
        assert glances(moment)["FB-01"].decks_state is State.WARNING
    floor.clock.advance(seconds=1)
    with floor.desk("flo").looking() as moment:
        assert glances(moment)["FB-01"].decks_state is State.ALARM


def test_by_i_37_the_screens_hours_begin_with_the_first_shoe(floor: Floor) -> None:
    choices = Choices(readings=("I-37",), collect_and_pay="losing-first")
    house.submit_rules(floor.desk("cora"), rulebook="pa-590", holds_from=MONDAY, reference="RS-1", choices=choices)
    (red,) = floor.open("FB-01")
    floor.clock.advance(hours=5)
    began = floor.clock.now()
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    with floor.desk("flo").looking() as moment:
        assert glances(moment)["FB-01"].change_by == began + timedelta(hours=24)


def walk(floor: Floor) -> tuple[tuple[str, ...], int, int]:
    """Whose readers the inspection round still has, how many it has done, and of how many."""
    with floor.desk("flo").looking() as moment:
        found = inspection_round(snapshot_of(floor, moment), "", (), frozenset())
    assert found is not None
    return found.left, found.page.done, found.page.whole


def test_590_2_d_the_inspection_round_goes_to_a_reader_that_was_replaced_since(floor: Floor) -> None:
    floor.open("FB-01")
    left, done, _ = walk(floor)
    assert "FB-01" not in left and done == 1
    tables.fit_equipment(floor.desk("sam"), table="FB-01", fixture=Fixture.READER, serial="OTHER-7")
    left, done, _ = walk(floor)
    assert "FB-01" in left and done == 0
    readers.inspect_reader(floor.desk("flo"), table="FB-01", tampering=False, working=True, proofs=PROVED)
    assert "FB-01" not in walk(floor)[0]


def test_in_new_jersey_the_inspection_round_goes_where_the_policy_asks_it(floor: Floor) -> None:
    assert {"NJ-01", "FB-01"} <= set(walk(floor)[0])
    house.set_policy(floor.desk("ada"), policy=Policy(nj_inspection=False))
    left = set(walk(floor)[0])
    assert "FB-01" in left and "NJ-01" not in left


@pytest.mark.parametrize("asked", [True, False])
def test_an_inspection_by_another_is_noted_as_the_judge_has_it(floor: Floor, asked: bool) -> None:
    """In New Jersey it is the house's policy: no text is broken, and none is cited."""
    house.set_policy(floor.desk("ada"), policy=Policy(nj_inspection=asked))
    for table in ("FB-01", "NJ-01"):
        call = {"table": table, "tampering": False, "working": True, "proofs": PROVED, "instead_of": "at lunch"}
        readers.inspect_reader(floor.desk("sam"), **call)  # type: ignore[arg-type]
    assert floor.findings("FB-01") == [("inspected-by-another", "590.2(d)")]
    assert floor.findings("NJ-01") == []


def test_590_2_d_by_i_42_an_inspection_where_nobody_is_assigned_is_no_finding(floor: Floor) -> None:
    choices = Choices(readings=("I-42",), collect_and_pay="losing-first")
    house.submit_rules(floor.desk("cora"), rulebook="pa-590", holds_from=MONDAY, reference="RS-1", choices=choices)
    call = {"table": "FB-01", "tampering": False, "working": True, "proofs": PROVED, "instead_of": "first in"}
    readers.inspect_reader(floor.desk("flo"), **call)  # type: ignore[arg-type]
    assert floor.findings("FB-01") == []


def test_a_count_of_no_cards_is_none(floor: Floor) -> None:
    """A floor log has no such line: it would be in the logbook and not in its export."""
    (red,) = floor.open("FB-01")
    assert refused(decks.count_decks, floor.desk("flo"), deck_set=red, counted=0).code == "input"
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    assert refused(shoes.end_shoe, floor.desk("flo"), table="FB-01", remaining=0, discarded=0).code == "input"
