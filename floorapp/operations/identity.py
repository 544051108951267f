"""Identities that sort by time: UUID version 7 (RFC 9562), made here because Python 3.11 has none."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

_chance: ContextVar[Callable[[int], bytes]] = ContextVar("chance", default=os.urandom)


def new_id(now: datetime) -> str:
    """A fresh UUIDv7: 48 bits of milliseconds, then chance."""
    milliseconds = int(now.timestamp() * 1000) & (1 << 48) - 1
    chance = int.from_bytes(_chance.get()(10), "big")
    number = milliseconds << 80 | 0x7 << 76 | (chance >> 62 & 0xFFF) << 64 | 0b10 << 62 | chance & (1 << 62) - 1
    text = f"{number:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


@contextmanager
def chance_from(source: Callable[[int], bytes]) -> Iterator[None]:
    """Take chance from elsewhere, so that a sample comes out the same again; only where nothing is at stake."""
    token = _chance.set(source)
    try:
        yield
    finally:
        _chance.reset(token)
