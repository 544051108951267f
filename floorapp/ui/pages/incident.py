"""An incident for the shift manager: the queue, the evidence, and the decision with its exposure."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PyQt6.QtWidgets import QGridLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from floorapp.ui.lists.rows import ListRow, RowList
from floorapp.ui.lists.timeline import Timeline, TimelineRow
from floorapp.ui.look import BODY, SECOND, SECTION, TITLE, Look, follow
from floorapp.ui.paint.line import Sign, Words, line, paint_line, state_line
from floorapp.ui.paint.signs import paint_sign
from floorapp.ui.tokens import State
from floorapp.ui.widgets.button import Act, ActButton, ReasonedAct
from floorapp.ui.widgets.label import LineLabel, Right, Text
from floorapp.ui.widgets.surface import Box, Ground, Rule, Scroll, column, row


@dataclass(frozen=True, slots=True)
class RankCount:
    """How often a rank was seen, and whether that is what the shoe holds."""

    rank: str
    seen: int
    odd: bool = False


@dataclass(frozen=True, slots=True)
class Exposure:
    """From the last known good count to the discovery, in what regulators fine by."""

    figures: tuple[tuple[str, str], ...]
    start: str
    start_words: str
    end: str
    end_words: str


@dataclass(frozen=True, slots=True)
class IncidentView:
    """The whole screen at one moment; the first act is the primary one."""

    queue: tuple[ListRow, ...]
    chosen: str
    number: str
    title: str
    where: str
    state: State
    evidence: tuple[TimelineRow, ...]
    evidence_note: str
    counts_title: str
    counts_note: str
    counts: tuple[RankCount, ...]
    counts_sentence: str
    watching: str
    word: str
    exposure: Exposure
    engine: tuple[tuple[str, str], ...]
    draft: str
    draft_note: str
    acts: tuple[Act, ...]


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
        self.setAccessibleName(
            ", ".join(f"{one.rank}: {one.seen}{' odd' if one.odd else ''}" for one in counts)
        )
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


class ExposureBar(QWidget):
    """One bar from the last good count to the discovery."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._exposure: Exposure | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(look, self, self.updateGeometry)

    def show_exposure(self, exposure: Exposure) -> None:
        self._exposure = exposure
        said = (exposure.start, exposure.start_words, "to", exposure.end, exposure.end_words)
        self.setAccessibleName(" ".join(said))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(300), self._look.px(68))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        if self._exposure is None:
            return
        look, painter = self._look, QPainter(self)
        px = look.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, left, right = px(34), px(80), self.width() - px(80)
        painter.setPen(QPen(look.colour("edge"), 1.5))
        painter.drawLine(QPointF(px(6), middle), QPointF(self.width() - px(6), middle))
        bar = QRectF(left, middle - px(7), right - left, px(14))
        painter.fillRect(bar, look.tint(State.ALARM) or look.colour("raised"))
        painter.setClipRect(bar)
        painter.setPen(QPen(look.colour("alarm"), 1))
        x = bar.left() - bar.height()
        while x < bar.right():
            painter.drawLine(QPointF(x, bar.bottom()), QPointF(x + bar.height(), bar.top()))
            x += px(6)
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("panel"))
        painter.drawEllipse(QPointF(left, middle), px(6), px(6))
        size = px(13)
        ends = ((left, State.OKAY, "ink"), (right, State.ALARM, "alarm"))
        for place, state, tone in ends:
            mark = QRectF(place - size / 2, middle - size / 2, size, size)
            paint_sign(painter, mark, state, look.colour(tone))
        self._paint_words(painter, left, right)
        painter.end()

    def _paint_words(self, painter: QPainter, left: float, right: float) -> None:
        look, shown = self._look, self._exposure
        assert shown is not None
        px, centre = look.px, Qt.AlignmentFlag.AlignHCenter
        for x, time, words in ((left, shown.start, shown.start_words), (right, shown.end, shown.end_words)):
            above = QRectF(x - px(80), 0, px(160), px(22))
            below = QRectF(x - px(80), px(46), px(160), px(20))
            paint_line(painter, above, look, line(Words(time, 14, 600)), align=centre)
            paint_line(painter, below, look, line(Words(words, 12, 400, "ink2")), align=centre)


