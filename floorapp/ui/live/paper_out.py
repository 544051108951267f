"""Papers on their way out: through the system's print dialog or into a file; what fails is told, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtPrintSupport import QPrintDialog, QPrinter
from PyQt6.QtWidgets import QDialog, QFileDialog, QWidget

from floorapp.operations.refusal import Refusal
from floorapp.ui.live.background_work import Running
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.paper_pages import NotPrinted, print_paper

PRINT = "paper print"


class PaperOut:
    """Prints and saves; the system's own dialogs ask where to."""

    def __init__(self, around: Surroundings, page: QWidget) -> None:
        self._around, self._page = around, page
        #: A test puts a printer and a file here.
        self.choose_printer: Callable[[QWidget], QPrinter | None] = system_printer
        self.choose_target: Callable[[QWidget, str], str] = _system_target
        self.choose_source: Callable[[QWidget], str] = _system_source

    def print(self, content: bytes, document: str, then: Callable[[], None]) -> None:
        """Onto paper, page by page, with a bar and a cancel; the document is not lost where the printer fails."""
        printer = self.choose_printer(self._page)
        if printer is None:
            return

        def work(running: Running) -> str:
            try:
                print_paper(content, printer, running.far)
            except NotPrinted:
                return "The printer did not take the paper."
            return ""

        def take(trouble: str) -> None:
            if trouble:
                kept = f"{document} is issued and in the archive." if document else "Nothing was issued."
                self._tell(trouble, kept, "Look at the printer and print it again.")
            else:
                then()

        self._around.works.start(PRINT, f"Printing {document or 'a preview'}", work, take)

    def save(self, content: bytes, name: str) -> None:
        """Into a file."""
        target = self.choose_target(self._page, name)
        if not target:
            return

        def work() -> str:
            try:
                Path(target).write_bytes(content)
            except OSError as fault:
                return f"{target} cannot be written: {fault.strerror or fault}."
            return ""

        def take(trouble: str) -> None:
            if trouble:
                self._tell(trouble, "The paper is still here and not lost.", "Choose another place.")

        self._around.writer.run(work, take)

    def _tell(self, happened: str, means: str, todo: str) -> None:
        self._around.writer.refused.emit(Refusal("papers", happened, means, todo))


def system_printer(parent: QWidget) -> QPrinter | None:
    """The printer somebody chooses in the system's own dialog."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    dialog = QPrintDialog(printer, parent)
    return printer if dialog.exec() == QDialog.DialogCode.Accepted else None


def _system_target(parent: QWidget, name: str) -> str:
    return QFileDialog.getSaveFileName(parent, "Save the paper", name, "PDF (*.pdf)")[0]


def _system_source(parent: QWidget) -> str:
    return QFileDialog.getOpenFileName(parent, "Check a PDF", "", "PDF (*.pdf)")[0]
