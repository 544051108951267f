"""The forms of a legal hold: placed on the record that is shown or on one entry of it, and released."""

from __future__ import annotations

from floorapp.operations.act_table import Acts
from floorapp.operations.acts import holds
from floorapp.operations.acts.credentials import sign
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Entry, Proof
from floorapp.operations.facts.registry import Subject
from floorapp.operations.holds import standing_holds
from floorapp.operations.moment import Moment
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Offer, Values, never


def standing_on(moment: Moment, subject: Subject) -> str:
    """The legal hold that was placed on this very record; empty where none stands."""
    on_it = (each.id for each in standing_holds(moment.state) if (each.kind, each.name) == (subject.kind, subject.id))
    return next(on_it, "")


def place_hold(moment: Moment, subject: Subject, entry: Entry) -> Offer:
    """Hold the record, or only the entry that is selected."""
    refusal = holds.may_place_hold(moment)
    if refusal is not None or moment.person is None:
        return Offer(never, refusal=refusal)
    whole, one = f"{subject.kind.replace('-', ' ')} {subject.id}", f"only entry {entry.number}"
    handle = moment.person.handle
    form = Form(
        Acts.place_hold.name,
        subject.id,
        f"Legal hold on {whole}",
        "Nothing it covers is destroyed until a compliance officer releases it.",
        (),
        (
            Asked("on", "What is held", choices=(whole, one)),
            Asked("reason", "Reason"),
            Asked("matter", "Case number, letter or agent", needed=False),
            Asked("pin", "Your PIN", secret=True),
        ),
        Act("do", "Sign and hold", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        on = Subject("entry", entry.number) if values["on"] == one else subject
        signature = sign(desk, person=handle, secret=values["pin"], proof=Proof.PIN, meaning=Meaning.HELD)
        return holds.place_hold(desk, on=on, reason=values["reason"], matter=values["matter"], signature=signature)

    return Offer(do, form)


def release_hold(moment: Moment, hold: str) -> Offer:
    """Let go what a hold keeps."""
    refusal = holds.may_release_hold(moment, hold=hold)
    if refusal is not None or moment.person is None:
        return Offer(never, refusal=refusal)
    handle = moment.person.handle
    form = Form(
        Acts.release_hold.name,
        hold,
        f"Release legal hold {hold}",
        "What it covers follows normal retention again.",
        (),
        (Asked("reason", "Reason"), Asked("pin", "Your PIN", secret=True)),
        Act("do", "Sign and release", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        signature = sign(desk, person=handle, secret=values["pin"], proof=Proof.PIN, meaning=Meaning.HOLD_RELEASED)
        return holds.release_hold(desk, hold=hold, reason=values["reason"], signature=signature)

    return Offer(do, form)
