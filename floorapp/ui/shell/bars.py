"""The bars at the edges of a page: acts with their keys, running work, and the message banner."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QRectF, pyqtSignal, pyqtSlot
from PyQt6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PyQt6.QtWidgets import QSizePolicy, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.shell import Message, Saved, Work
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, Piece, Sign, Words, line
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import line_width
from floorapp.ui.widgets.button import ActButton, BarButton, IconButton
from floorapp.ui.widgets.label import LineLabel, Right, Text
from floorapp.ui.widgets.surface import Ground, column, row

TALL = 52.0


class ActBar(Ground):
    """F-keys as 48 px buttons at the left, the last saved entry at the right."""

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", "t", parent=parent)
        self._cells = row(look, 10, 2, 16, 2, gap=4, parent=self)
        self._cells.addStretch(1)
        self._saved = LineLabel(look)
        self._cells.addWidget(self._saved)
        self.buttons: list[BarButton] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        look.changed.connect(self._dress)
        self._dress()

    @pyqtSlot()
    def _dress(self) -> None:
        self.setFixedHeight(self._look.px(TALL))
        self._choose_shown()

    def show_acts(self, acts: Sequence[Act]) -> None:
        """Offer these acts; the last one, all keys, stays when there is not room for every one."""
        if [button.act for button in self.buttons] == list(acts):
            return
        for button in self.buttons:
            self._cells.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        for place, act in enumerate(acts):
            button = BarButton(self._look, act)
            button.clicked.connect(lambda _on=False, name=act.name: self.act_chosen.emit(name))
            self._cells.insertWidget(place, button)
            self.buttons.append(button)
        self._choose_shown()

    def show_saved(self, saved: Saved) -> None:
        """Only what is durably in the logbook is called saved."""
        tone = "ink2" if saved.state is State.OKAY else saved.state.value
        pieces: list[Piece] = [Sign(saved.state, 13), Words(saved.word, SECOND, 400, tone)]
        if saved.entry:
            pieces.append(Words(saved.entry, SECOND, 400, tone, mono=True))
        if saved.time:
            pieces.append(Words(f"· {saved.time}", SECOND, 400, tone))
        self._saved.show_line(line(*pieces, gap=8))
        self._choose_shown()

    def _choose_shown(self) -> None:
        room = self.width() - self._look.px(36) - line_width(self._look, self._saved.row)
        widths = [button.sizeHint().width() + self._look.px(4) for button in self.buttons]
        if not widths:
            return
        used = widths[-1]
        # what was saved last gives way to the act itself, never the other way round
        self._saved.setVisible(used + widths[0] <= room or len(widths) == 1)
        if self._saved.isHidden():
            room = self.width() - self._look.px(20)
        for button, width in zip(self.buttons[:-1], widths[:-1], strict=True):
            used += width
            button.setVisible(used <= room)
        self.buttons[-1].setVisible(True)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._choose_shown()


class Progress(QWidget):
    """How far: a thin bar; empty track while nobody knows how much it is."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._share = look, 0.0
        self.setFixedHeight(look.px(8))
        self.setMinimumWidth(look.px(80))

    def show_share(self, share: float) -> None:
        self._share = max(0.0, min(1.0, share))
        self.setAccessibleName(f"{round(self._share * 100)} percent done")
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, painter, rect = self._look, QPainter(self), QRectF(self.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(look.colour("track"))
        painter.setBrush(look.colour("track"))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), look.px(3), look.px(3))
        if self._share:
            painter.setPen(look.colour("ink2"))
            painter.setBrush(look.colour("ink2"))
            rect.setWidth(max(look.px(6), rect.width() * self._share))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), look.px(3), look.px(3))
        painter.end()


class WorkRow(QWidget):
    """One running work: what, how far, and cancel."""

    def __init__(self, look: Look, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        cells = row(look, 16, 2, 16, 2, gap=16, parent=self)
        self._words = LineLabel(look)
        self._progress = Progress(look)
        self._far = LineLabel(look, align=Right)
        self._far.setMinimumWidth(look.px(150))
        self.cancel = ActButton(look, Act(f"cancel {work.name}", "Cancel"))
        self.cancel.setAccessibleName(f"Cancel: {work.words}")
        cells.addWidget(self._words, 2)
        cells.addWidget(self._progress, 3)
        cells.addWidget(self._far)
        cells.addWidget(self.cancel)
        self.show_work(work)

    def show_work(self, work: Work) -> None:
        self._words.show_line(line(Words(work.words, BODY, 500, shrinks=True)))
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        share = work.done / work.whole if work.whole else 0.0
        self._progress.show_share(share)
        far = f"{work.done:,} of {work.whole:,}" if work.whole else "counting"
        self._far.show_line(line(Words(far, SECOND, 400, "ink2")))
        self.cancel.setVisible(work.can_cancel)


class WorkBar(Ground):
    """All running work above the act bar; gone when nothing runs."""

    cancel_asked = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", "t", parent=parent)
        self._lines = column(look, gap=0, parent=self)
        self.rows: dict[str, WorkRow] = {}
        self.hide()

    def show_works(self, works: Sequence[Work]) -> None:
        names = {work.name for work in works}
        for name in [name for name in self.rows if name not in names]:
            done = self.rows.pop(name)
            self._lines.removeWidget(done)
            done.deleteLater()
        for work in works:
            if work.name not in self.rows:
                shown = self.rows[work.name] = WorkRow(self._look, work)
                shown.cancel.clicked.connect(lambda _on=False, n=work.name: self.cancel_asked.emit(n))
                self._lines.addWidget(shown)
            self.rows[work.name].show_work(work)
        self.setVisible(bool(works))


class Banner(QWidget):
    """One message over the page that stays until it is answered; it never takes the focus."""

    act_chosen = pyqtSignal(str)
    closed = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.message: Message | None = None
        self._cells = row(look, 20, 8, 12, 8, gap=14, parent=self)
        self._sign = LineLabel(look)
        self._happened = Text(look, "", BODY, 600)
        self._meaning = Text(look, "", SECOND, tone="ink2")
        words = column(look, gap=1)
        words.addWidget(self._happened)
        words.addWidget(self._meaning)
        self.act: ActButton | None = None
        self._close = IconButton(look, "x", "Close this message")
        self._close.clicked.connect(self._close_it)
        self._cells.addWidget(self._sign)
        self._cells.addLayout(words, 1)
        self._cells.addWidget(self._close)
        self.hide()

    def show_message(self, message: Message | None) -> None:
        """Show a message, or none."""
        self.message = message
        if self.act is not None:
            self._cells.removeWidget(self.act)
            self.act.deleteLater()
            self.act = None
        self.setVisible(message is not None)
        if message is None:
            return
        self._sign.show_line(line(Sign(message.state, 22)))
        self._sign.setAccessibleName(message.state.spoken)
        self._happened.show_text(message.happened)
        self._meaning.show_text(message.meaning)
        self._meaning.setVisible(bool(message.meaning))
        if message.act is not None:
            self.act = ActButton(self._look, message.act)
            name = message.act.name
            self.act.clicked.connect(lambda: self.act_chosen.emit(name))
            self._cells.insertWidget(self._cells.count() - 1, self.act)
        self.update()

    def _close_it(self) -> None:
        self.show_message(None)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, painter = self._look, QPainter(self)
        state = self.message.state if self.message else State.OKAY
        painter.fillRect(self.rect(), look.tint(state) or look.colour("raised"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, look.colour("line"))
        painter.end()
