"""Decks: the forecast over the coming shifts, and the sets in play."""

from __future__ import annotations

from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.screens.decks import DeckRow, DecksView
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, TITLE, Chip, Piece, Ring, Sign, TextLine, Words, line
from floorapp.ui.forecast_chart import ForecastChart
from floorapp.ui.lists.ledger import Ledger
from floorapp.ui.lists.model import Column
from floorapp.ui.look import Look
from floorapp.ui.widgets.folding_page import FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import Choice, FramedBox, column, row


def _batches(row: DeckRow) -> TextLine:
    pieces: list[Piece] = [Chip(back, filled=place == 0) for place, back in enumerate(row.backs)]
    if len(row.backs) == 1:
        pieces.append(Words("one batch", 15, 400, "ink2"))
    return line(*pieces, gap=7)


def _left(row: DeckRow) -> TextLine:
    return line(Words(row.left, 15, 600, row.state.value if row.state is not State.OKAY else "ink"))


COLUMNS = (
    Column[DeckRow]("", lambda row: line(Sign(row.state, 15)), share=4),
    Column[DeckRow]("Table", lambda row: line(Words(row.table, 15, 600)), share=11),
    Column[DeckRow]("Set", lambda row: line(Words(row.deck_set, 14, mono=True)), share=12),
    Column[DeckRow]("Shoe, shuffler", _batches, share=19),
    Column[DeckRow]("Seal broken", lambda row: line(Words(row.broken, 15, 400, "ink2")), share=16),
    Column[DeckRow]("Age", lambda row: line(Ring(row.share, row.state, 18), row.age), share=15),
    Column[DeckRow]("Due", lambda row: line(row.due), share=12),
    Column[DeckRow]("Left", _left, right=True, share=9),
)
#: What stands under what where the page is narrow.
UNDER = {"Set": "Shoe, shuffler", "Seal broken": "Age", "Due": "Left"}


class DecksPage(FoldingPage):
    """Forecast above, sets in play below."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._title, self._sentence = LineLabel(look), LineLabel(look)
        self._title.show_line(line(Words("Decks", TITLE, 600)))
        self.tabs: Choice | None = None
        self._head: QBoxLayout = row(look, gap=16)
        self._head.addWidget(self._title)
        self._head.addWidget(self._sentence, 1)
        self.chart = ForecastChart(look)
        self.ledger: Ledger[DeckRow] = Ledger(look, "Sets in play", COLUMNS, lambda deck: deck.key)
        self._listed = FramedBox(look)
        self._todo = Text(look, "", BODY, tone="ink2")
        listed = column(look, 1, gap=0, parent=self._listed)
        said = column(look, 16, 10, 16, 10)
        said.addWidget(self._todo)
        listed.addLayout(said)
        listed.addWidget(self.ledger, 1)
        whole = column(look, 24, 14, 24, 14, gap=14, parent=self)
        whole.addLayout(self._head)
        whole.addWidget(self._charted(look), 10)
        whole.addWidget(self._listed, 11)
        self.setFocusProxy(self.ledger)

    def _charted(self, look: Look) -> FramedBox:
        box = FramedBox(look)
        inside = column(look, 16, 12, 24, 10, gap=8, parent=box)
        self._charts: QBoxLayout = row(look, gap=10)
        self._charts.addWidget(LineLabel(look, line(Words("Due in the next 24 hours", 15, 600))))
        self._charts.addWidget(Text(look, "one block is one deck set, in the hour it is due", 14, tone="ink2"), 1)
        inside.addLayout(self._charts)
        inside.addWidget(self.chart, 1)
        return box

    def show_decks(self, view: DecksView) -> None:
        """Show the decks as they now are."""
        self._sentence.show_line(line(Words(view.sentence, BODY, 400, "ink2", shrinks=True)))
        faces = [(name, line(Words(words, 15, 500))) for name, words in view.tabs]
        if self.tabs is not None:
            for name, face in faces:
                self.tabs.parts[name].show_face(face)
        else:
            self.tabs = Choice(self._look, faces, switch=True)
            self._head.addWidget(self.tabs)
            self.tabs.fold(self.narrow)
        self.chart.show_forecast(view.forecast)
        self.ledger.show_rows(view.rows)
        self._todo.show_text(view.todo)
        self._todo.setVisible(bool(view.todo))

    def fold(self, narrow: bool) -> None:
        look = self._look
        fold(look, self._head, narrow)
        fold(look, self._charts, narrow)
        self._listed.setMinimumHeight(look.px(340) if narrow else 0)
        self.chart.fold(narrow)
        self.ledger.fold_under(UNDER if narrow else {})
        if self.tabs is not None:
            self.tabs.fold(narrow)
