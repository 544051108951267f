"""The parts of a logbook on a server: tables and columns that its owner may have removed, told in the floor's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sqlalchemy as sa

from db import rebuild, schema, shelf_tables
from floorapp.operations.faults import LogbookFault

#: What the tables hold, as people call it.
HOLDS = {
    "alembic_version": "the mark of its version",
    "attached": "the attached files",
    "credential": "the hashes of passwords and PINs",
    "entry": "the entries",
    "entry_words": "the index of words",
    "frame_bundle": "the raw frames",
    "guess": "the counted wrong guesses",
    "mention": "the timelines",
    "note": "the notes on how it is kept",
    "round": "the rounds that were imported",
    "round_block": "the packed rounds",
}
_STATE = "the state of the floor"
#: Tables that no metadata describes.
_OWN = {"alembic_version": {"version_num"}, "entry_words": {"position", "words", "about"}}
_COLUMNS = """
SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
"""


def check_parts(connection: sa.Connection, where: str) -> None:
    """Refuse a logbook of this version that is no longer whole, and name what is missing."""
    found = _found(connection)
    gone = list(_gone(found, {**_OWN, **_named(schema.metadata.tables.values())}))
    if not gone and rebuild.held_layout(connection) == shelf_tables.LAYOUT:
        gone = list(_gone(found, _named(shelf_tables.layout().tables.values())))
    if gone:
        raise _not_whole(where, gone)


def holds_entries(connection: sa.Connection) -> bool:
    """Whether a logbook stands here at all, whatever else is missing."""
    return "entry" in _found(connection)


def _found(connection: sa.Connection) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for table, column in connection.exec_driver_sql(_COLUMNS):
        found.setdefault(str(table), set()).add(str(column))
    return found


def _named(tables: Iterable[sa.Table]) -> dict[str, set[str]]:
    return {table.name: {column.name for column in table.columns} for table in tables}


def _gone(found: dict[str, set[str]], expected: dict[str, set[str]]) -> Iterator[str]:
    for table, columns in sorted(expected.items()):
        holds = HOLDS.get(table, _STATE)
        if table not in found:
            yield f"{holds} (table {table})"
        elif columns - found[table]:
            yield f"part of {holds} (table {table}: {', '.join(sorted(columns - found[table]))})"


def _not_whole(where: str, gone: list[str]) -> LogbookFault:
    return LogbookFault(
        f"The logbook in {where} is not complete. Missing: {'; '.join(gone)}.",
        "Only the owner's account can remove that. What is left does not hold as evidence by itself; nothing was "
        "changed or sent, and what stations keep stays kept.",
        "Keep this database as it is and call a compliance officer; have its administrator restore the last backup "
        "into a new one (the page “Many stations”), then run `floorapp logbook verify` there.",
    )
