"""What the memory asks the engine, once each: about a shape of a box, a stake on a hand, a side wager.

The questions are put with stand-in cards and amounts; the answers hold for every suit and amount, because
a settlement is linear in its stakes and, side wagers apart, blind to suits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from floorapp.domain.cards import CARDS, RANKS, SUITS, VALUES, Card
from floorapp.engine import sides
from floorapp.engine.boxes import PlayedBox
from floorapp.engine.dealer_hand import DealerHand
from floorapp.engine.finding import VIOLATION, Finding
from floorapp.engine.hand import Ended
from floorapp.engine.play import Played
from floorapp.engine.record import Box, Decision, Round, Unreadable
from floorapp.engine.round_findings import table_findings
from floorapp.engine.settle import settle, waits_for_count
from floorapp.engine.shape import DECISION_OF, DECLINED, DO_OF, LAMMER, PAID, draws, wagers_in
from floorapp.engine.stakes import Bettor, Stake
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.register import ATTACK as ATTACK_WAGER
from floorapp.engine.wagers.side import same_suit

#: Stand-in amounts that tell main, double attack and side wagers apart.
MAIN, ATTACK, SIDE = 1000, 600, 100
#: How what is laid on a hand can stand to the main wager, and to it and the double attack together: all that a limit
#: compares it with. MORE than both is never vouched for.
LESS, AS_MUCH, BETWEEN, TOGETHER, MORE = range(5)
#: A stand-in card for each value; never a ten, which some decks do not hold.
STAND_INS = {value: CARDS[rank + "c"] for rank, value in VALUES.items() if rank != "T"}
#: Suits that stand for all of one kind: one suit, one colour, mixed.
SUITED = ("ccc", "css", "cds")
#: From which suits there are, as bits in the order of SUITS, to a place in SUITED.
SUIT_KIND = tuple(
    ("suit", "colour", "other").index(same_suit(cards)[0]) if cards else 0
    for cards in (tuple(CARDS["A" + suit] for n, suit in enumerate(SUITS) if bits >> n & 1) for bits in range(16))
)
DOUBLED = DO_OF["double"] | PAID << 4
ABOUT_AMOUNTS = frozenset({"double-above-limit", "split-wager-not-equal"})
HARD_11, EIGHTS = bytes((5, 6)), bytes((8, 8))  # two cards that make nothing of their own, and a pair
INSURED = 16  # beside the four bits of AtStake


class HandStake(NamedTuple):
    """A stake on a hand, free of suits and amounts: all that its settlement can depend on."""

    ended: Ended
    stake: Stake
    added: bool


def table_is_fine(terms: Terms) -> bool:
    """Whether nothing but the date can be found about a table dealing under these terms."""
    nobody = Round("", terms.rulebook.id, (), (), options=terms.options)
    return _tens_alike(terms) and not violations(table_findings(terms, nobody))


def _tens_alike(terms: Terms) -> bool:
    """Whether one card of value ten can stand in for all of them."""
    reader = terms.rulebook.reader
    tens = {rank for rank in RANKS if VALUES[rank] == 10 and rank in terms.ranks}
    named = (rule.value for rule in (reader.up_cards, reader.small, reader.medium, reader.large) if rule)
    return all(tens <= set(ranks) or tens.isdisjoint(ranks) for ranks in named)


def play_box(terms: Terms, steps: bytes, first: bytes, mask: int, up: int, played: Played | None) -> PlayedBox | None:
    """A box of stand-ins, after a play already made if there is one; None where anything about it is irregular."""
    box = stand_in_box(steps, first, mask)
    if box is None:
        return None
    try:
        made = PlayedBox(terms, STAND_INS[up], box, played)
    except Unreadable:
        return None
    return None if violations(made.findings) else made


def stand_in_box(steps: bytes, first: bytes, mask: int) -> Box | None:
    """A box played so, its first two cards of these values; None where a step cannot be remembered."""
    wagers = {"main": MAIN} | dict.fromkeys(wagers_in(mask), SIDE)
    if "double_attack" in wagers:
        wagers["double_attack"] = ATTACK
    play = []
    before = 0
    for step in steps:
        card = STAND_INS[2] if draws(step) else None
        decision = decision_of(step, card, wagers.get("double_attack", 0), doubled=before == DOUBLED)
        if decision is None:
            return None
        play.append(decision)
        before = step
    return Box(1, tuple(STAND_INS[value] for value in first), wagers, tuple(play))


@cache
def decision_of(step: int, card: Card | None, attack: int = ATTACK, *, doubled: bool = False) -> Decision | None:
    """A step as a decision in stand-ins, as much laid as it takes; None where it can lay none."""
    do, how = DECISION_OF[step & 15], step >> 4
    takes = {"double": MAIN, "split": MAIN + attack, "second_chance": MAIN + MAIN * doubled}
    if how == PAID and do not in takes:
        return None
    return Decision(do, card, takes[do] if how == PAID else 0, how == LAMMER, how == DECLINED)


def amount_lawful(terms: Terms, do: str, amount: int, mask: int) -> bool:
    """Whether a double or a split may be made for an amount that stands so (LESS, AS_MUCH, …) to the box's wagers."""
    box = stand_in_box(b"", EIGHTS if do == "split" else HARD_11, mask)
    assert box is not None
    laid = (MAIN // 2, MAIN, MAIN + ATTACK // 2, MAIN + box.wagers.get("double_attack", 0))[amount]
    box = replace(box, play=(Decision(do, STAND_INS[2], laid),))
    made = PlayedBox(terms, STAND_INS[2], box)
    return not any(finding.code in ABOUT_AMOUNTS for finding in made.findings)


def hand_stake(terms: Terms, ended: Ended, stake: Stake, *, added: bool) -> HandStake:
    """A stake as it is remembered: whatever cannot change what becomes of it is left out."""
    return HandStake(alike_ended(terms, ended), *alike_laid(stake, added=added))


def alike_laid(stake: Stake, *, added: bool) -> tuple[Stake, bool]:
    """What was laid, as it is remembered: free of amounts; only a double attack asks what was added to its box."""
    return stake._replace(amount=0), added and stake.wager == ATTACK_WAGER.name


def alike_ended(terms: Terms, ended: Ended) -> Ended:
    """A hand as it is remembered.

    Over 21 is over; an ace counts as it counted; the cards themselves, and whether they were split, say something only
    where a game looks at its large ones (I-04), and then only which of them are. Less than a dealer stands on is all
    alike: he draws on as long as the hand waits for his count, and if it does not, its own is nothing to it.
    """
    large = terms.rulebook.reader.large
    cards = ended.cards if large and (len(ended.cards) == 2 or terms.other("I-04")) else ()
    shown = tuple(_as_large(card, large.value) for card in cards[:3]) if large else ()
    return ended._replace(
        cards=shown,
        total=_alike_total(terms, ended),
        soft=False,
        split=ended.split and large is not None,
        doubled=False,
        unfinished=False,
    )


def told_by(terms: Terms, each: HandStake) -> object:
    """All that the words about a stake hang on: what becomes of it, and how its hand counts; on a hand that took
    something (a surrender, a second chance) also how it came about."""
    ended, large = each.ended, terms.rulebook.reader.large
    two_large = large is not None and all(card.rank in large.value for card in ended.cards[:2])
    came_about = (ended.split, ended.doubled, ended.cards[0].rank == "A") if ended.took else ()
    settled = hand_stake(terms, ended, each.stake, added=each.added)
    return settled, ended.total, ended.soft, two_large, came_about


def _alike_total(terms: Terms, ended: Ended) -> int:
    least = terms.rulebook.dealer.stands.value - 1
    if ended.unfinished or ended.total >= 21:
        return min(ended.total, 22)
    return max(ended.total, least) if waits_for_count(terms, ended) else least


def _as_large(card: Card, large: str) -> Card:
    """One card for all that are among the large ones, and one for all that are not."""
    return next(each for each in (*STAND_INS.values(), card) if (each.rank in large) == (card.rank in large))


def share_of(terms: Terms, each: HandStake, dealer: DealerHand) -> Fraction:
    """What a stake does against a dealer's hand: its net, to 1."""
    result = settle(terms, each.ended, dealer, each.stake, added=each.added)
    return result.pays if result.outcome == "win" or not each.stake.lammer else Fraction(0)


def amount_fine(terms: Terms, wager: str, stake: int, main: int) -> bool:
    """Whether a side wager of this amount keeps to its limits beside a main wager of that one."""
    return not any(sides.amount_findings(terms, Bettor(0, {"main": main, wager: stake}, {}), wager))


def violations(findings: Iterable[Finding]) -> bool:
    """Whether any of these is more than an advisory."""
    return any(finding.severity == VIOLATION for finding in findings)
