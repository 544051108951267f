"""Looking through a logbook on a server: a fresh copy of it is checked, then its guards, rights and state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import sqlalchemy as sa

from db import replica, shared_files
from db.frame_seals import FrameFiles
from db.postgres_guards import FUNCTIONS, GUARDS, told_of
from db.postgres_rights import wrong_policies, wrong_rights
from db.postgres_secrets import FUNCTIONS as OF_SECRETS
from db.postgres_secrets import TRIGGERS, ServerCredentials, digests, may_read_hashes
from db.postgres_views import function
from db.read_only import read_only
from db.schema import entry
from db.seals import Named
from db.secret_check import Secrets
from db.server import open_server
from db.store import Store, open_store
from db.verify import verify
from floorapp.operations.logbook_check import Checked, LogbookFlaw

#: What may stand on a table beside its guards and must not.
_UNSEEN = "SELECT tablename, 'the rule ' || rulename FROM pg_rules WHERE schemaname = current_schema()"
_TRIGGERS = """
SELECT tgname, relname, tgenabled IN ('O', 'A'), pg_get_triggerdef(pg_trigger.oid, true)
FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace ORDER BY tgname
"""
#: Sessions that are told to fire no trigger, of this database or of somebody.
_SILENCED = """
SELECT DISTINCT setting FROM pg_db_role_setting, unnest(setconfig) AS setting
WHERE setting LIKE 'session_replication_role=%%' AND setting <> 'session_replication_role=origin'
    AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
"""
#: Functions with a name of ours, and whatever else acts as the owner; and whether they are found where it says.
_FUNCTIONS = r"""
SELECT proname, prosrc, prosecdef, proowner = relowner
    AND coalesce(proconfig, '{}') = ARRAY['search_path=' || quote_ident(current_schema()) || ', pg_temp']
FROM pg_proc JOIN pg_class ON pg_class.oid = 'entry'::regclass
WHERE pronamespace = current_schema()::regnamespace AND (proname LIKE 'floor\_%%' OR prosecdef AND proowner = relowner)
ORDER BY proname
"""
_RIGHTS = """
SELECT has_table_privilege(current_user, 'entry', 'UPDATE, DELETE, TRUNCATE'),
    has_table_privilege(current_user, 'entry', 'SELECT') AND has_table_privilege(current_user, 'entry', 'INSERT'),
    pg_get_userbyid(relowner) = current_user FROM pg_class WHERE oid = 'entry'::regclass
"""

Progress = Callable[[int, int], None]


@contextmanager
def copied(url: str, progress: Progress = lambda done, of: None) -> Iterator[tuple[Store, Path]]:
    """The logbook of a server as a file, for as long as one looks at it, with the server itself."""
    with TemporaryDirectory(prefix="floorapp-look-") as folder:
        path = Path(folder) / "floor.sqlite"
        server, copy = Store(open_server(url), "LOOKS"), open_store(path)
        try:
            replica.take_over(server.looking, copy.engine, progress, check=False)
            copy.close()
            yield server, path
        finally:
            server.close()


def verify_server(
    url: str,
    *,
    frames: FrameFiles = MappingProxyType({}),
    against: Iterable[Path] = (),
    own: Iterable[Path] = (),
    keys: Collection[str] = (),
    known: Path | None = None,
    state: bool = False,
    progress: Progress = lambda done, of: None,
) -> Checked:
    """Look through every entry on a server, the raw frames at hand, the guards, and the state where asked.

    `known` is the copy of the station that asks: what it holds, the server must hold.
    """
    with copied(url) as (server, path):
        with server.looking() as connection:
            secrets = Secrets(digests(connection), ServerCredentials(connection, "LOOKS").sealed())
        found = verify(
            path,
            secrets=secrets,
            against=against,
            own=own,
            attachments=partial(_files, server),
            frames=frames,
            keys=keys,
            structure=False,
            progress=progress,
        )
        flaws = [*_guards(server), *(_against_copy(server, known) if known is not None and known.exists() else ())]
        if state and found.good:
            copy = open_store(path)
            if copy.state_digest() != server.state_digest():
                flaws.append(LogbookFlaw(code="state", says="the server's state is not what the entries give."))
            copy.close()
            found = replace(found, state=True)
    return found.also(flaws)


def _against_copy(server: Store, known: Path) -> Iterator[LogbookFlaw]:
    """The end of every chain as a station's copy has it: the server lacks it, or has another."""
    with read_only(known) as copy:
        ends = copy.execute(
            "SELECT station, max(seq), hash, position, recorded_at FROM entry GROUP BY station"
        ).fetchall()
    with server.looking() as connection:
        for station, seq, hash_, position, at in ends:
            there = sa.select(entry.c.hash).where(entry.c.station == station, entry.c.seq == seq)
            found = connection.execute(there).scalar_one_or_none()
            if found == hash_:
                continue
            wrong = "missing at the end" if found is None else "changed, or written anew"
            says = f"{wrong}: this station's copy reaches {station}-{seq} of {at}, and the server does not hold that."
            yield LogbookFlaw(code="cut", says=says, station=station, seq=seq, position=position, at=at)


