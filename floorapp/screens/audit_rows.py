"""The rows of the audit's lists, and the chart of what was seen beside what a fair game has."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.screens.forms import Act
from floorapp.screens.states import State
from floorapp.screens.text_line import TextLine


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


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round: wrong, or behind a figure. In a file a name may stand twice, or none: its place is its own."""

    place: int
    id: str
    table: str
    when: str
    word: str
    says: str
    cite: str = ""
    state: State = State.OKAY


@dataclass(frozen=True, slots=True)
class WatchRow:
    """One table, dealer, deck set or reader, and what is watched of it."""

    key: int
    who: str
    what: str
    rounds: str
    word: str
    state: State
    odds: OddsView


@dataclass(frozen=True, slots=True)
class ShoeRow:
    """A deck set that was dealt, and what its shoes say."""

    deck_set: str
    table: str
    shoes: str
    word: str
    state: State
    says: str
    facts: tuple[tuple[str, TextLine], ...]
    report: Act


@dataclass(frozen=True, slots=True)
class BreachRow:
    """What was dealt or signalled although something stood against it."""

    key: str
    table: str
    what: str
    when: str
    minutes: str
    rounds: str
    hands: str
    signals: str
    cite: str


@dataclass(frozen=True, slots=True)
class MadeRow:
    """An audit on record."""

    entry: str
    when: str
    by: str
    what: str
    rounds: str
    wrong: str
    state: State
    id: str


@dataclass(frozen=True, slots=True)
class AuditTab:
    """One kind of result: its name, its word with how many, and what it says where there is nothing."""

    name: str
    words: str
    empty: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class AuditView:
    """The whole screen at one moment."""

    sentence: str
    periods: tuple[str, ...]
    places: tuple[str, ...]
    shifts: tuple[str, ...]
    tabs: tuple[AuditTab, ...]
    wrong: tuple[RoundRow, ...] = ()
    watched: tuple[WatchRow, ...] = ()
    shoes: tuple[ShoeRow, ...] = ()
    breaches: tuple[BreachRow, ...] = ()
    made: tuple[MadeRow, ...] = ()
    shown: tuple[RoundRow, ...] = ()
    refused: str = ""  # why this person cannot verify
