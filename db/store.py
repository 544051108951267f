"""The store: one file opened safely, one writer at a time, entry and state in one transaction."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa

from db import blocks, entries, frames, migrate, rebuild, rounds, search_index, shelf_tables, sqlite, transactions
from db.faults import check_file, in_words
from db.schema import REVISION, note
from db.state import SqlState
from db.write_transaction import SqlWriting
from db.writer_start import KnownHead
from floorapp.domain.incidents import Attachment
from floorapp.domain.readers import Mark, RawFrame
from floorapp.domain.rounds import KeptRound, RoundBlock
from floorapp.operations.desk import Writing
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Subject
from floorapp.operations.frames import Bundle

T = TypeVar("T")


class Store:
    """A logbook on one SQLite file or on a server; processes of the same station share its chain."""

    #: Frames lie beside the entries.
    frames_apart = False

    def __init__(self, engine: sa.Engine, station: str) -> None:
        self._engine = engine
        self.station = station
        #: What the last transaction knew of the state, and after which entry.
        self._known: KnownHead | None = None
        self._taking = threading.Lock()

    @contextmanager
    def writing(self, act: str = "", files: tuple[Attachment, ...] = ()) -> Iterator[SqlWriting]:
        """A transaction that no other writer can be in at the same time; durable when it ends well."""
        with self._taking:  # what one thread has taken, another must not have: it may change it and be refused
            known, self._known = self._known, None
        with in_words(), transactions.started(self._engine, self.station, known) as (connection, start):
            writing = SqlWriting(connection, self.station, start.head, start.remembered)
            yield writing
            transactions.commit(self._engine, writing.finish, writing.newest)
        newest = writing.head.hash if writing.newest else start.newest
        self._known = KnownHead(newest, writing.head, writing.state.remembered)

    @property
    def away(self) -> str:
        """Why only what is kept on this station can be done now; empty while the logbook is in reach."""
        return ""

    @property
    def engine(self) -> sa.Engine:
        """What the store stands on."""
        return self._engine

    @contextmanager
    def looking(self) -> Iterator[sa.Connection]:
        """A look at one moment, for other files of this room."""
        with self._looking() as connection:
            yield connection

    @contextmanager
    def _looking(self) -> Iterator[sa.Connection]:
        with in_words(), transactions.begun(self._engine, only_reads=True) as connection:
            yield connection

    @contextmanager
    def _writing_plainly(self) -> Iterator[sa.Connection]:
        """A transaction in which no entry is written."""
        with transactions.begun(self._engine) as connection:
            yield connection
            connection.commit()

    @contextmanager
    def reading(self) -> Iterator[SqlState]:
        """A look at one consistent state; writers are not kept waiting."""
        with self._looking() as connection:
            yield SqlState(connection)

    def entry(self, id: str) -> Entry | None:
        """The entry as it was written."""
        with self._looking() as connection:
            return entries.by_id(connection, id)

    def page(self, *, before: int | None = None, limit: int = 50, about: Subject | None = None) -> tuple[Entry, ...]:
        """A page of the logbook, newest first, of everything or of one subject's timeline."""
        with self._looking() as connection:
            return entries.page(connection, before=before, limit=limit, about=about)

    def entries(self, *, kinds: Iterable[str], first_day: str = "", last_day: str = "", upto: int) -> Iterator[Entry]:
        """Entries of some kinds up to a position, and of some gaming days where they are named, in order."""
        names, after = tuple(kinds), 0
        while True:
            with self._looking() as connection:
                found = entries.of_kinds(
                    connection, names, after=after, upto=upto, first_day=first_day, last_day=last_day
                )
            yield from found
            if len(found) < entries.PAGE:
                return
            after = found[-1].position

    def days_written(self, *, first_day: str, last_day: str, upto: int) -> tuple[str, ...]:
        """The gaming days of a time under which something was written, in order."""
        with self._looking() as connection:
            return entries.days_written(connection, first_day, last_day, upto)

    def place_of(self, station: str, seq: int) -> int | None:
        """The position of an entry of a station's chain."""
        with self._looking() as connection:
            return entries.place_of(connection, station, seq)

    def trail(self, kind: type[T], *key: str) -> tuple[tuple[Entry, T], ...]:
        """What a thing became by each entry, as corrections have it; oldest first."""
        from db import trail  # not at start

        with self._looking() as connection:
            return trail.trail(connection, kind, *key)

    def rounds(self, id: str) -> tuple[KeptRound, ...]:
        """Every record under a round's id, in the order in which they came."""
        with self._looking() as connection:
            return rounds.find(connection, id)

    def rounds_between(
        self, since: datetime, until: datetime, *, known: int, table: str | None = None, wrong: bool = False
    ) -> Iterator[KeptRound]:
        """Rounds of a time among the first so many ever kept, by table and time."""
        with self._looking() as connection:
            yield from rounds.between(connection, since, until, known=known, table_id=table, wrong=wrong)

    def packed_upto(self) -> tuple[int, int]:
        """Up to which round everything is packed, and how many rounds were ever kept."""
        with self._looking() as connection:
            return blocks.last(connection)[1], blocks.newest_round(connection)

    def block_places(self, since: datetime, until: datetime, tables: Collection[str] | None) -> list[tuple[int, int]]:
        """The blocks that may hold rounds of a time and of these tables, and how many rounds each has."""
        with self._looking() as connection:
            return blocks.places(connection, since, until, tables)

    def block(self, place: int) -> RoundBlock:
        """A block of packed rounds."""
        with self._looking() as connection:
            return blocks.block(connection, place)

    def loose_rounds(self, after: int, upto: int) -> Iterator[KeptRound]:
        """The rounds kept after a place and up to another, by table and time."""
        with self._looking() as connection:
            yield from blocks.loose(connection, after, upto)

    def keep_frames(
        self,
        kept: tuple[RawFrame, ...],
        /,
        *,
        entered: int | None = None,
        marks: tuple[Mark, ...] | None = None,
        within: Writing | None = None,
    ) -> int:
        """Keep raw frames, in a transaction of their own where none is under way; answers their bundle's place."""
        if isinstance(within, SqlWriting):
            return frames.keep_noted(within.connection, kept, entered, marks)
        with in_words(), self._writing_plainly() as connection:
            return frames.keep_noted(connection, kept, entered, marks)

    def note_entered(self, place: int, marks: tuple[Mark, ...] | None = None) -> None:
        """Note that everything up to this bundle of frames has become entries."""
        with in_words(), self._writing_plainly() as connection:
            frames.note_entered(connection, place, marks)

    def entered(self) -> tuple[int, tuple[Mark, ...]]:
        """Up to which bundle everything has become entries, and how far the readers had come."""
        with self._looking() as connection:
            return frames.entered(connection)

    def bundles(self, *, after: int = 0) -> tuple[Bundle, ...]:
        """The bundles of frames after a place, without the frames."""
        with self._looking() as connection:
            return frames.bundles(connection, after=after)

    def frames(self, *, after: int = 0) -> Iterator[tuple[RawFrame, ...]]:
        """The frames of the bundles after a place, a bundle at a time."""
        with self._looking() as connection:
            yield from frames.frames(connection, after=after)

    def search(
        self, text: str, *, about: str | None = None, before: int | None = None, limit: int = 50
    ) -> tuple[Entry, ...]:
        """Entries with all these words, newest first; `about` keeps to one noun, such as incidents."""
        with self._looking() as connection:
            return search_index.search(connection, text, about=about, before=before, limit=limit)

    def rebuild(self, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
        """Throw the state away and replay the logbook; answers how many entries were applied."""
        self._known = None
        with in_words(), self._writing_plainly() as connection:
            return _rebuild(connection, progress)

    def index_again(self) -> None:
        """Make the timelines and the index of words anew."""
        with in_words(), self._writing_plainly() as connection:
            rebuild.index_again(connection)

    def state_digest(self) -> str:
        """One digest over everything the state holds."""
        with self._looking() as connection:
            return rebuild.state_digest(connection)

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()


def open_store(
    where: Path | str, *, station: str = "MAIN", progress: Callable[[int, int], None] = lambda done, of: None
) -> Store:
    """Open or make a logbook: bring its tables up to date, and rebuild the state where its layout changed.

    On a server the owner does that beforehand (`db.server.prepare`): a station only looks whether it was done.
    """
    if isinstance(where, str):
        from db.server import open_server  # only where there is one

        return Store(open_server(where), station)
    check_file(where, to_write=True)
    engine = sqlite.engine_for(where)
    try:
        _open_file(where, engine, progress)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine, station)


