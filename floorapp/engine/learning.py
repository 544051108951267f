"""What the memory asks the engine, once each: about a shape of a box, a dealer's hand, a side wager.

The questions are put with stand-in cards and amounts; the answers hold for every suit and amount, because
a settlement is linear in its stakes and, side wagers apart, blind to suits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from floorapp.domain.cards import CARDS, VALUES, Card
from floorapp.engine import sides
from floorapp.engine.boxes import Called, PlayedBox
from floorapp.engine.conduct import reader_findings, table_findings
from floorapp.engine.dealing import (
    AtStake,
    DealerHand,
    dealer_hand,
    with_insurance,
    without_lone_push_22,
)
from floorapp.engine.finding import VIOLATION, Finding
from floorapp.engine.record import Box, Decision, Round, Unreadable
from floorapp.engine.shape import (
    AS_MAIN,
    AS_UNIT,
    DECISION_OF,
    DRAWING,
    EQUAL,
    IN_FULL,
    LAMMER,
    LINE_OF,
    SIGNAL_NAMES,
    TWICE_MAIN,
    wagers_in,
)
from floorapp.engine.terms import Terms

#: Stand-in amounts that tell main, double attack, both together and twice the main apart.
MAIN, LESS, SIDE = 1000, 600, 100
SHARES = {MAIN: (1, 0), LESS: (0, 1), MAIN + LESS: (1, 1), 2 * MAIN: (2, 0)}
#: A stand-in card for each value; never a ten, which some decks do not hold.
STAND_INS = {value: CARDS[rank + "c"] for rank, value in VALUES.items() if rank != "T"}
INSURED = 16  # beside the four bits of AtStake

#: A reported line: net × half = a × main + b × double attack; or the name of a side wager.
Check = tuple[int, int, int] | str
Pays = tuple[int, int]


@dataclass(slots=True)
class DealerMemory:
    """A dealer's hand of certain values, and what waited for it."""

    place: int  # hands that settle every box alike share it
    hand: DealerHand
    at_stake: AtStake


@dataclass(slots=True)
class BoxMemory:
    """A box of a certain shape and values."""

    box: PlayedBox
    reported: bytes | None
    mask: int
    bits: int  # what of it waits for the dealer
    sides: int  # how many side wagers
    amounts: int  # how many amounts of the round are its own
    unfinished: bool
    acted: bool
    against: dict[int, tuple[Check, ...] | None] = field(default_factory=dict)


def table_is_fine(terms: Terms) -> bool:
    """Whether nothing but the date can be found about a table dealing under these terms."""
    nobody = Round("", terms.rulebook.id, (), (), options=terms.options)
    return not _violations(table_findings(terms, nobody))


def learn_box(
    terms: Terms, steps: bytes, values: bytes, mask: int, reported: bytes | None, up_value: int
) -> BoxMemory | None:
    """Play a box of stand-ins; None where anything about it is irregular."""
    box = stand_in_box(steps, values, mask)
    if box is None:
        return None
    try:
        played = PlayedBox(terms, STAND_INS[up_value], box)
    except Unreadable:
        return None
    if _violations(played.findings):
        return None
    lines = 0 if reported is None else len(reported)
    return BoxMemory(
        box=played,
        reported=reported,
        mask=mask,
        bits=stake_bits(played.at_stake()) | (INSURED if played.insured else 0),
        sides=len(wagers_in(mask)),
        amounts=1 + len(wagers_in(mask)) + lines,
        unfinished=any(ended.unfinished for ended in played.played.ended),
        acted=bool(steps),
    )


def stand_in_box(steps: bytes, values: bytes, mask: int) -> Box | None:
    """A box played so, in stand-ins; None where a step cannot be remembered."""
    wagers = {"main": MAIN} | dict.fromkeys(wagers_in(mask), SIDE)
    if "double_attack" in wagers:
        wagers["double_attack"] = MAIN if mask & EQUAL else LESS
    cards = [STAND_INS[value] for value in values]
    left = iter(cards[2:])
    play = []
    for step in steps:
        card = next(left) if step & 15 in DRAWING else None
        decision = decision_of(step, card, wagers.get("double_attack", 0))
        if decision is None:
            return None
        play.append(decision)
    return Box(1, tuple(cards[:2]), wagers, tuple(play))


