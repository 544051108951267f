"""N.J.A.C. 19:47-26.13: more than one person on a box; expected values by hand from the text."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.rulebook import BettorRules
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified

nj = partial(verified, "nj-19-47-26")


def bettor(main: int = 500, *follows: dict[str, int], **wagers: int) -> dict[str, Any]:
    """One person behind a box: the wagers, and how doubles and splits were followed."""
    made: dict[str, Any] = {"wagers": {"main": main, **wagers}}
    return made | ({"follows": list(follows)} if follows else {})


def covers(step: int, wager: int) -> dict[str, int]:
    return {"step": step, "wager": wager}


def keeps(step: int, hand: int) -> dict[str, int]:
    return {"step": step, "hand": hand}


def without_reader(dealer: str, *boxes: dict[str, Any], **options: Any) -> Verified:
    """A table that deals a hole card but uses no reader, 26.7(i)."""
    made = record("nj-19-47-26", dealer, *boxes, **options)
    made["options"] = {**made.get("options", {}), "reader": False}
    return Verified(verify_json(made, rulebooks()))


def bettors() -> BettorRules:
    """What the rulebook holds of more people on a box."""
    found = rulebooks()["nj-19-47-26"].bettors
    assert found is not None
    return found


def mains(answer: Verified, behind: int) -> dict[int, int]:
    """What the mains of one person did, by hand."""
    return {ln.hand: ln.expected for ln in answer.answer.lines if ln.wager == "main" and ln.behind == behind}


# 26.13(a) One to three people


def test_nj_26_13_a_up_to_three_people_share_a_hand_each_with_his_own_money() -> None:
    one = box("Kc Qd", "stand", behind=[bettor(500), bettor(2500, double_attack=700)])
    answer = nj("9h 9s", one)
    assert answer.verdict == "settled"
    nets = [answer.net(), answer.net(behind=1), answer.net(behind=2), answer.net("double_attack", behind=2)]
    assert nets == [1000, 500, 2500, 700]


def test_nj_26_13_a_a_fourth_person_is_a_finding_and_settled_like_the_others() -> None:
    most = bettors().most
    assert (most.value, most.cite) == (3, "19:47-26.13(a)")
    answer = nj("9h 9s", box("Kc Qd", "stand", behind=[bettor(), bettor(), bettor()]))
    assert (answer.violations, answer.cite("behind-too-many")) == ({"behind-too-many"}, "19:47-26.13(a)")
    assert answer.net(behind=3) == answer.net(behind=1) > 0


@pytest.mark.parametrize(
    ("wagers", "code", "cite"),
    [
        ({"double_attack": 501}, "double-attack-above-limit", "19:47-26.1"),
        ({"bust_it": 501}, "side-wager-above-limit", "19:47-26.6(b)1"),
        ({"bust_it": 99}, "side-wager-below-minimum", "19:47-26.6(b)"),
        ({"insurance": 251}, "insurance-above-half", "19:47-26.11(b)"),
        ({"push_22": 100}, "wager-of-another-game", "19:47-26.5(c)"),
    ],
)
def test_nj_26_13_a_each_persons_limits_are_those_of_his_own_wager(
    wagers: dict[str, int], code: str, cite: str
) -> None:
    """The caller has 10.00 on the box, the one behind 5.00."""
    answer = nj("Ah 8s", box("Kc Qd", "stand", double_attack=1000, behind=[bettor(500, **wagers)]))
    assert answer.violations == {code}
    assert answer.cite(code) == cite


def test_nj_26_13_a_a_person_behind_may_wager_more_than_the_caller() -> None:
    behind = [bettor(5000, double_attack=5000, bust_it=5000, insurance=2500)]
    answer = nj("Ah 8s", box("Kc Qd", "stand", double_attack=1000, behind=behind))
    assert answer.verdict == "settled"
    nets = [answer.net(wager, behind=1) for wager in ("main", "double_attack", "bust_it", "insurance")]
    assert nets == [5000, 5000, -5000, -2500]


def test_nj_26_13_a_a_posted_maximum_holds_for_each() -> None:
    one = box("Kc Qd", "stand", bust_it=400, behind=[bettor(500, bust_it=500)])
    assert nj("9h 9s", one, bonus_maximum=400).violations == {"side-wager-above-limit"}


def test_nj_26_13_b_the_callers_surrender_binds_all() -> None:
    answer = nj("5h 6s", box("Kc 6d", "surrender", behind=[bettor(500, double_attack=300), bettor(301)]))
    assert (answer.net(), answer.net(behind=1), answer.net("double_attack", behind=1)) == (-500, -250, -150)
    assert answer.net(behind=2) == -150  # I-14
    assert answer.verdict == "settled"


def test_nj_26_13_b_all_share_a_blackjack() -> None:
    answer = nj("5h 6s", box("Ac Kd", behind=[bettor(500)]))
    assert (answer.net(), answer.net(behind=1)) == (1000, 500)


# 26.13(d) Doubling


def test_nj_26_13_d_the_others_may_double_or_not() -> None:
    assert (bettors().double.value, bettors().double.cite) == ("optional", "19:47-26.13(d)")
    one = box("5c 6d", "double 1000 Kd", behind=[bettor(500, covers(0, 500)), bettor(700)])
    answer = nj("9h 9s", one)
    assert answer.verdict == "settled"
    assert (answer.net("double"), answer.net("double", behind=1)) == (1000, 500)
    assert (answer.net(behind=1), answer.net(behind=2)) == (500, 700)
    assert not [ln for ln in answer.answer.lines if ln.wager == "double" and ln.behind == 2]


def test_nj_26_13_d_who_does_not_follow_still_has_the_one_card() -> None:
    answer = nj("9h 9s", box("5c 6d", "double 1000 2d", behind=[bettor(500)]))
    assert (answer.net("double"), answer.net(behind=1)) == (-1000, -500)


@pytest.mark.parametrize(
    ("attack", "wager", "right"), [(0, 500, True), (0, 501, False), (300, 800, True), (300, 801, False)]
)
def test_nj_26_13_d_a_followed_double_is_at_most_his_own_wagers(attack: int, wager: int, right: bool) -> None:
    """The caller could double for 20.00; 26.9(a) speaks of his or her wager(s)."""
    more = {"double_attack": attack} if attack else {}
    behind = [bettor(500, covers(0, wager), **more)]
    answer = nj("9h 9s", box("5c 6d", "double 2000 Kd", double_attack=1000, behind=behind))
    assert answer.violations == (set() if right else {"double-above-limit"})
    assert answer.net("double", behind=1) == wager


def test_nj_26_13_d_a_double_followed_after_a_draw() -> None:
    one = box("2c 3d", "hit 6c, double 1000 Kd", behind=[bettor(500, covers(1, 250))])
    assert nj("9h 9s", one).net("double", behind=1) == 250


def test_nj_26_13_d_a_late_blackjack_returns_a_followed_double_too() -> None:
    one = box("5c 6d", "double 1000 Kd", behind=[bettor(500, covers(0, 800), double_attack=300)])
    answer = without_reader("Kh As", one)
    nets = [answer.net(wager, behind=1) for wager in ("main", "double_attack", "double")]
    assert nets == [-500, 0, 0]
    assert answer.line("double", behind=1).cite == "19:47-26.9(c)"


def test_nj_26_13_d_by_the_other_reading_i_16_only_who_added_loses_the_double_attack() -> None:
    """26.9(c) is about such player; who did not follow stands under 26.5(b)."""
    behind = [bettor(500, covers(0, 800), double_attack=300), bettor(500, double_attack=300)]
    one = box("5c 6d", "double 1000 Kd", double_attack=600, behind=behind)
    answer = without_reader("Kh As", one, readings=["I-16"])
    assert [answer.net("double_attack", behind=who) for who in (0, 1, 2)] == [-600, -300, 0]


def test_nj_26_13_d_following_a_double_by_naming_a_hand_is_unreadable() -> None:
    answer = nj("9h 9s", box("5c 6d", "double 1000 Kd", behind=[bettor(500, keeps(0, 1))]))
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("boxes[0].behind[0].follows[0]")


def test_nj_26_13_e_the_others_may_double_attack_or_not() -> None:
    behind = [bettor(500, double_attack=200), bettor(500)]
    answer = nj("9h 9s", box("Kc Qd", "stand", double_attack=1000, behind=behind))
    assert answer.verdict == "settled"
    assert answer.net("double_attack", behind=1) == 200
    assert not [ln for ln in answer.answer.lines if ln.wager == "double_attack" and ln.behind == 2]


# 26.13(f) Splitting. The hands: 8+K is 18, then 8+3+K is 21, against 19.

SPLIT = "split 1000 Kc, stand, deal 3d, hit Kd"


def test_nj_26_13_f_who_covers_has_a_wager_on_each_hand() -> None:
    answer = nj("9h Ks", box("8c 8d", SPLIT, behind=[bettor(500, covers(0, 500))]))
    assert answer.verdict == "settled"
    assert mains(answer, 1) == {1: -500, 2: 500}


def test_nj_26_13_f_who_covers_with_a_double_attack_covers_both() -> None:
    behind = [bettor(500, covers(0, 800), double_attack=300)]
    answer = nj("9h Ks", box("8c 8d", SPLIT, behind=behind))
    assert answer.verdict == "settled"
    assert mains(answer, 1) == {1: -500, 2: 500}
    assert [answer.net("double_attack", hand=hand, behind=1) for hand in (1, 2)] == [-300, 300]


@pytest.mark.parametrize(("hand", "net"), [(1, -500), (2, 500)])
def test_nj_26_13_f_who_names_a_hand_has_his_wager_there_alone(hand: int, net: int) -> None:
    behind = [bettor(500, keeps(0, hand), double_attack=300)]
    answer = nj("9h Ks", box("8c 8d", SPLIT, behind=behind))
    assert answer.verdict == "settled"
    assert mains(answer, 1) == {hand: net}
    assert answer.net("double_attack", hand=hand, behind=1) == (300 if net > 0 else -300)


def test_nj_26_13_f_two_people_may_choose_differently() -> None:
    assert (bettors().split.value, bettors().split.cite) == ("cover-or-name", "19:47-26.13(f)")
    behind = [bettor(500, keeps(0, 2)), bettor(700, covers(0, 700))]
    answer = nj("9h Ks", box("8c 8d", SPLIT, behind=behind))
    assert (mains(answer, 0), mains(answer, 1), mains(answer, 2)) == ({1: -1000, 2: 1000}, {2: 500}, {1: -700, 2: 700})


# Split, then the first hand again: 8+K 18, 8+2 10, 8+3+K 21 against 19.
AGAIN_FIRST = "split 1000 8h, split 1000 Kc, stand, deal 2d, stand, deal 3d, hit Kd"
# Split, then the second hand again: 8+K 18, 8+2 10, 8+3+K 21 against 19.
AGAIN_SECOND = "split 1000 Kc, stand, deal 8h, split 1000 2d, stand, deal 3d, hit Kd"


@pytest.mark.parametrize(
    ("decisions", "follows", "wanted"),
    [
        (AGAIN_FIRST, [covers(0, 500), covers(1, 500)], {1: -500, 2: -500, 3: 500}),
        (AGAIN_FIRST, [keeps(0, 1), keeps(1, 1)], {1: -500}),
        (AGAIN_FIRST, [keeps(0, 1), keeps(1, 2)], {2: -500}),
        (AGAIN_FIRST, [keeps(0, 2)], {3: 500}),  # the second hand moves on as the first is split again
        (AGAIN_FIRST, [covers(0, 500), keeps(1, 2)], {2: -500, 3: 500}),
        (AGAIN_SECOND, [keeps(0, 2), keeps(3, 3)], {3: 500}),
        (AGAIN_SECOND, [keeps(0, 2), keeps(3, 2)], {2: -500}),
        (AGAIN_SECOND, [keeps(0, 2), covers(3, 500)], {2: -500, 3: 500}),
        (AGAIN_SECOND, [keeps(0, 1)], {1: -500}),
    ],
)
def test_nj_26_13_f_a_resplit_is_covered_or_named_by_who_is_on_the_hand(
    decisions: str, follows: list[dict[str, int]], wanted: dict[int, int]
) -> None:
    """A hand is named by its number right after that split."""
    answer = nj("9h Ks", box("8c 8d", decisions, behind=[bettor(500, *follows)]))
    assert answer.verdict == "settled"
    assert mains(answer, 1) == wanted


def test_nj_26_13_f_a_double_is_followed_on_the_hand_that_was_named() -> None:
    decisions = "split 1000 Kc, stand, deal 3d, double 1000 Kd"
    answer = nj("9h Ks", box("8c 8d", decisions, behind=[bettor(500, keeps(0, 2), covers(3, 500))]))
    assert answer.verdict == "settled"
    assert answer.net("double", hand=2, behind=1) == 500


@pytest.mark.parametrize("wager", [499, 501, 799, 1000])
def test_nj_26_13_f_covering_for_another_amount_is_found(wager: int) -> None:
    """26.10(a): equal to his own wagers, here 5.00 and a double attack of 3.00, not the caller's."""
    behind = [bettor(500, covers(0, wager), double_attack=300)]
    answer = nj("9h Ks", box("8c 8d", SPLIT, behind=behind))
    assert answer.violations == {"split-wager-not-equal"}


