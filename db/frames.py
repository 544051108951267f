"""Raw frames in the database: a bundle a row, packed, never changed; entries seal them by digest."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import sqlalchemy as sa

from db.schema import frame_bundle as table
from db.schema import note
from floorapp.domain.readers import Mark, RawFrame
from floorapp.operations.canonical import digest, instant_of, instant_text
from floorapp.operations.frames import Bundle

#: The store's notes about frames.
ENTERED = "frames-entered"
MARKS = "reader-marks"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
#: A frame as it is packed: line, microseconds since 1970, whether it was ours, bytes.
_Packed = tuple[str, int, bool, bytes]
_PACKED = msgspec.msgpack.Decoder(tuple[_Packed, ...])
_LINES = msgspec.json.Decoder(tuple[tuple[str, int], ...])
_MARKS = msgspec.json.Decoder(tuple[Mark, ...])
#: Frames are short and much alike: the quickest compression does nearly as well as the best.
_LEVEL = 1


def keep(connection: sa.Connection, frames: tuple[RawFrame, ...]) -> int:
    """Keep frames as one bundle; answers its place."""
    spelled = spell(frames)
    place = last(connection) + 1
    first_at, last_at, lines = described(spelled)
    row = {
        "place": place,
        "first_at": first_at,
        "last_at": last_at,
        "lines": lines,
        "digest": digest(spelled),
        "packed": zlib.compress(spelled, _LEVEL),
    }
    connection.execute(sa.insert(table), row)
    return place


def keep_noted(
    connection: sa.Connection, frames: tuple[RawFrame, ...], entered: int | None, marks: tuple[Mark, ...] | None
) -> int:
    """Keep frames, if there are any, with a note of what has become entries; answers the place of the newest bundle."""
    note_entered(connection, entered, marks)
    return keep(connection, frames) if frames else last(connection)


def spell(frames: tuple[RawFrame, ...]) -> bytes:
    """Frames as a bundle spells them, before they are compressed: what its digest is of."""
    rows = [(each.line, (each.at - _EPOCH) // _MICROSECOND, each.sent, each.octets) for each in frames]
    return msgspec.msgpack.encode(rows)


def described(spelled: bytes) -> tuple[str, str, str]:
    """What a bundle's row says of its frames: when the first and the last came, and how many over which line."""
    frames = _PACKED.decode(spelled)
    lines = sorted(Counter(line for line, *_ in frames).items())
    first, last = (instant_text(_EPOCH + frames[place][1] * _MICROSECOND) for place in (0, -1))
    return first, last, msgspec.json.encode(lines).decode()


def last(connection: sa.Connection) -> int:
    """The place of the newest bundle."""
    return connection.execute(sa.select(sa.func.max(table.c.place))).scalar_one() or 0


def bundles(connection: sa.Connection, *, after: int = 0) -> tuple[Bundle, ...]:
    """The bundles after a place, without their frames."""
    columns = (table.c.place, table.c.first_at, table.c.last_at, table.c.lines, table.c.digest)
    rows = connection.execute(sa.select(*columns).where(table.c.place > after).order_by(table.c.place))
    return tuple(
        Bundle(row.place, instant_of(row.first_at), instant_of(row.last_at), _LINES.decode(row.lines), row.digest)
        for row in rows
    )


def frames(connection: sa.Connection, *, after: int = 0) -> Iterator[tuple[RawFrame, ...]]:
    """The frames of the bundles after a place, a bundle at a time."""
    places = connection.execute(sa.select(table.c.place).where(table.c.place > after).order_by(table.c.place))
    for place in places.scalars().all():
        query = sa.select(table.c.packed).where(table.c.place == place)
        yield unpack(connection.execute(query).scalar_one())


def unpack(packed: bytes) -> tuple[RawFrame, ...]:
    """The frames of one bundle as it is stored."""
    frames = _PACKED.decode(zlib.decompress(packed))
    return tuple(RawFrame(line, _EPOCH + at * _MICROSECOND, octets, sent) for line, at, sent, octets in frames)


def note_entered(connection: sa.Connection, place: int | None, marks: tuple[Mark, ...] | None) -> None:
    """Note up to which bundle everything has become entries, and how far the readers had come."""
    values = {} if place is None else {ENTERED: str(place)}
    if marks is not None:
        values[MARKS] = msgspec.json.encode(marks).decode()
    for name, value in values.items():
        connection.execute(sa.delete(note).where(note.c.name == name))
        connection.execute(sa.insert(note), {"name": name, "value": value})


def entered(connection: sa.Connection) -> tuple[int, tuple[Mark, ...]]:
    """What `note_entered` noted last."""
    rows = connection.execute(sa.select(note).where(note.c.name.in_((ENTERED, MARKS))))
    noted = {row.name: row.value for row in rows}
    return int(noted.get(ENTERED, "0")), _MARKS.decode(noted.get(MARKS, "[]"))
