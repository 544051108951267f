"""When the decks fall due over the coming 24 hours, as the chart shows it."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.screens.states import State


@dataclass(frozen=True, slots=True)
class ShiftBand:
    """A shift as the hours it covers, counted from the chart's first hour."""

    words: str
    start: float
    end: float
    count: str
    #: Its name alone, where the hours have no room beside it.
    name: str = ""


@dataclass(frozen=True, slots=True)
class FallingDue:
    """One deck set and the hour in which it is due."""

    table: str
    hour: int
    state: State = State.OKAY


@dataclass(frozen=True, slots=True)
class ForecastView:
    """Twenty-four hours by their labels, with now somewhere in the first of them."""

    hours: tuple[str, ...]
    now: float
    pace: int
    bands: tuple[ShiftBand, ...] = ()
    sets: tuple[FallingDue, ...] = ()

    def label(self, hour: int) -> str:
        return self.hours[hour % len(self.hours)]

    def stacks(self) -> dict[int, tuple[FallingDue, ...]]:
        """The sets of each hour, from the bottom up."""
        hours: dict[int, list[FallingDue]] = {}
        for due in self.sets:
            hours.setdefault(due.hour, []).append(due)
        return {hour: tuple(dues) for hour, dues in hours.items()}

    @property
    def spoken(self) -> str:
        """The chart in words, for those who cannot see it."""
        said = [f"{self.label(hour)}: {len(dues)} due" for hour, dues in sorted(self.stacks().items())]
        return f"planned pace {self.pace} an hour; " + "; ".join(said or ["nothing due"])
