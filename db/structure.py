"""The file's structure: pages and indexes as SQLite checks them, and the tables and guards as they were laid out."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from db import migrate, shelf_tables, sqlite
from db.schema import REVISION
from floorapp.operations.logbook_check import LogbookFlaw

_LAYOUT = "SELECT type, name, tbl_name, sql FROM sqlite_master"
Layout = dict[tuple[str, str], tuple[str, str | None]]


def check_structure(connection: Any) -> list[LogbookFlaw]:
    """What SQLite itself finds wrong, and what is not laid out as this version lays it out."""
    rows = connection.execute("PRAGMA integrity_check(20)").fetchall()
    flaws = [LogbookFlaw(code="damaged", says=f"the file is damaged: {row[0]}.") for row in rows if row[0] != "ok"]
    flaws += _cut_within_a_page(connection)
    if flaws:
        return flaws
    claims = [str(row[0]) for row in connection.execute("SELECT version_num FROM alembic_version")]
    if len(claims) != 1 or (claims[0] != REVISION and claims[0] not in migrate.known_revisions()):
        says = f"the file says of itself that it is laid out as {' and '.join(claims)}, which never was."
        return [LogbookFlaw(code="guard", says=says)]
    return check_layout(connection, claims[0])


def _cut_within_a_page(connection: Any) -> list[LogbookFlaw]:
    """A file ends with a page; what is cut off within its last one SQLite reads as zeros, and says nothing."""
    (path,) = (row[2] for row in connection.execute("PRAGMA database_list") if row[1] == "main")
    ((page,),) = connection.execute("PRAGMA page_size").fetchall()
    if not path or not os.stat(path).st_size % page:
        return []
    return [LogbookFlaw(code="damaged", says="the file is damaged: it ends in the middle of a page.")]


def check_layout(connection: Any, revision: str = REVISION) -> list[LogbookFlaw]:
    """Tables, indexes and guards that are gone, altered, or not ours, for what the file claims to be."""
    found = _layout_of(connection.execute(_LAYOUT).fetchall())
    expected = _expected(revision)
    held = connection.execute("SELECT value FROM note WHERE name = 'state'").fetchall()
    if held != [(shelf_tables.LAYOUT,)]:  # another version's state: rebuilt when the app next opens it
        found, expected = _without_state(found), _without_state(expected)
    flaws = []
    for kind, name in sorted(expected.keys() | found.keys()):
        what = "guard" if kind == "trigger" else kind
        if (kind, name) not in found:
            flaws.append(LogbookFlaw(code="guard", says=f"the {what} {name} is gone."))
        elif (kind, name) not in expected:
            flaws.append(LogbookFlaw(code="guard", says=f"the {what} {name} is not part of a logbook."))
        elif found[kind, name] != expected[kind, name]:
            flaws.append(LogbookFlaw(code="guard", says=f"the {what} {name} was altered."))
    return flaws


@cache
def _expected(revision: str) -> Layout:
    engine = sqlite.memory_engine()
    with engine.begin() as connection:
        migrate.bring_up_to_date(connection, revision)
        shelf_tables.layout().create_all(connection)
        rows = connection.exec_driver_sql(_LAYOUT).fetchall()
    engine.dispose()
    return _layout_of([tuple(row) for row in rows])


def _layout_of(rows: list[tuple[Any, ...]]) -> Layout:
    """By kind and name; a name that is no text any more is spelled out, and fits nothing expected."""
    return {(str(kind), str(name)): (str(table), sql) for kind, name, table, sql in rows}


def _without_state(layout: Layout) -> Layout:
    """Without the state's tables and their indexes; a guard on one of them was never part of any version."""
    return {key: value for key, value in layout.items() if key[0] == "trigger" or not value[0].startswith("state_")}
