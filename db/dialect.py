"""What the two databases do differently, asked by name: `sqlite` and `postgres` are files of this shape."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

import sqlalchemy as sa

from db import sqlite


class Writes(Protocol):
    """Takes statements with their rows: a connection, or what gathers them for one."""

    @property
    def dialect(self) -> sa.Dialect: ...
    def execute(self, statement: Any, rows: Any, /) -> object: ...


class Dialect(Protocol):
    """Guards, the index of words, and laying the state out anew."""

    def guard_entries(self, connection: sa.Connection) -> None: ...
    def guard_rounds(self, connection: sa.Connection) -> None: ...
    def guard_round_blocks(self, connection: sa.Connection) -> None: ...
    def guard_frames(self, connection: sa.Connection) -> None: ...
    def guard_attached(self, connection: sa.Connection) -> None: ...
    def guard_named_files(self, connection: sa.Connection) -> None: ...
    def make_words(self, connection: sa.Connection) -> None: ...
    def empty_words(self, connection: sa.Connection) -> None: ...
    def index_words(self, onto: Writes, rows: list[tuple[int, str, str]]) -> None: ...
    def search_words(
        self, connection: sa.Connection, words: list[str], *, about: str | None, before: int | None, limit: int
    ) -> list[int]: ...
    def ask_first(
        self, connection: sa.Connection, question: sa.Executable, given: Mapping[str, Any]
    ) -> list[Any]: ...
    def committing(self, connection: sa.Connection) -> AbstractContextManager[Writes]: ...
    def renew_tables(self, connection: sa.Connection, tables: sa.MetaData, begin: str, *, same: bool) -> None: ...


def dialect_of(connection: Writes) -> Dialect:
    """The dialect a connection speaks."""
    if connection.dialect.name == "postgresql":
        from db import postgres  # only where there is one

        return postgres
    return sqlite
