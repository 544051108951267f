"""A paper's rows against the logbook's: what was printed, and what the same sheet says today."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from floorapp.domain.values import dataclass
from floorapp.operations.sheet import Sheet
from printing.rows import to_json


@dataclass(frozen=True, slots=True)
class Difference:
    """One row that is not the same on the paper and in the logbook; an absent side is empty."""

    title: str
    record: str
    paper: tuple[str, ...]
    logbook: tuple[str, ...]

    def __str__(self) -> str:
        where = f"{self.title}: {self.record or 'a row without a record number'}"
        if not self.logbook:
            return f"{where} is on the report, not in the logbook"
        if not self.paper:
            return f"{where} is in the logbook, not on the report"
        return f"{where} differs: the report says {', '.join(self.paper)}; the logbook {', '.join(self.logbook)}"


def compare(rows: bytes, sheets: Sheet | Sequence[Sheet]) -> list[Difference]:
    """Every row attached to a paper that the sheets of today show otherwise, and the reverse."""
    printed, present = _keyed(json.loads(rows)), _keyed(json.loads(to_json(sheets)))
    return [
        Difference(key[0], key[2], printed.get(key, ()), present.get(key, ()))
        for key in dict.fromkeys((*printed, *present))
        if printed.get(key) != present.get(key)
    ]


def _keyed(said: Any) -> dict[tuple[str, str, str, int], tuple[str, ...]]:
    """Each row under its sheet, table and record number, and its place among rows without one."""
    found: dict[tuple[str, str, str, int], tuple[str, ...]] = {}
    for sheet in said["sheets"]:
        for number, table in enumerate(sheet["tables"]):
            for row in table["rows"]:
                key = (sheet["head"]["title"], f"{number} {table['title']}", row[-3])
                place = 0
                while (*key, place) in found:
                    place += 1
                found[*key, place] = tuple(row)
    return found
