"""SQLite's own: which library is linked, how it is opened, what guards the entries, how words are searched.

The only file with SQL that only SQLite understands; PostgreSQL gets a file of the same shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.base import SQLiteDialect

if TYPE_CHECKING:
    from db.dialect import Writes

try:
    import pysqlite3 as linked
except ImportError:  # the library Python brings is then used, with the rollback journal if it is old
    import sqlite3 as linked

#: How long a writer waits for another one, in seconds, before it is told so.
PATIENCE = 30.0

#: An execution option: this transaction only reads and must not keep writers out.
ONLY_READS = "floorapp_only_reads"

#: An execution option: this transaction takes the writers' lock with its first question (`ask_first`).
LOCKS_LATER = "floorapp_locks_later"


def module() -> ModuleType:
    """The SQLite that is linked: the bundled one where there is one."""
    found: ModuleType = linked
    return found


def wal_is_safe(version: tuple[int, ...]) -> bool:
    """Whether a library is free of the WAL-reset fault (fixed in 3.51.3, 3.50.7 and 3.44.6)."""
    if version[:2] == (3, 50):
        return version >= (3, 50, 7)
    if version[:2] == (3, 44):
        return version >= (3, 44, 6)
    return version >= (3, 51, 3)


def synchronous_for(journal: str) -> str:
    """How hard a commit waits for the disk: a rollback journal's removal must have arrived too (EXTRA)."""
    return "FULL" if journal == "WAL" else "EXTRA"


