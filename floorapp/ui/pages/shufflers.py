"""Shufflers: which batch lies where and where it goes next, the selected one whole, and the faults of a week."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.domain.values import dataclass
from floorapp.ui.lists.ledger import Ledger
from floorapp.ui.lists.model import Column
from floorapp.ui.look import BODY, SECOND, SECTION, TITLE, Look
from floorapp.ui.paint.line import Chip, Line, Sign, Words, line, state_line
from floorapp.ui.tokens import Back, State
from floorapp.ui.widgets.button import Act, ActButton, ReasonedAct
from floorapp.ui.widgets.drawer import FactGrid
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.label import LineLabel, Right, Text
from floorapp.ui.widgets.surface import Box, Ground, Rule, Scroll, column, row


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies in the shoe, the rack or the shuffler: a back and its set, or nothing."""

    back: Back | None = None
    word: str = ""
    deck_set: str = ""


@dataclass(frozen=True, slots=True)
class ShufflerRow:
    """One shuffler: its batches, what comes next, and how it stands."""

    table: str
    serial: str
    shoe: Lying
    rack: Lying
    shuffler: Lying
    now: str
    state: State
    word: str


@dataclass(frozen=True, slots=True)
class FaultRow:
    """One fault of the last days, with how long it took."""

    entry: str
    when: str
    table: str
    what: str
    seen: str
    reshuffled: str
    back: str
    open: bool


@dataclass(frozen=True, slots=True)
class ShufflerDetail:
    """The selected shuffler: where its batches are, what must happen, and what can be done."""

    table: str
    subject: str
    state: State
    word: str
    now: str
    cite: str
    facts: tuple[tuple[str, Line], ...]
    act: Act


@dataclass(frozen=True, slots=True)
class ShufflersView:
    """The whole screen at one moment."""

    sentence: str
    rows: tuple[ShufflerRow, ...]
    detail: ShufflerDetail | None
    faults: tuple[FaultRow, ...]
    faults_say: str


def _lying(lying: Lying, *, filled: bool) -> Line:
    if lying.back is None:
        return line(Words(lying.word or "empty", 14, 400, "ink3"))
    return line(Chip(lying.back, filled), Words(lying.word, 14, 400, "ink2", shrinks=True), gap=7)


def _state(shown: ShufflerRow) -> Line:
    calm = shown.state is State.OKAY
    tone = "ink2" if calm else shown.state.value
    return line(Words(shown.word, 15, 500 if calm else 600, tone, shrinks=True))


COLUMNS = (
    Column[ShufflerRow]("", lambda r: line(Sign(r.state, 15)), share=4),
    Column[ShufflerRow]("Table", lambda r: line(Words(r.table, 15, 600, shrinks=True)), share=9),
    Column[ShufflerRow]("State", _state, share=16),
    Column[ShufflerRow]("In the shoe", lambda r: _lying(r.shoe, filled=True), share=12),
    Column[ShufflerRow]("In the rack", lambda r: _lying(r.rack, filled=True), share=12),
    Column[ShufflerRow]("In the shuffler", lambda r: _lying(r.shuffler, filled=False), share=13),
    Column[ShufflerRow]("Now", lambda r: line(Words(r.now, 14, shrinks=True)), share=30),
)
#: They stand beside the selected shuffler too.
NOT_WHERE_NARROW = ("In the shoe", "In the rack", "In the shuffler")


def _time(text: str, late: bool = False) -> Line:
    return line(Words(text, 14, 600 if late else 400, "warning" if late else "ink"))


FAULT_COLUMNS = (
    Column[FaultRow]("When", lambda r: line(Words(r.when, 14, 400, "ink2", shrinks=True)), share=9),
    Column[FaultRow]("Table", lambda r: line(Words(r.table, 15, 600, shrinks=True)), share=8),
    Column[FaultRow]("What", lambda r: line(Words(r.what, 14, shrinks=True)), share=34),
    Column[FaultRow]("Seen after", lambda r: _time(r.seen, r.open and not r.seen[0].isdigit()), right=True, share=11),
    Column[FaultRow]("Reshuffled after", lambda r: _time(r.reshuffled), right=True, share=13),
    Column[FaultRow]("Back after", lambda r: _time(r.back), right=True, share=11),
)


