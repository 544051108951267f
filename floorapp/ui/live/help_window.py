"""F1, live: the shipped pages are read off the UI thread and shown at the page of the screen one is at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, pyqtSignal

from floorapp.ui.live.writer import Writer
from floorapp.ui.look import Look

if TYPE_CHECKING:
    from floorapp.ui.shell.help import HelpPage, HelpWindow

PAGES = Path(__file__).parents[3] / "resources" / "help"
#: These stand first, in this order; the others follow by their titles.
FIRST = ("start", "keys", "glossary", "floorperson", "shift-manager", "compliance-officer", "administrator")


def shipped_pages() -> tuple[HelpPage, ...]:
    """Every page, those for everybody first."""
    from floorapp.ui.shell.help import page_of  # not at start

    pages = [page_of(path.stem, path.read_text(encoding="utf-8")) for path in PAGES.glob("*.md")]
    place = {name: number for number, name in enumerate(FIRST)}
    return tuple(sorted(pages, key=lambda page: (place.get(page.name, len(FIRST)), page.title.casefold())))


class Helping(QObject):
    """Opens the help; built when it is first asked for."""

    cited = pyqtSignal(str)

    def __init__(self, look: Look, writer: Writer, parent: QObject) -> None:
        super().__init__(parent)
        self._look, self._writer = look, writer
        self.window: HelpWindow | None = None

    def ask(self, about: str) -> None:
        """Show the page about a screen."""
        if self.window is not None:
            self.window.open(about)
            return
        self._writer.run(shipped_pages, lambda pages: self._show(pages, about))

    def _show(self, pages: tuple[HelpPage, ...], about: str) -> None:
        from floorapp.ui.live.paper_out import system_printer  # printing is not for every start
        from floorapp.ui.shell.help import HelpWindow

        if self.window is None:
            self.window = HelpWindow(self._look, system_printer)
            self.window.cited.connect(self.cited)
            self.window.show_pages(pages, about)

    def stop(self) -> None:
        """Close the help with the app."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None
