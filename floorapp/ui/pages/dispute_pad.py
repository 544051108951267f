"""What one tells a round with: the field for typed words, and pads whose presses are words too."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PyQt6.QtCore import QEvent, QRectF, QSize, Qt, pyqtSignal, pyqtSlot
from PyQt6.QtGui import (
    QColor,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PyQt6.QtWidgets import QGridLayout, QLineEdit, QStackedWidget, QWidget

from floorapp.screens.dispute_pad import PadPress, PadView
from floorapp.screens.text_line import SECOND, Words, line
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import line_width, paint_line
from floorapp.ui.widgets.button import LineButton
from floorapp.ui.widgets.surface import column

Right = Qt.AlignmentFlag.AlignRight
HINT = "type kh td, or tap"


class TypedWords(QLineEdit):
    """The one field: whose turn it is in front, what was told there, then what is being typed."""

    went = pyqtSignal(int)
    entered = pyqtSignal()
    taken_back = pyqtSignal()
    pasted = pyqtSignal(str)
    line_moved = pyqtSignal(int)
    undone = pyqtSignal(bool)
    keys_asked = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._typing, self._told = look, "", ""
        self.at_start = self.at_end = False
        self.setMaxLength(20_000)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        look.changed.connect(self._dress)
        self._dress()

    @pyqtSlot()
    def _dress(self) -> None:
        family = self._look.font(mono=True).family()
        self.setStyleSheet(f"font-family: '{family}'; font-size: {self._look.px(18)}px")
        self._fit()

    def show_typing(self, typing: str, told: str) -> None:
        """Whose cards are told now, and what was told there."""
        if (typing, told) != (self._typing, self._told):
            self._typing, self._told = typing, told
            self.setAccessibleName(f"Words for {typing}; entered so far: {told or 'nothing'}")
            self._fit()
            self.update()

    def _front(self) -> tuple[float, str, float]:
        """Width of the seat's name, the end of what was told that has room, and its width."""
        look = self._look
        name = line_width(look, line(Words(self._typing, 14))) + look.px(12)
        metrics = QFontMetricsF(look.font(18, mono=True))
        room = max(0.0, self.width() * 0.62 - name)
        words, told = self._told.split(), self._told
        while words and metrics.horizontalAdvance(told) > room:
            words.pop(0)
            told = " ".join(("…", *words))
        return name, told, metrics.horizontalAdvance(told) + (look.px(10) if told else 0)

    def _fit(self) -> None:
        name, _told, wide = self._front()
        self.setTextMargins(int(name + wide) + self._look.px(2), 0, 0, 0)

    def minimumSizeHint(self) -> QSize:
        """What was told gives way before the pads do."""
        return QSize(self._look.px(220), super().minimumSizeHint().height())

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        super().paintEvent(event)
        painter, look = QPainter(self), self._look
        inner = QRectF(self.rect()).adjusted(look.px(15), 0, -look.px(15), 0)
        name, told, wide = self._front()
        paint_line(painter, inner, look, line(Words(self._typing, 14, 400, "ink2")))
        paint_line(painter, inner.adjusted(name, 0, 0, 0), look, line(Words(told, 18, 400, "ink2", mono=True)))
        hint = line(Words(HINT, SECOND, 400, "ink2"))
        free = inner.width() - name - wide - QFontMetricsF(self.font()).horizontalAdvance(self.text())
        if free > line_width(look, hint) + look.px(30):
            paint_line(painter, inner, look, hint, align=Right)
        painter.end()

    def event(self, event: QEvent | None) -> bool:
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
                event.accept()
                return True
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            back = event.key() == Qt.Key.Key_Backtab
            if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                if self.at_start if back else self.at_end:
                    self.went.emit(0)  # what is typed is taken; then Tab leaves, as everywhere
                    return super().event(event)
                self.went.emit(-1 if back else 1)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        assert event is not None
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Paste):
            clipboard = QGuiApplication.clipboard()
            self.pasted.emit(clipboard.text() if clipboard is not None else "")
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undone.emit(True)
        elif event.matches(QKeySequence.StandardKey.Redo) or event.keyCombination() == REDO:
            self.undone.emit(False)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.taken_back.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.line_moved.emit(1 if key == Qt.Key.Key_Down else -1)
        elif event.text() == "?" and not self.text():
            self.keys_asked.emit()
        else:
            super().keyPressEvent(event)


REDO = QKeySequence("Ctrl+Y")[0]


