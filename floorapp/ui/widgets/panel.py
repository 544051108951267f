"""Dialogs as panels inside the page: numbered steps, and a sheet that slides no window over the floor."""

from __future__ import annotations

from PyQt6.QtCore import QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from floorapp.domain.values import dataclass
from floorapp.screens.text_line import SECTION, TextLine
from floorapp.ui.icons import paint_icon
from floorapp.ui.look import Look, follow
from floorapp.ui.paint.text_line import paint_line
from floorapp.ui.widgets.button import IconButton
from floorapp.ui.widgets.label import Text
from floorapp.ui.widgets.surface import FramedBox, column, row


@dataclass(frozen=True, slots=True)
class NumberedStep:
    """One step of an act: done, or the one that waits."""

    number: int
    done: bool
    what: TextLine
    detail: TextLine | None = None


class StepRow(QWidget):
    """A step with its number in a circle, or a tick once it is done."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._step: NumberedStep | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        follow(look, self, self.updateGeometry)

    def show_step(self, step: NumberedStep) -> None:
        self._step = step
        said = [f"step {step.number}", "done" if step.done else "waiting", step.what.spoken]
        self.setAccessibleName(", ".join(said + ([step.detail.spoken] if step.detail else [])))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        detail = self._step is not None and self._step.detail is not None
        return QSize(self._look.px(240), self._look.px(42 if detail else 28))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        if self._step is None:
            return
        look, step, painter = self._look, self._step, QPainter(self)
        px = look.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        circle = QRectF(1, px(2), px(23), px(23))
        painter.setPen(QPen(look.colour("ink2"), 1.3))
        painter.setBrush(look.colour("ink2") if step.done else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(circle)
        if step.done:
            paint_icon(painter, circle.adjusted(px(3), px(3), -px(3), -px(3)), "check", look.colour("panel"))
        else:
            painter.setFont(look.font(13, 600))
            painter.setPen(look.colour("ink"))
            painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, str(step.number))
        left = px(36)
        paint_line(painter, QRectF(left, px(2), self.width() - left, px(22)), look, step.what)
        if step.detail is not None:
            paint_line(painter, QRectF(left, px(23), self.width() - left, px(18)), look, step.detail)
        painter.end()


class PanelSheet(FramedBox):
    """A panel over part of the page, with a title and a way out; Esc leaves it and loses nothing."""

    left = pyqtSignal()

    def __init__(self, look: Look, title: str, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", "edge", parent=parent)
        self.setAccessibleName(title)
        whole = column(look, 20, 12, 20, 20, gap=12, parent=self)
        head = row(look)
        head.addWidget(Text(look, title, SECTION, 600), 1, Qt.AlignmentFlag.AlignVCenter)
        self.close_button = IconButton(look, "x", "Leave; the draft is saved")
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        whole.addLayout(head)
        self.body: QVBoxLayout = column(look, gap=8)
        whole.addLayout(self.body, 1)
        self.close_button.clicked.connect(self.left)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)
