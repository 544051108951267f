"""The settlement of a hand's wagers against the dealer's hand, paragraph by paragraph."""

from __future__ import annotations

from floorapp.engine.dealer_hand import DealerHand
from floorapp.engine.hand import Ended
from floorapp.engine.mechanics.register import MECHANIC, taken
from floorapp.engine.result import Result, lose, odds_said, push, win
from floorapp.engine.stakes import Stake
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.register import ATTACK


def settle(terms: Terms, hand: Ended, dealer: DealerHand, stake: Stake, *, added: bool) -> Result:
    """What becomes of one stake on a hand; `added`: its bettor has doubled or split on this box."""
    laid_by = MECHANIC.get(stake.wager)
    foreign = laid_by.foreign(terms) if laid_by else None
    if foreign:
        return foreign
    if stake.returned or hand.returned:
        rule = laid_by.sent_back_by(terms.rulebook) if laid_by else terms.rulebook.blackjack.at_once
        return push(rule, "The hand was already finished: what was added to it is returned.")
    if stake.lammer and not terms.lammers:
        lammer = terms.rulebook.double.limit if stake.wager == "double" else terms.rulebook.split.wager
        return push(lammer, "This game has no Free Bets: the lammer does nothing.")
    early = _before_the_hole_card(terms, hand, dealer, stake)
    if early:
        return early
    if dealer.blackjack:
        return _resting_on_the_bust(terms, hand, _against_blackjack(terms, hand, stake, added=added))
    for mechanic in taken(hand):
        given_up = mechanic.given_up(terms, hand, dealer, stake)
        if given_up:
            return given_up
    if hand.blackjack:
        return _blackjack(terms, dealer)
    if hand.over:
        return _resting_on_count(terms, dealer, _over(terms, hand, dealer))
    if dealer.total == 22 and terms.rulebook.dealer.twenty_two.value != "over":
        return _resting_on_count(terms, dealer, _against_22(terms, hand, stake))
    return _resting_on_count(terms, dealer, _compare(terms, hand, dealer, stake))


def _blackjack(terms: Terms, dealer: DealerHand) -> Result:
    """A player's Blackjack where the dealer has none."""
    rules = terms.rulebook.blackjack
    if rules.beats_21 and dealer.total == 21:
        because = f"Your Blackjack beats a dealer's 21 of {_number(len(dealer.cards))} cards."
        return win(rules.beats_21, because, pays=rules.pays.value)
    return win(rules.pays, f"A Blackjack pays {odds_said(rules.pays.value)}.", pays=rules.pays.value)


def _resting_on_count(terms: Terms, dealer: DealerHand, result: Result) -> Result:
    """What follows from the dealer's count rests on how his two aces count (I-13), or a card drawn above 17 (I-22)."""
    asked = "I-13" in terms.rulebook.cards.dealer_ace_limit.readings
    if asked and [card.rank for card in dealer.cards[:2]] == ["A", "A"]:
        result = result._replace(readings=(*result.readings, "I-13"))
    return result._replace(readings=(*result.readings, "I-22")) if dealer.drew_above else result


def waits_for_count(terms: Terms, hand: Ended) -> bool:
    """Whether the hand is still to be compared with the dealer's count."""
    if hand.unfinished or hand.blackjack or hand.returned or any(each.settled_early(hand) for each in taken(hand)):
        return False
    if hand.over:
        return terms.other("I-01")
    return not (hand.total == 21 and terms.rulebook.draw.twenty_one_paid_at_once.value)


def _before_the_hole_card(terms: Terms, hand: Ended, dealer: DealerHand, stake: Stake) -> Result | None:
    """What is settled before the dealer's second card is known."""
    book = terms.rulebook
    for mechanic in taken(hand):
        first = mechanic.first(terms)
        if first:
            return first
    if hand.blackjack and book.blackjack.at_once.value:
        odds = book.blackjack.pays
        because = f"A Blackjack is paid {odds_said(odds.value)} at once, whatever the dealer has."
        return win(odds, because, pays=odds.value)
    if dealer.told:
        return None
    for mechanic in taken(hand):
        early = mechanic.early(terms, hand, stake)
        if early:
            return early
    if hand.total == 21 and not hand.surrendered and book.draw.twenty_one_paid_at_once.value:
        return win(book.draw.twenty_one_paid_at_once, "A hand of 21 is paid before the dealer's hole card is shown.")
    return None


def _against_blackjack(terms: Terms, hand: Ended, stake: Stake, *, added: bool) -> Result:
    """A dealer's Blackjack, found at once or after the players acted."""
    book, rules = terms.rulebook, terms.rulebook.blackjack
    if hand.blackjack:
        return push(rules.both, "You and the dealer both have a Blackjack: the bet pushes.")
    if hand.over and not terms.reader_in_use and not terms.other("I-09"):
        return lose(
            book.settlement.over, "Your hand busted before the dealer's Blackjack appeared: the bet loses.", "I-09"
        )
    if stake.wager == ATTACK.name and stake.original:
        return ATTACK.against_blackjack(terms, hand, added=added)
    if stake.wager == "main" and stake.original:
        if hand.surrendered:
            cite = book.surrender.dealer_blackjack
            return lose(cite, "The dealer has a Blackjack: a surrendered hand loses its whole bet.", *_early(terms))
        return lose(rules.dealer, "The dealer has a Blackjack: the bet loses.")
    rule, what = MECHANIC.get(stake.wager, MECHANIC["split"]).late(book)
    readings = ("I-38",) if "I-38" in rule.readings else ()
    if readings and terms.other("I-38"):
        return lose(rule, "The dealer has a Blackjack, which takes every bet on the hand.", *readings)
    then = "the lammer is collected and costs you nothing" if stake.lammer else f"{what} is returned"
    return push(rule, f"A dealer's Blackjack takes the original bet only: {then}.", *readings)


