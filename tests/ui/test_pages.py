"""Every page of the gallery: targets, names, tab order, and no word cut off, at any size and scale."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

import pytest
from PyQt6.QtWidgets import QScrollArea

from floorapp.screens.text_line import Words
from floorapp.ui.gallery.__main__ import PICTURES, Picture
from floorapp.ui.gallery.frame import settle
from floorapp.ui.look import Look
from floorapp.ui.paint.text_line import line_width
from floorapp.ui.shell.window import Window
from floorapp.ui.widgets.label import LineLabel

from .checks import cut_off, nameless, out_of_tab_order, small, sticking_out
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


def test_whatever_takes_the_focus_has_a_name(picture: Picture, window: Window) -> None:
    assert nameless(window) == []


def test_no_word_is_cut_off(picture: Picture, window: Window) -> None:
    assert cut_off(window) == []


def test_nothing_sticks_out_of_what_holds_it(picture: Picture, window: Window) -> None:
    assert sticking_out(window) == []


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
    assert small(window) == []


def test_tab_reaches_everything_once_from_top_to_bottom(picture: Picture, window: Window) -> None:
    assert out_of_tab_order(window) == []


def test_a_theme_changes_while_the_window_stands(look: Look, shown: Shown) -> None:
    picture = PICTURES[0]
    window = shown(picture.window(look), 1440, 900)
    before = window.grab().toImage().pixelColor(700, 880)
    from floorapp.ui.tokens import LIGHT

    look.wear(tokens=LIGHT)
    after = window.grab().toImage().pixelColor(700, 880)
    assert before.lightness() < 60 < 200 < after.lightness()


def test_long_words_give_way_and_say_themselves_in_full(look: Look, shown: Shown) -> None:
    from floorapp.screens.text_line import line

    label = LineLabel(look, line(Words("FB-03", 15, 600), Words("a very long reason " * 9, shrinks=True)))
    shown(label, 200, 30)
    assert label.minimumSizeHint().width() <= 200 < ceil(line_width(look, label.row))
    assert "a very long reason" in label.toolTip()
