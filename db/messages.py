"""Several statements in one message to a server: whoever holds the writers' lock holds it for fewer journeys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

from db.postgres_views import Views

#: The lock of whoever extends the chains.
WRITERS_LOCK = 0x666C6F6F72

LOCK = f"SELECT pg_advisory_xact_lock({WRITERS_LOCK})"

#: More statements than a floor has: one or two a kind of thing in the state. One made anew pushes only others out.
STATEMENTS = 512

_DIALECT: sa.Dialect = PGDialect_psycopg()  # type: ignore[no-untyped-call]
_AS_IT_STANDS = {"no_parameters": True}


class Together:
    """Statements whose answers nobody needs: gathered here, sent in one message, in order."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._said: list[str] = []
        self._views = Views()

    @property
    def dialect(self) -> sa.Dialect:
        """The dialect the connection speaks."""
        return self._connection.dialect

    def execute(self, statement: sa.Executable, rows: Iterable[Mapping[str, Any]]) -> None:
        """Have a statement sent for each row; what follows from entries goes in one call behind them."""
        if not self._views.take(statement, rows):
            speller = _speller(self._connection)
            self._said += [_spelled(speller, statement, row) for row in rows]

    def send(self, *last: str) -> None:
        """Send what was gathered, and something behind it; where one fails, nothing after it is done."""
        self.execute(*self._views.call())
        if self._said:
            _send(self._connection, ";\n".join((*self._said, *last)))
            self._said = []


@contextmanager
def gathered(connection: sa.Connection) -> Iterator[Together]:
    """Gather statements in the middle of a transaction."""
    together = Together(connection)
    yield together
    together.send()


@contextmanager
def committing(connection: sa.Connection) -> Iterator[Together]:
    """Gather the last statements of a transaction, and commit with them."""
    together = Together(connection)
    yield together
    together.send("COMMIT")
    connection.commit()


def ask_first(connection: sa.Connection, question: sa.Executable, given: Mapping[str, Any]) -> list[Any]:
    """Take the writers' lock and ask; the answer is of the moment after the lock was had."""
    message = f"{LOCK};\n{_spelled(_speller(connection), question, given)}"
    answer = _send(connection, message)
    cursor: Any = answer.cursor
    cursor.nextset()
    rows: list[Any] = cursor.fetchall()
    answer.close()
    return rows


def _send(connection: sa.Connection, message: str) -> sa.CursorResult[Any]:
    """Send a message as it stands; where it fails, what was being written stays out of the log."""
    try:
        return connection.exec_driver_sql(message, execution_options=_AS_IT_STANDS)
    except sa.exc.DBAPIError as error:
        error.statement = "(several in one message)"
        raise


def _speller(connection: sa.Connection) -> psycopg.ClientCursor[Any]:
    """What puts values into statements as a server reads them."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, psycopg.Connection)
    return psycopg.ClientCursor(raw)


def _spelled(speller: psycopg.ClientCursor[Any], statement: sa.Executable, row: Mapping[str, Any]) -> str:
    """A statement with its values in it, quoted by the driver."""
    sql, values = _sql(statement, tuple(row))
    try:
        return speller.mogrify(sql, {**values, **row})
    except psycopg.Error as error:  # said outside any statement: put as SQLAlchemy would
        raise sa.exc.DBAPIError(sql, None, error) from error


@lru_cache(maxsize=STATEMENTS)
def _sql(statement: sa.Executable, names: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """The letters of a statement for these columns and its own values, made once, as the statement is."""
    assert isinstance(statement, sa.ClauseElement)
    made = statement.compile(dialect=_DIALECT, column_keys=list(names), for_executemany=True)
    return str(made), dict(made.params)
