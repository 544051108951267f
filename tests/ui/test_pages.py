"""Every page of the gallery: targets, names, tab order, and no word cut off, at any size and scale."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from floorapp.ui.floor_map.floor_map import FloorMap
from floorapp.ui.gallery.__main__ import PICTURES, Picture
from floorapp.ui.gallery.frame import settle
from floorapp.ui.look import TARGET, Look
from floorapp.ui.paint.line import Words, line_width
from floorapp.ui.shell.header import TwoLines
from floorapp.ui.shell.window import Window
from floorapp.ui.widgets.button import LineButton
from floorapp.ui.widgets.label import LineLabel, Text

from .conftest import Shown, put_away

FLOOR_SCREENS = ("floor", "inspection", "decks", "table")
ON_THE_FLOOR = [picture for picture in PICTURES if picture.name.startswith(FLOOR_SCREENS)]
#: The others are made too small for their words on purpose, and so they scroll.
ROOMY = [picture for picture in PICTURES if "full" not in picture.name and picture.scale == 1]


@pytest.fixture(scope="module", params=PICTURES, ids=lambda picture: picture.name)
def picture(request: pytest.FixtureRequest) -> Picture:
    found: Picture = request.param
    return found


@pytest.fixture(scope="module")
def window(picture: Picture, worn: Look) -> Iterator[Window]:
    """Each window is built once and then asked everything."""
    worn.wear(tokens=picture.tokens, scale=picture.scale)
    made = picture.window(worn)
    made.resize(picture.width, picture.height)
    made.show()
    settle(made)
    yield made
    put_away(made)


def visible(window: QWidget, *kinds: type[QWidget]) -> Iterator[QWidget]:
    for kind in kinds:
        for widget in window.findChildren(kind):
            if widget.isVisible():
                yield widget


def said(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.accessibleName()!r}"


def test_whatever_takes_the_focus_has_a_name(picture: Picture, window: Window) -> None:
    nameless = [
        said(widget)
        for widget in visible(window, QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not widget.accessibleName()
        and widget.focusProxy() is None
        and not isinstance(widget.parentWidget(), QGraphicsView)
    ]
    assert nameless == []


def test_no_word_is_cut_off(picture: Picture, window: Window) -> None:
    cut = []
    for widget in visible(window, LineLabel):
        assert isinstance(widget, LineLabel)
        shrinks = any(isinstance(piece, Words) and piece.shrinks for piece in widget.row.pieces)
        if not shrinks and widget.width() < int(line_width(window.look, widget.row)):
            cut.append(said(widget))
    for widget in visible(window, LineButton, TwoLines):
        least = widget.minimumSizeHint()
        if widget.width() < least.width() or widget.height() < least.height():
            cut.append(said(widget))
    for widget in visible(window, Text):
        assert isinstance(widget, Text)
        if widget.height() < widget.heightForWidth(widget.width()):
            cut.append(said(widget))
    assert cut == []


def test_nothing_sticks_out_of_what_holds_it(picture: Picture, window: Window) -> None:
    out = []
    for widget in visible(window, LineLabel, LineButton, Text, QLineEdit, QComboBox):
        parent = widget.parentWidget()
        scrolled = isinstance(parent.parentWidget(), QScrollArea) if parent else True
        if parent and not scrolled and not parent.rect().contains(widget.geometry()):
            out.append(f"{said(widget)} {widget.geometry()} in {parent.rect()}")
    assert out == []


def test_the_window_fits_its_screen(picture: Picture, window: Window) -> None:
    assert window.width() == picture.width
    assert window.height() == picture.height


@pytest.mark.parametrize("picture", ROOMY, indirect=True, ids=lambda picture: picture.name)
def test_pages_fit_without_scrolling_the_page(picture: Picture, window: Window) -> None:
    page = window.pages.currentWidget()
    assert isinstance(page, QScrollArea)
    assert not page.horizontalScrollBar().isVisible()  # type: ignore[union-attr]
    assert not page.verticalScrollBar().isVisible()  # type: ignore[union-attr]


@pytest.mark.parametrize("picture", ON_THE_FLOOR, indirect=True, ids=lambda picture: picture.name)
def test_targets_on_floor_screens_are_48_px(picture: Picture, window: Window) -> None:
    least = window.look.px(TARGET)
    small = [
        f"{said(widget)} {widget.width()}×{widget.height()}"
        for widget in visible(window, QAbstractButton, QLineEdit, QComboBox)
        if widget.height() < least or widget.width() < least
    ]
    for view in visible(window, QAbstractItemView):
        assert isinstance(view, QAbstractItemView)
        model = view.model()
        pressed = view.accessibleName() not in ("Timeline", "Evidence") and not isinstance(view, QHeaderView)
        if pressed and model is not None and model.rowCount() and view.sizeHintForRow(0) < least:
            small.append(said(view))
    for floor in visible(window, FloorMap):
        assert isinstance(floor, FloorMap)
        assert 76 * floor.least_zoom() >= least
    assert small == []


def test_tab_reaches_everything_once_from_top_to_bottom(picture: Picture, window: Window) -> None:
    chain: list[QWidget] = []
    start: QWidget = window.header.jump
    widget: QWidget | None = start
    for _step in range(5000):
        assert widget is not None
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            assert widget not in chain
            chain.append(widget)
        widget = widget.nextInFocusChain()
        if widget is start:
            break
    wanted = [
        w
        for w in visible(window, QAbstractButton, QLineEdit, QComboBox, QPlainTextEdit, QAbstractItemView)
        if w.isEnabled() and w.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert [said(w) for w in wanted if w not in chain] == []
    parts = (window.header, window.rail, window.pages, window.act_bar)
    order = [next((n for n, part in enumerate(parts) if part.isAncestorOf(w)), -1) for w in chain]
    order = [place for place in order if place >= 0]
    assert order == sorted(order)


def test_a_theme_changes_while_the_window_stands(look: Look, shown: Shown) -> None:
    picture = PICTURES[0]
    window = shown(picture.window(look), 1440, 900)
    before = window.grab().toImage().pixelColor(700, 880)
    from floorapp.ui.tokens import LIGHT

    look.wear(tokens=LIGHT)
    after = window.grab().toImage().pixelColor(700, 880)
    assert before.lightness() < 60 < 200 < after.lightness()


def test_long_words_give_way_and_say_themselves_in_full(look: Look, shown: Shown) -> None:
    from floorapp.ui.paint.line import line

    label = LineLabel(look, line(Words("FB-03", 15, 600), Words("a very long reason " * 9, shrinks=True)))
    shown(label, 200, 30)
    assert label.minimumSizeHint().width() <= 200 < ceil(line_width(look, label.row))
    assert "a very long reason" in label.toolTip()
