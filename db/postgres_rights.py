"""What accounts may do on a server: read and append, a station's own account to its own chain only."""

from __future__ import annotations

import re
from collections.abc import Iterator

import psycopg.sql
import sqlalchemy as sa

from db.postgres_secrets import CALLED

#: What is a view of the entries, or no part of the logbook: the app's role may change it.
_CHANGEABLE = ("note",)

#: Read by the owner's functions only; and read by all, changed by them only (`db.postgres_secrets`).
_HIDDEN, _READ_ONLY = ("credential",), ("alembic_version", "guess")

#: Whoever may read the entries reads all of them.
_READ = "floor_all_read"
_APPENDS = "floor_appends_"

_POLICIES = """
SELECT tablename, policyname, permissive = 'PERMISSIVE', cmd, coalesce(qual, ''), coalesce(with_check, '')
FROM pg_policies WHERE schemaname = current_schema() ORDER BY tablename, policyname
"""
_SECURED = """
SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relrowsecurity
"""


def grant(connection: sa.Connection, role: str, station: str | None) -> None:
    """Give an account what it needs: to read and to append; to change only what is a view of the entries."""
    quoted = connection.dialect.identifier_preparer.quote(role)
    schema = connection.exec_driver_sql("SELECT current_schema()").scalar_one()
    connection.exec_driver_sql(f'GRANT USAGE ON SCHEMA "{schema}" TO {quoted}')
    for table in sa.inspect(connection).get_table_names():
        changeable = table in _CHANGEABLE or table.startswith("state_")
        rights = "SELECT" if table in _READ_ONLY else "SELECT, INSERT"
        rights += ", UPDATE, DELETE" if changeable else ""
        connection.exec_driver_sql(f'REVOKE ALL ON "{table}" FROM {quoted}, PUBLIC')
        if table not in _HIDDEN:
            connection.exec_driver_sql(f'GRANT {rights} ON "{table}" TO {quoted}')
    there = "SELECT to_regprocedure(%s) IS NOT NULL"
    for function in (each for each in CALLED if connection.exec_driver_sql(there, (each,)).scalar_one()):
        connection.exec_driver_sql(f"REVOKE ALL ON FUNCTION {function} FROM PUBLIC")
        connection.exec_driver_sql(f"GRANT EXECUTE ON FUNCTION {function} TO {quoted}")
    _bind(connection, role, station)


def _bind(connection: sa.Connection, role: str, station: str | None) -> None:
    """Let an account append to one chain; from the first one on nobody else appends to any."""
    quote = connection.dialect.identifier_preparer.quote
    name = quote(f"{_APPENDS}{role}")
    connection.exec_driver_sql(f"DROP POLICY IF EXISTS {name} ON entry")
    if station is None:
        return
    if not connection.exec_driver_sql("SELECT FROM pg_policies WHERE policyname = %s", (_READ,)).all():
        connection.exec_driver_sql(f"CREATE POLICY {_READ} ON entry FOR SELECT USING (true)")
    own = psycopg.sql.Literal(station).as_string(None)
    connection.exec_driver_sql(
        f"CREATE POLICY {name} ON entry FOR INSERT TO {quote(role)} WITH CHECK (station = {own})"
    )
    connection.exec_driver_sql("ALTER TABLE entry ENABLE ROW LEVEL SECURITY")


def wrong_policies(connection: sa.Connection) -> Iterator[str]:
    """What keeps rows from readers, or lets an account append to a chain that is not its own."""
    policies = connection.exec_driver_sql(_POLICIES).all()
    secured = set(connection.exec_driver_sql(_SECURED).scalars())
    for table, name, permissive, command, reads, appends in policies:
        read = (name, command, reads) == (_READ, "SELECT", "true")
        append = (
            name.startswith(_APPENDS) and command == "INSERT" and re.fullmatch(r"\(station = '.*'::text\)", appends)
        )
        if table != "entry" or not permissive or not (read or append):
            yield f"the policy {name} on {table} is not part of a logbook."
    if policies and "entry" not in secured:
        yield "the guard of the stations' own chains is switched off."
    for table in sorted(secured - {"entry"} if policies else secured):
        yield f"a policy that hides rows on {table} is not part of a logbook."
