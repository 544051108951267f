"""Audit: which rounds, then what was wrong, what stands out, which cards are amiss, what was against the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PyQt6.QtCore import QSignalBlocker, pyqtSignal
from PyQt6.QtWidgets import QBoxLayout, QGridLayout, QStackedWidget, QWidget

from floorapp.screens.audit_rows import AuditView, BreachRow, MadeRow, OddsView, RoundRow, ShoeRow, WatchRow
from floorapp.screens.forms import Act
from floorapp.screens.text_line import SECTION, TITLE, Sign, Words, line
from floorapp.ui.lists.ledger import Ledger
from floorapp.ui.look import Look
from floorapp.ui.odds_chart import OddsChart
from floorapp.ui.pages.audit_columns import (
    BREACH_COLUMNS,
    FOLDED,
    MADE_COLUMNS,
    ROUND_COLUMNS,
    SHOE_COLUMNS,
    SHOWN_COLUMNS,
    WATCH_COLUMNS,
)
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.drawer import FactGrid
from floorapp.ui.widgets.empty import Empty
from floorapp.ui.widgets.folding_page import FoldingPage, fold
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.picker import Picker
from floorapp.ui.widgets.surface import Choice, FramedBox, Scroll, column, row


class ShoePanel(FramedBox):
    """What the shoes of one deck set say, and what to do about it."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", parent=parent)
        whole = column(look, 18, 14, 18, 14, gap=10, parent=self)
        self._title, self._says = LineLabel(look), Text(look)
        self._facts = FactGrid(look, 110)
        self.report = ActButton(look, Act("report", "Report it", "F5"), primary=True)
        for widget in (self._title, self._says, self._facts):
            whole.addWidget(widget)
        whole.addStretch(1)
        whole.addWidget(self.report)

    def show_shoe(self, shown: ShoeRow) -> None:
        self._title.show_line(
            line(Sign(shown.state, 16), Words(f"{shown.deck_set} at {shown.table}", SECTION, 600, shrinks=True))
        )
        self._says.show_text(shown.says)
        self._facts.show_facts(shown.facts)
        self.report.offer(shown.report)


