"""A dispute's case at the desk: opened with the patron's claim, added to, closed with what was paid."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject

from floorapp.domain.disputes import Receipt
from floorapp.operations.acts.cases import change_case, close_case, open_case
from floorapp.operations.desk import Change, Desk
from floorapp.operations.dispute.draft import DeskSeat, NotUnderstood
from floorapp.operations.dispute.word_parser import cents_of
from floorapp.operations.refusal import Refused, bad_input
from floorapp.screens.dispute_case import (
    RECEIPTS,
    CaseAsked,
    case_asked,
    case_of,
    case_rows,
    claim_form,
    claim_of,
    close_form,
    figures_words,
    held_words,
    signing_words,
)
from floorapp.screens.phrases import because
from floorapp.ui.pages.ask_sheet import AskSheet
from floorapp.ui.pages.choose_sheet import ChooseSheet
from floorapp.ui.pages.signature_sheet import SignatureSheet

if TYPE_CHECKING:
    from floorapp.ui.live.dispute_place import DisputePlace


class CaseSheets(QObject):
    """Opens the forms of a case over the desk and does what was given."""

    def __init__(self, place: DisputePlace) -> None:
        super().__init__(place)
        self._place = place

    def show(self) -> None:
        """The case of the round on the desk; the round goes on record first."""
        place = self._place
        id, seat = case_of(place.draft)
        table = place.draft.round.table
        place.save(lambda: self.ask(id, lambda asked: self._offer(asked, seat), table))

    def show_named(self, id: str, otherwise: Callable[[], None]) -> None:
        """A case by its name, from what is due; a name that is none is somebody else's."""

        def found(asked: CaseAsked) -> None:
            if asked.case is None:
                otherwise()
            else:
                if asked.desk is not None:
                    self._place.show_kept(asked.desk, asked.case.round)
                self._offer(asked, DeskSeat(asked.case.claim.spot, asked.case.behind))

        self.ask(id, found)

    def ask(self, id: str, then: Callable[[CaseAsked], None], table: str = "") -> None:
        self._place.writer.ask(lambda snapshot: case_asked(snapshot, id, table), then)

    def _offer(self, asked: CaseAsked, seat: DeskSeat) -> None:
        place = self._place
        if asked.case is None:
            self._claim(asked, seat)
            return
        says = (figures_words(asked.case), held_words(asked.case))
        closed = f"The case is closed: {asked.case.outcome}"
        sheet = ChooseSheet(
            place.around.look, f"Case of {asked.patron}", closed if asked.case.closed else " ".join(says)
        )
        sheet.show_rows(case_rows(asked))
        acts = {
            "change": lambda: self._claim(asked, seat),
            "close": lambda: self._close(asked),
            "report": lambda: self._report(asked),
        }
        sheet.chosen.connect(lambda key: acts[key]())
        place.sheets.show(sheet)

    def _report(self, asked: CaseAsked) -> None:
        """The report of its round, ready to be signed."""
        assert asked.case is not None
        self._place.sheets.close()
        self._place.go.emit("papers", f"verification:{asked.case.round}")

    def _claim(self, asked: CaseAsked, seat: DeskSeat) -> None:
        text = json.dumps(self._place.draft.record) if self._place.teller is not None else ""
        incident = self._place.draft.incident if self._place.teller is not None else ""

        def act(desk: Desk, values: dict[str, str]) -> Change:
            with desk.looking() as moment:
                claim = claim_of(values, asked, seat, moment)
            if asked.case is not None:
                return change_case(desk, case=asked.id, claim=claim)
            return open_case(desk, record=text, claim=claim, incident=incident, behind=seat.behind)

        sheet = AskSheet(self._place.around.look, claim_form(asked, seat), {})
        sheet.given.connect(
            lambda values: self._do(sheet, lambda desk: act(desk, values), values["patron"].strip(), "is on record")
        )
        self._place.sheets.show(sheet)

    def _close(self, asked: CaseAsked) -> None:
        """What was paid and what the patron does with it; on this screen the pad comes next."""
        if asked.no_closing:  # said before a patron signs in vain
            self._place.sheets.close()
            self._say(asked.no_closing, warns=True)
            return
        sheet = AskSheet(self._place.around.look, close_form(asked), {})

        def given(values: dict[str, str]) -> None:
            receipt, outcome = RECEIPTS[values["receipt"]], values["outcome"]
            try:
                paid = cents_of(values["paid"])
            except NotUnderstood as fault:
                sheet.say_wrong(str(fault))
                return
            if receipt is Receipt.SIGNED:
                self._sign(asked, paid, outcome)
            else:
                closing = partial(close_case, case=asked.id, paid=paid, receipt=receipt, outcome=outcome)
                self._do(sheet, closing, asked.patron, "is closed; what it held is released")

        sheet.given.connect(given)
        self._place.sheets.show(sheet)

    def _sign(self, asked: CaseAsked, paid: int, outcome: str) -> None:
        """The patron draws a name on the pad; only then is the case closed."""
        assert asked.case is not None
        pad = SignatureSheet(self._place.around.look, signing_words(asked.case, paid))
        closing = partial(close_case, case=asked.id, paid=paid, receipt=Receipt.SIGNED, outcome=outcome)
        done = "is closed and signed; what it held is released"
        pad.given.connect(lambda drawn: self._do(pad, partial(closing, signature=drawn), asked.patron, done))
        self._place.sheets.show(pad, whole=True)

    def _do(self, sheet: AskSheet | SignatureSheet, act: Callable[[Desk], Change], patron: str, done: str) -> None:
        place = self._place

        def do(desk: Desk) -> Change:
            try:
                return act(desk)
            except NotUnderstood as fault:
                raise Refused(bad_input(str(fault), "")) from None

        def saved(_change: Change) -> None:
            place.sheets.close()
            self._say(f"The case of {patron} {done}.")

        place.writer.act(do, saved, lambda refusal: sheet.say_wrong(because(refusal)))

    def _say(self, words: str, *, warns: bool = False) -> None:
        if self._place.teller is not None:
            self._place.told.say(note=words, warns=warns)
