"""The tables that are not a view: entries, what they mention, secrets' hashes, and the store's own notes.

Everything here runs on SQLite and PostgreSQL alike; what differs is in the dialect's file.
"""

from __future__ import annotations

import sqlalchemy as sa

#: The revision of `migrations/` these tables stand at.
REVISION = "0007"

#: A whole number that SQLite can use as its row number.
POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

metadata = sa.MetaData()

entry = sa.Table(
    "entry",
    metadata,
    sa.Column("position", POSITION, primary_key=True, autoincrement=False),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("station", sa.Text, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("subject_kind", sa.Text, nullable=False),
    sa.Column("subject_id", sa.Text, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("occurred_at", sa.Text, nullable=False),
    sa.Column("recorded_at", sa.Text, nullable=False),
    sa.Column("gaming_day", sa.Text, nullable=False),
    sa.Column("late", sa.Text),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("signatures", sa.Text, nullable=False),
    sa.Column("previous", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.UniqueConstraint("station", "seq", name="entry_station_seq"),
    sa.Index("entry_kind", "kind", "position"),
    sa.Index("entry_gaming_day", "gaming_day", "position"),
)

mention = sa.Table(
    "mention",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("position", POSITION, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

credential = sa.Table(
    "credential",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("proof", sa.Text, primary_key=True),
    sa.Column("hashed", sa.Text, nullable=False),
)

guess = sa.Table(
    "guess",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("last_at", sa.Text),
    sa.Column("turned_away", sa.Integer, nullable=False),
)

#: Rounds as they came, compressed; entries seal them by digest.
round = sa.Table(
    "round",
    metadata,
    sa.Column("place", POSITION, primary_key=True, autoincrement=False),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("shoe", sa.Text, nullable=False),
    sa.Column("at", sa.Text),
    sa.Column("rulebook", sa.Text, nullable=False),
    sa.Column("verdict", sa.Text, nullable=False),
    sa.Column("findings", sa.Integer, nullable=False),
    sa.Column("hands", sa.Integer, nullable=False),
    sa.Column("boxes", sa.Integer, nullable=False),
    sa.Column("record", sa.LargeBinary, nullable=False),
    sa.Index("round_id", "id"),
    sa.Index("round_table_at", "table_id", "at"),
)

#: Rounds packed for auditing, many a row, by table and time; entries seal them by digest.
round_block = sa.Table(
    "round_block",
    metadata,
    sa.Column("place", POSITION, primary_key=True, autoincrement=False),
    sa.Column("upto", sa.BigInteger, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("first_at", sa.Text, nullable=False),
    sa.Column("last_at", sa.Text, nullable=False),
    sa.Column("tables", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("packed", sa.LargeBinary, nullable=False),
)

#: Raw frames of the readers' lines as they came, a bundle a row; entries seal them by digest.
frame_bundle = sa.Table(
    "frame_bundle",
    metadata,
    sa.Column("place", POSITION, primary_key=True, autoincrement=False),
    sa.Column("first_at", sa.Text, nullable=False),
    sa.Column("last_at", sa.Text, nullable=False),
    sa.Column("lines", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("packed", sa.LargeBinary, nullable=False),
)

#: The contents of attached files on a server, in parts, by the SHA-256 of the whole; one computer keeps them as files.
attached = sa.Table(
    "attached",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.DateTime(timezone=True)),  # since when, by the server's own clock
)

note = sa.Table(
    "note", metadata, sa.Column("name", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False)
)
