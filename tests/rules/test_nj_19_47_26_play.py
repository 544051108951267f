"""N.J.A.C. 19:47-26.7 to 26.9: reader, second card, surrender, doubling; expected values by hand from the text."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified

nj = partial(verified, "nj-19-47-26")


def without_reader(dealer: str, *boxes: dict[str, Any], signal: Any = ..., **options: Any) -> Verified:
    """A table that deals a hole card but uses no reader, 26.7(i)."""
    made = record("nj-19-47-26", dealer, *boxes, reader=signal, **options)
    made["options"] = {**made.get("options", {}), "reader": False}
    return Verified(verify_json(made, rulebooks()))


# 26.7(g) The second card after the players


@pytest.mark.parametrize(
    ("up", "cards", "decisions", "net"),
    [
        ("Kh", "Kc 6d", "hit 6c", -1000),  # over 21: lost whatever the dealer has
        ("Ah", "Kc 6d", "hit 6c", -1000),  # I-09
        ("5h", "Kc 6d", "surrender", -500),  # 26.8(a)1: settled at once
        ("9h", "Ac Kd", "", 1000),  # no Blackjack can come of a nine: 26.5(a)
    ],
)
def test_nj_26_7_g_the_dealer_may_hold_one_card_where_nothing_is_left_to_decide(
    up: str, cards: str, decisions: str, net: int
) -> None:
    answer = nj(up, box(cards, decisions), hole_card=False)
    assert answer.verdict == "settled"
    assert answer.net() == net
    assert answer.dealer is not None
    assert (answer.dealer.should_hold, answer.dealer.blackjack) == (1, False)


@pytest.mark.parametrize(
    ("up", "one"),
    [
        ("5h", box("Kc 6d", "stand")),  # compared with his count, 26.5
        ("5h", box("5c 6d", "hit Kd")),  # a 21 too
        ("Kh", box("Ac Qd")),  # a Blackjack may be met by one, 26.5(b)
        ("Ah", box("Ac Qd")),
        ("Kh", box("Kc 6d", "surrender")),  # 26.8(a)2
        ("Ah", box("Kc 6d", "surrender")),
        ("5h", box("Kc 6d", "hit 6c", bust_it=200)),  # 26.6(d), 26.12(c)
        ("Ah", box("Kc 6d", "hit 6c", insurance=200)),  # 26.11(a), I-36
        ("5h", box("8c 8d", "split 1000 Kd, hit 9d, deal Kh, stand")),  # one of two hands lives
    ],
)
def test_nj_26_7_g_a_missing_second_card_on_which_something_depends_is_unreadable(up: str, one: dict[str, Any]) -> None:
    answer = nj(up, one, hole_card=False)
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("dealer.cards: ")


def test_nj_26_7_g_one_box_that_waits_is_enough_to_need_the_second_card() -> None:
    over, lives = box("Kc 6d", "hit 6c"), box("Kh 8d", "stand", number=2)
    assert nj("5h", over, lives, hole_card=False).verdict == "unreadable"


def test_nj_26_7_g_a_bettor_behind_can_need_the_second_card() -> None:
    one = box("Kc 6d", "hit 6c", behind=[{"wagers": {"main": 500, "bust_it": 100}}])
    assert nj("5h", one, hole_card=False).verdict == "unreadable"


def test_nj_26_7_g_a_hand_over_21_needs_the_second_card_by_the_other_reading_i_09() -> None:
    one = box("Kc 6d", "hit 6c")
    assert nj("Kh", one, hole_card=False, readings=["I-09"]).verdict == "unreadable"
    assert nj("5h", one, hole_card=False, readings=["I-09"]).verdict == "settled"


def test_nj_26_7_g_a_second_card_that_decides_nothing_may_still_be_dealt() -> None:
    """26.7(g) has the dealer deal it after the players; only what comes after it is 26.12's."""
    answer = nj("5h 6d", box("Kc 6d", "hit 6c"), hole_card=False)
    assert answer.verdict == "settled"
    assert answer.net() == -1000
    hole_card = rulebooks()["nj-19-47-26"].reader.hole_card
    assert (hole_card.value, hole_card.cite) == (False, "19:47-26.7(g)")  # the house may choose either way


