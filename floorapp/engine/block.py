"""A block of packed rounds: a sealed head, and columns one after another.

`resources/help/packed-rounds.md` gives it byte for byte.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from hashlib import blake2b
from typing import Any

from floorapp.domain.values import dataclass

MAGIC = b"FRPK"
VERSION = 2  # what is written; 1 had no number for a second chance that is declined, and is read as well
VERSIONS = (1, VERSION)
HEAD = struct.Struct("<4sBBHIQ16s")  # magic, version, width of a net, 0, rounds, bytes that follow, digest
SEALED = HEAD.size - 16  # of the head, all but the digest is under the digest
MOST_ROUNDS = 65_535
MOST_BYTES = 1 << 30
#: The columns in their order, each with the type of its numbers; nets are "i" or "q" as the head's width says.
COLUMNS = {
    "dictionary": "s",
    "terms": "H",
    "table": "H",
    "shoe": "H",
    "signal": "B",
    "dealt": "B",
    "boxes": "B",
    "at": "q",
    "offset": "h",
    "id_size": "B",
    "ids": "s",
    "number": "B",
    "wagers": "H",
    "play": "H",
    "lines": "H",
    "dealer_cards": "B",
    "first_cards": "B",
    "drawn_cards": "B",
    "nets": "n",
    "given": "q",
    "unusual_at": "I",
    "unusual": "s",
}
BY_ROUND = ("terms", "table", "shoe", "signal", "dealt", "boxes", "at", "offset", "id_size")
BY_BOX = ("number", "wagers", "play", "lines")
PARTS = ("terms", "tables", "shoes", "wagers", "plays", "lines")  # of the dictionary


class DamagedBlock(ValueError):
    """A block that cannot be read: what is wrong with it, in words for a person."""


class NewerVersion(DamagedBlock):
    """A block written by a later version of the app."""


@contextmanager
def making_sense() -> Iterator[None]:
    """Whatever goes wrong in here is told as the damage of a block."""
    try:
        yield
    except DamagedBlock:
        raise
    except (LookupError, ValueError, TypeError, OverflowError, AttributeError, StopIteration) as fault:
        raise DamagedBlock(f"the block makes no sense: {fault!r}") from None


@dataclass(slots=True)
class PackedBlock:
    """A block's columns, as they lie in its bytes."""

    rounds: int
    width: int
    columns: dict[str, bytes]
    dictionary: dict[str, list[Any]] = field(default_factory=dict)

    def numbers(self, name: str) -> tuple[int, ...]:
        """A column as whole numbers."""
        kind, data = self.kind(name), self.columns[name]
        size = struct.calcsize("<" + kind)
        if len(data) % size:
            raise DamagedBlock(f"the column {name} ends within a number")
        return struct.unpack(f"<{len(data) // size}{kind}", data)

    def kind(self, name: str) -> str:
        """The type of a column's numbers, in the words of `struct`."""
        return kind_of(name, self.width)


def kind_of(name: str, width: int) -> str:
    """The type of a column's numbers, where a net takes so many bytes."""
    kind = COLUMNS[name]
    return kind if kind != "n" else "i" if width == 4 else "q"


def write_block(rounds: int, width: int, columns: dict[str, bytes]) -> bytes:
    """Put columns into a sealed block."""
    if rounds > MOST_ROUNDS:
        raise ValueError(f"a block holds at most {MOST_ROUNDS} rounds")
    body = b"".join(len(columns[name]).to_bytes(4, "little") + columns[name] for name in COLUMNS)
    head = HEAD.pack(MAGIC, VERSION, width, 0, rounds, len(body), b"")[:SEALED]
    return head + _digest(head, body) + body


def open_block(block: bytes) -> PackedBlock:
    """A block's columns, after its seal was checked; raises Damaged."""
    head = block[: HEAD.size]
    width, rounds, size, digest = _read_head(head)
    body = block[HEAD.size :]
    if len(body) != size:
        raise DamagedBlock(f"the block should have {size} bytes after its head, and has {len(body)}")
    if _digest(head[:SEALED], body) != digest:
        raise DamagedBlock("the block was changed after it was written: its digest does not agree")
    made = PackedBlock(rounds, width, _columns(body))
    made.dictionary = _dictionary(made.columns["dictionary"])
    return made


def _read_head(head: bytes) -> tuple[int, int, int, bytes]:
    if len(head) < HEAD.size:
        raise DamagedBlock("too short for the head of a block")
    magic, version, width, _, rounds, size, digest = HEAD.unpack(head)
    if magic != MAGIC:
        raise DamagedBlock("this is no block of packed rounds")
    if version not in VERSIONS:
        raise NewerVersion(f"the block is of version {version}; this app reads versions up to {VERSION}: update it")
    if width not in (4, 8) or size > MOST_BYTES:
        raise DamagedBlock("the head of the block makes no sense")
    return width, rounds, size, digest


def _columns(body: bytes) -> dict[str, bytes]:
    columns, at = {}, 0
    for name in COLUMNS:
        size = int.from_bytes(body[at : at + 4], "little")
        columns[name] = body[at + 4 : at + 4 + size]
        at += 4 + size
        if at > len(body):
            raise DamagedBlock(f"the column {name} is longer than its block")
    if at != len(body):
        raise DamagedBlock("there is more in the block than its columns")
    return columns


def _dictionary(text: bytes) -> dict[str, list[Any]]:
    try:
        made = json.loads(text)
    except (ValueError, RecursionError):
        raise DamagedBlock("the block's dictionary is not JSON") from None
    if not isinstance(made, dict) or not all(isinstance(made.get(part), list) for part in PARTS):
        raise DamagedBlock("the block's dictionary lacks a part")
    return made


def _digest(head: bytes, body: bytes) -> bytes:
    digest = blake2b(head, digest_size=16)
    digest.update(body)
    return digest.digest()
