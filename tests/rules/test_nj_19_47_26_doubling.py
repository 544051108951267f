"""Blackjack in New Jersey, 26.9: doubling down."""

from __future__ import annotations

import pytest

from tests.deal import box
from tests.rules.test_nj_19_47_26_play import nj, without_reader

# 26.9 Doubling down


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [("5c 6d", "double 1000 Kd"), ("2c 3d", "hit 5d, double 1000 Kd"), ("2c 3d", "hit 4d, hit 2d, double 1000 9d")]
    + [("Kc 9d", "double 1000 2d"), ("Ac 7d", "double 1 3d")],
)
def test_nj_26_9_a_two_or_more_cards_may_be_doubled(cards: str, decisions: str) -> None:
    answer = nj("9h Ks", box(cards, decisions))
    assert answer.verdict == "settled"
    assert answer.net("double") == answer.line("double").stake


def test_nj_26_9_a_a_split_hand_may_be_doubled() -> None:
    answer = nj("9h Ks", box("8c 8d", "split 1000 3d, double 1000 Kd, deal 3h, hit 2d, double 500 8h"))
    assert answer.verdict == "settled"
    assert (answer.net("double"), answer.net("double", hand=2)) == (1000, 500)


@pytest.mark.parametrize(("attack", "wager"), [(0, 1000), (0, 1), (600, 1600), (600, 1001), (1000, 2000)])
def test_nj_26_9_a_a_double_is_at_most_the_wagers_together(attack: int, wager: int) -> None:
    more = {"double_attack": attack} if attack else {}
    assert nj("9h Ks", box("5c 6d", f"double {wager} Kd", **more)).net("double") == wager
    assert nj("9h Ks", box("5c 6d", f"double {wager} Kd", **more)).verdict == "settled"


@pytest.mark.parametrize(("attack", "wager"), [(0, 1001), (600, 1601)])
def test_nj_26_9_a_a_double_above_the_wagers_together_is_found(attack: int, wager: int) -> None:
    more = {"double_attack": attack} if attack else {}
    answer = nj("9h Ks", box("5c 6d", f"double {wager} Kd", **more))
    assert answer.violations == {"double-above-limit"}
    assert answer.cite("double-above-limit") == "19:47-26.9(a)"
    assert answer.net("double") == wager


def test_nj_26_9_a_a_blackjack_is_not_doubled() -> None:
    answer = nj("9h Ks", box("Ac Kd", "double 1000 Kh"))
    assert "double-on-blackjack" in answer.violations
    assert answer.cite("double-on-blackjack") == "19:47-26.9(a)"


def test_nj_26_9_a_a_21_is_not_doubled_both_ways_i_30() -> None:
    one = box("5c 6d", "hit Kd, double 1000 Kh")
    found = nj("9h Ks", one)
    assert found.violations == {"double-on-21"}
    assert found.cite("double-on-21") == "19:47-26.9(a)"
    assert (found.net(), found.net("double")) == (-1000, -1000)
    assert nj("9h Ks", one, readings=["I-30"]).verdict == "settled"


def test_nj_26_9_a_no_double_after_standing() -> None:
    answer = nj("9h Ks", box("5c 6d", "stand, double 1000 Kh"))
    assert answer.violations == {"double-after-stand"}
    assert (answer.net(), answer.net("double")) == (1000, 1000)


def test_nj_26_9_a_there_is_no_free_double() -> None:
    assert "lammer-not-in-game" in nj("9h Ks", box("5c 6d", "double free Kh")).violations


@pytest.mark.parametrize(("drawn", "net"), [("Kd", 1), ("8d", 0), ("2d", -1)])
def test_nj_26_9_b_a_doubled_hand_is_paid_one_to_one(drawn: str, net: int) -> None:
    answer = nj("9h Ks", box("5c 6d", f"double 900 {drawn}", double_attack=600))
    nets = (answer.net(), answer.net("double_attack"), answer.net("double"))
    assert nets == (1000 * net, 600 * net, 900 * net)


@pytest.mark.parametrize("dealer", ["Ah Ks", "Kh As"])
def test_nj_26_9_c_a_late_blackjack_takes_the_original_wager_and_no_double(dealer: str) -> None:
    answer = without_reader(dealer, box("5c 6d", "double 1000 Kd"))
    assert (answer.net(), answer.net("double")) == (-1000, 0)
    assert (answer.line("double").outcome, answer.line("double").cite) == ("push", "19:47-26.9(c)")
    assert answer.verdict == "settled"


def test_nj_26_9_c_a_late_blackjack_and_the_double_attack_both_ways_i_16() -> None:
    """Original wager(s), against 26.5(b), which voids the double attack."""
    one = box("5c 6d", "double 1600 Kd", double_attack=600)
    void = without_reader("Kh As", one)
    assert (void.net(), void.net("double_attack"), void.net("double")) == (-1000, 0, 0)
    assert void.line("double_attack").readings == ("I-16",)
    collected = without_reader("Kh As", one, readings=["I-16"])
    assert (collected.net(), collected.net("double_attack"), collected.net("double")) == (-1000, -600, 0)
    assert collected.line("double_attack").cite == "19:47-26.9(c)"  # 26.5(b) would return it


def test_nj_26_9_c_a_doubled_hand_over_21_before_a_blackjack_both_ways_i_09() -> None:
    one = box("5c 7d", "double 1600 Kd", double_attack=600)
    lost = without_reader("Kh As", one)
    assert (lost.net(), lost.net("double_attack"), lost.net("double")) == (-1000, -600, -1600)
    assert lost.line("double").readings == ("I-09",)
    returned = without_reader("Kh As", one, readings=["I-09"])
    assert (returned.net(), returned.net("double_attack"), returned.net("double")) == (-1000, 0, 0)
    assert returned.line("double").readings == ("I-09",)
    assert "I-09" in returned.line("double_attack").readings and not returned.line().readings


def test_nj_26_9_c_a_late_blackjack_without_a_hole_card_does_the_same() -> None:
    answer = nj("Kh As", box("5c 6d", "double 1600 Kd", double_attack=600), hole_card=False)
    assert (answer.net(), answer.net("double_attack"), answer.net("double")) == (-1000, 0, 0)
    assert answer.verdict == "settled"


def test_nj_26_9_c_a_blackjack_that_the_reader_missed_takes_the_original_wager_and_no_double() -> None:
    answer = nj("Kh As", box("5c 6d", "double 1600 Kd", double_attack=600), reader="no_blackjack")
    assert (answer.net(), answer.net("double_attack"), answer.net("double")) == (-1000, 0, 0)
    assert answer.violations == {"reader-signal-wrong"}
