"""The record screen: what it is, its whole history, and the selected entry as it was written."""

from __future__ import annotations

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.lists import TimelineRow
from floorapp.screens.record import EntryDetail, RecordView
from floorapp.screens.text_line import BODY, SECOND, SECTION, SUBJECT, Words, line
from floorapp.ui.lists.model import ROW
from floorapp.ui.lists.timeline import Timeline
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import FramedBox, Rule, Scroll, column, row

DETAIL_WIDE = 404.0


class DetailBox(FramedBox):
    """The selected entry; its acts at the foot, a refused one with its reason."""

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._number, self._says = LineLabel(look), Text(look, "", BODY, 500)
        inside = QWidget()
        self._facts = column(look, 16, 4, 12, 8, gap=2, parent=inside)
        self._shown: tuple[tuple[str, str], ...] | None = None
        self.buttons: list[ActButton] = []
        self._reason = Text(look, "", SECOND, tone="ink2")
        rows = column(look, 1, gap=0, parent=self)
        head = column(look, 16, 12, 16, 10, gap=4)
        head.addWidget(self._number)
        head.addWidget(self._says)
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        self._values = Scroll(inside)
        rows.addWidget(self._values, 1)
        rows.addWidget(Rule(look))
        foot = column(look, 16, 12, 16, 12, gap=8)
        self._acts = row(look, gap=8)
        foot.addLayout(self._acts)
        foot.addWidget(self._reason)
        rows.addLayout(foot)

    def fold(self, narrow: bool) -> None:
        self._values.grow(narrow)

    def show_detail(self, detail: EntryDetail | None) -> None:
        self.setVisible(detail is not None)
        if detail is None:
            return
        self._number.show_line(line(Words(detail.number, BODY, 500, "ink2", mono=True)))
        self._says.show_text(detail.says)
        facts = (*detail.facts, ("Hash", detail.hash))
        if facts != self._shown:
            self._shown = facts
            self._fill(facts)
        self._offer(detail.acts)

    def _fill(self, facts: tuple[tuple[str, str], ...]) -> None:
        while self._facts.count():
            item = self._facts.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        look = self._look
        for label, text in facts:
            self._facts.addWidget(LineLabel(look, line(Words(label, SECOND, 400, "ink2", shrinks=True))))
            is_hash = label == "Hash"
            value = Text(look, text or "–", SECOND if is_hash else BODY, mono=is_hash)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._facts.addWidget(value)
            self._facts.addSpacing(look.px(6))
        self._facts.addStretch(1)

    def _offer(self, acts: tuple[Act, ...]) -> None:
        while len(self.buttons) < len(acts):
            button = ActButton(self._look, acts[len(self.buttons)])
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self._acts.addWidget(button)
            self.buttons.append(button)
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(acts))
            if place < len(acts):
                button.offer(acts[place])
        refusal = next((act.refusal for act in acts if act.refusal), "")
        self._reason.show_text(refusal)
        self._reason.setVisible(bool(refusal))


class RecordPage(FoldingPage):
    """History left, the entry right or below; says which entry was selected and which act was chosen."""

    act_chosen = pyqtSignal(str)
    entry_selected = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._name, self._noun, self._standing = LineLabel(look), LineLabel(look), LineLabel(look)
        self._period = LineLabel(look)
        self.timeline = Timeline(look, "History")
        self.detail = DetailBox(look)
        self.more = ActButton(look, Act("more", "Show older entries", "Alt O"))
        whole = column(look, 24, 18, 24, 20, gap=14, parent=self)
        self._head: QBoxLayout = row(look, gap=18)
        self._head.addWidget(self._name)
        words = column(look, gap=0)
        words.addWidget(self._noun)
        words.addWidget(self._standing)
        self._head.addLayout(words, 1)
        whole.addLayout(self._head)
        self._parts: QBoxLayout = row(look, gap=16)
        self._box = self._history(look)
        self._parts.addWidget(self._box, 1)
        self._parts.addWidget(self.detail)
        whole.addLayout(self._parts, 1)
        chosen = self.timeline.selectionModel()
        assert chosen is not None
        chosen.currentChanged.connect(self._say_selected)
        self.more.clicked.connect(lambda: self.act_chosen.emit("more"))
        self.detail.act_chosen.connect(self.act_chosen)
        self.setFocusProxy(self.timeline)

    def _history(self, look: Look) -> FramedBox:
        box = FramedBox(look)
        rows = column(look, 1, gap=0, parent=box)
        head = row(look, 15, 10, 14, 10, gap=12)
        head.addWidget(LineLabel(look, line(Words("History", SECTION, 600))))
        head.addWidget(self._period, 1)
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.timeline, 1)
        foot = row(look, 12, 6, 12, 6)
        foot.addStretch(1)
        foot.addWidget(self.more)
        rows.addLayout(foot)
        return box

    def fold(self, narrow: bool) -> None:
        fold(self._look, self._head, narrow)
        fold(self._look, self._parts, narrow, Fold(self._box, height=280, at_most=360), Fold(self.detail, DETAIL_WIDE))
        self.detail.fold(narrow)

    def _say_selected(self) -> None:
        shown = self.timeline.currentIndex().data(ROW)
        if isinstance(shown, TimelineRow):
            self.entry_selected.emit(shown.record)

    def select(self, number: str) -> None:
        """Select an entry without saying so."""
        place = self.timeline.rows_model.place_of(number)
        if place >= 0 and self.timeline.currentIndex().row() != place:
            chosen = self.timeline.selectionModel()
            assert chosen is not None
            blocked = self.blockSignals(True)
            self.timeline.setCurrentIndex(self.timeline.rows_model.index(place, 0))
            self.blockSignals(blocked)

    def show_record(self, view: RecordView) -> None:
        """Show the record as it now is."""
        self._name.show_line(line(Words(view.name, SUBJECT, 600, shrinks=True)))
        self._noun.show_line(line(Words(view.noun, 17, 600, shrinks=True)))
        self._standing.show_line(line(Words(view.standing, SECOND, 400, "ink2", shrinks=True)))
        self._period.show_line(line(Words(view.period, BODY, 400, "ink2", shrinks=True)))
        self.timeline.show_rows(view.timeline)
        self.detail.show_detail(view.detail)
        self.more.setVisible(view.more is not None)
