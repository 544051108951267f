"""Readers: every line at the left, the selected one beside it, and its last frames as they stood on the line."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QTextOption
from PyQt6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from floorapp.operations.act_table import Acts
from floorapp.screens.forms import Act
from floorapp.screens.readers import LineDetail, LineRow, ReadersView, WatchedStretch
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, Pill, Sign, TextLine, Words, line
from floorapp.ui.lists.ledger import Ledger
from floorapp.ui.lists.model import Column
from floorapp.ui.look import Look, follow
from floorapp.ui.pages.devices import DevicePanel, DevicesPage
from floorapp.ui.paint.signs import hatching
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.drawer import FactGrid
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import FramedBox, column, row


def _reader(shown: LineRow) -> TextLine:
    words = Words(shown.reader, 14, mono=True, shrinks=True)
    return line(words, Pill("VIRTUAL"), gap=8) if shown.virtual else line(words)


def _state(shown: LineRow) -> TextLine:
    if shown.state is State.OKAY:
        return line(Words(shown.word, 15, 500, "ink2", shrinks=True))
    return line(Words(shown.word, 15, 600, shown.state.value, shrinks=True))


def _figure(text: str) -> TextLine:
    return line(Words(text, 14, 400, "ink2" if text == "0" else "ink"))


COLUMNS = (
    Column[LineRow]("", lambda r: line(Sign(r.state, 15)), share=4),
    Column[LineRow]("Line", lambda r: line(Words(r.line, 14, mono=True, shrinks=True)), share=11),
    Column[LineRow]("Table", lambda r: line(Words(r.table or "no table", 15, 600, shrinks=True)), share=12),
    Column[LineRow]("Reader", _reader, share=24),
    Column[LineRow]("Status", _state, share=18),
    Column[LineRow]("Last signal", lambda r: line(Words(r.signal, 14, 400, "ink2", shrinks=True)), share=15),
    Column[LineRow]("Frames", lambda r: _figure(r.frames), right=True, share=10),
    Column[LineRow]("Missing", lambda r: _figure(r.missing), right=True, share=10),
    Column[LineRow]("Bad", lambda r: _figure(r.flawed), right=True, share=7),
)


#: They stand beside the selected line too.
NOT_WHERE_NARROW = ("Last signal", "Frames", "Missing", "Bad")


class HealthStrip(QWidget):
    """How a line stood since it is watched: calm where it was heard, hatched where not, full where it failed."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._health: tuple[WatchedStretch, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(look, self, self.updateGeometry)

    def show_health(self, health: tuple[WatchedStretch, ...], says: str) -> None:
        if health != self._health:
            self._health = health
            self.update()
        self.setAccessibleName(says)

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(160), self._look.px(20))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, painter = self._look, QPainter(self)
        painter.fillRect(self.rect(), look.colour("track"))
        for part in self._health:
            left, right = part.begins * self.width(), part.ends * self.width()
            rect = QRectF(left, 0, max(2.0, right - left), self.height())
            if part.state is State.OFFLINE:
                painter.fillRect(rect, look.colour("raised"))
                painter.fillRect(rect, hatching(look))
            elif part.state is State.OKAY:
                painter.fillRect(rect, look.colour("ring"))
            else:
                painter.fillRect(rect, look.sign_colour(part.state))
        painter.end()


class Frames(QPlainTextEdit):
    """Frames in hex, newest first; stands still while somebody reads further down or has marked something."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._line = ""
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Last frames of the line, in hex, newest first")
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setWordWrapMode(QTextOption.WrapMode.WordWrap)
        self.setMinimumHeight(look.px(120))
        follow(look, self, self._dress)
        self._dress()

    def _dress(self) -> None:
        self.setFont(self._look.font(13, 400, mono=True))

    def show_frames(self, of: str, text: str) -> None:
        bar = self.verticalScrollBar()
        held = self.textCursor().hasSelection() or (bar is not None and bar.value() > 0)
        if (of == self._line and held) or text == self.toPlainText():
            return
        self._line = of
        self.setPlainText(text)


class LinePanel(DevicePanel):
    """The selected line."""

    played = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._trouble = Text(look, "", BODY)
        self._strip, self._health = HealthStrip(look), LineLabel(look)
        self._facts = FactGrid(look, 92, 26)
        self._plays = row(look, gap=8)
        self._buttons: list[ActButton] = []
        for widget in (self._trouble, self._strip, self._health):
            self.rows.addWidget(widget)
        self.rows.addLayout(self._plays)
        self.rows.addWidget(self._facts)
        self.rows.addStretch(1)

    def show_detail(self, detail: LineDetail) -> None:
        words = Words(detail.subject, BODY, 400, "ink2", shrinks=True)
        subject = line(words, Pill("VIRTUAL"), gap=8) if detail.virtual else line(words)
        self.show_head(f"Line {detail.line}", detail.state, detail.word, subject)
        self._trouble.show_text(" ".join(detail.trouble))
        self._trouble.setVisible(bool(detail.trouble))
        self._strip.show_health(detail.health, detail.health_says)
        self._health.show_line(line(Words(detail.health_says, SECOND, 400, "ink2", shrinks=True)))
        self._facts.show_facts(detail.facts)
        self._offer(detail.plays)

    def _offer(self, plays: tuple[Act, ...]) -> None:
        while len(self._buttons) > len(plays):
            button = self._buttons.pop()
            self._plays.removeWidget(button)
            button.hide()
            button.deleteLater()
        for place, act in enumerate(plays):
            if place == len(self._buttons):
                button = ActButton(self._look, act)
                button.clicked.connect(lambda _on=False, b=button: self.played.emit(b.act.name))
                self._buttons.append(button)
                self._plays.addWidget(button)
            self._buttons[place].offer(act)


class ReadersPage(DevicesPage):
    """Lines, the selected line, its frames; or what to do first."""

    act_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "Readers", parent)
        self.ledger: Ledger[LineRow] = Ledger(look, "Reader lines", COLUMNS, lambda shown: shown.line)
        self.detail = LinePanel(look)
        self.detail.setMinimumHeight(look.px(260))
        self.frames = Frames(look)
        frame_box = FramedBox(look)
        framed = column(look, 16, 10, 16, 12, gap=8, parent=frame_box)
        says = Words("in: from the reader, out: from this station", SECOND, 400, "ink2", shrinks=True)
        framed.addWidget(LineLabel(look, line(Words("Last frames", BODY, 600), says, gap=10)))
        framed.addWidget(self.frames)
        self.empty = Empty(
            look,
            "cpu",
            "No reader line is set up yet",
            "Add the port or device server a reader is on; or attach a virtual reader to a table without one,"
            " to try it out.",
            Act(Acts.add_line.name, "Add a line…", "Alt A"),
        )
        assert self.empty.button is not None
        self.empty.button.clicked.connect(lambda: self.act_chosen.emit(Acts.add_line.name))
        self.build(self.ledger, self.detail, frame_box, self.empty, shares=(11, 7, 7))

    def show_readers(self, view: ReadersView) -> None:
        """Show the lines as they now stand."""
        some = bool(view.rows)
        self.show_sentence(view.sentence, some=some)
        if self.empty.button is not None:
            self.empty.button.offer(view.add)
        self.setFocusProxy(self.ledger if some else self.empty.button)
        self.ledger.show_rows(view.rows)
        if view.detail is not None:
            self.detail.show_detail(view.detail)
            self.frames.show_frames(view.detail.line, view.detail.frames)

    def leave_out(self, narrow: bool) -> None:
        self.ledger.leave_out(*(NOT_WHERE_NARROW if narrow else ()))