def engine_for(path: Path) -> sa.Engine:
    """An engine on one file: explicit transactions, writers one after another, every commit on the disk."""
    linked = module()
    journal = "WAL" if wal_is_safe(linked.sqlite_version_info) else "DELETE"
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        module=linked,
        connect_args={"timeout": PATIENCE},
        hide_parameters=True,  # a log must not hold what was being written
    )

    @sa.event.listens_for(engine, "connect")
    def _opened(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # SQLAlchemy's own transactions lose updates between processes
        for pragma in (
            f"journal_mode={journal}",
            f"synchronous={synchronous_for(journal)}",
            "foreign_keys=ON",
            "recursive_triggers=ON",
        ):
            connection.execute(f"PRAGMA {pragma}").fetchall()

    @sa.event.listens_for(engine, "begin")
    def _begun(connection: sa.Connection) -> None:
        only_reads = connection.get_execution_options().get(ONLY_READS, False)
        connection.exec_driver_sql("BEGIN" if only_reads else "BEGIN IMMEDIATE")

    return engine


def memory_engine() -> sa.Engine:
    """An engine on nothing but memory: to see how a logbook is laid out."""
    return engine_for(Path(":memory:"))


_GUARDS = """
CREATE TRIGGER entry_never_changed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entry_never_deleted BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER entry_never_replaced BEFORE INSERT ON entry
WHEN EXISTS (SELECT 1 FROM entry WHERE position = NEW.position)
  OR EXISTS (SELECT 1 FROM entry WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM entry WHERE station = NEW.station AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'entries are never replaced'); END;
CREATE TRIGGER entry_goes_to_the_head BEFORE INSERT ON entry
WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM entry)
  OR NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE station = NEW.station)
BEGIN SELECT RAISE(ABORT, 'an entry goes to the head of its chain'); END;
"""


_ROUND_GUARDS = """
CREATE TRIGGER round_never_changed BEFORE UPDATE ON round
BEGIN SELECT RAISE(ABORT, 'rounds are never changed'); END;
CREATE TRIGGER round_never_deleted BEFORE DELETE ON round
BEGIN SELECT RAISE(ABORT, 'rounds are never deleted'); END;
CREATE TRIGGER round_never_replaced BEFORE INSERT ON round
WHEN EXISTS (SELECT 1 FROM round WHERE place = NEW.place)
  OR EXISTS (SELECT 1 FROM round WHERE digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'rounds are never replaced'); END;
"""


_BLOCK_GUARDS = """
CREATE TRIGGER round_blocks_never_changed BEFORE UPDATE ON round_block
BEGIN SELECT RAISE(ABORT, 'packed rounds are never changed'); END;
CREATE TRIGGER round_blocks_never_deleted BEFORE DELETE ON round_block
BEGIN SELECT RAISE(ABORT, 'packed rounds are never deleted'); END;
CREATE TRIGGER round_blocks_go_to_the_end BEFORE INSERT ON round_block
WHEN NEW.place <> (SELECT coalesce(max(place), 0) + 1 FROM round_block)
BEGIN SELECT RAISE(ABORT, 'packed rounds go to the end'); END;
"""


_FRAME_GUARDS = """
CREATE TRIGGER frames_never_changed BEFORE UPDATE ON frame_bundle
BEGIN SELECT RAISE(ABORT, 'raw frames are never changed'); END;
CREATE TRIGGER frames_never_deleted BEFORE DELETE ON frame_bundle
BEGIN SELECT RAISE(ABORT, 'raw frames are never deleted'); END;
CREATE TRIGGER frames_go_to_the_end BEFORE INSERT ON frame_bundle
WHEN NEW.place <> (SELECT coalesce(max(place), 0) + 1 FROM frame_bundle)
BEGIN SELECT RAISE(ABORT, 'raw frames go to the end'); END;
"""


_ATTACHED_GUARDS = """
CREATE TRIGGER attached_never_changed BEFORE UPDATE ON attached
BEGIN SELECT RAISE(ABORT, 'attached files are never changed'); END;
CREATE TRIGGER attached_never_deleted BEFORE DELETE ON attached
BEGIN SELECT RAISE(ABORT, 'attached files are never deleted'); END;
CREATE TRIGGER attached_never_replaced BEFORE INSERT ON attached
WHEN EXISTS (SELECT 1 FROM attached WHERE digest = NEW.digest AND part = NEW.part)
BEGIN SELECT RAISE(ABORT, 'attached files are never replaced'); END;
"""


def guard_entries(connection: sa.Connection) -> None:
    """Triggers against changing, deleting, replacing and squeezing in; the chain is the proof behind them."""
    _make_triggers(connection, _GUARDS)


def guard_rounds(connection: sa.Connection) -> None:
    """The same for rounds."""
    _make_triggers(connection, _ROUND_GUARDS)


def guard_round_blocks(connection: sa.Connection) -> None:
    """The same for packed rounds."""
    _make_triggers(connection, _BLOCK_GUARDS)


def guard_frames(connection: sa.Connection) -> None:
    """The same for raw frames."""
    _make_triggers(connection, _FRAME_GUARDS)


def guard_attached(connection: sa.Connection) -> None:
    """The same for attached files."""
    _make_triggers(connection, _ATTACHED_GUARDS)


def guard_named_files(connection: sa.Connection) -> None:
    """Nothing to sweep: a floor in a file keeps attached files as files."""
    connection.exec_driver_sql("ALTER TABLE attached ADD COLUMN at DATETIME")


def guard_secrets(connection: sa.Connection) -> None:
    """Nobody to keep hashes from: whoever opens the file reads it whole."""


def count_tries_for_good(connection: sa.Connection) -> None:
    """A file counts in a table, which outlives a crash as everything in it does."""


def _make_triggers(connection: sa.Connection, statements: str) -> None:
    for statement in statements.split("END;")[:-1]:
        connection.exec_driver_sql(f"{statement}END")


#: Beginnings of words of so many letters have an index of their own.
BEGINNINGS = (2, 3)


def make_words(connection: sa.Connection) -> None:
    """The index of words over entries, by position; it keeps no second copy of the text."""
    connection.exec_driver_sql(
        "CREATE VIRTUAL TABLE entry_words USING fts5"
        "(words, about, content='', tokenize='unicode61 remove_diacritics 2', prefix='2 3')"
    )


def empty_words(connection: sa.Connection) -> None:
    """Throw the index of words away and lay it out anew."""
    connection.exec_driver_sql("DROP TABLE entry_words")
    make_words(connection)


_INDEX = sa.text("INSERT INTO entry_words (rowid, words, about) VALUES (:position, :words, :about)")


def index_words(onto: Writes, rows: list[tuple[int, str, str]]) -> None:
    """Make the words of entries findable, by position, with the nouns they are about."""
    onto.execute(_INDEX, [{"position": place, "words": words, "about": about} for place, words, about in rows])


def search_words(
    connection: sa.Connection, words: list[str], *, about: str | None, before: int | None, limit: int
) -> list[int]:
    """The positions of entries with all these words, newest first; the last word may be only begun.

    Whole words come first: their lists are walked from the newest end and left when the page is full,
    while the beginning of a common word gathers every entry that has it.
    """
    if not words:
        return []
    asked = (about, before, limit)
    found = _matching(connection, words, "", *asked, few=len(words) > 1 or about is not None)
    return found if len(found) == limit else _matching(connection, words, " *", *asked, few=bool(found))


def _matching(
    connection: sa.Connection,
    words: list[str],
    ending: str,
    about: str | None,
    before: int | None,
    limit: int,
    *,
    few: bool,
) -> list[int]:
    """Where `few` are to be expected, they are first looked for from the oldest end: where a seldom word meets a
    common one, FTS5 leaps ahead in the common one's list, but goes back in it page by page."""
    quoted = " AND ".join(f'words : "{word.replace(chr(34), "")}"' for word in words) + ending
    match = f"({quoted}) AND about : {about}" if about else quoted
    query = "SELECT rowid FROM entry_words WHERE entry_words MATCH ? AND rowid < ? ORDER BY rowid {} LIMIT ?"
    for order in ("ASC", "DESC") if few else ("DESC",):
        found = connection.exec_driver_sql(query.format(order), (match, before or 1 << 62, limit)).scalars().all()
        if len(found) < limit:
            break
    return sorted(found, reverse=True)


def bodies(connection: sa.Connection, question: str, given: Mapping[str, Any]) -> list[str]:
    """What a question for bodies answers; the driver is asked itself, in a twentieth of the time."""
    raw: Any = connection.connection.driver_connection
    return [body for (body,) in raw.execute(question, given)]


def ask_first(connection: sa.Connection, question: sa.Executable, given: Mapping[str, Any]) -> list[Any]:
    """Ask; whoever began to write keeps every other writer out already."""
    return list(connection.execute(question, given))


_DIALECT = SQLiteDialect(paramstyle="named")


class Straight:
    """Rows handed to the driver as they are: what SQLAlchemy would look at in each is nothing in texts and numbers."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    @property
    def dialect(self) -> sa.Dialect:
        """The dialect the connection speaks."""
        return self._connection.dialect

    def execute(self, statement: sa.ClauseElement, rows: Sequence[Mapping[str, Any]]) -> None:
        """Have a statement done for each row."""
        raw: Any = self._connection.connection.driver_connection
        raw.cursor().executemany(_sql(statement, tuple(rows[0])), rows)


@cache
def _sql(statement: sa.ClauseElement, names: tuple[str, ...]) -> str:
    """The letters of a statement for these columns, made once, as the statement is."""
    return str(statement.compile(dialect=_DIALECT, column_keys=list(names)))


@contextmanager
def gathered(connection: sa.Connection) -> Iterator[Straight]:
    """Statements in the middle of a transaction; a file answers at once."""
    yield Straight(connection)


by_owner = gathered


@contextmanager
def committing(connection: sa.Connection) -> Iterator[Straight]:
    """The last statements of a transaction, then its commit; a file answers at once."""
    yield Straight(connection)
    connection.commit()


def renew_tables(connection: sa.Connection, tables: sa.MetaData, begin: str, *, same: bool) -> None:
    """Drop every table of this beginning, also of an older layout, and lay them out anew."""
    for name in sa.inspect(connection).get_table_names():
        if name.startswith(begin):
            connection.exec_driver_sql(f'DROP TABLE "{name}"')
    for statement in _laying_out(tables):
        connection.exec_driver_sql(statement)


@cache
def _laying_out(tables: sa.MetaData) -> tuple[str, ...]:
    """The statements that make these tables and their indexes: to write them takes longer than to do them."""
    made: list[sa.ExecutableDDLElement] = []
    for table in tables.sorted_tables:
        made += [
            sa.schema.CreateTable(table),
            *map(sa.schema.CreateIndex, sorted(table.indexes, key=lambda index: str(index.name))),
        ]
    return tuple(str(each.compile(dialect=_DIALECT)) for each in made)
