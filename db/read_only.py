"""A logbook opened for looking only: no byte of it changes, whoever else writes to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from db import faults, sqlite
from db.schema import REVISION


@contextmanager
def read_only(path: Path) -> Iterator[Any]:
    """A connection that cannot write; what is no logbook, or a newer one, is refused in words."""
    faults.check_file(path, to_write=False)
    with faults.in_words(only_looked=True):
        connection = _opened(path)
        try:
            yield connection
        finally:
            connection.close()


def _opened(path: Path) -> Any:
    try:
        connection = _open(path)
        try:
            _check_revision(connection)
        except BaseException:
            connection.close()
            raise
    except UnicodeError as error:  # its own layout is no text any more
        raise faults.fault_of("malformed", only_looked=True) from error
    return connection


def _open(path: Path) -> Any:
    """Open read-only; where even that must write (no room for the shared memory), take the file as it is."""
    module = sqlite.module()
    plain = f"file:{quote(str(path.resolve()))}?mode=ro"
    alone = not path.with_name(path.name + "-wal").exists()
    for uri in (plain, f"{plain}&immutable=1") if alone else (plain,):
        connection = module.connect(uri, uri=True, isolation_level=None, timeout=sqlite.PATIENCE)
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
        except module.OperationalError as error:
            connection.close()
            if uri is plain and alone and ("open" in str(error) or "readonly" in str(error)):
                continue
            raise
        except BaseException:
            connection.close()
            raise
        return connection
    raise faults.read_only(str(path))


def _check_revision(connection: Any) -> None:
    try:
        rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite.module().OperationalError as error:
        if "no such table" in str(error):
            raise faults.not_ours() from error
        raise
    found = str(rows[0][0]) if rows else ""
    if found > REVISION:
        raise faults.newer()
    if not rows:
        raise faults.not_ours()
