"""Throwing the state away and replaying the logbook to the same content; and its digest, to compare."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import sqlalchemy as sa

from db import entries, shelf_tables, sqlite, words
from db.schema import entry as entry_table
from db.schema import mention
from db.state import SqlState
from floorapp.operations.corrections import effective

#: How many entries are applied between two writes to the state's tables.
BATCH = 2000


def rebuild(connection: sa.Connection, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Empty the state, lay its tables out anew and apply every entry as its last correction has it."""
    _drop_state(connection)
    shelf_tables.metadata.create_all(connection)
    corrected = entries.corrections(connection)
    total = connection.execute(sa.select(sa.func.count()).select_from(entry_table)).scalar_one()
    state, done = SqlState(connection), 0
    for entry in entries.every(connection):
        held = effective(entry, corrected.get(entry.id))
        if held is not None:
            state.apply(held)
        done += 1
        if done % BATCH == 0:
            state.forget()
            progress(done, total)
    state.flush()
    progress(done, total)
    return done


def _drop_state(connection: sa.Connection) -> None:
    """Drop every table of the state, also those of an older layout that no shelf names any more."""
    for name in sa.inspect(connection).get_table_names():
        if name.startswith("state_"):
            sa.Table(name, sa.MetaData()).drop(connection)


def index_again(connection: sa.Connection) -> None:
    """Make the timelines and the index of words anew from the entries."""
    connection.execute(sa.delete(mention))
    connection.exec_driver_sql("DROP TABLE entry_words")
    sqlite.make_words(connection)
    for entry in entries.every(connection):
        entries.mention_all(connection, entry.fact, entry.position)
        words.index(connection, [entry])


def state_digest(connection: sa.Connection) -> str:
    """One digest over everything the state holds, its history included."""
    running = hashlib.sha256()
    for table in shelf_tables.metadata.sorted_tables:
        running.update(f"\n{table.name}\n".encode())
        query = sa.select(table).order_by(*table.primary_key.columns)
        for row in connection.execution_options(yield_per=1000).execute(query):
            running.update(repr(tuple(row)).encode())
    return running.hexdigest()
