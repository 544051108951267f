"""A paper against the logbook of today: what was added, taken away or changed since is named."""

from __future__ import annotations

from dataclasses import replace

from floorapp.operations.sheet import Correction, Row, Sheet, SheetTable
from printing.press import compare
from printing.rows import to_json
from tests.papers import more_samples, samples


def with_rows(sheet: Sheet, rows: tuple[Row, ...]) -> Sheet:
    sections = tuple(
        replace(each, groups=(replace(each.groups[0], rows=rows),)) if isinstance(each, SheetTable) else each
        for each in sheet.sections
    )
    return replace(sheet, sections=sections)


def test_the_same_sheet_has_no_difference() -> None:
    for made in (samples.inspection_log(), more_samples.pack(), samples.empty_log()):
        assert compare(to_json(made, samples.ISSUE), made) == []


def test_a_row_changed_taken_away_or_added_is_named() -> None:
    sheet = samples.long_log(5)
    rows = next(tuple(each.rows) for each in sheet.sections if isinstance(each, SheetTable))
    later = Correction("1 of 2 signals", "typed in the wrong row", "G. Ferris", "06:31", "PIT1-000099")
    changed = (rows[0], replace(rows[1], cells=(*rows[1].cells[:6], "B. Ray")), replace(rows[2], corrections=(later,)))
    found = compare(to_json(sheet, samples.ISSUE), with_rows(sheet, (*changed, rows[4])))
    assert [each.record for each in found] == ["PIT1-000001", "PIT1-000002", "PIT1-000003", "PIT1-000099"]
    said = [str(each) for each in found]
    assert "differs" in said[0] and "B. Ray" in said[0] and "S. Amara" not in said[0].split("logbook")[1]
    assert said[2] == "Reader inspection log: PIT1-000003 is on the report, not in the logbook"
    assert said[3] == "Reader inspection log: PIT1-000099 is in the logbook, not on the report"