class ChartPanel(FramedBox):
    """The chart of what is selected, with its sentence."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "panel", parent=parent)
        whole = column(look, 16, 12, 16, 10, gap=8, parent=self)
        self._title, self._says = LineLabel(look), Text(look, size=14, tone="ink2")
        self.chart = OddsChart(look)
        whole.addWidget(self._title)
        whole.addWidget(self._says)
        whole.addWidget(Scroll(self.chart), 1)

    def show_odds(self, view: OddsView) -> None:
        self._title.show_line(line(Words(view.title, SECTION, 600, shrinks=True)))
        self._says.show_text(view.sentence)
        self.chart.show_odds(view)


class AuditPage(FoldingPage):
    """Filters above, the kinds of results as tabs, a list of each, and what is selected beside it."""

    wide_enough = 1040.0

    verify = pyqtSignal()
    tab_chosen = pyqtSignal(str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._title, self._sentence = LineLabel(look), Text(look, tone="ink2")
        self._title.show_line(line(Words("Audit", TITLE, 600)))
        self.period, self.place, self.shift = (Picker(look, name, ("",)) for name in ("Period", "Tables", "Shift"))
        self.begin = ActButton(look, Act("verify", "Verify", "F9"), primary=True)
        self.begin.clicked.connect(self.verify)
        self._filters, self._narrow = QGridLayout(), False
        self._filters.setSpacing(look.px(10))
        self._filters.setColumnStretch(5, 1)
        self._lay_filters()
        self._tab_row = row(look, gap=10)
        self.tabs: Choice | None = None
        self._shown: tuple[AuditView, str] | None = None
        self._faces: tuple[str, ...] = ()
        self._under = Text(look, size=14, tone="ink2")
        self.wrong: Ledger[RoundRow] = Ledger(look, "Payout errors", ROUND_COLUMNS, lambda r: r.place)
        self.watched: Ledger[WatchRow] = Ledger(look, "Actual vs. expected", WATCH_COLUMNS, lambda r: r.key)
        self.shoes: Ledger[ShoeRow] = Ledger(look, "Deck sets", SHOE_COLUMNS, lambda r: (r.deck_set, r.table))
        self.breaches: Ledger[BreachRow] = Ledger(look, "Play outside authorization", BREACH_COLUMNS, lambda r: r.key)
        self.made: Ledger[MadeRow] = Ledger(look, "Audits made", MADE_COLUMNS, lambda r: r.entry)
        self.shown: Ledger[RoundRow] = Ledger(look, "Rounds behind this number", SHOWN_COLUMNS, lambda r: r.place)
        self.chart_panel, self.shoe_panel = ChartPanel(look), ShoePanel(look)
        self._stack, self._pages = QStackedWidget(), dict[str, tuple[Ledger[Any], QWidget, Empty]]()
        self._turned: list[QBoxLayout] = []
        for name, ledger, beside in (
            ("wrong", self.wrong, None),
            ("watched", self.watched, self.chart_panel),
            ("shoes", self.shoes, self.shoe_panel),
            ("breaches", self.breaches, None),
            ("shown", self.shown, None),
            ("made", self.made, None),
        ):
            self._add(name, ledger, beside)
        whole = column(look, 24, 14, 24, 14, gap=12, parent=self)
        whole.addLayout(self._filters)
        whole.addWidget(self._sentence)
        whole.addLayout(self._tab_row)
        whole.addWidget(self._under)
        whole.addWidget(self._stack, 1)
        for chosen, show in ((self.watched, self._show_watched), (self.shoes, self._show_shoe)):
            model = chosen.selectionModel()
            assert model is not None
            model.currentRowChanged.connect(lambda _now, _before, show=show: show())
        self.setFocusProxy(self.begin)

    def _lay_filters(self) -> None:
        """In one row, or in two where there is no room."""
        first = (
            (self._title, self.period, self.begin)
            if self._narrow
            else (self._title, self.period, self.place, self.shift, self.begin)
        )
        second = (self.place, self.shift) if self._narrow else ()
        for place, widget in enumerate(first):
            self._filters.addWidget(widget, 0, place)
        for place, widget in enumerate(second, start=1):
            self._filters.addWidget(widget, 1, place)

    def fold(self, narrow: bool) -> None:
        if narrow != self._narrow:
            self._narrow = narrow
            self._lay_filters()
            for side in self._turned:
                fold(self._look, side, narrow)
            for name, (ledger, box, _empty) in self._pages.items():
                under, below = FOLDED[name]
                ledger.fold_under(under if narrow else {}, below=below if narrow else "")
                box.setMinimumHeight(self._look.px(300) if narrow else 0)
            if self._shown is not None:
                self.show_audit(*self._shown)

    def _add(self, name: str, ledger: Ledger[Any], beside: QWidget | None) -> None:
        look = self._look
        page = QWidget()
        box = FramedBox(look)
        column(look, 1, gap=0, parent=box).addWidget(ledger)
        side: QBoxLayout = row(look, gap=14, parent=page)
        self._turned.append(side)
        empty = Empty(look, "zoom-check", "", "")
        side.addWidget(box, 5)
        side.addWidget(empty, 5)
        if beside is not None:
            side.addWidget(beside, 5)
        self._pages[name] = (ledger, box, empty)
        self._stack.addWidget(page)

    def show_audit(self, view: AuditView, tab: str) -> None:
        """Show the result as it now is, one kind of it in front."""
        self._shown = (view, tab)
        self._sentence.show_text(view.sentence)
        self.begin.offer(replace(self.begin.act, refusal=view.refused))
        for picker, values in ((self.period, view.periods), (self.place, view.places), (self.shift, view.shifts)):
            self._offer(picker, values)
        for ledger, rows in (
            (self.wrong, view.wrong),
            (self.watched, view.watched),
            (self.shoes, view.shoes),
            (self.breaches, view.breaches),
            (self.made, view.made),
            (self.shown, view.shown),
        ):
            ledger.show_rows(rows)  # type: ignore[arg-type]
            if rows and not ledger.currentIndex().isValid():
                ledger.selectRow(0)
        self._show_tabs(view, tab)
        self._show_watched()
        self._show_shoe()

    def _offer(self, picker: Picker, values: tuple[str, ...]) -> None:
        if [picker.itemText(n) for n in range(picker.count())] != list(values):
            kept = picker.currentText()
            with QSignalBlocker(picker):
                picker.clear()
                picker.addItems(list(values))
                picker.setCurrentIndex(max(values.index(kept) if kept in values else 0, 0))
            picker.updateGeometry()

    def _show_tabs(self, view: AuditView, tab: str) -> None:
        faces = (str(self._narrow), *(f"{each.name} {each.words}" for each in view.tabs))
        if faces != self._faces:
            self._faces = faces
            if self.tabs is not None:
                self._tab_row.removeWidget(self.tabs)
                self.tabs.hide()
                self.tabs.deleteLater()
            shown = [(each.name, line(Words(each.words, 14, 500))) for each in view.tabs]
            self.tabs = Choice(self._look, shown, switch=True)
            self.tabs.fold(self._narrow)
            self.tabs.chosen.connect(self.tab_chosen)
            self._tab_row.insertWidget(0, self.tabs)
            if self._tab_row.count() == 1:
                self._tab_row.addStretch(1)
        assert self.tabs is not None
        self.tabs.choose(tab)
        for each in view.tabs:
            ledger, box, empty = self._pages[each.name]
            any_row = ledger.rows_model.rowCount() > 0
            box.setVisible(any_row)
            empty.setVisible(not any_row)
            empty.say(each.words, each.empty)
            if each.name == tab:
                self._stack.setCurrentIndex(list(self._pages).index(tab))
                self.setFocusProxy(ledger if any_row else self.begin)
                self._under.show_text(each.sentence)
                self._under.setVisible(bool(each.sentence))
        self.chart_panel.setVisible(bool(view.watched))
        self.shoe_panel.setVisible(bool(view.shoes))

    def _show_watched(self) -> None:
        found = self.watched.currentIndex()
        rows = self.watched.rows_model.rows
        if found.isValid() and found.row() < len(rows):
            self.chart_panel.show_odds(rows[found.row()].odds)

    def _show_shoe(self) -> None:
        found = self.shoes.currentIndex()
        rows = self.shoes.rows_model.rows
        if found.isValid() and found.row() < len(rows):
            self.shoe_panel.show_shoe(rows[found.row()])

    def ledger_of(self, tab: str) -> Ledger[Any]:
        return self._pages[tab][0]