def _resting_on_the_bust(terms: Terms, hand: Ended, result: Result) -> Result:
    """What a bust hand gets back from a dealer's Blackjack that nobody read is the alternative of I-09."""
    busted = hand.over and not terms.reader_in_use and result.outcome == "push"
    return result._replace(readings=(*result.readings, "I-09")) if busted else result


def _early(terms: Terms) -> tuple[str, ...]:
    """The reading a surrender against a dealer's Blackjack rests on: it was made before the reader spoke."""
    return ("I-17",) if "I-17" in terms.rulebook.surrender.when.readings else ()


def _over(terms: Terms, hand: Ended, dealer: DealerHand) -> Result:
    """A hand over 21, also where the dealer went over too (I-01)."""
    book = terms.rulebook
    # 685a.7(q)(1) says plainly that such a hand loses; only a dealer's 22 (685a.7(n)) leaves it open.
    only_22 = book.dealer.twenty_two.value == "push-but-large-and-21"
    asked = dealer.total == 22 if only_22 else dealer.over
    if not asked:
        return lose(book.settlement.over, f"Your hand has {hand.total}: a bust loses.")
    if terms.other("I-01"):
        rule = book.dealer.twenty_two if dealer.total == 22 else book.settlement.dealer_over
        return push(
            rule, f"Your {hand.total} and the dealer's {dealer.total} are both busts: the bet is returned.", "I-01"
        )
    because = f"Your hand has {hand.total}: it lost when it busted, before the dealer drew."
    return lose(book.settlement.over, because, "I-01")


def _against_22(terms: Terms, hand: Ended, stake: Stake) -> Result:
    """The dealer's 22, where it is more than a bust."""
    rule, over = terms.rulebook.dealer.twenty_two, terms.rulebook.settlement.dealer_over
    readings: tuple[str, ...] = ()
    if rule.value == "push-but-large-and-21":
        if hand.total == 21:
            return win(rule, "The dealer has 22: a hand of 21 is paid.")
        large, readings = _two_large(terms, hand)
        if large:
            return win(rule, "The dealer has 22: two original large cards are paid.", *readings)
    paid_extra = not stake.lammer and (stake.wager == "double" or not stake.original)
    if paid_extra:
        readings += ("I-20",)
        if terms.other("I-20"):
            paid = win(over, "The dealer has 22: what was added is paid as on a bust.", *readings)
            return _as_taken(terms, hand, stake, paid)
    if stake.lammer:
        return push(rule, "The dealer has 22: the lammer is collected and costs you nothing.", *readings)
    return push(rule, "The dealer has 22: the bet pushes.", *readings)


def _two_large(terms: Terms, hand: Ended) -> tuple[bool, tuple[str, ...]]:
    """Whether a hand has its two original large cards, and the reading that rests on (I-04)."""
    large = terms.rulebook.reader.large
    if large is None or not all(card.rank in large.value for card in hand.cards[:2]):
        return False, ()
    if not hand.split and len(hand.cards) == 2:
        return True, ()
    return terms.other("I-04"), ("I-04",)


def _compare(terms: Terms, hand: Ended, dealer: DealerHand, stake: Stake) -> Result:
    """The hand's count against the dealer's."""
    rules = terms.rulebook.settlement
    if dealer.over:
        readings = ("I-27",) if "I-27" in rules.dealer_over.readings else ()
        if readings and terms.other("I-27"):
            return push(rules.dealer_over, f"The dealer has {dealer.total}: the bets push.", *readings)
        because = f"The dealer busts with {dealer.total}; your {hand.said} wins."
        return _as_taken(terms, hand, stake, win(rules.dealer_over, because, *readings))
    if hand.total > dealer.total:
        result = win(rules.higher, f"Your {hand.said} beats the dealer's {dealer.said}.")
    elif hand.total == dealer.total:
        words = "the lammer is collected and costs you nothing" if stake.lammer else "the bet pushes"
        result = push(rules.tie, f"Your {hand.said} ties the dealer's {dealer.said}: {words}.")
    else:
        result = lose(rules.lower, f"The dealer's {dealer.said} beats your {hand.said}.")
    return _as_taken(terms, hand, stake, result)


def _as_taken(terms: Terms, hand: Ended, stake: Stake, result: Result) -> Result:
    """The same comparison for a hand on which something was taken that changes it."""
    for mechanic in taken(hand):
        result = mechanic.compared(terms, stake, result)
    return result


def _number(cards: int) -> str:
    return {3: "three", 4: "four", 5: "five"}.get(cards, str(cards))
