"""What a mechanic is: a decision, how it is played, what it lays and settles, its words, as one object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from floorapp.engine.dealer_hand import DealerHand
from floorapp.engine.hand import Ended, Hand
from floorapp.engine.provision import Provision
from floorapp.engine.record import Decision
from floorapp.engine.result import Result
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms

if TYPE_CHECKING:
    from floorapp.engine.play import PlayEvent, Seat
    from floorapp.engine.stakes import Bettor, Purse, Stake

Rules = TypeVar("Rules")


class Mechanic(Generic[Rules]):
    """One decision. What is not overridden is the usual answer; `decide` every one has of its own.

    A decision that matters after the hand is played is among the names in `hand.took`.
    """

    #: In records: `second_chance`; its words are the same with gaps.
    do: ClassVar[str]
    #: Whether it draws a card, and lays a wager.
    draws: ClassVar[bool] = False
    staked: ClassVar[bool] = False
    #: Whether the card joins the hand; whether it can be offered and declined.
    joins: ClassVar[bool] = True
    declinable: ClassVar[bool] = False
    #: Its name in the few letters a column has, where what it lays has a line of its own.
    short: ClassVar[str] = ""
    #: What is typed for it at the dispute desk, alone, for a lammer, and after "free"; whether it stands on the pad.
    typed: ClassVar[tuple[str, ...]]
    typed_free: ClassVar[tuple[str, ...]] = ()
    after_free: ClassVar[tuple[str, ...]] = ()
    on_pad: ClassVar[bool] = True
    #: Its group in a rulebook, where it has one of its own, and the words its provisions may hold.
    group: ClassVar[type | None] = None
    words: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    #: What its findings say, by their codes.
    messages: ClassVar[Mapping[str, str]] = {}
    #: Its number in packed blocks; a round with a decision that has none is kept as its record.
    packed: ClassVar[int | None] = None
    #: Whether it may be decided only against some up cards.
    asks_up: ClassVar[bool] = False

    # What it does to the hand that took it: nothing more is decided on it, the dealer's second card can still take it,
    # or it is paid whatever he has.
    closes: ClassVar[bool] = True
    waits_for_second_card: ClassVar[bool] = False
    whatever_he_has: ClassVar[bool] = False

    def rules(self, book: Rulebook) -> Rules | None:
        """Its group in a rulebook; None where the game does not have it."""
        return book.mechanics.get(self.do)

    def known(self, book: Rulebook, *, free: bool = False) -> bool:
        """Whether the game knows it; `free`: for a lammer."""
        return not free and (self.group is None or self.rules(book) is not None)

    # Play

    def decide(self, seat: Seat, step: int, decision: Decision) -> None:
        """Make it, as it was made; what is not allowed is found."""
        raise NotImplementedError

    def lay(self, purse: Purse, bettor: Bettor, event: PlayEvent) -> None:
        """Lay what a bettor lays for it."""

    def refuse_draw(self, seat: Seat, hand: Hand) -> bool:
        """Find what is wrong with a card for a hand that took it; False where something else says so."""
        return False

    def may_ask(self, terms: Terms, hand: Ended) -> bool:
        """Whether a finished hand may still ask for a card by it."""
        return False

    # Settlement: None leaves it to what comes after

    def foreign(self, terms: Terms) -> Result | None:
        """What becomes of a stake laid for it in a game that does not have it."""
        return None

    def sent_back_by(self, book: Rulebook) -> Provision[Any]:
        """The section that sends back what was added to a finished hand."""
        return book.blackjack.at_once

    def first(self, terms: Terms) -> Result | None:
        """What becomes of the hand that took it, before anything else."""
        return None

    def early(self, terms: Terms, hand: Ended, stake: Stake) -> Result | None:
        """What becomes of its stakes before the dealer's second card is known."""
        return None

    def settled_early(self, hand: Ended) -> bool:
        """Whether no stake of such a hand waits for the dealer's count."""
        return self.whatever_he_has

    def late(self, book: Rulebook) -> tuple[Provision[Any], str]:
        """What a dealer's Blackjack found late does to its stake: the section, and the stake in words."""
        return book.blackjack.late_split, "what was added to split"

    def given_up(self, terms: Terms, hand: Ended, dealer: DealerHand, stake: Stake) -> Result | None:
        """What becomes of a stake on a hand that it gave up, where the dealer has no Blackjack."""
        return None

    def compared(self, terms: Terms, stake: Stake, result: Result) -> Result:
        """What a comparison with the dealer's count comes to on a hand that took it."""
        return result

    def rests_on(self, hand: Ended, stake: Stake) -> tuple[str, ...]:
        """The readings under which a stake on such a hand lies where it lies."""
        return ()
