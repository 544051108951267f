"""Insurance, which every game has: the dealer's second card makes a Blackjack with his ace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from floorapp.domain.cards import RANK_NAMES, Card, with_article
from floorapp.domain.money import dollars
from floorapp.engine.finding import ADVISORY, VIOLATION, Finding, found
from floorapp.engine.odds import LOST, Chance, Odds, WagerOdds, part
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.result import Result, lose, odds_said, push, win
from floorapp.engine.rulebook import InsuranceRules as InsuranceRules
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.side import LaidWager, SideWager


class Insurance(SideWager[InsuranceRules]):
    name = title = short = "insurance"
    typed = ("insurance", "i", "ins")
    messages = {
        "insurance-without-ace": "Insurance was taken against {up}; it is for an ace only. It is returned.",
        "insurance-above-half": "Insurance of {stake} is above its limit of {limit}.",
        "insurance-after-blackjack": "Insurance was taken by a player already paid for a Blackjack (reading I-12).",
        "insurance-with-even-money": "Insurance was taken beside even money; even money stands in its place{reading}.",
    }
    packed = 5
    hangs_on = ("place", "waits", "blackjack")

    def rules(self, book: Rulebook) -> InsuranceRules:
        return book.insurance

    def unplaceable(self, terms: Terms, up: Card | None, name: str) -> Iterator[Finding]:
        if up is not None and up.rank != "A":
            cite = terms.rulebook.insurance.offered.cite
            yield found("insurance-without-ace", cite, up=with_article(RANK_NAMES[up.rank]))

    def amount_findings(self, terms: Terms, stake: int, main: int, facts: Mapping[str, Any]) -> Iterator[Finding]:
        most = self._limit(terms, main)
        if stake > most:
            cite = terms.rulebook.insurance.limit.cite
            yield found("insurance-above-half", cite, stake=dollars(stake), limit=dollars(int(most)))

    def _limit(self, terms: Terms, main: int) -> Fraction:
        """Half the main wager, or the next amount above it that the table's chips allow."""
        most = main * terms.rulebook.insurance.limit.value
        unit = terms.options.chip_unit
        return most if unit is None else Fraction(-(-most // unit) * unit)

    def play_findings(self, terms: Terms, *, behind: int, blackjack: bool, even_money: bool) -> Iterator[Finding]:
        rules = terms.rulebook.blackjack
        if even_money and behind == 0:
            reading = " (reading I-11)" if rules.even_money else ""
            yield found("insurance-with-even-money", (rules.even_money or rules.pays).cite, reading=reading)
        if blackjack and rules.at_once.value:  # it is already paid (I-12)
            severity = VIOLATION if terms.other("I-12") else ADVISORY
            yield found("insurance-after-blackjack", terms.rulebook.insurance.offered.cite, severity=severity)

    def settle(self, laid: LaidWager) -> Result:
        terms, dealer, rules = laid.terms, laid.dealer, laid.terms.rulebook.insurance
        nobody_left = not laid.at_stake.wants(1) and not terms.reader_in_use
        if nobody_left and terms.other("I-36"):
            because = "All hands were finished before the dealer's second card: insurance is returned."
            return push(rules.lost, because, "I-36")
        readings: tuple[str, ...] = ("I-12",) if laid.blackjack and terms.rulebook.blackjack.at_once.value else ()
        if nobody_left:
            readings += ("I-36",)
        if rules.foreign_ten and len(dealer.cards) > 1 and dealer.cards[1].rank == "T":
            because = "The dealer's second card is a ten, which this game does not have: insurance is returned."
            return push(rules.foreign_ten, because, *readings)
        if dealer.blackjack:
            pays = rules.pays.value
            because = f"The dealer has a Blackjack: insurance pays {odds_said(pays)}."
            return win(rules.pays, because, *readings, pays=pays)
        return lose(rules.lost, "The dealer has no Blackjack: insurance loses.", *readings)

    def odds(self, book: Rulebook, mix: ShoeMix, *, paytable: str, alternative: bool) -> WagerOdds:
        pays = book.insurance.pays
        return WagerOdds(insurance_odds(mix, pays.value), pays.cite)


def insurance_odds(mix: ShoeMix, pays: Fraction) -> Odds:
    """The dealer shows an ace out of this shoe; wins if the hole card makes a Blackjack."""
    held = mix.values()
    if not held[0]:
        raise ValueError("the shoe has no ace for the dealer to show")
    others = held[0] - 1 + sum(held[1:9])
    outcomes = (
        Chance("blackjack", part(held[9], mix.size - 1, 1), pays),
        Chance("lost", part(others, mix.size - 1, 1), LOST),
    )
    shown = "no card out of this shoe is known but the dealer's ace"
    return Odds("insurance", mix.decks, (mix.words, shown), outcomes)
