"""What was seen beside what a fair game has, as the chart shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from floorapp.ui.look import Look

if TYPE_CHECKING:
    from floorapp.ui.odds_chart import OddsChart


def odds_chart(look: Look) -> OddsChart:
    """The chart; pyqtgraph is imported here and not before, because it is slow to load."""
    from floorapp.ui.odds_chart import OddsChart

    return OddsChart(look)
