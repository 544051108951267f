"""The decision on an incident: its exposure, the engine's view, the ruling in one's own words, and acts."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QGridLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.incident import DecisionView, EngineFact
from floorapp.screens.incident_exposure import ExposureView
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, SECTION, Words, line, state_line
from floorapp.ui.look import Look, follow
from floorapp.ui.paint.signs import paint_sign
from floorapp.ui.paint.text_line import paint_line
from floorapp.ui.widgets.button import ActButton, ReasonedAct
from floorapp.ui.widgets.label import LineLabel, Right, Text
from floorapp.ui.widgets.surface import Ground, Rule, Scroll, column, emptied, row


class ExposureBar(QWidget):
    """One bar from the last good count to the discovery."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._exposure: ExposureView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(look, self, self.updateGeometry)

    def show_exposure(self, exposure: ExposureView) -> None:
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
    """Exposure, the engine's view, the ruling in one's own words, and the acts."""

    act_chosen = pyqtSignal(str)
    ruling_typed = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", "l", parent=parent)
        self._shown: DecisionView | None = None
        self._word = LineLabel(look, align=Right)
        self._figures = row(look, gap=16)
        self._bar = ExposureBar(look)
        self._engine = QGridLayout()
        self._engine.setHorizontalSpacing(look.px(12))
        self._engine.setVerticalSpacing(look.px(8))
        self._engine.setColumnMinimumWidth(0, look.px(84))
        self._engine.setColumnStretch(1, 1)
        self._asks = LineLabel(look)
        self.ruling = QPlainTextEdit()
        self.ruling.setTabChangesFocus(True)
        self.ruling.setFixedHeight(look.px(64))
        self.ruling.textChanged.connect(lambda: self.ruling_typed.emit(self.ruling.toPlainText()))
        self._note = LineLabel(look)
        self._acts = QGridLayout()
        self._acts.setSpacing(look.px(10))
        self._acts.setColumnStretch(0, 1)
        self._acts.setColumnStretch(1, 1)
        self.buttons: list[ActButton] = []
        whole = column(look, 1, 0, 0, 0, gap=0, parent=self)
        whole.addWidget(Scroll(self._known()), 1)
        whole.addWidget(Rule(look))
        whole.addLayout(self._decided())

    def _known(self) -> QWidget:
        """Exposure and the engine's view; they scroll where the window is low."""
        look = self._look
        held = QWidget()
        rows = column(look, 20, 14, 20, 4, gap=6, parent=held)
        head = row(look)
        head.addWidget(LineLabel(look, line(Words("Exposure", SECTION, 600))))
        head.addStretch(1)
        head.addWidget(self._word)
        rows.addLayout(head)
        rows.addLayout(self._figures)
        rows.addSpacing(look.px(4))
        rows.addWidget(self._bar)
        rows.addSpacing(look.px(4))
        rows.addWidget(Rule(look))
        rows.addWidget(LineLabel(look, line(Words("Rule and remedy", SECTION, 600))))
        rows.addSpacing(look.px(2))
        rows.addLayout(self._engine)
        rows.addStretch(1)
        return held

    def _decided(self) -> QVBoxLayout:
        """The ruling and its acts; they stay in sight."""
        look = self._look
        rows = column(look, 20, 8, 20, 14, gap=6)
        rows.addWidget(self._asks)
        rows.addWidget(self.ruling)
        rows.addWidget(self._note)
        rows.addSpacing(look.px(4))
        rows.addLayout(self._acts)
        return rows

    def show_ruling(self, text: str) -> None:
        """Put words into the ruling without saying that they were typed."""
        if self.ruling.toPlainText() != text:
            self.ruling.blockSignals(True)
            self.ruling.setPlainText(text)
            self.ruling.blockSignals(False)

    def show_decision(self, view: DecisionView) -> None:
        """Show what is known and what can be decided; what did not change is not touched."""
        if view == self._shown:
            return
        before, self._shown = self._shown, view
        self._word.show_line(state_line(view.state, view.word, size=14))
        self._asks.show_line(line(Words(view.asks, SECOND, 400, "ink2", shrinks=True)))
        self.ruling.setAccessibleName(view.asks)
        self._note.show_line(line(Words(view.note, SECOND, 400, "ink2", shrinks=True)))
        self._bar.setVisible(view.exposure is not None)
        if view.exposure is not None:
            self._bar.show_exposure(view.exposure)
        if before is None or (before.exposure, before.unexposed) != (view.exposure, view.unexposed):
            self._show_figures(view.exposure, view.unexposed)
        if before is None or before.engine != view.engine:
            self._show_engine(view.engine)
        self._show_acts(view.acts)

    def _show_figures(self, exposure: ExposureView | None, unexposed: str) -> None:
        look = self._look
        emptied(self._figures)
        for place, (figure, unit) in enumerate(exposure.figures if exposure else ()):
            if place:
                self._figures.addWidget(Rule(look, upright=True))
            pair = column(look, gap=0)
            pair.addWidget(LineLabel(look, line(Words(figure, 38, 600))))
            pair.addWidget(LineLabel(look, line(Words(unit, BODY, 400, "ink2"))))
            self._figures.addLayout(pair, 1)
        if exposure is None:
            self._figures.addWidget(Text(look, unexposed, BODY, tone="ink2"))

    def _show_engine(self, known: Sequence[EngineFact]) -> None:
        look = self._look
        emptied(self._engine)
        for down, each in enumerate(known):
            name = LineLabel(look, line(Words(each.label, 14, 400, "ink2")))
            self._engine.addWidget(name, down, 0, Qt.AlignmentFlag.AlignTop)
            words = column(look, gap=0)
            words.addWidget(Text(look, each.words, 14))
            if each.cite:
                words.addWidget(Text(look, each.cite, 14, 600))
            self._engine.addLayout(words, down, 1)

    def _show_acts(self, acts: tuple[Act, ...]) -> None:
        if tuple(button.act for button in self.buttons) == acts:
            return
        emptied(self._acts)
        self.buttons = []
        for place, act in enumerate(acts):
            button = ActButton(self._look, act, primary=place == 0)
            button.clicked.connect(lambda _on=False, b=button: self.act_chosen.emit(b.act.name))
            self.buttons.append(button)
            held = ReasonedAct(self._look, button) if place == 0 else button
            span = (0, 0, 1, 2) if place == 0 else (1 + (place - 1) // 2, (place - 1) % 2, 1, 1)
            self._acts.addWidget(held, *span)
