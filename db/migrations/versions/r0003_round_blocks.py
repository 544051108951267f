"""Rounds packed for auditing, in blocks, with their guards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from db.dialect import dialect_of

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Lay the table out."""
    op.create_table(
        "round_block",
        sa.Column("place", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=False),
        sa.Column("upto", sa.BigInteger, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("first_at", "last_at", "tables", "digest")),
        sa.Column("packed", sa.LargeBinary, nullable=False),
    )
    connection = op.get_bind()
    dialect_of(connection).guard_round_blocks(connection)
