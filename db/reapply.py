"""Re-applying what depends on a corrected entry, and only that.

The history knows what each entry read and wrote. From the corrected entry on, every entry that touched a
thing whose content came out differently is applied again, in order; where a thing comes out as before,
the trail ends. The result is the same as a rebuild, which the tests hold it to.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import TypeVar, cast

import sqlalchemy as sa

from db import entries
from db.dialect import dialect_of
from db.shelf_tables import BY_NAME, TABLES, history, looked
from db.state import Key, bodies_between, body_before
from floorapp.operations.canonical import canonical
from floorapp.operations.corrections import effective
from floorapp.operations.entry import Entry
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.shelves import Corrected
from floorapp.operations.state import apply, apply_voided, key_text

T = TypeVar("T")

_INSERT_HISTORY, _INSERT_LOOKED = sa.insert(history), sa.insert(looked)
_FORGET = {
    trail: sa.delete(trail).where(trail.c.position == sa.bindparam("at_position")) for trail in (history, looked)
}

#: How many places one question names at most.
AT_ONCE = 500


class PastShelves:
    """The state as it stood before one entry, for applying that entry again."""

    def __init__(self, connection: sa.Connection, position: int) -> None:
        self._connection = connection
        self._position = position
        self.reads: set[Key] = set()
        self.writes: dict[Key, str] = {}

    def get(self, kind: type[T], *key: str) -> T | None:
        """The thing under this key, as it stood then."""
        self.reads.add((TABLES[kind].name, key_text(key)))
        return self.recall(kind, *key)

    def recall(self, kind: type[T], *key: str) -> T | None:
        """The same, without a trail that it was read."""
        shelf = TABLES[kind]
        at = (shelf.name, key_text(key))
        body = self.writes.get(at) or body_before(self._connection, at, self._position)
        return None if body is None else cast(T, shelf.decoder.decode(body))

    def versions(self, kind: type[T], *key: str, after: int) -> tuple[T, ...]:
        """The thing as it was left by each entry after a position and before this one."""
        shelf = TABLES[kind]
        bodies = bodies_between(self._connection, (shelf.name, key_text(key)), after, self._position)
        return tuple(cast(T, shelf.decoder.decode(body)) for body in bodies)

    def put(self, thing: object) -> None:
        """Keep a thing as it would have been then."""
        shelf = TABLES[type(thing)]
        at = (shelf.name, key_text(shelf.shelf.key_of(thing)))
        self.reads.add(at)
        self.writes[at] = canonical(thing).decode()


def reapply(connection: sa.Connection, position: int) -> int:
    """Apply the entry at a position again, and what depends on it; answers how many entries that were."""
    waiting, seen = [position], {position}
    dirty: set[Key] = set()
    changed: set[Key] = set()
    while waiting:
        place = heapq.heappop(waiting)
        if place != position and not _touched(connection, place) & dirty:
            continue  # everything it depends on came out as before
        for at, differs in _again(connection, place):
            if not differs:
                dirty.discard(at)
                continue
            changed.add(at)
            if at not in dirty:
                dirty.add(at)
                for later in _touching(connection, at, place):
                    if later not in seen:
                        seen.add(later)
                        heapq.heappush(waiting, later)
    for at in changed:
        _settle(connection, at)
    return len(seen)


def _again(connection: sa.Connection, place: int) -> list[tuple[Key, bool]]:
    """Apply one entry again; which things it touches, and whether each came out differently."""
    rows = connection.execute(sa.select(history).where(history.c.position == place))
    old = {(row.shelf, row.key): row.body for row in rows}
    past = PastShelves(connection, place)
    entry = effective_at(connection, place)
    if entry is not None:
        apply(entry, past)
    else:
        (voided,) = entries.by_position(connection, [place])
        apply_voided(voided, past)
    with dialect_of(connection).gathered(connection) as onto:
        for trail in (history, looked):
            onto.execute(_FORGET[trail], [{"at_position": place}])
        for (shelf, key), body in past.writes.items():
            onto.execute(_INSERT_HISTORY, [{"shelf": shelf, "key": key, "position": place, "body": body}])
        for shelf, key in past.reads - past.writes.keys():
            onto.execute(_INSERT_LOOKED, [{"shelf": shelf, "key": key, "position": place}])
    answers = []
    for at in old.keys() | past.writes.keys():
        now = past.writes.get(at) or body_before(connection, at, place)
        # A thing this entry did not write before has no old answer here: take it as different.
        answers.append((at, at not in old or old[at] != now))
    return answers


def effective_at(connection: sa.Connection, place: int) -> Entry | None:
    """The entry at a position as its last correction has it; None where it was withdrawn."""
    return effective_of(connection, [place]).get(place)


def effective_of(connection: sa.Connection, places: Sequence[int]) -> dict[int, Entry]:
    """Entries by position as their last corrections have them, without those that were withdrawn."""
    shelf, found = TABLES[Corrected].table, dict[int, Entry]()
    for first in range(0, len(places), AT_ONCE):
        known = entries.by_position(connection, places[first : first + AT_ONCE])
        query = sa.select(shelf.c.key, shelf.c.body).where(shelf.c.key.in_([entry.id for entry in known]))
        corrected = {row.key: row.body for row in connection.execute(query)}
        for entry in known:
            read = _corrected(connection, entry, corrected[entry.id]) if entry.id in corrected else entry
            if read is not None:
                found[entry.position] = read
    return found


def _corrected(connection: sa.Connection, entry: Entry, body: str) -> Entry | None:
    last = cast(Corrected, TABLES[Corrected].decoder.decode(body)).corrections[-1]
    correction = entries.by_id(connection, last)
    if correction is None or not isinstance(correction.fact, EntryCorrected):
        raise LookupError(f"the correction {last} of entry {entry.number} is missing")
    return effective(entry, correction.fact)


def _touched(connection: sa.Connection, place: int) -> set[Key]:
    """What an entry read or wrote."""
    found: set[Key] = set()
    for table in (history, looked):
        query = sa.select(table.c.shelf, table.c.key).where(table.c.position == place)
        found.update((row.shelf, row.key) for row in connection.execute(query))
    return found


def _touching(connection: sa.Connection, at: Key, place: int) -> list[int]:
    """The later entries that read or wrote a thing."""
    found: list[int] = []
    for table in (history, looked):
        columns = table.c
        query = sa.select(columns.position).where(
            columns.shelf == at[0], columns.key == at[1], columns.position > place
        )
        found.extend(connection.execute(query).scalars())
    return found


def _settle(connection: sa.Connection, at: Key) -> None:
    """Make the present what the history now says."""
    shelf = BY_NAME[at[0]]
    newest = (
        sa.select(history.c.body)
        .where(history.c.shelf == at[0], history.c.key == at[1])
        .order_by(history.c.position.desc())
        .limit(1)
    )
    body = connection.execute(newest).scalar_one_or_none()
    with dialect_of(connection).gathered(connection) as onto:
        onto.execute(sa.delete(shelf.table).where(shelf.table.c.key == sa.bindparam("at_key")), [{"at_key": at[1]}])
        if body is not None:
            onto.execute(shelf.insert, [shelf.row(shelf.decoder.decode(body), body)])
