"""Pages of several columns that fold into one where the window is narrow."""

from __future__ import annotations

from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.domain.values import dataclass
from floorapp.ui.look import Look

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
