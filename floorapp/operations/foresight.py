"""What would stand against dealing if facts were entered: the very facts, told as they would be."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from floorapp.engine.conduct.stamp import Stamp
from floorapp.operations.conduct import LATER, StandingDuty, conduct_of, happen, standing_after
from floorapp.operations.facts.registry import Fact
from floorapp.operations.floor_log import events_of
from floorapp.operations.moment import Moment


def foreseen(moment: Moment, table: str, facts: Iterable[Fact]) -> tuple[StandingDuty, ...]:
    """What would stand once these facts are entered, and does not now."""
    conduct, number = conduct_of(moment, table), count(LATER)
    for fact in facts:
        for event in events_of(fact, moment.now, moment.state, conduct):
            if not conduct.refuses(event):
                happen(conduct, event, Stamp(event.at, moment.house.zone), next(number))
    return standing_after(moment, table, conduct)
