"""The form at the end of a route: what waits for one's signature, and the PIN that covers it."""

from __future__ import annotations

from floorapp.operations.act_table import Acts
from floorapp.operations.acts import routes
from floorapp.operations.acts.credentials import sign
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof
from floorapp.operations.refusal import Refusal
from floorapp.operations.signatures import Meaning
from floorapp.operations.unsigned import unsigned_entries
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Offer, Values, never
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.told import told_of

NONE = Refusal("none-waiting", "Nothing is waiting for your signature.", "Everything you entered is signed.", "Go on.")
#: So many entries are named one by one.
NAMED = 6


def sign_entries(snapshot: Snapshot, _id: str) -> Offer:
    """Sign what one entered today and yesterday and has not signed yet."""
    moment = snapshot.moment
    refusal = routes.may_sign_entries(moment)
    if refusal is not None or moment.person is None:
        return Offer(never, refusal=refusal)
    waiting = unsigned_entries(snapshot.book, moment.actor, moment.day)
    if not waiting:
        return Offer(never, refusal=NONE)
    handle, ids = moment.person.handle, tuple(entry.id for entry in waiting)
    said = [f"{entry.subject.id}: {told_of(moment, entry).says}" for entry in waiting[-NAMED:]]
    more = len(waiting) - len(said)
    form = Form(
        Acts.sign_entries.name,
        handle,
        f"Sign {len(waiting)} {'entry' if len(waiting) == 1 else 'entries'}",
        f"{'; '.join(said)}{f'; and {more} before' if more else ''}.",
        (),
        (Asked("pin", "Your PIN", secret=True),),
        Act("do", "Sign", "F9"),
        "One signature covers these entries; reports name it with each.",
    )

    def do(desk: Desk, values: Values) -> Change:
        signature = sign(desk, person=handle, secret=values["pin"], proof=Proof.PIN, meaning=Meaning.ROUTE)
        return routes.sign_entries(desk, entries=ids, signature=signature)

    return Offer(do, form)
