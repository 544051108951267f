"""The files of an incident: which there are, and the one that is looked at; what leaves the app is a copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QImage, QKeySequence, QShortcut
from PyQt6.QtWidgets import QVBoxLayout, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, SECOND
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.pages.papers import PaperPreview
from floorapp.ui.widgets.button import ActButton, IconButton
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.panel import PanelSheet
from floorapp.ui.widgets.surface import Scroll, column, row

SAVE = Act("save", "Save a copy…", "Ctrl S")


@dataclass(frozen=True, eq=False)
class FileView:
    """What can be shown of a file: a page as a picture, its text, or only a word about it."""

    note: str = ""
    #: Why it cannot be shown at all.
    trouble: str = ""
    picture: QImage | None = None
    text: str = ""
    #: Which page of how many, where there are several.
    pages: str = ""
    can_save: bool = False


class FilesSheet(PanelSheet):
    """The list at the left, the file at the right, whole pages of it one after another."""

    chosen = pyqtSignal(str)
    save_asked = pyqtSignal()
    turned = pyqtSignal(int)

    def __init__(self, look: Look, title: str, rows: Sequence[ListRow]) -> None:
        super().__init__(look, title)
        self.files = RowList(look, "Files", tall=60, wraps=True)
        self.files.show_rows(rows)
        self.note, self.trouble = Text(look, "", SECOND, tone="ink2"), Text(look, "", BODY, tone="warning")
        self.preview, self.text = PaperPreview(look), Text(look, "", BODY)
        self.previous = IconButton(look, "chevron-left", "Previous page")
        self.next = IconButton(look, "chevron-right", "Next page")
        self._pages = LineLabel(look)
        self.save = ActButton(look, SAVE, primary=True)
        self._pager = QWidget()
        across = row(look, gap=24)
        across.addLayout(self._list_column(), 1)
        across.addLayout(self._file_column(), 2)
        self.body.addLayout(across, 1)
        self.files.row_selected.connect(self.chosen)
        self.save.clicked.connect(self.save_asked)
        self.previous.clicked.connect(lambda: self.turned.emit(-1))
        self.next.clicked.connect(lambda: self.turned.emit(1))
        for key, does in (
            (QKeySequence("Ctrl+S"), self.save.click),
            (QKeySequence(Qt.Key.Key_PageUp), lambda: self.turned.emit(-1)),
            (QKeySequence(Qt.Key.Key_PageDown), lambda: self.turned.emit(1)),
        ):
            shortcut = QShortcut(key, self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(does)
        self.setFocusProxy(self.files)
        self.show_file(FileView("Choose a file."))

    def _list_column(self) -> QVBoxLayout:
        rows = column(self._look, gap=12)
        rows.addWidget(self.files, 1)
        rows.addWidget(self.trouble)
        rows.addWidget(self.note)
        rows.addWidget(self.save)
        return rows

    def _file_column(self) -> QVBoxLayout:
        rows = column(self._look, gap=8)
        turning = row(self._look, parent=self._pager)
        turning.addStretch(1)
        for each in (self.previous, self._pages, self.next):
            turning.addWidget(each)
        rows.addWidget(self._pager)
        held = QWidget()
        inside = column(self._look, 0, 0, 12, 0, parent=held)
        inside.addWidget(self.preview)
        inside.addWidget(self.text)
        inside.addStretch(1)
        rows.addWidget(Scroll(held), 1)
        return rows

    def show_file(self, view: FileView) -> None:
        """Show what can be shown; a file that is not what was attached says so and cannot be saved."""
        for said, words in ((self.note, view.note), (self.trouble, view.trouble)):
            said.show_text(words)
            said.setVisible(bool(words))
        self.preview.setVisible(view.picture is not None)
        if view.picture is not None:
            self.preview.show_page(view.picture)
        self.text.show_text(view.text)
        self.text.setVisible(bool(view.text))
        self._pager.setVisible(bool(view.pages))
        self._pages.show_line(view.pages)
        self.save.setEnabled(view.can_save)
