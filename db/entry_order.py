"""In which order the entries of all stations came: their own chains do not say; whoever countersigns swears to it."""

from __future__ import annotations

import hashlib

from floorapp.operations.facts.heads import HeadsCountersigned


class EntryOrder:
    """Follows the order of entries from one countersignature to the next."""

    def __init__(self) -> None:
        #: Up to which entry it was sworn to; nothing before the first time.
        self._upto: int | None = None
        self._since = hashlib.sha256()

    def take(self, hash: str) -> None:
        """The next entry, by its hash."""
        if self._upto is not None:
            self._since.update(hash.encode())

    def sworn(self, seen: HeadsCountersigned, position: int, *, resumed: bool) -> str:
        """What is wrong with the order that a station swears to in an entry at a position; empty where it holds."""
        first, upto = self._upto is None, self._upto
        found, self._upto, self._since = self._since.hexdigest(), position - 1, hashlib.sha256()
        if first and (resumed or seen.after == self._upto):
            return ""  # what came before a mark is held by a look at everything, and before the first time nothing was
        if not first and (seen.after, seen.order) == (upto, found):
            return ""
        return f"entries after place {seen.after} do not stand in the order that {seen.station} swore to."
