"""Canonical JSON: the one spelling that is hashed, stored and compared."""

from __future__ import annotations

import dataclasses
import hashlib
from datetime import UTC, datetime, timedelta

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
    return in_utc(instant).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


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
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            check_instants(getattr(value, field.name))
