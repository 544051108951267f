"""The contents of attached files, for floors on a server, with their guards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from db.dialect import dialect_of

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Lay the table out."""
    op.create_table(
        "attached",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    connection = op.get_bind()
    dialect_of(connection).guard_attached(connection)
