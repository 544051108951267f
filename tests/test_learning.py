"""What the memory takes for the same, the engine settles the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import numpy as np
import pytest

from floorapp.bootstrap import rulebooks
from floorapp.domain.cards import CARDS, RANKS
from floorapp.engine.dealer_hand import DealerHand, as_it_lies, dealer_hand, with_insurance
from floorapp.engine.dealers import ASKED, Dealers, stake_bits, waiting
from floorapp.engine.memory import Learnt, Rows
from floorapp.engine.memory_answers import INSURED, STAND_INS, HandStake, decision_of, hand_stake, share_of, violations
from floorapp.engine.play import READINGS_OF_PLAY, Seat
from floorapp.engine.play_graph import ANY_UP, SECOND_CHANCE, Cards, HandState, PlayGraph, holding
from floorapp.engine.record import Decision, Options, Unreadable
from floorapp.engine.settle import waits_for_count
from floorapp.engine.shape import CODE_OF, DO_OF, LAMMER, LINE_OF, MASK_OF, NO_WAGER, PAID, STAKED, draws
from floorapp.engine.stakes import hand_stakes
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.register import SIDE
from floorapp.engine.wagers.side import LaidWager
from floorapp.operations.quick.columns import starts_of
from floorapp.operations.quick.judge import RoundJudge
from floorapp.operations.quick.side_pays import SidePays

GAMES = ("pa-590", "pa-673a", "pa-685a", "pa-665a", "nj-19-47-26")
STEPS = [do | how << 4 for do in DO_OF.values() for how in ((PAID, LAMMER) if do in STAKED else (NO_WAGER,))]


def terms_of(game: str, rng: random.Random) -> Terms:
    """A game's terms, with some of the readings taken otherwise."""
    readings = {f"I-{number:02d}" for number in range(1, 46) if rng.random() < 0.3}
    return Terms(rulebooks()[game], Options(readings=frozenset(readings)))


def played(terms: Terms, rng: random.Random) -> PlayGraph:
    """What random play leads to."""
    graph = PlayGraph(terms)
    for _ in range(100):
        walk(graph, rng)
    return graph


def walk(graph: PlayGraph, rng: random.Random) -> tuple[Seat, bytes, list[HandState]]:
    """A box played by chance: by the engine with its true cards, and what the graph says of its hands."""
    first = rng.randint(1, 10)
    cards: Cards = (STAND_INS[first], STAND_INS[rng.choice((first, rng.randint(1, 10)))])
    began_with = cards[:1]
    point, seat, steps, told = graph.start, Seat(graph.terms, ANY_UP, cards), b"", list[HandState]()
    for _ in range(40):
        step, value = rng.choice(STEPS), rng.randint(1, 10)
        card, taken_off = STAND_INS[value] if draws(step) else None, step & 15 == SECOND_CHANCE
        decision = decision_of(step, card)
        followed = graph.follow(point, cards, step, value if taken_off else 0)
        if decision is None or followed is None:
            assert decision is None or refused(seat, len(steps), decision)
            continue
        seat.decide(len(steps), decision)
        steps, point, told = steps + bytes((step,)), followed.point, [*told, *followed.left]
        held = followed.cards or began_with
        held = held if card is None or taken_off else (*held, card)
        cards = STANDING_FOR.setdefault((graph.large_ones_told, graph.alike(held)), held)
    assert not seat.irregular
    return seat, steps, [*told, *graph.rest(point, cards)]


def refused(seat: Seat, step: int, decision: Decision) -> bool:
    """Whether the engine has something against a decision."""
    tried = holding(seat, tuple(seat.last.cards))
    try:
        tried.decide(step, decision)
    except Unreadable:
        return True
    return tried.irregular


def stakes_of(state: HandState, mask: int, up: int = 2) -> Iterator[HandStake]:
    """All that lies on a hand in this state, with nothing left out."""
    box = state.box(state.seat.terms, mask, up)
    if box is not None:
        ended = box.played.ended[state.place]
        for bettor, stake in hand_stakes(box.bettors, box.played.hands[state.place]):
            yield HandStake(ended, stake, box.added(bettor))


#: What was dealt first of all cards that are taken for the same.
STANDING_FOR: dict[object, Cards] = {}

#: Dealers of every total, with high and low up cards.
DEALERS = [
    DealerHand((CARDS[up], CARDS["5d"]), total, False, blackjack, 2)
    for up in ("Kc", "Ac", "2c")
    for total, blackjack in [(total, False) for total in range(4, 27)] + [(21, True)]
]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_left_out_of_a_stake_changes_nothing_of_what_becomes_of_it(game: str) -> None:
    rng, seen = random.Random(game), 0
    for _ in range(3):
        terms = terms_of(game, rng)
        states, masks = played(terms, rng).hands.values(), (0, MASK_OF["double_attack"])
        whole = {each for state in states for mask in masks for each in stakes_of(state, mask)}
        for ended, stake, added in whole:
            kept = hand_stake(terms, ended, stake, added=added)
            dealers = [each for each in DEALERS if each.total >= 17 or not waits_for_count(terms, ended)]
            for dealer in rng.sample(dealers, 12):
                assert share_of(terms, HandStake(ended, stake, added), dealer) == share_of(terms, kept, dealer)
        seen += len(whole)
    assert seen > 100


