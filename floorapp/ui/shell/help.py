"""F1: the shipped pages beside the app, in a window of their own, opened at the page of the screen one is at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt, QUrl, pyqtSignal, pyqtSlot
from PyQt6.QtGui import (
    QKeySequence,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PyQt6.QtWidgets import QTextBrowser, QWidget

from floorapp.domain.values import dataclass
from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, SECTION, TITLE, Icon, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.theme import FocusFollower
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.surface import Ground, column, row

if TYPE_CHECKING:
    from PyQt6.QtPrintSupport import QPrinter

#: The letters of a printed page, in points.
PRINTED = 9.5

#: A link to a paragraph is written `rulebook:pa-590/590.7` in a page.
RULEBOOK = "rulebook"


@dataclass(frozen=True, slots=True)
class HelpPage:
    """One page: its name, its title, and its text in Markdown, which we wrote ourselves."""

    name: str
    title: str
    text: str


def page_of(name: str, text: str) -> HelpPage:
    """A page as it is shipped: its first heading is its title."""
    first = next((each for each in text.splitlines() if each.startswith("# ")), f"# {name}")
    return HelpPage(name, first.removeprefix("# ").strip(), text)


class HelpWindow(Ground):
    """Pages left, the text right; Esc closes it, a paragraph's link goes to the rulebook."""

    cited = pyqtSignal(str)

    def __init__(self, look: Look, choose_printer: Callable[[QWidget], QPrinter | None]) -> None:
        super().__init__(look, "base")
        self.setWindowTitle("floorapp help")
        self._pages: dict[str, HelpPage] = {}
        self._wanted = ""
        self.list = RowList(look, "Help pages", tall=48)
        self.text = QTextBrowser()
        self.print_button = ActButton(look, Act("print", "Print this page…", "Ctrl P"))
        self.print_button.clicked.connect(self.print)
        self.text.setAccessibleName("Help text")
        self.text.setOpenLinks(False)
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.anchorClicked.connect(self._follow)
        cells = row(look, gap=0, parent=self)
        side = Ground(look, "panel", "r")
        column(look, 0, 8, 1, 8, gap=0, parent=side).addWidget(self.list)
        side.setFixedWidth(look.px(280))
        cells.addWidget(side)
        reading = column(look, 24, 12, 12, 12)
        reading.addWidget(self.text)
        below = row(look)
        below.addStretch(1)
        below.addWidget(self.print_button)
        reading.addLayout(below)
        cells.addLayout(reading, 1)
        self.list.row_selected.connect(self._show)
        self.focus_frame = FocusFollower(look, self)
        for key, does in (("Esc", self.close), ("Ctrl+P", self.print)):
            QShortcut(QKeySequence(key), self).activated.connect(does)
        self._choose_printer = choose_printer
        look.changed.connect(self._dress)
        self.resize(look.px(960), look.px(700))
        self._dress()

    @pyqtSlot()
    def _dress(self) -> None:
        self.text.setFont(self._look.font(BODY))
        ink = self._look.colour("ink").name()
        self.text.setStyleSheet(f"QTextBrowser {{ background: transparent; color: {ink}; border: none }}")
        document = self.text.document()
        if document is not None:
            document.setDefaultFont(self._look.font(BODY))
        if self._wanted:
            self._show(self._wanted)

    def show_pages(self, pages: Sequence[HelpPage], wanted: str) -> None:
        """Show the pages, opened at one; where a screen has none, at the first."""
        self._pages = {page.name: page for page in pages}
        rows = [
            ListRow(page.name, Icon("file-text", 18), (line(Words(page.title, BODY, 500, shrinks=True)),))
            for page in pages
        ]
        self.list.rows_model.show_rows(rows)
        self.open(wanted)

    def open(self, wanted: str) -> None:
        """Turn to a page and come to the front."""
        name = wanted if wanted in self._pages else next(iter(self._pages), "")
        self.list.select(name)
        self._show(name)
        self.show()
        self.raise_()
        self.activateWindow()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def page(self) -> str:
        """The page that is open."""
        return self._wanted

    def _show(self, name: str) -> None:
        if name in self._pages:
            self._wanted = name
            self.text.setMarkdown(self._pages[name].text)
            self._space()

    def _space(self) -> None:
        """Markdown brings no air: headings in the sizes of the look, room between paragraphs."""
        px, document = self._look.px, self.text.document()
        block = document.begin() if document is not None else None
        while block is not None and block.isValid():
            cursor = QTextCursor(block)
            shape = block.blockFormat()
            level = shape.headingLevel()
            close = block.textList() or shape.nonBreakableLines()
            shape.setBottomMargin(px(3 if close else 10))
            shape.setTopMargin(px(14) if level > 1 else 0)
            shape.setLineHeight(135, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)  # type: ignore[arg-type]
            cursor.setBlockFormat(shape)
            if level:
                letters = QTextCharFormat()
                letters.setFont(self._look.font(TITLE if level == 1 else SECTION, 600))
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                cursor.mergeCharFormat(letters)
            self._letter(cursor, block)
            block = block.next()

    def _letter(self, cursor: QTextCursor, block: QTextBlock) -> None:
        """What is typed stands in our own letters for it."""
        run, typed = block.begin(), []
        while not run.atEnd():
            if run.fragment().charFormat().fontFixedPitch():
                typed.append(run.fragment())
            run += 1
        letters = QTextCharFormat()
        letters.setFont(self._look.font(14, mono=True))
        for each in typed:
            cursor.setPosition(each.position())
            cursor.setPosition(each.position() + each.length(), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(letters)

    def print(self) -> None:
        """Print the page that is open, black on white."""
        printer, page = self._choose_printer(self), self._pages.get(self._wanted)
        if printer is None or page is None:
            return
        paper = QTextDocument()
        letters = self._look.font(BODY)
        letters.setPointSizeF(PRINTED)  # a printer's pixels are small
        paper.setDefaultFont(letters)
        paper.setMarkdown(page.text)
        paper.print(printer)

    def _follow(self, link: QUrl) -> None:
        if link.scheme() == RULEBOOK:
            self.cited.emit(link.path())
        elif (name := link.path().removesuffix(".md")) in self._pages:
            self.list.select(name)
