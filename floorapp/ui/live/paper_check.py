"""A PDF that was dropped or chosen: read and checked off the UI thread, the answer on a sheet."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtWidgets import QWidget

from floorapp.operations.papers.office import Office
from floorapp.operations.papers.paper_check import CheckedPaper, check_paper
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, Sign, Words, line
from floorapp.ui.look import Look
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.panel import Sheet
from floorapp.ui.widgets.surface import Scroll, column


def check_file(office: Office, path: Path) -> CheckedPaper | str:
    """What can be said of a file, or why it cannot be read."""
    try:
        content = path.read_bytes()
    except OSError as fault:
        return f"{path} cannot be read: {fault.strerror or fault}."
    if b"%PDF-" not in content[:1024]:  # where readers of PDF look for it
        return f"{path.name} is not a PDF, as every paper of the house is."
    return check_paper(office, content)


class CheckedSheet(Sheet):
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
