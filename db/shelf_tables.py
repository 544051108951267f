"""The tables of the state, made from the shelves: thrown away and rebuilt when their layout changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date, datetime
from enum import Enum
from functools import cached_property
from operator import attrgetter
from typing import Any

import msgspec
import sqlalchemy as sa

from db.schema import POSITION
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import instant_text
from floorapp.operations.shelves import SHELVES
from floorapp.operations.state import Shelf, key_text

#: The layout in which this version keeps the state: a store with another rebuilds it. Made by
#: `tests/acts/test_layout.py`, which fails when a thing is kept otherwise and says the new one.
LAYOUT = "de07f307df46c9f2c038522fa3614a696274bc2542f00911fb18361b1a3d8cb6"

_metadata = sa.MetaData()

#: What each entry wrote: the thing's body after it. Corrections re-apply from here; so do looks into the past.
history = sa.Table(
    "state_history",
    _metadata,
    sa.Column("shelf", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("position", POSITION, primary_key=True, autoincrement=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Index("state_history_position", "position"),
    sqlite_with_rowid=False,
)

#: What each entry read without writing it: it depends on these too.
looked = sa.Table(
    "state_looked",
    _metadata,
    sa.Column("shelf", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("position", POSITION, primary_key=True, autoincrement=False),
    sa.Index("state_looked_position", "position"),
    sqlite_with_rowid=False,
)


def asked_text(value: object) -> str | None:
    """A value as the text by which it is asked for; text order is its order."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, int):
        return f"{value:020d}"
    if isinstance(value, datetime):
        return instant_text(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


@dataclass(frozen=True)
class ShelfTable:
    """One shelf with its SQL table and the statements, each made once: making them costs more than running them.

    A start only reads, so what reads is plain text: it needs no table and next to no compiling.
    """

    shelf: Shelf

    @cached_property
    def name(self) -> str:
        return self.shelf.name

    @cached_property
    def key_of(self) -> Callable[[object], str]:
        """The key of a thing as text."""
        read: Callable[[object], Any] = attrgetter(*self.shelf.key)
        return read if len(self.shelf.key) == 1 else lambda thing: key_text(read(thing))

    @cached_property
    def decoder(self) -> msgspec.json.Decoder[object]:
        return msgspec.json.Decoder(self.shelf.kind)

    @cached_property
    def get(self) -> str:
        return f'SELECT body FROM state_{self.name} WHERE "key" = :at_key'

    @cached_property
    def table(self) -> sa.Table:
        with _MAKING:
            found = _metadata.tables.get(f"state_{self.name}")
            return _table_of(self.shelf) if found is None else found

    @cached_property
    def insert(self) -> sa.Insert:
        return sa.insert(self.table)

    @cached_property
    def update(self) -> sa.Update:
        return sa.update(self.table).where(self.table.c.key == sa.bindparam("at_key"))

    def row(self, thing: object, body: str) -> dict[str, str | None]:
        """The columns of a thing."""
        asked = {field: asked_text(getattr(thing, field)) for field in self.shelf.asked}
        return {"key": self.key_of(thing), **asked, "body": body}


def _table_of(shelf: Shelf) -> sa.Table:
    return sa.Table(
        f"state_{shelf.name}",
        _metadata,
        sa.Column("key", sa.Text, primary_key=True),
        *(sa.Column(field, sa.Text) for field in shelf.asked),
        sa.Column("body", sa.Text, nullable=False),
        *(sa.Index(f"state_{shelf.name}_{field}", field) for field in shelf.asked),
        sqlite_with_rowid=False,
    )


_MAKING = threading.Lock()
TABLES: dict[type[object], ShelfTable] = {shelf.kind: ShelfTable(shelf) for shelf in SHELVES}
BY_NAME: dict[str, ShelfTable] = {each.name: each for each in TABLES.values()}


def layout() -> sa.MetaData:
    """Every table of the state."""
    for shelf in TABLES.values():
        assert shelf.table is not None
    return _metadata
