"""Moving an embedded floor to a server: every entry as it was written, its chains intact, or nothing at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from db import entries, faults, postgres, rebuild, schema, search_index, server, shelf_tables, sqlite, transactions
from db.replica import last_position
from db.store import open_store
from db.verify import verify
from floorapp.operations.faults import LogbookFault

#: How many rows go over at a time.
BATCH = 1000

#: What is taken over row by row besides the entries; everything else is made anew from them.
_ROW_BY_ROW = (schema.round, schema.round_block, schema.frame_bundle, schema.attached, schema.credential, schema.guess)

#: Notes that are about the old database and not about the floor.
_OWN_NOTES = ("state",)

Progress = Callable[[int, int], None]
Heads = dict[str, tuple[int, str]]


def move(
    path: Path, url: str, *, role: str | None, station: str | None = None, progress: Progress = lambda done, of: None
) -> Heads:
    """Move a logbook's file to an empty logbook on a server; answers the head of every chain, the same in both."""
    faults.check_file(path, to_write=True)
    found = verify(path)
    if not found.good:
        raise LogbookFault(
            f"The logbook {path} is not in order: {found.first}",
            "Nothing was moved.",
            "Run `floorapp logbook verify` and call a compliance officer.",
        )
    server.prepare(url, role=role, station=station)
    source, target = sqlite.engine_for(path), server.server_engine(url, unhurried=True)
    try:
        with faults.in_words(), transactions.begun(source) as old, transactions.begun(target) as new:
            _refuse_full(new, postgres.shown(url))
            _take_all(old, new, progress)
            heads = _heads(old)
            if heads != _heads(new) or rebuild.state_digest(old) != rebuild.state_digest(new):
                raise LogbookFault(
                    "What arrived on the server is not what left the file.",
                    "Nothing was moved: the server's logbook is as empty as before.",
                    "Open the file once with this version of the app, then try again.",
                )
            new.commit()
            return heads
    finally:
        source.dispose()
        target.dispose()


def _refuse_full(new: sa.Connection, where: str) -> None:
    if last_position(new):
        raise LogbookFault(
            f"There is already a logbook with entries in {where}.",
            "Nothing was moved.",
            "Make an empty database for this floor.",
        )


def _take_all(old: sa.Connection, new: sa.Connection, progress: Progress) -> None:
    total, done = last_position(old), 0
    while done < total:
        query = sa.select(schema.entry).where(schema.entry.c.position > done).order_by(schema.entry.c.position)
        rows = [{str(k): v for k, v in row.items()} for row in old.execute(query.limit(BATCH)).mappings()]
        read = entries.read_rows(rows)
        entries.write_down(new, list(zip(read, rows, strict=True)))
        search_index.index(new, read)
        done = read[-1].position
        progress(done, total)
    for table in _ROW_BY_ROW:
        _take_table(old, new, table)
    _take_notes(old, new)
    rebuild.rebuild(new)
    assert rebuild.held_layout(new) == shelf_tables.LAYOUT


def _take_table(old: sa.Connection, new: sa.Connection, table: sa.Table) -> None:
    rows = old.execute(sa.select(table).order_by(*table.primary_key.columns)).mappings()
    for part in rows.partitions(BATCH):
        new.execute(sa.insert(table), [dict(row) for row in part])


def take_frames(path: Path, into: Path) -> None:
    """The raw frames of an embedded floor, for the station that goes on with it: they stay where they were heard."""
    faults.check_file(path, to_write=False)
    open_store(into).close()
    source, target = sqlite.engine_for(path), sqlite.engine_for(into)
    try:
        with transactions.begun(source, only_reads=True) as old, transactions.begun(target) as new:
            _take_table(old, new, schema.frame_bundle)
            _take_notes(old, new)
            new.commit()
    finally:
        source.dispose()
        target.dispose()


def _take_notes(old: sa.Connection, new: sa.Connection) -> None:
    notes = sa.select(schema.note).where(schema.note.c.name.not_in(_OWN_NOTES))
    for row in old.execute(notes).mappings():
        new.execute(sa.insert(schema.note), dict(row))


def _heads(connection: sa.Connection) -> Heads:
    """The last link of every chain."""
    table = schema.entry
    last = sa.select(table.c.station, sa.func.max(table.c.seq).label("seq")).group_by(table.c.station).subquery()
    joined = sa.and_(table.c.station == last.c.station, table.c.seq == last.c.seq)
    rows = connection.execute(sa.select(table.c.station, table.c.seq, table.c.hash).join(last, joined))
    return {row.station: (row.seq, row.hash) for row in rows}
