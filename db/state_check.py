"""The state against the logbook: a copy is rebuilt elsewhere, and every table must come out the same."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from db import rebuild, shelf_tables, sqlite
from db.read_only import read_only
from db.schema import mention
from floorapp.operations.logbook_check import LogbookFlaw

_WORDS = "SELECT term, doc, col, offset FROM temp.every_word"


_NOT_REBUILT = (
    sqlite.module().Error,
    sa.exc.DBAPIError,
    msgspec.MsgspecError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
)


#: How many first letters are asked for: those with an index of their own, and one to either side.
_ASKED = range(min(sqlite.BEGINNINGS) - 1, max(sqlite.BEGINNINGS) + 2)


def check_state(path: Path) -> list[LogbookFlaw]:
    """Every table of the state, the mentions and the index of words, against a rebuild in another place."""
    with tempfile.TemporaryDirectory(prefix="floorapp-rebuild-") as folder:
        scratch = Path(folder) / "floor.sqlite"
        copy = sqlite.module().connect(scratch)
        with read_only(path) as connection:
            connection.backup(copy)
        copy.close()
        engine = sqlite.engine_for(scratch)
        try:
            with engine.begin() as connection:
                return _compare(connection)
        except _NOT_REBUILT as error:
            return [LogbookFlaw(code="state", says=f"the state cannot be rebuilt from the entries: {error}.")]
        finally:
            engine.dispose()


def _compare(connection: sa.Connection) -> list[LogbookFlaw]:
    held = connection.exec_driver_sql("SELECT value FROM note WHERE name = 'state'").scalars().all()
    if list(held) != [shelf_tables.LAYOUT]:
        return [
            LogbookFlaw(code="state", says="the state is laid out by another version; open the app once to rebuild it.")
        ]
    before = _contents(connection)
    rebuild.rebuild(connection)
    rebuild.index_again(connection)
    after = _contents(connection)
    return [
        LogbookFlaw(
            code="state", says=f"the table {name} is not what the entries give: {_difference(before[name], rows)}."
        )
        for name, rows in after.items()
        if before[name] != rows
    ]


def _contents(connection: sa.Connection) -> dict[str, dict[bytes, str]]:
    """Every row of every derived table, by its digest, with how it begins."""
    found = {}
    for table in (*shelf_tables.layout().sorted_tables, mention):
        rows = connection.execute(sa.select(table))
        found[table.name] = _digests(tuple(row) for row in rows)
    connection.exec_driver_sql("INSERT INTO entry_words (entry_words) VALUES ('integrity-check')")
    connection.exec_driver_sql("CREATE VIRTUAL TABLE temp.every_word USING fts5vocab (main, entry_words, instance)")
    found["entry_words"] = _digests(tuple(row) for row in connection.exec_driver_sql(_WORDS))
    found["entry_words"] |= _digests(_answers(connection))
    sizes = connection.exec_driver_sql("SELECT id, sz FROM entry_words_docsize")
    found["entry_words_docsize"] = _digests(tuple(row) for row in sizes)
    connection.exec_driver_sql("DROP TABLE temp.every_word")
    return found


def _answers(connection: sa.Connection) -> Iterator[tuple[str, ...]]:
    """What is found by every word and by its first letters: some have an index of their own, the others walk."""
    terms = connection.exec_driver_sql("SELECT DISTINCT term FROM temp.every_word").scalars().all()
    begins = {f'"{term[:size]}" *' for term in terms for size in _ASKED if len(term) >= size}
    query = "SELECT rowid FROM entry_words WHERE entry_words MATCH ? ORDER BY rowid"
    for asked in sorted(begins | {f'"{term}"' for term in terms}):
        for column in ("words", "about"):
            places = connection.exec_driver_sql(query, (f"{column} : {asked}",)).scalars().all()
            yield (asked, column, " ".join(map(str, places)))


def _digests(rows: Any) -> dict[bytes, str]:
    texts = (repr(row) for row in rows)
    return {hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()[:16]: text[:60] for text in texts}


def _difference(before: dict[bytes, str], after: dict[bytes, str]) -> str:
    extra = next((text for key, text in before.items() if key not in after), "")
    return f"{extra} … stands there" if extra else "rows are missing"