def test_nj_26_13_f_a_late_blackjack_takes_the_original_wager_where_it_lies() -> None:
    named = without_reader("Kh As", box("8c 8d", SPLIT, behind=[bettor(500, keeps(0, 2))]))
    assert mains(named, 1) == {2: -500}
    covered = without_reader("Kh As", box("8c 8d", SPLIT, behind=[bettor(500, covers(0, 500))]))
    assert mains(covered, 1) == {1: -500, 2: 0}


@pytest.mark.parametrize(
    ("decisions", "behind"),
    [
        (SPLIT, bettor(500)),  # neither covered nor named
        (AGAIN_FIRST, bettor(500, covers(0, 500))),  # on the hand that was split again
        (AGAIN_FIRST, bettor(500, keeps(0, 1))),
        (AGAIN_SECOND, bettor(500, keeps(0, 2))),
        (SPLIT, bettor(500, keeps(0, 3))),  # none of the two
        (AGAIN_SECOND, bettor(500, keeps(0, 2), keeps(3, 1))),
        (SPLIT, bettor(500, covers(0, 500), covers(1, 500))),  # a stand
        (SPLIT, bettor(500, covers(0, 500), covers(2, 500))),  # a deal
        (SPLIT, bettor(500, covers(0, 500), covers(3, 500))),  # a hit
        (SPLIT, bettor(500, covers(0, 500), covers(4, 500))),  # no such step
        (SPLIT, bettor(500, covers(0, 500), covers(-4, 500))),
        (SPLIT, bettor(500, covers(0, 500), keeps(0, 1))),  # both ways at once
        (AGAIN_SECOND, bettor(500, keeps(0, 1), covers(3, 500))),  # a hand he is not on
    ],
)
def test_nj_26_13_f_what_nobody_can_place_is_unreadable(decisions: str, behind: dict[str, Any]) -> None:
    answer = nj("9h Ks", box("8c 8d", decisions, behind=[bettor(300, *LAWFUL[decisions]), behind]))
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("boxes[0].behind[1].follows")


