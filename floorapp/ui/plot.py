"""What every chart stands on: pyqtgraph without axes, menu and zoom, with one painting that fills it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import pyqtgraph
from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QFocusEvent, QMouseEvent, QPainter, QResizeEvent, QTransform
from PyQt6.QtWidgets import QWidget

from floorapp.ui.look import Look


class Painting(pyqtgraph.GraphicsObject):  # type: ignore[misc]
    """Everything inside the frame, painted in whole pixels so that words stay sharp."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.focused = False

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, 1, 1)

    def paint(self, painter: QPainter, *_args: Any) -> None:
        drawn = painter.worldTransform()
        frame = QRectF(drawn.map(QPointF(0, 1)), drawn.map(QPointF(1, 0)))
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_in(painter, frame)
        painter.restore()

    def paint_in(self, painter: QPainter, frame: QRectF) -> None:
        """Paint the chart into this frame, in the widget's own pixels."""
        raise NotImplementedError


Painted = TypeVar("Painted", bound=Painting)


class Plot(pyqtgraph.PlotWidget, Generic[Painted]):  # type: ignore[misc]
    """A chart as a widget: it wears the theme's colours, its painting fills it, and nothing in it is dragged."""

    def __init__(self, look: Look, painting: Painted, parent: QWidget | None = None) -> None:
        super().__init__(parent, enableMenu=False)
        self._look = look
        self.painting = painting
        plot = self.getPlotItem()
        plot.hideAxis("left")
        plot.hideAxis("bottom")
        plot.hideButtons()
        plot.layout.setContentsMargins(0, 0, 0, 0)
        plot.setMouseEnabled(False, False)
        box = plot.getViewBox()
        box.setDefaultPadding(0)
        box.setBorder(None)
        self.addItem(painting)
        self._fill()
        self.setFrameShape(self.Shape.NoFrame)
        look.changed.connect(self._dress)
        self._dress()

    def _fill(self) -> None:
        self.setRange(xRange=(0, 1), yRange=(0, 1), padding=0)

    def _dress(self) -> None:
        self.setBackground(self._look.colour("panel"))
        self.painting.update()

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        """Nothing is dragged here."""

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        """Nothing is dragged here."""

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        super().focusInEvent(event)
        self.painting.focused = True
        self.painting.update()

    def focusOutEvent(self, event: QFocusEvent | None) -> None:
        super().focusOutEvent(event)
        self.painting.focused = False
        self.painting.update()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if hasattr(self, "painting"):  # pyqtgraph resizes once while it is being made
            self._fill()
