"""A field that offers a few values: painted as the other controls, opened by press, Space or arrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PyQt6.QtCore import QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PyQt6.QtWidgets import QComboBox, QWidget

from floorapp.screens.text_line import BODY, Icon, Words, line
from floorapp.ui.icons import paint_icon
from floorapp.ui.look import TARGET, Look
from floorapp.ui.paint.text_line import line_width, paint_line

if TYPE_CHECKING:
    from floorapp.ui.widgets.pick_popup import PickPopup


class Picker(QComboBox):
    """One value out of a few; Enter goes on from it."""

    entered = pyqtSignal()

    def __init__(
        self, look: Look, name: str, values: Sequence[str], icon: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look, self._icon = look, icon
        self._popup: PickPopup | None = None
        self.addItems(list(values))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.setToolTip(name)

    def show_values(self, values: Sequence[str], chosen: int) -> None:
        """Offer other values; nobody is told of a choice that no hand made."""
        if list(values) != [self.itemText(place) for place in range(self.count())]:
            self.clear()
            self.addItems(list(values))
            self.updateGeometry()
        self.setCurrentIndex(chosen)

    def showPopup(self) -> None:
        """Its values as rows, with a line to find in them where they are many."""
        from floorapp.ui.widgets.pick_popup import PickPopup  # not at start

        if self.count():
            self._popup = PickPopup(self._look, self)
            self._popup.open()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        super().keyPressEvent(event)
        if event is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()

    def wheelEvent(self, event: QWheelEvent | None) -> None:
        """The wheel scrolls what it stands in; a value is chosen by a press or a key."""
        if event is not None:
            event.ignore()

    def hidePopup(self) -> None:
        if self._popup is not None:
            self._popup.close()
            self._popup = None

    def sizeHint(self) -> QSize:
        look = self._look
        longest = max((line_width(look, line(self.itemText(i))) for i in range(self.count())), default=0)
        room = look.px(14 + 44 + (30 if self._icon else 0))
        return QSize(int(longest) + room, look.px(TARGET))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def words_room(self) -> float:
        """How wide the chosen value may be before it is cut."""
        return self.width() - self._look.px(14 + 38 + (28 if self._icon else 0))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, painter = self._look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = 2 if self.hasFocus() else 1
        painter.setPen(QPen(look.colour("ink" if self.hasFocus() else "edge"), width))
        painter.setBrush(look.colour("raised"))
        half = width / 2
        frame = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(frame, look.px(6), look.px(6))
        chosen = self.currentIndex() >= 0
        tone = "ink" if self.isEnabled() and chosen else "ink3"
        words = Words(self.currentText() if chosen else self.placeholderText(), BODY, 400, tone, shrinks=True)
        shown = line(Icon(self._icon, 18), words, gap=10) if self._icon else line(words)
        inner = frame.adjusted(look.px(13), 0, -look.px(38), 0)
        paint_line(painter, inner, look, shown)
        size = look.px(18)
        arrow = QRectF(frame.right() - look.px(30), frame.center().y() - size / 2, size, size)
        paint_icon(painter, arrow, "chevron-down", look.colour("ink2"))
        painter.end()