LAWFUL = {
    SPLIT: [covers(0, 300)],
    AGAIN_FIRST: [covers(0, 300), covers(1, 300)],
    AGAIN_SECOND: [covers(0, 300), covers(3, 300)],
}


@pytest.mark.parametrize(
    "follow",
    [
        {"step": 0},
        {"step": 0, "wager": 500, "hand": 1},
        {"wager": 500},
        {"step": 0, "hand": 0},
        {"step": "0", "hand": 1},
    ],
)
def test_nj_26_13_f_a_follow_has_a_step_and_a_wager_or_a_hand(follow: dict[str, Any]) -> None:
    answer = nj("9h Ks", box("8c 8d", SPLIT, behind=[bettor(500, follow)]))
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("boxes[0].behind[0].follows[0]")


# 26.13(g) Insurance


def test_nj_26_13_g_each_insures_for_himself() -> None:
    assert (bettors().insurance.value, bettors().insurance.cite) == ("own", "19:47-26.13(g)")
    behind = [bettor(500, insurance=250), bettor(600)]
    answer = nj("Ah Ks", box("Kc Qd", behind=behind), reader="blackjack")
    assert answer.verdict == "settled"
    assert answer.net("insurance", behind=1) == 625
    assert {(ln.behind, ln.wager) for ln in answer.answer.lines if ln.wager == "insurance"} == {(1, "insurance")}
    assert [answer.net(behind=who) for who in (0, 1, 2)] == [-1000, -500, -600]


def test_nj_26_13_g_insurance_of_one_behind_keeps_the_second_card_coming_i_36() -> None:
    one = box("Kc 6d", "hit 6c", behind=[bettor(500, insurance=250)])
    assert nj("Ah", one, hole_card=False).verdict == "unreadable"
    assert nj("Ah Kd", one, hole_card=False).net("insurance", behind=1) == 625


def test_nj_26_13_g_a_bonus_of_one_behind_keeps_the_third_card_coming() -> None:
    one = box("Kc 6d", "hit 6c", behind=[bettor(500, bust_it=250)])
    assert nj("5h 6s", one).violations == {"dealer-stopped-short"}
    assert nj("Kh 6s 6h", one).net("bust_it", behind=1) == 3750


def test_nj_26_13_a_what_was_reported_for_one_behind_is_compared() -> None:
    reported = [{"wager": "main", "hand": 1, "net": 1000}, {"wager": "main", "hand": 1, "behind": 1, "net": 400}]
    answer = nj("9h 9s", box("Kc Qd", "stand", behind=[bettor(500)], reported=reported))
    assert answer.verdict == "mismatch"
    assert [(ln.behind, ln.wrong) for ln in answer.answer.lines] == [(0, False), (1, True)]
