"""Rounds in the database: packed, kept for good, counted by table and time."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from db.schema import round as table
from floorapp.domain.rounds import Dealt, KeptRound
from floorapp.operations.canonical import instant_of, instant_text

#: How many names are asked for in one query; SQLite and PostgreSQL both take them.
ASKED_AT_ONCE = 500


def keep(connection: sa.Connection, rounds: tuple[KeptRound, ...]) -> tuple[tuple[KeptRound, ...], tuple[str, ...]]:
    """Keep what is new; answers it, and the ids that were known with another content."""
    known: set[str] = set()
    contents: dict[tuple[str, str], set[str]] = {}
    for start in range(0, len(rounds), ASKED_AT_ONCE):
        part = rounds[start : start + ASKED_AT_ONCE]
        ids = [each.id for each in part if each.id]
        digests = [each.digest for each in part]
        columns = sa.select(table.c.digest, table.c.id, table.c.table_id)
        known.update(row.digest for row in connection.execute(columns.where(table.c.digest.in_(digests))))
        for row in connection.execute(columns.where(table.c.id.in_(ids))):
            contents.setdefault((row.table_id, row.id), set()).add(row.digest)
    new = tuple(each for each in rounds if each.digest not in known)
    contradicting = dict[str, None]()
    for each in new:
        same = contents.setdefault((each.table, each.id), set())
        if each.id and same:
            contradicting[each.id] = None
        same.add(each.digest)
    if new:
        last = connection.execute(sa.select(sa.func.max(table.c.place))).scalar_one() or 0
        connection.execute(sa.insert(table), [_row(each, last + n) for n, each in enumerate(new, start=1)])
    return new, tuple(contradicting)


def _row(each: KeptRound, place: int) -> dict[str, object]:
    return {
        "place": place,
        "digest": each.digest,
        "id": each.id,
        "table_id": each.table,
        "shoe": each.shoe,
        "at": None if each.at is None else instant_text(each.at),
        "rulebook": each.rulebook,
        "verdict": each.verdict,
        "findings": each.findings,
        "hands": each.hands,
        "boxes": each.boxes,
        "record": zlib.compress(each.record),
    }


def dealt(connection: sa.Connection, table_id: str, since: datetime, until: datetime) -> Dealt:
    """What was dealt at a table after an instant and up to another."""
    columns = table.c
    sums = (sa.func.sum(columns.hands), sa.func.sum(columns.boxes), sa.func.min(columns.at), sa.func.max(columns.at))
    query = sa.select(sa.func.count(), *sums).where(
        columns.table_id == table_id, columns.at > instant_text(since), columns.at <= instant_text(until)
    )
    count, hands, boxes, first, last = connection.execute(query).one()
    if not count:
        return Dealt(0, 0, 0)
    return Dealt(count, int(hands), int(boxes), instant_of(first), instant_of(last))


def dealt_at(connection: sa.Connection, table_id: str, since: datetime) -> tuple[datetime, ...]:
    """When the rounds at a table were dealt, from an instant on, by their time."""
    query = sa.select(table.c.at).where(table.c.table_id == table_id, table.c.at >= instant_text(since))
    return tuple(map(instant_of, connection.execute(query.order_by(table.c.at)).scalars()))


def find(connection: sa.Connection, id: str) -> tuple[KeptRound, ...]:
    """Every record under a round's id, in the order in which they came."""
    return read_rows(connection.execute(sa.select(table).where(table.c.id == id).order_by(table.c.place)))


def played(connection: sa.Connection, table_id: str, since: datetime, until: datetime) -> tuple[KeptRound, ...]:
    """The rounds at a table from an instant to another, by their time."""
    columns = table.c
    query = sa.select(table).where(
        columns.table_id == table_id, columns.at >= instant_text(since), columns.at <= instant_text(until)
    )
    return read_rows(connection.execute(query.order_by(columns.at, columns.place)))


def between(
    connection: sa.Connection,
    since: datetime,
    until: datetime,
    *,
    known: int,
    table_id: str | None = None,
    wrong: bool = False,
) -> Iterator[KeptRound]:
    """The rounds of a time among the first so many ever kept, by table and time."""
    columns = table.c
    query = sa.select(table).where(
        columns.place <= known, columns.at >= instant_text(since), columns.at < instant_text(until)
    )
    if table_id is not None:
        query = query.where(columns.table_id == table_id)
    if wrong:
        query = query.where(columns.verdict.not_in(("ok", "settled")))
    yield from read_rows(connection.execute(query.order_by(columns.table_id, columns.at, columns.place)))


def read_rows(rows: Iterable[sa.Row[Any]]) -> tuple[KeptRound, ...]:
    return tuple(
        KeptRound(
            digest=row.digest,
            id=row.id,
            table=row.table_id,
            shoe=row.shoe,
            at=None if row.at is None else instant_of(row.at),
            rulebook=row.rulebook,
            verdict=row.verdict,
            findings=row.findings,
            hands=row.hands,
            boxes=row.boxes,
            record=zlib.decompress(row.record),
        )
        for row in rows
    )
