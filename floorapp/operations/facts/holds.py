"""Facts about legal holds: placed on something of the floor, and released."""

from __future__ import annotations

from floorapp.domain.holds import LegalHold
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.series import count_to
from floorapp.operations.state import Shelves, applies, change


class AboutLegalHold(Fact):
    """A fact about a legal hold, told on the timeline of what it is on."""

    __slots__ = ()
    hold: str
    on: Subject

    @property
    def subject(self) -> Subject:
        return Subject("hold", self.hold)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (self.on,)


@fact("hold.placed")
class HoldPlaced(AboutLegalHold):
    """Something must be kept until it is released: why, and for which matter."""

    hold: str
    series: str
    number: int
    on: Subject
    reason: str
    matter: str


@applies(HoldPlaced)
def _placed(entry: Entry, fact: HoldPlaced, shelves: Shelves) -> None:
    count_to(fact.series, fact.number, shelves)
    shelves.put(
        LegalHold(
            id=fact.hold,
            kind=fact.on.kind,
            name=fact.on.id,
            reason=fact.reason,
            matter=fact.matter,
            placed_by=entry.actor,
            placed_at=entry.recorded_at,
        )
    )


@fact("hold.released")
class HoldReleased(AboutLegalHold):
    """A hold was released: why."""

    hold: str
    on: Subject
    reason: str


@applies(HoldReleased)
def _released(entry: Entry, fact: HoldReleased, shelves: Shelves) -> None:
    change(
        shelves,
        LegalHold,
        fact.hold,
        released=True,
        released_by=entry.actor,
        released_at=entry.recorded_at,
        released_because=fact.reason,
    )