def test_nj_26_7_g_one_card_is_too_few_where_a_hole_card_is_dealt() -> None:
    """26.7(i): the hole card lies there before the players act."""
    assert nj("5h", box("Kc 6d", "hit 6c")).verdict == "unreadable"
    assert without_reader("5h", box("Kc 6d", "hit 6c")).verdict == "unreadable"


def test_nj_26_7_g_no_card_at_all_is_unreadable() -> None:
    assert nj("", box("Kc 6d", "hit 6c"), hole_card=False).verdict == "unreadable"


# 26.7(i) The hole card and the reader


@pytest.mark.parametrize("up", ["Ah", "Kh", "Qh", "Jh"])
def test_nj_26_7_i_the_reader_is_used_with_an_ace_king_queen_or_jack(up: str) -> None:
    used = nj(f"{up} 9d", box("Kc Qd", "stand"), reader="no_blackjack")
    assert used.verdict == "settled"
    unused = nj(f"{up} 9d", box("Kc Qd", "stand"), reader=None)
    assert unused.violations == {"reader-unused"}
    assert unused.cite("reader-unused") == "19:47-26.7(i)"


@pytest.mark.parametrize("up", [rank + "h" for rank in "23456789"])
def test_nj_26_7_i_the_reader_is_not_used_with_two_to_nine(up: str) -> None:
    assert nj(f"{up} Kd", box("Kc 6d", "surrender"), reader=None).verdict == "settled"
    assert nj(f"{up} Kd", box("Kc 6d", "surrender"), reader="no_blackjack").violations == {"reader-needless"}


def test_nj_26_7_i_nobody_knows_whether_the_reader_was_used() -> None:
    assert nj("Kh 9d", box("Kc Qd", "stand")).verdict == "settled"


def test_nj_26_7_i_a_reader_is_the_houses_choice() -> None:
    assert without_reader("Kh 9d", box("Kc Qd", "stand"), signal=None).verdict == "settled"
    assert nj("Kh 9d", box("Kc Qd", "stand"), reader=None, hole_card=False).verdict == "settled"
    inspected = rulebooks()["nj-19-47-26"].reader.inspected_daily
    assert (inspected.value, inspected.policy) == (True, True)  # the house's, not the text's
    assert inspected.cite == "19:47-26.7(i)"


def test_nj_26_7_i_a_signal_at_a_table_without_a_reader_is_found() -> None:
    answer = without_reader("Kh 9d", box("Kc Qd", "stand"), signal="no_blackjack")
    assert answer.violations == {"reader-not-in-use"}
    assert answer.cite("reader-not-in-use") == "19:47-26.7(i)"


@pytest.mark.parametrize("signal", ["small", "medium", "large"])
def test_nj_26_7_i_this_reader_tells_a_blackjack_and_nothing_else(signal: str) -> None:
    answer = nj("Kh 9d", box("Kc Qd", "stand"), reader=signal)
    assert answer.violations == {"reader-signal-foreign"}
    assert answer.cite("reader-signal-foreign") == "19:47-26.7(i)"


def test_nj_26_7_i_a_blackjack_shown_by_the_reader_ends_the_round() -> None:
    """No additional cards, and the hands as dealt are settled under 26.5 and 26.6."""
    answer = nj("Kh Ad", box("5c 6d", bust_it=500, double_attack=300), reader="blackjack")
    assert answer.verdict == "settled"
    assert (answer.net(), answer.net("double_attack"), answer.net("bust_it")) == (-1000, 0, -500)


