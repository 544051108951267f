"""A chart on the screen: its words for those who cannot see it, and the drawing itself, late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from floorapp.operations.chart import Bars, Chart, Lines
from floorapp.ui.look import Look

if TYPE_CHECKING:
    from floorapp.ui.chart_plot import ChartPlot


def steps_of(chart: Chart) -> tuple[str, ...]:
    """What can be chosen in a chart: each bar or tick, with its figures in words."""
    if isinstance(chart, Bars):
        return tuple(f"{bar.label}: {bar.text}" for bar in chart.bars)
    if isinstance(chart, Lines):
        return tuple(_tick(chart, place) for place in range(len(chart.ticks)))
    return tuple(f"{stack.label}: {stack.count}" for stack in chart.stacks)


def _tick(chart: Lines, place: int) -> str:
    said = [
        f"{series.name} {'nothing' if (value := series.values[place]) is None else f'{value:g} {chart.unit}'}"
        for series in chart.series
    ]
    return f"{chart.ticks[place]}: {', '.join(said)}"


def has_something(chart: Chart) -> bool:
    """Whether there is anything to draw."""
    if isinstance(chart, Bars):
        return any(bar.value for bar in chart.bars)
    if isinstance(chart, Lines):
        return any(value is not None for series in chart.series for value in series.values)
    return any(stack.count for stack in chart.stacks)


def chart_plot(look: Look) -> ChartPlot:
    """The drawing; pyqtgraph is imported here and not before, because it is slow to load."""
    from floorapp.ui.chart_plot import ChartPlot

    return ChartPlot(look)
