"""Papers judge the past by the past: setup, rulebook, readings, equipment and people of that moment."""

from __future__ import annotations

from datetime import date, time
from pathlib import Path
from typing import Any

import pytest

from floorapp.domain.card_storage import StorageKind
from floorapp.domain.incident_files import NoticeTable
from floorapp.domain.people import Badge, Role
from floorapp.domain.policy import BOUNDS, Policy
from floorapp.domain.property import Choices, Place, Shift
from floorapp.domain.retention import RetentionSchedule
from floorapp.domain.tables import Cards, Fixture, Post, ShufflingMethod
from floorapp.domain.written_time import Style
from floorapp.operations.acts import (
    assignments,
    card_storage,
    holds,
    house,
    incident_files,
    incidents,
    opening,
    people,
    rulebooks,
    shoes,
    tables,
)
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.facts.registry import Subject
from floorapp.operations.papers.builder import Composing, Request
from floorapp.operations.papers.catalogue import FORMS
from floorapp.operations.sheet import SheetFacts
from floorapp.operations.signatures import Meaning
from tests.acts.calls import TEMPLATE
from tests.acts.floor import LIMITS, Floor
from tests.acts.rulebooks import RULEBOOKS
from tests.papers.test_period_reports import printed
from tests.papers.two_days import MONDAY, TUESDAY, WEDNESDAY, at, counted, deal, record, rows, sheets


def set_up_otherwise(floor: Floor) -> None:
    """Everything about the floor is another thing on Tuesday."""
    desk = floor.desk("ada")
    change: dict[str, Any] = {"boxes": 6, "decks": 6, "limits": LIMITS}
    tables.change_table(desk, table="FB-02", rulebook="pa-673a", method=ShufflingMethod.BY_HAND, **change)
    tables.change_table(desk, table="FB-01", rulebook="pa-673a", method=ShufflingMethod.BATCH_SHUFFLER, **change)
    tables.remove_equipment(desk, table="FB-01", fixture=Fixture.READER, reason="sent for repair")
    tables.remove_equipment(desk, table="FB-02", fixture=Fixture.SHUFFLER, reason="sold")
    tables.fit_equipment(desk, table="FB-02", fixture=Fixture.READER, serial="RD-NEW")
    tables.fit_equipment(desk, table="FB-01", fixture=Fixture.SHUFFLER, serial="SH-NEW")
    house.add_pit(desk, pit="P2", name="High limit", place=Place(40, 40))
    house.move_pit(desk, pit="P1", name="East pit", place=Place(0, 0))
    tables.move_table(desk, table="FB-01", pit="P2", place=Place(41, 41))
    tables.retire_table(desk, table="FB-03", reason="sold")
    choices = Choices(readings=("I-37",), collect_and_pay="losing-first")
    cora = floor.desk("cora")
    house.submit_rules(cora, rulebook="pa-590", holds_from=TUESDAY, reference="RS-9", choices=choices)
    people.rename_person(desk, person="flo", name="Florence Married")
    people.disable_person(desk, person="dan", reason="left")
    people.add_person(desk, handle="new", name="New Hand", role=Role.DEALER, pin="482605")
    for handle in ("flo", "dan", "sam", "cora"):
        people.set_badge(desk, person=handle, badge=Badge("Anything", "Elsewhere", "99999", date(2026, 1, 1)))
    people.change_role(desk, person="sam", role=Role.FLOORPERSON, reason="moves")
    figures: dict[str, Any] = {name: least for name, (least, _most, _says) in BOUNDS.items()}
    house.set_policy(desk, policy=Policy(**figures, nj_inspection=False))
    notices = NoticeTable(effects=("table-stopped",), whom="casino compliance representative")
    incident_files.set_notices(cora, table=notices)
    house.set_retention(cora, schedule=RetentionSchedule(rounds=7, grounds="internal controls"))
    card_storage.set_storage_place(cora, place="PIT", name="Pit stand", kind=StorageKind.PIT_STAND, par=6)
    reason: dict[str, Any] = {"on": Subject("table", "FB-01"), "reason": "a subpoena", "matter": "26-1"}
    holds.place_hold(cora, signature=floor.sign(cora, "cora", Meaning.HELD), **reason)
    signed = floor.sign(cora, "cora", Meaning.INSTALLED)
    rulebooks.install_rulebook(cora, text=TEMPLATE, holds_from=TUESDAY, signature=signed)
    style, whole = Style(24, iso_dates=True), (Shift("All", time(0), time(0)),)
    named: dict[str, Any] = {"name": "Riverbend II", "license": "F-77", "style": style, "expired_may_sign": False}
    house.set_property(desk, zone="America/Chicago", day_begins=time(4), shifts=whole, **named)


