"""Facts about labels that were scanned."""

from __future__ import annotations

from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import leaves_state


@fact("label.scanned")
class LabelScanned(Fact):
    """Somebody scanned the label of a deck set, or of a table, at a step: it was there at that moment."""

    code: str
    #: The act it was scanned for.
    step: str
    deck_set: str
    table: str

    @property
    def subject(self) -> Subject:
        return Subject("deck-set", self.deck_set) if self.deck_set else Subject("table", self.table)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("table", self.table),) if self.deck_set and self.table else ()


leaves_state(LabelScanned)
