"""The spelling of every kind of fact; `python -m tests.acts.payloads` pins those that a release carries."""

from __future__ import annotations

import dataclasses
import json
import typing
from enum import Enum
from pathlib import Path

from floorapp.operations import kinds as every_kind
from floorapp.operations.facts.registry import kinds

assert every_kind  # all are registered

PINNED = Path(__file__).with_name("payloads.json")


def spelling(kind: object) -> object:
    """How a type is spelled in a payload, however deep."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return {name: spelling(hint) for name, hint in typing.get_type_hints(kind).items() if not _of_class(hint)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return sorted(str(member.value) for member in kind)
    inner = typing.get_args(kind)
    if inner:
        origin = typing.get_origin(kind)
        return [getattr(origin, "__name__", str(origin)), *(spelling(each) for each in inner)]
    return getattr(kind, "__name__", str(kind))


def _of_class(hint: object) -> bool:
    return typing.get_origin(hint) is typing.ClassVar


def spelled() -> dict[str, object]:
    """Every kind and version with its spelling."""
    return {f"{kind.KIND}/{kind.VERSION}": spelling(kind) for kind in kinds()}


if __name__ == "__main__":
    PINNED.write_text(json.dumps(spelled(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
