"""The tables of the state, made from the shelves: thrown away and rebuilt when their layout changes."""

from __future__ import annotations

import dataclasses
import typing
from datetime import date, datetime
from enum import Enum

import msgspec
import sqlalchemy as sa

from db.schema import POSITION
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical, digest, instant_text
from floorapp.operations.shelves import SHELVES, STATE_VERSION
from floorapp.operations.state import Shelf, key_text

metadata = sa.MetaData()

#: What each entry wrote: the thing's body after it. Corrections re-apply from here; so do looks into the past.
history = sa.Table(
    "state_history",
    metadata,
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
    metadata,
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
    """One shelf with its SQL table and the statements, made once: making them costs more than running them."""

    shelf: Shelf
    table: sa.Table
    decoder: msgspec.json.Decoder[object]
    get: sa.Select[str]
    insert: sa.Insert
    update: sa.Update

    @property
    def name(self) -> str:
        return self.shelf.name

    def row(self, thing: object, body: str) -> dict[str, str | None]:
        """The columns of a thing."""
        asked = {field: asked_text(getattr(thing, field)) for field in self.shelf.asked}
        return {"key": key_text(self.shelf.key_of(thing)), **asked, "body": body}


def _table_of(shelf: Shelf) -> ShelfTable:
    table = sa.Table(
        f"state_{shelf.name}",
        metadata,
        sa.Column("key", sa.Text, primary_key=True),
        *(sa.Column(field, sa.Text) for field in shelf.asked),
        sa.Column("body", sa.Text, nullable=False),
        *(sa.Index(f"state_{shelf.name}_{field}", field) for field in shelf.asked),
        sqlite_with_rowid=False,
    )
    here = table.c.key == sa.bindparam("at_key")
    return ShelfTable(
        shelf=shelf,
        table=table,
        decoder=msgspec.json.Decoder(shelf.kind),
        get=sa.select(table.c.body).where(here),
        insert=sa.insert(table),
        update=sa.update(table).where(here),
    )


TABLES: dict[type[object], ShelfTable] = {shelf.kind: _table_of(shelf) for shelf in SHELVES}
BY_NAME: dict[str, ShelfTable] = {each.name: each for each in TABLES.values()}


def _spelled(kind: object, seen: dict[str, object]) -> str:
    if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__qualname__ not in seen:
        seen[kind.__qualname__] = ""
        hints = typing.get_type_hints(kind)
        seen[kind.__qualname__] = {name: _spelled(hint, seen) for name, hint in hints.items()}
    elif isinstance(kind, type) and issubclass(kind, Enum):
        seen[kind.__qualname__] = [str(member.value) for member in kind]
    for inner in typing.get_args(kind):
        _spelled(inner, seen)
    return str(kind)


def fingerprint() -> str:
    """Changes whenever a thing is kept in another layout; the store then rebuilds its state."""
    seen: dict[str, object] = {}
    shelves = [
        [shelf.name, _spelled(shelf.kind, seen), list(shelf.key), list(shelf.asked)] for shelf in SHELVES
    ]
    return digest(canonical({"version": STATE_VERSION, "shelves": shelves, "types": seen}))
