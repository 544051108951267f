"""The outbox: what a station kept while the database did not answer, durable, sent once and in order."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from db import sqlite
from db.faults import Damaged, in_words
from floorapp.domain.values import dataclass
from floorapp.operations.entry import EntryDraft
from floorapp.operations.outbox_codec import spell, unspell
from floorapp.system import make_private

_LAYOUT = """
CREATE TABLE IF NOT EXISTS kept (number INTEGER PRIMARY KEY AUTOINCREMENT, act TEXT NOT NULL, drafts BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS named (kept TEXT PRIMARY KEY, given TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS meant_for (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class KeptAct:
    """An act that waits: its number on this station, and the entries it will be."""

    number: int
    act: str
    drafts: list[EntryDraft]


def _kept_act(number: int, act: str, drafts: bytes) -> KeptAct:
    try:
        return KeptAct(number, act, unspell(drafts))
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError) as error:
        raise Damaged(
            f"What this station kept as {number} cannot be read.",
            "It was not sent.",
            "Keep the file outbox.sqlite, and call an administrator.",
        ) from error


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a damaged outbox: acts, names given, the database they are meant for, the last number given."""

    acts: list[KeptAct]
    names: dict[str, str]
    meant_for: str
    last: int


def _readable(rows: list[tuple[Any, ...]]) -> Iterator[KeptAct]:
    for row in rows:
        with suppress(Damaged):
            yield _kept_act(*row)


class Outbox:
    """One small file beside the copy; every act is on the disk before it is told as kept."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        with in_words():
            self._connection = sqlite.module().connect(path, isolation_level=None, check_same_thread=False)
        try:
            self._lay_out()
            make_private(path)
            self._waiting = int(self._do("SELECT count(*) FROM kept")[0][0])
        except BaseException:
            self._connection.close()  # an open file cannot be put aside on Windows
            raise

    def _lay_out(self) -> None:
        with in_words():
            journal = "WAL" if sqlite.wal_is_safe(sqlite.module().sqlite_version_info) else "DELETE"
            self._connection.execute(f"PRAGMA journal_mode={journal}").fetchall()
            self._connection.execute(f"PRAGMA synchronous={sqlite.synchronous_for(journal)}")
            self._connection.executescript(_LAYOUT)

    def _do(self, *statements: str | tuple[str, tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Statements in one transaction; the rows of the last one."""
        with self._lock, in_words():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                rows: list[tuple[Any, ...]] = []
                for each in statements:
                    sql, values = (each, ()) if isinstance(each, str) else each
                    rows = self._connection.execute(sql, values).fetchall()
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            return rows

    @property
    def waiting(self) -> int:
        """How many acts wait; known without asking the disk."""
        return self._waiting

    def keep(self, act: str, drafts: list[EntryDraft]) -> None:
        """Keep an act; it is durable when this returns."""
        self._do(("INSERT INTO kept (act, drafts) VALUES (?, ?)", (act, spell(drafts))))
        self._waiting += 1

    def next_number(self) -> int:
        """The number the next kept act gets; none is given twice."""
        rows = self._do("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'kept'")
        return int(rows[0][0]) + 1

    def acts(self, limit: int = -1) -> list[KeptAct]:
        """What waits, in the order in which it was kept."""
        rows = self._do(("SELECT number, act, drafts FROM kept ORDER BY number LIMIT ?", (limit,)))
        return [_kept_act(*row) for row in rows]

    def keep_anew(self, acts: list[tuple[str, list[EntryDraft]]], *, after: int) -> None:
        """Keep these in place of all that waits, in this order, under numbers that were never given."""
        rows = [(number, act, spell(drafts)) for number, (act, drafts) in enumerate(acts, start=after + 1)]
        self._do(
            "DELETE FROM kept",
            "DELETE FROM sqlite_sequence WHERE name = 'kept'",
            ("INSERT INTO sqlite_sequence (name, seq) VALUES ('kept', ?)", (after,)),
            *(("INSERT INTO kept (number, act, drafts) VALUES (?, ?, ?)", row) for row in rows),
        )
        self._waiting = len(rows)

    def left(self) -> Left:
        """What can be read of a damaged outbox."""
        rows = self._do("SELECT number, act, drafts FROM kept ORDER BY number")
        return Left(list(_readable(rows)), self.names(), self.meant_for(), self.next_number() - 1)

    def take_up(self, left: Left) -> None:
        """Go on with what was left of another outbox."""
        self.keep_anew([(each.act, each.drafts) for each in left.acts], after=left.last)
        self.sent([], left.names)
        self.mean_for(left.meant_for)

    def names(self) -> dict[str, str]:
        """The names given on arrival for provisional ones."""
        return dict(self._do("SELECT kept, given FROM named"))

    def sent(self, acts: list[KeptAct], names: dict[str, str]) -> None:
        """These arrived for good: they wait no longer."""
        self._do(
            *(("INSERT OR REPLACE INTO named (kept, given) VALUES (?, ?)", pair) for pair in names.items()),
            *(("DELETE FROM kept WHERE number = ?", (each.number,)) for each in acts),
        )
        self._waiting -= len(acts)

    def meant_for(self) -> str:
        """The first entry's hash of the database these acts are meant for; empty where none is known."""
        rows = self._do("SELECT value FROM meant_for WHERE name = 'first'")
        return str(rows[0][0]) if rows else ""

    def mean_for(self, first: str) -> None:
        """Remember which database this station belongs to."""
        if first and self.meant_for() != first:
            self._do(("INSERT OR REPLACE INTO meant_for (name, value) VALUES ('first', ?)", (first,)))

    def forget_meant(self) -> None:
        """An administrator said so: whatever the database is now, this station belongs to it."""
        self._do("DELETE FROM meant_for")

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()