@pytest.mark.parametrize("decisions", ["hit 5h, stand", "double 1000 5h", "hit Kh"])
def test_nj_26_7_i_cards_after_a_blackjack_shown_by_the_reader_are_found(decisions: str) -> None:
    answer = nj("Kh Ad", box("5c 6d", decisions), reader="blackjack")
    assert answer.violations == {"cards-after-blackjack"}
    assert answer.cite("cards-after-blackjack") == "19:47-26.7(i)"
    assert answer.net() == -1000
    assert rulebooks()["nj-19-47-26"].blackjack.no_more_cards.value is True


def test_nj_26_7_i_without_a_reader_cards_before_a_blackjack_are_right() -> None:
    answer = without_reader("Kh Ad", box("5c 6d", "hit 5h, stand"))
    assert answer.verdict == "settled"


def test_nj_26_7_i_without_a_reader_a_blackjack_ends_no_players_hand() -> None:
    """The players acted before it was seen, so a hand left open is not explained by it."""
    assert without_reader("Kh Ad", box("5c 6d")).verdict == "unreadable"
    assert nj("Kh Ad", box("5c 6d"), hole_card=False).verdict == "unreadable"


# 26.8 Surrender


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [("Kc 6d", "surrender"), ("5c 6d", "hit 5h, surrender"), ("2c 3d", "hit 5h, hit 6h, surrender")]
    + [("5c 6d", "double 1000 2h, surrender"), ("2c 3d", "hit 5h, double 500 6h, surrender")],
)
def test_nj_26_8_a_surrender_on_two_cards_after_drawing_and_after_doubling(cards: str, decisions: str) -> None:
    answer = nj("5h 7s 9s", box(cards, decisions), box("Kc 9d", "stand", number=2))
    assert answer.verdict == "settled"
    assert (answer.line().outcome, answer.net()) == ("half", -500)


def test_nj_26_8_a_surrender_of_one_hand_after_a_split() -> None:
    answer = nj("5h Ks 7s", box("8c 8d", "split 1000 7d, surrender, deal 3d, stand"))
    assert answer.verdict == "settled"
    assert (answer.net(), answer.net(hand=2)) == (-500, 1000)


def test_nj_26_8_a_no_surrender_after_standing() -> None:
    answer = nj("5h Ks 7s", box("Kc 6d", "stand, surrender"))
    assert answer.violations >= {"surrender-after-stand"}
    assert answer.cite("surrender-after-stand") == "19:47-26.8(a)"
    assert answer.net() == -500


def test_nj_26_8_a_no_surrender_of_a_blackjack_nor_twice() -> None:
    assert "surrender-on-blackjack" in nj("5h Ks", box("Ac Kd", "surrender")).violations
    assert "surrender-twice" in nj("5h Ks", box("Kc 6d", "surrender, surrender")).violations


@pytest.mark.parametrize(
    ("cards", "decisions"), [("5c 6d", "hit Kd, surrender"), ("5c 6d", "double 1000 Kd, surrender")]
)
def test_nj_26_8_a_surrender_at_21_both_ways_i_35(cards: str, decisions: str) -> None:
    found = nj("5h Ks", box(cards, decisions))
    assert found.violations == {"surrender-at-21"}
    assert found.cite("surrender-at-21") == "19:47-26.8(a)"
    assert found.net() == -500
    allowed = nj("5h Ks", box(cards, decisions), readings=["I-35"])
    assert allowed.verdict == "settled"
    assert allowed.net() == -500
    assert nj("5h Ks", box("5c 6d", "hit 9d, surrender")).verdict == "settled"  # at 20
    under_21 = rulebooks()["nj-19-47-26"].surrender.under_21
    assert under_21 is not None
    assert under_21.value == 21


def test_nj_26_8_a_a_hand_over_21_cannot_be_surrendered_under_either_reading() -> None:
    for chosen in ([], ["I-35"]):
        assert "surrender-at-21" in nj("5h Ks", box("Kc 6d", "hit 6c, surrender"), readings=chosen).violations


