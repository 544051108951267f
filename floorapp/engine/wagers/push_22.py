"""Push 22 (590.12): the dealer ends with 22; pays by the suits of all his cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from floorapp.domain.cards import SUITS, Card
from floorapp.domain.values import dataclass
from floorapp.engine.dealer_hand import AtStake
from floorapp.engine.finding import ChoiceFault
from floorapp.engine.odds import COLOURS, DRAWS_OUT, LOST, NO_CARD_KNOWN, STANDS_ON_17, Chance, Odds, WagerOdds
from floorapp.engine.odds import dealer_rule as rule_of
from floorapp.engine.odds_hands import DealerRule, chance, finished_hands
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.provision import PayTable, Provision
from floorapp.engine.result import Result, lose
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.side import LaidWager, SideWager, paid, same_suit

if TYPE_CHECKING:
    from floorapp.domain.property import Choices


@dataclass(frozen=True, slots=True)
class Push22Rules:
    offered: Provision[str]
    paytable_a: Provision[PayTable]
    paytable_b: Provision[PayTable]
    lost: Provision[str]
    dealer_blackjack: Provision[str]


class Push22(SideWager[Push22Rules]):
    name = "push_22"
    title = short = "Push 22"
    typed = ("push", "p", "push22", "push_22")
    group = Push22Rules
    words = {"offered": ("by-submission",), "lost": ("lose",), "dealer_blackjack": ("lose",)}
    pays = frozenset({"suit", "colour", "other"})
    packed = 2
    hangs_on = ("place", "suits", "alone", "surrendered")
    names = ("hand",)
    paytables = ("A", "B")
    draws_out = True

    def offered(self, book: Rulebook) -> str:
        return self.rules(book).offered.cite

    def paytable(self, book: Rulebook, letter: str) -> Provision[PayTable]:
        return self.rules(book).paytable_b if letter == "B" else self.rules(book).paytable_a

    def faults(self, choices: Choices, book: Rulebook) -> Iterator[ChoiceFault]:
        if choices.push_22_paytable not in self.paytables:
            cite = self.rules(book).paytable_a.cite if self.name in book.sides else book.table.wagers.cite
            yield ChoiceFault("push_22_paytable", cite, "The pay table of Push 22 is A or B.")

    def at_stake(self, terms: Terms, *, surrendered: bool) -> AtStake:
        return AtStake(twenty_two=not (surrendered and terms.other("I-18")))

    def undecided(self, laid: LaidWager, *, all_dead: bool) -> bool:
        short = laid.dealer.total < laid.terms.rulebook.dealer.stands.value
        return super().undecided(laid, all_dead=all_dead) or (all_dead and short)

    def settle(self, laid: LaidWager) -> Result:
        terms, dealer, rules = laid.terms, laid.dealer, self.rules(laid.terms.rulebook)
        alone = laid.draws_alone
        readings: tuple[str, ...] = ("I-18",) if laid.surrendered else ()
        if alone:
            readings += ("I-19",)
        if dealer.blackjack:
            rule = terms.rulebook.blackjack.both if laid.blackjack else rules.dealer_blackjack  # 590.7(g)(1), (2)
            return lose(rule, "The dealer has a Blackjack: Push 22 loses.")
        if (laid.surrendered and terms.other("I-18")) or (alone and terms.other("I-19")):
            return lose(rules.lost, "Push 22 is not played out for this hand and loses.", *readings)
        if dealer.drew_above:
            readings += ("I-22",)
        if dealer.total != 22:
            return lose(rules.lost, f"The dealer has {dealer.said}, not 22: Push 22 loses.", *readings)
        kind, words = same_suit(dealer.cards)
        table = self.paytable(terms.rulebook, terms.options.push_22_paytable)
        return paid(table, kind, f"The dealer made 22 {words}", *readings)

    def odds(self, book: Rulebook, mix: ShoeMix, *, paytable: str, alternative: bool) -> WagerOdds:
        table = self.paytable(book, paytable)
        return WagerOdds(push_22_odds(mix, table.value.pays, rule=rule_of(book)), table.cite, paytable)

    def dealer_words(self, cards: tuple[Card, ...], total: int) -> str:
        return same_suit(cards)[1] if total == 22 else ""


def push_22_odds(mix: ShoeMix, pays: Mapping[str, Fraction], *, rule: DealerRule = STANDS_ON_17) -> Odds:
    """The dealer ends with 22; pays `suit`, `colour` or `other` by all of his cards."""
    hands = finished_hands(rule)
    hits = [hand for hand in hands if hand.points.total == 22]
    misses = [hand for hand in hands if hand.points.total != 22]
    suit = sum((chance(hits, mix, one) for one in SUITS), Fraction(0))
    colour = sum((chance(hits, mix, two) for two in COLOURS), Fraction(0))
    outcomes = (
        Chance("suit", suit, pays["suit"]),
        Chance("colour", colour - suit, pays["colour"]),
        Chance("other", chance(hits, mix) - colour, pays["other"]),
        Chance("lost", chance(misses, mix), LOST),
    )
    assumptions = (mix.words, NO_CARD_KNOWN, DRAWS_OUT, rule.words)
    return Odds("push_22", mix.decks, assumptions, outcomes)
