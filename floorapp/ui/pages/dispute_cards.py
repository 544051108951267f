"""The cards of a round as they lie: the dealer's hand, and each box with its hands, painted in one go."""

from __future__ import annotations

from math import ceil

from PyQt6.QtCore import QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QSizePolicy, QWidget

from floorapp.screens.dispute import BoxView, HandView
from floorapp.screens.text_line import BODY, SECOND, TextLine, Words, line
from floorapp.ui.look import Look, follow
from floorapp.ui.paint.cards import TALL, paint_card
from floorapp.ui.paint.text_line import line_width, paint_line

Right = Qt.AlignmentFlag.AlignRight


def hand_width(look: Look, hand: HandView, card: float) -> float:
    """How wide a hand lies when no card covers another."""
    wide, gap = look.px(card), look.px(4)
    return sum((wide * TALL if place in hand.sideways else wide) + gap for place in range(len(hand.cards)))


def paint_hand(painter: QPainter, room: QRectF, look: Look, hand: HandView, card: float) -> None:
    """The cards side by side on one base line; where there is no room they cover each other."""
    wide, gap = look.px(card), float(look.px(4))
    tall = round(wide * TALL)
    excess = hand_width(look, hand, card) - gap - room.width()
    if excess > 0 and len(hand.cards) > 1:
        gap -= excess / (len(hand.cards) - 1)
    x = room.left()
    for place, each in enumerate(hand.cards):
        turned = place in hand.sideways
        width, height = (tall, wide) if turned else (wide, tall)
        face = QRectF(x, room.top() + tall - height, width, height)
        paint_card(painter, face, look, each, sideways=turned)
        x += width + gap


