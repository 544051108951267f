"""On a server, stations' accounts read no hash of a secret: the owner's functions compare, keep and count."""

from __future__ import annotations

from alembic import op

from db.dialect import dialect_of

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Lay the functions out."""
    connection = op.get_bind()
    dialect_of(connection).guard_secrets(connection)
