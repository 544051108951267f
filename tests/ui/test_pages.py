"""The floor's page where it is hardest: as a list, being arranged, and with sixty acts due under long names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil

import pytest
from PyQt6.QtWidgets import QApplication, QWidget

from floorapp.screens.door import DoorView, KnownPerson
from floorapp.screens.forms import Act
from floorapp.screens.shell import Message, Work
from floorapp.screens.states import State
from floorapp.screens.text_line import Words, line
from floorapp.ui.look import Look
from floorapp.ui.pages.door import SignInPage
from floorapp.ui.paint.text_line import line_width
from floorapp.ui.shell.window import Window
from floorapp.ui.tokens import LIGHT
from floorapp.ui.widgets.label import LineLabel
from floorapp.ui.widgets.surface import Scroll

from .checks import cut_off, nameless, out_of_tab_order, small, sticking_out
from .conftest import Shown, put_away
from .made_up import FLOORPERSON, floor_arranging, floor_list, full_floor, settle, window_with

ACTS = "F2: Inspect readers|F3: Change decks|F4: Swap batches|F5: Report|F6: Dispute|F7: Open table"


def listed(look: Look) -> Window:
    return window_with(look, "floor", floor_list(look), FLOORPERSON, ACTS)


def arranging(look: Look) -> Window:
    return window_with(look, "floor", floor_arranging(look), FLOORPERSON, ACTS)


def full(look: Look) -> Window:
    """Everything at once: long names, running work, and a message."""
    header = replace(
        FLOORPERSON, property_name="Riverbend Casino and Hotel", person="M. Featherstonehaugh", sample=True
    )
    window = window_with(look, "floor", full_floor(look), header, ACTS)
    window.work_bar.show_works(
        (
            Work("verify", "Verifying the rounds of November", 41_200, 128_000),
            Work("backup", "Writing the nightly backup to the second disk"),
        )
    )
    means = "Tables stay open: inspections and deck changes are kept on this station, 3 waiting."
    said = Message(State.WARNING, "The database does not answer since 21:10.", means, Act("try", "Try again", "Alt T"))
    window.banner.show_message(said)
    return window


@pytest.fixture(scope="module", params=(listed, arranging, full), ids=lambda made: made.__name__)
def making(request: pytest.FixtureRequest) -> Callable[[Look], Window]:
    found: Callable[[Look], Window] = request.param
    return found


@pytest.fixture(scope="module", params=((1440, 900), (1366, 768)), ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest, making: Callable[[Look], Window], worn: Look) -> Iterator[Window]:
    """Each window is built once and then asked everything."""
    made = making(worn)
    made.resize(*request.param)
    made.show()
    settle(made)
    assert (made.width(), made.height()) == request.param, "it fits its screen"
    yield made
    put_away(made)


@pytest.mark.parametrize("fault", (nameless, cut_off, sticking_out, small, out_of_tab_order))
def test_a_window_is_named_read_held_and_reached(window: Window, fault: Callable[[QWidget], list[str]]) -> None:
    assert fault(window) == []


def test_a_theme_changes_while_the_window_stands(look: Look, shown: Shown) -> None:
    window = shown(listed(look), 1440, 900)
    before = window.grab().toImage().pixelColor(700, 880)
    look.wear(tokens=LIGHT)
    after = window.grab().toImage().pixelColor(700, 880)
    assert before.lightness() < 60 < 200 < after.lightness()


def test_long_words_give_way_and_say_themselves_in_full(look: Look, shown: Shown) -> None:
    label = LineLabel(look, line(Words("FB-03", 15, 600), Words("a very long reason " * 9, shrinks=True)))
    shown(label, 200, 30)
    assert label.minimumSizeHint().width() <= 200 < ceil(line_width(look, label.row))
    assert "a very long reason" in label.toolTip()


def test_the_sign_in_box_and_the_list_of_people_stay_apart_when_text_becomes_twice_as_large(
    look: Look, shown: Shown
) -> None:
    page = SignInPage(look)
    people = tuple(KnownPerson(f"p{n}", f"Person {n}", "Floor supervisor", "on duty") for n in range(12))
    around = shown(Scroll(page), 1440, 760)
    page.show_door(DoorView("Riverbend", people, "secret", "482915"))
    QApplication.processEvents()
    look.wear(scale=2.0)
    for wide in (1440, 1024):
        around.resize(wide, 760)
        QApplication.processEvents()
        assert not page.box.geometry().intersects(page._listed.geometry())
        assert page._listed.width() == look.px(440)
        assert page.box.height() >= page.box.heightForWidth(page.box.width())
