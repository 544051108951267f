"""The dispute desk: cards at the left, the settlement at the right, differences boxed."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt6.QtCore import QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PyQt6.QtWidgets import QGridLayout, QLineEdit, QVBoxLayout, QWidget

from floorapp.domain.cards import Card
from floorapp.ui.lists.settlement import Right, SettlementList, SettlementRow, settlement_columns
from floorapp.ui.look import BODY, SECOND, TITLE, Look
from floorapp.ui.paint.cards import CardFace
from floorapp.ui.paint.line import Icon, Line, Sign, Suit, Words, line, line_width, paint_line
from floorapp.ui.tokens import State
from floorapp.ui.widgets.button import Act, ActButton
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import Box, Ground, Rule, Scroll, column, row

Bottom = Qt.AlignmentFlag.AlignBottom
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand: its cards, which of them lie sideways, its total and what was decided."""

    cards: tuple[Card, ...]
    total: str
    decided: str = ""
    wagers: Line | None = None
    sideways: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class BoxView:
    """One box with its hands; the one being typed is framed."""

    name: str
    hands: tuple[HandView, ...] = ()
    note: str = ""
    active: bool = False


@dataclass(frozen=True, slots=True)
class DisputeView:
    """The whole screen at one moment; the first act is the primary one."""

    title: str
    subject: str
    incident: Line
    dealer: HandView
    dealer_words: str
    dealer_note: str
    boxes: tuple[BoxView, ...]
    typing: str
    typed: str
    verdict: State
    verdict_words: str
    verdict_meaning: str
    rulebook: tuple[Line, Line]
    lines: tuple[SettlementRow, ...]
    net: tuple[str, str]
    acts: tuple[Act, ...]
    decisions: tuple[str, ...]


