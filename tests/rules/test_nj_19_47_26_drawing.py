"""N.J.A.C. 19:47-26.12: drawing, the players' and the dealer's; expected values by hand from the text."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from tests.deal import Verified, box, verified

nj = partial(verified, "nj-19-47-26")


def held(answer: Verified) -> int | None:
    """How many cards the dealer should hold."""
    assert answer.dealer is not None
    return answer.dealer.should_hold


# 26.12 Drawing


@pytest.mark.parametrize("decisions", ["hit 5d, stand", "hit 2d, hit 3d, stand", "hit 5d, hit 4d, stand"])
def test_nj_26_12_a_a_player_may_draw_below_21(decisions: str) -> None:
    assert nj("9h 9s", box("5c 6c", decisions)).verdict == "settled"
    assert rulebooks()["nj-19-47-26"].draw.under_21.value == 21


@pytest.mark.parametrize(
    ("cards", "decisions", "code"),
    [
        ("5c 6c", "hit Kd, hit 2d", "draw-on-21"),  # a hard 21
        ("Ac Kd", "hit 2d, stand", "draw-on-21"),  # a Blackjack
        ("Kc 6c", "hit 6d, hit 2d", "draw-over-21"),
        ("Kc 6c", "surrender, hit 2d", "draw-after-surrender"),
    ],
)
@pytest.mark.parametrize("chosen", [[], ["I-30"]])
def test_nj_26_12_a_a_draw_on_a_complete_hand_is_found(
    cards: str, decisions: str, code: str, chosen: list[str]
) -> None:
    answer = nj("9h 9s", box(cards, decisions), readings=chosen)
    assert answer.violations == {code}
    assert answer.cite(code) == ("19:47-26.8(a)" if code == "draw-after-surrender" else "19:47-26.12(a)")


def test_nj_26_7_e_nothing_is_drawn_after_standing() -> None:
    answer = nj("9h 9s", box("Kc 6c", "stand, hit 2d"))
    assert (answer.violations, answer.cite("draw-after-stand")) == ({"draw-after-stand"}, "19:47-26.7(e)")


def test_nj_26_12_a_a_draw_on_21_counts() -> None:
    assert nj("9h 9s", box("5c 6c", "hit Kd, hit 2d")).net() == -1000  # 23


def test_nj_26_12_a_a_soft_21_both_ways_i_30() -> None:
    """Less than 21 in the opening words, a hard 21 in (a)1."""
    one = box("Ac 5c", "hit 5d, hit 9d, stand")  # soft 21, then 20
    found = nj("9h 9s", one)
    assert found.violations == {"draw-on-21"}
    assert found.cite("draw-on-21") == "19:47-26.12(a)"
    assert "(reading I-30)" in found.answer.findings[0].message
    hard = nj("9h 9s", box("5c 6c", "hit Kd, hit 2d"))
    assert "I-30" not in hard.answer.findings[0].message, "the text itself says so of a hard 21"
    assert found.net() == 1000
    allowed = nj("9h 9s", one, readings=["I-30"])
    assert allowed.verdict == "settled"
    assert allowed.net() == 1000


def test_nj_26_12_a_a_stand_on_a_complete_hand_is_nothing() -> None:
    assert nj("9h 9s", box("5c 6c", "hit Kd, stand")).verdict == "settled"


def test_nj_26_12_a_2_a_doubled_hand_draws_one_card() -> None:
    answer = nj("9h 9s", box("5c 6c", "double 1000 2d, hit 6d"))
    assert answer.violations == {"draw-after-double"}
    assert answer.cite("draw-after-double") == "19:47-26.12(a)2"
    assert (answer.net(), answer.net("double")) == (1000, 1000)  # 19 against 18
    assert rulebooks()["nj-19-47-26"].double.one_card.value == 1


def test_nj_26_12_a_2_a_hand_is_not_doubled_twice() -> None:
    answer = nj("9h 9s", box("5c 6c", "double 500 2d, double 500 6d"))
    assert "double-twice" in answer.violations
    assert answer.cite("double-twice") == "19:47-26.12(a)2"


@pytest.mark.parametrize("dealer", ["Kh 7s", "9h 9s", "Ah 6s", "Ah 7s", "5h 6s 6c", "2h 3s 4c 5d 3h", "6h Ks Kc"])
def test_nj_26_12_b_the_dealer_stops_on_17_or_more_hard_or_soft(dealer: str) -> None:
    answer = nj(dealer, box("Kc Qd", "stand"))
    assert answer.verdict == "settled"
    assert held(answer) == len(dealer.split())


@pytest.mark.parametrize("dealer", ["Kh 6s", "9h 7s", "Ah 5s", "5h 6s 5c", "Ah 2s 3c", "2h 3s"])
def test_nj_26_12_b_a_dealer_who_stops_on_16_or_less_stopped_short(dealer: str) -> None:
    answer = nj(dealer, box("Kc Qd", "stand"))
    assert answer.violations == {"dealer-stopped-short"}
    assert answer.cite("dealer-stopped-short") == "19:47-26.12(b)"
    assert held(answer) is None


@pytest.mark.parametrize(
    "one",
    [
        box("Kc 6c", "hit 6d"),  # over 21
        box("Kc 6c", "surrender"),
        box("Ac Kd"),  # a Blackjack wins against any total of three cards, 26.5(a)
        box("8c 8d", "split 1000 6c, hit 9d, deal 7d, surrender"),
    ],
)
def test_nj_26_12_c_the_dealer_does_not_draw_when_it_changes_nothing(one: dict[str, Any]) -> None:
    stopped = nj("5h 6s", one)
    assert stopped.verdict == "settled"
    assert held(stopped) == 2
    drew = nj("5h 6s 9h", one)
    assert drew.violations == {"dealer-drew-needlessly"}
    assert drew.cite("dealer-drew-needlessly") == "19:47-26.12(c)"
    assert held(drew) == 2
    assert drew.net() == stopped.net()


def test_nj_26_12_c_one_live_hand_makes_him_draw() -> None:
    over, lives = box("Kc 6c", "hit 6d"), box("Kh 2c", "stand", number=2)
    assert nj("5h 6s", over, lives).violations == {"dealer-stopped-short"}
    assert nj("5h 6s 9h", over, lives).verdict == "settled"


@pytest.mark.parametrize(
    ("dealer", "should_hold", "net"), [("Kh 6s 6h", 3, 3000), ("5h 4s 6h", 3, -200), ("9h 8s", 2, -200)]
)
def test_nj_26_12_c_for_a_bonus_alone_he_draws_to_the_third_card_and_no_further(
    dealer: str, should_hold: int, net: int
) -> None:
    answer = nj(dealer, box("Kc 6c", "hit 6d", bust_it=200))
    assert answer.verdict == "settled"
    assert (held(answer), answer.net("bust_it")) == (should_hold, net)


def test_nj_26_12_c_for_a_bonus_alone_a_fourth_card_is_needless_and_does_not_count() -> None:
    answer = nj("5h 4s 6h Ks", box("Kc 6c", "hit 6d", bust_it=200))
    assert answer.violations == {"dealer-drew-needlessly"}
    assert (held(answer), answer.net("bust_it")) == (3, -200)
    assert answer.dealer is not None
    assert answer.dealer.total == 15


def test_nj_26_12_c_for_a_bonus_he_must_draw_the_third_card() -> None:
    answer = nj("5h 4s", box("Kc 6c", "hit 6d", bust_it=200))
    assert answer.violations == {"dealer-stopped-short"}


def test_nj_26_12_c_a_bonus_that_could_not_be_placed_makes_no_draw() -> None:
    one = box("Kc 6c", "hit 6d", bust_it=200)
    assert nj("5h 4s", one, side_wagers=[]).violations == {"side-wager-not-offered"}
    assert "dealer-drew-needlessly" in nj("5h 4s 6h", one, side_wagers=[]).violations


def test_nj_26_12_c_a_hand_over_21_makes_him_draw_by_the_other_reading_i_01() -> None:
    """Where a dealer's bust would return it, his count has an effect."""
    one = box("Kc 6c", "hit 6d")
    assert nj("5h 6s", one, readings=["I-01"]).violations == {"dealer-stopped-short"}
    assert nj("5h Ks Kh", one, readings=["I-01"]).net() == 0
