"""A toggle: a switch with its words, on or off by a press."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, QSize, Qt
from PyQt6.QtGui import QColor, QPainter, QPen
from PyQt6.QtWidgets import QWidget

from floorapp.screens.text_line import BODY, Words, line
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import paint_line
from floorapp.ui.widgets.button import LineButton

#: The switch itself.
WIDE, HIGH = 36.0, 20.0


class Toggle(LineButton):
    """Says what it is about; the switch says whether it is so."""

    margin = 12.0

    def __init__(self, look: Look, words: str, *, parent: QWidget | None = None) -> None:
        super().__init__(look, line(Words(words, BODY)), parent=parent)
        self.setCheckable(True)

    def show_words(self, words: str) -> None:
        self.show_face(line(Words(words, BODY, 600 if self.isChecked() else 400)))

    def _with_switch(self, hint: QSize) -> QSize:
        return QSize(hint.width() + self._look.px(WIDE + 10), hint.height())

    def sizeHint(self) -> QSize:
        return self._with_switch(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return self._with_switch(super().minimumSizeHint())

    def outline(self) -> QColor | None:
        return self._look.colour("edge" if self.isEnabled() else "line")

    def paint_face(self, painter: QPainter) -> None:
        px, look, on = self._look.px, self._look, self.isChecked()
        track = QRectF(px(self.margin), (self.height() - px(HIGH)) / 2, px(WIDE), px(HIGH))
        painter.setPen(QPen(look.colour("ink" if on else "edge"), 1.5))
        painter.setBrush(look.colour("ink") if on else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(track, px(HIGH) / 2, px(HIGH) / 2)
        knob = QRectF(track).adjusted(px(3), px(3), -px(3), -px(3))
        knob.setWidth(knob.height())
        if on:
            knob.moveRight(track.right() - px(3))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("onink" if on else "ink2"))
        painter.drawEllipse(knob)
        room = QRectF(self.rect()).adjusted(px(self.margin + WIDE + 10), 0, -px(6), 0)
        paint_line(painter, room, look, self._face, ink=self.ink())
