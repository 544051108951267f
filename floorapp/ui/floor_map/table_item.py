"""One table on the map: half-moon body, rail as deck ring, name, state word, chips and reader sign."""

from __future__ import annotations

from functools import lru_cache

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen
from PyQt6.QtWidgets import (
    QGraphicsItem,
    QGraphicsSceneHoverEvent,
    QGraphicsSceneMouseEvent,
    QStyleOptionGraphicsItem,
    QWidget,
)

from floorapp.screens.plan import DEEP, GRID, WIDE, Facing, MapTable
from floorapp.screens.states import State
from floorapp.ui.floor_map.shape import OUTSIDE, RAIL, outline, paint_rail, rail_length
from floorapp.ui.look import Look
from floorapp.ui.paint.chips import paint_chip
from floorapp.ui.paint.signs import hatching, paint_sign

NAME, WORD, CHIP, SIGN = 16.5, 13.5, 21.0, 12.0
#: The sign beside a state word is a little smaller, so that ten letters fit between the rails.
SMALL_SIGN = 10.0
#: Words are drawn at twice their size and half scale: Qt's fonts come in whole pixels only.
FINE = 2.0
LOUD = (State.DUE, State.WARNING, State.ALARM, State.OFFLINE, State.SHELVED)


def snapped(value: float) -> float:
    """The nearest line of the grid."""
    return round(value / GRID) * GRID


@lru_cache(maxsize=8)
def _bounds(facing: Facing, marked: bool) -> QRectF:
    """Body and chips; only a marked table reaches into its neighbours' room, with its outline."""
    reach = 7.0 if marked else 1.5
    body = QRectF(-WIDE / 2, -DEEP / 2, WIDE, DEEP).adjusted(-reach, -reach, reach, reach)
    chips = max(0.0, CHIP + 6 - reach)
    return body.adjusted(
        -chips if facing is Facing.EAST else 0,
        -chips if facing is Facing.SOUTH else 0,
        chips if facing is Facing.WEST else 0,
        chips if facing is Facing.NORTH else 0,
    )