class DecisionColumn(Ground):
    """Exposure, the engine's view, the ruling in one's own words, and three acts."""

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", "l", parent=parent)
        self._word = LineLabel(look, align=Right)
        self._figures = row(look, gap=16)
        self._bar = ExposureBar(look)
        self._engine = QGridLayout()
        self._engine.setHorizontalSpacing(look.px(12))
        self._engine.setVerticalSpacing(look.px(8))
        self._engine.setColumnMinimumWidth(0, look.px(84))
        self._engine.setColumnStretch(1, 1)
        self.ruling = QPlainTextEdit()
        self.ruling.setAccessibleName("Ruling, in your words")
        self.ruling.setTabChangesFocus(True)
        self.ruling.setFixedHeight(look.px(86))
        self._note = LineLabel(look)
        self._acts = QGridLayout()
        self._acts.setSpacing(look.px(10))
        self._built = False
        whole = column(look, 1, 0, 0, 0, gap=0, parent=self)
        whole.addWidget(Scroll(self._known()), 1)
        whole.addLayout(self._decided())

    def _known(self) -> QWidget:
        """Exposure and the engine's view; they scroll where the window is low."""
        look = self._look
        held = QWidget()
        rows = column(look, 20, 16, 20, 4, gap=8, parent=held)
        head = row(look)
        head.addWidget(LineLabel(look, line(Words("Exposure", SECTION, 600))))
        head.addStretch(1)
        head.addWidget(self._word)
        rows.addLayout(head)
        rows.addLayout(self._figures)
        rows.addSpacing(look.px(8))
        rows.addWidget(self._bar)
        rows.addSpacing(look.px(16))
        rows.addWidget(Rule(look))
        rows.addSpacing(look.px(4))
        rows.addWidget(LineLabel(look, line(Words("Engine’s view", SECTION, 600))))
        rows.addSpacing(look.px(2))
        rows.addLayout(self._engine)
        rows.addStretch(1)
        return held

    def _decided(self) -> QVBoxLayout:
        """The ruling and its acts; they stay in sight."""
        look = self._look
        rows = column(look, 20, 4, 20, 18, gap=8)
        rows.addWidget(LineLabel(look, line(Words("Ruling, in your words", SECOND, 400, "ink2"))))
        rows.addWidget(self.ruling)
        rows.addWidget(self._note)
        rows.addSpacing(look.px(4))
        rows.addLayout(self._acts)
        return rows

    def show_decision(self, view: IncidentView) -> None:
        look = self._look
        self._word.show_line(state_line(view.state, view.word, size=14))
        self._bar.show_exposure(view.exposure)
        self._note.show_line(line(Words(view.draft_note, SECOND, 400, "ink2")))
        if self.ruling.toPlainText() != view.draft:
            self.ruling.setPlainText(view.draft)
        if self._built:
            return
        self._built = True
        for place, (figure, unit) in enumerate(view.exposure.figures):
            if place:
                self._figures.addWidget(Rule(look, upright=True))
            pair = column(look, gap=0)
            pair.addWidget(LineLabel(look, line(Words(figure, 38, 600))))
            pair.addWidget(LineLabel(look, line(Words(unit, BODY, 400, "ink2"))))
            self._figures.addLayout(pair, 1)
        for down, (label, words) in enumerate(view.engine):
            name = LineLabel(look, line(Words(label, 14, 400, "ink2")))
            self._engine.addWidget(name, down, 0, Qt.AlignmentFlag.AlignTop)
            self._engine.addWidget(Text(look, words, 14), down, 1)
        for place, act in enumerate(view.acts):
            button = ActButton(look, act, primary=place == 0)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            held = ReasonedAct(look, button) if place == 0 else button
            span = (0, 0, 1, 2) if place == 0 else (1, place - 1, 1, 1)
            self._acts.addWidget(held, *span)


