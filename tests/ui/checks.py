"""What is asked of every window: names, tab order, targets, and no word cut off; each answers its faults."""

from __future__ import annotations

from collections.abc import Iterator

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from floorapp.screens.text_line import BODY, Words, line
from floorapp.ui.floor_map.floor_map import FloorMap
from floorapp.ui.look import TARGET
from floorapp.ui.paint.text_line import line_width
from floorapp.ui.shell.header import TwoLines
from floorapp.ui.shell.window import Window
from floorapp.ui.widgets.button import LineButton
from floorapp.ui.widgets.label import LineLabel, Text, gives_way
from floorapp.ui.widgets.picker import Picker

#: Lists one only reads.
READ_ONLY = ("Timeline", "Evidence")


def visible(window: QWidget, *kinds: type[QWidget]) -> Iterator[QWidget]:
    """Every widget of these kinds that can be seen; nothing in one that is hidden can."""
    for child in window.children():
        if isinstance(child, QWidget) and child.isVisible():
            if isinstance(child, kinds):
                yield child
            yield from visible(child, *kinds)


def said(widget: QWidget) -> str:
    """How a fault names its widget."""
    return f"{type(widget).__name__} {widget.accessibleName()!r}"


def words_shown(window: QWidget) -> set[str]:
    """Every text that can be read here: labels, buttons, fields with their hints, and every row of the lists."""
    found = set[str]()
    for widget in visible(window, QWidget):
        found |= {widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()}
        if isinstance(widget, QLineEdit):
            found |= {widget.text(), widget.placeholderText()}
        elif isinstance(widget, QPlainTextEdit):
            found |= {widget.toPlainText(), widget.placeholderText()}
        model = widget.model() if isinstance(widget, QAbstractItemView) else None
        if model is not None:
            roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            cells = ((row, column) for row in range(model.rowCount()) for column in range(model.columnCount()))
            found |= {str(model.index(*cell).data(role) or "") for cell in cells for role in roles}
    return found - {""}


def nameless(window: QWidget) -> list[str]:
    """What takes the focus and has no accessible name."""
    return [
        said(widget)
        for widget in visible(window, QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not widget.accessibleName()
        and widget.focusProxy() is None
        and not isinstance(widget.parentWidget(), QGraphicsView)
    ]


def cut_off(window: Window) -> list[str]:
    """Words that do not fit where they stand."""
    cut = []
    for widget in visible(window, LineLabel):
        assert isinstance(widget, LineLabel)
        if not gives_way(widget.row) and widget.width() < int(line_width(window.look, widget.row)):
            cut.append(said(widget))
    for widget in visible(window, LineButton, TwoLines):
        least = widget.minimumSizeHint()
        if widget.width() < least.width() or widget.height() < least.height():
            cut.append(said(widget))
    for widget in visible(window, Picker):
        assert isinstance(widget, Picker)
        gives = widget.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored
        if not gives and line_width(window.look, line(Words(widget.currentText(), BODY))) > widget.words_room():
            cut.append(f"{said(widget)}: {widget.currentText()}")
    for widget in visible(window, Text):
        assert isinstance(widget, Text)
        if widget.height() < widget.heightForWidth(widget.width()):
            cut.append(said(widget))
    return cut


def sticking_out(window: Window) -> list[str]:
    """What reaches over the edge of what holds it."""
    out = []
    for widget in visible(window, LineLabel, LineButton, Text, QLineEdit, QComboBox):
        parent = widget.parentWidget()
        scrolled = isinstance(parent.parentWidget(), QScrollArea) if parent else True
        if parent and not scrolled and not parent.rect().contains(widget.geometry()):
            out.append(f"{said(widget)} {widget.geometry()} in {parent.rect()}")
    return out


def sideways(window: Window) -> list[str]:
    """What must be scrolled sideways to be read or reached: the page, or anything in it but the map and typed text."""
    found = []
    for area in visible(window.pages, QAbstractScrollArea):
        assert isinstance(area, QAbstractScrollArea)
        bar = area.horizontalScrollBar()
        if bar is not None and bar.maximum() and not isinstance(area, FloorMap | QPlainTextEdit):
            found.append(f"{said(area)} by {bar.maximum()}")
        held = area.widget() if isinstance(area, QScrollArea) else None
        layout = held.layout() if held is not None else None
        if held is not None and layout is not None and layout.minimumSize().width() > held.width():
            found.append(f"{said(area)} needs {layout.minimumSize().width()} of {held.width()}")
    return found


def small(window: Window) -> list[str]:
    """What a finger presses and is smaller than 48 px."""
    least = window.look.px(TARGET)
    found = [
        f"{said(widget)} {widget.width()}×{widget.height()}"
        for widget in visible(window, QAbstractButton, QLineEdit, QComboBox)
        if widget.height() < least or widget.width() < least
    ]
    for view in visible(window, QAbstractItemView):
        assert isinstance(view, QAbstractItemView)
        model = view.model()
        pressed = view.accessibleName() not in READ_ONLY and not isinstance(view, QHeaderView)
        if pressed and model is not None and model.rowCount() and view.sizeHintForRow(0) < least:
            found.append(said(view))
    for floor in visible(window, FloorMap):
        assert isinstance(floor, FloorMap)
        if 76 * floor.least_zoom() < least:
            found.append("a table on the map")
    return found


def out_of_tab_order(window: Window) -> list[str]:
    """What Tab does not reach, reaches twice, or reaches before what stands above it."""
    chain = window.tab_chain()
    faults = [f"{said(w)} twice" for w in chain if chain.count(w) > 1]
    wanted = [
        w
        for w in visible(window, QAbstractButton, QLineEdit, QComboBox, QPlainTextEdit, QAbstractItemView)
        if w.isEnabled() and w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.focusProxy() is None
    ]
    faults += [f"{said(w)} never" for w in wanted if w not in chain]
    parts = (window.header, window.rail, window.banner, window.pages, window.work_bar, window.act_bar)
    order = [next((n for n, part in enumerate(parts) if part.isAncestorOf(w)), -1) for w in chain]
    order = [place for place in order if place >= 0]
    if order != sorted(order):
        faults.append("parts out of order")
    return faults
