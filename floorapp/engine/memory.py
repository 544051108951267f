"""Remembering: a box's play and a dealer's hand settle the same way every time.

The memory knows no rule: what it has not seen it learns from the engine (`learning.py`, `moments.py`), free
of suits and amounts, and a round of remembered boxes is checked by arithmetic alone. It only ever says that
a round is right; whatever is wrong, irregular or unusual is left to the plain way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from floorapp.domain.cards import CARDS, Card
from floorapp.engine.learning import (
    BoxMemory,
    Check,
    DealerMemory,
    Pays,
    amounts_fine,
    learn_checks,
    learn_dealer,
    side_pays,
    table_is_fine,
)
from floorapp.engine.moments import Moments
from floorapp.engine.record import Options
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.shape import CARD_OF, MASK_OF, TENS, VALUE_OF
from floorapp.engine.terms import Terms

INSURANCE = MASK_OF["insurance"]
#: Up cards that differ only in what they cannot do: an ace, a ten-value, any other.
UP_CLASS = bytes(value if value in (1, 10) else 2 for value in range(256))
MOST = 100_000  # of anything remembered: beyond that it starts anew, so that memory stays bounded


class Played(NamedTuple):
    """A box taken apart. `values` and `steps` are what its play depends on; equal ones may be shared."""

    number: int
    cards: bytes
    values: bytes
    steps: bytes
    mask: int
    amounts: tuple[int, ...]  # main, then the side wagers of the mask
    reported: bytes | None
    nets: tuple[int, ...]


class Learnt:
    """What holds for all tables that differ only in decks, chips or pay tables."""

    def __init__(self, terms: Terms) -> None:
        self.moments = {up: Moments(terms, up) for up in (1, 2, 10)}
        self.boxes: dict[tuple[object, ...], BoxMemory | None] = {}
        self.dealers: dict[tuple[bytes, int, int], DealerMemory | None] = {}


class Memory:
    """What has been learnt about rounds dealt under the same terms."""

    def __init__(self, terms: Terms, learnt: Learnt) -> None:
        self.terms = terms
        self.learnt = learnt
        self.fine_table = table_is_fine(terms)
        self.no_tens = "T" not in terms.ranks
        self.up_matters = not (terms.hole_card and terms.reader_in_use)
        self.amounts: dict[tuple[int, ...], bool] = {}
        self.pays: dict[tuple[object, ...], Pays] = {}

    def judge(self, signal: int, dealer_cards: bytes, boxes: list[Played]) -> str | None:
        """`ok` or `settled` where all of it is remembered and right; None leaves it to the plain way."""
        if not self.fine_table or len(dealer_cards) < 2 or not self._cards_fine(dealer_cards, boxes):
            return None
        values = dealer_cards.translate(VALUE_OF)
        known, up, bits, memories = self.learnt.boxes, UP_CLASS[values[0]], 0, []
        matters, positions = self.up_matters, self.terms.options.positions
        for box in boxes:
            number, _, body, steps, mask, _, reported, _ = box
            key = (body, steps, mask, reported, up if matters or mask & INSURANCE else 0)
            memory = known[key] if key in known else self._learn_box(key, up)
            if memory is None or number > positions:
                return None
            bits |= memory.bits
            memories.append(memory)
        hand = (values, signal, bits)
        dealers = self.learnt.dealers
        dealer = dealers[hand] if hand in dealers else self._learn_dealer(hand)
        return None if dealer is None else self._check(dealer, dealer_cards, boxes, memories)

    def _check(
        self, dealer: DealerMemory, dealer_cards: bytes, boxes: list[Played], memories: list[BoxMemory]
    ) -> str | None:
        """Hold every reported line against what it should be."""
        place, reported = dealer.place, False
        ended_early = place == 0 and self.terms.reader_in_use
        for box, memory in zip(boxes, memories, strict=True):
            if memory.acted if ended_early else memory.unfinished:
                return None
            amounts = box.amounts
            if memory.sides and not self._amounts_fine(memory, amounts):
                return None
            against = memory.against
            checks = against[place] if place in against else self._learn_checks(memory, dealer)
            if checks is None:
                return None
            main, attack = amounts[0], amounts[1] if memory.sides else 0
            for check, net in zip(checks, box.nets, strict=True):
                if isinstance(check, str):
                    share, half = self._side(check, box, memory, dealer, dealer_cards)
                    won = share * amounts[1 + (box.mask & (MASK_OF[check] - 1)).bit_count()]
                else:
                    share, more, half = check
                    won = share * main + more * attack
                if won != net * half:
                    return None
            reported = reported or box.reported is not None
        return "ok" if reported else "settled"

    def _cards_fine(self, dealer_cards: bytes, boxes: list[Played]) -> bool:
        """No card that is not in the decks, and none so often that its copies need counting."""
        cards = b"".join([dealer_cards, *(box.cards for box in boxes)])
        if len(cards) - len(set(cards)) >= self.terms.decks:
            return False
        return not self.no_tens or TENS.isdisjoint(cards)

    def _learn_box(self, key: tuple[object, ...], up: int) -> BoxMemory | None:
        values, steps, mask, reported, _ = key
        boxes = self.learnt.boxes
        if len(boxes) >= MOST:
            boxes.clear()
        learnt = boxes[key] = self.learnt.moments[up].memory(values, steps, mask, reported)  # type: ignore[arg-type]
        return learnt

    def _learn_dealer(self, hand: tuple[bytes, int, int]) -> DealerMemory | None:
        dealers = self.learnt.dealers
        if len(dealers) >= MOST:
            dealers.clear()
        learnt = dealers[hand] = learn_dealer(self.terms, *hand)
        return learnt

    def _learn_checks(self, memory: BoxMemory, dealer: DealerMemory) -> tuple[Check, ...] | None:
        learnt = memory.against[dealer.place] = learn_checks(memory, dealer)
        return learnt

    def _amounts_fine(self, memory: BoxMemory, wagers: tuple[int, ...]) -> bool:
        key = (memory.mask, *wagers)
        if key not in self.amounts:
            if len(self.amounts) >= MOST:
                self.amounts.clear()
            self.amounts[key] = amounts_fine(self.terms, memory, wagers)
        return self.amounts[key]

    def _side(
        self, wager: str, box: Played, memory: BoxMemory, dealer: DealerMemory, dealer_cards: bytes
    ) -> Pays:
        """What a side wager pays, remembered by all it can depend on."""
        held = dealer_cards[: len(dealer.hand.cards)]
        place, played = dealer.place, memory.box
        key: tuple[object, ...]
        if wager == "match_dealer":
            held = dealer_cards[:1] + box.cards[:2]
            key = (wager, *(_likeness(card, held[0]) for card in held[1:]))
        elif wager == "insurance":
            key = (wager, place, played.blackjack, dealer.at_stake)
        else:
            suits = frozenset(card & 3 for card in held)
            key = (wager, place, held[:3].translate(VALUE_OF), suits, played.surrendered, dealer.at_stake)
        if key not in self.pays:
            self.pays[key] = side_pays(self.terms, wager, memory, dealer, _cards(held))
        return self.pays[key]


class Memories:
    """Every memory there is, by terms; what can be shared between tables is."""

    def __init__(self) -> None:
        self._by_terms: dict[tuple[str, Options], Memory] = {}
        self._shared: dict[tuple[str, Options], Learnt] = {}

    def of(self, rulebook: Rulebook, options: Options) -> Memory:
        key = (rulebook.id, options)
        if key not in self._by_terms:
            terms = Terms(rulebook, options)
            self._by_terms[key] = Memory(terms, self._learnt(terms))
        return self._by_terms[key]

    def _learnt(self, terms: Terms) -> Learnt:
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
            self._shared[key] = Learnt(Terms(terms.rulebook, alike))
        return self._shared[key]


def _likeness(card: int, up: int) -> int:
    """How a card matches the up card: not, in rank, in rank and suit."""
    return 0 if card >> 2 != up >> 2 else 1 + (card == up)


def _cards(codes: bytes) -> tuple[Card, ...]:
    return tuple(CARDS[CARD_OF[code]] for code in codes)
