"""Buttons: acts with their key cap, filters, switches and icons, each at least 48 px high."""

from __future__ import annotations

from math import ceil

from PyQt6.QtCore import QEvent, QRectF, QSize, Qt
from PyQt6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PyQt6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.text_line import BODY, SECOND, Icon, Key, Piece, TextLine, Words, line
from floorapp.ui.look import TARGET, Look, follow
from floorapp.ui.paint.text_line import line_width, paint_line
from floorapp.ui.widgets.held import PRESSING, held
from floorapp.ui.widgets.label import Text, tip


class LineButton(QAbstractButton):
    """A button whose face is a painted line; the base of all others."""

    margin = 16.0
    tall = float(TARGET)

    def __init__(self, look: Look, face: TextLine, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._face = line()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("framed", True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.show_face(face)
        follow(look, self, self.updateGeometry)

    def show_face(self, face: TextLine) -> None:
        """Show another face, and say it."""
        if face != self._face:
            self._face = face
            self.setText(face.spoken)
            self.setAccessibleName(face.spoken)
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        width = ceil(line_width(self._look, self._face)) + 2 * self._look.px(self.margin)
        return QSize(max(width, self._look.px(TARGET)), self._look.px(self.tall))

    def minimumSizeHint(self) -> QSize:
        """The words with little room around them; never less than a finger needs."""
        width = ceil(line_width(self._look, self._face)) + 2 * self._look.px(min(self.margin, 6))
        return QSize(max(width, self._look.px(TARGET)), self._look.px(self.tall))

    def event(self, event: QEvent | None) -> bool:
        """Space and Enter press the button that has the focus, whatever else they do on this screen."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride:
            if event.key() in PRESSING:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if held(event):
            return
        if event is not None and event.key() in PRESSING[1:]:
            self.click()
            return
        super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:
        """The second press of a double-click is no press: one was meant."""
        if event is not None:
            event.accept()

    def fill(self) -> QColor | None:
        """What lies behind the words."""
        if not self.isEnabled():
            return None
        return self._look.colour("hover") if self.underMouse() or self.isDown() else None

    def outline(self) -> QColor | None:
        """The border, where there is one."""
        return None

    def ink(self) -> QColor | None:
        """One ink for the whole face, or none to keep its own tones."""
        return None if self.isEnabled() else self._look.colour("ink3")

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline, fill = self.outline(), self.fill()
        painter.setPen(QPen(outline, 1) if outline else Qt.PenStyle.NoPen)
        painter.setBrush(fill if fill else Qt.BrushStyle.NoBrush)
        radius = self._look.px(6)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        self.paint_face(painter)
        painter.end()

    def paint_face(self, painter: QPainter) -> None:
        room = QRectF(self.rect()).adjusted(4, 0, -4, 0)
        paint_line(painter, room, self._look, self._face, align=Qt.AlignmentFlag.AlignHCenter, ink=self.ink())


def _act_face(act: Act, size: float, weight: int) -> TextLine:
    pieces: list[Piece] = [Icon(act.icon, 20)] if act.icon else []
    pieces.append(Words(act.words, size, weight))
    if act.key:
        pieces.append(Key(act.key))
    return line(*pieces, gap=10)


class ActButton(LineButton):
    """An act of this screen: one is primary and filled with ink, the others are raised."""

    def __init__(
        self,
        look: Look,
        act: Act,
        *,
        primary: bool = False,
        tall: float = TARGET,
        face: TextLine | None = None,
        parent: QWidget | None = None,
    ) -> None:
        self.tall = tall
        self._primary = primary
        super().__init__(look, face or _act_face(act, BODY, 600), parent=parent)
        self._given_face = face
        self.offer(act)

    def give_face(self, face: TextLine) -> None:
        """Wear this face whatever act is offered."""
        self._given_face = face
        self.offer(self.act)

    def offer(self, act: Act) -> None:
        """Offer this act, or refuse it with its reason."""
        self.act = act
        self.setEnabled(not act.refusal)
        self.show_face(self._given_face or _act_face(act, BODY, 600))
        self.setAccessibleName(act.words)
        self.setAccessibleDescription(act.refusal or (f"key {act.key}" if act.key else ""))
        self.setToolTip(tip(act.refusal))

    def fill(self) -> QColor | None:
        if not self.isEnabled():
            return None
        if self._primary:
            return self._look.colour("ink2" if self.isDown() else "ink")
        return self._look.colour("hover" if self.underMouse() or self.isDown() else "raised")

    def outline(self) -> QColor | None:
        if not self.isEnabled():
            return self._look.colour("line")
        return self._look.colour("ink") if self._primary else self._look.colour("edge")

    def ink(self) -> QColor | None:
        if not self.isEnabled():
            return self._look.colour("ink3")
        return self._look.colour("onink") if self._primary else None


class ReasonedAct(QWidget):
    """A button with room under it where a refusal is written out."""

    def __init__(self, look: Look, button: ActButton, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = button
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(look.px(6))
        rows.addWidget(button)
        self._reason = Text(look, button.act.refusal, SECOND, tone="ink2")
        rows.addWidget(self._reason)  # first: what is shown without a parent is a window of its own
        self._reason.setVisible(bool(button.act.refusal))

    def offer(self, act: Act) -> None:
        self.button.offer(act)
        self._reason.show_text(act.refusal)
        self._reason.setVisible(bool(act.refusal))


class BarButton(LineButton):
    """An act in the bar below: its key first, then its word, no border until touched."""

    margin = 10.0

    def __init__(self, look: Look, act: Act, *, parent: QWidget | None = None) -> None:
        super().__init__(look, line(Key(act.key), Words(act.words, BODY, 400), gap=8), parent=parent)
        self.act = act
        self.setEnabled(not act.refusal)
        self.setAccessibleName(act.words)
        self.setAccessibleDescription(act.refusal or f"key {act.key}")
        self.setToolTip(tip(act.refusal))


class Filter(LineButton):
    """One of several ways to see a list, with its count; the chosen one is raised and bold."""

    margin = 12.0

    def __init__(self, look: Look, face: TextLine, *, parent: QWidget | None = None) -> None:
        self._plain = face
        super().__init__(look, face, parent=parent)
        self.setCheckable(True)
        self.toggled.connect(self._weigh)
        self._weigh(False)

    def show_count(self, face: TextLine) -> None:
        self._plain = face
        self._weigh(self.isChecked())

    def _weigh(self, chosen: bool) -> None:
        weight, tone = (600, "ink") if chosen else (400, "ink2")
        pieces = [
            Words(piece.text, piece.size, weight, tone) if isinstance(piece, Words) else piece
            for piece in self._plain.pieces
        ]
        self.show_face(line(*pieces, gap=self._plain.gap))
        self.setAccessibleDescription("chosen" if chosen else "")

    def sizeHint(self) -> QSize:
        heavy = [
            Words(piece.text, piece.size, 600) if isinstance(piece, Words) else piece for piece in self._plain.pieces
        ]
        width = ceil(line_width(self._look, line(*heavy, gap=self._plain.gap)))
        return QSize(width + 2 * self._look.px(self.margin), self._look.px(TARGET))

    def fill(self) -> QColor | None:
        return self._look.colour("raised") if self.isChecked() else super().fill()


class SwitchPart(LineButton):
    """One side of a switch: filled with ink when it is the one in force."""

    first = last = False

    def __init__(self, look: Look, face: TextLine, *, parent: QWidget | None = None) -> None:
        super().__init__(look, face, parent=parent)
        self.setCheckable(True)

    def ink(self) -> QColor | None:
        return self._look.colour("onink") if self.isChecked() else self._look.colour("ink")

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, rect = self._look, QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = look.px(6)
        whole = rect.adjusted(0 if self.first else -20, 0, 0 if self.last else 20, 0)
        shape = QPainterPath()
        shape.addRoundedRect(whole.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setClipRect(rect)
        if self.isChecked():
            painter.fillPath(shape, look.colour("ink"))
        elif self.underMouse():
            painter.fillPath(shape, look.colour("hover"))
        painter.strokePath(shape, QPen(look.colour("edge"), 1))
        self.paint_face(painter)
        painter.end()


class IconButton(LineButton):
    """An icon one can press, 48 px square, with its word for those who cannot see it."""

    margin = 0.0

    def __init__(self, look: Look, icon: str, words: str, *, parent: QWidget | None = None) -> None:
        super().__init__(look, line(Icon(icon, 20)), parent=parent)
        self.setAccessibleName(words)
        self.setToolTip(tip(words))
