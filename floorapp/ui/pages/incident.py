"""An incident for the shift manager: the queue, the evidence with its history, and the decision."""

from __future__ import annotations

from PyQt6.QtCore import QModelIndex, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.incident import IncidentDetail, IncidentView, RankCount
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, TITLE, Sign, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.lists.timeline import Timeline
from floorapp.ui.look import Look, follow
from floorapp.ui.pages.incident_decision import DecisionColumn
from floorapp.ui.paint.text_line import paint_line
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Right, Text
from floorapp.ui.widgets.surface import Choice, FramedBox, Ground, Rule, column, row

#: Below this the three columns stand above each other.


class CountStrip(QWidget):
    """Thirteen ranks with how often each was seen; what is odd is boxed and tinted."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._counts: tuple[RankCount, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(look, self, self.updateGeometry)

    def show_counts(self, counts: tuple[RankCount, ...]) -> None:
        self._counts = counts
        self.setAccessibleName(", ".join(f"{one.rank}: {one.seen}{' odd' if one.odd else ''}" for one in counts))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(13 * 30), self._look.px(54))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, painter = self._look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        step = (self.width() + look.px(6)) / max(1, len(self._counts))
        for place, one in enumerate(self._counts):
            cell = QRectF(place * step + 1, 1, step - look.px(6) - 2, self.height() - 2)
            alarm = look.colour("alarm")
            painter.setPen(QPen(alarm if one.odd else look.colour("line"), 2 if one.odd else 1))
            painter.setBrush(look.tint(State.ALARM) or alarm if one.odd else look.colour("panel"))
            painter.drawRoundedRect(cell, look.px(4), look.px(4))
            upper = QRectF(cell.left(), cell.top() + look.px(4), cell.width(), look.px(22))
            lower = QRectF(cell.left(), cell.top() + look.px(25), cell.width(), look.px(22))
            centre = Qt.AlignmentFlag.AlignHCenter
            paint_line(painter, upper, look, line(Words(one.rank, 13, 400, "ink2")), align=centre)
            seen = Words(str(one.seen), 17, 600, "alarm" if one.odd else "ink")
            paint_line(painter, lower, look, line(seen), align=centre)
        painter.end()


class IncidentPage(FoldingPage):
    """Incidents in three columns: the queue, the chosen one with its evidence, and the decision about it."""

    tab_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self.tabs: Choice | None = None
        self.queue = RowList(look, "Incidents", wraps=True)
        self.fresh = ActButton(look, Act("take new", "Show what is new"))
        self.fresh.hide()
        self.fresh.clicked.connect(self.queue.take_waiting)
        self.queue.waiting_changed.connect(self._say_waiting)
        self._title, self._where = LineLabel(look), LineLabel(look)
        self._number = LineLabel(look, align=Right)
        self._says = Text(look, "", BODY)
        self.evidence = Timeline(look, "Evidence", roomy=False)
        self.history = Timeline(look, "History", roomy=False)
        self._evidence_note, self._history_note = LineLabel(look, align=Right), LineLabel(look, align=Right)
        self._counts_title, self._counts_note = LineLabel(look), LineLabel(look, align=Right)
        self.counts, self._sentence = CountStrip(look), Text(look, "", SECOND, tone="ink2")
        self._watching = Text(look, "", SECOND, tone="ink2")
        self.decision = DecisionColumn(look)
        self._empty = Empty(look, "flag", "Nothing pending", "An irregularity is reported at a table with F5.")
        self._left, self._middle = self._queue_column(), self._middle_column()
        self._whole: QBoxLayout = row(look, gap=0, parent=self)
        self._whole.addWidget(self._left)
        self._whole.addWidget(self._middle, 1)
        self._whole.addWidget(self.decision)
        self._whole.addWidget(self._empty, 1)
        self._empty.hide()
        self.setFocusProxy(self.queue)

    def _queue_column(self) -> Ground:
        look = self._look
        left = Ground(look, "panel", "r")
        rows = column(look, 0, 0, 1, 0, gap=0, parent=left)
        self._head = row(look, 8, 8, 8, 8)
        self._head.addStretch(1)
        rows.addLayout(self._head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.queue, 1)
        waiting = column(look, 8, 4, 8, 4)
        waiting.addWidget(self.fresh)
        rows.addLayout(waiting)
        return left

    def _middle_column(self) -> QWidget:
        look = self._look
        held = QWidget()
        middle = column(look, 22, 14, 22, 12, gap=9, parent=held)
        head = column(look, gap=4)
        first = row(look)
        first.addWidget(self._title, 1)
        first.addWidget(self._number)
        head.addLayout(first)
        head.addWidget(self._where)
        middle.addLayout(head)
        middle.addWidget(self._says)
        middle.addWidget(self._boxed("Evidence", self._evidence_note, self.evidence), 3)
        middle.addWidget(self._boxed("History", self._history_note, self.history), 2)
        self._counts_box = FramedBox(look, "raised")
        below = column(look, 16, 10, 16, 10, gap=8, parent=self._counts_box)
        title = row(look)
        title.addWidget(self._counts_title)
        title.addStretch(1)
        title.addWidget(self._counts_note)
        below.addLayout(title)
        below.addWidget(self.counts)
        below.addWidget(self._sentence)
        middle.addWidget(self._counts_box)
        middle.addWidget(self._watching)
        return held

    def _boxed(self, title: str, note: LineLabel, shown: Timeline) -> FramedBox:
        look = self._look
        box = FramedBox(look, "raised")
        inside = column(look, 1, gap=0, parent=box)
        top = row(look, 15, 9, 15, 9)
        top.addWidget(LineLabel(look, line(Words(title, BODY, 600))))
        top.addStretch(1)
        top.addWidget(note)
        inside.addLayout(top)
        inside.addWidget(Rule(look))
        inside.addWidget(shown, 1)
        return box

    def _say_waiting(self, waiting: int) -> None:
        self.fresh.setVisible(waiting > 0)
        self.fresh.offer(Act("take new", f"Show {waiting} new"))

    def show_incident(self, view: IncidentView) -> None:
        """Show the incident and the queue it stands in."""
        self._show_tabs(view)
        self.queue.show_rows(view.queue)
        for part in (self._middle, self.decision):
            part.setVisible(view.opened is not None)
        self._empty.setVisible(view.opened is None)
        if view.opened is not None:
            if self.queue.rows_model.place_of(view.opened.number) < 0:  # decided: it stands in another queue
                self.queue.setCurrentIndex(QModelIndex())
            self.queue.select(view.opened.number)
            self._show_opened(view.opened)

    def _show_tabs(self, view: IncidentView) -> None:
        faces = [(name, line(Words(words, BODY, 500))) for name, words in view.tabs]
        if self.tabs is None:
            self.tabs = Choice(self._look, faces)
            self.tabs.chosen.connect(self.tab_chosen)
            self._head.insertWidget(0, self.tabs)
        for name, face in faces:
            part = self.tabs.parts[name]
            part.show_face(face) if not hasattr(part, "show_count") else part.show_count(face)
        self.tabs.choose(view.tab)

    def _show_opened(self, opened: IncidentDetail) -> None:
        title = Words(opened.title, TITLE, 600, shrinks=True)
        self._title.show_line(line(Sign(opened.state, 21), title, gap=13))
        self._number.show_line(line(Words(opened.number, 14, 400, "ink2", mono=True)))
        self._where.show_line(line(Words(opened.where, BODY, 400, "ink2", shrinks=True)))
        self._says.show_text(opened.says)
        self._says.setVisible(bool(opened.says))
        self.evidence.show_rows(opened.evidence)
        self.history.show_rows(opened.history)
        self._evidence_note.show_line(line(Words(opened.evidence_note, SECOND, 400, "ink2")))
        entries = f"{len(opened.history)} entr{'y' if len(opened.history) == 1 else 'ies'}"
        self._history_note.show_line(line(Words(entries, SECOND, 400, "ink2")))
        self._counts_box.setVisible(opened.counts is not None)
        if opened.counts is not None:
            self._counts_title.show_line(line(Words(opened.counts.title, BODY, 600, shrinks=True)))
            self._counts_note.show_line(line(Words(opened.counts.note, SECOND, 400, "ink2")))
            self.counts.show_counts(opened.counts.ranks)
            self._sentence.show_text(opened.counts.sentence)
        self._watching.show_text(opened.watching)
        self._watching.setVisible(bool(opened.watching))
        self.decision.show_decision(opened.decision)

    def fold(self, narrow: bool) -> None:
        look, wide = self._look, self.width() >= self._look.px(1340)
        left = Fold(self._left, 352 if wide else 312, at_most=230)
        decision = Fold(self.decision, 408 if wide else 380, 560)
        fold(look, self._whole, narrow, left, Fold(self._middle, height=420), decision)
