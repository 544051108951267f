"""Entries in the database: appended at the head of the station's chain, read back, never changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from db.dialect import Writes
from db.schema import entry as table
from db.schema import mention
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import digest
from floorapp.operations.entry import GENESIS, Entry, EntryDraft, Written, read, write, written_of
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.heads import HeadsCountersigned
from floorapp.operations.facts.registry import Fact, Subject

#: How many entries are read at a time when all of them are.
PAGE = 2000

#: The columns of an entry.
Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class ChainEnd:
    """Where the next entry goes: after this position of the database and this link of the station's chain."""

    position: int
    seq: int
    hash: str


_OF_STATION = (
    sa.select(table.c.seq, table.c.hash)
    .where(table.c.station == sa.bindparam("station"))
    .order_by(table.c.seq.desc())
    .limit(1)
    .subquery()
)
_LAST = sa.select(table.c.position, table.c.hash).order_by(table.c.position.desc()).limit(1).subquery()
#: The newest position, the station's last link, and the newest entry's hash; no row in an empty logbook.
HEAD = sa.select(_LAST.c.position, _OF_STATION.c.seq, _OF_STATION.c.hash, _LAST.c.hash.label("newest")).select_from(
    _LAST.outerjoin(_OF_STATION, sa.true())
)
_INSERT = sa.insert(table)
_INSERT_MENTION = sa.insert(mention)


def head(connection: sa.Connection, station: str) -> ChainEnd:
    """The head of the database and of a station's chain, as this transaction sees them."""
    return head_of(connection.execute(HEAD, {"station": station}).all())


def head_of(rows: Sequence[Sequence[Any]]) -> ChainEnd:
    """The head that the answer to `HEAD` gives."""
    if not rows:
        return ChainEnd(0, 0, GENESIS)
    position, seq, sealed, *_ = rows[0]
    return ChainEnd(position, seq or 0, sealed or GENESIS)


def link(draft: EntryDraft, *, station: str, after: ChainEnd) -> tuple[Entry, Row]:
    """A draft at the head of the station's chain: the entry, and its row to be written down."""
    written = write(draft, station=station, seq=after.seq + 1, previous=after.hash)
    sealed, position = written.sealed(), after.position + 1
    entry = Entry(
        id=draft.id,
        station=station,
        seq=written.seq,
        position=position,
        fact=draft.fact,
        actor=draft.actor,
        occurred_at=draft.occurred_at,
        recorded_at=draft.recorded_at,
        gaming_day=draft.gaming_day,
        late=draft.late,
        signatures=draft.signatures,
        previous=written.previous,
        hash=sealed,
    )
    return entry, _row(written, position, sealed)


def write_down(connection: Writes, linked: Sequence[tuple[Entry, Row]]) -> None:
    """Write linked entries and what they mention, in order; the transaction keeps every other writer out."""
    connection.execute(_INSERT, [row for _, row in linked])
    mentions = [
        {"kind": subject.kind, "id": subject.id, "position": entry.position}
        for entry, _ in linked
        for subject in dict.fromkeys((entry.fact.subject, *entry.fact.mentions))
    ]
    connection.execute(_INSERT_MENTION, mentions)


def mention_all(connection: sa.Connection, fact: Fact, position: int) -> None:
    """Put an entry on the timeline of everything it is about."""
    subjects = dict.fromkeys((fact.subject, *fact.mentions))
    connection.execute(_INSERT_MENTION, [{"kind": s.kind, "id": s.id, "position": position} for s in subjects])


def _row(written: Written, position: int, sealed: str) -> Row:
    row: Row = {name: getattr(written, name) for name in Written.__struct_fields__}
    row["payload"] = bytes(written.payload).decode()
    row["signatures"] = bytes(written.signatures).decode()
    return row | {"position": position, "hash": sealed}


def read_rows(rows: Iterable[Mapping[Any, Any]]) -> tuple[Entry, ...]:
    """Rows as the entries they are."""
    return tuple(
        read(written_of({str(k): v for k, v in row.items()}), position=row["position"], hash=row["hash"])
        for row in rows
    )