def _files(server: Store, digests: Mapping[str, Named]) -> list[LogbookFlaw]:
    with server.looking() as connection:
        return shared_files.check(connection, digests)


def guard_flaws(url: str) -> list[LogbookFlaw]:
    """What is wrong with the guards and the rights on a server, without looking at an entry."""
    server = Store(open_server(url), "LOOKS")
    try:
        return list(_guards(server))
    finally:
        server.close()


def _wrong_functions(connection: sa.Connection) -> Iterator[str]:
    """Functions that are gone, altered, doubled, or not ours."""
    expected = {**FUNCTIONS, **OF_SECRETS, **told_of([function()])}
    found: dict[str, list[tuple[str, bool, bool]]] = {}
    for name, *told in connection.exec_driver_sql(_FUNCTIONS):
        found.setdefault(name, []).append(tuple(told))
    for name in sorted(expected.keys() | found.keys()):
        if name not in expected:
            yield f"the function {name} is not part of a logbook."
        elif found.get(name) != [(*expected[name], True)]:
            yield f"the guards' function {name} was altered."


def _guards(server: Store) -> Iterator[LogbookFlaw]:
    with server.looking() as connection:
        triggers = connection.exec_driver_sql(_TRIGGERS).all()
        functions = list(_wrong_functions(connection))
        unseen = connection.exec_driver_sql(_UNSEEN).all()
        silenced = connection.exec_driver_sql(_SILENCED).scalars().all()
        policies = [*wrong_policies(connection), *wrong_rights(connection)]
        may_change, may_write, owns = connection.exec_driver_sql(_RIGHTS).one()
        may_read = may_read_hashes(connection)
    standing = {name: definition for name, _, enabled, definition in triggers if enabled}
    guards = {**GUARDS, **TRIGGERS}
    for name, does in guards.items():
        if name not in standing:
            yield LogbookFlaw(code="guard", says=f"the guard {name} is gone or switched off.")
        elif standing[name] != f"CREATE TRIGGER {name} {does}":
            yield LogbookFlaw(code="guard", says=f"the guard {name} was altered.")
    for says in functions:
        yield LogbookFlaw(code="guard", says=says)
    for name, table, *_ in triggers:
        if name not in guards:
            yield LogbookFlaw(code="guard", says=f"the trigger {name} on {table} is not part of a logbook.")
    for setting in silenced:
        yield LogbookFlaw(code="guard", says=f"sessions here fire no guard: {setting} is set on the server.")
    for table, what in unseen:
        yield LogbookFlaw(code="guard", says=f"{what} on {table} is not part of a logbook.")
    for says in policies:
        yield LogbookFlaw(code="guard", says=says)
    if may_change and not owns:
        yield LogbookFlaw(code="guard", says="this role may change entries; run `floorapp station prepare` again.")
    if may_read and not owns:
        yield LogbookFlaw(
            code="rights", says="this role may read hashes of passwords; run `floorapp station prepare` again."
        )
    if not may_write:
        yield LogbookFlaw(
            code="rights", says="this role may not read and append entries; run `floorapp station prepare` again."
        )
