"""The list twin of the floor map: every table a row, with the same marks."""

from __future__ import annotations

from PyQt6.QtWidgets import QWidget

from floorapp.screens.plan import MapTable
from floorapp.screens.states import State
from floorapp.screens.text_line import Chip, Piece, Ring, TextLine, Words, line, state_line
from floorapp.ui.lists.ledger import Ledger
from floorapp.ui.lists.model import Column
from floorapp.ui.look import Look
from floorapp.ui.widgets.surface import FramedBox, column


def _batches(table: MapTable) -> TextLine:
    pieces: list[Piece] = []
    if table.shoe:
        pieces.append(Chip(table.shoe, filled=True))
    if table.shuffler:
        pieces.append(Chip(table.shuffler, filled=False))
    return line(*pieces, gap=6)


COLUMNS = (
    Column[MapTable]("Table", lambda table: line(Words(table.name, 15, 600)), share=2),
    Column[MapTable]("Game", lambda table: line(Words(table.game, 15, 400, "ink2", shrinks=True)), share=3),
    Column[MapTable](
        "Status",
        lambda table: state_line(table.state, table.word) if table.open else line(Words("closed", 15, 400, "ink3")),
        share=3,
    ),
    Column[MapTable](
        "Deck age",
        lambda table: (
            line(Ring(table.age, table.decks_state), Words(f"{int(table.age * 24)} h", 15), gap=8)
            if table.open
            else line()
        ),
        share=2,
    ),
    Column[MapTable]("Shoe, shuffler", _batches, share=2),
    Column[MapTable](
        "Reader",
        lambda table: (
            state_line(table.reader, "working" if table.reader is State.OKAY else "see table", size=14)
            if table.reader and table.open
            else line()
        ),
        share=2,
    ),
)

#: What stands under what where the page is narrow.
UNDER = {"Game": "Table", "Shoe, shuffler": "Status", "Reader": "Deck age"}


class FloorTwin(QWidget):
    """The tables of the map as a list in a box, for who cannot use the map."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list: Ledger[MapTable] = Ledger(look, "List of tables", COLUMNS, lambda table: table.name)
        framed = FramedBox(look, "panel")
        column(look, 1, gap=0, parent=framed).addWidget(self.list)
        column(look, 16, 8, 16, 16, gap=0, parent=self).addWidget(framed)

    def fold(self, narrow: bool) -> None:
        """Let columns stand under others where the page is narrow."""
        self.list.fold_under(UNDER if narrow else {})
