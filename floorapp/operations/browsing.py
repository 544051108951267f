"""Looking through the logbook page by page, as screens and papers do."""

from __future__ import annotations

from typing import Protocol

from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Subject


class Book(Protocol):
    """The logbook as something to leaf through."""

    def page(
        self, *, before: int | None = None, limit: int = 50, about: Subject | None = None
    ) -> tuple[Entry, ...]:
        """A page, newest first, of everything or of one subject's timeline."""
        ...

    def entry(self, id: str) -> Entry | None:
        """The entry as it was written."""
        ...

    def search(
        self, text: str, *, about: str | None = None, before: int | None = None, limit: int = 50
    ) -> tuple[Entry, ...]:
        """Entries with all these words, newest first; `about` keeps to one noun."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...
