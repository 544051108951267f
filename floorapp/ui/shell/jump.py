"""What the jump box found: a list under it, moved through with the arrows while one goes on typing."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PyQt6.QtWidgets import QWidget

from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import SECOND
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.shell.header import JumpBox
from floorapp.ui.widgets.label import Text
from floorapp.ui.widgets.surface import FramedBox, column

WIDE, ROW_TALL, MOST = 620.0, 52.0, 9
#: Asked when the fingers rest this long.
REST_MS = 90


class JumpList(FramedBox):
    """The found rows; the focus stays in the box, and Esc gives it back to where it was."""

    asked = pyqtSignal(str)
    chosen = pyqtSignal(str)
    #: Left, and what had the focus before is gone: the page takes it.
    page_wanted = pyqtSignal()

    def __init__(self, look: Look, box: JumpBox, window: QWidget) -> None:
        super().__init__(look, "panel", "edge", parent=window)
        self._box, self._window = box, window
        self._text = self._known = ""
        self._wants_first = False
        self._before: QWidget | None = None
        self.list = RowList(look, "Found", tall=ROW_TALL, parent=self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._none = Text(look, "", SECOND, tone="ink2")
        rows = column(look, 1, 6, 1, 6, gap=0, parent=self)
        rows.addWidget(self.list)
        inside = column(look, 16, 8, 16, 8)
        inside.addWidget(self._none)
        rows.addLayout(inside)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._ask)
        box.textEdited.connect(self._typed)
        box.installEventFilter(self)
        self.list.clicked.connect(lambda _index: self._choose())
        self.hide()

    # --- typing ---

    def _typed(self, text: str) -> None:
        self._text = text.strip()
        if self._text:
            self._rest.start()
        else:
            self._put_away()

    def _ask(self) -> None:
        self._rest.stop()
        self.asked.emit(self._text)

    def go(self) -> None:
        """Enter: the chosen row; where the answer is still on its way, its first."""
        self._text = self._box.text().strip()
        if self._text and self._known == self._text:
            self._choose()
        elif self._text:
            self._wants_first = True
            self._ask()

    def show_rows(self, text: str, rows: Sequence[ListRow]) -> None:
        """Take what was found for a text; an answer to an older text is not shown."""
        if text != self._text or not text:
            return
        self._known = text
        self.list.rows_model.show_rows(tuple(rows))
        self.list.setVisible(bool(rows))
        self._none.setVisible(not rows)
        self._none.show_text(f"Nothing found for “{text}”. Type a table, a record number, a name or words.")
        if rows:
            self.list.setCurrentIndex(self.list.rows_model.index(0, 0))
        wanted, self._wants_first = self._wants_first, False
        self._place()
        self.show()
        self.raise_()
        if wanted and rows:
            self._choose()

    def _choose(self) -> None:
        key = self.list.selected
        if key:
            self.leave(give_back=False)
            self._box.clear()
            self.chosen.emit(key)

    def leave(self, *, give_back: bool = True) -> None:
        """Close the list; the focus goes back to where it was before."""
        self._put_away()
        before, self._before = self._before, None
        if give_back:
            self._box.clear()
            if before is not None and before.isVisible():
                before.setFocus(Qt.FocusReason.OtherFocusReason)
            elif self._box.hasFocus():
                self.page_wanted.emit()

    def _put_away(self) -> None:
        self._rest.stop()
        self._text = self._known = ""
        self._wants_first = False
        self.hide()

    # --- where it stands ---

    def _place(self) -> None:
        look = self._look
        below = self._box.mapTo(self._window, QPoint(0, self._box.height()))
        width = min(look.px(WIDE), self._window.width() - below.x() - look.px(12))
        count = min(MOST, max(1, len(self.list.rows_model.rows)))
        room = self._window.height() - below.y() - look.px(24)
        tall = min(room, look.px(ROW_TALL) * count + look.px(14))
        self.setGeometry(below.x(), below.y() + look.px(2), width, tall)

    def showEvent(self, event: QShowEvent | None) -> None:
        self._window.installEventFilter(self)  # only now: an idle window's events pass by nobody
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent | None) -> None:
        self._window.removeEventFilter(self)
        super().hideEvent(event)

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        if event is None:
            return False
        if watched is self._window and event.type() is QEvent.Type.Resize:
            self._place()
        if watched is not self._box:
            return False
        if event.type() is QEvent.Type.FocusOut and not self._box.hasFocus():
            self.leave(give_back=False)
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event)
        return False

    def remember(self, before: QWidget | None) -> None:
        """Where the focus was when the box was asked for."""
        if before is not self._box:
            self._before = before

    def _key(self, event: QKeyEvent) -> bool:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
        if step and self.isVisible():
            place = self.list.currentIndex().row() + step
            if 0 <= place < len(self.list.rows_model.rows):
                self.list.setCurrentIndex(self.list.rows_model.index(place, 0))
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return True
        return False
