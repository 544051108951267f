"""Facts of looking: what an auditor or a regulator saw, which changes nothing."""

from __future__ import annotations

from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import leaves_state

#: The place of a look that was no screen; it is about the command.
COMMAND_LINE = "command line"
#: Screens that people call otherwise than the code does.
SCREENS = {
    "cases": "patron cases",
    "dashboards": "charts",
    "disputes": "dispute desk",
    "handover": "shift change",
    "inspect": "reader inspections",
    "opening": "opening checklist",
    "papers": "reports",
    "record": "history",
    "report": "irregularity report",
    "setup": "floor setup",
    "storage": "card storage",
}


@leaves_state
@fact("record.looked-at")
class RecordLookedAt(Fact):
    """Somebody who only reads looked at a screen, or read by a command: which one, and about what."""

    person: str
    place: str
    about: str

    @property
    def screen(self) -> str:
        """What was looked at, as people call it."""
        return SCREENS.get(self.place, self.place)

    @property
    def subject(self) -> Subject:
        return Subject("person", self.person)
