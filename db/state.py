"""The state on SQL: things by key and by asked-for columns, and what each entry read and wrote."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from functools import cache
from typing import TypeVar, cast

import sqlalchemy as sa

from db import rounds
from db.dialect import Writes, dialect_of
from db.schema import entry as entry_table
from db.shelf_tables import BY_NAME, TABLES, ShelfTable, asked_text, history, looked
from floorapp.domain.rounds import Dealt, KeptRound
from floorapp.domain.signals import ReaderEvent, slot_of
from floorapp.operations.canonical import canonical, instant_text
from floorapp.operations.entry import Entry
from floorapp.operations.state import Asked, apply, apply_voided, key_text

T = TypeVar("T")
Key = tuple[str, str]
#: The columns a search compares, by which it is sorted, and how many it wants.
Search = tuple[tuple[str, ...], str, int | None]


_INSERT_HISTORY = sa.insert(history)
_INSERT_LOOKED = sa.insert(looked)
_NEWEST = sa.select(entry_table.c.hash).order_by(entry_table.c.position.desc()).limit(1)

_USED = (
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM round WHERE table_id = :table AND at BETWEEN :since AND :until) "
    "OR EXISTS (SELECT 1 FROM state_reader_event WHERE slot BETWEEN :first AND :last)"
)

#: How statements are gathered in the middle of a transaction.
Gathered = Callable[[sa.Connection], AbstractContextManager[Writes]]

#: How many things are remembered from one transaction to the next.
REMEMBERED = 20_000


class Remembered:
    """Things read or written so far; good for another transaction once it knows what has come in between."""

    def __init__(self) -> None:
        self.things: dict[Key, object | None] = {}
        self.stored: set[Key] = set()

    def learn(self, changed: Mapping[Key, str]) -> None:
        """Take what others made of the things known here."""
        for at, body in changed.items():
            if at in self.things:
                self.things[at] = BY_NAME[at[0]].decoder.decode(body)
                self.stored.add(at)


class SqlState:
    """The state inside one transaction; what is read once is kept, what is put is written at `flush`.

    Written it is as the dialect gathers it, or as `gathered` says.
    """

    def __init__(
        self, connection: sa.Connection, remembered: Remembered | None = None, gathered: Gathered | None = None
    ) -> None:
        self._connection = connection
        dialect = dialect_of(connection)
        self._bodies, self._gathered = dialect.bodies, gathered or dialect.gathered
        #: Writes down what must stand there before the state does: the entries it follows from.
        self.causes: Callable[[Writes], None] = lambda onto: None
        self.remembered = remembered or Remembered()
        self._things = self.remembered.things
        self._stored = self.remembered.stored
        #: What was put and not written down yet, by shelf and key.
        self._changed: dict[str, dict[str, tuple[object, str]]] = {}
        self._answered: dict[str, dict[Search, dict[tuple[str | None, ...], tuple[object, ...]]]] = {}
        if len(self._things) > REMEMBERED:
            self.forget_all()
        self._history: list[dict[str, object]] = []
        self._looked: list[dict[str, object]] = []
        self._reads: set[Key] = set()
        self._writes: dict[Key, str] = {}

    def get(self, kind: type[T], *key: str) -> T | None:
        """The thing under this key."""
        shelf, name = TABLES[kind], key_text(key)
        self._reads.add((shelf.name, name))
        return cast("T | None", self._read(shelf, name))

    def recall(self, kind: type[T], *key: str) -> T | None:
        """The same, without a trail that it was read."""
        return cast("T | None", self._read(TABLES[kind], key_text(key)))

    def _read(self, shelf: ShelfTable, name: str) -> object | None:
        at = (shelf.name, name)
        if at not in self._things:
            bodies = self._bodies(self._connection, shelf.get, {"at_key": name})
            self._things[at] = shelf.decoder.decode(bodies[0]) if bodies else None
            if bodies:
                self._stored.add(at)
        return self._things[at]

    def put(self, thing: object) -> None:
        """Keep a thing under its own key."""
        shelf = TABLES[type(thing)]
        key = shelf.key_of(thing)
        at = (shelf.name, key)
        self._answer_anew(shelf, self._read(shelf, key), thing)
        body = canonical(thing).decode()
        self._things[at] = thing
        self._changed.setdefault(shelf.name, {})[key] = (thing, body)
        self._writes[at] = body

    def find(self, kind: type[T], *, newest: str = "", limit: int | None = None, **equal: Asked) -> tuple[T, ...]:
        """Every thing whose columns equal these, by key, or newest first by a column."""
        shelf, asked = TABLES[kind], {name: asked_text(value) for name, value in equal.items()}
        answers = self._answered.setdefault(shelf.name, {}).setdefault((tuple(asked), newest, limit), {})
        wanted = tuple(asked.values())
        if wanted not in answers:
            self._settle(shelf.name)  # what was put on other shelves can wait
            empty = tuple(name for name, value in asked.items() if value is None)
            query = _finding(shelf.name, tuple(asked), empty, newest, limit is not None)
            bodies = self._bodies(self._connection, query, {**asked, "most": limit})
            answers[wanted] = tuple(shelf.decoder.decode(body) for body in bodies)
        return cast("tuple[T, ...]", answers[wanted])

    def _answer_anew(self, shelf: ShelfTable, *things: object | None) -> None:
        """Drop the answers to searches that found a thing as it was, or would find it as it is now."""
        for (names, _, _), answers in self._answered.get(shelf.name, {}).items():
            for thing in things:
                if thing is not None and answers:
                    answers.pop(tuple(asked_text(getattr(thing, name)) for name in names), None)

    def newest(self) -> str:
        """The hash of the newest entry, empty where there is none."""
        return self._connection.execute(_NEWEST).scalar_one_or_none() or ""

    def before(self, kind: type[T], *key: str, position: int) -> T | None:
        """The thing as it stood before the entry at a position was applied."""
        self.flush()
        shelf = TABLES[kind]
        body = body_before(self._connection, (shelf.name, key_text(key)), position)
        return None if body is None else cast(T, shelf.decoder.decode(body))

    def versions(self, kind: type[T], *key: str, after: int) -> tuple[T, ...]:
        """The thing as it was left by each entry after a position, in their order."""
        self.flush()
        shelf = TABLES[kind]
        bodies = bodies_between(self._connection, (shelf.name, key_text(key)), after)
        return tuple(cast(T, shelf.decoder.decode(body)) for body in bodies)

    def dealt(self, table: str, since: datetime, until: datetime) -> Dealt:
        """What was dealt at a table after an instant and up to another."""
        return rounds.dealt(self._connection, table, since, until)

    def dealt_at(self, table: str, since: datetime) -> tuple[datetime, ...]:
        """When the rounds on record at a table were dealt, from an instant on, by their time."""
        return rounds.dealt_at(self._connection, table, since)

    def played(self, table: str, since: datetime, until: datetime) -> tuple[KeptRound, ...]:
        """The rounds on record at a table from an instant to another, by their time."""
        return rounds.played(self._connection, table, since, until)

    def heard(self, table: str, since: datetime, until: datetime) -> tuple[ReaderEvent, ...]:
        """What the reader of a table said in the hours from one instant to another."""
        shelf = TABLES[ReaderEvent]
        self._settle(shelf.name)
        hours = shelf.table.c.slot.between(slot_of(table, since), slot_of(table, until))
        rows = self._connection.execute(sa.select(shelf.table.c.body).where(hours)).scalars()
        found = (cast(ReaderEvent, shelf.decoder.decode(body)) for body in rows)
        return tuple(event for event in found if event.table == table)  # some collations skip signs

    def used(self, table: str, since: datetime, until: datetime) -> bool:
        """Whether a round or a reader's word of a table may lie between two instants: asked before looking closer."""
        self._settle(TABLES[ReaderEvent].name)
        given = {
            "table": table,
            "since": instant_text(since),
            "until": instant_text(until),
            "first": slot_of(table, since),
            "last": slot_of(table, until),
        }
        return bool(self._bodies(self._connection, _USED, given))

    def rounds(self, id: str) -> tuple[KeptRound, ...]:
        """Every record under a round's id, in the order in which they came."""
        return rounds.find(self._connection, id)

    def apply(self, entry: Entry, *, voided: bool = False) -> None:
        """Let an entry change the state and remember what it read and wrote."""
        self._reads, self._writes = set(), {}
        (apply_voided if voided else apply)(entry, self)
        place = entry.position
        for (shelf, key), body in self._writes.items():
            self._history.append({"shelf": shelf, "key": key, "position": place, "body": body})
        for shelf, key in self._reads - self._writes.keys():
            self._looked.append({"shelf": shelf, "key": key, "position": place})

    def flush(self) -> None:
        """Write down what was put, in the middle of a transaction."""
        with self._gathered(self._connection) as onto:
            self.write_down(onto)

    def write_down(self, onto: Writes) -> None:
        """Write down what was put."""
        self.causes(onto)
        for name in tuple(self._changed):
            self._flush_shelf(name, onto)
        self._write_trails(onto)

    def _settle(self, name: str) -> None:
        """Write down what was put on one shelf, before it is searched."""
        if self._changed.get(name):
            with self._gathered(self._connection) as onto:
                self.causes(onto)
                self._flush_shelf(name, onto)

    def _flush_shelf(self, name: str, onto: Writes) -> None:
        """Write down what was put on one shelf; searches on it need no more."""
        shelf = BY_NAME[name]
        old: list[dict[str, str | None]] = []
        new: list[dict[str, str | None]] = []
        for key, (thing, body) in self._changed.pop(name, {}).items():
            row = shelf.row(thing, body)
            if (name, key) in self._stored:
                old.append({**row, "at_key": key})
            else:
                new.append(row)
                self._stored.add((name, key))
        if old:
            onto.execute(shelf.update, old)
        if new:
            onto.execute(shelf.insert, new)

    def _write_trails(self, onto: Writes) -> None:
        if self._history:
            onto.execute(_INSERT_HISTORY, self._history)
        if self._looked:
            onto.execute(_INSERT_LOOKED, self._looked)
        self._history, self._looked = [], []

    def forget(self) -> None:
        """Write down what was put and drop everything remembered, to be read anew."""
        self.flush()
        self.forget_all()

    def forget_all(self) -> None:
        """Drop everything remembered."""
        self._things.clear()
        self._stored.clear()
        self._answered.clear()


