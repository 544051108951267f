"""A pad on which a patron signs with mouse, finger or pen; what was drawn is given as text."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QKeySequence, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QShortcut
from PyQt6.QtWidgets import QSizePolicy, QWidget

from floorapp.domain.drawn_signature import MOST, TALL, WIDE, Point, written
from floorapp.screens.forms import Act
from floorapp.screens.text_line import BODY, SECOND, SECTION
from floorapp.ui.look import Look, follow
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.label import Text
from floorapp.ui.widgets.panel import PanelSheet
from floorapp.ui.widgets.surface import row

#: A point nearer than this to the last one is not kept: the pad's own units.
NEAR = 3


class SignaturePad(QWidget):
    """Takes strokes; a finger and a pen come as a mouse does."""

    drawn = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.strokes: list[list[Point]] = []
        self._down = False
        self.setAccessibleName("Signature pad: sign with the mouse, a finger or a pen")
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        follow(look, self, self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(self._look.px(720), self._look.px(216))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.px(300), self._look.px(90))

    @property
    def _pad(self) -> QRectF:
        """The pad in the middle of the room there is."""
        scale = min(self.width() / WIDE, self.height() / TALL)
        wide, tall = WIDE * scale, TALL * scale
        return QRectF((self.width() - wide) / 2, (self.height() - tall) / 2, wide, tall)

    def _point(self, at: QPointF) -> Point:
        pad = self._pad
        x, y = (at.x() - pad.left()) / pad.width() * WIDE, (at.y() - pad.top()) / pad.height() * TALL
        return min(max(round(x), 0), WIDE), min(max(round(y), 0), TALL)

    @property
    def text(self) -> str:
        """What was drawn, as an entry keeps it."""
        return written(tuple(stroke) for stroke in self.strokes)

    def clear(self) -> None:
        self.strokes = []
        self.drawn.emit()
        self.update()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and event.button() is Qt.MouseButton.LeftButton:
            self._down = True
            self.strokes.append([])
            self._take(event.position())

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and self._down:
            self._take(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        self._down = False

    def _take(self, at: QPointF) -> None:
        point, stroke = self._point(at), self.strokes[-1]
        if stroke and max(abs(point[0] - stroke[-1][0]), abs(point[1] - stroke[-1][1])) < NEAR:
            return
        if sum(map(len, self.strokes)) < MOST:
            stroke.append(point)
            self.drawn.emit()
            self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, pad, painter = self._look, self._pad, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.colour("edge"), 1))
        painter.setBrush(look.colour("base"))
        painter.drawRoundedRect(pad.adjusted(0.5, 0.5, -0.5, -0.5), look.px(6), look.px(6))
        inset, base = pad.width() * 0.06, pad.top() + pad.height() * 0.78
        painter.setPen(QPen(look.colour("ink3"), 1))
        painter.drawLine(QPointF(pad.left() + inset, base), QPointF(pad.right() - inset, base))
        ink = QPen(look.colour("ink"), look.px(2.4))
        ink.setCapStyle(Qt.PenCapStyle.RoundCap)
        ink.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(ink)
        scale = pad.width() / WIDE
        for stroke in self.strokes:
            points = [QPointF(pad.left() + x * scale, pad.top() + y * scale) for x, y in stroke]
            painter.drawPolyline(QPolygonF(points)) if len(points) > 1 else painter.drawPoints(QPolygonF(points))
        painter.end()


class SignatureSheet(PanelSheet):
    """What is signed, the pad under it, and a way to begin again; Esc leaves it and nothing is closed."""

    given = pyqtSignal(str)

    def __init__(self, look: Look, says: str, parent: QWidget | None = None) -> None:
        super().__init__(look, "The patron signs here", parent)
        self.body.addWidget(Text(look, says, SECTION, 500))
        self.body.addWidget(Text(look, "Sign with a finger, a pen or the mouse.", BODY, tone="ink2"))
        self.pad = SignaturePad(look)
        self.body.addWidget(self.pad, 1)
        self._wrong = Text(look, "", SECOND, 500, tone="warning")
        self._wrong.hide()
        self.body.addWidget(self._wrong)
        self.clear = ActButton(look, Act("clear", "Start over", "Del"))
        self.do_button = ActButton(look, Act("do", "Signed: close the case", "F9"), primary=True)
        foot = row(look, gap=12)
        foot.addWidget(self.clear)
        foot.addWidget(self.do_button, 1)
        self.body.addLayout(foot)
        self.clear.clicked.connect(self.pad.clear)
        self.do_button.clicked.connect(self.give)
        self.pad.drawn.connect(lambda: self.say_wrong(""))
        for key, press in ((Qt.Key.Key_Delete, self.clear.click), (Qt.Key.Key_F9, self.do_button.click)):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(press)
        self.setFocusProxy(self.do_button)

    def give(self) -> None:
        """Hand over what was drawn, unless the pad is empty."""
        if self.pad.text:
            self.do_button.setEnabled(False)
            self.given.emit(self.pad.text)
        else:
            self.say_wrong("Nobody has signed on the pad. Have the patron sign, or leave and choose paper or refused.")

    def say_wrong(self, sentence: str) -> None:
        """Say why the case was not closed."""
        self.do_button.setEnabled(True)
        self._wrong.show_text(sentence)
        self._wrong.setVisible(bool(sentence))
