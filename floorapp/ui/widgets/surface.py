"""Surfaces: a plain ground, a box with a hairline, rules between groups, and rows of choices."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QEvent, QObject, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PyQt6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from floorapp.screens.text_line import TextLine
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import Filter, SwitchPart


class Ground(QWidget):
    """A surface filled with one token, with hairlines on the sides that are named (`t r b l`)."""

    def __init__(self, look: Look, token: str = "panel", sides: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._token, self._sides = look, token, sides

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.colour(self._token))
        line = self._look.colour("line")
        width, height = self.width(), self.height()
        edges = {
            "t": (0, 0, width, 1),
            "b": (0, height - 1, width, 1),
            "l": (0, 0, 1, height),
            "r": (width - 1, 0, 1, height),
        }
        for side in self._sides:
            painter.fillRect(*edges[side], line)
        painter.end()


class FramedBox(QWidget):
    """A group of things: one step of surface, a hairline, rounded by eight."""

    def __init__(
        self,
        look: Look,
        token: str = "panel",
        edge: str = "line",
        *,
        radius: float = 8,
        width: float = 1,
        dashed: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look, self._token, self._edge = look, token, edge
        self._radius, self._width, self._dashed = radius, width, dashed

    def wear(self, token: str, edge: str, width: float = 1) -> None:
        self._token, self._edge, self._width = token, edge, width
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        look, half = self._look, self._width / 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(look.colour(self._edge), self._width)
        if self._dashed:
            pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.setBrush(look.colour(self._token) if self._token else Qt.BrushStyle.NoBrush)
        radius = look.px(self._radius)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), radius, radius)
        painter.end()


class Rule(QWidget):
    """A hairline between groups; the heavy one, in `edge`, parts the drawer from the list."""

    def __init__(
        self, look: Look, token: str = "line", thick: int = 1, *, upright: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look, self._token, self._thick = look, token, thick
        fixed, grows = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(fixed if upright else grows, grows if upright else fixed)

    def sizeHint(self) -> QSize:
        return QSize(self._thick, self._thick)

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.colour(self._token))
        painter.end()


def column(look: Look, *margins: float, gap: float = 8, parent: QWidget | None = None) -> QVBoxLayout:
    """A column with margins in drawing pixels: none, one for all, or left, top, right, bottom."""
    rows = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    _fit(look, rows, margins, gap)
    return rows


def row(look: Look, *margins: float, gap: float = 8, parent: QWidget | None = None) -> QHBoxLayout:
    """A row with margins in drawing pixels, as `column`."""
    cells = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    _fit(look, cells, margins, gap)
    return cells


def _fit(look: Look, layout: QVBoxLayout | QHBoxLayout, margins: Sequence[float], gap: float) -> None:
    sides = tuple(margins) * 4 if len(margins) == 1 else tuple(margins) or (0.0,) * 4
    left, top, right, bottom = (look.px(side) for side in sides[:4])
    layout.setContentsMargins(left, top, right, bottom)
    layout.setSpacing(look.px(gap))


def emptied(layout: QLayout) -> None:
    """Take everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        inner, widget = item.layout(), item.widget()
        if inner is not None:
            emptied(inner)
        if widget is not None:
            widget.hide()
            widget.deleteLater()


class Scroll(QScrollArea):
    """Lets a page that is too large for its window be scrolled instead of cut."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)  # type: ignore[union-attr]
        self.setWidget(content)
        content.setAutoFillBackground(False)  # setWidget had turned it on
        self.setAccessibleName("page")
        self._content, self._grown = content, False

    def grow(self, on: bool) -> None:
        """Be as tall as the content, in a page that scrolls itself; or scroll again."""
        self._grown = on
        self.updateGeometry()

    def eventFilter(self, of: QObject | None, event: QEvent | None) -> bool:
        if event is not None and event.type() is QEvent.Type.LayoutRequest and self._grown:
            self.updateGeometry()
        return super().eventFilter(of, event)

    def sizeHint(self) -> QSize:
        """Little, because it can scroll: what stands beside it keeps its place."""
        return QSize(160, 96)

    def minimumSizeHint(self) -> QSize:
        if not self._grown:
            return QSize(96, 96)
        asked = self._content.heightForWidth(self.width()) if self._content.hasHeightForWidth() else 0
        return QSize(96, max(asked, self._content.minimumSizeHint().height()))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if self._grown:
            self.updateGeometry()


class Choice(QWidget):
    """A row of filters or a switch, of which exactly one is in force; none until then where undecided."""

    chosen = pyqtSignal(str)

    def __init__(
        self,
        look: Look,
        faces: Sequence[tuple[str, TextLine]],
        *,
        switch: bool = False,
        undecided: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._folds, self._across, self._left_out = False, 0, frozenset[str]()
        self._cells = QGridLayout(self)
        self._cells.setContentsMargins(0, 0, 0, 0)
        self._cells.setSpacing(look.px(0 if switch else 4))
        self._group = QButtonGroup(self)
        self.parts: dict[str, Filter | SwitchPart] = {}
        for place, (name, face) in enumerate(faces):
            part = SwitchPart(look, face, parent=self) if switch else Filter(look, face, parent=self)
            part.setChecked(place == 0 and not undecided)
            self._group.addButton(part)
            self.parts[name] = part
            part.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
        self._lay_out(max(len(faces), 1))

    def choose(self, name: str) -> None:
        self.parts[name].setChecked(True)

    def fold(self, narrow: bool) -> None:
        """Let the parts stand in more than one row where they do not fit into one."""
        self._folds = narrow
        self._fit()
        self.updateGeometry()

    def show_part(self, name: str, shown: bool) -> None:
        """Offer a part, or leave it out."""
        if shown == (name in self._left_out):
            self._left_out ^= {name}
            self.parts[name].setVisible(shown)
            self._across = 0
            self._fit()

    @property
    def _offered(self) -> list[Filter | SwitchPart]:
        return [part for name, part in self.parts.items() if name not in self._left_out]

    def _row_width(self, parts: Sequence[Filter | SwitchPart]) -> int:
        between = self._cells.spacing() * (len(parts) - 1)
        return sum(part.sizeHint().width() for part in parts) + between

    def _fit(self) -> None:
        """As many side by side as there is room for."""
        parts = self._offered
        across = max(len(parts), 1)
        while self._folds and across > 1 and self._widest(parts, across) > self.width():
            across -= 1
        self._lay_out(across)

    def _widest(self, parts: Sequence[Filter | SwitchPart], across: int) -> int:
        """How wide that many columns are."""
        columns = [max(part.sizeHint().width() for part in parts[first::across]) for first in range(across)]
        return sum(columns) + self._cells.spacing() * (across - 1)

    def _lay_out(self, across: int) -> None:
        if across == self._across:
            return
        self._across = across
        parts = self._offered
        for place, part in enumerate(parts):
            if isinstance(part, SwitchPart):
                part.first, part.last = place % across == 0, (place + 1) % across == 0 or part is parts[-1]
            self._cells.addWidget(part, place // across, place % across)

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        if self._folds:
            least.setWidth(max((part.sizeHint().width() for part in self._offered), default=0))
        return least

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        if self._folds:
            hint.setWidth(max(hint.width(), self._row_width(self._offered)))
        return hint

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if self._folds:
            self._fit()
