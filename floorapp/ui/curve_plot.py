"""Values over time as pyqtgraph draws them: axes, grid, legend, a line and a sign for each series."""

from __future__ import annotations

import math

import pyqtgraph
from PyQt6.QtCore import QPointF, Qt, pyqtSlot
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QWidget

from floorapp.operations.chart import Lines
from floorapp.ui.look import Look

#: A line is told from the others by its dashes and its sign, without colour.
SIGNS = ("o", "s", "t")
#: So much room a label of the lower axis needs.
LABEL = 50.0


class CurvePlot(pyqtgraph.PlotWidget):  # type: ignore[misc]
    """Only to be looked at: keys and presses are its parent's."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent, enableMenu=False)
        self._look = look
        self._chart: Lines | None = None
        self._at = -1
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(self.Shape.NoFrame)
        plot = self.getPlotItem()
        plot.hideButtons()
        plot.setMouseEnabled(False, False)
        plot.getViewBox().setDefaultPadding(0)
        look.changed.connect(self._draw)

    def show_lines(self, chart: Lines) -> None:
        """Show these."""
        if chart != self._chart:
            self._chart = chart
            self._draw()

    def mark(self, tick: int) -> None:
        """Put the focus round a tick; none below nothing."""
        if tick != self._at:
            self._at = tick
            self._draw()

    def tick_at(self, point: QPointF) -> int:
        """The tick whose column is here; -1 where there is none."""
        box = self.getPlotItem().getViewBox()
        place = math.floor(box.mapSceneToView(self.mapToScene(point.toPoint())).x() + 0.5)
        return place if self._chart is not None and 0 <= place < len(self._chart.ticks) else -1

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if getattr(self, "_chart", None) is not None:  # pyqtgraph resizes once while it is being made
            self._label_ticks()

    @pyqtSlot()
    def _draw(self) -> None:
        chart, look, plot = self._chart, self._look, self.getPlotItem()
        if chart is None:
            return
        plot.clear()
        if plot.legend is not None:
            plot.legend.scene().removeItem(plot.legend)
            plot.legend = None
        self.setBackground(look.colour("panel"))
        values = [value for series in chart.series for value in series.values if value is not None]
        most = max([*values, chart.limit or 0.0, 1.0])
        self.setRange(xRange=(-0.5, len(chart.ticks) - 0.5), yRange=(0, most * 1.3), padding=0)
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            axis.setPen(look.colour("edge"))
            axis.setTextPen(look.colour("ink2"))
            axis.setStyle(tickFont=look.font(12), tickLength=-4, hideOverlappingLabels=False)
        plot.getAxis("left").setWidth(look.px(34))
        plot.getAxis("bottom").setHeight(look.px(26))
        plot.getAxis("left").setTicks([[(most * share, f"{most * share:.3g}") for share in (0.0, 0.5, 1.0)]])
        plot.showGrid(x=False, y=True, alpha=0.25)
        self._label_ticks()
        if self._at >= 0:
            column = pyqtgraph.LinearRegionItem(
                (self._at - 0.5, self._at + 0.5), movable=False, brush=look.colour("hover"), pen=look.colour("ink")
            )
            column.setZValue(-1)
            plot.addItem(column)
        legend = plot.addLegend(offset=(1, 1), colCount=3, horSpacing=16, labelTextColor=look.colour("ink"))
        legend.setLabelTextSize(f"{look.px(12)}px")
        for number, series in enumerate(chart.series):
            ink = look.colour("ink" if number == 0 else "ink2")
            style = Qt.PenStyle.DashLine if number else Qt.PenStyle.SolidLine
            measured = [math.nan if value is None else value for value in series.values]
            measured = [] if all(map(math.isnan, measured)) else measured  # pyqtgraph would look for its highest
            plot.plot(
                measured,
                name=f"{series.name}, {chart.unit}" if number == 0 else series.name,
                pen=pyqtgraph.mkPen(ink, width=look.px(2), style=style),
                connect="finite",
                symbol=SIGNS[number],
                symbolSize=look.px(9),
                symbolPen=ink,
                symbolBrush=look.colour("ink" if number == 0 else "panel"),
                antialias=True,
            )

    def _label_ticks(self) -> None:
        """Every tick has a label, or every second, third, where there is less room."""
        assert self._chart is not None
        ticks = self._chart.ticks
        every = max(1, math.ceil(self._look.px(LABEL) * len(ticks) / max(1, self.width())))
        self.getPlotItem().getAxis("bottom").setTicks([[(n, tick) for n, tick in enumerate(ticks) if n % every == 0]])