class ShufflerPanel(Box):
    """The selected shuffler."""

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", parent=parent)
        self._title, self._state = LineLabel(look), LineLabel(look, align=Right)
        self._subject = LineLabel(look)
        self._now, self._cite = Text(look, "", BODY, 600), Text(look, "", SECOND, tone="ink2")
        self._facts = FactGrid(look, 92, 30)
        self.button = ActButton(look, Act("none", "Nothing to do"), primary=True)
        self._reasoned = ReasonedAct(look, self.button)
        inside = QWidget()
        rows = column(look, 16, 12, 16, 12, gap=8, parent=inside)
        head = row(look)
        head.addWidget(self._title, 1)
        head.addWidget(self._state)
        rows.addLayout(head)
        for widget in (self._subject, Rule(look), self._now, self._cite, self._reasoned, self._facts):
            rows.addWidget(widget)
        rows.addStretch(1)
        column(look, 1, gap=0, parent=self).addWidget(Scroll(inside))
        self.button.clicked.connect(lambda: self.act_chosen.emit(self.button.act.name))

    def show_detail(self, detail: ShufflerDetail) -> None:
        self._title.show_line(line(Words(detail.table, SECTION, 600, shrinks=True)))
        self._state.show_line(state_line(detail.state, detail.word))
        self._subject.show_line(line(Words(detail.subject, BODY, 400, "ink2", shrinks=True)))
        self._now.show_text(detail.now)
        self._cite.show_text(detail.cite)
        self._cite.setVisible(bool(detail.cite))
        self._facts.show_facts(detail.facts)
        self._reasoned.offer(detail.act)


class ShufflersPage(Ground):
    """Batches, the selected shuffler, the faults of a week; or what to do first."""

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        self._title, self._sentence = LineLabel(look), LineLabel(look)
        self._title.show_line(line(Words("Shufflers", TITLE, 600)))
        head = row(look, gap=16)
        head.addWidget(self._title)
        head.addWidget(self._sentence, 1)
        self.ledger: Ledger[ShufflerRow] = Ledger(look, "Shufflers", COLUMNS, lambda shown: shown.table)
        self._list = Box(look)
        self._list.setMinimumHeight(look.px(240))
        column(look, 1, gap=0, parent=self._list).addWidget(self.ledger)
        self.detail = ShufflerPanel(look)
        self.detail.setMinimumHeight(look.px(280))
        self.faults: Ledger[FaultRow] = Ledger(look, "Faults", FAULT_COLUMNS, lambda shown: shown.entry)
        self._fault_box, self._says = Box(look), LineLabel(look)
        self._fault_box.setMinimumHeight(look.px(180))
        under = column(look, 1, 10, 1, 1, gap=6, parent=self._fault_box)
        titled = row(look, 15, 0, 15, 0)
        titled.addWidget(self._says, 1)
        under.addLayout(titled)
        under.addWidget(self.faults)
        self.empty = Empty(
            look, "refresh", "No table has a shuffler",
            "Set a table up with a shuffling method other than by hand, and fit its shuffler.",
        )  # fmt: skip
        self.detail.act_chosen.connect(self.act_chosen)
        self._build(look, head)

    def _build(self, look: Look, head: QBoxLayout) -> None:
        inside = QWidget()
        self._upper = row(look, gap=16)
        self._upper.addWidget(self._list, 13)
        self._upper.addWidget(self.detail, 6)
        rows = column(look, 24, 14, 24, 14, gap=14, parent=inside)
        rows.addLayout(head)
        rows.addWidget(self.empty, 1)
        rows.addLayout(self._upper, 16)
        rows.addWidget(self._fault_box, 8)
        column(look, gap=0, parent=self).addWidget(Scroll(inside))
        self.setFocusProxy(self.ledger)

    def show_shufflers(self, view: ShufflersView) -> None:
        """Show the shufflers as they now stand."""
        self._sentence.show_line(line(Words(view.sentence, BODY, 400, "ink2", shrinks=True)))
        some = bool(view.rows)
        for widget in (self._list, self.detail, self._fault_box):
            widget.setVisible(some)
        self.empty.setVisible(not some)
        self.ledger.show_rows(view.rows)
        self.faults.show_rows(view.faults)
        title = Words("Faults of the last seven gaming days", BODY, 600)
        self._says.show_line(line(title, Words(view.faults_say, SECOND, 400, "ink2", shrinks=True), gap=10))
        if view.detail is not None:
            self.detail.show_detail(view.detail)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        narrow = self.width() < self._look.px(1000)
        self.ledger.leave_out(*(NOT_WHERE_NARROW if narrow else ()))
        self.faults.leave_out(*(("What",) if narrow else ()))
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._upper.setDirection(way)
