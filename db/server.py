"""A logbook on a server: prepared by its owner, looked at by stations before they use it."""

from __future__ import annotations

from collections.abc import Callable

import psycopg
import sqlalchemy as sa

from db import (
    faults,
    migrate,
    postgres,
    postgres_guards,
    postgres_rights,
    postgres_views,
    rebuild,
    server_parts,
    shelf_tables,
    store,
    transactions,
)
from db.schema import REVISION, entry
from floorapp.domain.values import dataclass
from floorapp.operations.faults import LogbookFault


def prepare(
    url: str,
    *,
    role: str | None,
    station: str | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> str | None:
    """Lay a logbook out or bring it up to date, with the owner's account, and give an account its rights.

    With a station the account appends to its chain only, and from then on none without one appends at all.
    Answers the revision it stood at before; None where it was new.
    """
    engine = server_engine(url, unhurried=True)
    try:
        with faults.in_words(), transactions.begun(engine) as connection:
            wrong = ", and ".join(postgres.wrong_server(connection))
            if wrong:
                raise LogbookFault(
                    f"{postgres.shown(url)} cannot hold a logbook: {wrong}.",
                    "Nothing in it was changed.",
                    "Choose another database, or make one as the administrator's page says.",
                )
            before = migrate.revision_of(connection)
            store.bring_up_to_date(connection, progress)
            postgres_views.guard_views(connection)
            postgres_guards.look_here(connection)
            for known in postgres_rights.accounts(connection) | ({role} if role else set()):
                postgres_rights.grant(connection, known)
            if role:
                postgres_rights.bind(connection, role, station)
            connection.commit()
            return before
    finally:
        engine.dispose()


def open_server(url: str) -> sa.Engine:
    """An engine on a logbook that was laid out by this version; anything else is refused in words."""
    engine = server_engine(url)
    try:
        with faults.in_words(), transactions.begun(engine, only_reads=True) as connection:
            check(connection, postgres.shown(url))
    except BaseException:
        engine.dispose()
        raise
    return engine


def check(connection: sa.Connection, where: str) -> None:
    """Whether this version can use the logbook; what is none, not whole, older or newer is refused in words."""
    found = migrate.revision_of(connection)
    if found is None and not server_parts.holds_entries(connection):
        raise faults.not_prepared(where)
    if found is None or found == REVISION:
        server_parts.check_parts(connection, where)
    if found is None:
        raise faults.not_ours()
    if found > REVISION:
        raise faults.newer()
    if found != REVISION or rebuild.held_layout(connection) != shelf_tables.LAYOUT:
        raise faults.older(where)


def server_engine(url: str, *, unhurried: bool = False) -> sa.Engine:
    """An engine on a server, which is not asked anything yet."""
    try:
        return postgres.engine_for(url, unhurried=unhurried)
    except psycopg.ProgrammingError as error:
        raise LogbookFault(
            "The database's URL cannot be read.",
            "No database was asked.",
            "Write it as postgresql://USER@HOST:PORT/DATABASE, several hosts with commas.",
        ) from error


@dataclass(frozen=True, slots=True)
class WritingStation:
    """A station that writes into the logbook: how many entries, and when the last one."""

    name: str
    entries: int
    last_at: str


def stations(url: str) -> tuple[WritingStation, ...]:
    """Every station that has written into the logbook."""
    engine = open_server(url)
    try:
        with faults.in_words(), transactions.begun(engine, only_reads=True) as connection:
            columns = (entry.c.station, sa.func.max(entry.c.seq), sa.func.max(entry.c.recorded_at))
            query = sa.select(*columns).group_by(entry.c.station).order_by(entry.c.station)
            return tuple(WritingStation(*row) for row in connection.execute(query))
    finally:
        engine.dispose()
