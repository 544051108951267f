"""Shufflers: which batch lies where and where it goes next, the selected one whole, and the faults of a week."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from floorapp.screens.forms import Act
from floorapp.screens.shufflers import FaultRow, Lying, ShufflerDetail, ShufflerRow, ShufflersView
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, Chip, Sign, TextLine, Words, line
from floorapp.ui.lists.ledger import Ledger
from floorapp.ui.lists.model import Column
from floorapp.ui.look import Look
from floorapp.ui.pages.devices import DevicePanel, DevicesPage
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.drawer import FactGrid
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import FramedBox, Rule, column, row


def _lying(lying: Lying, *, filled: bool) -> TextLine:
    if lying.back is None:
        return line(Words(lying.word or "empty", 14, 400, "ink3"))
    return line(Chip(lying.back, filled), Words(lying.word, 14, 400, "ink2", shrinks=True), gap=7)


def _state(shown: ShufflerRow) -> TextLine:
    calm = shown.state is State.OKAY
    tone = "ink2" if calm else shown.state.value
    return line(Words(shown.word, 15, 500 if calm else 600, tone, shrinks=True))


COLUMNS = (
    Column[ShufflerRow]("", lambda r: line(Sign(r.state, 15)), share=4),
    Column[ShufflerRow]("Table", lambda r: line(Words(r.table, 15, 600, shrinks=True)), share=9),
    Column[ShufflerRow]("Status", _state, share=16),
    Column[ShufflerRow]("In the shoe", lambda r: _lying(r.shoe, filled=True), share=12),
    Column[ShufflerRow]("In the rack", lambda r: _lying(r.rack, filled=True), share=12),
    Column[ShufflerRow]("In the shuffler", lambda r: _lying(r.shuffler, filled=False), share=13),
    Column[ShufflerRow]("Now", lambda r: line(Words(r.now, 14, shrinks=True)), share=30),
)
#: They stand beside the selected shuffler too.
NOT_WHERE_NARROW = ("In the shoe", "In the rack", "In the shuffler")


def _time(text: str, late: bool = False) -> TextLine:
    return line(Words(text, 14, 600 if late else 400, "warning" if late else "ink"))


FAULT_COLUMNS = (
    Column[FaultRow]("When", lambda r: line(Words(r.when, 14, 400, "ink2", shrinks=True)), share=9),
    Column[FaultRow]("Table", lambda r: line(Words(r.table, 15, 600, shrinks=True)), share=8),
    Column[FaultRow]("What", lambda r: line(Words(r.what, 14, shrinks=True)), share=34),
    Column[FaultRow](
        "Acknowledged after", lambda r: _time(r.seen, r.open and not r.seen[0].isdigit()), right=True, share=11
    ),
    Column[FaultRow]("Reshuffled after", lambda r: _time(r.reshuffled), right=True, share=13),
    Column[FaultRow]("Back after", lambda r: _time(r.back), right=True, share=11),
)


class ShufflerPanel(DevicePanel):
    """The selected shuffler."""

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._now, self._cite = Text(look, "", BODY, 600), Text(look, "", SECOND, tone="ink2")
        self._facts = FactGrid(look, 92, 30)
        self.button = ActButton(look, Act("none", "Nothing to do"), primary=True)
        self._reasoned = ReasonedAct(look, self.button)
        for widget in (Rule(look), self._now, self._cite, self._reasoned, self._facts):
            self.rows.addWidget(widget)
        self.rows.addStretch(1)
        self.button.clicked.connect(lambda: self.act_chosen.emit(self.button.act.name))

    def show_detail(self, detail: ShufflerDetail) -> None:
        subject = line(Words(detail.subject, BODY, 400, "ink2", shrinks=True))
        self.show_head(detail.table, detail.state, detail.word, subject)
        self._now.show_text(detail.now)
        self._cite.show_text(detail.cite)
        self._cite.setVisible(bool(detail.cite))
        self._facts.show_facts(detail.facts)
        self._reasoned.offer(detail.act)


class ShufflersPage(DevicesPage):
    """Batches, the selected shuffler, the faults of a week; or what to do first."""

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "Shufflers", parent)
        self.ledger: Ledger[ShufflerRow] = Ledger(look, "Shufflers", COLUMNS, lambda shown: shown.table)
        self.detail = ShufflerPanel(look)
        self.detail.setMinimumHeight(look.px(280))
        self.faults: Ledger[FaultRow] = Ledger(look, "Faults", FAULT_COLUMNS, lambda shown: shown.entry)
        fault_box, self._says = FramedBox(look), LineLabel(look)
        fault_box.setMinimumHeight(look.px(180))
        under = column(look, 1, 10, 1, 1, gap=6, parent=fault_box)
        titled = row(look, 15, 0, 15, 0)
        titled.addWidget(self._says, 1)
        under.addLayout(titled)
        under.addWidget(self.faults)
        self.empty = Empty(
            look,
            "refresh",
            "No table has a shuffler",
            "Set a table up with a shuffling method other than hand shuffle, and install its shuffler.",
        )
        self.detail.act_chosen.connect(self.act_chosen)
        self.build(self.ledger, self.detail, fault_box, self.empty, shares=(13, 6, 8))

    def show_shufflers(self, view: ShufflersView) -> None:
        """Show the shufflers as they now stand."""
        self.show_sentence(view.sentence, some=bool(view.rows))
        self.ledger.show_rows(view.rows)
        self.faults.show_rows(view.faults)
        title = Words("Faults of the last seven gaming days", BODY, 600)
        self._says.show_line(line(title, Words(view.faults_say, SECOND, 400, "ink2", shrinks=True), gap=10))
        if view.detail is not None:
            self.detail.show_detail(view.detail)

    def leave_out(self, narrow: bool) -> None:
        self.ledger.leave_out(*(NOT_WHERE_NARROW if narrow else ()))
        self.faults.fold_under({}, below="What" if narrow else "")
