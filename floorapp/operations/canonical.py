"""Canonical JSON: the one spelling that is hashed, stored and compared."""

from __future__ import annotations

import dataclasses
import hashlib
from datetime import UTC, datetime, timedelta
from functools import cache

import msgspec

#: Sorted keys, no spaces, UTF-8, instants as `…Z`; numbers are whole (see `facts`, which refuses floats).
_ENCODER = msgspec.json.Encoder(order="sorted")


def canonical(value: object) -> bytes:
    """The canonical JSON of a value made of frozen dataclasses, tuples, texts, whole numbers and instants."""
    return _ENCODER.encode(value)


def digest(content: bytes) -> str:
    """SHA-256 in hexadecimal, the only digest of the logbook."""
    return hashlib.sha256(content).hexdigest()


def instant_text(instant: datetime) -> str:
    """An instant as fixed-width text, so that text order is the order of time."""
    return f"{in_utc(instant).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def instant_of(text: str) -> datetime:
    """The instant that `instant_text` wrote; any other spelling raises ValueError."""
    made = datetime.fromisoformat(text)
    if made.tzinfo is None or instant_text(made) != text:
        raise ValueError(f"{text!r} is not an instant as the logbook writes it")
    return made


def in_utc(instant: datetime) -> datetime:
    """The same instant in UTC; a time without a zone is nobody's instant and raises ValueError."""
    if instant.tzinfo is None:
        raise ValueError("an instant must carry its zone")
    return instant.astimezone(UTC)


def check_instants(value: object) -> None:
    """Raise ValueError where a value holds an instant that is not in UTC: it would have two spellings."""
    if isinstance(value, datetime):
        if value.utcoffset() != timedelta(0):
            raise ValueError(f"{value!r} is not in UTC")
    elif isinstance(value, tuple):
        for each in value:
            check_instants(each)
    else:
        for name in _fields(type(value)):  # type: ignore[arg-type]  # a class is hashable
            check_instants(getattr(value, name))


@cache
def _fields(kind: type[object]) -> tuple[str, ...]:
    """The names of a dataclass's fields; anything else has none."""
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else ()
