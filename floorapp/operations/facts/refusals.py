"""The fact that somebody tried something and was refused."""

from __future__ import annotations

from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import leaves_state


@leaves_state
@fact("act.refused")
class ActRefused(Fact):
    """An act was refused: which, about what, why; nothing of it was done."""

    act: str
    about: Subject
    code: str
    says: str
    cite: str = ""

    @property
    def subject(self) -> Subject:
        return self.about
