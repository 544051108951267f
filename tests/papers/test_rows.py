"""The same rows as CSV and JSON: complete, in order, and harmless in a spreadsheet."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest

from floorapp.operations.sheet import Correction, Dash, Row, Sheet, SheetColumn, table
from printing.rows import to_csv, to_json
from tests.papers import guest_sample, more_samples, samples


def read(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline="")))


def test_csv_has_the_rows_of_the_sheet_in_order() -> None:
    sheet = samples.deck_change_log()
    lines = read(to_csv(sheet))
    start = next(n for n, line in enumerate(lines) if line[:2] == ["Group", "Table"])
    assert lines[start + 1][1:5] == ["FB-01", "DS-4471", "10:10:20", "– (first set of the table)"]
    assert lines[start + 2][-3:] == ["PIT1-003311", "in force", ""]
    assert ["No set was in the shoe past its hours."] in lines


def test_a_correction_is_a_row_of_its_own_that_names_what_it_corrects() -> None:
    lines = read(to_csv(samples.inspection_log()))
    place = next(n for n, line in enumerate(lines) if "PIT2-003844" in line)
    assert lines[place][-2] == "corrected by PIT2-003871"
    assert lines[place + 1][-3:] == [
        "PIT2-003871",
        "correction of PIT2-003844",
        "Correction 06:31: 1 of 2 signals, 2 of 2 when tested again. Reason: first result was left out. By G. Ferris.",
    ]
    lines = read(to_csv(samples.long_names()))
    standings = [line[-2] for line in lines if line[-3:-2] and line[-3].startswith(("PIT1-00329", "PIT1-00400"))]
    assert "correction of PIT1-003293, corrected by PIT1-004007" in standings
    assert "correction of PIT1-004001" in standings


@pytest.mark.parametrize(
    "wicked", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", '=HYPERLINK("x")', "＝1", "\n=1"]
)
def test_formula_cells_are_escaped(wicked: str) -> None:
    made = (Correction(wicked, wicked, wicked, wicked, wicked),)
    sheet = Sheet(
        samples.head("Log", "FA-1"),
        (
            table(
                SheetColumn(wicked), SheetColumn("b"), rows=(Row((wicked, "x"), wicked, made, (wicked,)),), title=wicked
            ),
        ),
    )
    for line in read(to_csv(sheet)):
        for cell in line:
            assert not cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝"))
    assert json.loads(to_json(sheet))["sheets"][0]["tables"][0]["rows"][0][1] == wicked


def test_amounts_with_a_sign_stay_readable() -> None:
    lines = read(to_csv(guest_sample.guest_page()))
    assert any("'+$100.00" in line for line in lines)


def test_json_holds_head_issue_and_every_row() -> None:
    said = json.loads(to_json(samples.inspection_log(), samples.ISSUE))
    assert said["issue"]["document"] == "FA-101-20261115-01"
    assert said["issue"]["instant"] == "2026-11-16T02:33:08+00:00"
    [sheet] = said["sheets"]
    assert sheet["head"]["title"] == "Reader inspection log"
    log = sheet["tables"][-1]
    assert len(log["rows"]) == 38, "37 inspections and a correction"
    assert log["columns"][1:4] == ["Table", "Reader", "Time"]


def test_charts_duties_and_settlements_are_rows_too() -> None:
    titles = [each["title"] for each in json.loads(to_json(more_samples.summary()))["sheets"][0]["tables"]]
    assert titles == [
        "Summary",
        "The day in figures",
        "Sets falling due in the coming shifts",
        "Oldest set on the floor, hour by hour",
        "Observed against expected",
    ]
    [_, duties] = json.loads(to_json(more_samples.completeness()))["sheets"][0]["tables"]
    assert duties["rows"][0][-1].startswith("Missing: reader CR-10489 at DU-05. Why: table closed")
    [settled] = json.loads(to_json(guest_sample.guest_page()))["sheets"][0]["tables"]
    assert settled["rows"][3][4:] == ["+$100.00", "+$40.00", "differs", "", "in force", ""]


def test_a_pack_holds_all_its_sheets() -> None:
    assert len(json.loads(to_json(more_samples.pack()))["sheets"]) == 7
    assert to_csv(more_samples.pack()).count(b"PIT2-003871") == 2


def test_an_empty_table_says_so() -> None:
    said = json.loads(to_json(samples.empty_log()))["sheets"][0]["tables"][-1]
    assert said["rows"] == [] and said["none"] == "No records in this period."


def test_a_dash_says_why() -> None:
    sheet = Sheet(samples.head("Log", "FA-1"), (table(SheetColumn("a"), rows=(Row((Dash("not fitted"),)),)),))
    assert b"\xe2\x80\x93 (not fitted)" in to_csv(sheet)
