"""Side wagers and insurance: whether they could be made, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from floorapp.domain.cards import CARDS, RANK_NAMES, Card, with_article
from floorapp.domain.money import dollars
from floorapp.engine.dealer_hand import DealerHand
from floorapp.engine.finding import ADVISORY, VIOLATION, Finding, found
from floorapp.engine.provision import PayTable, Provision
from floorapp.engine.result import Result, lose, odds_said, push, returned, win
from floorapp.engine.stakes import Bettor
from floorapp.engine.terms import Terms


def unplaceable(terms: Terms, wager: str, up: Card | None) -> Iterator[Finding]:
    """Why a wager could not be made at this table in this round; such a wager is returned."""
    book = terms.rulebook
    name = wager_name(terms, wager)
    if wager not in book.table.wagers.value:
        yield found("wager-of-another-game", book.table.wagers.cite, wager=name)
        return
    if not terms.offers(wager):
        yield found("side-wager-not-offered", _offered(terms, wager), wager=name)
    if wager == "match_dealer" and book.match_dealer:
        rule = book.match_dealer.offered
        if terms.decks not in rule.value:
            held = f"{terms.decks} deck{'s' * (terms.decks != 1)}"
            yield found("match-dealer-decks", rule.cite, wager=name, held=held, allowed=rule.value)
    if wager == "insurance" and up is not None and up.rank != "A":
        yield found("insurance-without-ace", book.insurance.offered.cite, up=with_article(RANK_NAMES[up.rank]))


def amount_findings(terms: Terms, bettor: Bettor, wager: str) -> Iterator[Finding]:
    """Whether a wager keeps to its limits."""
    book, stake, main = terms.rulebook, bettor.wagers[wager], bettor.wagers["main"]
    facts: dict[str, Any] = {"wager": wager_name(terms, wager), "stake": dollars(stake)}
    if wager == "double_attack" and book.double_attack:
        rule = book.double_attack.limit
        if stake > main:
            yield found("double-attack-above-limit", rule.cite, **facts, limit=dollars(main))
        elif stake < main and terms.other("I-07") and "I-07" in rule.readings:
            equal = book.double_attack.equal or rule
            yield found("double-attack-not-equal", equal.cite, **facts, limit=dollars(main))
    elif wager == "bust_it" and book.bust_it:
        limit, rule = main, book.bust_it.limit
        posted = terms.options.bonus_maximum if rule.value == "main-and-posted-maximum" else None
        if posted and posted < main:
            limit, rule = posted, book.bust_it.posted or rule
        if stake > limit:
            yield found("side-wager-above-limit", rule.cite, **facts, limit=dollars(limit))
        least = book.bust_it.minimum
        if least and stake < least.value:
            yield found("side-wager-below-minimum", least.cite, **facts, limit=dollars(least.value))
    elif wager == "insurance":
        most = insurance_limit(terms, main)
        if stake > most:
            yield found(
                "insurance-above-half", book.insurance.limit.cite, stake=dollars(stake), limit=dollars(int(most))
            )


def insurance_limit(terms: Terms, main: int) -> Fraction:
    """Half the main wager, or the next amount above it that the table's chips allow."""
    most = main * terms.rulebook.insurance.limit.value
    unit = terms.options.chip_unit
    return most if unit is None else Fraction(-(-most // unit) * unit)


def insurance_after_blackjack(terms: Terms, blackjack: bool) -> Iterator[Finding]:
    """Insurance by a player whose Blackjack is already paid (I-12)."""
    if blackjack and terms.rulebook.blackjack.at_once.value:
        severity = VIOLATION if terms.other("I-12") else ADVISORY
        yield found("insurance-after-blackjack", terms.rulebook.insurance.offered.cite, severity=severity)


def settle_insurance(terms: Terms, dealer: DealerHand, *, blackjack: bool, nobody_left: bool) -> Result:
    """Insurance against the dealer's second card."""
    rules = terms.rulebook.insurance
    if nobody_left and not terms.reader_in_use and terms.other("I-36"):
        return push(
            rules.lost, "All hands were finished before the dealer's second card: insurance is returned.", "I-36"
        )
    readings: tuple[str, ...] = ("I-12",) if blackjack and terms.rulebook.blackjack.at_once.value else ()
    if nobody_left and not terms.reader_in_use:
        readings += ("I-36",)
    if rules.foreign_ten and len(dealer.cards) > 1 and dealer.cards[1].rank == "T":
        because = "The dealer's second card is a ten, which this game does not have: insurance is returned."
        return push(rules.foreign_ten, because, *readings)
    if dealer.blackjack:
        odds = odds_said(rules.pays.value)
        return win(rules.pays, f"The dealer has a Blackjack: insurance pays {odds}.", *readings, pays=rules.pays.value)
    return lose(rules.lost, "The dealer has no Blackjack: insurance loses.", *readings)


def settle_push_22(
    terms: Terms, dealer: DealerHand, *, surrendered: bool, alone: bool, blackjack: bool = False
) -> Result:
    """Push 22, by the suits of all the dealer's cards; `blackjack`: of its own box."""
    rules = terms.rulebook.push_22
    assert rules is not None
    readings: tuple[str, ...] = ("I-18",) if surrendered else ()
    if alone:
        readings += ("I-19",)
    if dealer.blackjack:
        rule = terms.rulebook.blackjack.both if blackjack else rules.dealer_blackjack  # 590.7(g)(1), (2)
        return lose(rule, "The dealer has a Blackjack: Push 22 loses.")
    if (surrendered and terms.other("I-18")) or (alone and terms.other("I-19")):
        return lose(rules.lost, "Push 22 is not played out for this hand and loses.", *readings)
    if dealer.total != 22:
        return lose(rules.lost, f"The dealer has {dealer.said}, not 22: Push 22 loses.", *readings)
    table = rules.paytable_b if terms.options.push_22_paytable == "B" else rules.paytable_a
    kind, words = same_suit(dealer.cards)
    return _paid(table, kind, f"The dealer made 22 {words}", readings)


def same_suit(cards: tuple[Card, ...]) -> tuple[str, str]:
    """Whether cards are of one suit, one color, or neither."""
    if len({card.suit for card in cards}) == 1:
        return "suit", "suited"
    if len({card.red for card in cards}) == 1:
        return "colour", "in the same color"
    return "other", "in mixed colors"


def settle_match_dealer(terms: Terms, cards: tuple[Card, ...], up: Card) -> Result:
    """Match-the-Dealer: each of the first two cards against the up card, by rank."""
    rules = terms.rulebook.match_dealer
    assert rules is not None
    if len(cards) == 1:
        return _match_one(terms, cards[0], up)
    table = rules.eight_decks if terms.decks == 8 else rules.six_decks
    matches = [card for card in cards if card.rank == up.rank]
    if not matches:
        return lose(rules.match, f"Neither card matches the dealer's {up.name}: the wager loses.")
    pays = [table.value["suited" if card.suit == up.suit else "unsuited"] for card in matches]
    if len(matches) == 1:
        kind = "in rank and suit" if matches[0].suit == up.suit else "in rank"
        because = f"Your {matches[0].name} matches the dealer's {up.name} {kind}: {odds_said(pays[0])}."
        return win(table, because, pays=pays[0])
    if terms.other("I-05"):
        return win(table, f"Both cards match; the better one is paid: {odds_said(max(pays))}.", "I-05", pays=max(pays))
    because = f"Both cards match the dealer's {up.name} and each is paid: {odds_said(sum(pays, Fraction(0)))} in all."
    return win(table, because, "I-05", pays=sum(pays, Fraction(0)))


def _match_one(terms: Terms, card: Card, up: Card) -> Result:
    """Match-the-Dealer on a hand that is dead with one card (I-44)."""
    rules = terms.rulebook.match_dealer
    assert rules is not None
    if card.rank != up.rank or terms.other("I-44"):
        return push(rules.match, "The hand is dead with one card: the wager is returned.", "I-44")
    return settle_match_dealer(terms, (card, _unlike(up)), up)._replace(readings=("I-44",))


def _unlike(up: Card) -> Card:
    """A card that does not match the up card."""
    return CARDS["2c" if up.rank != "2" else "3c"]


def settle_bust_it(terms: Terms, dealer: DealerHand) -> Result:
    """The wager that the dealer goes over 21 with exactly three cards."""
    rules = terms.rulebook.bust_it
    assert rules is not None
    stands = terms.rulebook.dealer.stands.value
    two = terms.dealer_count(dealer.cards[:2])
    if two.total >= stands:
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
    kind = "ten" if third.value == 10 else third.rank
    return _paid(rules.pays, kind, f"The dealer busts with the {third.name} as third card", ())


def _paid(table: Provision[PayTable], kind: str, words: str, readings: tuple[str, ...]) -> Result:
    odds = table.value[kind]
    return win(table, f"{words}: {odds_said(odds)}.", *readings, pays=odds)


def give_back(terms: Terms, finding: Finding, wager: str) -> Result:
    """A wager that could not be made goes back."""
    return returned(finding.cite, f"The {wager_name(terms, wager)} could not be made and is returned.")


def wager_name(terms: Terms, wager: str) -> str:
    """A wager in the rulebook's own name for it."""
    return terms.rulebook.wager_names.get(wager) or wager.replace("_", " ")


def _offered(terms: Terms, wager: str) -> str:
    book = terms.rulebook
    groups = {"push_22": book.push_22, "match_dealer": book.match_dealer}
    group = groups.get(wager)
    if group is not None:
        return group.offered.cite
    return book.bust_it.limit.cite if book.bust_it else book.table.wagers.cite
