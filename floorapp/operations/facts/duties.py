"""Facts about reminders: a duty was acknowledged, or put off for a time."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.duties import Reminded
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies


@fact("duty.acknowledged")
class DutyAcknowledged(Fact):
    """Somebody saw a duty or an alarm."""

    duty: str
    about: Subject
    says: str

    @property
    def subject(self) -> Subject:
        return self.about


@applies(DutyAcknowledged)
def _acknowledged(entry: Entry, fact: DutyAcknowledged, shelves: Shelves) -> None:
    shelves.put(Reminded(fact.duty, entry.actor, entry.recorded_at))


@fact("duty.shelved")
class DutyShelved(Fact):
    """A duty's reminder was put off until a time, with a reason; the duty itself stands."""

    duty: str
    about: Subject
    says: str
    until: datetime
    reason: str

    @property
    def subject(self) -> Subject:
        return self.about


@applies(DutyShelved)
def _shelved(entry: Entry, fact: DutyShelved, shelves: Shelves) -> None:
    shelves.put(Reminded(fact.duty, entry.actor, entry.recorded_at, fact.until, fact.reason))
