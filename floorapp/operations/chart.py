"""Charts as numbers: what a screen plots and a paper draws, never a picture."""

from __future__ import annotations

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, its length, the text at its end, and where it was expected to end."""

    label: str
    value: float
    text: str
    expected: float | None = None
    low: float | None = None
    high: float | None = None
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars beside one another, against an expected value or a band where there is one."""

    title: str
    bars: tuple[Bar, ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart; `None` where nothing was measured."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Values over time, at most three series, against a limit where there is one."""

    title: str
    ticks: tuple[str, ...]
    series: tuple[Series, ...]
    unit: str
    limit: float | None = None
    limit_label: str = ""
    caption: str = ""

    def __post_init__(self) -> None:
        if any(len(each.values) != len(self.ticks) for each in self.series):
            raise ValueError(f"{self.title}: every series has a value, or None, for each tick")
        if len(self.series) > 3:
            raise ValueError(f"{self.title}: more than three lines cannot be told apart in gray")


@dataclass(frozen=True, slots=True)
class Stack:
    """How many things fall into one hour."""

    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of a chart with a name, such as a shift: from a stack, up to but not including another."""

    label: str
    first: int
    beyond: int


@dataclass(frozen=True, slots=True)
class Blocks:
    """One block a thing in the hour it falls due; above the planned pace it is drawn full."""

    title: str
    stacks: tuple[Stack, ...]
    planned: int
    bands: tuple[Band, ...] = ()
    caption: str = ""


Chart = Bars | Lines | Blocks
