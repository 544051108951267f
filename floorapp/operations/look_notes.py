"""What screens say of themselves when they are looked at: kept of those who only read."""

from __future__ import annotations

from floorapp.domain.people import READING_ONLY
from floorapp.operations.desk import Desk


def note_look(desk: Desk, place: str, about: str) -> None:
    """Put a look of an auditor or a regulator on record; of those who work here none is kept."""
    with desk.looking() as moment:
        reads_only = moment.person is not None and moment.person.role in READING_ONLY
    if reads_only:
        from floorapp.operations.acts.looks import look_at  # acts are not for a start

        look_at(desk, place=place, about=about)
