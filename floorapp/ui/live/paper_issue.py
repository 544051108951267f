"""Issuing a paper from the screen: the signature is asked, then each step is done on its thread."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PyQt6.QtCore import QObject, pyqtSignal

from floorapp.operations.acts import credentials
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.papers.issue import Issuing, Stage
from floorapp.operations.papers.office import Office, Printed
from floorapp.operations.refusal import Refusal, Refused
from floorapp.operations.signatures import Meaning
from floorapp.screens.offers.offer import Values
from floorapp.screens.papers import (
    CANCELLED,
    PaperChoice,
    PapersKnown,
    copy_form,
    further_form,
    not_archived,
    sign_form,
)
from floorapp.ui.live.context import Surroundings

ISSUE = "paper issue"

log = logging.getLogger(__name__)


class PaperIssuing(QObject):
    """Walks a paper, or a copy of one, to the record; where a step is refused it can be tried again."""

    #: It is archived and on record.
    issued = pyqtSignal(object)
    #: It is printed and neither archived nor on record.
    held_up = pyqtSignal()

    def __init__(self, around: Surroundings, parent: QObject) -> None:
        super().__init__(parent)
        self._around, self._writer, self._sheets = around, around.writer, around.sheets
        self._paper: Issuing | None = None

    @property
    def unkept(self) -> Printed | None:
        """The paper that is printed and not on record yet."""
        paper = self._paper
        return paper.printed if paper is not None and paper.stage is Stage.PRINTED else None

    def forget(self) -> None:
        """Another paper is chosen: what is not on record is given up."""
        self._paper = None

    @property
    def _office(self) -> Callable[[], Office] | None:
        return self._around.setting.office

    def ask_signature(self, known: PapersKnown, choice: PaperChoice) -> None:
        """Ask for the signature under a paper, then issue it."""
        office, request = self._office, choice.request(known)
        if office is None or request is None:
            return
        form, size = choice.form, choice.size

        def do(desk: Desk, values: Values) -> Issuing:
            signed = _signed(desk, values, Meaning.PAPER)
            return Issuing(office(), office().begin(desk, request, size=size, signature=signed))

        self._sheets.ask(sign_form(form), do, self.print)

    def ask_reason(self, number: str) -> None:
        """Ask why an issued paper is printed again, then issue the copy."""
        office = self._office
        if office is None:
            return

        def do(desk: Desk, values: Values) -> Issuing:
            return Issuing(office(), office().begin_copy(desk, number, reason=values["reason"]))

        self._sheets.ask(copy_form(number), do, self.print)

    def ask_further(self, number: str, done: Callable[[bytes], None]) -> None:
        """Ask for a further signature under an issued paper."""
        office = self._office
        if office is None:
            return

        def do(desk: Desk, values: Values) -> bytes:
            return office().sign_further(desk, number, signature=_signed(desk, values, Meaning.PAPER_SIGNED))[0]

        self._sheets.ask(further_form(number), do, done)

    def print(self, paper: Issuing) -> None:
        """Print a paper that is begun, with a bar and a cancel; then keep it."""

        def take(_: None) -> None:
            self._paper = paper
            self.keep()

        words = f"Printing {paper.begun.document}"
        self._around.works.start(
            ISSUE, words, lambda r: paper.print(r.far), take, lambda: self._writer.refused.emit(CANCELLED)
        )

    def keep(self) -> None:
        """Archive and put on record what is printed; until that is done it is kept here."""
        paper = self._paper
        if paper is None or paper.printed is None:
            return
        printed = paper.printed

        def do(desk: Desk) -> Change | None:
            try:
                return paper.enter(desk)
            except OSError as fault:
                log.exception("the archive of reports cannot be written")
                raise Refused(not_archived(paper.begun.document, fault)) from fault

        def done(change: Change | None) -> None:
            if change is None:  # another paper took its number meanwhile
                self.print(paper)
            else:
                self.issued.emit(printed)

        def refused(refusal: Refusal) -> None:
            self._writer.refused.emit(refusal)
            self.held_up.emit()

        self._writer.act(do, done, refused)


def _signed(desk: Desk, values: Values, meaning: Meaning) -> Signature:
    """The signature of whoever is at the desk when the PIN is given, not of whom the screen last showed."""
    with desk.looking() as moment:
        person = moment.person.handle if moment.person else ""
    return credentials.sign(desk, person=person, secret=values["pin"], proof=Proof.PIN, meaning=meaning)
