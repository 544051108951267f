"""Legal holds: placed on a record, an incident, a case or a deck set, and released, each with its reason and signed."""

from __future__ import annotations

from floorapp.domain.holds import LegalHold
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.holds import HoldPlaced, HoldReleased
from floorapp.operations.facts.registry import Subject
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, needs_words, unknown
from floorapp.operations.series import next_number
from floorapp.operations.signatures import Meaning, needs_signature


def may_place_hold(moment: Moment) -> Refusal | None:
    """A compliance officer or shift manager."""
    return moment.guard("place_hold")


def place_hold(desk: Desk, *, on: Subject, reason: str, signature: Signature, matter: str = "") -> Change:
    """Keep something until it is released; `matter` is the case, letter or agent it is for."""
    with desk.acting("place_hold", on) as act:
        named = on.kind.strip() and on.id.strip()
        act.ask(
            may_place_hold(act.moment),
            None if named else bad_input("Nothing was chosen.", "Choose the record to hold."),
            needs_words(reason, "reason"),
            needs_signature((signature,), Meaning.HELD, by=act.moment.person),
        )
        series = f"hold-{act.moment.day.date.year}"
        number = next_number(act.moment.state, series)
        placed = HoldPlaced(
            hold=f"LH-{act.moment.day.date.year}-{number:04d}",
            series=series,
            number=number,
            on=on,
            reason=reason.strip(),
            matter=matter.strip(),
        )
        return act.enter(placed, signatures=(signature,))


def may_release_hold(moment: Moment, *, hold: str) -> Refusal | None:
    """A hold that stands, by a compliance officer."""
    refusal = moment.guard("release_hold")
    found = moment.state.get(LegalHold, hold)
    if refusal is not None or found is None:
        return refusal or unknown("hold", hold)
    return bad_input(f"{hold} is released already.", "There is nothing to release.") if found.released else None


def release_hold(desk: Desk, *, hold: str, reason: str, signature: Signature) -> Change:
    """Let what was held go its ordinary way again."""
    with desk.acting("release_hold", Subject("hold", hold)) as act:
        act.ask(
            may_release_hold(act.moment, hold=hold),
            needs_words(reason, "reason"),
            needs_signature((signature,), Meaning.HOLD_RELEASED, by=act.moment.person),
        )
        found = act.moment.state.get(LegalHold, hold)
        assert found is not None, "asked before"
        released = HoldReleased(hold=hold, on=Subject(found.kind, found.name), reason=reason.strip())
        return act.enter(released, signatures=(signature,))
