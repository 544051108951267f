"""Looking through the logbook page by page, as screens and papers do."""

from __future__ import annotations

from typing import Protocol

from floorapp.operations.audit.storage import RoundStore, Trails
from floorapp.operations.entry import Entry
from floorapp.operations.papers.pages import Pages


class Book(Pages, RoundStore, Trails, Protocol):
    """The logbook as something to leaf through; papers, charts and audits read the same pages."""

    def search(
        self, text: str, *, about: str | None = None, before: int | None = None, limit: int = 50
    ) -> tuple[Entry, ...]:
        """Entries with all these words, newest first; `about` keeps to one noun."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...
