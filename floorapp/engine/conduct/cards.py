"""The cards at a table as a log tells of them: deck sets, the shoe, a dead game."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime

from floorapp.domain.values import dataclass
from floorapp.engine.conduct.stamp import Stamp, Tally

#: Where a deck set is; cards of the one in the shoe may lie in the rack as well.
TABLE, SHUFFLER, SHOE, RACK, AWAY = "table", "shuffler", "shoe", "rack", "away"
CARDS_A_DECK, CARDS_WITHOUT_TENS = 52, 48


@dataclass()
class LoggedSet:
    """A deck set, known by its table and its name; it stays itself when it is taken away and comes back."""

    name: str
    decks: int
    back: str
    design: str
    tens: bool
    cards: str
    where: str = TABLE
    in_rack: bool = False
    opened: Stamp | None = None
    first_shoe: datetime | None = None
    tens_removed: bool = False
    #: The line that last told of each step, of loading and of reshuffling.
    done: dict[str, int] = field(default_factory=dict)
    #: In the shuffler when it jammed, and not shuffled anew since; loaded again since.
    faulted: bool = False
    reloaded: bool = False
    #: The last full count, and the rounds dealt out of the set since.
    full: Stamp | None = None
    dealt: Tally = field(default_factory=Tally)

    @property
    def has_tens(self) -> bool:
        return self.tens and not self.tens_removed

    @property
    def size(self) -> int:
        """How many cards it must have."""
        return self.decks * (CARDS_A_DECK if self.has_tens else CARDS_WITHOUT_TENS)

    @property
    def size_as_brought(self) -> int:
        """How many it had to have before anybody took tens out."""
        return self.decks * (CARDS_A_DECK if self.tens else CARDS_WITHOUT_TENS)

    def since(self, name: str, line: int | None) -> bool:
        """Whether a step was done after a line."""
        return line is not None and self.done.get(name, -1) > line

    def open(self, at: Stamp) -> None:
        """Its hours begin, once."""
        if self.opened is None:
            self.opened = self.full = at


@dataclass()
class LoggedShoe:
    """A shoe of one deck set, and how it began."""

    number: int
    cards: LoggedSet
    line: int
    shuffled: str | None
    cut: bool
    straight: bool
    #: The first shoe of a preshuffled set.
    beforehand: bool
    #: The line that last loaded its set before.
    loaded: int
    #: Of the same set as the last shoe that was dealt from.
    repeats: bool
    shuffler_in_use: bool
    shuffler_there: bool
    shuffler_out: bool
    burned: bool = False
    dealer_owes_burn: bool = False
    cover_card: bool = False
    rounds: int = 0


@dataclass()
class DeadGame:
    """Nobody plays: the sets it began with, the player who ended it, and what was done since."""

    line: int
    sets: dict[str, LoggedSet]
    last: LoggedSet | None
    #: The last shoe's set was taken away since.
    last_gone: bool = False
    player: int | None = None
    asks_to_spread: bool = False
    #: A round was dealt, or a shoe begun, since it began.
    over: bool = False
    #: The shoe out of which the first round after the player was dealt: it ends with it.
    ends_with: int | None = None
    #: The newest shoe since the player, and the newest of another set than the last.
    shoe: LoggedShoe | None = None
    other_shoe: LoggedShoe | None = None
