"""The data attached to a report is typed, a file a table with its schema, so that every figure can be recomputed."""

from __future__ import annotations

import csv
import json
from copy import deepcopy
from datetime import UTC, datetime
from io import BytesIO, StringIO
from typing import Any

from jsonschema import Draft202012Validator
from pyhanko.pdf_utils.reader import PdfFileReader

from floorapp.operations.sheet import Correction, Dash, Instant, Kind, Row, Sheet, SheetColumn, table
from printing.press import issue_paper
from printing.seal import make_key
from printing.typed_rows import csv_files, json_files
from tests.acts.floor import Floor
from tests.papers import samples
from tests.papers.two_days import TUESDAY, sheets

AT = datetime(2026, 11, 16, 2, 33, 8, tzinfo=UTC)
COLUMNS = (
    SheetColumn("Incident", Kind.ID),
    SheetColumn("Time of event", Kind.TIME),
    SheetColumn("Hands", Kind.NUMBER),
    SheetColumn("Paid", Kind.MONEY),
    SheetColumn("Section"),
)
FIXED = Correction("76 hands", "miscounted", "Flo", "9:40 PM", "PIT2-9")
ROWS = (
    Row(("IR-1", Instant("9:33 PM", AT), "1,076", "+$1,215.50", "58 Pa. Code § 590.13(g)"), "PIT2-7"),
    Row(("IR-2", Dash("not on record"), "2", "−$5.00", Dash("not on the list")), "PIT2-8", (FIXED,), ("A note.",)),
)
REGISTER = Sheet(samples.head("Register", "FA-112"), (table(*COLUMNS, rows=ROWS, title="Figures"),))


def attached(paper: bytes) -> dict[str, Any]:
    """The JSON files inside a PDF, by name."""
    names = PdfFileReader(BytesIO(paper)).root["/Names"]["/EmbeddedFiles"]["/Names"]
    return {str(names[n]): json.loads(names[n + 1]["/EF"]["/F"].data) for n in range(0, len(names), 2)}


def test_numbers_instants_money_and_citations_have_their_types_and_absence_is_null() -> None:
    [(name, content)] = json_files(REGISTER, "DOC-1")
    said = json.loads(content)
    assert name == "01-figures.json" and said["format"] == "floor-report-table/1" and said["document"] == "DOC-1"
    first, second, correction = said["rows"]
    assert (first["incident"], first["time_of_event"]) == ("IR-1", "2026-11-16T02:33:08+00:00")
    assert (first["hands"], first["paid"], first["section"]) == (1076, 121550, "58 Pa. Code § 590.13(g)")
    assert (second["time_of_event"], second["hands"], second["paid"], second["section"]) == (None, 2, -500, None)
    assert (second["standing"], second["notes"]) == ("corrected by PIT2-9", "A note.")
    assert correction["standing"] == "correction of PIT2-8" and "76 hands" in correction["notes"]
    kinds = {name: each["description"] for name, each in said["schema"]["properties"].items()}
    assert [kinds[each] for each in ("incident", "time_of_event", "hands", "paid", "section")] == [
        *("id", "instant", "integer", "cents", "citation")
    ]


def test_a_time_that_knows_its_instant_is_copied_with_it() -> None:
    made = deepcopy(Instant("9:33 PM", AT))
    assert (made, made.at) == ("9:33 PM", AT)


def test_csv_holds_the_same_a_file_a_table_beside_one_schema() -> None:
    files = dict(csv_files(REGISTER))
    assert set(files) == {"01-figures.csv", "schema.json"}
    first, second, _ = csv.DictReader(StringIO(files["01-figures.csv"].decode()))
    assert (first["hands"], first["paid"], second["paid"], second["section"]) == ("1076", "121550", "-500", "")


def test_every_attached_table_of_an_issued_report_fits_its_own_schema_and_recounts(monday: Floor) -> None:
    key = make_key(property_name=samples.PROPERTY, station="DESK-1", instant=AT)
    made = sheets(monday, "register", TUESDAY)
    files = attached(issue_paper(made, issue=samples.ISSUE, key=key))
    tables = {name: each for name, each in files.items() if name != "rows.json"}
    assert tables
    for each in tables.values():
        check = Draft202012Validator(each["schema"])
        assert all(check.is_valid(row) for row in each["rows"])
    summary = next(each for each in tables.values() if each["table"] == "Summary")["rows"]
    register = next(each for name, each in tables.items() if each["table"] == "")
    irregularities = next(row["count"] for row in summary if row["what"].startswith("irregularit"))
    assert irregularities == sum(row["standing"] == "in force" for row in register["rows"])
