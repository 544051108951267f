"""A day on which much went wrong, as an examiner reads it: no form states what nobody did, or denies what was done."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Cards, Fixture, Post, Preparation, Shuffled
from floorapp.operations.acts import assignments, incidents, opening, readers, shoes, tables
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.gate import barred
from floorapp.operations.sheet import Callout, Completeness, MissingDuty, Sheet, SheetDuty
from floorapp.operations.signatures import Meaning
from tests.acts.conduct_floor import laid
from tests.acts.floor import PROVED, Floor, refused
from tests.papers.two_days import counted, deal, rows, sheets

BOARD = ("regulator",)


def duty(floor: Floor, name: str) -> SheetDuty:
    made = sheets(floor, "completeness")[0]
    [page] = [each for each in made.sections if isinstance(each, Completeness)]
    return next(each for each in page.duties if each.duty.startswith(name))


def opened_anyway(floor: Floor, table: str, **more: Any) -> None:
    """With what was ticked, and recorded as having happened."""
    done = tuple(step for step in floor.steps(table) if "tens" not in step)
    opening.open_table(floor.desk("flo"), table=table, cards=Cards.NEW, done=done, happened=True, **more)


def manned(floor: Floor, table: str, *, inspected: bool = True) -> None:
    assignments.assign(floor.desk("flo"), table=table, post=Post.FLOORPERSON, person="flo")
    if inspected:
        readers.inspect_reader(floor.desk("flo"), table=table, tampering=False, working=True, proofs=PROVED)


def statuses(made: Sheet, word: str) -> set[str]:
    return {str(row.cells[4]) for row in rows(made, "") if word in str(row.cells[1])}


def test_fa_106_does_not_say_that_taking_tens_out_did_not_apply_to_decks_that_held_them(floor: Floor) -> None:
    manned(floor, "NJ-01")
    laid(floor, "NJ-01")
    opened_anyway(floor, "NJ-01")
    assert statuses(sheets(floor, "openings")[0], "ten") == {"not on record"}


def test_fa_106_says_that_it_did_not_apply_where_the_decks_came_without(floor: Floor) -> None:
    manned(floor, "FB-01")
    floor.stock("FB-01", "red")
    opened_anyway(floor, "FB-01")
    assert statuses(sheets(floor, "openings")[0], "ten") <= {"did not apply"}


def test_no_form_speaks_of_a_co_signature_that_nobody_gave(floor: Floor) -> None:
    """An opening against a requirement that is recorded as having happened is no exception."""
    manned(floor, "NJ-01")
    laid(floor, "NJ-01")
    opened_anyway(floor, "NJ-01", reason="found out later")
    made = sheets(floor, "openings")[0]
    [told] = [each for each in made.sections if isinstance(each, Callout)]
    assert counted(made)["by exception"] == "0"
    assert "co-signed" not in (told.headline + told.text).lower() and "found out later" in told.text
    [missing] = duty(floor, "Tables opened").missing
    assert "co-signed" not in missing.why and "found out later" in missing.why


def test_fa_113_counts_readers_and_not_tables(floor: Floor) -> None:
    """Two readers of one table dealt uninspected: of three readers that were due one is in order."""
    (red,) = floor.open("FB-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    for number in (1, 2):
        floor.clock.advance(minutes=5)
        fitted(floor, f"RD-{number}")
        floor.clock.advance(minutes=5)
        deal(floor, number)
    hands = duty(floor, "Hands dealt only")
    assert (hands.expected, hands.recorded, len(hands.missing)) == (3, 1, 2)
    assert {each.why for each in hands.missing} == {"the reader was installed at the open table"}
    inspections = duty(floor, "Reader inspected")
    assert (inspections.expected, inspections.recorded) == (3, 1)


def fitted(floor: Floor, serial: str) -> None:
    desk, kind = floor.desk("ada"), ReaderKind.BLACKJACK
    tables.fit_equipment(desk, table="FB-01", fixture=Fixture.READER, serial=serial, kind=kind)


def test_a_reader_inspected_after_the_table_was_closed_is_late_and_not_missing(floor: Floor) -> None:
    """Opened twice without it, inspected between, at the closed table: once late."""
    manned(floor, "FB-01", inspected=False)
    (red,) = floor.stock("FB-01", "red")
    for _ in range(2):
        opened_anyway(floor, "FB-01")
        shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
        shoes.burn_card(floor.desk("flo"), table="FB-01")
        floor.clock.advance(minutes=10)
        opening.close_table(floor.desk("flo"), table="FB-01", count=ShoeCount(300, 12))
    floor.clock.advance(minutes=10)
    readers.inspect_reader(floor.desk("flo"), table="FB-01", tampering=False, working=True, proofs=PROVED)
    inspections = duty(floor, "Reader inspected")
    assert (inspections.expected, inspections.recorded, inspections.missing) == (1, 1, ())
    tally = counted(sheets(floor, "inspections")[0])
    assert (tally["missing"], tally["late"]) == ("0", "1")


def test_a_reader_never_inspected_is_missing_once_however_often_the_table_was_opened(floor: Floor) -> None:
    manned(floor, "FB-01", inspected=False)
    (red,) = floor.stock("FB-01", "red")
    for _ in range(2):
        opened_anyway(floor, "FB-01")
        shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
        floor.clock.advance(minutes=10)
        opening.close_table(floor.desk("flo"), table="FB-01", count=ShoeCount(300, 12))
    inspections = duty(floor, "Reader inspected")
    what = "reader RD-FB-01 at FB-01"
    why = "the table was open and no inspection is on record"
    assert (inspections.expected, inspections.recorded) == (1, 0)
    assert inspections.missing == (MissingDuty(what, why),)
    assert counted(sheets(floor, "inspections")[0])["missing"] == "1"


def test_fa_124_has_no_step_for_an_item(floor: Floor) -> None:
    """What was left out after a dead game stands under its table, not under the name of a step."""
    (red,) = floor.open("FB-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    shoes.burn_card(floor.desk("flo"), table="FB-01")
    shoes.idle_shoe(floor.desk("flo"), table="FB-01")
    floor.clock.advance(minutes=5)
    deal(floor, 1)
    made = sheets(floor, "exposure")[0]
    assert [str(row.cells[0]) for row in rows(made, "By item")] == ["Table FB-01", "Total"]
    assert {str(row.cells[1]) for row in rows(made, "Each finding")} == {"–"}


def test_what_stands_against_an_opening_is_not_told_as_if_it_had_been_dealt(floor: Floor) -> None:
    """The judge's words are read before a shoe begins and long after: the set was on the table, not in the shoe."""
    manned(floor, "NJ-01")
    name = laid(floor, "NJ-01")
    with floor.desk().looking() as moment:
        assert [each.says for each in barred(moment, "NJ-01")] == [f"Deck set {name} still has its tens."]


