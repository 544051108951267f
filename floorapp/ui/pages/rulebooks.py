"""The rulebook browser: choose a rulebook, search it, read a rule with its citation, and see the others' beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import QSignalBlocker, Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QBoxLayout, QLineEdit, QWidget

from floorapp.screens.rulebooks import BrowserView, RuleView
from floorapp.screens.states import State
from floorapp.screens.text_line import BODY, SECOND, SECTION, Pill, Sign, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import TARGET, Look
from floorapp.ui.widgets.folding_page import Fold, FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import Choice, FramedBox, Scroll, column, row


class SearchField(QLineEdit):
    """What is searched for; down goes to the list."""

    went_down = pyqtSignal()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        if event is not None and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.went_down.emit()
            return
        super().keyPressEvent(event)


class RulePanel(FramedBox):
    """A rule in full; empty where a rulebook is silent."""

    def __init__(self, look: Look, *, quiet: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel" if quiet else "raised", parent=parent)
        self._rows = column(look, 18, 14, 18, 14, gap=6, parent=self)
        self._book = LineLabel(look)
        if not quiet:
            self._book.hide()
        self._title = Text(look, "", SECTION if not quiet else BODY, 600)
        self._cite = LineLabel(look)
        self._says = Text(look, "", BODY if not quiet else SECOND + 1)
        for widget in (self._book, self._title, self._cite, self._says):
            self._rows.addWidget(widget)
        self._more: list[Text] = []

    def show_rule(self, view: RuleView | None, book: str = "") -> None:
        self._book.show_line(line(Words(book, SECOND, 600, "ink2", shrinks=True)))
        silent = "This rulebook has no rule of its own on it."
        self._title.show_text(view.title if view else "")
        self._title.setVisible(view is not None)
        marks = [Pill(mark) for mark in view.marks] if view else []
        citation = Words(view.citation if view else "", SECOND, 500, "ink2", shrinks=True)
        self._cite.show_line(line(citation, *marks, gap=8))
        self._cite.setVisible(view is not None)
        self._says.show_text(view.says if view else silent)
        more = view.more if view else ()
        while len(self._more) < len(more):
            made = Text(self._look, "", SECOND + 1, tone="ink2", marked=True, parent=self)
            self._rows.addWidget(made)
            self._more.append(made)
        for place, text in enumerate(self._more):
            text.setVisible(place < len(more))
            if place < len(more):
                head, words = more[place]
                text.show_text(f"<b>{head}:</b> {words}")


class RulebooksPage(FoldingPage):
    """Lists at the left, the rule at the right or below, the same rule elsewhere below it."""

    book_chosen = pyqtSignal(str)
    kind_chosen = pyqtSignal(str)
    searched = pyqtSignal(str)
    rule_chosen = pyqtSignal(str)

    def __init__(
        self,
        look: Look,
        books: Sequence[tuple[str, str]],
        kinds: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, parent=parent)
        self.books = Choice(look, [(name, line(Words(words, 14, 500))) for name, words in books], switch=True)
        self.kinds = Choice(look, [(name, line(Words(words, 14))) for name, words in kinds])
        self.search = SearchField()
        self.search.setAccessibleName("Search this rulebook: words or a section")
        self.search.setPlaceholderText("Search: surrender, dead hand, 590.7(n)")
        self.search.setMinimumHeight(look.px(TARGET))
        self.list = RowList(look, "Rules found", inset=12)
        self._standing, self._count = LineLabel(look), LineLabel(look)
        self.rule = RulePanel(look)
        self.others = [RulePanel(look, quiet=True) for _other in range(max(1, len(books) - 1))]
        self._elsewhere = LineLabel(look, line(Words("The same in other rulebooks", BODY, 600)))
        self._lay_out()
        self.books.chosen.connect(self.book_chosen)
        self.kinds.chosen.connect(self.kind_chosen)
        self.search.textChanged.connect(self.searched)
        self.search.went_down.connect(self.list.setFocus)
        self.list.row_selected.connect(self.rule_chosen)
        self.setFocusProxy(self.search)

    def _lay_out(self) -> None:
        look = self._look
        whole = column(look, 20, 12, 20, 12, gap=10, parent=self)
        self._head: QBoxLayout = row(look, gap=12)
        self._head.addWidget(self.books)
        self._head.addWidget(self._standing, 1)
        whole.addLayout(self._head)
        self._columns: QBoxLayout = row(look, gap=16)
        self._left = QWidget()
        rows = column(look, gap=8, parent=self._left)
        rows.addWidget(self.search)
        rows.addWidget(self.kinds)
        rows.addWidget(self._count)
        box = FramedBox(look)
        column(look, 1, 4, 1, 4, gap=0, parent=box).addWidget(self.list)
        rows.addWidget(box, 1)
        self.kinds.fold(True)
        self._columns.addWidget(self._left, 4)
        inside = QWidget()
        right = column(look, 0, 0, 8, 0, gap=10, parent=inside)
        right.addWidget(self.rule)
        right.addWidget(self._elsewhere)
        for panel in self.others:
            right.addWidget(panel)
        right.addStretch(1)
        self._right = Scroll(inside)
        self._columns.addWidget(self._right, 5)
        whole.addLayout(self._columns, 1)

    def fold(self, narrow: bool) -> None:
        fold(self._look, self._head, narrow)
        fold(self._look, self._columns, narrow, Fold(self._left, height=380))
        self._right.grow(narrow)
        self.books.fold(narrow)

    def show_browser(self, view: BrowserView) -> None:
        """Show what was found and chosen."""
        self.books.choose(view.book)
        state = State.OKAY if view.in_force else State.WARNING
        tone = "ink2" if view.in_force else "warning"
        self._standing.show_line(line(Sign(state, 15), Words(view.standing, SECOND, 500, tone, shrinks=True), gap=8))
        self._count.show_line(line(Words(view.count, SECOND, 400, "ink2", shrinks=True)))
        with QSignalBlocker(self.list):  # on its way to other rows it would choose one after another
            self.list.rows_model.show_rows(view.rows)
            if view.selected and self.list.selected != view.selected:
                self.list.select(view.selected)
        self.rule.setVisible(view.rule is not None)
        self.rule.show_rule(view.rule)
        self._elsewhere.setVisible(bool(view.others))
        for place, panel in enumerate(self.others):
            panel.setVisible(place < len(view.others))
            if place < len(view.others):
                name, rule = view.others[place]
                panel.show_rule(rule, name)