class Seated(QWidget):
    """Something at the table one can choose by a press: a frame, a name, hands."""

    chosen = pyqtSignal(int)

    def __init__(self, look: Look, view: BoxView, card: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._view, self._card = look, view, card
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(view.spoken)
        follow(look, self, self.updateGeometry)

    def wear(self, card: float) -> None:
        """Cards of another size."""
        if card != self._card:
            self._card = card
            self.updateGeometry()
            self.update()

    @property
    def view(self) -> BoxView:
        return self._view

    def show_box(self, view: BoxView) -> None:
        """Show the box as it now is; nothing moves where it is the same."""
        if view != self._view:
            self._view = view
            self.setAccessibleName(view.spoken)
            self.updateGeometry()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and self.rect().contains(event.position().toPoint()):
            self.chosen.emit(self._view.number)

    def _frame(self, painter: QPainter, filled: bool) -> None:
        look = self._look
        width = 2.0 if self._view.active else 1.0
        tone = "ink" if self._view.active else "line" if filled else "edge"
        pen = QPen(look.colour(tone), width)
        if not filled and not self._view.active:
            pen.setDashPattern([3, 3])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.setBrush(look.colour("raised") if filled else Qt.BrushStyle.NoBrush)
        half = width / 2
        frame = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(frame, look.px(8), look.px(8))


class BoxPanel(Seated):
    """A box: empty and dashed, or with its hands; framed in ink while it is being told."""

    def __init__(self, look: Look, view: BoxView, card: float = 40, parent: QWidget | None = None) -> None:
        super().__init__(look, view, card, parent)

    def sizeHint(self) -> QSize:
        look, view = self._look, self._view
        lines = 2 if any(hand.wagers for hand in view.hands) or not view.hands else 1
        tall = look.px(10 + 20 + 5) + round(look.px(self._card) * TALL) + look.px(4 + 24 + 20 * (lines - 1) + 8)
        tall += look.px(18) * len(view.below)
        width = sum(self._hand_room(hand) for hand in view.hands) or look.px(90)
        return QSize(ceil(width) + look.px(26), tall)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(self._look.px(104), hint.height())

    def _hand_room(self, hand: HandView) -> float:
        look = self._look
        words = line_width(look, self._said(hand))
        wagers = line_width(look, hand.wagers) if hand.wagers else 0
        return max(hand_width(look, hand, self._card), words, wagers) + look.px(14)

    def _said(self, hand: HandView) -> TextLine:
        return line(Words(hand.total, 18, 600), Words(hand.decided, SECOND, 400, "ink2", fits=True))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, view, painter = self._look, self._view, QPainter(self)
        px = look.px
        self._frame(painter, bool(view.hands))
        inner = QRectF(self.rect()).adjusted(px(13), px(10), -px(13), -px(8))
        head = QRectF(inner.left(), inner.top(), inner.width(), px(20))
        name = line(Words(view.name, BODY, 600))
        paint_line(painter, head, look, name)
        if view.note:
            note = line(Words(view.note, SECOND, 400, "ink2", shrinks=True))
            room = head.adjusted(line_width(look, name) + px(8), 0, 0, 0)
            paint_line(painter, room, look, note, align=Right)
        top = inner.top() + px(25)
        if not view.hands:
            slot = QRectF(inner.left(), top, inner.width(), px(20))
            paint_line(painter, slot, look, line(Words(view.empty, 14, 400, "ink2", shrinks=True)))
        self._paint_hands(painter, inner, top)
        below = inner.bottom() - px(18) * len(view.below)
        for place, words in enumerate(view.below):
            slot = QRectF(inner.left(), below + place * px(18), inner.width(), px(18))
            paint_line(painter, slot, look, line(Words(words, SECOND, 400, "ink2", fits=True)))
        painter.end()

    def _paint_hands(self, painter: QPainter, inner: QRectF, top: float) -> None:
        look, px, hands = self._look, self._look.px, self._view.hands
        rooms = [self._hand_room(hand) for hand in hands]
        share = min(1.0, inner.width() / sum(rooms)) if rooms else 1.0
        x = inner.left()
        tall = round(px(self._card) * TALL)
        for hand, room in zip(hands, rooms, strict=True):
            width = room * share - (px(14) if len(hands) > 1 else 0)
            paint_hand(painter, QRectF(x, top, width, tall), look, hand, self._card)
            under = top + tall + px(4)
            paint_line(painter, QRectF(x, under, width, px(24)), look, self._said(hand))
            if hand.wagers is not None:
                paint_line(painter, QRectF(x, under + px(23), width, px(20)), look, hand.wagers)
            x += room * share


#: The room for what the reader said, the longest of it uncut.
SAID = 152


class DealerPanel(Seated):
    """The dealer's place: what the reader said, the cards, the total."""

    def __init__(self, look: Look, view: BoxView, parent: QWidget | None = None) -> None:
        super().__init__(look, view, 48, parent)

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(320), round(self._look.px(self._card) * TALL) + self._look.px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, view, painter = self._look, self._view, QPainter(self)
        px = look.px
        self._frame(painter, filled=True)
        inner = QRectF(self.rect()).adjusted(px(14), px(9), -px(14), -px(9))
        middle = inner.center().y()
        told = [line(Words(each, SECOND, 400, "ink2", shrinks=True)) for each in view.note.split(", ")]
        top = middle - px(10 + 9 * len(told))
        paint_line(painter, QRectF(inner.left(), top, px(110), px(20)), look, line(Words("Dealer", BODY, 600)))
        for place, words in enumerate(told):
            under = top + px(20 + 18 * place)
            paint_line(painter, QRectF(inner.left(), under, px(SAID - 12), px(18)), look, words)
        if not view.hands:
            hint = line(Words(view.empty, 14, 400, "ink2", shrinks=True))
            paint_line(
                painter,
                QRectF(inner.left() + px(SAID), inner.top(), inner.width() - px(SAID), inner.height()),
                look,
                hint,
            )
            painter.end()
            return
        hand = view.hands[0]
        room = inner.width() - px(SAID + 150)
        wide = min(hand_width(look, hand, self._card), room)
        paint_hand(painter, QRectF(inner.left() + px(SAID), inner.top(), wide, inner.height()), look, hand, self._card)
        left = inner.left() + px(SAID) + wide + px(12)
        total = QRectF(left, middle - px(25), inner.right() - left, px(30))
        paint_line(painter, total, look, line(Words(hand.total, 24, 600)))
        said = line(Words(hand.decided, SECOND, 400, "ink2", shrinks=True))
        paint_line(painter, QRectF(left, middle + px(5), inner.right() - left, px(18)), look, said)
        painter.end()
