"""Throwing the state away and replaying the logbook to the same content; and its digest, to compare."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import sqlalchemy as sa

from db import entries, search_index, shelf_tables
from db.dialect import dialect_of
from db.schema import entry as entry_table
from db.schema import mention, note
from db.state import SqlState
from floorapp.operations.corrections import effective

#: How many entries are applied between two writes to the state's tables.
BATCH = 2000


def rebuild(connection: sa.Connection, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Empty the state, lay its tables out anew and apply every entry as its last correction has it."""
    same = held_layout(connection) == shelf_tables.LAYOUT
    dialect_of(connection).renew_tables(connection, shelf_tables.layout(), "state_", same=same)
    corrected = entries.corrections(connection)
    total = connection.execute(sa.select(sa.func.count()).select_from(entry_table)).scalar_one()
    state, done = SqlState(connection, gathered=dialect_of(connection).by_owner), 0
    for entry in entries.every(connection):
        held = effective(entry, corrected.get(entry.id))
        state.apply(held or entry, voided=held is None)
        done += 1
        if done % BATCH == 0:
            state.forget()
            progress(done, total)
    state.flush()
    progress(done, total)
    return done


def held_layout(connection: sa.Connection) -> str | None:
    """The fingerprint of the layout in which the state is kept."""
    return connection.execute(sa.select(note.c.value).where(note.c.name == "state")).scalar_one_or_none()


def index_again(connection: sa.Connection) -> None:
    """Make the timelines and the index of words anew from the entries."""
    connection.execute(sa.delete(mention))
    dialect_of(connection).empty_words(connection)
    for entry in entries.every(connection):
        entries.mention_all(connection, entry.fact, entry.position)
        search_index.index(connection, [entry])


def state_digest(connection: sa.Connection) -> str:
    """One digest over everything the state holds, its history included."""
    running = hashlib.sha256()
    for table in shelf_tables.layout().sorted_tables:
        running.update(f"\n{table.name}\n".encode())
        query = sa.select(table).order_by(*table.primary_key.columns)
        for row in connection.execution_options(yield_per=1000).execute(query):
            running.update(repr(tuple(row)).encode())
    return running.hexdigest()
