"""The rows of a paper as data: a file a table with its schema, numbers as numbers, instants with their zone."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC
from io import StringIO
from typing import Any

from floorapp.domain.values import dataclass
from floorapp.operations.sheet import Cell, Dash, Instant, Kind, Row, Sheet, SheetColumn, SheetTable
from printing.rows import tables_of

FORMAT = "floor-report-table/1"
NUMBER = re.compile(r"[+−-]?\d[\d,]*(\.\d+)?")
MONEY = re.compile(r"([+−-]?)\$(\d[\d,]*)\.(\d\d)")
#: What a column of each kind holds where its cells do not say more.
WORDS = {Kind.ID: "id", Kind.PERSON: "person", Kind.STATE: "state"}
TYPES = {"integer": "integer", "cents": "integer", "number": "number"}
#: What stands beside a row's own cells.
BESIDE = {"group": "text", "record": "id", "standing": "text", "notes": "text"}


@dataclass(frozen=True, slots=True)
class TypedTable:
    """One table: its name as a file, what stands in each column, and its rows."""

    name: str
    sheet: str
    title: str
    columns: tuple[tuple[str, str, str], ...]  # name, head, kind
    rows: tuple[dict[str, Any], ...]

    def schema(self) -> dict[str, Any]:
        """A JSON Schema of one row."""
        own = {name: _property(kind, head) for name, head, kind in self.columns}
        beside = {name: _property(kind, name.capitalize()) for name, kind in BESIDE.items()}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {**own, **beside},
            "required": [*own, *beside],
            "additionalProperties": False,
        }


def typed_tables(sheets: Sheet | Sequence[Sheet]) -> Iterator[TypedTable]:
    """Every table of a paper, in order; a correction is a row of its own, with what it corrects."""
    number = 0
    for sheet in [sheets] if isinstance(sheets, Sheet) else sheets:
        for table in tables_of(sheet):
            number += 1
            words = re.sub(r"[^a-z0-9]+", "-", (table.title or sheet.head.title).lower()).strip("-")[:40]
            columns = tuple(_columns(table))
            rows = tuple(_rows(table, columns))
            yield TypedTable(f"{number:02d}-{words}", sheet.head.title, table.title, columns, rows)


def json_files(sheets: Sheet | Sequence[Sheet], document: str = "") -> Iterator[tuple[str, bytes]]:
    """Each table as JSON, with its schema inside."""
    for each in typed_tables(sheets):
        said: dict[str, Any] = {"format": FORMAT, "document": document, "report": each.sheet, "table": each.title}
        said |= {"schema": each.schema(), "rows": list(each.rows)}
        yield f"{each.name}.json", (json.dumps(said, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def csv_files(sheets: Sheet | Sequence[Sheet]) -> Iterator[tuple[str, bytes]]:
    """Each table as CSV, and one schema of them all; what is empty is not known or does not apply."""
    schemas = {}
    for each in typed_tables(sheets):
        out = StringIO()
        names = [*(name for name, _, _ in each.columns), *BESIDE]
        write = csv.DictWriter(out, names, lineterminator="\r\n")
        write.writeheader()
        write.writerows({name: "" if value is None else value for name, value in row.items()} for row in each.rows)
        schemas[f"{each.name}.csv"] = each.schema()
        yield f"{each.name}.csv", out.getvalue().encode()
    yield "schema.json", (json.dumps(schemas, ensure_ascii=False, indent=1) + "\n").encode()


def _property(kind: str, head: str) -> dict[str, Any]:
    said: dict[str, Any] = {"type": [TYPES.get(kind, "string"), "null"], "title": head, "description": kind}
    return said | {"format": "date-time"} if kind == "instant" else said


def _columns(table: SheetTable) -> Iterator[tuple[str, str, str]]:
    known = set(BESIDE)
    for place, column in enumerate(table.columns):
        name = base = re.sub(r"[^a-z0-9]+", "_", column.head.lower()).strip("_") or "column"
        count = 1
        while name in known:
            count += 1
            name = f"{base}_{count}"
        known.add(name)
        yield name, column.head, _kind(column, [row.cells[place] for row in table.rows])


def _kind(column: SheetColumn, cells: list[Cell]) -> str:
    """What a column holds, by every cell that is there."""
    said = [cell for cell in cells if not isinstance(cell, Dash)]
    if said and all(isinstance(cell, Instant) for cell in said):
        return "instant"
    texts = [str(cell) for cell in said]
    if column.kind in (Kind.NUMBER, Kind.MONEY) and texts:
        if all(map(MONEY.fullmatch, texts)):
            return "cents"
        if all(map(NUMBER.fullmatch, texts)):
            return "number" if any("." in text for text in texts) else "integer"
    if column.head == "Section":
        return "citation"
    return WORDS.get(column.kind, "text")


def _rows(table: SheetTable, columns: tuple[tuple[str, str, str], ...]) -> Iterator[dict[str, Any]]:
    kinds = [(name, kind) for name, _, kind in columns]
    for group in table.groups:
        for row in group.rows:
            cells = {name: _value(cell, kind) for cell, (name, kind) in zip(row.cells, kinds, strict=True)}
            beside = {"group": group.title or None, "record": row.record or None}
            yield {**cells, **beside, "standing": _standing(row), "notes": " ".join(row.notes) or None}
            before = row.record
            for made in row.corrections:
                empty = dict.fromkeys(name for name, _ in kinds)
                corrected = {"record": made.record, "standing": f"correction of {before}", "notes": made.sentence}
                yield {**empty, "group": group.title or None, **corrected}
                before = made.record


def _standing(row: Row) -> str:
    return f"corrected by {row.corrections[0].record}" if row.corrections else "in force"


def _value(cell: Cell, kind: str) -> Any:
    if isinstance(cell, Dash):
        return None
    text = str(cell)
    if kind == "instant" and isinstance(cell, Instant):
        return cell.at.astimezone(UTC).isoformat()
    if kind == "cents" and (money := MONEY.fullmatch(text)) is not None:
        cents = int(money[2].replace(",", "")) * 100 + int(money[3])
        return -cents if money[1] in ("−", "-") else cents
    if kind in ("integer", "number"):
        plain = text.replace(",", "").replace("−", "-")
        return int(plain) if kind == "integer" else float(plain)
    return text