@pytest.mark.parametrize("game", GAMES)
def test_a_box_comes_to_what_the_engine_says_whatever_cards_led_there_before(game: str) -> None:
    rng, hands = random.Random(game), 0
    for _ in range(3):
        graph = PlayGraph(terms_of(game, rng))
        for _ in range(150):
            seat, steps, told = walk(graph, rng)
            numbers = {id(state): key for key, state in graph.hands.items()}
            assert Counter(numbers[id(state)] for state in told) == Counter(
                graph.likeness(seat, place, steps) for place in range(len(seat.hands))
            )
            hands += len(told)
    assert hands > 450


class Asked(Terms):
    """Terms that note which readings they were asked for."""

    asked: ClassVar[set[str]] = set()

    def other(self, reading: str) -> bool:
        self.asked.add(reading)
        return super().other(reading)


@pytest.mark.parametrize("game", GAMES)
def test_play_asks_for_no_other_readings_than_it_names(game: str) -> None:
    rng = random.Random(game)
    for _ in range(3):
        played(Asked(rulebooks()[game], terms_of(game, rng).options), rng)
    assert Asked.asked - {"I-04"} <= READINGS_OF_PLAY


@pytest.mark.parametrize("game", GAMES)
def test_what_lies_on_a_hand_is_what_lies_on_any_that_came_to_it_alike(game: str) -> None:
    rng = random.Random(game)
    terms = terms_of(game, rng)
    rows = Rows()
    learnt = Learnt(terms, rows)
    for state in played(terms, rng).hands.values():
        for mask, up in product((0, MASK_OF["double_attack"]), (1, 2)):
            box, memory = state.box(terms, mask, up), learnt.hand(state, mask, up)
            assert (box is None) == (memory is None)
            if box is not None and memory is not None:
                ended = box.played.ended[state.place]
                lying = {
                    LINE_OF[stake.wager]: hand_stake(terms, ended, stake, added=added)
                    for ended, stake, added in stakes_of(state, mask, up)
                }
                assert {wager: rows.stake(row) for wager, row in memory.rows.items()} == lying
                assert memory.bits == stake_bits(box.hand_at_stake(ended), insured=False)
                assert (memory.unfinished, memory.blackjack) == (ended.unfinished, ended.blackjack)
                assert memory.surrendered == box.surrendered


@pytest.mark.parametrize("game", GAMES)
def test_a_dealer_draws_alike_for_all_that_asks_the_same_of_him(game: str) -> None:
    rng = random.Random(game)
    for _ in range(300):
        terms, bits = terms_of(game, rng), rng.randrange(32)
        cards = tuple(STAND_INS[rng.randint(1, 10)] for _ in range(rng.randint(2, 5)))
        asked = with_insurance(terms, waiting(terms, bits), insured=bool(bits & INSURED))
        known = ASKED[Dealers(terms).begin(bits).asked]
        hand, findings = dealer_hand(terms, cards, asked, all_dead=False)
        again, found = dealer_hand(terms, cards, known, all_dead=False)
        assert hand == again
        assert violations(findings) == violations(found)


@pytest.mark.parametrize("game", ["pa-665a", "nj-19-47-26"])
def test_the_third_card_wager_pays_every_dealers_cards_as_the_engine_does(game: str) -> None:
    judge = RoundJudge(rulebooks())
    table = judge.table_number(game, Options())
    terms = judge.table_of(table).terms
    ranks = [rank for rank in RANKS if rank in terms.ranks]
    hands = [
        [rank + suit for rank, suit in zip(three, suits, strict=True)]
        for three in product(ranks, repeat=3)
        for suits in ("hhh", "hdd", "shc")
    ]
    hands += [hand[:2] for hand in hands[::3]]
    one_a_hand = np.arange(len(hands))
    dealt = np.array([len(hand) for hand in hands])
    cards = np.array([CODE_OF[card] for hand in hands for card in hand])
    dealers = starts_of(dealt)
    rounds = SimpleNamespace(
        table=np.full(len(hands), table),
        dealt=dealt,
        dealer_cards=cards,
        dealers=dealers,
        up_cards=cards[dealers],
        hole_cards=cards[dealers + 1],
    )
    look = SimpleNamespace(box_of=one_a_hand)
    sides = SidePays(judge.table_of)
    pays = sides.pays(sides.known(cast(Any, rounds), cast(Any, look), one_a_hand, SIDE["bust_it"]))
    for hand, (much, to, _) in zip(hands, pays.tolist(), strict=True):
        dealer = as_it_lies(terms, tuple(CARDS[card] for card in hand))
        wanted = SIDE["bust_it"].settle(LaidWager(terms, dealer)).pays
        assert (much, to) == wanted.as_integer_ratio(), hand
