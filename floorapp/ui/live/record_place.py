"""Any record, live: its history, an entry in full, and "Correct…" with a reason and a signature."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from floorapp.operations.acts.corrections import correct_entry, may_correct_entry
from floorapp.operations.acts.proving import sign
from floorapp.operations.correction_form import restated, stated
from floorapp.operations.corrections import effective
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Entry, Proof
from floorapp.operations.entry_sentences import tell
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refused, bad_input
from floorapp.operations.shelves import Corrected
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Offer, Values
from floorapp.screens.record import RecordShown, record_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.times import instant_at
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, Place
from floorapp.ui.pages.record import RecordPage


class RecordPlace(Place[RecordShown | None]):
    """The record a person asked for by Ctrl+K, or from the entry of a timeline."""

    rail = "floor"

    def __init__(self, around: Surroundings) -> None:
        self.record = RecordPage(around.look)
        super().__init__("record", self.record, around)
        self._wanted = self._selected = ""
        self._pages = 1
        self.record.entry_selected.connect(self._select)
        self.record.act_chosen.connect(self.do)

    def enter(self, subject: str) -> None:
        if subject and subject != self._wanted:
            self._wanted, self._selected, self._pages = subject, "", 1
        self.refresh()

    def query(self) -> Callable[[Snapshot], RecordShown | None]:
        wanted, selected, pages = self._wanted, self._selected, self._pages
        return lambda snapshot: record_of(snapshot, wanted, selected, pages)

    def show(self, view: RecordShown | None) -> None:
        if view is not None:
            self.record.show_record(view.page)
            self.record.select(view.selected)

    def _select(self, number: str) -> None:
        if number != self._selected:
            self._selected = number
            self.refresh()

    @property
    def entry(self) -> str:
        """The id of the selected entry."""
        return dict(self.view.ids).get(self.view.selected, "") if self.view else ""

    def acts(self) -> tuple[Act, ...]:
        detail = self.view.page.detail if self.view else None
        more = self.view.page.more if self.view else None
        return (
            *(detail.acts if detail else ()),
            *((more,) if more else ()),
            Act("back", f"Back to the {self.back_to or 'floor'}", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        if act == "back":
            self.leave("floor")
        elif act == "more":
            self._pages += 1
            self.refresh()
        elif self.entry:
            id, withdraw = self.entry, act == "withdraw"
            self.writer.ask(
                lambda snapshot: correction_offer(snapshot, id, withdraw=withdraw),
                lambda offer: self.sheets.offer(offer, self._corrected) if offer else None,
            )

    def _corrected(self, change: Change) -> None:
        self._selected = change.entry
        self.refresh()


def correction_offer(snapshot: Snapshot, id: str, *, withdraw: bool) -> Offer | None:
    """The form for correcting an entry: what it says now, a reason, and one's own PIN."""
    moment, entry = snapshot.moment, snapshot.book.entry(id)
    refusal = may_correct_entry(moment, entry=entry)
    if entry is None or refusal is not None or moment.person is None:
        return Offer(lambda _desk, _values: Change((), (), ()), refusal=refusal) if refusal else None
    meant = _as_corrected(snapshot, entry)
    fact, at = (meant or entry).fact, (meant or entry).occurred_at
    handle = moment.person.handle
    shown_at = moment.house.stamp(at)
    asks = [] if withdraw else [Asked(each.name, each.label, each.text, needed=False) for each in stated(fact)]
    if not withdraw:
        asks.append(Asked("happened", "Happened, by the clock on the wall", shown_at))
    asks += [Asked("reason", "Why it is corrected"), Asked("pin", "Your PIN", secret=True)]
    title = f"{'Withdraw' if withdraw else 'Correct'} entry {entry.number}"
    form = Form(
        "withdraw" if withdraw else "correct",
        entry.number,
        title,
        f"“{tell(entry).says}” stays in the logbook, struck through; "
        + ("it no longer counts." if withdraw else "what you write is read instead of it."),
        (),
        tuple(asks),
        Act("do", "Sign and correct" if not withdraw else "Sign and withdraw", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        new = None if withdraw else restated(fact, values)
        before = at if at != entry.occurred_at else None  # an earlier correction of the time holds on
        happened = None if withdraw else _time(moment, values["happened"], shown_at) or before
        signature = sign(desk, person=handle, secret=values["pin"], proof=Proof.PIN, meaning=Meaning.CORRECTED)
        return correct_entry(
            desk, entry=id, reason=values["reason"], signature=signature, fact=new, occurred_at=happened
        )

    return Offer(do, form)


def _as_corrected(snapshot: Snapshot, entry: Entry) -> Entry | None:
    """The entry as its last correction has it; None where it was withdrawn."""
    known = snapshot.moment.state.get(Corrected, entry.id)
    last = snapshot.book.entry(known.corrections[-1]) if known else None
    fact = last.fact if last is not None else None
    return effective(entry, fact if isinstance(fact, EntryCorrected) else None)


def _time(moment: Moment, typed: str, before: str) -> datetime | None:
    """The time that was typed, where it differs from what stood there."""
    if typed.strip() == before:
        return None
    found = instant_at(moment, typed)
    if found is None:
        todo = "Type it like 11/15/2026 9:04 PM; it cannot be in the future."
        raise Refused(bad_input(f"“{typed}” is not a time this entry can have.", todo))
    return found
