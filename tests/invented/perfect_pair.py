"""Perfect Pair, which no state knows: a box's first two cards are of one rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from floorapp.domain.cards import SUITS
from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.engine.finding import Finding, found
from floorapp.engine.odds import COLOURS, LOST, NO_CARD_KNOWN, Chance, Odds, WagerOdds, part
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.provision import PayTable, Provision
from floorapp.engine.result import Result, lose
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.side import LaidWager, SideWager, paid, same_suit


@dataclass(frozen=True, slots=True)
class PerfectPairRules:
    limit: Provision[str]
    pays: Provision[PayTable]
    lost: Provision[str]


class PerfectPair(SideWager[PerfectPairRules]):
    name = "perfect_pair"
    title = "Perfect Pair"
    short = "Pair"
    typed = ("pair", "pp")
    group = PerfectPairRules
    words = {"limit": ("main",), "lost": ("lose",)}
    pays = frozenset({"suit", "colour", "other"})

    def amount_findings(self, terms: Terms, stake: int, main: int, facts: Mapping[str, Any]) -> Iterator[Finding]:
        if stake > main:
            cite = self.rules(terms.rulebook).limit.cite
            yield found("side-wager-above-limit", cite, **facts, limit=dollars(main))

    def undecided(self, laid: LaidWager, *, all_dead: bool) -> bool:
        return len(laid.cards) < 2

    def settle(self, laid: LaidWager) -> Result:
        rules = self.rules(laid.terms.rulebook)
        one, other = laid.cards
        if one.rank != other.rank:
            return lose(rules.lost, "Your two cards are no pair: Perfect Pair loses.")
        kind, words = same_suit(laid.cards)
        return paid(rules.pays, kind, f"Your two cards are a pair {words}")

    def odds(self, book: Rulebook, mix: ShoeMix, *, paytable: str, alternative: bool) -> WagerOdds:
        table = self.rules(book).pays
        ways: Counter[str] = Counter()
        for row in mix.counts:
            by_colour = [sum(row[SUITS.index(suit)] for suit in two) for two in COLOURS]
            suit, colour, any_ = (sum(n * (n - 1) for n in held) for held in (row, by_colour, [sum(row)]))
            ways.update(suit=suit, colour=colour - suit, other=any_ - colour)
        outcomes = [Chance(kind, part(ways[kind], mix.size, 2), table.value[kind]) for kind in ways]
        lost = Chance("lost", 1 - sum((each.probability for each in outcomes), Fraction(0)), LOST)
        return WagerOdds(Odds(self.name, mix.decks, (mix.words, NO_CARD_KNOWN), (*outcomes, lost)), table.cite)
