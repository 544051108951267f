"""The large drawing of one table: true sides, boxes in their order, the shoe at the dealer's left."""

from __future__ import annotations

from math import cos, pi, sin

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QPainter, QPaintEvent, QPen, QTransform
from PyQt6.QtWidgets import QSizePolicy, QWidget

from floorapp.screens.states import State
from floorapp.screens.table import TableDrawing
from floorapp.screens.text_line import Words, line
from floorapp.ui.floor_map.shape import half_moon, paint_rail
from floorapp.ui.look import Look, follow
from floorapp.ui.paint.chips import paint_chip
from floorapp.ui.paint.signs import paint_sign
from floorapp.ui.paint.text_line import paint_line

WIDE, DEEP = 308.0, 186.0


class TablePicture(QWidget):
    """Dealer above, players below; the rail is the deck ring as on the map."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._table: TableDrawing | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        follow(look, self, self.updateGeometry)

    def show_table(self, table: TableDrawing) -> None:
        self._table = table
        batches = [
            f"{back.word} in the {where}"
            for back, where in ((table.shoe, "shoe"), (table.shuffler, "shuffler"))
            if back
        ]
        said = [table.name, f"{table.boxes} spots", *batches, f"reader {table.reader.spoken}"]
        self.setAccessibleName(", ".join(said))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(WIDE + 60), self._look.px(DEEP + 48))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        if self._table is None:
            return
        look, table, painter = self._look, self._table, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self.width() / 2, self.height() / 2 + look.px(4))
        painter.scale(look.scale, look.scale)
        shape = QTransform().rotate(180).map(half_moon(WIDE, DEEP, 16, shoulder=0.82, bow=0.56, flat=0.57))
        painter.fillPath(shape, look.colour("raised"))
        calm = table.decks_state not in (State.DUE, State.WARNING, State.ALARM)
        ring = look.colour("ring") if calm else look.sign_colour(table.decks_state)
        paint_rail(painter, shape, table.age, look.colour("track"), ring, 7)
        self._paint_batches(painter, table)
        self._paint_boxes(painter, table.boxes)
        sign = QRectF(-12, -DEEP / 2 + 27, 24, 24)
        paint_sign(painter, sign, table.reader, look.sign_colour(table.reader))
        painter.resetTransform()
        painter.translate(self.width() / 2, self.height() / 2 + look.px(4))
        words = QRectF(look.px(-90), look.px(-DEEP / 2 + 56), look.px(180), look.px(20))
        said = line(Words(table.reader_words, 13, 400, "ink2"))
        paint_line(painter, words, look, said, align=Qt.AlignmentFlag.AlignHCenter)
        painter.end()

    def _paint_batches(self, painter: QPainter, table: TableDrawing) -> None:
        """The dealer looks down at us: their left, and so the shoe, is at our right."""
        look = self._look
        for x, back, filled in ((94.0, table.shoe, True), (-94.0, table.shuffler, False)):
            if back is not None:
                place = QRectF(x - 14, -DEEP / 2 - 14, 28, 28)
                painter.fillRect(place.adjusted(2, 2, -2, -2), look.colour("panel"))
                paint_chip(painter, place, look, back, filled=filled)

    def _paint_boxes(self, painter: QPainter, boxes: int) -> None:
        look = self._look
        for box in range(1, boxes + 1):
            turn = (box - 0.5) / boxes
            angle = pi * turn
            centre = QPointF(cos(angle) * WIDE * 0.42, DEEP * (0.67 * sin(angle) - 0.41))
            circle = QRectF(centre.x() - 15, centre.y() - 15, 30, 30)
            painter.setPen(QPen(look.colour("edge"), 1.2))
            painter.setBrush(look.colour("base"))
            painter.drawEllipse(circle)
            painter.setPen(look.colour("ink"))
            painter.setFont(look.font(15 / look.scale))
            painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, str(box))
