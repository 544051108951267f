"""Putting what an act noted on record as findings."""

from __future__ import annotations

from floorapp.domain.findings import Noted, RecordedFinding
from floorapp.operations.entry import Entry
from floorapp.operations.state import Shelves


def put_findings(entry: Entry, table: str, noted: tuple[Noted, ...], shelves: Shelves) -> None:
    """Keep each noted thing as a finding of this entry."""
    for place, each in enumerate(noted):
        shelves.put(
            RecordedFinding(
                entry=entry.id,
                place=str(place),
                table=table,
                code=each.code,
                cite=each.cite,
                says=each.says,
                at=entry.occurred_at,
                gaming_day=entry.gaming_day,
            )
        )
