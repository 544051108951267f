"""Legal holds: what must be kept whatever its time, by whom it was ordered, until it is released."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class LegalHold:
    """A hold on one thing of the floor; nothing that it covers is destroyed while it stands."""

    id: str  # LH-2026-0001
    kind: str  # the noun of what is held: entry, incident, case, deck-set, round, document, …
    name: str  # and its name
    reason: str
    matter: str  # the case number, letter or agent it was asked by; may be empty
    placed_by: str
    placed_at: datetime
    released: bool = False
    released_by: str = ""
    released_at: datetime | None = None
    released_because: str = ""