class IncidentPage(Ground):
    """Queue, evidence, decision."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        self._queue_title = LineLabel(look)
        self.queue = RowList(look, "Incidents to review")
        self._title, self._number, self._where = (
            LineLabel(look),
            LineLabel(look, align=Right),
            LineLabel(look),
        )
        self.evidence = Timeline(look, "Evidence", roomy=False)
        self._evidence_note = LineLabel(look, align=Right)
        self._counts_title, self._counts_note = LineLabel(look), LineLabel(look, align=Right)
        self.counts, self._sentence = CountStrip(look), Text(look, "", SECOND, tone="ink2")
        self._watching = Text(look, "", SECOND, tone="ink2")
        self.decision = DecisionColumn(look)
        self._left = self._queue_column()
        whole = row(look, gap=0, parent=self)
        whole.addWidget(self._left)
        whole.addLayout(self._middle_column(), 1)
        whole.addWidget(self.decision)
        self.setFocusProxy(self.queue)

    def _queue_column(self) -> Ground:
        look = self._look
        left = Ground(look, "panel", "r")
        rows = column(look, 0, 0, 1, 0, gap=0, parent=left)
        head = row(look, 16, 16, 14, 14)
        head.addWidget(self._queue_title)
        head.addStretch(1)
        head.addWidget(LineLabel(look, line(Words("severe and oldest first", SECOND, 400, "ink2"))))
        rows.addLayout(head)
        rows.addWidget(Rule(look))
        rows.addWidget(self.queue, 1)
        return left

    def _middle_column(self) -> QVBoxLayout:
        look = self._look
        middle = column(look, 22, 18, 22, 20, gap=14)
        head = column(look, gap=4)
        first = row(look)
        first.addWidget(self._title)
        first.addStretch(1)
        first.addWidget(self._number)
        head.addLayout(first)
        head.addWidget(self._where)
        middle.addLayout(head)
        evidence = Box(look, "raised")
        inside = column(look, 1, gap=0, parent=evidence)
        top = row(look, 15, 11, 15, 11)
        top.addWidget(LineLabel(look, line(Words("Evidence", BODY, 600))))
        top.addStretch(1)
        top.addWidget(self._evidence_note)
        inside.addLayout(top)
        inside.addWidget(Rule(look))
        inside.addWidget(self.evidence)
        middle.addWidget(evidence)
        counts = Box(look, "raised")
        below = column(look, 16, 14, 16, 14, gap=12, parent=counts)
        title = row(look)
        title.addWidget(self._counts_title)
        title.addStretch(1)
        title.addWidget(self._counts_note)
        below.addLayout(title)
        below.addWidget(self.counts)
        below.addWidget(self._sentence)
        middle.addWidget(counts)
        middle.addStretch(1)
        middle.addWidget(self._watching)
        return middle

    def show_incident(self, view: IncidentView) -> None:
        """Show the incident and the queue it stands in."""
        count = Words(str(len(view.queue)), BODY, 400, "ink2")
        self._queue_title.show_line(line(Words("To review", SECTION, 600), count))
        self.queue.show_rows(view.queue)
        self.queue.select(view.chosen)
        title = Words(view.title, TITLE, 600, shrinks=True)
        self._title.show_line(line(Sign(view.state, 21), title, gap=13))
        self._number.show_line(line(Words(view.number, 14, 400, "ink2", mono=True)))
        self._where.show_line(line(Words(view.where, BODY, 400, "ink2", shrinks=True)))
        self.evidence.show_rows(view.evidence)
        self._evidence_note.show_line(line(Words(view.evidence_note, SECOND, 400, "ink2")))
        self._counts_title.show_line(line(Words(view.counts_title, BODY, 600, shrinks=True)))
        self._counts_note.show_line(line(Words(view.counts_note, SECOND, 400, "ink2")))
        self.counts.show_counts(view.counts)
        self._sentence.show_text(view.counts_sentence)
        self._watching.show_text(view.watching)
        self.decision.show_decision(view)
        self._fit_evidence()

    def _fit_evidence(self) -> None:
        """As tall as its entries need, up to half the page; then it scrolls."""
        view = self.evidence
        rows = [view.sizeHintForRow(place) for place in range(view.rows_model.rowCount())]
        view.setFixedHeight(min(sum(rows), max(self._look.px(140), self.height() // 2)) + 2)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        px = self._look.px
        wide = self.width() >= px(1340)
        self._left.setFixedWidth(px(352 if wide else 320))
        self.decision.setFixedWidth(px(408 if wide else 380))
        self._fit_evidence()
