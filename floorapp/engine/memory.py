"""Remembering: a box's play and a dealer's hand settle the same way every time.

The memory knows no rule: what it has not seen it learns from the engine (`memory_answers.py`, `play_graph.py`,
`dealers.py`), free of suits and amounts. It only ever vouches for a round that is right; whatever is wrong,
irregular or unusual is left to the plain way.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from floorapp.domain.cards import Card
from floorapp.engine.boxes import PlayedBox
from floorapp.engine.dealers import Dealers, stake_bits
from floorapp.engine.memory_answers import (
    HARD_11,
    INSURED,
    HandStake,
    alike_ended,
    alike_laid,
    play_box,
    share_of,
    table_is_fine,
)
from floorapp.engine.play_graph import AN_ACE, ANY_UP, HandState, PlayGraph, play_terms
from floorapp.engine.record import Options
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.shape import DO_OF, LINE_OF, MASK_OF, NO_WAGER
from floorapp.engine.stakes import Stake, hand_stakes
from floorapp.engine.terms import Terms

NATURAL = bytes((1, 10))
GIVEN_UP = bytes((DO_OF["surrender"] | NO_WAGER << 4,))
ATTACK = MASK_OF["double_attack"]
#: What side wagers alone can wait for: a 22, a third card, insurance.
SIDE_BITS = 2 | 4 | INSURED


class HandMemory(NamedTuple):
    """A hand that ended in a certain way, with certain wagers on its box; the row of every stake on it."""

    bits: int  # what of it waits for the dealer
    unfinished: bool
    blackjack: bool
    surrendered: bool  # as the only hand of its box
    doubled: bool  # for money of one's own
    second_chance: bool
    rows: Mapping[int, int]  # by the stake's place among HAND_WAGERS
    laid: Mapping[int, HandStake]  # the same, with nothing left out


class LaidStake(NamedTuple):
    """A stake on a hand, whether its bettor has added to the box, and both as they are remembered."""

    stake: Stake
    added: bool
    alike: tuple[Stake, bool]


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

    def stake(self, row: int) -> HandStake:
        """The stake of a row."""
        return self._asked[row][1]

    def share(self, row: int, place: int) -> Fraction:
        """What the stake of a row does against a dealer's hand of this place."""
        learnt, stake = self._asked[row]
        return share_of(learnt.terms, stake, learnt.dealers.hands[place])


class Learnt:
    """What holds for all tables that differ only in decks, spots, chips, or the side wagers they offer and pay."""

    def __init__(self, terms: Terms, rows: Rows) -> None:
        self.terms = terms
        self.dealers = Dealers(terms)
        self._rows = rows
        self._laid: dict[object, tuple[PlayedBox, list[LaidStake]] | None] = {}

    def hand(self, state: HandState, mask: int, up: int) -> HandMemory | None:
        """A hand that stands so, with these wagers on its box; None where they are irregular."""
        key = (state.laid, mask & ATTACK, up)
        if key not in self._laid:
            self._laid[key] = self._lay(state, mask & ATTACK, up)
        found = self._laid[key]
        if found is None:
            return None
        box, stakes = found
        ended, alone = state.ended, len(state.seat.hands) == 1
        bits = stake_bits(box.hand_at_stake(ended), insured=False)
        alike, laid, rows = alike_ended(self.terms, ended), {}, {}
        for stake, added, remembered in stakes:
            wager = LINE_OF[stake.wager]
            laid[wager] = HandStake(ended, stake, added)
            rows[wager] = self._rows.of(self, HandStake(alike, *remembered))
        paid = {each.stake.wager for each in stakes if not each.stake.lammer}
        flags = ended.unfinished, ended.blackjack, alone and ended.surrendered
        return HandMemory(bits, *flags, "double" in paid, "second_chance" in paid, rows, laid)

    def _lay(self, state: HandState, mask: int, up: int) -> tuple[PlayedBox, list[LaidStake]] | None:
        """A box, and what lies on any hand that money came to lie on like this; None where it is irregular."""
        box, stakes = state.box(self.terms, mask, up), list[LaidStake]()
        if box is None:
            return None
        for bettor, stake in hand_stakes(box.bettors, box.played.hands[state.place]):
            added = box.added(bettor)
            stakes.append(LaidStake(stake, added, alike_laid(stake, added=added)))
        return box, stakes


class TableMemory:
    """Tables dealing under the same terms, and what is remembered for them."""

    def __init__(self, terms: Terms, learnt: Learnt, group: int, graph: int, ace_graph: int) -> None:
        self.terms = terms
        self.learnt = learnt
        self.group = group
        self.graph = graph
        self.ace_graph = ace_graph  # of play that asks whether the dealer shows an ace, where he does
        self.fine = table_is_fine(terms)
        self.up_matters = not (terms.hole_card and terms.reader_in_use)

    def side_bits(self, mask: int, up: int, *, blackjack: bool, surrendered: bool) -> tuple[int, bool] | None:
        """What of a box's side wagers waits for the dealer, and whether they are to be advised on; None where they
        are irregular. They settle alike beside any hand that is neither a Blackjack nor surrendered.
        """
        first, steps = NATURAL if blackjack else HARD_11, GIVEN_UP if surrendered else b""
        box = play_box(self.terms, steps, first, mask & ~ATTACK, up, None)
        if box is None:
            return None
        return stake_bits(box.at_stake(), insured=box.insured) & SIDE_BITS, bool(box.findings)


class Memories:
    """Everything remembered, by terms; what tables can share they do."""

    def __init__(self, rulebooks: Mapping[str, Rulebook]) -> None:
        self.rulebooks = rulebooks
        self.rows = Rows()
        self.groups: list[Learnt] = []
        self.graphs: list[PlayGraph] = []
        self._by_terms: dict[tuple[str, Options], TableMemory] = {}
        self._shared: dict[tuple[str, Options], int] = {}
        self._played: dict[object, int] = {}

    def table(self, rulebook: str, options: Options) -> TableMemory:
        """The memory of a table; raises KeyError on a rulebook that is not known."""
        key = (rulebook, options)
        if key not in self._by_terms:
            terms = Terms(self.rulebooks[rulebook], options)
            group, graphs = self._group(terms), (self._graph(terms, ANY_UP), self._graph(terms, AN_ACE))
            self._by_terms[key] = TableMemory(terms, self.groups[group], group, *graphs)
        return self._by_terms[key]

    def _group(self, terms: Terms) -> int:
        """Decks, spots, chips, side wagers and their pay tables change nothing about a hand's settlement."""
        given = terms.options
        alike = Options(reader=given.reader, hole_card=given.hole_card, readings=given.readings)
        key = (terms.rulebook.id, alike)
        if key not in self._shared:
            self._shared[key] = len(self.groups)
            self.groups.append(Learnt(Terms(terms.rulebook, alike), self.rows))
        return self._shared[key]

    def _graph(self, terms: Terms, up: Card) -> int:
        key = play_terms(terms), up
        if key not in self._played:
            self._played[key] = len(self.graphs)
            self.graphs.append(PlayGraph(terms, up))
        return self._played[key]
