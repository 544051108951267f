"""The layout of the state: a store is rebuilt whenever a thing is kept otherwise than before."""

from __future__ import annotations

import dataclasses
import re
import typing
from enum import Enum

from db.shelf_tables import LAYOUT
from floorapp.operations.canonical import canonical, digest
from floorapp.operations.shelves import SHELVES, STATE_VERSION


def _spelled(kind: object, seen: dict[str, object]) -> str:
    if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__qualname__ not in seen:
        seen[kind.__qualname__] = ""
        hints = typing.get_type_hints(kind)
        seen[kind.__qualname__] = {name: _spelled(hint, seen) for name, hint in hints.items()}
    elif isinstance(kind, type) and issubclass(kind, Enum):
        seen[kind.__qualname__] = [str(member.value) for member in kind]
    for inner in typing.get_args(kind):
        _spelled(inner, seen)
    return re.sub(r"(?:\w+\.)+(\w+)", r"\1", str(kind))  # a type may move to another module


def test_the_layout_is_named_after_everything_the_state_keeps() -> None:
    seen: dict[str, object] = {}
    shelves = [[shelf.name, _spelled(shelf.kind, seen), list(shelf.key), list(shelf.asked)] for shelf in SHELVES]
    now = digest(canonical({"version": STATE_VERSION, "shelves": shelves, "types": seen}))
    assert now == LAYOUT, f"a thing of the state is kept otherwise: write LAYOUT = {now!r} into db/shelf_tables.py"
