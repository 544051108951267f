"""Bringing a database's tables up to date; Alembic is imported only where there is something to do."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from db.faults import newer
from db.schema import REVISION

MIGRATIONS = Path(__file__).parent / "migrations"


def revision_of(connection: sa.Connection) -> str | None:
    """The revision a database stands at; None where it is new."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    table = sa.table("alembic_version", sa.column("version_num", sa.Text))
    return connection.execute(sa.select(table.c.version_num)).scalar_one_or_none()


def bring_up_to_date(connection: sa.Connection) -> None:
    """Upgrade inside the caller's transaction; a newer database is refused kindly and left as it is."""
    found = revision_of(connection)
    if found == REVISION:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    if found is not None:
        known = {each.revision for each in ScriptDirectory.from_config(config).walk_revisions()}
        if found not in known:
            raise newer()
    config.attributes["connection"] = connection
    command.upgrade(config, REVISION)
