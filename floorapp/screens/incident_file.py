"""An incident's file on the incidents screen: what was entered of it, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.operations.acts.incident_files import file_of
from floorapp.operations.incident_sentences import amount_words, patron_words
from floorapp.operations.moment import Moment
from floorapp.screens.phrases import clock, name_of


def file_rows(moment: Moment, number: str) -> Iterator[tuple[str, str]]:
    """What its file says: who and how much, surveillance, the regulator, corrective action."""
    file = file_of(moment, number)
    details = file.details
    for label, said in (
        ("Dealer", ", ".join(details.dealers)),
        ("Patron", "; ".join(map(patron_words, details.patrons))),
        ("Error by", details.error or ""),
        ("Amount", amount_words(details)),
        ("Cards", ", ".join(details.deck_sets)),
    ):
        if said:
            yield label, said
    for call in file.calls:
        asked = call.says or ("review pending" if call.pending else "called")
        yield "Surveillance", ", ".join(filter(None, (call.reference, call.camera, asked)))
    if file.notice_pending and file.notify_by is not None:
        yield "Regulator", f"notify the {file.notify} by {clock(moment, file.notify_by)}"
    for notice in file.notices:
        said = ", ".join(filter(None, (notice.whom, clock(moment, notice.at), notice.reference)))
        yield "Regulator", f"notified: {said}"
    for action in file.actions:
        by = f"by {moment.house.style.date(action.due_on)}, {name_of(moment, action.owner)}"
        yield "Action", f"{action.says} ({'completed' if action.done_at else by})"