def by_id(connection: sa.Connection, id: str) -> Entry | None:
    """The entry as it was written."""
    found = read_rows(connection.execute(sa.select(table).where(table.c.id == id)).mappings())
    return found[0] if found else None


def by_position(connection: sa.Connection, positions: Iterable[int]) -> tuple[Entry, ...]:
    """Entries by their place, in order."""
    query = sa.select(table).where(table.c.position.in_(tuple(positions))).order_by(table.c.position)
    return read_rows(connection.execute(query).mappings())


def page(
    connection: sa.Connection, *, before: int | None = None, limit: int = 50, about: Subject | None = None
) -> tuple[Entry, ...]:
    """A page of the logbook, newest first, of everything or of one subject's timeline."""
    query = sa.select(table).order_by(table.c.position.desc()).limit(limit)
    if about is not None:
        named = sa.select(mention.c.position).where(mention.c.kind == about.kind, mention.c.id == about.id)
        if before is not None:
            named = named.where(mention.c.position < before)
        named = named.order_by(mention.c.position.desc()).limit(limit)
        query = query.where(table.c.position.in_(named))
    elif before is not None:
        query = query.where(table.c.position < before)
    return read_rows(connection.execute(query).mappings())


def every(connection: sa.Connection, *, kind: str | None = None) -> Iterator[Entry]:
    """All entries, oldest first, read a page at a time."""
    last = 0
    while True:
        query = sa.select(table).where(table.c.position > last).order_by(table.c.position).limit(PAGE)
        if kind is not None:
            query = query.where(table.c.kind == kind)
        found = read_rows(connection.execute(query).mappings())
        yield from found
        if len(found) < PAGE:
            return
        last = found[-1].position


def of_kinds(
    connection: sa.Connection, kinds: Iterable[str], *, after: int, upto: int, first_day: str = "", last_day: str = ""
) -> tuple[Entry, ...]:
    """A page of entries of some kinds (of all where none is named), and of some gaming days, in order."""
    query = sa.select(table).where(table.c.position > after, table.c.position <= upto)
    names = tuple(kinds)
    if names:
        query = query.where(table.c.kind.in_(names))
    if first_day:
        query = query.where(table.c.gaming_day >= first_day)
    if last_day:
        query = query.where(table.c.gaming_day <= last_day)
    return read_rows(connection.execute(query.order_by(table.c.position).limit(PAGE)).mappings())


def days_written(connection: sa.Connection, first_day: str, last_day: str, upto: int) -> tuple[str, ...]:
    """The gaming days of a time under which something was written, in order."""
    day = table.c.gaming_day
    query = sa.select(day).distinct().where(day.between(first_day, last_day), table.c.position <= upto).order_by(day)
    return tuple(connection.execute(query).scalars())


def place_of(connection: sa.Connection, station: str, seq: int) -> int | None:
    """The position of an entry of a station's chain."""
    query = sa.select(table.c.position).where(table.c.station == station, table.c.seq == seq)
    return connection.execute(query).scalar_one_or_none()


def order(connection: sa.Connection) -> tuple[int, str]:
    """Up to which entry the order of all stations' entries was sworn to last, and the digest over the hashes since.

    Where it never was, it is from here on.
    """
    sworn = sa.select(sa.func.max(table.c.position)).where(
        table.c.kind == HeadsCountersigned.KIND, table.c.version >= HeadsCountersigned.VERSION
    )
    last = connection.execute(sworn).scalar_one()
    if last is None:
        return connection.execute(sa.select(sa.func.max(table.c.position))).scalar_one() or 0, digest(b"")
    query = sa.select(table.c.hash).where(table.c.position >= last).order_by(table.c.position)
    return last - 1, digest("".join(connection.execute(query).scalars()).encode())


def corrections(connection: sa.Connection) -> dict[str, EntryCorrected]:
    """The correction that holds for each corrected entry: the last one."""
    held = {}
    for entry in every(connection, kind=EntryCorrected.KIND):
        if isinstance(entry.fact, EntryCorrected):
            held[entry.fact.entry] = entry.fact
    return held
