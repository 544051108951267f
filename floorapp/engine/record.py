"""The public record of a round, floor-round/1: its parts, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from floorapp.domain.cards import Card
from floorapp.domain.values import dataclass

FORMAT = "floor-round/1"
SIGNALS = ("blackjack", "no_blackjack", "small", "medium", "large")
AREAS = ("small", "medium", "large")
MOST_BEHIND = 2  # that a box may have; more are a finding
LARGEST = 10**15  # the largest number a record can give; ten trillion dollars
LARGEST_NET = 1000 * LARGEST


class Unreadable(ValueError):
    """A record that cannot be settled: what, and where."""

    def __init__(self, what: str, *path: str | int) -> None:
        super().__init__(what)
        self.what = what
        self.path = path

    def under(self, *path: str | int) -> Unreadable:
        """The same fault, seen from farther out."""
        return Unreadable(self.what, *path, *self.path)

    def __str__(self) -> str:
        place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.path)
        told = f"{place.removeprefix('.')}: {self.what}" if place else self.what
        return told.encode("utf-8", "backslashreplace").decode()  # what stood there may be no character


@dataclass(frozen=True, slots=True)
class Options:
    """What the table and its Rules Submission fix; None where the record leaves it to the default."""

    decks: int | None = None
    positions: int = 6
    reader: bool = True
    hole_card: bool = True
    side_wagers: frozenset[str] | None = None
    push_22_paytable: str = "A"
    chip_unit: int | None = None
    bonus_maximum: int | None = None
    reader_reveals_value: bool | None = None
    readings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Decision:
    """One step of play."""

    do: str
    card: Card | None = None
    wager: int = 0
    lammer: bool = False
    declined: bool = False  # a second chance that was offered and not taken


@dataclass(frozen=True, slots=True)
class Follow:
    """How a bettor behind joined a double or a split: with a wager, or by naming the hand that keeps his."""

    step: int
    wager: int = 0
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Behind:
    """A bettor behind the one who calls the box (19:47-26.13)."""

    wagers: Mapping[str, int]
    follows: Mapping[int, Follow]


@dataclass(frozen=True, slots=True)
class ReportedLine:
    """What the table says was settled."""

    wager: str
    net: int
    hand: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class DeadHand:
    """One hand of a split that was called dead."""

    hand: int
    citation: str


@dataclass(frozen=True, slots=True)
class Happening:
    """What went wrong in a round, by the code of the catalog, with what is known of it."""

    code: str
    box: int | None = None
    hand: int | None = None
    card: Card | None = None
    cards: int | None = None
    refused_by: tuple[int, ...] = ()
    before_two: bool | None = None  # before every player had two cards
    area: str = ""
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """One box as it was played."""

    number: int
    cards: tuple[Card, ...]
    wagers: Mapping[str, int]
    play: tuple[Decision, ...] = ()
    behind: tuple[Behind, ...] = ()
    dead: str | None = None
    reported: tuple[ReportedLine, ...] | None = None
    dead_hands: tuple[DeadHand, ...] = ()
    seated: bool = True
    caller: int = 0

    @property
    def called_dead(self) -> bool:
        """Whether the box or a hand of it was called dead."""
        return self.dead is not None or bool(self.dead_hands)

    @property
    def dead_numbers(self) -> frozenset[int]:
        """The hands of a split that were called dead one by one, numbered as in the end."""
        return frozenset(each.hand for each in self.dead_hands)

    def dead_call(self, hand: int) -> str | None:
        """The citation under which a hand was called dead."""
        return self.dead or next((each.citation for each in self.dead_hands if each.hand == hand), None)


@dataclass(frozen=True, slots=True)
class Round:
    """One round at one table."""

    id: str
    rulebook: str
    dealer: tuple[Card, ...]
    boxes: tuple[Box, ...]
    signal: str = "unknown"  # of the reader: one of SIGNALS, "unused", or "unknown" where nobody says
    options: Options = Options()
    table: str = ""
    at: datetime | None = None
    shoe: str = ""
    void: str | None = None
    events: tuple[Happening, ...] = ()
    area: str = ""  # where the dealer's hand was laid, one of AREAS (685a)
