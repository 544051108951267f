"""On a server, attached files that no entry names may be swept; those that one names stay guarded."""

from __future__ import annotations

from alembic import op

from db.dialect import dialect_of

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Lay the guard out anew."""
    connection = op.get_bind()
    dialect_of(connection).guard_named_files(connection)
