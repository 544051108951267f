"""Match-the-Dealer (673a): each of a box's first two cards against the up card, by rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from floorapp.domain.cards import CARDS, Card
from floorapp.domain.values import dataclass
from floorapp.engine.finding import Finding, found
from floorapp.engine.odds import LOST, NO_CARD_KNOWN, Chance, NotOffered, Odds, WagerOdds, part
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.provision import Allowed, PayTable, Provision
from floorapp.engine.result import Result, lose, odds_said, push, win
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.side import LaidWager, SideWager

#: How two cards can match the up card, by the names the outcomes get.
MATCHES = {
    ("suited", "suited"): "two suited",
    ("suited", "unsuited"): "suited and unsuited",
    ("suited",): "suited",
    ("unsuited", "unsuited"): "two unsuited",
    ("unsuited",): "unsuited",
    (): "lost",
}


@dataclass(frozen=True, slots=True)
class MatchDealerRules:
    offered: Provision[Allowed]
    match: Provision[str]
    six_decks: Provision[PayTable]
    eight_decks: Provision[PayTable]

    def table(self, decks: int) -> Provision[PayTable]:
        return self.eight_decks if decks == 8 else self.six_decks


class MatchDealer(SideWager[MatchDealerRules]):
    name = "match_dealer"
    title = "Match-the-Dealer"
    short = "Match"
    typed = ("match", "m")
    group = MatchDealerRules
    words = {"match": ("rank",)}
    pays = frozenset({"suited", "unsuited"})
    messages = {
        "match-dealer-decks": "A {wager} was taken with {held}; it is offered with {allowed} only. It is returned."
    }
    packed = 3
    hangs_on = ("likeness",)
    names = ("up", "matches")
    reading = "I-05"

    @property
    def watched(self) -> str:
        return "match the dealer"

    def decks(self, book: Rulebook) -> Provision[Allowed]:
        return self.rules(book).offered

    def offered(self, book: Rulebook) -> str:
        return self.rules(book).offered.cite

    def unplaceable(self, terms: Terms, up: Card | None, name: str) -> Iterator[Finding]:
        rule = self.decks(terms.rulebook)
        if terms.decks not in rule.value:
            held = f"{terms.decks} deck{'s' * (terms.decks != 1)}"
            yield found("match-dealer-decks", rule.cite, wager=name, held=held, allowed=rule.value)

    def undecided(self, laid: LaidWager, *, all_dead: bool) -> bool:
        return not laid.cards or laid.dealer.up is None

    def settle(self, laid: LaidWager) -> Result:
        assert laid.dealer.up is not None
        if len(laid.cards) == 1:
            return self._one(laid.terms, laid.cards[0], laid.dealer.up)
        return self._matched(laid.terms, laid.cards, laid.dealer.up)

    def _matched(self, terms: Terms, cards: tuple[Card, ...], up: Card) -> Result:
        rules = self.rules(terms.rulebook)
        table = rules.table(terms.decks)
        matches = [card for card in cards if card.rank == up.rank]
        if not matches:
            return lose(rules.match, f"Neither card matches the dealer's {up.name}: the wager loses.")
        pays = [table.value["suited" if card.suit == up.suit else "unsuited"] for card in matches]
        if len(matches) == 1:
            kind = "in rank and suit" if matches[0].suit == up.suit else "in rank"
            because = f"Your {matches[0].name} matches the dealer's {up.name} {kind}: {odds_said(pays[0])}."
            return win(table, because, pays=pays[0])
        if terms.other("I-05"):
            best = max(pays)
            return win(table, f"Both cards match; the better one is paid: {odds_said(best)}.", "I-05", pays=best)
        both = sum(pays, Fraction(0))
        because = f"Both cards match the dealer's {up.name} and each is paid: {odds_said(both)} in all."
        return win(table, because, "I-05", pays=both)

    def _one(self, terms: Terms, card: Card, up: Card) -> Result:
        """On a hand that is dead with one card (I-44)."""
        if card.rank != up.rank or terms.other("I-44"):
            because = "The hand is dead with one card: the wager is returned."
            return push(self.rules(terms.rulebook).match, because, "I-44")
        unlike = CARDS["2c" if up.rank != "2" else "3c"]
        return self._matched(terms, (card, unlike), up)._replace(readings=("I-44",))

    def odds(self, book: Rulebook, mix: ShoeMix, *, paytable: str, alternative: bool) -> WagerOdds:
        rules, decks = self.rules(book), mix.decks
        if decks is None or decks not in rules.offered.value:
            raise NotOffered(f"{self.title} is offered with {rules.offered.value} decks only ({rules.offered.cite})")
        table = rules.table(decks)
        odds = match_dealer_odds(mix, table.value.pays, both=not alternative)
        return WagerOdds(odds, table.cite, reading=self.reading if alternative else None)


def match_dealer_odds(mix: ShoeMix, pays: Mapping[str, Fraction], *, both: bool = True) -> Odds:
    """A box's first two cards against the up card; `suited`, `unsuited` pay.

    Where both cards match, each is paid, or only the better one (reading I-05).
    """
    ways: Counter[tuple[str, ...]] = Counter()
    for row in mix.counts:
        for copies in row:
            rest = {"suited": copies - 1, "unsuited": sum(row) - copies, "": mix.size - sum(row)}
            for two in product(rest, repeat=2):
                left = rest[two[1]] - (two[0] == two[1])
                ways[tuple(sorted(filter(None, two)))] += copies * rest[two[0]] * left
    outcomes = tuple(
        Chance(name, part(ways[matches], mix.size, 3), _pays(matches, pays, both)) for matches, name in MATCHES.items()
    )
    reading = "each of two matching cards is paid" if both else "only the better match is paid"
    assumptions = (mix.words, NO_CARD_KNOWN, f"{reading} (I-05)")
    return Odds("match_dealer", mix.decks, assumptions, outcomes)


def _pays(matches: tuple[str, ...], pays: Mapping[str, Fraction], both: bool) -> Fraction:
    paid = [pays[match] for match in matches]
    if not paid:
        return LOST
    return sum(paid, Fraction(0)) if both else max(paid)
