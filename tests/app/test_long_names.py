"""Names of forty characters at every place: nothing is painted over anything else, sticks out or is scrolled for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QColor, QFontMetricsF, QPainter

from db.store import open_store
from floorapp.domain.property import Place
from floorapp.domain.tables import Post, ShufflingMethod
from floorapp.operations.acts import assignments, house, people, shoes, tables
from floorapp.screens.text_line import Piece, Words
from floorapp.ui.look import Look
from floorapp.ui.paint import text_line
from tests.acts.floor import LIMITS, SHIFTS, STAFF, Floor, equip, furnish
from tests.app.conftest import Stage
from tests.app.test_every_place import NAMES
from tests.ui.checks import cut_off, sideways, sticking_out

HOUSE = "Grand Susquehanna River Casino & Resorts"
PIT = "Pit 'One' and the High Limit Salon Privé"
TABLES = ("Free Bet Table Number Forty-Two of Pit 1", "Free Bet Table Number Forty-Two of Pit 2")
FAMILY = "Vandersteenhoven-Featherstonehaugh-Smith"
assert {len(each) for each in (HOUSE, PIT, *TABLES)} == {40}
SUBJECTS = {
    "table": TABLES[0],
    "opening": TABLES[1],
    "report": TABLES[0],
    "record": "person/flo",
    "disputes": TABLES[0],
}


@pytest.fixture(scope="module")
def long_names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house of two tables, one dealing and one to open, with everything called as long as it can be."""
    path = tmp_path_factory.mktemp("long") / "floor.sqlite"
    furnish(path)
    floor = Floor(open_store(path), path)
    desk = floor.desk("ada")
    house.set_property(desk, name=HOUSE, zone="America/New_York", shifts=SHIFTS)
    house.add_pit(desk, pit="P9", name=PIT, place=Place(0, 300))
    for handle in STAFF.values():
        people.rename_person(desk, person=handle, name=f"{handle.title()} {FAMILY}"[:40])
    for place, table in enumerate(TABLES):
        at = Place(20 + 96 * place, 320)
        how = {"rulebook": "pa-590", "boxes": 6, "decks": 6, "method": ShufflingMethod.BY_HAND, "limits": LIMITS}
        tables.add_table(desk, table=table, pit="P9", place=at, **how)  # type: ignore[arg-type]
        equip(desk, table)
    for table in ("FB-01", "FB-02", "FB-03", "NJ-01", "NJ-02"):
        tables.retire_table(desk, table=table, reason="sold")
    (red,) = floor.open(TABLES[0], "red")
    shoes.begin_shoe(floor.desk("flo"), table=TABLES[0], deck_set=red)
    assignments.assign(floor.desk("sam"), table=TABLES[1], post=Post.FLOORPERSON, person="flo")
    floor.store.close()
    return path


@contextmanager
def words_painted() -> Iterator[list[tuple[int, str, QRectF]]]:
    """Every word that is painted meanwhile: on which widget, and where on the window."""
    found: list[tuple[int, str, QRectF]] = []
    paint = text_line._paint_piece

    def noted(
        painter: QPainter, start: QPointF, width: float, middle: float, look: Look, piece: Piece, ink: QColor | None
    ) -> None:
        if isinstance(piece, Words) and piece.text.strip():
            tall = QFontMetricsF(text_line._font_of(look, piece)).capHeight()
            at = painter.combinedTransform().mapRect(QRectF(start.x(), start.y() - tall, width, tall))
            found.append((id(painter.device()), piece.text, at))
        paint(painter, start, width, middle, look, piece, ink)

    text_line._paint_piece = noted
    try:
        yield found
    finally:
        text_line._paint_piece = paint


def over_each_other(found: list[tuple[int, str, QRectF]]) -> list[str]:
    """Which words lie over which."""
    faults = []
    for place, (device, text, at) in enumerate(found):
        for other, words, there in found[place + 1 :]:
            both = at.intersected(there)
            if other == device and both.width() > 2 and both.height() > 2 and (at != there or text != words):
                faults.append(f"{text!r} and {words!r}")
    return faults


@pytest.mark.parametrize("name", NAMES)
def test_names_of_forty_characters_fit_at_every_place(
    stage_on: Callable[[Path | None], Stage], long_names: Path, name: str
) -> None:
    stage = stage_on(long_names)
    stage.sign_in("flo" if name in ("floor", "inspect") else "sam")
    app, window = stage.app, stage.app.window
    app.go(name, SUBJECTS.get(name, ""))
    stage.settle()
    assert app.now.name == name
    with words_painted() as found:
        window.grab()
    assert len(found) > 10
    assert over_each_other(found) == []
    assert cut_off(window) == []
    assert sticking_out(window) == []
    assert sideways(window) == []
