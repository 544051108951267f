"""Packed rounds in the database: a block a row, never changed; entries seal them by digest."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

import msgspec
import sqlalchemy as sa

from db.rounds import read_rows
from db.schema import round as round_table
from db.schema import round_block as table
from floorapp.domain.rounds import KeptRound, RoundBlock
from floorapp.operations.canonical import instant_of, instant_text

_TABLES = msgspec.json.Decoder(tuple[str, ...])
#: How many rounds are fetched at a time.
PAGE = 2000


def last(connection: sa.Connection) -> tuple[int, int]:
    """The place of the newest block, and up to which round everything is packed."""
    newest = connection.execute(sa.select(table.c.place, table.c.upto).order_by(table.c.place.desc()).limit(1)).first()
    return (newest.place, newest.upto) if newest else (0, 0)


def newest_round(connection: sa.Connection) -> int:
    """The place of the round that was kept last."""
    return connection.execute(sa.select(sa.func.max(round_table.c.place))).scalar_one() or 0


def keep(connection: sa.Connection, blocks: tuple[RoundBlock, ...]) -> None:
    """Put blocks at the end."""
    connection.execute(sa.insert(table), [_row(block) for block in blocks])


def _row(block: RoundBlock) -> dict[str, object]:
    return {
        "place": block.place,
        "upto": block.upto,
        "rounds": block.rounds,
        "first_at": instant_text(block.first_at),
        "last_at": instant_text(block.last_at),
        "tables": msgspec.json.encode(block.tables).decode(),
        "digest": block.digest,
        "packed": block.packed,
    }


def places(
    connection: sa.Connection, since: datetime, until: datetime, tables: Collection[str] | None
) -> list[tuple[int, int]]:
    """The blocks that may hold rounds of a time and of these tables: their places, and how many rounds each has."""
    query = sa.select(table.c.place, table.c.rounds, table.c.tables).where(
        table.c.last_at >= instant_text(since), table.c.first_at < instant_text(until)
    )
    rows = connection.execute(query.order_by(table.c.place))
    return [(row.place, row.rounds) for row in rows if tables is None or set(_TABLES.decode(row.tables)) & set(tables)]


def block(connection: sa.Connection, place: int) -> RoundBlock:
    """A block with its rounds."""
    row = connection.execute(sa.select(table).where(table.c.place == place)).one()
    return RoundBlock(
        row.place,
        row.upto,
        row.rounds,
        instant_of(row.first_at),
        instant_of(row.last_at),
        _TABLES.decode(row.tables),
        row.digest,
        row.packed,
    )


def loose(connection: sa.Connection, after: int, upto: int) -> Iterator[KeptRound]:
    """The rounds kept after a place and up to another, by table and time."""
    columns = round_table.c
    query = sa.select(round_table).where(columns.place > after, columns.place <= upto)
    rows = connection.execute(
        query.order_by(columns.table_id, columns.at, columns.place), execution_options={"yield_per": PAGE}
    )
    for part in rows.partitions():
        yield from read_rows(part)