def test_the_papers_of_a_day_print_the_same_however_the_floor_was_set_up_since(monday: Floor) -> None:
    before = {paper: sheets(monday, paper) for paper in FORMS}
    set_up_otherwise(monday)
    assert [paper for paper in FORMS if sheets(monday, paper) != before[paper]] == []


@pytest.mark.unix
def test_the_pdfs_of_a_day_read_back_are_the_same_however_the_floor_was_set_up_since(
    monday: Floor, tmp_path: Path
) -> None:
    before = {paper: printed(sheets(monday, paper), tmp_path) for paper in FORMS}
    assert "590.4(a)" in before["openings"] and "shuffler-FB-02" in before["shufflers"]
    set_up_otherwise(monday)
    assert [paper for paper in FORMS if printed(sheets(monday, paper), tmp_path) != before[paper]] == []


def test_an_opening_prints_its_game_and_sections_of_that_moment(monday: Floor) -> None:
    set_up_otherwise(monday)
    made = sheets(monday, "openings", table="FB-02")[0]
    (head,) = (each for each in made.sections if isinstance(each, SheetFacts))
    said = {each.label: str(each.value) for each in head.facts}
    assert said["Table"] == f"FB-02, {RULEBOOKS['pa-590'].name}" and said["Shuffling"] == "batch shuffler"
    sections = {str(row.cells[3]) for row in rows(made, "")}
    assert sections and all("590." in each for each in sections)


def test_a_table_set_to_hand_shuffle_keeps_its_shuffler_day(monday: Floor) -> None:
    set_up_otherwise(monday)
    made = sheets(monday, "shufflers")[0]
    assert {str(row.cells[0]) for row in rows(made, "Batches and shoes")} == {"FB-02"}
    assert {str(row.cells[1]) for row in rows(made, "Batches and shoes")} == {"shuffler-FB-02"}


def test_removing_a_reader_in_the_evening_does_not_erase_the_missing_inspection(monday: Floor) -> None:
    floor = monday
    (red,) = floor.stock("FB-03", "yellow")
    opening.open_table(floor.desk("flo"), table="FB-03", cards=Cards.NEW, done=floor.steps("FB-03"))
    shoes.begin_shoe(floor.desk("flo"), table="FB-03", deck_set=red)
    at(floor, WEDNESDAY, 2)
    deal(floor, 1, table="FB-03")
    opening.close_table(floor.desk("flo"), table="FB-03", reason="quiet", count=ShoeCount(212, 100))
    at(floor, WEDNESDAY, 12)
    desk = floor.desk("ada")
    tables.remove_equipment(desk, table="FB-03", fixture=Fixture.READER, reason="sent for repair")
    made = sheets(floor, "inspections", WEDNESDAY)[0]
    [row] = rows(made, "Not inspected, or late")
    assert [str(cell) for cell in row.cells[:6]] == ["FB-03", "RD-FB-03", "11/18 7:00:00 AM", "missing", "1", "1"]
    assert counted(made)["missing"] == "1"


