"""A paper on its way onto the record: signed, printed, archived and entered; what is not entered yet is kept."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PyQt6.QtCore import QObject, pyqtSignal

from floorapp.operations.acts import proving
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof
from floorapp.operations.papers.office import Begun, Office, Printed
from floorapp.operations.refusal import Refusal, Refused
from floorapp.operations.signatures import Meaning
from floorapp.screens.offers.offer import Values
from floorapp.screens.paper_choice import PaperChoice
from floorapp.screens.papers import PapersKnown
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.paper_shown import copy_form, not_archived, sign_form

ISSUE = "paper issue"

log = logging.getLogger(__name__)


class PaperIssuing(QObject):
    """Issues a paper, or a copy of one; where the archive or the record refuses it, it can be tried again."""

    #: It is archived and on record.
    issued = pyqtSignal(object)
    #: It is printed and neither archived nor on record.
    held_up = pyqtSignal()

    def __init__(self, around: Surroundings, parent: QObject) -> None:
        super().__init__(parent)
        self._around, self._writer, self._sheets = around, around.writer, around.sheets
        self.unkept: Printed | None = None

    @property
    def _office(self) -> Callable[[], Office] | None:
        return self._around.setting.office

    def ask_signature(self, known: PapersKnown, choice: PaperChoice) -> None:
        """Ask for the signature under a paper, then issue it."""
        office, request = self._office, choice.request(known)
        if office is None or request is None:
            return
        form, size = choice.form, choice.size

        def do(desk: Desk, values: Values) -> Begun:
            signature = proving.sign(
                desk, person=known.person, secret=values["pin"], proof=Proof.PIN, meaning=Meaning.PAPER
            )
            return office().begin(desk, request, size=size, signature=signature)

        self._sheets.ask(sign_form(form), do, self.print)

    def ask_reason(self, number: str) -> None:
        """Ask why an issued paper is printed again, then issue the copy."""
        office = self._office
        if office is None:
            return
        self._sheets.ask(
            copy_form(number),
            lambda desk, values: office().begin_copy(desk, number, reason=values["reason"]),
            self.print,
        )

    def print(self, begun: Begun | None) -> None:
        """Print a paper that is begun, with a bar and a cancel; then keep it."""
        office = self._office
        if office is None or begun is None:
            return
        words = f"Printing {begun.document}"
        self._around.works.start(ISSUE, words, lambda r: office().print(begun, far=r.far), self._take, self._given_up)

    def _given_up(self) -> None:
        means = "It is not issued and took no number."
        self._writer.refused.emit(Refusal("papers", "The paper was cancelled.", means, "Sign again to issue it."))

    def _take(self, printed: Printed) -> None:
        self.unkept = printed
        self.keep()

    def keep(self) -> None:
        """Archive and put on record what is printed; until that is done it is kept here."""
        office, printed = self._office, self.unkept
        if office is None or printed is None:
            return

        def do(desk: Desk) -> Change:
            try:
                return office().finish(desk, printed)
            except OSError as fault:
                log.exception("the archive of papers cannot be written")
                raise Refused(not_archived(printed.begun.document, fault)) from fault

        def done(_change: Change) -> None:
            self.unkept = None
            self.issued.emit(printed)

        def refused(refusal: Refusal) -> None:
            if refusal.code in ("number-taken", "copy-taken"):
                self.unkept = None
                self._writer.act(lambda desk: office().again(desk, printed.begun), self.print)
            self._writer.refused.emit(refusal)
            self.held_up.emit()

        self._writer.act(do, done, refused)
