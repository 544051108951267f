"""Who dealt and from which cards, at a table at an instant, by the entries."""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime

from floorapp.domain.tables import Post
from floorapp.operations.facts.shoes import ShoeBegun
from floorapp.operations.facts.tables import PostLeft, PostTaken
from floorapp.operations.papers.record import Record


class AtTable:
    """The posts and the cards of every table over time, read once."""

    def __init__(self, record: Record) -> None:
        self._changes: dict[tuple[str, str], list[tuple[datetime, str]]] = {}
        for line in record.lines(PostTaken, PostLeft, ShoeBegun):
            if line.now is None:
                continue
            fact = line.fact
            if isinstance(fact, ShoeBegun):
                what, value = "deck set", fact.deck_set
            else:
                what, value = str(fact.post), fact.person if isinstance(fact, PostTaken) else ""
            self._changes.setdefault((fact.table, what), []).append((line.at, value))

    def dealer(self, table: str, at: datetime) -> str:
        """Who had the dealer's post; empty where nobody had."""
        return self._at(table, str(Post.DEALER), at)

    def floorperson(self, table: str, at: datetime) -> str:
        """Who had the floorperson's post."""
        return self._at(table, str(Post.FLOORPERSON), at)

    def deck_set(self, table: str, at: datetime) -> str:
        """The set that was last put into the shoe."""
        return self._at(table, "deck set", at)

    def _at(self, table: str, what: str, at: datetime) -> str:
        known = self._changes.get((table, what), [])
        place = bisect_right(known, at, key=lambda change: change[0])
        return known[place - 1][1] if place else ""
