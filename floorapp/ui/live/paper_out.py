"""Papers on their way out, through the print dialog or into a file, and back: a PDF that is checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from PyQt6.QtCore import QUrl
from PyQt6.QtGui import QDesktopServices
from PyQt6.QtPrintSupport import QPrintDialog, QPrinter
from PyQt6.QtWidgets import QDialog, QFileDialog, QWidget

from floorapp.operations.papers.office import Office
from floorapp.operations.papers.paper_check import CheckedPaper, check_paper
from floorapp.operations.refusal import Refusal
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, Sign, Words, line
from floorapp.ui.live.background_work import Running
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.paper_pages import NotPrinted, print_paper
from floorapp.ui.look import Look
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.panel import PanelSheet
from floorapp.ui.widgets.surface import Scroll, column


def check_file(office: Office, path: Path) -> CheckedPaper | str:
    """What can be said of a file, or why it cannot be read."""
    try:
        content = path.read_bytes()
    except OSError as fault:
        return f"{path} cannot be read: {fault.strerror or fault}."
    if b"%PDF-" not in content[:1024]:  # where readers of PDF look for it
        return f"{path.name} is not a PDF, as every report is."
    return check_paper(office, content)


class CheckedSheet(PanelSheet):
    """The answer about a paper that came back."""

    def __init__(self, look: Look, name: str, found: CheckedPaper) -> None:
        super().__init__(look, found.verdict.capitalize())
        inside = QWidget()
        rows = column(look, gap=12, parent=inside)
        state = State.OKAY if found.good else State.WARNING
        rows.addWidget(LineLabel(look, line(Sign(state, 17), Words(name, BODY, 600, shrinks=True), gap=10)))
        title = found.verdict.capitalize()
        for said in found.words():
            words = said.strip().removeprefix(f"{title}. ")  # the title says it already
            rows.addWidget(Text(look, words, BODY, tone="ink" if found.good else "warning"))
        rows.addStretch(1)
        self.body.addWidget(Scroll(inside), 1)
        self.setFocusProxy(self.close_button)


PRINT = "paper print"


class PaperOut:
    """Prints and saves; the system's own dialogs ask where to."""

    def __init__(self, around: Surroundings, page: QWidget) -> None:
        self._around, self._page = around, page
        #: A test puts a printer and a file here.
        self.choose_printer: Callable[[QWidget], QPrinter | None] = system_printer
        self.choose_target: Callable[[QWidget, str], str] = _system_target
        self.open_file: Callable[[str], bool] = _system_opens
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
                return "The printer did not accept the report."
            return ""

        def take(trouble: str) -> None:
            if trouble:
                kept = f"{document} is issued and in the archive." if document else "Nothing was issued."
                self._tell(trouble, kept, "Check the printer and print it again.")
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
                self._tell(trouble, "The report is still here.", "Choose another place.")

        self._around.writer.run(work, take)

    def open_rows(self, rows: bytes, name: str) -> None:
        """Rows in whatever this computer opens a CSV with."""
        try:
            folder = Path(mkdtemp(prefix="floorapp-"))
            target = folder / f"{name}.csv"
            target.write_bytes(rows)
        except OSError as fault:
            self._tell(f"The rows cannot be written: {fault.strerror or fault}.", "Nothing was opened.", "Make room.")
            return
        if not self.open_file(str(target)):
            self._tell("Nothing opens a CSV here.", f"The rows are in {target}.", "Open them from there.")

    def _tell(self, happened: str, means: str, todo: str) -> None:
        self._around.writer.refused.emit(Refusal("papers", happened, means, todo))


def system_printer(parent: QWidget) -> QPrinter | None:
    """The printer somebody chooses in the system's own dialog."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    dialog = QPrintDialog(printer, parent)
    return printer if dialog.exec() == QDialog.DialogCode.Accepted else None


def _system_target(parent: QWidget, name: str) -> str:
    return QFileDialog.getSaveFileName(parent, "Save the report", name, "PDF (*.pdf)")[0]


def _system_opens(path: str) -> bool:
    return QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def _system_source(parent: QWidget) -> str:
    return QFileDialog.getOpenFileName(parent, "Check a PDF", "", "PDF (*.pdf)")[0]
