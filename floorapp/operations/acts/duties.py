"""Answering reminders: acknowledging a duty, or putting it off for a time with a reason."""

from __future__ import annotations

from datetime import datetime, timedelta

from floorapp.domain.duties import Duty
from floorapp.operations.canonical import in_utc
from floorapp.operations.desk import Change, Desk
from floorapp.operations.due import due
from floorapp.operations.facts.duties import DutyAcknowledged, DutyShelved
from floorapp.operations.facts.registry import Subject
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, needs_words

#: A reminder is put off for at least and at most this long at a time.
SHELVED_AT_LEAST, SHELVED_AT_MOST = timedelta(minutes=5), timedelta(hours=2)

_NOT_DUE = Refusal("not-due", "This is no longer due.", "Nothing was changed.", "Check the list again.")


def _standing(moment: Moment, key: str) -> Duty | None:
    return next((duty for duty in due(moment) if duty.key == key), None)


def _among(moment: Moment, keys: tuple[str, ...]) -> list[Duty]:
    """Those of these duties that stand, in this order."""
    standing = {duty.key: duty for duty in due(moment)}
    return [standing[key] for key in keys if key in standing]


def may_acknowledge_duty(moment: Moment, *, key: str) -> Refusal | None:
    """A duty that stands and nobody has acknowledged yet."""
    refusal = moment.guard("acknowledge_duty")
    if refusal is not None:
        return refusal
    duty = _standing(moment, key)
    if duty is None:
        return _NOT_DUE
    return bad_input("It is already acknowledged.", "Nothing to do.") if duty.acknowledged else None


def acknowledge_duty(desk: Desk, *, key: str, under: tuple[str, ...] = ()) -> Change:
    """Say that a duty is seen, and those under it that still stand and nobody saw; they stay on the list, quietly."""
    with desk.acting("acknowledge_duty", Subject("duty", key)) as act:
        act.ask(act.moment.guard("acknowledge_duty"))
        new = [duty for duty in _among(act.moment, (key, *under)) if not duty.acknowledged]
        act.ask(None if new else may_acknowledge_duty(act.moment, key=key))
        seen = (DutyAcknowledged(duty=d.key, about=Subject(d.kind, d.id), says=d.says) for d in new)
        return act.enter(*seen)


def may_shelve_duty(moment: Moment, *, key: str) -> Refusal | None:
    """A duty that stands."""
    refusal = moment.guard("shelve_duty")
    return refusal or (None if _standing(moment, key) is not None else _NOT_DUE)


def shelve_duty(desk: Desk, *, key: str, until: datetime, reason: str, under: tuple[str, ...] = ()) -> Change:
    """Put a reminder off for a time with those under it, with a reason; what is due stays due."""
    with desk.acting("shelve_duty", Subject("duty", key)) as act:
        act.ask(act.moment.guard("shelve_duty"))
        found = _among(act.moment, (key, *under))
        act.ask(
            None if found else may_shelve_duty(act.moment, key=key),
            needs_words(reason, "reason"),
            _bad_time(act.moment, until),
        )
        end, why = in_utc(until), reason.strip()
        shelved = (
            DutyShelved(duty=d.key, about=Subject(d.kind, d.id), says=d.says, until=end, reason=why) for d in found
        )
        return act.enter(*shelved)


def _bad_time(moment: Moment, until: datetime) -> Refusal | None:
    least, most = moment.now + SHELVED_AT_LEAST, moment.now + SHELVED_AT_MOST
    if until.tzinfo is None or not least <= until <= most:
        minutes = [int(each.total_seconds() // 60) for each in (SHELVED_AT_LEAST, SHELVED_AT_MOST)]
        todo = f"Snooze it for {minutes[0]} to {minutes[1]} minutes."
        return bad_input("It cannot be snoozed that long.", todo)
    return None
