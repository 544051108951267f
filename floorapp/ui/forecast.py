"""When the decks fall due over the coming 24 hours: what the chart shows, and the chart itself, late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from floorapp.ui.look import Look

if TYPE_CHECKING:
    from floorapp.ui.forecast_chart import ForecastChart


def forecast_chart(look: Look) -> ForecastChart:
    """The chart; pyqtgraph is imported here and not before, because it is slow to load."""
    from floorapp.ui.forecast_chart import ForecastChart

    return ForecastChart(look)