class TableItem(QGraphicsItem):
    """A table; its position in the scene is its middle, and it paints one frozen value."""

    def __init__(self, look: Look, table: MapTable) -> None:
        super().__init__()
        self._look = look
        self.table = table
        self.marked = False
        self.inverted = False
        self._hovered = False
        self.setAcceptHoverEvents(True)
        self.setPos(table.x, table.y)
        self.setZValue(2)

    def show_table(self, table: MapTable) -> None:
        """Show the table as it now is; painting happens only when something differs."""
        if table == self.table:
            return
        if table.facing is not self.table.facing:
            self.prepareGeometryChange()
        self.table = table
        self.setPos(table.x, table.y)
        self.update()

    def mark(self, marked: bool) -> None:
        if marked != self.marked:
            self.prepareGeometryChange()
            self.marked = marked
            self.setZValue(3 if marked else 2)
            self.update()

    def invert(self, inverted: bool) -> None:
        if inverted != self.inverted:
            self.inverted = inverted
            self.update()

    def arrange(self, on: bool) -> None:
        """Let the table be dragged over the grid, or hold it where it stands."""
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsMovable, on)
        self.update()

    def stand_near(self, place: QPointF) -> None:
        """Stand where the grid is nearest."""
        self.setPos(snapped(place.x()), snapped(place.y()))

    def mouseMoveEvent(self, event: QGraphicsSceneMouseEvent | None) -> None:
        super().mouseMoveEvent(event)
        self.stand_near(self.pos())

    def boundingRect(self) -> QRectF:
        return _bounds(self.table.facing, self.marked)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(_bounds(self.table.facing, False))
        return path

    def hoverEnterEvent(self, event: QGraphicsSceneHoverEvent | None) -> None:
        self._hovered = True
        self.update()

    def hoverLeaveEvent(self, event: QGraphicsSceneHoverEvent | None) -> None:
        self._hovered = False
        self.update()

    # --- painting ---

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        assert painter is not None
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        path = outline(self.table.facing)
        if self.table.open:
            self._paint_body(painter, path)
            self._paint_chips(painter)
        else:
            self._paint_closed(painter, path)
        self._paint_words(painter)
        if self.marked:
            painter.strokePath(outline(self.table.facing, OUTSIDE), QPen(self._look.colour("ink"), 2))

    def _paint_body(self, painter: QPainter, path: QPainterPath) -> None:
        look, table = self._look, self.table
        painter.fillPath(path, look.colour("hover" if self._hovered else "raised"))
        if table.state is State.ALARM and not self.inverted:
            painter.fillPath(path, look.sign_colour(State.ALARM))
        elif table.state in (State.WARNING, State.ALARM):
            painter.fillPath(path, QBrush(look.tint(table.state) or look.colour("raised")))
        elif table.state is State.OFFLINE:
            painter.fillPath(path, hatching(look))
        calm = table.decks_state not in (State.DUE, State.WARNING, State.ALARM)
        ring = look.colour("ring") if calm else look.sign_colour(table.decks_state)
        length = rail_length(table.facing)
        paint_rail(painter, path, table.age, look.colour("track"), ring, length=length)

    def _paint_closed(self, painter: QPainter, path: QPainterPath) -> None:
        if self._hovered:
            painter.fillPath(path, self._look.colour("hover"))
        pen = QPen(self._look.colour("edge"), 1.1)
        pen.setDashPattern([3.5, 3])
        painter.strokePath(path, pen)

    def _paint_chips(self, painter: QPainter) -> None:
        table, facing = self.table, self.table.facing
        out = CHIP / 2 + 4.5
        sideways = facing in (Facing.EAST, Facing.WEST)
        for place, back in ((-25.5, table.shoe), (25.5, table.shuffler)):
            if back is not None:
                rect = self._beside(place, out, CHIP, sideways)
                paint_chip(painter, rect, self._look, back, filled=place < 0)
        if table.reader is not None:
            rect = self._beside(0, out, SIGN, sideways)
            paint_sign(painter, rect, table.reader, self._look.sign_colour(table.reader))

    def _beside(self, along: float, out: float, size: float, sideways: bool) -> QRectF:
        """A square outside the dealer's side; the order reads the same at every table."""
        facing = self.table.facing
        if sideways:
            x = (WIDE / 2 + out) * (-1 if facing is Facing.EAST else 1)
            return QRectF(x - size / 2, along - size / 2, size, size)
        y = (DEEP / 2 + out) * (1 if facing is Facing.NORTH else -1)
        return QRectF(along - size / 2, y - size / 2, size, size)

    def _middle(self) -> QPointF:
        """The middle of the two lines of words, nearer to the dealer than to the players."""
        shift = {Facing.NORTH: (0, 7), Facing.SOUTH: (0, -9), Facing.EAST: (-3, 0), Facing.WEST: (3, 0)}
        return QPointF(*shift[self.table.facing])

    def _ink(self) -> QColor | None:
        solid = self.table.open and self.table.state is State.ALARM and not self.inverted
        return self._look.colour("onink") if solid else None

    def _paint_words(self, painter: QPainter) -> None:
        look, table, middle = self._look, self.table, self._middle()
        ink = self._ink()
        if table.open and table.state is State.OFFLINE:
            self._clear_behind(painter, middle)
        name = look.colour("ink") if table.open else look.colour("ink3")
        self._paint_text(painter, middle + QPointF(0, -10), table.name, NAME, 600, ink or name)
        loud = table.open and table.state in LOUD
        weight = 600 if loud else 400
        tone = look.text_colour(table.state) if loud else look.colour("ink2" if table.open else "ink3")
        word = table.word if table.open else table.word or "closed"
        if not loud:
            self._paint_text(painter, middle + QPointF(0, 9.5), word, WORD, weight, ink or tone)
            return
        width = self._text_width(word, WORD, weight)
        mark = SMALL_SIGN + max(1.5, min(4.0, (WIDE - 2 * RAIL - width - SMALL_SIGN) / 3))
        start = middle.x() - (width + mark) / 2 - 1  # a sign keeps more air around it than a letter
        square = QRectF(start, middle.y() + 9.5 - SMALL_SIGN / 2, SMALL_SIGN, SMALL_SIGN)
        paint_sign(painter, square, table.state, ink or look.sign_colour(table.state))
        centre = QPointF(start + mark + width / 2, middle.y() + 9.5)
        self._paint_text(painter, centre, word, WORD, weight, ink or tone)

    def _clear_behind(self, painter: QPainter, middle: QPointF) -> None:
        """Keep the hatching from running through the words."""
        name = self._text_width(self.table.name, NAME, 600) + 8
        word = self._text_width(self.table.word, WORD, 600) + SMALL_SIGN + 7
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._look.colour("hover" if self._hovered else "raised"))
        painter.drawRoundedRect(QRectF(middle.x() - name / 2, middle.y() - 19, name, 19), 4, 4)
        painter.drawRoundedRect(QRectF(middle.x() - word / 2, middle.y() + 1, word, 17), 4, 4)
        painter.restore()

    def _text_width(self, text: str, size: float, weight: int) -> float:
        font = self._look.font(size * FINE / self._look.scale, weight, close=weight == 600)
        return QFontMetricsF(font).horizontalAdvance(text) / FINE

    def _paint_text(self, painter: QPainter, centre: QPointF, text: str, size: float, weight: int, ink: QColor) -> None:
        font = self._look.font(size * FINE / self._look.scale, weight, close=weight == 600)
        metrics = QFontMetricsF(font)
        room = (WIDE - 2 * RAIL) * FINE
        width = metrics.horizontalAdvance(text)
        if width > room:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)
            width = metrics.horizontalAdvance(text)
        painter.save()
        painter.translate(centre)
        painter.scale(1 / FINE, 1 / FINE)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(QPointF(-width / 2, metrics.capHeight() / 2), text)
        painter.restore()