class DeskPadKey(LineButton):
    """A key for fingers; what is not lawful is drawn without a fill and says why before it is told."""

    margin = 6.0

    def __init__(self, look: Look, press: PadPress, parent: QWidget | None = None) -> None:
        super().__init__(look, press.face, parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a press leaves the typing where it is
        self.press = press
        self.show_press(press)

    def show_press(self, press: PadPress) -> None:
        self.press = press
        self.show_face(press.face)
        self.setAccessibleName(" ".join(each for each in (press.face.spoken, press.under) if each))
        self.setAccessibleDescription(press.refusal)
        self.setToolTip(press.refusal)
        self.update()

    def fill(self) -> QColor | None:
        if self.press.refusal:
            return None
        return self._look.colour("hover" if self.underMouse() or self.isDown() else "raised")

    def outline(self) -> QColor | None:
        return self._look.colour("line" if self.press.refusal else "edge")

    def ink(self) -> QColor | None:
        return self._look.colour("ink3") if self.press.refusal else None

    def paint_face(self, painter: QPainter) -> None:
        under = self.press.under
        room = QRectF(self.rect()).adjusted(4, 0, -4, -self._look.px(13) if under else 0)
        paint_line(painter, room, self._look, self._face, align=Qt.AlignmentFlag.AlignHCenter, ink=self.ink())
        if under:
            slot = QRectF(4, self.height() - self._look.px(20), self.width() - 8, self._look.px(16))
            words = line(Words(under, 12, 400, "ink2"))
            paint_line(painter, slot, self._look, words, align=Qt.AlignmentFlag.AlignHCenter, ink=self.ink())


class PadRow(QWidget):
    """Keys side by side, in more rows where there is no room; changed in place where it can be."""

    pressed = pyqtSignal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.keys: list[DeskPadKey] = []
        self._laid: tuple[int, int] = (0, 0)  # how many keys, and how many side by side
        self._cells = QGridLayout(self)
        self._cells.setContentsMargins(0, 0, 0, 0)
        self._cells.setSpacing(look.px(6))

    def show_keys(self, presses: Sequence[PadPress]) -> None:
        while len(self.keys) > len(presses):
            gone = self.keys.pop()
            self._cells.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for place, press in enumerate(presses):
            if place < len(self.keys):
                if self.keys[place].press != press:
                    self.keys[place].show_press(press)
                continue
            key = DeskPadKey(self._look, press)
            key.clicked.connect(lambda _on=False, k=key: self.pressed.emit(k.press))
            self.keys.append(key)
        self._lay()

    def _lay(self) -> None:
        """Share the width out among as many keys as it has room for, rows as even as can be."""
        if not self.keys:
            return
        gap = self._cells.spacing()
        widths = [key.minimumSizeHint().width() + gap for key in self.keys]
        fit = len(widths) if sum(widths) <= self.width() + gap else max(1, (self.width() + gap) // max(widths))
        across = ceil(len(widths) / ceil(len(widths) / fit))
        if self._laid != (len(self.keys), across):
            self._laid = (len(self.keys), across)
            for place, key in enumerate(self.keys):
                self._cells.addWidget(key, place // across, place % across)
            for column_ in range(self._cells.columnCount()):
                self._cells.setColumnStretch(column_, 1 if column_ < across else 0)
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(240), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._lay()


class Pads(QWidget):
    """Cards, wagers, payouts and calls: three rows each, one pad at a time."""

    pressed = pyqtSignal(object)

    def __init__(self, look: Look, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stack = QStackedWidget()
        self._rows: dict[str, tuple[PadRow, ...]] = {}
        self._pages: dict[str, QWidget] = {}
        for name in names:
            page = QWidget()
            rows = column(look, gap=6, parent=page)
            made = tuple(PadRow(look) for _row in range(3))
            for each in made:
                each.pressed.connect(self.pressed)
                rows.addWidget(each)
            rows.addStretch(1)
            self._rows[name], self._pages[name] = made, page
            self._stack.addWidget(page)
        column(look, gap=0, parent=self).addWidget(self._stack)

    def show_pads(self, view: PadView) -> None:
        """The pad in use, as it now is; the others are filled when they are turned to."""
        for row_, presses in zip(self._rows[view.now], view.rows[view.now], strict=True):
            row_.show_keys(presses)
            row_.setVisible(bool(presses))
        self._stack.setCurrentWidget(self._pages[view.now])

    def key(self, types: str) -> DeskPadKey:
        """The visible key that types this."""
        keys = (key for rows in self._rows.values() for each in rows for key in each.keys)
        return next(key for key in keys if key.press.types == types and key.isVisible())
