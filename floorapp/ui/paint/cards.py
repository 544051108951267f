"""Card faces and the lammer of a free bet."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, QSize
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QSizePolicy, QWidget

from floorapp.domain.cards import Card
from floorapp.ui.look import Look, follow
from floorapp.ui.paint.signs import paint_suit

#: Height of a card for its width.
TALL = 7 / 5


def paint_card(painter: QPainter, rect: QRectF, look: Look, card: Card, *, sideways: bool = False) -> None:
    """A card's face; the card of a double lies sideways, turned a quarter clockwise."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if sideways:
        painter.translate(rect.right(), rect.top())
        painter.rotate(90)
        rect = QRectF(0, 0, rect.height(), rect.width())
    width = rect.width()
    face = rect.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(look.hex(look.tokens.card_edge), 1))
    painter.setBrush(look.hex(look.tokens.card))
    painter.drawRoundedRect(face, width / 10, width / 10)
    ink = look.hex(look.tokens.card_red if card.red else look.tokens.card_black)
    rank = "10" if card.rank == "T" else card.rank
    painter.setFont(look.font(width * 0.46 / look.scale, 600))
    painter.setPen(ink)
    cap = painter.fontMetrics().capHeight()
    painter.drawText(QPointF(rect.left() + width * 0.13, rect.top() + width * 0.16 + cap), rank)
    side = width * 0.5
    suit = QRectF(rect.right() - side - width * 0.1, rect.bottom() - side - width * 0.12, side, side)
    paint_suit(painter, suit, card.suit, ink)
    painter.restore()


class CardFace(QWidget):
    """One card as a widget."""

    def __init__(
        self, look: Look, card: Card, width: float = 44, *, sideways: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look, self._card, self._width, self._sideways = look, card, width, sideways
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(card.name + (", sideways" if sideways else ""))
        follow(look, self, self.updateGeometry)

    def sizeHint(self) -> QSize:
        width = self._look.px(self._width)
        size = QSize(width, round(width * TALL))
        return size.transposed() if self._sideways else size

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        paint_card(painter, QRectF(self.rect()), self._look, self._card, sideways=self._sideways)
        painter.end()
