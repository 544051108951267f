"""N.J.A.C. 19:47-26.10 and 26.11: splitting and insurance; expected values by hand from the text."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified

nj = partial(verified, "nj-19-47-26")


def without_reader(dealer: str, *boxes: dict[str, Any], **options: Any) -> Verified:
    """A table that deals a hole card but uses no reader, 26.7(i)."""
    made = record("nj-19-47-26", dealer, *boxes, **options)
    made["options"] = {**made.get("options", {}), "reader": False}
    return Verified(verify_json(made, rulebooks()))


def held(answer: Verified) -> int | None:
    """How many cards the dealer should hold."""
    assert answer.dealer is not None
    return answer.dealer.should_hold


# 26.10 Splitting pairs


@pytest.mark.parametrize("cards", ["8c 8d", "8c 8c", "Kc Qd", "Jc Kd", "Ac Ad", "2c 2d"])
def test_nj_26_10_a_cards_of_identical_value_may_be_split(cards: str) -> None:
    ends = ", deal 9d" if cards[0] == "A" else ", stand, deal 9d, stand"
    assert nj("9h Ks", box(cards, f"split 1000 9c{ends}")).verdict == "settled"


@pytest.mark.parametrize("cards", ["8c 9d", "Ac Kd", "9c Kd", "5c 6d"])
def test_nj_26_10_a_cards_of_unequal_value_are_no_pair(cards: str) -> None:
    answer = nj("9h Ks", box(cards, "split 1000 2c, stand, deal 2d, stand"))
    assert "split-unequal" in answer.violations
    assert answer.cite("split-unequal") == "19:47-26.10(a)"


def test_nj_26_10_a_a_split_takes_the_initial_wager() -> None:
    answer = nj("9h Ks", box("8c 8d", "split 1000 Kc, stand, deal 3d, hit Kd"))
    assert (answer.net(), answer.net(hand=2)) == (-1000, 1000)  # 18 and 21 against 19
    assert answer.verdict == "settled"


def test_nj_26_10_a_with_a_double_attack_a_split_takes_both_together() -> None:
    answer = nj("9h Ks", box("8c 8d", "split 1600 Kc, stand, deal 3d, hit Kd", double_attack=600))
    assert answer.verdict == "settled"
    nets = [answer.net(wager, hand=hand) for hand in (1, 2) for wager in ("main", "double_attack")]
    assert nets == [-1000, -600, 1000, 600]
    assert rulebooks()["nj-19-47-26"].split.wager.value == "main-and-double-attack"


@pytest.mark.parametrize(("attack", "wager"), [(0, 999), (0, 1001), (600, 1000), (600, 1599), (600, 1601)])
def test_nj_26_10_a_a_split_for_another_amount_is_found(attack: int, wager: int) -> None:
    more = {"double_attack": attack} if attack else {}
    answer = nj("9h Ks", box("8c 8d", f"split {wager} Kc, stand, deal 3d, hit Kd", **more))
    assert answer.violations == {"split-wager-not-equal"}
    assert answer.cite("split-wager-not-equal") == "19:47-26.10(a)"


def test_nj_26_10_a_of_another_amount_the_main_comes_first() -> None:
    less = nj("9h Ks", box("8c 8d", "split 700 Kc, stand, deal 3d, hit Kd", double_attack=600))
    assert [(ln.wager, ln.stake) for ln in less.answer.lines if ln.hand == 2] == [("main", 700)]
    some = nj("9h Ks", box("8c 8d", "split 1100 Kc, stand, deal 3d, hit Kd", double_attack=600))
    assert [(ln.wager, ln.expected) for ln in some.answer.lines if ln.hand == 2] == [
        ("main", 1000),
        ("double_attack", 100),
    ]


def test_nj_26_10_a_there_is_no_free_split() -> None:
    assert "lammer-not-in-game" in nj("9h Ks", box("8c 8d", "split free Kc, stand, deal 3d, hit Kd")).violations


def test_nj_26_10_b_the_hand_on_the_dealers_left_is_finished_first() -> None:
    right = nj("9h Ks", box("8c 8d", "split 1000 3c, hit Kc, deal 3d, hit Kd"))
    assert right.verdict == "settled"
    early = nj("9h Ks", box("8c 8d", "split 1000 3c, deal 3d, hit Kc, hit Kd"))
    assert early.violations == {"deal-out-of-turn"}
    assert early.cite("deal-out-of-turn") == "19:47-26.10(b)"


def test_nj_26_10_b_a_new_hand_lies_right_after_the_one_it_came_from() -> None:
    """Split, split the first again: the hands from the left are 8+K, 8+9, 8+3."""
    decisions = "split 1000 8h, split 1000 Kc, stand, deal 9c, stand, deal 3c, hit Kd"
    answer = nj("9h 9s", box("8c 8d", decisions))
    assert answer.verdict == "settled"
    assert [answer.net(hand=hand) for hand in (1, 2, 3)] == [0, -1000, 1000]  # 18, 17, 21 against 18


FOUR = "split 1000 8h, split 1000 8s, split 1000 Kc, stand, deal 9c, stand, deal 9d, stand, deal 9s, stand"


FIVE = "split 1000 8h, split 1000 8s, split 1000 8h, split 1000 Kc" + ", stand, deal 9c" * 4 + ", stand"


THREE = "split 1000 8h, split 1000 Kc, stand, deal 9c, stand, deal 9d, stand"


@pytest.mark.parametrize(("positions", "decisions"), [(6, THREE), (6, FOUR), (7, THREE)])
def test_nj_26_10_c_four_hands_at_six_boxes_and_three_at_seven(positions: int, decisions: str) -> None:
    assert nj("9h 9s", box("8c 8d", decisions), positions=positions).verdict == "settled"


@pytest.mark.parametrize(("positions", "decisions"), [(6, FIVE), (7, FOUR)])
def test_nj_26_10_c_more_hands_are_found_and_settled(positions: int, decisions: str) -> None:
    answer = nj("9h 9s", box("8c 8d", decisions), positions=positions)
    assert answer.violations == {"split-too-many"}
    assert answer.cite("split-too-many") == "19:47-26.10(c)"
    assert len(answer.answer.lines) == (5 if positions == 6 else 4)


def test_nj_26_10_c_six_boxes_are_taken_where_the_record_does_not_say() -> None:
    assert nj("9h 9s", box("8c 8d", FOUR)).verdict == "settled"
    assert nj("9h 9s", box("8c 8d", FIVE)).violations == {"split-too-many"}


@pytest.mark.parametrize("positions", [1, 5, 8])
def test_nj_26_10_c_a_table_has_six_or_seven_boxes(positions: int) -> None:
    answer = nj("9h 9s", box("Kc Qd", "stand"), positions=positions)
    assert answer.violations == {"boxes-not-allowed"}
    assert answer.cite("boxes-not-allowed") == "19:47-26.10(c)"


def test_nj_26_10_c_a_seventh_box_needs_a_table_of_seven() -> None:
    seventh = box("Kc Qd", "stand", number=7)
    assert nj("9h 9s", seventh, positions=7).verdict == "settled"
    assert nj("9h 9s", seventh, positions=6).violations == {"box-beyond-table"}


def test_nj_26_10_c_a_second_split_needs_a_card_of_the_pairs_value() -> None:
    answer = nj("9h 9s", box("8c 8d", "split 1000 9c, split 1000 2c, stand, deal 2d, stand, deal 2h, stand"))
    assert answer.violations == {"split-unequal"}


def test_nj_26_10_c_a_split_hand_may_stand_draw_or_double() -> None:
    answer = nj("9h 9s", box("8c 8d", "split 1000 3c, double 1000 Kc, deal 2d, hit 9d, stand"))
    assert answer.verdict == "settled"
    assert (answer.net("double"), answer.net(hand=2)) == (1000, 1000)


@pytest.mark.parametrize("dealer", ["Ah Ks", "Kh As"])
def test_nj_26_10_d_a_late_blackjack_takes_the_first_hands_wager_only(dealer: str) -> None:
    answer = without_reader(dealer, box("8c 8d", "split 1000 Kc, stand, deal 3d, double 1000 Kd"))
    assert [answer.net(), answer.net(hand=2), answer.net("double", hand=2)] == [-1000, 0, 0]
    assert answer.line(hand=2).cite == "19:47-26.10(d)"
    assert answer.verdict == "settled"


def test_nj_26_10_d_a_late_blackjack_and_the_double_attacks_of_a_split_both_ways_i_16() -> None:
    one = box("8c 8d", "split 1600 Kc, stand, deal 3d, stand", double_attack=600)
    void = without_reader("Kh As", one)
    nets = [void.net(wager, hand=hand) for hand in (1, 2) for wager in ("main", "double_attack")]
    assert nets == [-1000, 0, 0, 0]
    collected = without_reader("Kh As", one, readings=["I-16"])
    nets = [collected.net(wager, hand=hand) for hand in (1, 2) for wager in ("main", "double_attack")]
    assert nets == [-1000, -600, 0, 0]
    assert collected.line("double_attack").cite == "19:47-26.10(d)"  # 26.5(b) would return it


def test_nj_26_10_d_a_split_hand_over_21_before_a_blackjack_both_ways_i_09() -> None:
    one = box("8c 8d", "split 1600 Kc, stand, deal 6d, hit Kd", double_attack=600)
    lost = without_reader("Kh As", one)
    nets = [lost.net(wager, hand=hand) for hand in (1, 2) for wager in ("main", "double_attack")]
    assert nets == [-1000, 0, -1000, -600]
    returned = without_reader("Kh As", one, readings=["I-09"])
    nets = [returned.net(wager, hand=hand) for hand in (1, 2) for wager in ("main", "double_attack")]
    assert nets == [-1000, 0, 0, 0]


def test_nj_26_10_e_each_split_ace_gets_one_card_and_is_complete() -> None:
    answer = nj("9h 9s", box("Ac Ad", "split 1000 9c, deal 6d"))
    assert answer.verdict == "settled"
    assert (answer.net(), answer.net(hand=2)) == (1000, -1000)  # 20 and 17 against 18


@pytest.mark.parametrize("decisions", ["split 1000 6c, hit 3c, deal 9d", "split 1000 9c, deal 6d, hit 3c"])
def test_nj_26_10_e_a_second_card_on_a_split_ace_is_found_and_counts(decisions: str) -> None:
    answer = nj("9h 9s", box("Ac Ad", decisions))
    assert answer.violations == {"draw-on-split-aces"}
    assert answer.cite("draw-on-split-aces") == "19:47-26.10(e)"
    assert (answer.net(), answer.net(hand=2)) == (1000, 1000)  # 20 and 20


@pytest.mark.parametrize("chosen", [[], ["I-31"]])
def test_nj_26_10_e_a_split_ace_is_not_doubled(chosen: list[str]) -> None:
    answer = nj("9h 9s", box("Ac Ad", "split 1000 6c, double 1000 3c, deal 9d"), readings=chosen)
    assert answer.violations == {"double-on-split-aces"}
    assert answer.cite("double-on-split-aces") == "19:47-26.10(e)"


def test_nj_26_10_e_aces_are_not_split_again() -> None:
    answer = nj("9h 9s", box("Ac Ad", "split 1000 Ah, split 1000 9c, deal 9d, deal 9h"))
    assert "aces-split-again" in answer.violations
    assert answer.cite("aces-split-again") == "19:47-26.10(e)"


# 26.11 Insurance


@pytest.mark.parametrize(
    ("hole", "net"), [("Kd", 1250), ("Qd", 1250), ("Jd", 1250)] + [(r + "d", -500) for r in "A23456789"]
)
def test_nj_26_11_a_insurance_wins_on_a_king_queen_or_jack_and_loses_on_the_rest(hole: str, net: int) -> None:
    answer = without_reader(f"Ah {hole}", box("Kc 6c", "surrender", insurance=500))
    assert answer.net("insurance") == net
    assert answer.verdict == "settled"


@pytest.mark.parametrize("up", [rank + "h" for rank in "23456789JQK"])
def test_nj_26_11_a_insurance_without_an_ace_is_found_and_returned(up: str) -> None:
    answer = nj(f"{up} 7d", box("Kc 6c", "surrender", insurance=500))
    assert answer.violations == {"insurance-without-ace"}
    assert answer.cite("insurance-without-ace") == "19:47-26.11(a)"
    assert (answer.line("insurance").outcome, answer.net("insurance")) == ("push", 0)


def test_nj_26_11_a_insurance_without_an_ace_is_returned_also_on_a_blackjack() -> None:
    assert without_reader("Kh Ad", box("Kc 6c", "stand", insurance=500)).net("insurance") == 0


@pytest.mark.parametrize("insurance", [1, 250, 500])
def test_nj_26_11_b_insurance_is_at_most_half_the_initial_wager(insurance: int) -> None:
    one = box("Kc Qc", "stand", insurance=insurance, double_attack=1000)
    assert nj("Ah 8d", one, reader="no_blackjack").verdict == "settled"


@pytest.mark.parametrize("insurance", [501, 1000])
def test_nj_26_11_b_a_double_attack_does_not_raise_the_half(insurance: int) -> None:
    answer = nj("Ah 8d", box("Kc Qc", "stand", insurance=insurance, double_attack=1000), reader="no_blackjack")
    assert answer.violations == {"insurance-above-half"}
    assert answer.cite("insurance-above-half") == "19:47-26.11(b)"
    assert answer.net("insurance") == -insurance


@pytest.mark.parametrize(
    ("main", "unit", "insurance", "right"),
    [
        (2500, 500, 1500, True),  # half is 12.50; the next that can be wagered in $5 chips
        (2500, 500, 1501, False),
        (2500, 500, 2000, False),
        (2500, 500, 1000, True),
        (3000, 500, 1500, True),  # half can be wagered: nothing above it
        (3000, 500, 2000, False),
        (1001, None, 500, True),  # no chip unit: at most exactly half
        (1001, None, 501, False),
        (1001, 1, 501, True),
    ],
)
def test_nj_26_11_b_where_half_cannot_be_wagered_the_next_chip_unit_can(
    main: int, unit: int | None, insurance: int, right: bool
) -> None:
    options = {} if unit is None else {"chip_unit": unit}
    answer = nj("Ah 8d", box("Kc Qc", "stand", main=main, insurance=insurance), **options)
    assert answer.violations == (set() if right else {"insurance-above-half"})


@pytest.mark.parametrize(("stake", "net"), [(500, 1250), (2, 5), (100, 250), (333, 833)])
def test_nj_26_11_c_insurance_pays_5_to_2(stake: int, net: int) -> None:
    """333 at 5 to 2 is 832.5: half a cent in the player's favour, I-14."""
    answer = nj("Ah Kd", box("Kc Qc", insurance=stake), reader="blackjack")
    assert (answer.line("insurance").outcome, answer.net("insurance")) == ("win", net)
    assert answer.line("insurance").cite == "19:47-26.11(c)"
    assert answer.codes == ({"rounded-to-the-cent"} if stake % 2 else set())


