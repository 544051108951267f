"""Entries as `floorapp logbook show` prints them: one by its number, or the newest of all or of a timeline."""

from __future__ import annotations

from typing import Any

from db.chain import COLUMNS
from floorapp.operations.canonical import canonical
from floorapp.operations.entry import written_of

_SELECT = f"SELECT {', '.join(f'entry.{name}' for name in COLUMNS)} FROM entry"


#: No entry's number is longer, and SQLite counts no further.
MOST_DIGITS = 18


def entry_lines(
    connection: Any, *, number: str | None, limit: int, about: list[str] | None, as_json: bool
) -> list[str]:
    """One entry by its number, or the newest of the logbook or of one timeline."""
    given: list[str | int]
    if number:
        station, _, seq = number.rpartition("-")
        if not seq.isdecimal() or len(seq) > MOST_DIGITS:
            return []
        query, given = f"{_SELECT} WHERE station = ? AND seq = ?", [station, int(seq)]
    elif about:
        query = (
            f"{_SELECT} JOIN mention ON mention.position = entry.position "
            "WHERE mention.kind = ? AND mention.id = ? ORDER BY entry.position DESC LIMIT ?"
        )
        given = [*about, limit]
    else:
        query, given = f"{_SELECT} ORDER BY position DESC LIMIT ?", [limit]
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in connection.execute(query, given)]
    return [_json(row) if as_json else _line(row) for row in rows]


def _json(row: dict[str, Any]) -> str:
    return f'{{"entry":{canonical(written_of(row)).decode()},"hash":"{row["hash"]}"}}'


def _line(row: dict[str, Any]) -> str:
    late = f"  late: {row['late']}" if row["late"] else ""
    return (
        f"{row['station']}-{row['seq']}  {row['recorded_at']}  {row['actor']}  {row['kind']}  "
        f"{row['subject_kind']} {row['subject_id']}{late}\n    {row['payload']}\n    {row['hash']}"
    )