def _open_file(path: Path, engine: sa.Engine, progress: Callable[[int, int], None]) -> None:
    """An older logbook is backed up first; if its upgrade fails, it is as it was before."""
    with in_words(), transactions.begun(engine, only_reads=True) as connection:
        if is_up_to_date(connection):
            return  # the usual start writes nothing
        older = migrate.older_revision(connection)
    upgrade = None
    if older is not None:
        from db.upgrade import begin_upgrade  # few starts need it

        upgrade = begin_upgrade(path, older, progress)
    try:
        with in_words(), engine.begin() as connection:
            bring_up_to_date(connection, progress)
            if upgrade is not None:
                upgrade.compare(connection)
    except Exception as error:
        if upgrade is None:
            raise
        engine.dispose()
        raise upgrade.undo(error) from error


def is_up_to_date(connection: sa.Connection) -> bool:
    """Whether tables and state are laid out as this version has them."""
    return migrate.revision_of(connection) == REVISION and rebuild.held_layout(connection) == shelf_tables.LAYOUT


def bring_up_to_date(connection: sa.Connection, progress: Callable[[int, int], None]) -> None:
    """Lay the tables out as this version has them."""
    migrate.bring_up_to_date(connection)
    if rebuild.held_layout(connection) != shelf_tables.LAYOUT:
        _rebuild(connection, progress)


def _rebuild(connection: sa.Connection, progress: Callable[[int, int], None]) -> int:
    done = rebuild.rebuild(connection, progress)
    connection.execute(sa.delete(note).where(note.c.name == "state"))
    connection.execute(sa.insert(note), {"name": "state", "value": shelf_tables.LAYOUT})
    return done
