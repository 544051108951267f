"""What the pages of devices share: a list, the selected one beside it, a box under both; or what to do first."""

from __future__ import annotations

from PyQt6.QtWidgets import QWidget

from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECTION, TITLE, TextLine, Words, line, state_line
from floorapp.ui.look import Look
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.folding_page import FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Right
from floorapp.ui.widgets.surface import FramedBox, Scroll, column, row


class DevicePanel(FramedBox):
    """The selected device: its name and how it stands above, what else there is to say in `rows`."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", parent=parent)
        self._title, self._state = LineLabel(look), LineLabel(look, align=Right)
        self._subject = LineLabel(look)
        inside = QWidget()
        self.rows = column(look, 16, 12, 16, 12, gap=8, parent=inside)
        head = row(look)
        head.addWidget(self._title, 1)
        head.addWidget(self._state)
        self.rows.addLayout(head)
        self.rows.addWidget(self._subject)
        column(look, 1, gap=0, parent=self).addWidget(Scroll(inside))

    def show_head(self, title: str, state: State, word: str, subject: TextLine) -> None:
        self._title.show_line(line(Words(title, SECTION, 600, shrinks=True)))
        self._state.show_line(state_line(state, word))
        self._subject.show_line(subject)


class DevicesPage(FoldingPage):
    """A page of devices; where it is narrow the selected one stands below the list."""

    def __init__(self, look: Look, title: str, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._sentence = LineLabel(look)
        self._head = row(look, gap=16)
        self._head.addWidget(LineLabel(look, line(Words(title, TITLE, 600))))
        self._head.addWidget(self._sentence, 1)
        self._upper = row(look, gap=16)

    def build(
        self, ledger: QWidget, detail: DevicePanel, under: QWidget, empty: Empty, *, shares: tuple[int, int, int]
    ) -> None:
        """Put the parts in their places: how wide list and selected one are, and how high the box under them."""
        look, listed, inside = self._look, FramedBox(self._look), QWidget()
        column(look, 1, gap=0, parent=listed).addWidget(ledger)
        listed.setMinimumHeight(look.px(240))
        self._shown, self._empty = (listed, detail, under), empty
        self._upper.addWidget(listed, shares[0])
        self._upper.addWidget(detail, shares[1])
        rows = column(look, 24, 14, 24, 14, gap=14, parent=inside)
        rows.addLayout(self._head)
        rows.addWidget(empty, 1)
        rows.addLayout(self._upper, 16)
        rows.addWidget(under, shares[2])
        column(look, gap=0, parent=self).addWidget(Scroll(inside))
        self.setFocusProxy(ledger)

    def show_sentence(self, sentence: str, *, some: bool) -> None:
        """How the devices stand; where there are none, what to do first takes the place of the lists."""
        self._sentence.show_line(line(Words(sentence, BODY, 400, "ink2", shrinks=True)))
        for widget in self._shown:
            widget.setVisible(some)
        self._empty.setVisible(not some)

    def leave_out(self, narrow: bool) -> None:
        """Leave out of the lists what a narrow page has no room for."""
        raise NotImplementedError

    def fold(self, narrow: bool) -> None:
        self.leave_out(narrow)
        fold(self._look, self._upper, narrow)
