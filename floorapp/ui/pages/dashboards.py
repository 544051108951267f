"""Dashboards: charts of a period in boxes; a bar leads to its records."""

from __future__ import annotations

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QGridLayout, QWidget

from floorapp.operations.dashboards import Panel
from floorapp.screens.dashboards import DashboardsView
from floorapp.screens.text_line import BODY, SECOND, TITLE, Words, line
from floorapp.ui.chart_plot import ChartPlot
from floorapp.ui.look import Look
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import Choice, FramedBox, Ground, Scroll, column, row

#: How many charts stand beside one another, by the room there is.
WIDE, NARROW = 1150.0, 720.0


PERIODS = (("1", "Today"), ("7", "7 days"), ("14", "14 days"), ("30", "30 days"))


class ChartBox(FramedBox):
    """One chart with its title and what has to be said about it."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent=parent)
        self._title, self._caption = LineLabel(look), LineLabel(look)
        self.plot = ChartPlot(look)
        rows = column(look, 16, 10, 16, 10, gap=6, parent=self)
        rows.addWidget(self._title)
        rows.addWidget(self.plot, 1)
        rows.addWidget(self._caption)

    def show_panel(self, panel: Panel) -> None:
        self._title.show_line(line(Words(panel.chart.title, BODY, 600, shrinks=True)))
        caption = panel.chart.caption
        self._caption.show_line(line(Words(caption or " ", SECOND, 400, "ink2", shrinks=True)))
        self.plot.show_chart(panel.chart)


class DashboardsPage(Ground):
    """All charts; the period is chosen above them."""

    period_chosen = pyqtSignal(str)
    bar_chosen = pyqtSignal(str, int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        self._sentence = Text(look, tone="ink2")
        faces = [(name, line(Words(words, 15, 500))) for name, words in PERIODS]
        self.periods = Choice(look, faces, switch=True)
        self.periods.chosen.connect(self.period_chosen)
        self.boxes: dict[str, ChartBox] = {}
        head = row(look, gap=16)
        head.addWidget(LineLabel(look, line(Words("Charts", TITLE, 600))))
        head.addWidget(self._sentence, 1)
        head.addWidget(self.periods)
        inside = QWidget()
        rows = column(look, 24, 14, 24, 14, gap=14, parent=inside)
        rows.addLayout(head)
        self._grid = QGridLayout()
        self._grid.setSpacing(look.px(14))
        rows.addLayout(self._grid, 1)
        rows.addStretch(0)  # until the charts come, the head stands above
        column(look, gap=0, parent=self).addWidget(Scroll(inside))
        self._across = 0
        self.setFocusProxy(next(iter(self.periods.parts.values())))

    def show_dashboards(self, view: DashboardsView) -> None:
        """Show the charts of the period."""
        self._sentence.show_text(view.sentence)
        for panel in view.panels:
            if panel.name not in self.boxes:
                box = self.boxes[panel.name] = ChartBox(self._look)
                box.plot.chosen.connect(lambda at, name=panel.name: self.bar_chosen.emit(name, at))
                self._across = 0
            self.boxes[panel.name].show_panel(panel)
        self._lay()

    def _lay(self) -> None:
        px = self._look.px
        across = 3 if self.width() >= px(WIDE) else 2 if self.width() >= px(NARROW) else 1
        if across == self._across or not self.boxes:
            return
        self._across = across
        last = len(self.boxes) - 1
        for place, box in enumerate(self.boxes.values()):
            rest = across - place % across if place == last else 1
            self._grid.addWidget(box, place // across, place % across, 1, rest)
            box.setMinimumHeight(px(250))
        for column_ in range(3):
            self._grid.setColumnStretch(column_, 1 if column_ < across else 0)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._lay()
