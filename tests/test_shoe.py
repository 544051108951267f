"""A card short or too many is found: at once where it is impossible, else as fast as theory allows."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from floorapp.domain.cards import CARDS, Card, cards_of
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.shoe import (
    Change,
    Impossible,
    Prior,
    ShoeSeen,
    ShoeVerdict,
    false_alarm_limit,
    likelihood_ratio,
    verify_shoes,
)
from tests.noticing import shoes_to_notice

QUEEN = CARDS["Qs"]


def one_round(*shoes: str) -> list[ShoeSeen]:
    """Shoes named 1, 2, …, each seen in a single round."""
    return [(str(n), [(f"{n}/1", cards_of(text))]) for n, text in enumerate(shoes, start=1)]


def dealt(
    decks: int, shoes: int, seed: int, *, part: float = 0.75, fault: tuple[Change, Card] | None = None, since: int = 1
) -> Iterator[ShoeSeen]:
    """Shuffled shoes named 1, 2, …, part of each dealt after a burned card, in rounds of 20 cards."""
    chance = random.Random(seed)
    full = list(CARDS.values()) * decks
    for number in range(1, shoes + 1):
        shoe = list(full)
        if fault and number >= since:
            shoe.append(fault[1]) if fault[0] == "extra" else shoe.remove(fault[1])
        chance.shuffle(shoe)
        seen = shoe[1 : int(len(full) * part) + chance.randrange(6)]
        yield str(number), [(f"{number}/{n}", seen[n : n + 20]) for n in range(0, len(seen), 20)]


def named(verdict: ShoeVerdict) -> tuple[str, str]:
    return verdict.suspects[0].change, str(verdict.suspects[0].card)


# --- at once ---


def test_665a_3_a_a_ten_in_double_attack_is_named_at_once() -> None:
    shoes = [("A", [("A/1", cards_of("Kh 9d")), ("A/2", cards_of("8s Th 2c"))])]
    verdict = verify_shoes(shoes, ShoeMix.fresh(8, tens=False))
    assert verdict.impossible == (Impossible("A", "A/2", CARDS["Th"], copy=1, held=0),)
    assert (verdict.wrong, verdict.alarm) == (True, "A")
    assert (verdict.complete, verdict.missing + verdict.extra) == (0.0, 1.0)


def test_one_copy_more_than_the_decks_hold_is_named_with_its_round() -> None:
    shoes = [
        ("A", [("A/1", cards_of("Qs Qs 2c")), ("A/2", cards_of("3d Qs")), ("A/3", cards_of("Qs"))]),
        ("B", [("B/1", cards_of("Qs Qs"))]),
    ]
    verdict = verify_shoes(shoes, ShoeMix.fresh(2))
    assert [(one.round, one.copy, one.held) for one in verdict.impossible] == [("A/2", 3, 2), ("A/3", 4, 2)]


def test_a_new_shoe_is_counted_from_the_beginning() -> None:
    verdict = verify_shoes(one_round("Qs Qs", "Qs Qs", "Qs Qs"), ShoeMix.fresh(2))
    assert verdict.impossible == () and not verdict.wrong
    assert (verdict.shoes, verdict.cards) == (3, 6)


# --- exactly ---


@pytest.mark.parametrize(("held", "size"), [(1, 4), (2, 6), (3, 12), (6, 312), (8, 384)])
def test_the_ratio_is_that_of_two_hypergeometric_chances(held: int, size: int) -> None:
    def seen_of(held: int, size: int, seen: int, cards: int) -> Fraction:
        ways = comb(held, seen) * comb(size - held, cards - seen)
        return Fraction(ways, comb(size, cards)) if cards <= size else Fraction(0)

    for cards in {0, 1, 2, size // 2, size * 3 // 4, size - 1, size}:
        for seen in range(max(0, cards - size + held), min(held, cards) + 1):
            whole = seen_of(held, size, seen, cards)
            about = {"held": held, "seen": seen, "size": size, "cards": cards}
            short = seen_of(held - 1, size - 1, seen, cards)
            over = seen_of(held + 1, size + 1, seen, cards)
            assert likelihood_ratio("missing", **about) == short / whole
            assert likelihood_ratio("extra", **about) == over / whole


def test_the_ratio_has_no_answer_for_what_whole_decks_cannot_show() -> None:
    with pytest.raises(ValueError, match="more copies"):
        likelihood_ratio("extra", held=6, seen=7, size=312, cards=200)


def exact_beliefs(shoes: list[ShoeSeen], mix: ShoeMix, prior: Prior) -> dict[tuple[str, str, int], Fraction]:
    """Every story (what is wrong, with which card, from which shoe on) by Bayes, in fractions."""
    kinds = [card for card in CARDS.values() if mix.copies(card)]
    counts = [Counter(card for _, cards in rounds for card in cards) for _, rounds in shoes]

    def explains(change: str, card: Card | None, seen: Counter[Card]) -> Fraction:
        by = {"missing": -1, "extra": 1}.get(change, 0)
        held = {kind: mix.copies(kind) + by * (kind == card) for kind in kinds}
        ways = math.prod(math.perm(held[kind], seen[kind]) for kind in kinds)
        orders = math.perm(sum(held.values()), seen.total())
        return Fraction(ways, orders) if orders else Fraction(0)

    stays = 1 - prior.missing - prior.extra
    whole = [explains("", None, seen) for seen in counts]
    stories = {("complete", "", 0): stays ** len(shoes) * math.prod(whole)}
    for change, chance in (("missing", prior.missing), ("extra", prior.extra)):
        for card in kinds:
            wrong = [explains(change, card, seen) for seen in counts]
            for first in range(len(shoes)):
                begins = stays**first * chance * mix.copies(card) / mix.size
                story = begins * math.prod(whole[:first]) * math.prod(wrong[first:])
                stories[change, str(card), first] = story
    everything = sum(stories.values())
    return {story: weight / everything for story, weight in stories.items()}


TINY = ShoeMix.of(cards_of("As As Kh Kh Kh 2c"))


@pytest.mark.parametrize(
    "shoes",
    [
        one_round("As Kh", "Kh Kh", "Kh 2c", "Kh Kh Kh"),
        one_round("As As Kh", "Kh As 2c As", "Kh"),
        one_round("As Kh", "As As Kh Kh Kh 2c", "Kh Kh"),
        one_round("As Kh", "Kh", "As As As Kh", "2c Kh"),
        one_round("As As As", "Kh", "As As As Kh Kh Kh 2c"),
    ],
    ids=["short of aces", "none short", "all seen", "an ace too many", "all and one more seen"],
)
def test_the_probabilities_are_those_of_bayes_in_fractions(shoes: list[ShoeSeen]) -> None:
    prior = Prior(Fraction(1, 10), Fraction(1, 7))
    exact = exact_beliefs(shoes, TINY, prior)
    verdict = verify_shoes(shoes, TINY, prior=prior)
    assert verdict.complete == pytest.approx(float(exact["complete", "", 0]), rel=1e-12)
    for change, share in (("missing", verdict.missing), ("extra", verdict.extra)):
        whole = sum(chance for story, chance in exact.items() if story[0] == change)
        assert share == pytest.approx(float(whole), rel=1e-12)
    for suspect in verdict.suspects:
        stories = [exact[suspect.change, str(suspect.card), n] for n in range(len(shoes))]
        assert suspect.probability == pytest.approx(float(sum(stories)), rel=1e-12)
        since = [float(story / sum(stories)) for story in stories]
        assert [one.probability for one in suspect.since] == pytest.approx(since, rel=1e-12)


# --- over successive shoes ---


@pytest.mark.parametrize("decks", [1, 6, 8])
@pytest.mark.parametrize("seed", range(4))
def test_a_queen_missing_from_shoe_20_on_is_named_in_the_time_theory_gives(decks: int, seed: int) -> None:
    mix = ShoeMix.fresh(decks)
    theory = shoes_to_notice(mix, QUEEN, int(mix.size * 0.75))
    shoes = dealt(decks, 20 + 2 * theory, seed, fault=("missing", QUEEN), since=20)
    verdict = verify_shoes(shoes, mix)
    assert verdict.alarm is not None and 20 < int(verdict.alarm) <= 20 + 2 * theory
    assert named(verdict) == ("missing", "Qs")
    assert verdict.missing > 0.99 and verdict.complete + verdict.extra < 0.01
    first, last = (int(shoe) for shoe in verdict.suspects[0].between(0.98))
    assert first <= 20 <= last
    assert abs(int(verdict.suspects[0].likeliest) - 20) <= theory // 2


def test_theory_by_hand_for_one_deck() -> None:
    # 39 of 52 cards without the queen: 4 times likelier if she is gone. The odds must come from
    # one card in 52 of one shoe in 10,000 to 99 : 1, and 4 to the 12.8th power is that much.
    assert shoes_to_notice(ShoeMix.fresh(1), QUEEN, 39) == 13
    assert shoes_to_notice(ShoeMix.fresh(1), QUEEN, 39, threshold=Fraction(1, 2)) == 10


SETS, SEEN = 100, 250


def found_by(mix: ShoeMix, card: Card, cards: int, shoes: int) -> list[float]:
    """By theory, the chance that a card missing from the first shoe on is found by each shoe.

    The odds that it is missing grow by what the prior adds and by the ratio of two exact hypergeometric chances;
    how they are spread is followed from shoe to shoe on a fine grid of their logarithms.
    """
    held, size, prior = mix.copies(card), mix.size, Prior()
    begins = float(prior.missing) * held / size
    ways = {
        seen: comb(held - 1, seen) * comb(size - held, cards - seen) / comb(size - 1, cards) for seen in range(held)
    }
    ratio = {seen: likelihood_ratio("missing", held=held, seen=seen, size=size, cards=cards) for seen in ways}
    logs = np.arange(math.log(begins) - 12, math.log(99) + 0.001, 0.001)
    spread = np.zeros(len(logs))
    spread[0] = 1.0  # before the first shoe next to nothing is believed
    grown, found = np.log(np.exp(logs) + begins), [0.0]
    for _ in range(shoes):
        after = np.zeros(len(logs))
        for seen, chance in ways.items():
            place = np.rint((grown + math.log(ratio[seen]) - logs[0]) / 0.001).astype(int)
            np.add.at(after, np.clip(place, 0, len(logs) - 1), chance * spread)
        found.append(found[-1] + after[-1])
        after[-1] = 0.0
        spread = after
    return found[1:]


def sets_without(card: Card, shoes: int) -> Iterator[ShoeVerdict]:
    """Six decks without a card, all seeds from 0 on: so many shoes of each, so many cards seen of every shoe."""
    mix = ShoeMix.fresh(6)
    whole = [each for each in CARDS.values() for _ in range(6)]
    whole.remove(card)
    for seed in range(SETS):
        chance = random.Random(seed)
        yield verify_shoes(((str(n), [("", chance.sample(whole, SEEN))]) for n in range(1, shoes + 1)), mix)


def test_a_missing_card_is_found_as_soon_and_as_often_as_theory_says() -> None:
    """A hundred deck sets without an eight: at each shoe about as many are found as exact chances give."""
    mix, eight = ShoeMix.fresh(6), CARDS["8c"]
    theory = shoes_to_notice(mix, eight, SEEN)
    expected = found_by(mix, eight, SEEN, 2 * theory)
    verdicts = list(sets_without(eight, 2 * theory))
    took = sorted(int(each.alarm) for each in verdicts if each.alarm is not None)
    median = took[SETS // 2 - 1]
    print(f"\na missing eight of six decks: half are found by shoe {median}, {len(took)} of {SETS} by {2 * theory}")
    for shoe in (theory // 2, theory, median, 2 * theory):
        share = expected[shoe - 1]
        spread = 3 * math.sqrt(share * (1 - share) / SETS) + 0.01
        assert abs(sum(each <= shoe for each in took) / SETS - share) <= spread, shoe
    assert abs(expected[median - 1] - 0.5) <= 3 * math.sqrt(0.25 / SETS)
    assert 0.75 * theory <= median <= 1.25 * theory
    right = sum(named(each) == ("missing", "8c") for each in verdicts if each.alarm is not None)
    assert right >= 0.95 * len(took)


@pytest.mark.parametrize("seed", range(4))
def test_an_extra_card_is_named(seed: int) -> None:
    verdict = verify_shoes(dealt(6, 120, seed, fault=("extra", QUEEN), since=20), ShoeMix.fresh(6))
    assert named(verdict) == ("extra", "Qs") and verdict.extra > 0.99
    assert {str(one.card) for one in verdict.impossible} <= {"Qs"}
    first, last = (int(shoe) for shoe in verdict.suspects[0].between(0.98))
    assert first <= 20 <= last


def test_an_extra_card_is_named_before_it_is_ever_impossible() -> None:
    shoes = dealt(8, 400, 5, part=0.45, fault=("extra", QUEEN))
    verdict = verify_shoes(shoes, ShoeMix.fresh(8))
    assert verdict.impossible == ()
    assert named(verdict) == ("extra", "Qs") and verdict.alarm is not None


def test_a_card_once_seen_in_full_was_not_missing_before() -> None:
    mix = ShoeMix.fresh(1)
    without = " ".join(name for name in CARDS if name != "Qs")
    shoes = one_round(*[without] * 6)
    assert named(verify_shoes(shoes, mix)) == ("missing", "Qs")
    assert verify_shoes(shoes, mix).missing > 0.999
    later = verify_shoes([*shoes, ("7", [("7/1", cards_of("Qs"))])], mix)
    assert later.missing < 0.001 and later.complete > 0.99
    assert later.alarm == verify_shoes(shoes, mix).alarm is not None


# --- whole decks ---


def alarms_in(shoes: Iterable[Iterator[ShoeSeen]], prior: Prior, threshold: Fraction) -> int:
    mix = ShoeMix.fresh(2)
    verdicts = [verify_shoes(one, mix, prior=prior, threshold=threshold) for one in shoes]
    return sum(verdict.alarm is not None for verdict in verdicts)


def test_two_hundred_whole_deck_sets_ring_no_alarm() -> None:
    prior, threshold = Prior(), Fraction(99, 100)
    assert 200 * false_alarm_limit(60, prior, threshold) < 0.03
    assert alarms_in((dealt(2, 60, seed) for seed in range(200)), prior, threshold) == 0


def test_an_impatient_alarm_rings_falsely_no_more_often_than_stated() -> None:
    prior, threshold = Prior(Fraction(1, 200), Fraction(1, 200)), Fraction(4, 5)
    limit = 200 * false_alarm_limit(40, prior, threshold)
    assert 20 < limit < 30
    alarms = alarms_in((dealt(2, 40, seed) for seed in range(200)), prior, threshold)
    assert 5 < alarms < limit + 2 * math.sqrt(limit)


def test_the_verdict_states_its_threshold_prior_and_false_alarms() -> None:
    verdict = verify_shoes(dealt(6, 30, 1), ShoeMix.fresh(6))
    assert verdict.threshold == 0.99 and verdict.prior == Prior()
    assert verdict.false_alarm == pytest.approx(30 * 2 / 10_000 / 99, rel=0.01)
    assert verdict.complete + verdict.missing + verdict.extra == pytest.approx(1)
    assert verdict.complete > 0.9 and not verdict.wrong


# --- odd records ---


def test_a_foreign_card_does_not_disturb_the_count_of_the_others() -> None:
    mix = ShoeMix.fresh(2, tens=False)
    plain = verify_shoes(one_round("Kh Qs 2c", "Kh 3d"), mix)
    tens = verify_shoes(one_round("Kh Th Qs 2c", "Kh 3d"), mix)
    assert len(tens.impossible) == 1 and tens.cards == plain.cards
    assert (tens.missing, tens.suspects) == (plain.missing, plain.suspects)
    assert (tens.complete, tens.alarm, plain.alarm) == (0.0, tens.impossible[0].shoe, None)


def test_a_shoe_no_single_fault_explains_is_named_and_left_out() -> None:
    mix = ShoeMix.fresh(1)
    rest = ["2c 3d", "4h 5s"]
    plain = verify_shoes(one_round(*rest), mix)
    for odd in ("Kh Kh Qs Qs", "Kh Kh Kh"):
        shoes = [("odd", [("odd/1", cards_of(odd))]), *one_round(*rest)]
        verdict = verify_shoes(shoes, mix)
        assert verdict.unexplained == ("odd",) and verdict.wrong
        assert verdict.complete == plain.complete
    two = verify_shoes(one_round("Kh Kh", "2c", "Qs Qs"), mix)
    assert two.unexplained == ("3",) and named(two) == ("extra", "Kh") and two.extra == 1


def test_no_shoes_say_nothing() -> None:
    verdict = verify_shoes([], ShoeMix.fresh(6))
    assert (verdict.complete, verdict.suspects, verdict.alarm) == (1, (), None)
    empty = verify_shoes(one_round(""), ShoeMix.fresh(6))
    assert empty.complete == pytest.approx(1 - 2 / 10_000)


def test_what_cannot_be_judged_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        verify_shoes([], ShoeMix.of([]))
    for missing, extra in ((0, 0), (1, 0), (-1, 2)):
        with pytest.raises(ValueError, match="between 0 and 1"):
            Prior(Fraction(missing), Fraction(extra))


def test_only_missing_cards_can_be_asked_for() -> None:
    verdict = verify_shoes(dealt(1, 9, 3), ShoeMix.fresh(1), prior=Prior(extra=Fraction(0)))
    assert verdict.extra == 0 and {one.change for one in verdict.suspects} == {"missing"}


def test_two_thousand_shoes_take_a_moment() -> None:
    shoes = list(dealt(6, 2000, 9))
    begun = time.process_time()
    verdict = verify_shoes(shoes, ShoeMix.fresh(6))
    assert time.process_time() - begun < 4
    assert verdict.shoes == 2000 and verdict.alarm is None