@cache
def _finding(shelf: str, equal: tuple[str, ...], empty: tuple[str, ...], newest: str, limited: bool) -> str:
    """The search over these columns, some of them empty; made once."""
    wanted = [f'"{name}" IS NULL' if name in empty else f'"{name}" = :{name}' for name in equal]
    where = f" WHERE {' AND '.join(wanted)}" if wanted else ""
    order = f'"{newest}" DESC, "key" DESC' if newest else '"key"'
    return f"SELECT body FROM state_{shelf}{where} ORDER BY {order}{' LIMIT :most' if limited else ''}"


def body_before(connection: sa.Connection, at: Key, position: int) -> str | None:
    """The body a thing had before an entry, from the history."""
    query = (
        sa.select(history.c.body)
        .where(history.c.shelf == at[0], history.c.key == at[1], history.c.position < position)
        .order_by(history.c.position.desc())
        .limit(1)
    )
    return connection.execute(query).scalar_one_or_none()


def bodies_between(connection: sa.Connection, at: Key, after: int, before: int | None = None) -> list[str]:
    """The bodies a thing had after each entry between two positions, from the history."""
    query = sa.select(history.c.body).where(
        history.c.shelf == at[0], history.c.key == at[1], history.c.position > after
    )
    if before is not None:
        query = query.where(history.c.position < before)
    return list(connection.execute(query.order_by(history.c.position)).scalars())
