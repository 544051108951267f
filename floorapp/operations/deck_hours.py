"""The hours of the sets at a table: until when each may be dealt, and which are past it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from floorapp.domain.findings import Noted
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.duty_words import says
from floorapp.engine.duty import RulebookDuty
from floorapp.operations.conduct import look_at
from floorapp.operations.moment import Moment


@dataclass(frozen=True, slots=True)
class DeckHours:
    """A set's hours: when they began, when it must be changed, and the duty they come from."""

    began: datetime
    by: datetime
    duty: RulebookDuty

    def over(self, at: datetime) -> bool:
        """Exactly on the hour is in time."""
        return at > self.by


def deck_hours(moment: Moment, table: str) -> dict[str, DeckHours]:
    """The hours of each opened set at a table; a set that has none is left out."""
    look = look_at(moment, table)
    duty = None if look is None else look.duty("decks-over-hours")
    if look is None or duty is None:
        return {}
    hours = {cards.name: look.hours(cards) for cards in look.table.opened_sets()}
    return {name: DeckHours(*each, duty) for name, each in hours.items() if each is not None}


def over_hours(moment: Moment, table: str, names: Iterable[str], at: datetime | None = None) -> tuple[Noted, ...]:
    """The sets of a table that are past their hours, now or at an instant."""
    hours = deck_hours(moment, table)
    late = [(name, hours[name].duty) for name in names if name in hours and hours[name].over(at or moment.now)]
    return tuple(Noted(duty.name, duty.cite, says(duty.name, name)) for name, duty in late)
