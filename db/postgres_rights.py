"""What accounts may do on a server: read, append what is never changed, and call the owner's functions.

A station's own account appends to its own chain only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import psycopg.sql
import sqlalchemy as sa

from db.postgres_guards import SWEEP
from db.postgres_secrets import CALLED
from db.postgres_views import WRITTEN

#: What accounts append to, and what they cannot even read; all other tables they read, and change by no statement.
APPENDED, HIDDEN = ("attached", "entry", "round", "round_block"), ("credential",)

#: What they may call.
FUNCTIONS = (*CALLED, f"{SWEEP}(text[])", f"{WRITTEN}(jsonb)")

#: Every right on tables and sequences here that was given to somebody, also on single columns; no name: to everybody.
_GIVEN = """
SELECT relname, held.privilege_type, coalesce(pg_get_userbyid(nullif(held.grantee, 0)), ''), relkind = 'S', true
FROM pg_class, aclexplode(relacl) AS held
WHERE relnamespace = current_schema()::regnamespace AND held.grantee <> relowner
UNION SELECT relname, held.privilege_type, coalesce(pg_get_userbyid(nullif(held.grantee, 0)), ''), false, false
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid, aclexplode(attacl) AS held
WHERE relnamespace = current_schema()::regnamespace AND held.grantee <> relowner
"""
#: Who acts as the owner of the logbook, or makes things beside it.
_BESIDE = """
SELECT 'the account ' || pg_get_userbyid(member) || ' acts as the owner of the logbook'
FROM pg_auth_members JOIN pg_class ON relowner = roleid WHERE pg_class.oid = 'entry'::regclass
UNION SELECT 'the account ' || rolname || ' walks past the rights on tables'
FROM pg_roles JOIN pg_class ON pg_class.oid = 'entry'::regclass, aclexplode(relacl)
WHERE pg_roles.oid = grantee AND grantee <> relowner AND (rolsuper OR rolbypassrls)
UNION
SELECT coalesce('the account ' || pg_get_userbyid(nullif(grantee, 0)), 'every account') || ' may CREATE things here'
FROM pg_namespace, aclexplode(nspacl)
WHERE oid = current_schema()::regnamespace AND privilege_type = 'CREATE'
    AND pg_get_userbyid(grantee) <> 'pg_database_owner'
    AND grantee NOT IN (nspowner, (SELECT relowner FROM pg_class WHERE oid = 'entry'::regclass))
"""

#: Whoever may read the entries reads all of them.
_READ = "floor_all_read"
_APPENDS = "floor_appends_"

_POLICIES = """
SELECT tablename, policyname, permissive = 'PERMISSIVE', cmd, coalesce(qual, ''), coalesce(with_check, '')
FROM pg_policies WHERE schemaname = current_schema() ORDER BY tablename, policyname
"""
_ACCOUNTS = """
SELECT DISTINCT pg_get_userbyid(grantee) FROM pg_class, aclexplode(relacl)
WHERE oid = 'entry'::regclass AND privilege_type = 'INSERT' AND grantee NOT IN (0, relowner)
"""
_SECURED = """
SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relrowsecurity
"""


def rights_on(table: str) -> set[str]:
    """What an account may do with a table."""
    if table in HIDDEN:
        return set()
    return {"SELECT", "INSERT"} if table in APPENDED else {"SELECT"}


def accounts(connection: sa.Connection) -> set[str]:
    """The accounts that were given rights here before."""
    return set(connection.exec_driver_sql(_ACCOUNTS).scalars())


def grant(connection: sa.Connection, role: str) -> None:
    """Give an account what it needs, and take from it what earlier versions gave."""
    quoted = connection.dialect.identifier_preparer.quote(role)
    schema = connection.exec_driver_sql("SELECT current_schema()").scalar_one()
    connection.exec_driver_sql(f'GRANT USAGE ON SCHEMA "{schema}" TO {quoted}')
    for table in sa.inspect(connection).get_table_names():
        rights = ", ".join(sorted(rights_on(table)))
        connection.exec_driver_sql(f'REVOKE ALL ON "{table}" FROM {quoted}, PUBLIC')
        if rights:
            connection.exec_driver_sql(f'GRANT {rights} ON "{table}" TO {quoted}')
    there = "SELECT to_regprocedure(%s) IS NOT NULL"
    for function in (each for each in FUNCTIONS if connection.exec_driver_sql(there, (each,)).scalar_one()):
        connection.exec_driver_sql(f"REVOKE ALL ON FUNCTION {function} FROM PUBLIC")
        connection.exec_driver_sql(f"GRANT EXECUTE ON FUNCTION {function} TO {quoted}")


def bind(connection: sa.Connection, role: str, station: str | None) -> None:
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


def wrong_rights(connection: sa.Connection) -> Iterator[str]:
    """Rights that accounts have beyond reading, appending and calling the owner's functions."""
    for table, right, account, sequence, whole in connection.exec_driver_sql(_GIVEN):
        if sequence or not (right in rights_on(table) and (whole or right == "SELECT")):
            who = f"the account {account}" if account else "every account"
            yield f"{who} may {right} {table}; run `floorapp station prepare` again."
    for says in connection.exec_driver_sql(_BESIDE).scalars():
        yield f"{says}; only a mistake or an attack gives it that."


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
