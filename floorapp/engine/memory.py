"""Remembering: a box's play and a dealer's hand settle the same way every time.

The memory knows no rule: what it has not seen it learns from the engine (`learning.py`, `moments.py`,
`dealers.py`), free of suits and amounts. It only ever vouches for a round that is right; whatever is wrong,
irregular or unusual is left to the plain way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from floorapp.domain.cards import CARDS, Card
from floorapp.engine import sides
from floorapp.engine.boxes import PlayedBox
from floorapp.engine.dealers import Dealers, stake_bits, waiting
from floorapp.engine.learning import (
    INSURED,
    STAND_INS,
    SUITED,
    HandStake,
    Share,
    hand_stake,
    share_of,
    table_is_fine,
)
from floorapp.engine.moments import Moment, Moments
from floorapp.engine.record import SIDE_WAGERS, WAGERS, Options
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.shape import EQUAL, LINE_OF, MASK_OF, wagers_in
from floorapp.engine.stakes import hand_stakes
from floorapp.engine.terms import Terms

#: A side wager's line has no row of its own, but minus its place among WAGERS.
SIDE_ROWS = {wager: -WAGERS.index(wager) for wager in SIDE_WAGERS}
ATTACK = MASK_OF["double_attack"] | EQUAL
#: What side wagers alone can wait for: a 22, a third card, insurance.
SIDE_BITS = 2 | 4 | INSURED


@dataclass(frozen=True, slots=True)
class BoxMemory:
    """A box of a certain play and certain wagers; its lines by code (`shape.LINE_OF`), each with its row."""

    bits: int  # what of it waits for the dealer
    unfinished: bool
    acted: bool
    blackjack: bool
    surrendered: bool
    lines: Mapping[int, int]

    def rows(self, reported: bytes | None) -> tuple[int, ...] | None:
        """The rows of the reported lines; None where they are not the lines there should be."""
        if reported is None:
            return ()
        if len(reported) != len(self.lines) or set(reported) != self.lines.keys():
            return None
        return tuple(self.lines[line] for line in reported)


class Rows:
    """Every stake on a hand that settles in a way of its own, numbered."""

    def __init__(self) -> None:
        self._asked: list[tuple[Learnt, HandStake]] = []
        self._numbers: dict[tuple[int, HandStake], int] = {}

    def __len__(self) -> int:
        return len(self._asked)

    def of(self, learnt: Learnt, stake: HandStake) -> int:
        key = (id(learnt), stake)
        if key not in self._numbers:
            self._numbers[key] = len(self._asked)
            self._asked.append((learnt, stake))
        return self._numbers[key]

    def share(self, row: int, place: int) -> Share:
        """What the stake of a row does against a dealer's hand of this place."""
        learnt, stake = self._asked[row]
        return share_of(learnt.terms, stake, learnt.dealers.hands[place])


class Learnt:
    """What holds for all tables that differ only in decks, chips or pay tables."""

    def __init__(self, terms: Terms, rows: Rows) -> None:
        self.terms = terms
        self.moments = Moments(terms)
        self.dealers = Dealers(terms)
        self._rows = rows
        self._boxes: dict[tuple[int, int, int], BoxMemory | None] = {}
        self._sides: dict[tuple[int, int, bool, bool], int | None] = {}

    def box(self, start: bytes, steps: bytes, drawn: bytes, mask: int, up: int) -> BoxMemory | None:
        """What is remembered of a box; None where anything about it is irregular."""
        moment = self.moments.after(start, steps, drawn)
        return None if moment is None else self.box_after(moment, mask, up)

    def box_after(self, moment: Moment, mask: int, up: int) -> BoxMemory | None:
        """What is remembered of a box in this state with these wagers."""
        key = (id(moment), mask, up)
        if key not in self._boxes:
            self._boxes[key] = self._with_sides(moment, mask, up)
        return self._boxes[key]

    def _with_sides(self, moment: Moment, mask: int, up: int) -> BoxMemory | None:
        """A box's hands, and its side wagers, which settle alike beside any hands."""
        if not mask & ~ATTACK:
            box = moment.box(mask, up)
            return None if box is None else self._remember(box, bool(moment.steps))
        hands = self.box_after(moment, mask & ATTACK, up)
        if hands is None:
            return None
        key = (mask & ~ATTACK, up, hands.blackjack, hands.surrendered)
        if key not in self._sides:
            box = moment.box(mask, up)
            self._sides[key] = None if box is None else stake_bits(box.at_stake(), insured=box.insured)
        bits = self._sides[key]
        if bits is None:
            return None
        lines = {LINE_OF[wager]: SIDE_ROWS[wager] for wager in wagers_in(mask) if wager in SIDE_ROWS}
        return replace(hands, bits=hands.bits | bits & SIDE_BITS, lines={**hands.lines, **lines})

    def _remember(self, box: PlayedBox, acted: bool) -> BoxMemory:
        lines = {}
        for number, (hand, ended) in enumerate(zip(box.played.hands, box.played.ended, strict=True), start=1):
            for bettor, stake in hand_stakes(box.bettors, hand):
                each = hand_stake(self.terms, ended, stake, added=box.added(bettor))
                lines[LINE_OF[stake.wager] | number << 3] = self._rows.of(self, each)
        return BoxMemory(
            bits=stake_bits(box.at_stake(), insured=box.insured),
            unfinished=any(ended.unfinished for ended in box.played.ended),
            acted=acted,
            blackjack=box.blackjack,
            surrendered=box.surrendered,
            lines=lines,
        )


