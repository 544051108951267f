"""The dispute desk: where a dispute begins; then cards at the left, the settlement at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QBoxLayout, QGridLayout, QVBoxLayout, QWidget

from floorapp.screens.dispute import BoxView, DisputeView
from floorapp.screens.dispute_pad import PadPress
from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, SECOND, TITLE, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.pages.dispute_cards import BoxPanel, DealerPanel
from floorapp.ui.pages.dispute_pad import Pads, TypedWords
from floorapp.ui.pages.dispute_side import SettlementSide
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Right
from floorapp.ui.widgets.surface import Choice, FramedBox, Ground, Scroll, column, row


class StartPage(Ground):
    """A list of everything one can start from; one press or Enter takes it."""

    chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        rows = column(look, 24, 16, 24, 16, gap=10, parent=self)
        rows.addWidget(LineLabel(look, line(Words("Which table?", TITLE, 600))))
        says = "The table's game, decks and Rules Submission are filled in, with its reader's last signal."
        rows.addWidget(LineLabel(look, line(Words(says, BODY, 400, "ink2", shrinks=True))))
        box = FramedBox(look)
        self.list = RowList(look, "Tables and games to start from")
        column(look, 1, 4, 1, 4, gap=0, parent=box).addWidget(self.list)
        rows.addWidget(box, 1)
        self.list.activated.connect(lambda index: self._take(index.row()))
        self.list.clicked.connect(lambda index: self._take(index.row()))
        self.setFocusProxy(self.list)

    def _take(self, place: int) -> None:
        if self.isVisible():
            self.chosen.emit(self.list.rows_model.row_at(place).key)

    def show_rows(self, rows: Sequence[ListRow]) -> None:
        self.list.show_rows(rows)
        if rows and not self.list.selected:
            self.list.select(rows[0].key)


#: The pads, in their order, by name and word.
PADS = (("cards", "Cards"), ("wagers", "Wagers"), ("paid", "Paid"), ("calls", "Rulings"), ("more", "More"))

#: Below this width the settlement stands under the cards instead of beside them.
#: Below this height the cards of the boxes are smaller.
LOW = 720.0


class DisputePage(FoldingPage):
    """Shows one round; every key changes it in place."""

    act_chosen = pyqtSignal(str)
    seat_chosen = pyqtSignal(int)
    pad_chosen = pyqtSignal(str)
    pressed = pyqtSignal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self.typed = TypedWords(look)
        self.pads = Pads(look, [name for name, _words in PADS])
        self.switch = Choice(look, [(name, line(Words(words, 14, 500))) for name, words in PADS], switch=True)
        self.side = SettlementSide(look)
        self._title, self._subject, self._incident = LineLabel(look), LineLabel(look), LineLabel(look, align=Right)
        self._said = LineLabel(look)
        self.dealer = DealerPanel(look, BoxView(0, "Dealer"))
        self.boxes: list[BoxPanel] = []
        self._held = QWidget()
        self._grid = QGridLayout(self._held)
        self._scroll = Scroll(self._held)
        self._shares: tuple[int, ...] = ()
        self._narrow = False
        self._typing: QBoxLayout = row(look, gap=8)
        self._whole: QBoxLayout = row(look, gap=0, parent=self)
        self._whole.addLayout(self._left(), 1)
        self._whole.addWidget(self.side)
        self.setFocusProxy(self.typed)
        self._join()

    def _join(self) -> None:
        self.dealer.chosen.connect(self.seat_chosen)
        self.switch.chosen.connect(self.pad_chosen)
        self.pads.pressed.connect(self._press)
        self.side.act_chosen.connect(self.act_chosen)

    def _press(self, press: PadPress) -> None:
        self.pressed.emit(press)

    def _left(self) -> QVBoxLayout:
        look = self._look
        left = column(look, 20, 10, 20, 10, gap=6)
        head = row(look, gap=12)
        head.addWidget(self._title)
        head.addWidget(self._subject, 1)
        head.addWidget(self._incident)
        left.addLayout(head)
        left.addWidget(self.dealer)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(look.px(6))
        self._grid.setRowStretch(4, 1)
        left.addWidget(self._scroll, 1)
        self._typing.addWidget(self.typed, 1)
        self._typing.addWidget(self.switch)
        left.addLayout(self._typing)
        left.addWidget(self._said)
        left.addWidget(self.pads)
        return left

    def show_dispute(self, view: DisputeView) -> None:
        """Show the round as it now is."""
        self._title.show_line(line(Words(view.title, TITLE, 600, shrinks=True)))
        self._subject.show_line(line(Words(view.subject, SECOND + 1, 400, "ink2", shrinks=True)))
        self._incident.show_line(view.incident)
        self.dealer.show_box(view.dealer)
        self._show_boxes(view.boxes)
        self.typed.show_typing(view.typing, view.told)
        self.typed.at_start, self.typed.at_end = view.first, view.last
        self._said.show_line(view.said)
        self.pads.show_pads(view.pads)
        self.switch.choose(view.pads.now)
        self.side.show_settlement(view.settlement)

    def _show_boxes(self, boxes: tuple[BoxView, ...]) -> None:
        across = 3 if len(boxes) <= 6 else 4
        while len(self.boxes) > len(boxes):
            gone = self.boxes.pop()
            self._grid.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for place, box in enumerate(boxes):
            if place < len(self.boxes):
                self.boxes[place].show_box(box)
                if box.active:
                    self._scroll.ensureWidgetVisible(self.boxes[place], 0, 4)
            else:
                panel = BoxPanel(self._look, box, self._card())
                panel.chosen.connect(self.seat_chosen)
                self.boxes.append(panel)
        shares = tuple(
            max(_share(box) for box in boxes[column_::across]) if boxes[column_::across] else 1
            for column_ in range(across)
        )
        if shares != self._shares or self._grid.count() != len(boxes):
            self._shares = shares
            for place, panel in enumerate(self.boxes):
                self._grid.addWidget(panel, place // across, place % across)
            for place in range(4):
                self._grid.setColumnStretch(place, shares[place] if place < across else 0)

    @property
    def _low(self) -> bool:
        return self._narrow or self.height() < self._look.px(LOW)

    def _card(self) -> float:
        return 30 if self._low else 40

    def fold(self, narrow: bool) -> None:
        px = self._look.px
        self._narrow = narrow
        fold(self._look, self._typing, narrow)
        side = Fold(self.side, 604 if self.width() >= px(1340) else 532, 360)
        fold(self._look, self._whole, narrow, side)
        self.dealer.wear(40 if self._low else 48)
        self._scroll.setMinimumHeight(px(150))
        for panel in self.boxes:
            panel.wear(self._card())


def _share(box: BoxView) -> int:
    """How much of the width a box wants, by its cards."""
    return 3 + sum(2 + len(hand.cards) for hand in box.hands)
