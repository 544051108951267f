"""One signature at the end of a route: a person signs what they entered, and it is stated which entries."""

from __future__ import annotations

from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Entry, Signature
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.routes import CoveredEntry, EntriesSigned
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input
from floorapp.operations.signatures import Meaning, needs_signature
from floorapp.operations.unsigned import SIGNED_KINDS


def may_sign_entries(moment: Moment) -> Refusal | None:
    """Anybody who enters what is signed."""
    return moment.guard("sign_entries")


def sign_entries(desk: Desk, *, entries: tuple[str, ...], signature: Signature) -> Change:
    """Put one's signature under one's own entries, named by id."""
    with desk.acting("sign_entries", Subject("person", signature.person)) as act:
        found = [act.writing.entry(id) for id in dict.fromkeys(entries)]
        act.ask(
            may_sign_entries(act.moment),
            None if found else bad_input("Nothing is waiting for your signature.", "Enter what was done first."),
            *(_not_ones_own(act.moment, each) for each in found),
            needs_signature((signature,), Meaning.ROUTE, by=act.moment.person),
        )
        covers = tuple(CoveredEntry(each.number, each.hash) for each in found if each is not None)
        return act.enter(EntriesSigned(person=act.moment.actor, covers=covers), signatures=(signature,))


def _not_ones_own(moment: Moment, entry: Entry | None) -> Refusal | None:
    if entry is not None and entry.actor == moment.actor and entry.fact.KIND in SIGNED_KINDS:
        return None
    which = "An entry" if entry is None else f"Entry {entry.number}"
    return Refusal("not-yours", f"{which} is not yours to sign.", "Nothing was signed.", "Sign what you entered.")