class Table:
    """Tables dealing under the same terms, and what is remembered for them."""

    def __init__(self, terms: Terms, learnt: Learnt, group: int) -> None:
        self.terms = terms
        self.learnt = learnt
        self.group = group
        self.fine = table_is_fine(terms)
        self.up_matters = not (terms.hole_card and terms.reader_in_use)

    def match_pays(self, one: int, other: int) -> Fraction:
        """Match-the-Dealer: each card is 0 of another rank, 1 of the up card's rank, 2 the up card's twin."""
        up, cards = CARDS["2c"], (CARDS["3c"], CARDS["2d"], CARDS["2c"])
        return sides.settle_match_dealer(self.terms, (cards[one], cards[other]), up).pays

    def insurance_pays(self, place: int, bits: int, *, blackjack: bool) -> Fraction:
        """Insurance, with what waited for the dealer; `blackjack`: of the insured box."""
        dealer, nobody_left = self.learnt.dealers.hands[place], not waiting(self.terms, bits).wants(1)
        return sides.settle_insurance(self.terms, dealer, blackjack=blackjack, nobody_left=nobody_left).pays

    def push_22_pays(
        self, place: int, values: bytes, suits: int, bits: int, *, surrendered: bool
    ) -> Fraction:
        """Push 22, by the dealer's place, his first two values and the kind of his suits."""
        dealer = replace(self.learnt.dealers.hands[place], cards=_suited(values + values[:1], suits))
        two = self.terms.dealer_count(dealer.cards[:2]).total
        alone = not waiting(self.terms, bits).count and two < self.terms.rulebook.dealer.stands.value
        return sides.settle_push_22(self.terms, dealer, surrendered=surrendered, alone=alone).pays

    def bust_it_pays(self, place: int, values: bytes, suits: int) -> Fraction:
        """The wager on the third card, by the dealer's first three values and the kind of their suits."""
        dealer = replace(self.learnt.dealers.hands[place], cards=_suited(values, suits))
        return sides.settle_bust_it(self.terms, dealer).pays


class Memories:
    """Everything remembered, by terms; what tables can share they do."""

    def __init__(self, rulebooks: Mapping[str, Rulebook]) -> None:
        self.rulebooks = rulebooks
        self.rows = Rows()
        self.groups: list[Learnt] = []
        self._by_terms: dict[tuple[str, Options], Table] = {}
        self._shared: dict[tuple[str, Options], int] = {}

    def table(self, rulebook: str, options: Options) -> Table:
        """The memory of a table; raises KeyError on a rulebook that is not known."""
        key = (rulebook, options)
        if key not in self._by_terms:
            terms = Terms(self.rulebooks[rulebook], options)
            group = self._group(terms)
            self._by_terms[key] = Table(terms, self.groups[group], group)
        return self._by_terms[key]

    def _group(self, terms: Terms) -> int:
        """Decks, chips and pay tables change no play; where a side wager hangs on the decks, they stay."""
        hangs_on_decks = terms.rulebook.match_dealer is not None
        alike = replace(
            terms.options,
            decks=terms.decks if hangs_on_decks else None,
            push_22_paytable="A",
            chip_unit=None,
            bonus_maximum=None,
            reader_reveals_value=False,
        )
        key = (terms.rulebook.id, alike)
        if key not in self._shared:
            self._shared[key] = len(self.groups)
            self.groups.append(Learnt(Terms(terms.rulebook, alike), self.rows))
        return self._shared[key]


def _suited(values: bytes, suits: int) -> tuple[Card, ...]:
    """Up to three cards of these values whose suits are of a kind."""
    return tuple(
        CARDS[STAND_INS[value].rank + suit] for value, suit in zip(values, SUITED[suits], strict=False)
    )
