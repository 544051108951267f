"""Bust It (665a) and New Jersey's bonus: the dealer goes over 21 with exactly three cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import perm, prod
from typing import TYPE_CHECKING, Any

from floorapp.domain.cards import RANKS, SUITS, count
from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.engine.dealer_hand import AtStake
from floorapp.engine.finding import ChoiceFault, Finding, found
from floorapp.engine.odds import COLOURS, LOST, NO_CARD_KNOWN, Chance, Odds, WagerOdds, part
from floorapp.engine.odds_hands import FACES
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.provision import PayTable, Provision
from floorapp.engine.result import Result, lose, odds_said, win
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.side import LaidWager, SideWager, paid, same_suit

if TYPE_CHECKING:
    from floorapp.domain.property import Choices

POSTED = "main-and-posted-maximum"
#: The third cards that can take a dealer over 21, by their names in the pay table.
BUST_CARDS = {6: "6", 7: "7", 8: "8", 9: "9", 10: "ten"}


@dataclass(frozen=True, slots=True)
class BustItRules:
    limit: Provision[str]
    pays: Provision[PayTable]
    eights: Provision[str]
    lost_first_two: Provision[str]
    lost_third: Provision[str]
    minimum: Provision[int] | None = None
    posted: Provision[str] | None = None


class BustIt(SideWager[BustItRules]):
    name = "bust_it"
    title = short = "Bust It"
    typed = ("bust", "b", "bonus")
    group = BustItRules
    words = {
        "limit": ("main", POSTED),
        "eights": ("instead",),
        "lost_first_two": ("lose",),
        "lost_third": ("lose",),
        "posted": ("posted-maximum",),
    }
    pays = frozenset({*BUST_CARDS.values(), "eights_colour", "eights_suit"})
    packed = 4
    hangs_on = ("three_cards",)
    names = ("third",)

    def short_name(self, book: Rulebook) -> str:
        return "bonus" if book.bettors is not None else self.short  # New Jersey's name for it

    def offered(self, book: Rulebook) -> str:
        return self.rules(book).limit.cite

    def faults(self, choices: Choices, book: Rulebook) -> Iterator[ChoiceFault]:
        if choices.bonus_maximum is None:
            return
        rules = self.rules(book) if self.name in book.sides else None
        if rules is None or rules.limit.value != POSTED:
            message = "This rulebook has no posted maximum for a side wager."
            yield ChoiceFault("bonus_maximum", book.table.wagers.cite, message)
        elif rules.minimum and choices.bonus_maximum < rules.minimum.value:
            message = "The posted maximum is below the smallest bonus wager."
            yield ChoiceFault("bonus_maximum", rules.minimum.cite, message)

    def amount_findings(self, terms: Terms, stake: int, main: int, facts: Mapping[str, Any]) -> Iterator[Finding]:
        rules = self.rules(terms.rulebook)
        limit, rule = main, rules.limit
        posted = terms.options.bonus_maximum if rule.value == POSTED else None
        if posted and posted < main:
            limit, rule = posted, rules.posted or rule
        if stake > limit:
            yield found("side-wager-above-limit", rule.cite, **facts, limit=dollars(limit))
        least = rules.minimum
        if least and stake < least.value:
            yield found("side-wager-below-minimum", least.cite, **facts, limit=dollars(least.value))

    def at_stake(self, terms: Terms, *, surrendered: bool) -> AtStake:
        return AtStake(third_card=True)

    def undecided(self, laid: LaidWager, *, all_dead: bool) -> bool:
        if super().undecided(laid, all_dead=all_dead):
            return True
        two = laid.terms.dealer_count(laid.dealer.cards[:2]).total
        return all_dead and two < laid.terms.rulebook.dealer.stands.value and len(laid.dealer.cards) < 3

    def settle(self, laid: LaidWager) -> Result:
        terms, dealer, rules = laid.terms, laid.dealer, self.rules(laid.terms.rulebook)
        two = terms.dealer_count(dealer.cards[:2])
        if two.total >= terms.rulebook.dealer.stands.value:
            shown = "a Blackjack" if dealer.blackjack else two
            return lose(rules.lost_first_two, f"The dealer's first two cards make {shown}: the wager loses.")
        if len(dealer.cards) < 3:
            return lose(rules.lost_third, "The dealer took no third card: the wager loses.")
        three = terms.dealer_count(dealer.cards[:3])
        if three.total <= 21:
            return lose(rules.lost_third, f"The dealer's third card made {three}, no bust: the wager loses.")
        third = dealer.cards[2]
        eights, words = same_suit(dealer.cards[:3])
        if all(card.rank == "8" for card in dealer.cards[:3]) and eights != "other":
            odds = rules.pays.value[f"eights_{eights}"]
            return win(rules.eights, f"The dealer busts with three eights {words}: {odds_said(odds)}.", pays=odds)
        return paid(rules.pays, BUST_CARDS[third.value], f"The dealer busts with the {third.name} as third card")

    def odds(self, book: Rulebook, mix: ShoeMix, *, paytable: str, alternative: bool) -> WagerOdds:
        table = self.rules(book).pays
        return WagerOdds(bust_it_odds(mix, table.value.pays), table.cite)


def bust_it_odds(mix: ShoeMix, pays: Mapping[str, Fraction]) -> Odds:
    """By the third card, `6` `7` `8` `9` `ten`, or `eights_suit`, `eights_colour` instead."""
    held = mix.values()
    ways: Counter[str] = Counter()
    for places in product(range(10), repeat=3):
        copies = Counter(places)
        ways[_third_card(places)] += prod(perm(held[place], n) for place, n in copies.items())
    eights = mix.counts[RANKS.index("8")]
    one_suit = sum(perm(copies, 3) for copies in eights)
    one_colour = sum(perm(sum(eights[SUITS.index(s)] for s in two), 3) for two in COLOURS)
    ways["8"] -= one_colour
    ways.update(eights_suit=one_suit, eights_colour=one_colour - one_suit)
    names = ("eights_suit", "eights_colour", *BUST_CARDS.values())
    outcomes = tuple(Chance(name, part(ways[name], mix.size, 3), pays[name]) for name in names)
    lost = Chance("lost", part(ways["lost"], mix.size, 3), LOST)
    assumptions = (mix.words, NO_CARD_KNOWN, "the dealer draws a third card to any 16 or less")
    return Odds("bust_it", mix.decks, assumptions, (*outcomes, lost))


def _third_card(places: tuple[int, ...]) -> str:
    """The pay table's name for a dealer's first three cards, the eights not yet told apart."""
    cards = [FACES[place] for place in places]
    if count(cards[:2]).total >= 17 or count(cards).total <= 21:
        return "lost"
    return BUST_CARDS[cards[2].value]
