"""Where a writer begins: the head of its chain, and what was written since it last looked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from db import entries
from db.dialect import dialect_of
from db.schema import entry as table
from db.shelf_tables import history
from db.state import Remembered
from floorapp.domain.values import dataclass
from floorapp.operations.facts.corrections import EntryCorrected

#: Whoever is further behind than so many rows reads anew what it needs.
MOST = 1000

_NEWS = (
    sa.select(
        table.c.position,
        table.c.hash,
        table.c.kind,
        table.c.station,
        table.c.seq,
        history.c.shelf,
        history.c.key,
        history.c.body,
    )
    .select_from(
        table.outerjoin(
            history, sa.and_(history.c.position == table.c.position, history.c.position > sa.bindparam("known"))
        )
    )
    .where(table.c.position >= sa.bindparam("known"))
    .order_by(table.c.position)
    .limit(MOST + 1)
)


@dataclass(frozen=True, slots=True)
class KnownHead:
    """What a transaction left behind: the newest entry then, the station's head, and the things it knew."""

    newest: str
    head: entries.ChainEnd
    remembered: Remembered


@dataclass(frozen=True, slots=True)
class WriterStart:
    """Where a writer stands: what it knows is what holds now."""

    newest: str
    head: entries.ChainEnd
    remembered: Remembered | None


Question = tuple[sa.Executable, Mapping[str, Any]]


def question(station: str, known: KnownHead | None) -> Question:
    """What is asked as soon as no other writer can write."""
    if known is None:
        return entries.HEAD, {"station": station}
    return _NEWS, {"known": known.head.position}


def start(connection: sa.Connection, station: str, known: KnownHead | None) -> WriterStart:
    """Keep every other writer out, and say where this one stands."""
    asked, given = question(station, known)
    rows = dialect_of(connection).ask_first(connection, asked, given)
    if known is not None:
        head = _follow(known, rows, station)
        if head is not None:
            return WriterStart(rows[-1][1], head, known.remembered)
        rows = [tuple(row) for row in connection.execute(entries.HEAD, {"station": station})]
    return WriterStart(rows[0][3] if rows else "", entries.head_of(rows), None)


def _follow(known: KnownHead, rows: list[Any], station: str) -> entries.ChainEnd | None:
    """Bring what is known up to the newest entry; nothing where it cannot be relied on.

    A logbook whose entry at that place is another one was restored; a correction changes what lies further back.
    """
    head = known.head
    there = bool(rows) and tuple(rows[0][:2]) == (head.position, known.newest)
    if not there or len(rows) > MOST or any(kind == EntryCorrected.KIND for _, _, kind, *_ in rows[1:]):
        return None
    changed: dict[tuple[str, str], str] = {}
    seq, sealed = head.seq, head.hash
    for _, hash, _, writer, number, shelf, key, body in rows[1:]:
        if writer == station:
            seq, sealed = number, hash
        if shelf is not None:
            changed[shelf, key] = body
    known.remembered.learn(changed)
    return entries.ChainEnd(rows[-1][0], seq, sealed)
