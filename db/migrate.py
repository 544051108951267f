"""Bringing a database's tables up to date; Alembic is imported only where there is something to do."""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from db.faults import newer, not_ours
from db.schema import REVISION

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"

# WORKAROUND: Alembic keeps what it works on in its modules, so two threads cannot migrate at once
# (https://alembic.sqlalchemy.org/en/latest/api/runtime.html#the-environment-context).
_ONE_AT_A_TIME = threading.Lock()


def revision_of(connection: sa.Connection) -> str | None:
    """The revision a database stands at; None where it is new."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    table = sa.table("alembic_version", sa.column("version_num", sa.Text))
    return connection.execute(sa.select(table.c.version_num)).scalar_one_or_none()


def older_revision(connection: sa.Connection) -> str | None:
    """The revision a database is to be upgraded from; None where it is new or up to date.

    A newer database, or one of something else, is refused.
    """
    found = revision_of(connection)
    if found is None and sa.inspect(connection).get_table_names():
        raise not_ours()
    if found is None or found == REVISION:
        return None
    if found not in known_revisions():
        raise newer()
    return found


def bring_up_to_date(connection: sa.Connection, revision: str | None = None) -> None:
    """Upgrade inside the caller's transaction; a newer database is refused kindly and left as it is."""
    found, revision = revision_of(connection), revision or REVISION
    if found == revision:
        return
    from alembic import command

    if found is not None and found not in known_revisions():
        raise newer()
    config = _config()
    config.attributes["connection"] = connection
    with _ONE_AT_A_TIME:
        command.upgrade(config, revision)


@cache
def known_revisions() -> frozenset[str]:
    """Every revision this version can upgrade from."""
    from alembic.script import ScriptDirectory

    return frozenset(each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions())


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config
