"""The alarm list: what needs an act now, with its cause and its act, and beside it what is shelved."""

from __future__ import annotations

from PyQt6.QtCore import QTimer, pyqtSignal
from PyQt6.QtGui import QHideEvent, QShowEvent
from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.screens.alarms import AlarmDetail, AlarmRow, AlarmsView
from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, SECOND, SECTION, TITLE, Icon, Sign, Words, line, state_line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Right, Text
from floorapp.ui.widgets.surface import FramedBox, Rule, Scroll, column, emptied, row

#: A sign nobody has answered is inverted once a second.
HEARTBEAT_MS = 1000


def _list_row(each: AlarmRow, inverted: bool) -> ListRow:
    head = line(Words(each.head, BODY, 600), Words(each.word, BODY, 600, each.state.value, shrinks=True), gap=10)
    more = f" · plus {each.more} more" if each.more else ""
    second = line(Words(f"{each.says}{more}", SECOND, 400, "ink2", shrinks=True))
    mark = Sign(each.state, 19, inverted=each.new and inverted)
    return ListRow(each.key, mark, (head, second), note=line(Words(each.since, SECOND, 400, "ink2")))


class AlarmsPage(FoldingPage):
    """List at the left, the chosen alarm and the shelf at the right."""

    wide_enough = 900.0

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._view: AlarmsView | None = None
        self.inverted = False
        self._title, self._sound = LineLabel(look), LineLabel(look, align=Right)
        self.list = RowList(look, "Alarms", tall=60, wraps=True)
        self.shelf = RowList(look, "Snoozed", tall=56, wraps=True)
        self._shelf_title = LineLabel(look)
        self._none = Empty(look, "check", "No active alarms", "What needs action right away shows here.")
        self._detail = column(look, 20, 14, 20, 8, gap=4)
        self._acts = column(look, 20, 6, 20, 14, gap=8)
        self.buttons: list[ActButton] = []
        self._shown: AlarmDetail | None = None
        self._heartbeat = QTimer(self)
        self._heartbeat.setInterval(HEARTBEAT_MS)
        self._heartbeat.timeout.connect(self.beat)
        self._build()
        self.setFocusProxy(self.list)

    def _build(self) -> None:
        look = self._look
        left = FramedBox(look, "panel")
        rows = column(look, 1, gap=0, parent=left)
        head = row(look, 18, 12, 18, 10)
        head.addWidget(self._title, 1)
        head.addWidget(self._sound)
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.list, 1)
        rows.addWidget(self._none, 1)
        self._right = QWidget()
        right = column(look, gap=14, parent=self._right)
        self._detail_box = FramedBox(look, "panel")
        inside = column(look, 1, gap=0, parent=self._detail_box)
        held = QWidget()
        words = column(look, gap=0, parent=held)
        words.addLayout(self._detail)
        words.addStretch(1)
        inside.addWidget(Scroll(held), 1)
        inside.addLayout(self._acts)
        right.addWidget(self._detail_box, 1)
        shelf = FramedBox(look, "panel")
        below = column(look, 1, gap=0, parent=shelf)
        top = row(look, 18, 10, 18, 8)
        top.addWidget(self._shelf_title)
        below.addLayout(top)
        below.addWidget(Rule(look))
        below.addWidget(self.shelf, 1)
        right.addWidget(shelf)
        self._whole: QBoxLayout = row(look, 20, 14, 20, 14, gap=16, parent=self)
        self._whole.addWidget(left, 1)
        self._whole.addWidget(self._right)

    def show_alarms(self, view: AlarmsView) -> None:
        """Show the list, the chosen one and the shelf."""
        self._view = view
        new = sum(each.new for each in view.rows)
        words = f"{len(view.rows)} active" + (f", {new} new" if new else "")
        self._title.show_line(line(Words("Alarms", TITLE, 600), Words(words, BODY, 400, "ink2", shrinks=True), gap=12))
        sound = Words(view.sound, BODY, 600 if view.silent else 400, "warning" if view.silent else "ink2")
        mark = Icon("bell-off" if view.silent else "bell", 18)
        self._sound.show_line(line(mark, sound))
        self.list.setVisible(bool(view.rows))
        self._none.setVisible(not view.rows)
        self._show_rows()
        self.shelf.show_rows(view.shelved)
        self.shelf.setFixedHeight(self._look.px(57) * min(3, len(view.shelved)))
        shelved = f"Snoozed {len(view.shelved)}" if view.shelved else "Nothing is snoozed"
        self._shelf_title.show_line(line(Words(shelved, SECTION, 600)))
        self._show_detail(view.detail)
        if view.detail is not None and not self.list.selected:
            self.list.select(view.detail.key)
        self._beat_while(new > 0)

    def _show_rows(self) -> None:
        if self._view is not None:
            self.list.show_rows([_list_row(each, self.inverted) for each in self._view.rows])

    def _show_detail(self, detail: AlarmDetail | None) -> None:
        if detail == self._shown:
            return
        before, self._shown = self._shown, detail
        look = self._look
        self._detail_box.setVisible(detail is not None)
        if detail is None:
            return
        emptied(self._detail)
        self._detail.addWidget(LineLabel(look, state_line(detail.state, detail.priority)))
        self._detail.addWidget(Text(look, detail.title, SECTION, 600))
        for label, words in detail.rows:
            self._detail.addSpacing(look.px(5))
            self._detail.addWidget(LineLabel(look, line(Words(label, SECOND, 500, "ink2"))))
            self._detail.addWidget(Text(look, words, BODY))
        for words in detail.under:
            self._detail.addWidget(Text(look, words, SECOND, tone="ink2"))
        if before is None or before.acts != detail.acts:
            self._show_acts(detail.acts)

    def _show_acts(self, acts: tuple[Act, ...]) -> None:
        emptied(self._acts)
        self.buttons = []
        pair = row(self._look, gap=8)
        for place, act in enumerate(acts):
            button = ActButton(self._look, act, primary=place == 0)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self.buttons.append(button)
            if place == 0:
                self._acts.addWidget(ReasonedAct(self._look, button))
            else:
                pair.addWidget(button, 1)
        self._acts.addLayout(pair)

    def beat(self) -> None:
        """Invert the signs nobody has answered, or turn them back."""
        self.inverted = not self.inverted
        self._show_rows()

    def _beat_while(self, unanswered: bool) -> None:
        if unanswered and self.isVisible():
            if not self._heartbeat.isActive():
                self._heartbeat.start()
        else:
            self._heartbeat.stop()
            if self.inverted:
                self.beat()

    def showEvent(self, event: QShowEvent | None) -> None:
        super().showEvent(event)
        self._beat_while(self._view is not None and any(each.new for each in self._view.rows))

    def hideEvent(self, event: QHideEvent | None) -> None:
        super().hideEvent(event)
        self._heartbeat.stop()

    def fold(self, narrow: bool) -> None:
        fold(self._look, self._whole, narrow, Fold(self.list, height=240), Fold(self._right, 404, 480))
