"""The same rows as CSV and JSON, for those who count on."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from io import StringIO

from floorapp.operations.card_round import Settlement
from floorapp.operations.chart import Bars, Blocks, Lines
from floorapp.operations.sheet import (
    Cell,
    Completeness,
    Dash,
    Group,
    Issue,
    Kind,
    MarkedWord,
    Row,
    Section,
    Sheet,
    SheetColumn,
    SheetDuty,
    SheetFacts,
    SheetSign,
    SheetTable,
    SheetTally,
    table,
)
from floorapp.operations.spreadsheet import safe_cell


def to_csv(sheets: Sheet | Sequence[Sheet]) -> bytes:
    """Every table with its rows, corrections as rows of their own; opens in a spreadsheet."""
    out = StringIO()
    write = csv.writer(out, lineterminator="\r\n")
    tables = [found for sheet in _listed(sheets) for found in tables_of(sheet)]
    for number, each in enumerate(tables):
        if number:
            write.writerow([])
        if each.title:
            write.writerow([safe_cell(each.title)])
        write.writerow([safe_cell(head) for head in _heads(each)])
        write.writerows([safe_cell(value) for value in row] for row in _plain_rows(each))
        if not any(group.rows for group in each.groups):
            write.writerow([safe_cell(each.none)])
    # The mark at the start tells a spreadsheet that the letters are UTF-8.
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def to_json(sheets: Sheet | Sequence[Sheet], issue: Issue | None = None) -> bytes:
    """The issue, and of each sheet its head and tables, each row a list in the order of the columns."""
    said = {
        "issue": None if issue is None else {**asdict(issue), "instant": issue.instant.isoformat()},
        "sheets": [
            {"head": asdict(sheet.head), "tables": [_table_said(each) for each in tables_of(sheet)]}
            for sheet in _listed(sheets)
        ],
    }
    return (json.dumps(said, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _table_said(each: SheetTable) -> dict[str, object]:
    return {
        "title": each.title,
        "columns": _heads(each),
        "rows": [list(row) for row in _plain_rows(each)],
        "none": each.none if not any(group.rows for group in each.groups) else None,
        "notes": list(each.notes),
    }


def _listed(sheets: Sheet | Sequence[Sheet]) -> Sequence[Sheet]:
    return [sheets] if isinstance(sheets, Sheet) else sheets


def tables_of(sheet: Sheet) -> list[SheetTable]:
    """Every section that holds rows, as a table."""
    return [found for section in sheet.sections if (found := _as_table(section)) is not None]


def _as_table(section: Section) -> SheetTable | None:
    match section:
        case SheetTable():
            return section
        case Completeness():
            return completeness_table(section)
        case Settlement():
            return _settlement_table(section)
        case SheetTally():
            rows = tuple(Row((each.words, each.number)) for each in section.figures)
            return table(SheetColumn("What"), SheetColumn("Count", Kind.NUMBER), rows=rows, title="Summary")
        case SheetFacts():
            rows = tuple(Row((fact.label, fact.value)) for fact in section.facts)
            return table(SheetColumn("Fact"), SheetColumn("Value"), rows=rows, title=section.title)
        case Bars() | Lines() | Blocks():
            return _chart_table(section)
        case _:
            return None


def completeness_table(section: Completeness) -> SheetTable:
    """Duties as rows, what is missing and why under each."""
    columns = (
        SheetColumn("Duty", Kind.NAME, 3.6),
        SheetColumn("Section", Kind.TEXT, 2.6),
        SheetColumn("Due", Kind.NUMBER, 0.7),
        SheetColumn("On record", Kind.NUMBER, 0.9),
        SheetColumn("Status", Kind.STATE, 1.3),
    )
    rows = tuple(_duty_row(duty) for duty in section.duties)
    return SheetTable(columns, (Group(rows),), title=section.title, none="No duties on this day.")


def _duty_row(duty: SheetDuty) -> Row:
    standing = MarkedWord("complete", SheetSign.OKAY) if duty.complete else MarkedWord("missing", SheetSign.WARNING)
    notes = tuple(f"Missing: {each.what.rstrip('.')}. Why: {each.why.rstrip('.')}." for each in duty.missing)
    if duty.not_yet:
        standing, notes = MarkedWord("not due yet", SheetSign.DUE), (f"Not due yet: {duty.not_yet}.",)
    return Row((duty.duty, duty.citation, str(duty.expected), str(duty.recorded), standing), notes=notes)


def _settlement_table(section: Settlement) -> SheetTable:
    columns = (
        SheetColumn("Wager"),
        SheetColumn("What the rules say"),
        SheetColumn("Section"),
        SheetColumn(section.correct_head, Kind.MONEY),
        SheetColumn(section.reported_head, Kind.MONEY),
        SheetColumn("Standing"),
    )
    rows = tuple(
        Row(
            (
                each.wager,
                each.sentence,
                each.citation,
                each.correct,
                each.reported,
                "differs" if each.differs else "as it should be",
            )
        )
        for each in section.lines
    )
    return table(*columns, rows=rows, title="Settlement")


def _chart_table(section: Bars | Lines | Blocks) -> SheetTable:
    match section:
        case Bars():
            columns = [SheetColumn("What"), SheetColumn("Value", Kind.NUMBER), SheetColumn("Expected", Kind.NUMBER)]
            rows = [Row((bar.label, bar.text, _number(bar.expected))) for bar in section.bars]
        case Lines():
            columns = [SheetColumn("When"), *(SheetColumn(series.name, Kind.NUMBER) for series in section.series)]
            rows = [
                Row((tick, *(_number(series.values[place]) for series in section.series)))
                for place, tick in enumerate(section.ticks)
            ]
        case Blocks():
            columns = [SheetColumn("When"), SheetColumn("Count", Kind.NUMBER), SheetColumn("Planned", Kind.NUMBER)]
            rows = [Row((stack.label, str(stack.count), str(section.planned))) for stack in section.stacks]
    return table(*columns, rows=tuple(rows), title=section.title)


def _number(value: float | None) -> Cell:
    return Dash("none") if value is None else f"{value:g}"


def _heads(each: SheetTable) -> list[str]:
    return ["Group", *(column.head for column in each.columns), each.record_head, "Standing", "Notes"]


def _plain_rows(each: SheetTable) -> Iterator[tuple[str, ...]]:
    """Rows as plain texts; a corrected one says by what, and the correction follows as a row."""
    for group in each.groups:
        for row in group.rows:
            chain = [row.record, *(made.record for made in row.corrections)]
            standing = f"corrected by {chain[1]}" if row.corrections else "in force"
            cells = tuple(map(_plain, row.cells))
            yield (group.title, *cells, row.record, standing, " ".join(row.notes))
            for place, made in enumerate(row.corrections, start=1):
                later = f", corrected by {chain[place + 1]}" if place + 1 < len(chain) else ""
                empty = ("",) * (len(cells) - 1)
                standing = f"correction of {chain[place - 1]}{later}"
                yield (group.title, cells[0], *empty, made.record, standing, f"{made.sentence} By {made.by}.")


def _plain(cell: Cell) -> str:
    return f"– ({cell.meaning})" if isinstance(cell, Dash) else str(cell)
