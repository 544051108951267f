"""The rulebooks of a house as the acts see them: by id: shipped ones, and the property's own."""

from __future__ import annotations

from collections.abc import Mapping

from floorapp.engine.catalogue import Irregularity
from floorapp.engine.duty import RulebookDuty
from floorapp.engine.procedure import ChecklistStep
from floorapp.engine.rulebook import DutyBook, Rulebook

__all__ = [
    "STOPS_TABLE",
    "ChecklistStep",
    "DutyBook",
    "DutyBooks",
    "Irregularity",
    "Rulebook",
    "RulebookDuty",
    "Rulebooks",
    "must_do",
]

#: Those that say how a round is settled.
Rulebooks = Mapping[str, Rulebook]
#: Those that tables are set up with: the same, and the property's own, which hold duties only.
DutyBooks = Mapping[str, DutyBook]

#: The effect of an irregularity after which nothing is dealt until it is mended.
STOPS_TABLE = "table-stopped"


def must_do(steps: tuple[ChecklistStep, ...]) -> tuple[ChecklistStep, ...]:
    """The steps that always stand; those for a case or a choice of the house are ticked where they arise."""
    return tuple(step for step in steps if not step.when and not step.choice)
