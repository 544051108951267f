"""Raw frames of the readers' lines, in bundles, with their guards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from db.dialect import dialect_of

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Lay the table out."""
    op.create_table(
        "frame_bundle",
        sa.Column("place", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("first_at", "last_at", "lines", "digest")),
        sa.Column("packed", sa.LargeBinary, nullable=False),
    )
    connection = op.get_bind()
    dialect_of(connection).guard_frames(connection)
