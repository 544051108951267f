"""Looking, where it is on record: what auditors and regulators see."""

from __future__ import annotations

from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.looks import RecordLookedAt
from floorapp.operations.facts.registry import Subject
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal


def may_look_at(moment: Moment) -> Refusal | None:
    """Those who only read."""
    return moment.guard("look_at")


def look_at(desk: Desk, *, place: str, about: str = "") -> Change:
    """Put on record what somebody who only reads looked at."""
    with desk.acting("look_at", Subject("screen", place)) as act:
        act.ask(may_look_at(act.moment))
        return act.enter(RecordLookedAt(person=act.moment.actor, place=place, about=about))
