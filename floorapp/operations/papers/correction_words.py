"""What a correction changed, in words: before and after, never the new value alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Protocol

from floorapp.domain.findings import Noted
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.field_words import field_words, in_sentence
from floorapp.operations.sheet import Cell, Dash, SheetColumn

Cells = tuple[Cell, ...]


class NamesAndTimes(Protocol):
    """What names people and writes times."""

    def name(self, handle: str) -> str: ...
    def stamp(self, at: datetime) -> str: ...


def difference(
    words: NamesAndTimes,
    columns: Sequence[SheetColumn],
    cells: tuple[Cells, Cells | None],
    entries: tuple[Entry, Entry | None],
) -> str:
    """Every column that reads otherwise; where none does, the fields of the fact that differ."""
    (was, becomes), (before, now) = cells, entries
    if becomes is None or now is None:
        return "this entry is void"
    pairs = zip((column.head for column in columns), map(_shown, was), map(_shown, becomes), strict=True)
    changed = [f"{head}: {old}, corrected to {new}" for head, old, new in pairs if old != new]
    return "; ".join(changed or _fields(words, before, now)) or tell_fact(now.fact, words.name).says


def _fields(words: NamesAndTimes, before: Entry, now: Entry) -> list[str]:
    """What changed that no column shows, by the names of the fact's own fields; nobody types what is noted of it."""
    said = [("Time of event", before.occurred_at, now.occurred_at)]
    if type(before.fact) is type(now.fact):
        names = [each.name for each in fields(now.fact) if each.name != "findings"]  # type: ignore[arg-type]
        said += [(field_words(name), getattr(before.fact, name), getattr(now.fact, name)) for name in names]
    return [f"{name}: {_said(words, old)}, corrected to {_said(words, new)}" for name, old, new in said if old != new]


def _said(words: NamesAndTimes, value: object) -> str:
    """A field's value as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return words.stamp(value)
    if isinstance(value, tuple):
        return ", ".join(_said(words, each) for each in value) or "none"
    if isinstance(value, Noted):
        return value.says
    if isinstance(value, Enum):
        return str(value.value).replace("-", " ").replace("_", " ")
    if is_dataclass(value):
        return getattr(value, "words", "") or ", ".join(
            f"{in_sentence(field_words(each.name))} {_said(words, getattr(value, each.name))}" for each in fields(value)
        )
    return "none" if value is None else str(value).strip() or "none"


def _shown(cell: Cell) -> str:
    return cell.meaning if isinstance(cell, Dash) else str(cell)
