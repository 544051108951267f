"""Pages of several columns that fold into one where the window is narrow."""

from __future__ import annotations

from PyQt6.QtCore import QSize, pyqtSlot
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.domain.values import dataclass
from floorapp.ui.look import Look
from floorapp.ui.widgets.surface import Ground

#: As large as Qt lets a widget become.
UNBOUNDED = 16_777_215


@dataclass(frozen=True, slots=True)
class Fold:
    """One part of the page: how wide it is beside the others, and how high, at least and at most, among them."""

    part: QWidget
    width: float | None = None
    height: float = 0
    at_most: float | None = None


def fold(look: Look, layout: QBoxLayout, narrow: bool, *folds: Fold) -> None:
    """Side by side; or, where the page is narrow, one below another."""
    ways = QBoxLayout.Direction
    layout.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
    for each in folds:
        each.part.setMinimumHeight(look.px(each.height) if narrow else 0)
        if each.width is not None:
            each.part.setMinimumWidth(0 if narrow else look.px(each.width))
            each.part.setMaximumWidth(UNBOUNDED if narrow else look.px(each.width))
        if each.at_most is not None:
            each.part.setMaximumHeight(look.px(each.at_most) if narrow else UNBOUNDED)


class FoldingPage(Ground):
    """A page that folds where its window is narrow, and so never scrolls sideways."""

    #: From this width on its parts stand side by side.
    wide_enough = 1000.0
    #: What it makes do with when it is folded.
    least = 560.0

    def __init__(self, look: Look, token: str = "base", *, parent: QWidget | None = None) -> None:
        super().__init__(look, token, parent=parent)
        look.changed.connect(self._fold)

    @property
    def narrow(self) -> bool:
        return self.width() < self._look.px(self.wide_enough)

    def fold(self, narrow: bool) -> None:
        """Lay the parts out for a narrow or a wide page."""
        raise NotImplementedError

    def minimumSizeHint(self) -> QSize:
        """What it needs folded: side by side its parts stand only where there is room."""
        needed = super().minimumSizeHint()
        return QSize(min(needed.width(), self._look.px(self.least)), needed.height())

    @pyqtSlot()
    def _fold(self) -> None:
        self.fold(self.narrow)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._fold()
