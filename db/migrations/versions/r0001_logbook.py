"""The logbook: entries with their guards, what they mention, their words, secrets' hashes, notes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from db.dialect import dialect_of

revision = "0001"
down_revision = None

_POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Lay the tables out."""
    _entries()
    op.create_table(
        "mention",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("position", _POSITION, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "credential",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("proof", sa.Text, primary_key=True),
        sa.Column("hashed", sa.Text, nullable=False),
    )
    op.create_table(
        "guess",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("last_at", sa.Text),
        sa.Column("turned_away", sa.Integer, nullable=False),
    )
    op.create_table("note", sa.Column("name", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False))
    _rounds()
    connection = op.get_bind()
    dialect = dialect_of(connection)
    dialect.guard_entries(connection)
    dialect.guard_rounds(connection)
    dialect.make_words(connection)


def _entries() -> None:
    texts = ("kind", "subject_kind", "subject_id", "actor", "occurred_at", "recorded_at", "gaming_day")
    op.create_table(
        "entry",
        sa.Column("position", _POSITION, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("station", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in texts),
        sa.Column("late", sa.Text),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("payload", "signatures", "previous", "hash")),
        sa.UniqueConstraint("station", "seq", name="entry_station_seq"),
    )
    op.create_index("entry_kind", "entry", ["kind", "position"])
    op.create_index("entry_gaming_day", "entry", ["gaming_day", "position"])


def _rounds() -> None:
    texts = ("id", "table_id", "shoe", "rulebook", "verdict")
    op.create_table(
        "round",
        sa.Column("place", _POSITION, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in texts),
        sa.Column("at", sa.Text),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("findings", "hands", "boxes")),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_index("round_id", "round", ["id"])
    op.create_index("round_table_at", "round", ["table_id", "at"])
