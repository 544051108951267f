"""What was seen beside what a fair game has, as the chart shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from floorapp.domain.values import dataclass
from floorapp.ui.look import Look

if TYPE_CHECKING:
    from floorapp.ui.odds_chart import OddsChart


@dataclass(frozen=True, slots=True)
class OddsBar:
    """One outcome, in shares of the rounds: seen, fair, and the band in which a fair game stays."""

    outcome: str
    seen: float
    fair: float
    fewest: float
    most: float
    says: str
    alarm: bool = False
    label: str = ""  # its name on the chart, where that says more


@dataclass(frozen=True, slots=True)
class OddsView:
    """All outcomes of one thing that is watched."""

    title: str
    sentence: str
    bars: tuple[OddsBar, ...] = ()

    @property
    def spoken(self) -> str:
        """The chart in words, for those who cannot see it."""
        return "; ".join(bar.says for bar in self.bars) or "nothing was seen"


def odds_chart(look: Look) -> OddsChart:
    """The chart; pyqtgraph is imported here and not before, because it is slow to load."""
    from floorapp.ui.odds_chart import OddsChart

    return OddsChart(look)