def test_nj_26_8_a_surrender_of_a_split_ace_both_ways_i_31() -> None:
    one = box("Ac Ad", "split 1000 5c, surrender, deal 9d")
    allowed = nj("5h Ks 7s", one)
    assert allowed.verdict == "settled"
    assert (allowed.net(), allowed.net(hand=2)) == (-500, 1000)
    found = nj("5h Ks 7s", one, readings=["I-31"])
    assert found.violations == {"surrender-on-split-aces"}


@pytest.mark.parametrize("up", [rank + "h" for rank in "23456789"])
def test_nj_26_8_a_1_against_two_to_nine_half_of_all_wagers_goes(up: str) -> None:
    one = box("5c 6d", "double 1600 2c, surrender", double_attack=600)
    answer = nj(f"{up} Ks", one)
    assert {wager: answer.net(wager) for wager in ("main", "double_attack", "double")} == {
        "main": -500,
        "double_attack": -300,
        "double": -800,
    }
    assert answer.line().cite == answer.line("double_attack").cite == "19:47-26.8(a)1"
    assert answer.verdict == "settled"


@pytest.mark.parametrize("up", ["Ah", "Kh", "Qh", "Jh"])
def test_nj_26_8_a_2_against_a_high_card_the_half_waits_for_the_second_card(up: str) -> None:
    answer = nj(f"{up} 9s", box("5c 6d", "double 1600 2c, surrender", double_attack=600))
    assert (answer.net(), answer.net("double_attack"), answer.net("double")) == (-500, -300, -800)
    assert answer.line().cite == answer.line("double_attack").cite == "19:47-26.8(a)2"
    assert answer.verdict == "settled"


@pytest.mark.parametrize("dealer", ["Ah Ks", "Jh As"])
def test_nj_26_8_a_2_a_dealers_blackjack_takes_the_whole_initial_wager(dealer: str) -> None:
    answer = without_reader(dealer, box("Kc 6d", "surrender"))
    assert (answer.line().outcome, answer.net(), answer.line().cite) == ("lose", -1000, "19:47-26.8(a)2")
    assert answer.verdict == "settled"


def test_nj_26_8_a_2_the_double_attack_of_a_surrendered_hand_both_ways_i_08() -> None:
    """The entire wager against 26.5(b), which voids a double attack on a dealer's Blackjack."""
    one = box("Kc 6d", "surrender", double_attack=600)
    void = without_reader("Ah Ks", one)
    assert (void.net(), void.net("double_attack")) == (-1000, 0)
    assert void.line("double_attack").readings == ("I-08",)
    collected = without_reader("Ah Ks", one, readings=["I-08"])
    assert (collected.net(), collected.net("double_attack")) == (-1000, -600)
    taken = collected.line("double_attack")
    assert (taken.readings, taken.cite) == (("I-08",), "19:47-26.8(a)2")  # 26.5(b) would return it


def test_nj_26_8_a_2_a_double_surrendered_before_a_blackjack_is_not_collected() -> None:
    """26.9(c) has the word about what was added in doubling."""
    answer = without_reader("Ah Ks", box("5c 6d", "double 1000 2c, surrender"))
    assert (answer.net(), answer.net("double")) == (-1000, 0)


def test_nj_26_8_a_2_half_of_an_odd_amount_goes_in_the_players_favour_i_14() -> None:
    one = box("Kc 6d", "surrender", main=1001)
    answer = nj("Kh 9s", one)
    assert answer.net() == -500
    assert answer.codes == {"rounded-to-the-cent"}
    assert answer.verdict == "settled"
    assert nj("Kh 9s", one, readings=["I-14"]).net() == -501


def test_nj_26_8_b_insurance_and_surrender_are_settled_apart() -> None:
    one = box("Kc 6d", "surrender", insurance=500)
    lost = without_reader("Ah 9s", one)
    assert (lost.net(), lost.net("insurance")) == (-500, -500)
    won = without_reader("Ah Ks", one)
    assert (won.net(), won.net("insurance")) == (-1000, 1250)