def decision_of(step: int, card: Card | None, attack: int = LESS) -> Decision | None:
    """A step as a decision in stand-ins; None where its amount, or the up card's rank, would matter."""
    do, how = DECISION_OF[step & 15], step >> 4
    if how == IN_FULL or do == "even_money":
        return None
    wager = {AS_MAIN: MAIN, AS_UNIT: MAIN + attack, TWICE_MAIN: 2 * MAIN}.get(how, 0)
    return Decision(do, card, wager, how == LAMMER)


def learn_dealer(terms: Terms, values: bytes, signal: int, bits: int) -> DealerMemory | None:
    """Judge a dealer's hand of stand-ins; None where he or the reader did anything irregular."""
    cards = tuple(STAND_INS[value] for value in values)
    at_stake = without_lone_push_22(terms, from_bits(bits))
    asked = with_insurance(terms, at_stake, insured=bool(bits & INSURED))
    hand, findings = dealer_hand(terms, cards, asked, all_dead=False)
    alone = Round("", terms.rulebook.id, cards, (), signal=SIGNAL_NAMES[signal], options=terms.options)
    if _violations([*findings, *reader_findings(terms, alone)]):
        return None
    return DealerMemory(0 if hand.blackjack else hand.total, hand, at_stake)


def learn_checks(memory: BoxMemory, dealer: DealerMemory) -> tuple[Check, ...] | None:
    """How each reported line of a box is checked; None where the lines are not the ones there should be."""
    checks: dict[int, Check] = {}
    for _, stake, result, hand in memory.box.results(dealer.hand, dealer.at_stake, Called()):
        line = LINE_OF[stake.wager] | hand << 3
        if hand == 0:
            checks[line] = stake.wager
            continue
        pays = result.pays if result.outcome == "win" or not stake.lammer else Fraction(0)
        a, b = SHARES[stake.amount]
        checks[line] = (a * pays.numerator, b * pays.numerator, pays.denominator)
    if memory.reported is None:
        return ()
    if sorted(memory.reported) != sorted(checks):
        return None
    return tuple(checks[line] for line in memory.reported)


def side_pays(terms: Terms, wager: str, memory: BoxMemory, dealer: DealerMemory, cards: tuple[Card, ...]) -> Pays:
    """What a side wager pays; `cards` are the true ones: the dealer's, or for a match up card and hand."""
    box, at_stake = memory.box, dealer.at_stake
    if wager == "insurance":
        result = sides.settle_insurance(
            terms, dealer.hand, blackjack=box.blackjack, nobody_left=not at_stake.wants(1)
        )
    elif wager == "match_dealer":
        result = sides.settle_match_dealer(terms, cards[1:], cards[0])
    elif wager == "bust_it":
        result = sides.settle_bust_it(terms, replace(dealer.hand, cards=cards))
    else:
        two = terms.dealer_count(cards[:2]).total
        alone = not at_stake.count and two < terms.rulebook.dealer.stands.value
        true_hand = replace(dealer.hand, cards=cards)
        result = sides.settle_push_22(terms, true_hand, surrendered=box.surrendered, alone=alone)
    return result.pays.numerator, result.pays.denominator


def amounts_fine(terms: Terms, memory: BoxMemory, amounts: tuple[int, ...]) -> bool:
    """Whether a box's wagers keep to their limits."""
    bettor = memory.box.bettors[0]
    wagers = dict(zip(["main", *wagers_in(memory.mask)], amounts, strict=True))
    mine = replace(bettor, wagers=wagers)
    return not any(_violations(sides.amount_findings(terms, mine, wager)) for wager in wagers)


def stake_bits(at_stake: AtStake) -> int:
    """What waits for the dealer, as four bits."""
    waits = (at_stake.count, at_stake.twenty_two, at_stake.third_card, at_stake.second_card)
    return sum(1 << bit for bit, wait in enumerate(waits) if wait)


def from_bits(bits: int) -> AtStake:
    return AtStake(bool(bits & 1), bool(bits & 2), bool(bits & 4), bool(bits & 8))


def _violations(findings: Iterable[Finding]) -> bool:
    return any(finding.severity == VIOLATION for finding in findings)

