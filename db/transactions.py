"""Beginning and ending a transaction so that its outcome is known, also where the line breaks at the worst moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import sqlalchemy as sa

from db import writer_start
from db.schema import entry
from db.sqlite import LOCKS_LATER, ONLY_READS
from floorapp.operations.faults import LogbookAway

T = TypeVar("T")

#: How long a station tries to find out whether its last transaction arrived, and how often, in seconds.
UNSURE_FOR, ASKED_EVERY = 8.0, 0.2


@contextmanager
def begun(engine: sa.Engine, *, only_reads: bool = False, alone: bool = True) -> Iterator[sa.Connection]:
    """A connection in a transaction, rolled back unless it was committed; a writer is alone, unless it need not be."""
    connection, _ = _begin(engine, {ONLY_READS: only_reads, LOCKS_LATER: not alone}, lambda _: None)
    with _ended(connection):
        yield connection


@contextmanager
def started(
    engine: sa.Engine, station: str, known: writer_start.KnownHead | None
) -> Iterator[tuple[sa.Connection, writer_start.WriterStart]]:
    """The same for a writer at the head of its chain, who hears at once what was written since it last looked."""
    connection, start = _begin(engine, {LOCKS_LATER: True}, lambda made: writer_start.start(made, station, known))
    with _ended(connection):
        yield connection, start


@contextmanager
def _ended(connection: sa.Connection) -> Iterator[None]:
    """Give the connection back at the end; a commit that failed may have left its transaction open."""
    try:
        yield
    except BaseException:
        connection.rollback()  # SQLAlchemy takes a failed commit for the end, and would lend it out again as it is
        raise
    finally:
        connection.close()


def _begin(engine: sa.Engine, options: dict[str, bool], first: Callable[[sa.Connection], T]) -> tuple[sa.Connection, T]:
    """Begin and ask the first thing; a connection that died while it lay in the pool is replaced once."""
    for again in (True, False):
        connection = engine.connect().execution_options(**options)
        try:
            connection.begin()
            return connection, first(connection)
        except sa.exc.DBAPIError as error:
            connection.close()
            if not (again and error.connection_invalidated):
                raise
        except BaseException:
            connection.close()
            raise
    raise AssertionError("it began or it failed")


def commit(engine: sa.Engine, finish: Callable[[], None], newest: str | None) -> None:
    """Commit; where the line breaks before the answer, ask on another one whether the newest entry arrived."""
    try:
        finish()
    except sa.exc.DBAPIError as error:
        if newest is None or not error.connection_invalidated or not arrived(engine, newest):
            raise


def arrived(engine: sa.Engine, id: str, patience: float | None = None) -> bool:
    """Whether an entry is there for good, once the transaction that wrote it can no longer end either way."""
    until = time.monotonic() + (UNSURE_FOR if patience is None else patience)
    while True:
        try:
            # To begin here is to have the writers' lock: the broken transaction is over.
            with begun(engine) as connection:
                query = sa.select(entry.c.position).where(entry.c.id == id)
                return connection.execute(query).scalar_one_or_none() is not None
        except sa.exc.DBAPIError as error:
            if time.monotonic() > until:
                raise LogbookAway(unsure=True) from error
            time.sleep(ASKED_EVERY)
