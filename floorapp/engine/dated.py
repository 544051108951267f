"""Rulebooks by the day they hold: a later version from its date, earlier days by theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from floorapp.engine.rulebook import DutyBook


class DatedRulebooks(Mapping[str, DutyBook]):
    """Shipped rulebooks and a property's own; asked without a day it answers with the newest version of each."""

    def __init__(self, shipped: Mapping[str, DutyBook], own: Iterable[tuple[date, DutyBook]]) -> None:
        self._shipped = shipped
        self._own: dict[str, list[tuple[date, DutyBook]]] = {}
        for since, book in sorted(own, key=lambda each: each[0]):
            self._own.setdefault(book.id, []).append((since, book))
        self._days: dict[date, Mapping[str, DutyBook]] = {}

    def on(self, day: date) -> Mapping[str, DutyBook]:
        """The rulebooks as they hold on a day; before its first version a shipped one is as it is shipped."""
        if day not in self._days:
            self._days[day] = {id: book for id in self if (book := self._held(id, day)) is not None}
        return self._days[day]

    def _held(self, id: str, day: date) -> DutyBook | None:
        held = [book for since, book in self._own.get(id, ()) if since <= day]
        return held[-1] if held else self._shipped.get(id)

    def __getitem__(self, id: str) -> DutyBook:
        return self._own[id][-1][1] if id in self._own else self._shipped[id]

    def __iter__(self) -> Iterator[str]:
        return iter({**dict.fromkeys(self._shipped), **dict.fromkeys(self._own)})

    def __len__(self) -> int:
        return len({*self._shipped, *self._own})


def book_on(books: Mapping[str, DutyBook], id: str, day: date) -> DutyBook:
    """The version of a rulebook that holds on a day; of one that holds later only, the newest."""
    return books.on(day).get(id) or books[id] if isinstance(books, DatedRulebooks) else books[id]
