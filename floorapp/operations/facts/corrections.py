"""The fact that an entry was wrong, and what should have stood there."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from floorapp.domain.incidents import Incident
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.shelves import Corrected
from floorapp.operations.state import Shelves, applies


@fact("entry.corrected")
class EntryCorrected(Fact):
    """An earlier entry is to be read with this payload, or, without one, as if it had not been made.

    The state is then as if the corrected payload had stood there from the start: the store re-applies
    what depends on it, and a rebuild reads it so from the beginning.
    """

    entry: str
    number: str
    about: Subject
    kind: str
    version: int
    payload: str | None
    occurred_at: datetime | None
    reason: str
    also: tuple[Subject, ...] = ()

    @property
    def subject(self) -> Subject:
        return self.about

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return self.also


@applies(EntryCorrected)
def _entry_corrected(entry: Entry, fact: EntryCorrected, shelves: Shelves) -> None:
    known = shelves.get(Corrected, fact.entry)
    before = known.corrections if known else ()
    shelves.put(Corrected(entry=fact.entry, corrections=(*before, entry.id)))
    incident = shelves.get(Incident, fact.about.id) if fact.about.kind == "incident" else None
    if incident is not None:  # whoever is reviewing it has to look again
        moved = replace(incident, version=incident.version + 1, last_by=entry.actor, last_at=entry.recorded_at)
        shelves.put(moved)
