"""FA-104 answers who, how much, who was told and what was done; FA-125 counts errors for training."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from floorapp.domain.incident_files import ErrorBy, IncidentDetails, IncidentPatron, NoticeTable
from floorapp.operations.acts import cases, corrections, disputes, incident_files, reviews
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import make_paper, settled
from floorapp.operations.sheet import Sheet, SheetFacts
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor
from tests.acts.test_cases import CLAIM, TOUCHED, complained, corrected
from tests.acts.test_incidents import report
from tests.dispute.telling import tell
from tests.papers.test_period_reports import printed
from tests.papers.two_days import MONDAY, counted, deal, record, rows, sheets


def told(sheet: Sheet) -> dict[str, str]:
    return {f.label: str(f.value) for each in sheet.sections if isinstance(each, SheetFacts) for f in each.facts}


def cells(sheet: Sheet, title: str) -> list[list[str]]:
    return [[str(getattr(cell, "word", cell)) for cell in row.cells] for row in rows(sheet, title)]


def a_whole_file(floor: Floor) -> str:
    """An incident of which everything was entered."""
    ada = floor.desk("ada")
    table = NoticeTable(effects=("continue",), whom="casino compliance representative")
    incident_files.set_notices(ada, table=table)
    flo, sam = floor.desk("flo"), floor.desk("sam")
    number = report(floor, flo)
    patron = IncidentPatron("man in a red cap", 3, "4471")
    details = IncidentDetails(("Dan",), (patron,), ErrorBy.DEALER, overpaid=5_000, reimbursed=2_500)
    incident_files.describe_incident(flo, incident=number, details=details)
    now = floor.clock.now()
    incident_files.call_surveillance(
        flo, incident=number, at=now, taken_by="Val", reference="SV-88", camera="PTZ 14", review=True, hold=True
    )
    floor.clock.advance(minutes=9)
    incident_files.answer_review(sam, incident=number, says="It lay face up", held=True)
    incident_files.notify_regulator(flo, incident=number, whom="CCR Jones", at=now + timedelta(minutes=4))
    incident_files.set_action(sam, incident=number, says="Retrain Dan", owner="flo", due_on=date(2026, 11, 20))
    return number


def test_the_incident_report_answers_who_when_how_much_who_was_told_and_what_was_done(floor: Floor) -> None:
    number = a_whole_file(floor)
    (sheet,) = make_paper(record(floor), Request("incident", MONDAY, MONDAY, about=number))
    facts = told(sheet)
    assert (facts["Dealer"], facts["Error by"]) == ("Dan", "dealer")
    assert facts["Spot and patron"] == "man in a red cap, spot 3, player 4471"
    assert facts["Over- or underpaid"] == "overpaid $50.00, reimbursed $25.00"
    assert facts["Surveillance reference"] == "SV-88"
    assert facts["Regulator notice"].startswith("casino compliance representative by ")
    assert facts["Board or Division notified"] != "no notice is on record"
    (call,) = cells(sheet, "Surveillance")
    assert call[1:5] == ["Flo", "Val", "SV-88", "PTZ 14"] and "It lay face up (Sam)" in call[6]
    (notice,) = cells(sheet, "Regulator")
    assert (notice[0], notice[2]) == ("CCR Jones", "Flo")
    (action,) = cells(sheet, "Corrective action")
    assert action[:3] == ["Retrain Dan", "Flo", "11/20/2026"]


def test_the_register_names_spot_patron_rounds_evidence_who_was_notified_when_and_what_is_done(floor: Floor) -> None:
    deal(floor, 1)
    number = a_whole_file(floor)
    (sheet,) = sheets(floor, "register")
    assert counted(sheet)["pending review"] == "1" and cells(sheet, "")[0][9] == "pending review"
    (grounds,) = cells(sheet, "Rounds, evidence and corrective action")
    assert grounds[:3] == [number, "man in a red cap, spot 3, player 4471", "no round named"]
    assert grounds[4] == "Retrain Dan (Flo, due 11/20/2026)"
    amounts = cells(sheet, "Exposure, amounts and notices")[0]
    assert "CCR Jones 12:04 PM" in amounts[8] and amounts[6] == "+$25.00"
    incident_files.finish_action(floor.desk("flo"), incident=number, says="retrained")
    (grounds,) = cells(sheets(floor, "register")[0], "Rounds, evidence and corrective action")
    assert grounds[4] == "Retrain Dan (Flo, completed 12:09 PM)"


def test_what_the_reviewer_ruled_and_how_the_round_was_paid_are_on_the_report_in_words(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    told_round = tell("pa-590", "7hkd box 1 10 tc8d s =10").record
    disputes.keep_dispute(floor.desk("flo"), record=told_round, incident=number)
    sam = floor.desk("sam")
    signature = floor.sign(sam, "sam", Meaning.REVIEWED)
    reviews.approve_incident(sam, incident=number, seen=2, signature=signature, says="The void stands.")
    (sheet,) = make_paper(record(floor), Request("incident", MONDAY, MONDAY, about=number))
    (evidence,) = cells(sheet, "Evidence")
    assert ", paid correctly, record SHA-256" in evidence[1]
    assert f"{number} approved: The void stands." in [step[1] for step in cells(sheet, "History")]


def test_a_round_told_at_the_desk_later_was_dealt_when_its_record_says(floor: Floor) -> None:
    played = floor.clock.now().replace(microsecond=0)
    raw = tell("pa-590", "7hkd box 1 10 tc8d s =10").record | {"id": "late", "at": played.isoformat()}
    floor.clock.advance(minutes=95)
    disputes.keep_dispute(floor.desk("flo"), record=raw)
    known = record(floor)
    (sheet,) = make_paper(known, Request("verification", MONDAY, MONDAY, about="late"))
    assert told(sheet)["Dealt"] == f"{known.clock.stamp(played, seconds=True)} EST"


def test_an_incident_without_a_file_says_what_is_not_on_record(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    (sheet,) = make_paper(record(floor), Request("incident", MONDAY, MONDAY, about=number))
    assert told(sheet)["Regulator notice"] == "the property had set no table of notices"
    assert told(sheet)["Over- or underpaid"] == "no amount entered"


def test_trends_count_errors_by_dealer_by_what_happened_by_hour_and_by_game(floor: Floor) -> None:
    a_whole_file(floor)
    report(floor, floor.desk("flo"))
    (sheet,) = sheets(floor, "trends")
    assert counted(sheet)["incidents"] == "2" and counted(sheet)["dealer error"] == "1"
    by_dealer = {row[0]: row[1:] for row in cells(sheet, "By dealer")}
    assert by_dealer["Dan"][:3] == ["1", "1", "$50.00"] and by_dealer["no dealer on record"][0] == "1"
    assert [row[1] for row in cells(sheet, "By what happened")] == ["2"]
    assert [row[:2] for row in cells(sheet, "By hour")] == [["12:00 PM", "2"]]
    assert [row[:2] for row in cells(sheet, "By game")] == [["Free Bet Blackjack", "2"]]


def test_cases_of_both_kinds_stand_in_one_report(floor: Floor) -> None:
    cases.open_case(floor.desk("flo"), record=TOUCHED, claim=CLAIM)
    number = complained(floor)
    now = floor.clock.now()
    cases.file_case(
        floor.desk("flo"), case=number, form_offered_at=now, board_number="B-4", answer_by=now, evidence=("SV-88",)
    )
    floor.clock.advance(minutes=5)
    (sheet,) = sheets(floor, "cases")
    assert [counted(sheet)[word] for word in ("cases", "complaint", "past their deadline")] == ["2", "1", "1"]
    listed = {row[0]: row for row in cells(sheet, "")}
    assert listed[number][4:6] == ["was paid short", "$25.00"] and listed[number][7] == "B-4"
    assert listed["FB-03/1182#1"][4] == "disputes round FB-03/1182"
    held = {row[0]: row[2] for row in cells(sheet, "Evidence and outcome")}
    assert held[number] == "SV-88"


def test_a_voided_case_stays_on_the_list_and_a_corrected_one_says_both(floor: Floor) -> None:
    first = complained(floor)
    corrected(floor, "dispute.complaint-opened", about="was not paid")
    (sheet,) = sheets(floor, "cases")
    (row,) = rows(sheet, "")
    assert "was paid short" in [str(each) for each in row.cells]
    assert "was paid short" in row.corrections[0].text and "was not paid" in row.corrections[0].text
    corrected(floor, "dispute.complaint-opened")
    (sheet,) = sheets(floor, "cases")
    assert [counted(sheet)[word] for word in ("cases", "void")] == ["0", "1"]
    (row,) = rows(sheet, "")
    assert str(row.cells[0]) == first and str(row.cells[-1]) == "void" and row.corrections[-1].reason == "mistyped"


@pytest.mark.unix  # read back with poppler's tools
def test_a_voided_report_stays_on_the_register_and_can_be_printed(monday: Floor, tmp_path: Path) -> None:
    """It was gone without a trace: a number was missing, and nothing said why."""
    line = record(monday).lines(IncidentReported)[0]
    desk = monday.desk("flo")
    corrections.correct_entry(
        desk,
        entry=line.entry.id,
        fact=None,
        reason="it was another table",
        signature=monday.sign(desk, "flo", Meaning.CORRECTED),
    )
    made = sheets(monday, "register")
    tally = counted(made[0])
    assert (tally["irregularities"], tally["void"], tally["correction"]) == ("0", "1", "1")
    [row] = rows(made[0], "")
    assert str(row.cells[0]) == "IR-2026-0001" and str(row.cells[9]) == "void"
    assert row.corrections[0].reason == "it was another table"
    assert not rows(made[0], "Exposure, amounts and notices")
    [report_made] = sheets(monday, "incident")
    assert told(report_made)["Status"] == "void: the report was withdrawn, see the history"
    assert rows(report_made, "History")[0].corrections[0].text == "this entry is void"
    assert "void: the report was" in printed((report_made,), tmp_path)
    assert counted(sheets(monday, "summary")[0])["irregularities"] == "0"


def test_an_incident_that_the_propertys_table_does_not_ask_for_says_so(floor: Floor) -> None:
    floor.clock.advance(minutes=1)
    table = NoticeTable(effects=("table-stopped",), whom="casino compliance representative")
    incident_files.set_notices(floor.desk("ada"), table=table)
    number = report(floor, floor.desk("flo"))
    (sheet,) = make_paper(record(floor), Request("incident", MONDAY, MONDAY, about=number))
    assert told(sheet)["Regulator notice"] == "not required by the property's table"


def test_the_register_of_one_dealer_has_incidents_of_two(floor: Floor) -> None:
    """It compared the whole of *Dan, Eve* with *Dan*."""
    floor.clock.advance(minutes=1)
    flo = floor.desk("flo")
    number = report(floor, flo)
    incident_files.describe_incident(flo, incident=number, details=IncidentDetails(("Eve", "dan")))
    known = record(floor)
    (sheet,) = make_paper(known, settled(known, Request("register", MONDAY, MONDAY, about="dan")))
    assert [str(row.cells[0]) for row in rows(sheet, "")] == [number]
    (sheet,) = make_paper(known, settled(known, Request("register", MONDAY, MONDAY, about="sid")))
    assert not rows(sheet, "")
