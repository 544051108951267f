"""A thing's trail: what it became by each entry, as corrections have it; so where a deck set was at any time."""

from __future__ import annotations

from typing import TypeVar, cast

import sqlalchemy as sa

from db.reapply import effective_of
from db.shelf_tables import TABLES, history
from floorapp.operations.entry import Entry
from floorapp.operations.state import key_text

T = TypeVar("T")


def trail(connection: sa.Connection, kind: type[T], *key: str) -> tuple[tuple[Entry, T], ...]:
    """Each entry that changed a thing, as it is read now, with the thing after it; oldest first."""
    shelf = TABLES[kind]
    query = (
        sa.select(history.c.position, history.c.body)
        .where(history.c.shelf == shelf.name, history.c.key == key_text(key))
        .order_by(history.c.position)
    )
    rows = connection.execute(query).all()
    known = effective_of(connection, [row.position for row in rows])
    return tuple(
        (known[row.position], cast(T, shelf.decoder.decode(row.body))) for row in rows if row.position in known
    )
