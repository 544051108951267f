"""The rail at the left: where one can go, each with its icon, its word and how much waits there."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QRectF, QSize, Qt, pyqtSignal, pyqtSlot
from PyQt6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PyQt6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from floorapp.screens.shell import RailEntry
from floorapp.ui.icons import paint_icon
from floorapp.ui.look import Look
from floorapp.ui.widgets.surface import Ground, Scroll, column

WIDE, TALL = 76.0, 62.0
#: Where the window is low.
LEAST = 50.0


class RailButton(QAbstractButton):
    """One place to go; the chosen one is raised with an ink bar at its left."""

    def __init__(self, look: Look, entry: RailEntry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self.entry = look, entry
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_count(entry.count)

    def show_count(self, count: int) -> None:
        if count == getattr(self, "_count", None):
            return
        self._count = count
        self.setText(self.entry.words)
        self.setAccessibleName(self.entry.words)
        self.setAccessibleDescription(f"{count} waiting" if count else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(WIDE), self._look.px(TALL))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, painter = self._look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        if chosen or self.underMouse():
            painter.fillRect(self.rect(), look.colour("raised"))
        if chosen:
            painter.fillRect(QRectF(0, 0, look.px(3), self.height()), look.colour("ink"))
        ink = look.colour("ink" if chosen else "ink2")
        size, top = look.px(22), (self.height() - look.px(42)) / 2
        paint_icon(painter, QRectF((self.width() - size) / 2, top, size, size), self.entry.icon, ink)
        painter.setFont(look.font(13 if len(self.entry.words) < 9 else 12.5, 600 if chosen else 400))
        painter.setPen(ink)
        words = QRectF(0, top + look.px(24), self.width(), look.px(18))
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, self.entry.words)
        if self._count:
            self._paint_count(painter)
        if self.hasFocus():
            painter.setPen(QPen(look.colour("ink"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            inset = QRectF(self.rect()).adjusted(4, 3, -4, -3)
            painter.drawRoundedRect(inset, look.px(6), look.px(6))
        painter.end()

    def _paint_count(self, painter: QPainter) -> None:
        look, text = self._look, str(self._count) if self._count < 100 else "99+"
        font = look.font(11, 600)
        width = max(look.px(16), QFontMetricsF(font).horizontalAdvance(text) + look.px(8))
        top = max(1.0, (self.height() - look.px(42)) / 2 - look.px(5))
        badge = QRectF(self.width() / 2 + look.px(9), top, width, look.px(16))
        painter.setPen(QPen(look.colour("ink2"), 1))
        painter.setBrush(look.colour("raised" if self.isChecked() else "panel"))
        painter.drawRoundedRect(badge, look.px(8), look.px(8))
        painter.setFont(font)
        painter.setPen(look.colour("ink"))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)


class Rail(Ground):
    """All places, one of them chosen; scrolls where the window is too low for all."""

    entry_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", "r", parent=parent)
        self.buttons: dict[str, RailButton] = {}
        self._group = QButtonGroup(self)
        inside = QWidget()
        self._entries = column(look, 0, 6, 0, 6, gap=0, parent=inside)
        self._entries.addStretch(1)
        self._scroll = Scroll(inside)
        self._scroll.setAccessibleName("Screens")
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole = column(look, 0, 0, 0, 0, gap=0, parent=self)
        whole.setContentsMargins(0, 0, 1, 0)
        whole.addWidget(self._scroll)
        look.changed.connect(self._dress)
        self._dress()

    @pyqtSlot()
    def _dress(self) -> None:
        self.setFixedWidth(self._look.px(WIDE) + 1)
        self._fit()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Entries give way a little before the last of them would have to be scrolled to."""
        px = self._look.px
        room = (self.height() - px(12)) // max(1, len(self.buttons))
        for button in self.buttons.values():
            button.setFixedHeight(max(px(LEAST), min(px(TALL), room)))

    def show_entries(self, entries: Sequence[RailEntry]) -> None:
        """Show where one can go; an entry already there keeps its place and gets its new count."""
        for entry in entries:
            if entry.name in self.buttons:
                self.buttons[entry.name].show_count(entry.count)
                continue
            button = RailButton(self._look, entry)
            button.clicked.connect(lambda _on=False, name=entry.name: self.entry_chosen.emit(name))
            self.buttons[entry.name] = button
            self._group.addButton(button)
            self._entries.insertWidget(self._entries.count() - 1, button)
        self._fit()

    def choose(self, name: str) -> None:
        if name in self.buttons:
            self.buttons[name].setChecked(True)