def test_nj_26_11_c_half_a_cent_goes_to_the_house_by_the_other_reading_i_14() -> None:
    answer = nj("Ah Kd", box("Kc Qc", insurance=333), reader="blackjack", readings=["I-14"])
    assert answer.net("insurance") == 832
    assert answer.verdict == "settled"


def test_nj_26_11_d_insurance_is_lost_when_the_second_card_makes_no_blackjack() -> None:
    answer = nj("Ah 8d", box("Kc Qc", "stand", insurance=500), reader="no_blackjack")
    assert (answer.line("insurance").outcome, answer.net("insurance")) == ("lose", -500)
    assert answer.line("insurance").cite == "19:47-26.11(d)"


@pytest.mark.parametrize(("hole", "net"), [("Kd", 1250), ("5d", -500)])
def test_nj_26_11_d_with_all_hands_over_the_second_card_is_shown_for_insurance_i_36(hole: str, net: int) -> None:
    one = box("Kc 6c", "hit 6d", insurance=500)
    for answer in (without_reader(f"Ah {hole}", one), nj(f"Ah {hole}", one, hole_card=False)):
        assert answer.verdict == "settled"
        assert answer.net("insurance") == net
        assert answer.line("insurance").readings == ("I-36",)


@pytest.mark.parametrize("hole", ["Kd", "5d"])
def test_nj_26_11_d_with_all_hands_over_insurance_is_returned_by_the_other_reading_i_36(hole: str) -> None:
    one = box("Kc 6c", "hit 6d", insurance=500)
    answer = without_reader(f"Ah {hole}", one, readings=["I-36"])
    assert (answer.line("insurance").outcome, answer.net("insurance")) == ("push", 0)
    assert answer.line("insurance").readings == ("I-36",)


def test_nj_26_11_d_by_the_other_reading_i_36_the_dealer_needs_no_second_card() -> None:
    one = box("Kc 6c", "hit 6d", insurance=500)
    answer = nj("Ah", one, hole_card=False, readings=["I-36"])
    assert answer.verdict == "settled"
    assert (answer.net(), answer.net("insurance"), held(answer)) == (-1000, 0, 1)


def test_nj_26_11_d_the_other_reading_i_36_is_about_tables_without_a_reader() -> None:
    one = box("Kc 6c", "hit 6d", insurance=500)
    assert nj("Ah 5d", one, reader="no_blackjack", readings=["I-36"]).net("insurance") == -500


def test_nj_26_11_d_the_other_reading_i_36_changes_nothing_while_a_hand_lives() -> None:
    over, lives = box("Kc 6c", "hit 6d", insurance=500), box("Kh 9c", "stand", number=2)
    assert without_reader("Ah Kd", over, lives, readings=["I-36"]).net("insurance") == 1250