class HandStrip(QWidget):
    """A hand's cards side by side, its total and wagers below."""

    def __init__(self, look: Look, hand: HandView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        rows = column(look, gap=3, parent=self)
        cards = row(look, gap=4)
        for place, card in enumerate(hand.cards):
            face = CardFace(look, card, 40, sideways=place in hand.sideways)
            cards.addWidget(face, 0, Bottom)
        cards.addStretch(1)
        rows.addLayout(cards)
        rows.addSpacing(look.px(2))
        total = Words(hand.total, 18, 600)
        rows.addWidget(LineLabel(look, line(total, Words(hand.decided, SECOND, 400, "ink2"))))
        if hand.wagers is not None:
            rows.addWidget(LineLabel(look, hand.wagers))


class BoxPanel(Box):
    """A box: empty and dashed, or with its hands; framed in ink while it is being typed."""

    def __init__(self, look: Look, box: BoxView, parent: QWidget | None = None) -> None:
        filled = bool(box.hands)
        super().__init__(
            look,
            "raised" if filled else "",
            "ink" if box.active else "line" if filled else "edge",
            width=2 if box.active else 1,
            dashed=not filled,
            parent=parent,
        )
        self.setAccessibleName(box.name)
        rows = column(look, 13, 10, 13, 10, gap=6, parent=self)
        head = row(look)
        head.addWidget(LineLabel(look, line(Words(box.name, BODY, 600))))
        head.addStretch(1)
        if box.note:
            head.addWidget(LineLabel(look, line(Words(box.note, SECOND, 400, "ink2"))))
        rows.addLayout(head)
        if not filled:
            rows.addWidget(LineLabel(look, line(Words("empty", 14, 400, "ink2"))))
        hands = row(look, gap=18)
        for hand in box.hands:
            hands.addWidget(HandStrip(look, hand))
        hands.addStretch(1)
        rows.addLayout(hands)
        rows.addStretch(1)


class TypedCards(QLineEdit):
    """Cards as one types them, with which hand they go to written in front."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._typing = look, ""
        self.setFont(look.font(18, mono=True))

    def show_typing(self, typing: str) -> None:
        self._typing = typing
        look = self._look
        self.setAccessibleName(f"Cards of {typing}")
        width = line_width(look, line(Words(typing, 14)))
        hint = line_width(look, line(Words("type as kh td, or tap", SECOND)))
        self.setTextMargins(int(width) + look.px(14), 0, int(hint) + look.px(8), 0)
        self.setStyleSheet(f"font-family: '{look.font(mono=True).family()}'; font-size: {look.px(18)}px")

    def paintEvent(self, event: QPaintEvent | None) -> None:
        super().paintEvent(event)
        painter, look = QPainter(self), self._look
        inner = QRectF(self.rect()).adjusted(look.px(15), 0, -look.px(15), 0)
        paint_line(painter, inner, look, line(Words(self._typing, 14, 400, "ink2")))
        hint = line(Words("type as kh td, or tap", SECOND, 400, "ink2"))
        paint_line(painter, inner, look, hint, align=Right)
        painter.end()


class Keypad(QWidget):
    """Ranks, suits and decisions for fingers."""

    pressed = pyqtSignal(str)

    def __init__(self, look: Look, decisions: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        rows = column(look, gap=6, parent=self)
        ranks = [(rank, line(Words(rank, 19, 600))) for rank in RANKS]
        suits = [(suit, line(Suit(suit, 20))) for suit in "shdc"]
        suits.append(("undo", line(Icon("arrow-back-up", 20), Words("Undo", BODY, 600))))
        decided = [(word.lower(), line(Words(word, BODY, 600))) for word in decisions]
        for faces in (ranks, suits, decided):
            cells = row(look, gap=6)
            for name, face in faces:
                button = ActButton(look, Act(name, face.spoken), face=face)
                button.margin = 6.0
                button.clicked.connect(lambda _on=False, n=name: self.pressed.emit(n))
                cells.addWidget(button, 1 if faces is not decided else 0)
            rows.addLayout(cells)


class Verdict(QWidget):
    """Whether the round was paid right, on the tint of what it is."""

    def __init__(self, look: Look, view: DisputeView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._state = look, view.verdict
        cells = row(look, 20, 10, 20, 10, gap=14, parent=self)
        sign = LineLabel(look, line(Sign(view.verdict, 25)))
        sign.setAccessibleName(view.verdict.value)
        cells.addWidget(sign)
        words = column(look, gap=1)
        words.addWidget(LineLabel(look, line(Words(view.verdict_words, 18, 600, shrinks=True))))
        words.addWidget(Text(look, view.verdict_meaning, SECOND, tone="ink2"))
        cells.addLayout(words, 1)
        book = column(look, gap=1)
        for shown in view.rulebook:
            book.addWidget(LineLabel(look, shown, align=Right))
        cells.addLayout(book)

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.tint(self._state) or self._look.colour("panel"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._look.colour("line"))
        painter.end()


class Figures(QWidget):
    """Heads or totals over the same columns as the settlement's lines."""

    def __init__(
        self, look: Look, heads: tuple[Words, ...], tall: float, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look, self._heads = look, heads
        self.setFixedHeight(look.px(tall))
        self.setAccessibleName(" ".join(words.text for words in heads))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter, look = QPainter(self), self._look
        columns = settlement_columns(look, self.width())
        starts, ends = self._heads[:-2], self._heads[-2:]
        for start, words in zip(columns, starts, strict=False):
            paint_line(painter, QRectF(start, 0, self.width(), self.height()), look, line(words))
        for end, words in zip(columns[4:], ends, strict=True):
            paint_line(painter, QRectF(0, 0, end, self.height()), look, line(words), align=Right)
        painter.end()


class DisputePage(Ground):
    """Shows one round; rebuilt when its cards change, for it is small."""

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, view: DisputeView, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        self.lines = SettlementList(look)
        self.lines.show_rows(view.lines)
        self.typed = TypedCards(look)
        self.typed.setText(view.typed)
        self.typed.show_typing(view.typing)
        self.keypad = Keypad(look, view.decisions)
        self.buttons: list[ActButton] = []
        self._side = self._settlement(view)
        whole = row(look, gap=0, parent=self)
        whole.addLayout(self._cards(view), 1)
        whole.addWidget(self._side)
        self.setFocusProxy(self.typed)

    def _cards(self, view: DisputeView) -> QVBoxLayout:
        look = self._look
        left = column(look, 20, 16, 20, 16, gap=12)
        head = row(look, gap=12)
        head.addWidget(LineLabel(look, line(Words(view.title, TITLE, 600))))
        head.addWidget(LineLabel(look, line(Words(view.subject, 16, 400, "ink2", shrinks=True))), 1)
        head.addWidget(LineLabel(look, view.incident, align=Right))
        left.addLayout(head)
        left.addWidget(self._dealer(view))
        held = QWidget()
        boxes = QGridLayout(held)
        boxes.setContentsMargins(0, 0, 0, 0)
        boxes.setSpacing(look.px(10))
        for place, box in enumerate(view.boxes):
            boxes.addWidget(BoxPanel(look, box), place // 3, place % 3)
        for across, share in enumerate((17, 7, 10)):
            boxes.setColumnStretch(across, share)
        boxes.setRowStretch(2, 1)
        left.addWidget(Scroll(held), 1)
        left.addWidget(self.typed)
        left.addWidget(self.keypad)
        return left

    def _dealer(self, view: DisputeView) -> Box:
        look = self._look
        box = Box(look, "raised")
        cells = row(look, 14, 10, 14, 10, gap=4, parent=box)
        names = column(look, gap=2)
        names.addStretch(1)
        names.addWidget(LineLabel(look, line(Words("Dealer", BODY, 600))))
        names.addWidget(LineLabel(look, line(Words(view.dealer_words, SECOND, 400, "ink2"))))
        names.addStretch(1)
        cells.addLayout(names)
        cells.addSpacing(look.px(16))
        for card in view.dealer.cards:
            cells.addWidget(CardFace(look, card, 48))
        cells.addSpacing(look.px(12))
        total = column(look, gap=0)
        total.addStretch(1)
        total.addWidget(LineLabel(look, line(Words(view.dealer.total, 24, 600))))
        total.addWidget(LineLabel(look, line(Words(view.dealer.decided, SECOND, 400, "ink2"))))
        total.addStretch(1)
        cells.addLayout(total)
        cells.addStretch(1)
        cells.addWidget(LineLabel(look, line(Words(view.dealer_note, SECOND, 400, "ink2"))))
        return box

    def _settlement(self, view: DisputeView) -> Ground:
        look = self._look
        side = Ground(look, "panel", "l")
        rows = column(look, gap=0, parent=side)
        rows.setContentsMargins(1, 0, 0, 0)
        rows.addWidget(Verdict(look, view))
        names = ("Box", "Wager", "Stake", "Outcome", "Expected", "Reported")
        rows.addWidget(Figures(look, tuple(Words(name, SECOND, 500, "ink2") for name in names), 38))
        rows.addWidget(Rule(look))
        rows.addWidget(self.lines, 1)
        rows.addWidget(Rule(look))
        net = (Words("Net of the round, expected", BODY, 400, "ink2"),)
        rows.addWidget(Figures(look, net + tuple(Words(figure, 15, 600) for figure in view.net), 46))
        acts = row(look, 20, 0, 20, 16, gap=10)
        for place, act in enumerate(view.acts):
            button = ActButton(look, act, primary=place == 0)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            acts.addWidget(button, 3 - place)
            self.buttons.append(button)
        rows.addLayout(acts)
        return side

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        px = self._look.px
        self._side.setFixedWidth(px(604 if self.width() >= px(1340) else 544))
