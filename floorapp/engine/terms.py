"""The terms a round is dealt under: a rulebook, and what the table has chosen within it."""

from __future__ import annotations

from functools import cached_property

from floorapp.domain.cards import RANKS, Card, Count, count
from floorapp.domain.values import dataclass
from floorapp.engine.provision import Provision
from floorapp.engine.record import Options
from floorapp.engine.rulebook import Rulebook

#: Wagers that need no offer of the table's.
BY_RIGHT = ("main", "double_attack", "insurance")


@dataclass(frozen=True)
class Terms:
    """A rulebook with a table's options: the one thing every question of a round is asked of."""

    rulebook: Rulebook
    options: Options

    def other(self, reading: str) -> bool:
        """Whether the alternative of a reading was chosen."""
        return reading in self.options.readings

    @cached_property
    def decks(self) -> int:
        return self.options.decks or self.rulebook.cards.usual_decks.value

    @cached_property
    def ranks(self) -> str:
        """The ranks that are in the decks."""
        return RANKS if self.rulebook.cards.tens.value else RANKS.replace("T", "")

    @cached_property
    def most_hands(self) -> Provision[int]:
        """To how many hands a pair may be split at this table."""
        split = self.rulebook.split
        if split.hands_at_seven_boxes and self.options.positions >= 7:
            return split.hands_at_seven_boxes
        return split.hands

    @cached_property
    def lammers(self) -> bool:
        """Whether the game knows Free Bet lammers."""
        return self.rulebook.double.free_totals is not None or self.rulebook.split.free is not None

    @cached_property
    def reader_in_use(self) -> bool:
        """Required, or chosen; without a hole card there is nothing to read."""
        chosen = self.options.reader and self.options.hole_card
        return self.rulebook.reader.required.value or chosen

    @cached_property
    def hole_card(self) -> bool:
        """Whether the dealer's second card lies on the table while the players act."""
        return self.options.hole_card or self.rulebook.reader.hole_card.value

    def offers(self, wager: str) -> bool:
        """Whether the table offers a side wager; where the record does not say, it is not checked."""
        offered = self.options.side_wagers
        return offered is None or wager in offered or wager in BY_RIGHT

    def dealer_count(self, cards: tuple[Card, ...]) -> Count:
        """The dealer's count, by the rulebook's rule for his aces."""
        limit = self.rulebook.cards.dealer_ace_limit.value
        return count(cards, limit=limit, high_aces=1 if self.other("I-13") else len(cards))

    def may_make_blackjack(self, up: Card) -> bool:
        """Whether a dealer with this up card can have a Blackjack."""
        return up.value in (1, 10)


_known: dict[tuple[int, Options], Terms] = {}
MOST_KNOWN = 256


def terms_of(rulebook: Rulebook, options: Options) -> Terms:
    """The terms of a table: one object for all its rounds, so that what they answer is found out once."""
    key = (id(rulebook), options)
    terms = _known.get(key)
    if terms is None or terms.rulebook is not rulebook:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        terms = _known[key] = Terms(rulebook, options)
    return terms
