"""Remembering: a box's play and a dealer's hand settle the same way every time.

The memory knows no rule: what it has not seen it learns from the engine (`learning.py`, `moments.py`,
`dealers.py`), free of suits and amounts. It only ever vouches for a round that is right; whatever is wrong,
irregular or unusual is left to the plain way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from floorapp.domain.cards import CARDS, Card
from floorapp.domain.values import dataclass
from floorapp.engine import sides
from floorapp.engine.boxes import PlayedBox
from floorapp.engine.dealers import Dealers, stake_bits, waiting
from floorapp.engine.dealing import as_it_lies
from floorapp.engine.hand import Ended, Hand
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
from floorapp.engine.moments import HandState, Moment, Moments
from floorapp.engine.record import SIDE_WAGERS, WAGERS, Options
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.shape import EQUAL, LINE_OF, MASK_OF, wagers_in
from floorapp.engine.stakes import hand_stakes
from floorapp.engine.terms import Terms

#: A side wager's line has no row of its own, but minus its place among WAGERS.
SIDE_ROWS = {wager: -WAGERS.index(wager) for wager in SIDE_WAGERS}
HARD_11 = bytes((5, 6))  # two cards that make nothing of their own
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


class Way:
    """What the play of a box came to: all that matters of it once it is over."""

    __slots__ = ("hands", "learnt", "moment")

    def __init__(self, learnt: Learnt, moment: Moment, hands: tuple[HandState, ...]) -> None:
        self.learnt = learnt
        self.moment = moment
        self.hands = hands  # of a split box

    def box(self, mask: int, up: int) -> BoxMemory | None:
        """The box with these wagers; None where they are irregular."""
        return self.learnt.box(self, mask, up)


class Learnt:
    """What holds for all tables that differ only in decks, chips or pay tables."""

    def __init__(self, terms: Terms, rows: Rows) -> None:
        self.terms = terms
        self.moments = Moments(terms)
        self.dealers = Dealers(terms)
        self._rows = rows
        self._ways: dict[object, Way] = {}
        self._hands: dict[tuple[int, int, int], BoxMemory] = {}
        self._sides: dict[tuple[int, int, bool, bool], int | None] = {}

    def way(self, start: bytes, steps: bytes, drawn: bytes) -> Way | None:
        """What a box's play came to, by its first two values and those it drew; None where it is irregular."""
        found = self.moments.after(start, steps, drawn)
        if found is None:
            return None
        moment, left = found
        hands = (*left, *moment.hands)
        key = tuple(map(id, hands)) or id(moment)
        return self._ways.get(key) or self._ways.setdefault(key, Way(self, moment, hands))

    def box(self, way: Way, mask: int, up: int) -> BoxMemory | None:
        """A box so played, with these wagers: its hands, and its side wagers, which settle alike beside any."""
        moment, hands = way.moment, way.hands
        if len(moment.seat.hands) > 1:
            memory = self._of_hands(hands, mask & ATTACK, up)
        else:
            box = moment.box(mask & ATTACK, up)
            memory = None if box is None else self._remember(box, acted=bool(moment.steps))
        if memory is None or not mask & ~ATTACK:
            return memory
        key = (mask & ~ATTACK, up, memory.blackjack, memory.surrendered)
        if key not in self._sides:
            alone = moment if memory.blackjack or memory.surrendered else self.moments.begin(HARD_11)
            box = alone.box(mask, up)
            self._sides[key] = None if box is None else stake_bits(box.at_stake(), insured=box.insured)
        bits = self._sides[key]
        if bits is None:
            return None
        lines = {LINE_OF[wager]: SIDE_ROWS[wager] for wager in wagers_in(mask) if wager in SIDE_ROWS}
        return replace(memory, bits=memory.bits | bits & SIDE_BITS, lines={**memory.lines, **lines})

    def _of_hands(self, hands: tuple[HandState, ...], mask: int, up: int) -> BoxMemory | None:
        """A split box put together from its hands."""
        bits, unfinished, lines = 0, False, dict[int, int]()
        for number, state in enumerate(hands, start=1):
            key = (id(state), mask, up)
            memory = self._hands.get(key) or self._learn_hand(state, mask, up)
            if memory is None:
                return None
            self._hands[key] = memory
            bits |= memory.bits
            unfinished |= memory.unfinished
            lines |= {line | number << 3: row for line, row in memory.lines.items()}
        return BoxMemory(bits, unfinished, True, False, False, lines)

    def _learn_hand(self, state: HandState, mask: int, up: int) -> BoxMemory | None:
        """One hand of a split box; its lines without the hand's number."""
        box = state.box(mask, up)
        if box is None:
            return None
        hand, ended = box.played.hands[state.place], box.played.ended[state.place]
        lines = self._lines(box, hand, ended)
        bits = stake_bits(box.hand_at_stake(ended), insured=False)
        return BoxMemory(bits, ended.unfinished, True, False, False, lines)

    def _lines(self, box: PlayedBox, hand: Hand, ended: Ended) -> dict[int, int]:
        """The rows of all that lies on a hand."""
        return {
            LINE_OF[stake.wager]: self._rows.of(self, hand_stake(self.terms, ended, stake, added=box.added(bettor)))
            for bettor, stake in hand_stakes(box.bettors, hand)
        }

    def _remember(self, box: PlayedBox, *, acted: bool) -> BoxMemory:
        """A box of one hand."""
        ended = box.played.ended[0]
        lines = self._lines(box, box.played.hands[0], ended)
        return BoxMemory(
            bits=stake_bits(box.at_stake(), insured=box.insured),
            unfinished=ended.unfinished,
            acted=acted,
            blackjack=box.blackjack,
            surrendered=box.surrendered,
            lines={line | 1 << 3: row for line, row in lines.items()},
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

    def bust_it_pays(self, values: bytes, suits: int) -> Fraction:
        """The wager on the third card, by the dealer's first three values and the kind of their suits."""
        return sides.settle_bust_it(self.terms, as_it_lies(self.terms, _suited(values, suits))).pays


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
