"""What a side wager is: its rules, limit, settlement, odds, words and place in a packed block, as one object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from floorapp.domain.cards import Card
from floorapp.domain.values import dataclass
from floorapp.engine.dealer_hand import AtStake, DealerHand
from floorapp.engine.finding import ChoiceFault, Finding
from floorapp.engine.odds import WagerOdds
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.provision import Allowed, PayTable, Provision
from floorapp.engine.result import Result, odds_said, win
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms

if TYPE_CHECKING:
    from floorapp.domain.property import Choices

Rules = TypeVar("Rules")


@dataclass(frozen=True, slots=True)
class LaidWager:
    """A side wager where it lies: all that its settlement can depend on."""

    terms: Terms
    dealer: DealerHand
    cards: tuple[Card, ...] = ()  # the first two of its box
    at_stake: AtStake = AtStake()  # what waited for the dealer, insurance apart
    blackjack: bool = False  # of its box
    surrendered: bool = False  # as the only hand of its box

    @property
    def draws_alone(self) -> bool:
        """Whether the dealer drew for side wagers alone."""
        under = self.terms.dealer_count(self.dealer.cards[:2]).total < self.terms.rulebook.dealer.stands.value
        return not self.at_stake.count and under


class SideWager(Generic[Rules]):
    """One side wager. What is not overridden is the usual answer; `settle` and `odds` every one has of its own."""

    #: In records, rulebooks and answers: `bust_it`.
    name: ClassVar[str]
    #: For people: in a sentence, and in the few letters a column has.
    title: ClassVar[str]
    short: ClassVar[str]
    #: What is typed for it at the dispute desk; the first word is the pad's.
    typed: ClassVar[tuple[str, ...]]
    #: Its group in a rulebook, the words its provisions may hold, and what its pay tables name.
    group: ClassVar[type | None] = None
    words: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    pays: ClassVar[frozenset[str]] = frozenset()
    #: What its findings say, by their codes, where it has some of its own.
    messages: ClassVar[Mapping[str, str]] = {}
    #: Its place among the amounts of a packed block; a round with a wager that has none is kept as its record.
    packed: ClassVar[int | None] = None
    #: Of a wager with such a place: the facts its pay hangs on (`operations/quick/side_pays.py` knows them).
    hangs_on: ClassVar[tuple[str, ...]] = ()
    #: And what its words name beside them: the dealer's `hand` as it counts, his `up` card, his `third`, and which
    #: of the box's first two cards `matches` the up card in rank.
    names: ClassVar[tuple[str, ...]] = ()
    #: The pay tables a house chooses between, and the reading whose alternative changes the odds.
    paytables: ClassVar[tuple[str, ...]] = ()
    reading: ClassVar[str] = ""
    #: Whether the dealer draws out for it, whatever the boxes did.
    draws_out: ClassVar[bool] = False

    @property
    def watched(self) -> str:
        """What the fairness watch calls it."""
        return self.name.replace("_", " ")

    def rules(self, book: Rulebook) -> Rules:
        """Its group in a rulebook that has it."""
        rules: Rules = book.sides[self.name]
        return rules

    def short_name(self, book: Rulebook) -> str:
        """Its short name in this game."""
        return self.short

    def decks(self, book: Rulebook) -> Provision[Allowed] | None:
        """With how many decks a game that has it may offer it; None where the text does not say."""
        return None

    def offered(self, book: Rulebook) -> str:
        """The section under which a game that has it offers it."""
        return book.table.wagers.cite

    def paytable(self, book: Rulebook, letter: str) -> Provision[PayTable]:
        """One of the pay tables a house chooses between."""
        raise NotImplementedError

    def faults(self, choices: Choices, book: Rulebook) -> Iterator[ChoiceFault]:
        """What a house chose of it that the rulebook does not leave open."""
        return iter(())

    def unplaceable(self, terms: Terms, up: Card | None, name: str) -> Iterator[Finding]:
        """Why it could not be made in this round, although the table offers it."""
        return iter(())

    def amount_findings(self, terms: Terms, stake: int, main: int, facts: Mapping[str, Any]) -> Iterator[Finding]:
        """Whether it keeps to its limits; `facts`: its name and its stake in words."""
        return iter(())

    def play_findings(self, terms: Terms, *, behind: int, blackjack: bool, even_money: bool) -> Iterator[Finding]:
        """What is wrong with it beside the play of its box."""
        return iter(())

    def at_stake(self, terms: Terms, *, surrendered: bool) -> AtStake:
        """What it asks the dealer to draw."""
        return AtStake()

    def undecided(self, laid: LaidWager, *, all_dead: bool) -> bool:
        """Whether that of a dead hand can no longer be decided, the round having ended."""
        return len(laid.dealer.cards) < 2

    def settle(self, laid: LaidWager) -> Result:
        """What becomes of it."""
        raise NotImplementedError

    def odds(self, book: Rulebook, mix: ShoeMix, *, paytable: str, alternative: bool) -> WagerOdds:
        """Every outcome, exactly; `alternative`: of its reading."""
        raise NotImplementedError

    def dealer_words(self, cards: tuple[Card, ...], total: int) -> str:
        """What it makes one look at in the dealer's hand."""
        return ""


def same_suit(cards: tuple[Card, ...]) -> tuple[str, str]:
    """Whether cards are of one suit, one color, or neither."""
    if len({card.suit for card in cards}) == 1:
        return "suit", "suited"
    if len({card.red for card in cards}) == 1:
        return "colour", "in the same color"
    return "other", "in mixed colors"


def paid(table: Provision[PayTable], kind: str, words: str, *readings: str) -> Result:
    """A win by its pay table."""
    odds = table.value[kind]
    return win(table, f"{words}: {odds_said(odds)}.", *readings, pays=odds)