@pytest.mark.parametrize(
    ("prepared", "says"),
    [
        (Preparation(Shuffled.HAND, False), "The shoe of deck set {} is not cut."),
        (Preparation(None, True), "The shoe of deck set {} is not shuffled."),
    ],
)
def test_a_refusal_does_not_say_that_what_it_refuses_was_done(floor: Floor, prepared: Preparation, says: str) -> None:
    (red,) = floor.open("FB-01", "red")
    refusal = refused(shoes.begin_shoe, floor.desk("flo"), table="FB-01", deck_set=red, prepared=prepared)
    assert refusal.happened == says.format(red)


def test_a_reader_inspected_before_it_was_used_is_not_late(floor: Floor) -> None:
    """I-39: one installed in the day is inspected before it is used; that takes a minute, in which nothing is dealt."""
    (red,) = floor.open("FB-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    for number, dealt in ((1, False), (2, True)):
        floor.clock.advance(minutes=30)
        fitted(floor, f"RD-{number}")
        floor.clock.advance(minutes=5)
        if dealt:
            deal(floor, number)
        readers.inspect_reader(floor.desk("flo"), table="FB-01", tampering=False, working=True, proofs=PROVED)
    made = sheets(floor, "inspections")[0]
    assert [str(row.cells[1]) for row in rows(made, "Not inspected, or late")] == ["RD-2"]
    assert (counted(made)["readers to inspect"], counted(made)["late"]) == ("3", "1")


def test_a_reader_that_was_never_inspected_is_missing_though_nothing_was_dealt(floor: Floor) -> None:
    (red,) = floor.open("FB-01", "red")
    floor.clock.advance(minutes=30)
    fitted(floor, "RD-1")
    floor.clock.advance(minutes=30)
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    assert counted(sheets(floor, "inspections")[0])["missing"] == "1"


def test_fa_113_and_fa_112_give_an_incident_the_same_time(floor: Floor) -> None:
    """It was discovered later than it happened, and entered later than that: late counts from the discovery."""
    floor.open("FB-01", "red")
    happened = floor.clock.now()
    floor.clock.advance(hours=1)
    found = floor.clock.now()
    floor.clock.advance(hours=1)
    desk = floor.desk("flo")
    report = incidents.IncidentReport(
        table="FB-01", says="a card was missed", title="Missed card", happened_at=happened, discovered_at=found
    )
    signed = floor.sign(desk, "flo", Meaning.REPORTED)
    incidents.report_irregularity(desk, report=report, signature=signed, late="the patrons first")
    [late] = [row for row in rows(sheets(floor, "completeness")[0], "Late entries") if "Missed card" in str(row.cells)]
    assert [str(cell) for cell in late.cells[:3]] == ["11/16 12:00:00 PM", "2:00 PM", "1 h"]
    assert late.notes[0] == "Discovered 11/16 1:00:00 PM; late from then."
    [told] = rows(sheets(floor, "register")[0], "")
    assert str(told.cells[2]) == "12:00 PM"


def test_nobody_was_notified_before_that_is_on_record(floor: Floor) -> None:
    """Entered an hour after its discovery: that the Board had been told by then is more than anybody knows."""
    floor.open("FB-01", "red")
    found = floor.clock.now()
    floor.clock.advance(hours=1)
    desk = floor.desk("flo")
    report = incidents.IncidentReport(
        table="FB-01", says="a card was missed", title="Missed card", happened_at=found, discovered_at=found, told=BOARD
    )
    signed = floor.sign(desk, "flo", Meaning.REPORTED)
    incidents.report_irregularity(desk, report=report, signature=signed, late="the patrons first")
    [row] = rows(sheets(floor, "incident")[0], "Who was notified")
    assert str(row.cells[1]) == "11/16/2026 1:00:00 PM EST"
    [row] = rows(sheets(floor, "register")[0], "Exposure, amounts and notices")[:1]
    assert "1:00 PM" in str(row.cells[8]) and "1:00" in str(row.cells[9])