def test_a_table_that_deals_through_the_night_was_not_opened_in_the_day(floor: Floor) -> None:
    """Also where something is entered in the very second in which the gaming day begins, such as a change of shift."""
    (red,) = floor.open("FB-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    at(floor, TUESDAY, 0)
    assignments.assign(floor.desk("sam"), table="FB-01", post=Post.DEALER, person="dan")
    at(floor, TUESDAY, 2)
    deal(floor, 1)
    checklist = repr(sheets(floor, "completeness", TUESDAY)[0])
    assert "it was open when the gaming day began" in checklist and "it was opened in the day" not in checklist


def test_fa_102_honors_a_choice_of_i_37(floor: Floor) -> None:
    """Opened at noon, put into the shoe at five: by the alternative its hours end the next day at five."""
    choices = Choices(readings=("I-37",), collect_and_pay="losing-first")
    desk = floor.desk("cora")
    house.submit_rules(desk, rulebook="pa-590", holds_from=MONDAY, reference="RS-1", choices=choices)
    (red,) = floor.open("FB-01", "red")
    floor.clock.advance(hours=5)
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    floor.clock.advance(hours=22)
    deal(floor, 1)
    assert not rows(sheets(floor, "deck-changes", TUESDAY)[0], "Sets past their hours")
    floor.clock.advance(hours=3)
    deal(floor, 2)
    [row] = rows(sheets(floor, "deck-changes", TUESDAY)[0], "Sets past their hours")
    assert [str(cell) for cell in row.cells[2:4]] == ["11/16/2026 12:00 PM", "11/17/2026 5:00 PM"]
    assert [str(cell) for cell in row.cells[6:8]] == ["1", "1"]


def test_fa_106_knows_the_steps_that_were_done_when_the_decks_were_opened(floor: Floor) -> None:
    """Tens were taken out, with two signatures, before the table was opened: they did arise."""
    desk = floor.desk("ada")
    tables.change_table(
        desk, table="FB-03", rulebook="pa-665a", boxes=6, decks=8, method=ShufflingMethod.BY_HAND, limits=LIMITS
    )
    floor.ready("FB-03", "red")
    steps = tuple(each for each in floor.steps("FB-03") if "tens" not in each)
    desk = floor.desk("flo")
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    opening.open_table(desk, table="FB-03", cards=Cards.NEW, done=steps, exception=signed, reason="rack on its way")
    made = sheets(floor, "openings")[0]
    said = {str(row.cells[1]): str(row.cells[4]) for row in rows(made, "")}
    tens = {says: state for says, state in said.items() if "tens" in says and state[:3] != "not"}
    assert len(tens) == 3 and set(tens.values()) == {"done, on record with the decks"}


def test_fa_104_cites_the_chapter_of_the_incident_and_not_of_the_table_today(monday: Floor) -> None:
    """Printed once as N.J.A.C. 673a.7(c): a table of Pennsylvania that plays in New Jersey now."""
    floor = monday
    desk = floor.desk("flo")
    report = incidents.IncidentReport(
        table="FB-01",
        says="no card burned",
        title="Not burned",
        code="",
        happened_at=floor.clock.now(),
        discovered_at=floor.clock.now(),
    )
    incidents.report_irregularity(desk, report=report, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    before = sheets(floor, "incident", TUESDAY, about="IR-2026-0002")
    floor.clock.advance(minutes=1)
    desk = floor.desk("ada")
    change: dict[str, Any] = {"boxes": 7, "decks": 6, "limits": LIMITS, "method": ShufflingMethod.BY_HAND}
    tables.change_table(desk, table="FB-01", rulebook="nj-19-47-26", **change)
    after = sheets(floor, "incident", TUESDAY, about="IR-2026-0002")
    assert after == before
    composing = Composing(record(floor), Request("incident", TUESDAY, TUESDAY))
    assert composing.cited("673a.7(c)") == "58 Pa. Code § 673a.7(c)"
    assert composing.cited("603a.16(a)") == "see also 58 Pa. Code § 603a.16(a)"
