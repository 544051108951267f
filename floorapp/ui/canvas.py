"""What a painted chart stands on: the theme's panel, painted anew with its look, its size and its focus."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, pyqtSlot
from PyQt6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PyQt6.QtWidgets import QWidget

from floorapp.ui.look import Look


class Canvas(QWidget):
    """A chart as a widget; what is on it says `paint_in`."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        look.changed.connect(self._dress)

    @pyqtSlot()
    def _dress(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.colour("panel"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_in(painter, QRectF(self.rect()))
        painter.end()

    def paint_in(self, painter: QPainter, frame: QRectF) -> None:
        """Paint the chart into this frame."""
        raise NotImplementedError

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent | None) -> None:
        super().focusOutEvent(event)
        self.update()
