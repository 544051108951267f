"""The rulebooks of a house as the acts see them: the engine's own, by id."""

from __future__ import annotations

from collections.abc import Mapping

from floorapp.engine.catalogue import Irregularity
from floorapp.engine.duty import RulebookDuty
from floorapp.engine.procedure import ChecklistStep
from floorapp.engine.rulebook import Rulebook

__all__ = ["STOPS_TABLE", "ChecklistStep", "Irregularity", "Rulebook", "RulebookDuty", "Rulebooks", "must_do"]

Rulebooks = Mapping[str, Rulebook]

#: The effect of an irregularity after which nothing is dealt until it is mended.
STOPS_TABLE = "table-stopped"


def must_do(steps: tuple[ChecklistStep, ...]) -> tuple[ChecklistStep, ...]:
    """The steps that always stand; those for a case or a choice of the house are ticked where they arise."""
    return tuple(step for step in steps if not step.when and not step.choice)
