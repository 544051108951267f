"""Facts of looking: what an auditor or a regulator saw, which changes nothing."""

from __future__ import annotations

from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import leaves_state

#: The place of a look that was no screen; it is about the command.
COMMAND_LINE = "command line"


@leaves_state
@fact("record.looked-at")
class RecordLookedAt(Fact):
    """Somebody who only reads looked at a screen, or read by a command: which one, and about what."""

    person: str
    place: str
    about: str

    @property
    def subject(self) -> Subject:
        return Subject("person", self.person)
