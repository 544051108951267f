"""A pit's floor with its title, the brackets of its floorpersons, and what else stands in the room."""

from __future__ import annotations

from collections.abc import Mapping

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from floorapp.screens.plan import DEEP, WIDE, Bracket, Facing, MapPit, MapTable
from floorapp.ui.floor_map.table_item import CHIP, FINE, WORD
from floorapp.ui.look import Look

#: How large a pit's name is.
NAME = 15.5
TITLE_ROOM = 26.0
#: A name that is too long to stand beside the count stands over it.
NAME_ROOM = 18.0
#: Narrower than this a game’s name says nothing beside the pit’s.
LEAST_ROOM = 24.0
Left, Right, Centre = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


def _paint_words(
    painter: QPainter,
    look: Look,
    at: QPointF,
    text: str,
    ink: QColor,
    *,
    size: float = WORD,
    weight: int = 400,
    align: Qt.AlignmentFlag = Left,
    room: float = 0,
    cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> float:
    """Words centred on the height of `at`; returns how wide they came out."""
    font = look.font(size * FINE / look.scale, weight)
    metrics = QFontMetricsF(font)
    if room:
        text = metrics.elidedText(text, cut, room * FINE)
    width = metrics.horizontalAdvance(text)
    shift = {Left: 0.0, Right: -width, Centre: -width / 2}[align]
    painter.save()
    painter.translate(at)
    painter.scale(1 / FINE, 1 / FINE)
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(QPointF(shift, metrics.capHeight() / 2), text)
    painter.restore()
    return width / FINE


class PitItem(QGraphicsItem):
    """A pit; brackets follow where their tables stand."""

    def __init__(self, look: Look, pit: MapPit) -> None:
        super().__init__()
        self._look = look
        self.pit = pit
        self._brackets: tuple[tuple[Bracket, QRectF, Facing], ...] = ()
        self.setPos(pit.x, pit.y)
        self.setToolTip(pit.name)

    @property
    def title_room(self) -> float:
        """How far its title stands out above it."""
        return TITLE_ROOM + (NAME_ROOM if self._over() else 0)

    def _over(self) -> bool:
        """Whether the name stands over the count: there is no room for it beside."""
        count, name = self._wide(self.pit.count, WORD, 400), self._wide(self.pit.name, NAME, 600)
        return name > self.pit.width - count - 16

    def _wide(self, text: str, size: float, weight: int) -> float:
        font = self._look.font(size * FINE / self._look.scale, weight)
        return QFontMetricsF(font).horizontalAdvance(text) / FINE

    def show_pit(self, pit: MapPit, tables: Mapping[str, MapTable]) -> None:
        brackets = tuple(self._placed(bracket, tables) for bracket in pit.brackets)
        if pit == self.pit and brackets == self._brackets:
            return
        self.prepareGeometryChange()
        self.pit, self._brackets = pit, brackets
        self.setPos(pit.x, pit.y)
        self.update()

    def _placed(self, bracket: Bracket, tables: Mapping[str, MapTable]) -> tuple[Bracket, QRectF, Facing]:
        own = [tables[name] for name in bracket.tables if name in tables]
        if not own:
            return bracket, QRectF(), Facing.NORTH
        facing = own[0].facing
        xs, ys = [table.x - self.pit.x for table in own], [table.y - self.pit.y for table in own]
        reach = CHIP + 10
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        if facing in (Facing.NORTH, Facing.SOUTH):
            y = bottom + DEEP / 2 + reach if facing is Facing.NORTH else top - DEEP / 2 - reach
            return bracket, QRectF(left - WIDE / 2 + 4, y, right - left + WIDE - 8, 0), facing
        x = left - WIDE / 2 - reach if facing is Facing.EAST else right + WIDE / 2 + reach
        return bracket, QRectF(x, top - DEEP / 2 + 4, 0, bottom - top + DEEP - 8), facing

    def boundingRect(self) -> QRectF:
        room = TITLE_ROOM + NAME_ROOM
        return QRectF(-2, -room, self.pit.width + 4, self.pit.height + room + 2)

    def paint(
        self, painter: QPainter | None, option: QStyleOptionGraphicsItem | None, widget: QWidget | None = None
    ) -> None:
        assert painter is not None
        look, pit = self._look, self.pit
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.colour("line"), 1))
        painter.setBrush(look.colour("pit"))
        painter.drawRoundedRect(QRectF(0, 0, pit.width, pit.height), 10, 10)
        ink, second = look.colour("ink"), look.colour("ink2")
        count = _paint_words(painter, look, QPointF(pit.width - 2, -14), pit.count, second, align=Right)
        room, over = pit.width - count - 16, self._over()
        if over:
            size = NAME if self._wide(pit.name, NAME, 600) <= pit.width - 4 else WORD
            line, cut = QPointF(2, -14 - NAME_ROOM), Qt.TextElideMode.ElideMiddle
            _paint_words(painter, look, line, pit.name, ink, size=size, weight=600, room=pit.width - 4, cut=cut)
            used = -16.0
        else:
            used = _paint_words(painter, look, QPointF(2, -14), pit.name, ink, size=NAME, weight=600)
        start, left = QPointF(used + 18, -14), room - used - 20
        if left > LEAST_ROOM:
            _paint_words(painter, look, start, pit.game, second, room=left)
        for bracket, rect, facing in self._brackets:
            if not rect.isNull():
                self._paint_bracket(painter, bracket, rect, facing)

    def _paint_bracket(self, painter: QPainter, bracket: Bracket, rect: QRectF, facing: Facing) -> None:
        look, tick = self._look, 4.0
        path = QPainterPath()
        ticks = {
            Facing.NORTH: QPointF(0, -tick),
            Facing.SOUTH: QPointF(0, tick),
            Facing.EAST: QPointF(tick, 0),
            Facing.WEST: QPointF(-tick, 0),
        }[facing]
        start, end = rect.topLeft(), rect.bottomRight()
        if facing in (Facing.NORTH, Facing.SOUTH):
            end.setY(rect.top())
        path.moveTo(start + ticks)
        path.lineTo(start)
        path.lineTo(end)
        path.lineTo(end + ticks)
        painter.strokePath(path, QPen(look.colour("edge"), 1.2))
        middle = (start + end) / 2
        if facing in (Facing.NORTH, Facing.SOUTH):
            middle += QPointF(0, 10.5 if facing is Facing.NORTH else -10.5)
            room = max(rect.width(), WIDE)
            _paint_words(painter, look, middle, bracket.words, look.colour("ink2"), align=Centre, room=room)
        else:
            side = Right if facing is Facing.EAST else Left
            middle += QPointF(-6 if facing is Facing.EAST else 6, 0)
            _paint_words(painter, look, middle, bracket.words, look.colour("ink2"), align=side)
