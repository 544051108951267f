"""The large view to turn to the guest: the dealer, one box, and what the rules say of each of its wagers."""

from __future__ import annotations

from math import ceil

from PyQt6.QtCore import QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PyQt6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from floorapp.screens.dispute import HandView
from floorapp.screens.dispute_shown import GuestLine, GuestView
from floorapp.screens.forms import Act
from floorapp.screens.states import State
from floorapp.screens.text_line import Sign, TextLine, Words, line
from floorapp.ui.look import Look, follow
from floorapp.ui.pages.dispute_cards import hand_width, paint_hand
from floorapp.ui.paint.cards import TALL
from floorapp.ui.paint.text_line import paint_line, wrapped
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import Ground, Rule, Scroll, column, row

Right = Qt.AlignmentFlag.AlignRight


class LargeHand(QWidget):
    """A hand in cards of 96, its words below."""

    def __init__(self, look: Look, name: str, hand: HandView, card: float = 96, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._name, self._hand, self._card = look, name, hand, card
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{name}: {hand.spoken}")
        follow(look, self, self.updateGeometry)

    def sizeHint(self) -> QSize:
        look = self._look
        wide = max(ceil(hand_width(look, self._hand, self._card)), look.px(160))
        return QSize(wide, look.px(28) + round(look.px(self._card) * TALL) + look.px(38))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(160), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, px, painter = self._look, self._look.px, QPainter(self)
        wide = float(self.width())
        paint_line(painter, QRectF(0, 0, wide, px(24)), look, line(Words(self._name, 18, 500, "ink2", shrinks=True)))
        tall = round(px(self._card) * TALL)
        paint_hand(painter, QRectF(0, px(28), wide, tall), look, self._hand, self._card)
        said = line(Words(self._hand.total, 26, 600), Words(self._hand.decided, 18, 400, "ink2", shrinks=True), gap=10)
        paint_line(painter, QRectF(0, px(30) + tall, wide, px(34)), look, said)
        painter.end()


class GuestRow(QWidget):
    """One wager, large; a wrong one is boxed with the difference in words."""

    def __init__(self, look: Look, shown: GuestLine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._line = look, shown
        self.setAccessibleName(shown.spoken)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        follow(look, self, self.updateGeometry)

    def _sentence(self, width: float) -> tuple[TextLine, ...]:
        room = max(self._look.px(200), width - self._look.px(32) - self._figures)
        return wrapped(self._look, line(Words(self._line.sentence, 17, 400, "ink2")), room)

    @property
    def _figures(self) -> int:
        """Room for the two figures at the right."""
        return self._look.px(290 if self.width() >= self._look.px(560) else 240)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = len(self._sentence(width)) + 1
        return self._look.px(12 + 28 + 24 * lines + 12 + (34 if self._line.difference else 0))

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(640), self.heightForWidth(max(self.width(), self._look.px(640))))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(420), self._look.px(80))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, px, shown, painter = self._look, self._look.px, self._line, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        wrong = bool(shown.difference)
        painter.setPen(QPen(look.sign_colour(State.WARNING) if wrong else look.colour("line"), 2 if wrong else 1))
        painter.setBrush(look.colour("raised"))
        painter.drawRoundedRect(rect, px(8), px(8))
        inner = rect.adjusted(px(16), px(12), -px(16), -px(10))
        head = QRectF(inner.left(), inner.top(), inner.width(), px(28))
        paint_line(
            painter, head.adjusted(0, 0, -self._figures, 0), look, line(Words(shown.wager, 20, 600, shrinks=True))
        )
        tone = "warning" if wrong else "ink"
        paid = Words(shown.paid, 22, 600, tone)
        paint_line(painter, head, look, line(Sign(State.WARNING, 18), paid) if wrong else line(paid), align=Right)
        paint_line(
            painter,
            head.adjusted(0, 0, -self._figures // 2 - px(5), 0),
            look,
            line(Words(shown.correct, 22, 600)),
            align=Right,
        )
        top = inner.top() + px(28)
        lines = self._sentence(self.width())
        for place, each in enumerate((*lines, line(Words(shown.citation, 15, 400, "ink2")))):
            paint_line(painter, QRectF(inner.left(), top + place * px(24), inner.width(), px(24)), look, each)
        if wrong:
            slot = QRectF(inner.left(), inner.bottom() - px(32), inner.width(), px(32))
            paint_line(painter, slot, look, line(Words(shown.difference, 24, 700, "warning")), align=Right)
        painter.end()


class GuestPage(Ground):
    """Covers the whole window; Esc or F11 turns it back."""

    left = pyqtSignal()

    def __init__(self, look: Look, view: GuestView, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        self.setAccessibleName("For the guest")
        whole = column(look, 32, 20, 32, 20, gap=16, parent=self)
        head = row(look, gap=16)
        words = column(look, gap=2)
        words.addWidget(LineLabel(look, line(Words(view.title, 30, 600, shrinks=True))))
        words.addWidget(LineLabel(look, line(Words(view.says, 20, 400, "ink2", shrinks=True))))
        head.addLayout(words, 1)
        self.back = ActButton(look, Act("back", "Back to the desk", "F11"))
        self.back.clicked.connect(self.left)
        head.addWidget(self.back)
        whole.addLayout(head)
        whole.addWidget(Rule(look))
        body = QWidget()
        self._cells = row(look, gap=32, parent=body)
        self._cells.addLayout(self._cards(look, view), 2)
        self._cells.addLayout(self._lines(look, view), 3)
        whole.addWidget(Scroll(body), 1)
        whole.addWidget(Text(look, view.closing, 15, tone="ink2"))
        self.setFocusProxy(self.back)

    def _cards(self, look: Look, view: GuestView) -> QVBoxLayout:
        cards = column(look, gap=18)
        cards.addWidget(LargeHand(look, "Dealer", view.dealer))
        names = ("first hand", "second hand", "third hand", "fourth hand")
        for place, hand in enumerate(view.hands):
            name = view.box if len(view.hands) == 1 else f"{view.box}, {names[min(place, 3)]}"
            cards.addWidget(LargeHand(look, name, hand, 96 if len(view.hands) < 2 else 72))
        cards.addStretch(1)
        return cards

    def _lines(self, look: Look, view: GuestView) -> QVBoxLayout:
        rows = column(look, gap=12)
        heads = row(look, 16, 0, 16, 0, gap=0)
        heads.addStretch(1)
        for words, wide in ((view.head, 140), ("Paid", 140)):
            label = LineLabel(look, line(Words(words, 16, 500, "ink2")), align=Right)
            label.setFixedWidth(look.px(wide))
            heads.addWidget(label)
        rows.addLayout(heads)
        for each in view.lines:
            rows.addWidget(GuestRow(look, each))
        rows.addStretch(1)
        return rows

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._look.px(960)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._cells.direction() != way:
            self._cells.setDirection(way)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F11):
            self.left.emit()
            return
        super().keyPressEvent(event)
