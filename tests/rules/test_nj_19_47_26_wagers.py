"""N.J.A.C. 19:47-26.1 to 26.6: words, cards, the wagers and what they win; expected values by hand from the text."""

from __future__ import annotations

from functools import partial

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified

nj = partial(verified, "nj-19-47-26")


def without_reader(dealer: str, *boxes: dict[str, object], **options: object) -> Verified:
    """A table that deals a hole card but uses no reader, 26.7(i)."""
    made = record("nj-19-47-26", dealer, *boxes, **options)
    made["options"] = {**made.get("options", {}), "reader": False}
    return Verified(verify_json(made, rulebooks()))


# 26.1 Definitions


@pytest.mark.parametrize("attack", [1, 500, 999, 1000])
def test_nj_26_1_double_attack_may_be_anything_up_to_the_initial_wager(attack: int) -> None:
    answer = nj("9c Kd", box("Kc Qd", "stand", double_attack=attack))
    assert answer.verdict == "settled"
    assert (answer.net(), answer.net("double_attack")) == (1000, attack)


def test_nj_26_1_double_attack_above_the_initial_wager_is_found_and_settled_as_placed() -> None:
    answer = nj("9c Kd", box("Kc Qd", "stand", double_attack=1001))
    assert answer.violations == {"double-attack-above-limit"}
    assert answer.cite("double-attack-above-limit") == "19:47-26.1"
    assert answer.net("double_attack") == 1001


def test_nj_26_1_double_attack_of_exactly_the_initial_wager_by_the_other_reading_i_07() -> None:
    """26.7(d) says equal where 26.1 says not to exceed."""
    less = nj("9c Kd", box("Kc Qd", "stand", double_attack=500), readings=["I-07"])
    assert less.violations == {"double-attack-not-equal"}
    assert less.net("double_attack") == 500
    equal = nj("9c Kd", box("Kc Qd", "stand", double_attack=1000), readings=["I-07"])
    assert equal.verdict == "settled"
    more = nj("9c Kd", box("Kc Qd", "stand", double_attack=1500), readings=["I-07"])
    assert more.violations == {"double-attack-above-limit"}


def test_nj_26_1_ace_and_king_of_a_split_hand_are_21_and_no_blackjack() -> None:
    """Against a dealer's 21 of three cards a Blackjack wins, 26.5(a)3, and a 21 ties, 26.5(b)."""
    split = box("Ac Ad", "split 1000 Kc, deal 5d", number=1)
    dealt = box("As Kd", number=2)
    answer = nj("7c 7d 7h", split, dealt)
    assert answer.line(box=1).outcome == "push"
    assert answer.line(hand=2, box=1).outcome == "lose"  # a 16
    assert answer.line(box=2).outcome == "win"


# 26.2 Cards; number of decks; value of cards


@pytest.mark.parametrize("decks", [6, 8])
def test_nj_26_2_a_six_or_eight_decks(decks: int) -> None:
    assert nj("9c Kd", box("Kc Qd", "stand"), decks=decks).verdict == "settled"


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 7, 9])
def test_nj_26_2_a_other_numbers_of_decks_are_found(decks: int) -> None:
    answer = nj("9c Kd", box("Kc Qd", "stand"), decks=decks)
    assert answer.violations == {"decks-not-allowed"}
    assert answer.cite("decks-not-allowed") == "19:47-26.2(a)"


def eights(count: int) -> list[dict[str, object]]:
    """Boxes that hold so many eights of clubs between them."""
    cards = ["8c"] * count + ["Kd"] * (count % 2)
    return [box(f"{cards[n]} {cards[n + 1]}", "stand", number=n // 2 + 1) for n in range(0, len(cards), 2)]


def test_nj_26_2_a_eight_decks_are_taken_where_the_record_does_not_say() -> None:
    assert nj("9c Kd", *eights(8)).verdict == "settled"
    nine = nj("9c Kd", *eights(9))
    assert nine.violations == {"too-many-copies"}
    assert nine.cite("too-many-copies") == "19:47-26.2(a)"


def test_nj_26_2_a_six_decks_hold_six_of_a_card() -> None:
    assert nj("9c Kd", *eights(6), decks=6).verdict == "settled"
    assert nj("9c Kd", *eights(7), decks=6).violations == {"too-many-copies"}


@pytest.mark.parametrize(
    ("dealer", "cards", "decisions"),
    [("Th 9d", "Kc Qd", "stand"), ("9d Th", "Kc Qd", "stand"), ("9c Kd", "Th Qd", "stand")]
    + [("9c Kd", "5h Qd", "hit Th"), ("9c Kd", "5h 6d", "double 1000 Th")],
)
def test_nj_26_2_a_a_ten_is_not_in_the_decks(dealer: str, cards: str, decisions: str) -> None:
    answer = nj(dealer, box(cards, decisions))
    assert answer.violations == {"card-not-in-deck"}
    assert answer.cite("card-not-in-deck") == "19:47-26.2(a)"


def test_nj_26_2_a_a_round_with_a_ten_is_settled_as_it_was_played() -> None:
    assert nj("9c Kd", box("Th Qd", "stand")).net() == 1000  # 20 against 19


def test_nj_26_2_a_no_two_batches_and_24_hours_only_by_house_policy() -> None:
    """The paragraph asks for backs of one colour and sets no hours."""
    cards = rulebooks()["nj-19-47-26"].cards
    assert cards.two_batches.value is False
    assert (cards.change_hours.value, cards.change_hours.policy) == (24, True)
    cited = {cards.two_batches.cite, cards.change_hours.cite, cards.usual_decks.cite}
    assert cited == {"19:47-26.2(a)"}


@pytest.mark.parametrize(("card", "net"), [("2c", -1000), ("8c", 0), ("9c", 1000)])
def test_nj_26_2_b_1_number_cards_count_their_face(card: str, net: int) -> None:
    assert nj("9h Jd", box("5d 6d", f"hit {card}, stand")).net() == net  # 11 and the card, against 19


@pytest.mark.parametrize("card", ["Jc", "Qc", "Kc"])
def test_nj_26_2_b_2_pictures_count_ten(card: str) -> None:
    assert nj("9h Jd", box(f"9d {card}", "stand")).line().outcome == "push"


def test_nj_26_2_b_3_an_ace_counts_11_unless_that_passes_21() -> None:
    assert nj("9h Jd", box("Ac 8d", "stand")).line().outcome == "push"  # 19
    assert nj("9h Jd", box("Ac 8d", "hit Kd, stand")).line().outcome == "push"  # 1 + 8 + 10
    assert nj("9h Jd", box("Ac Ad", "hit 8d, stand")).net() == 1000  # 11 + 1 + 8 = 20
    assert rulebooks()["nj-19-47-26"].cards.dealer_ace_limit.cite == "19:47-26.2(b)3"


def test_nj_26_2_b_3_two_aces_of_the_dealer_are_12_and_he_draws() -> None:
    answer = nj("Ac Ad 9h", box("Kc Qd", "stand"), reader="no_blackjack")
    assert answer.verdict == "settled"
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.soft, answer.dealer.should_hold) == (21, True, 3)
    assert answer.net() == -1000


def test_nj_26_2_b_3_a_dealers_ace_falls_back_to_one() -> None:
    answer = nj("Ac 5d Kh 2c", box("Kc Qd", "stand"), reader="no_blackjack")
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.soft) == (18, False)
    assert answer.verdict == "settled"


# 26.5 What wins, loses and is void


@pytest.mark.parametrize("dealer", ["6c Kd 6h", "6c Kd 7h", "6c Kd Kh"])
@pytest.mark.parametrize("cards", ["5c 7d", "Kc Qd", "5c 6d"])
def test_nj_26_5_a_1_any_hand_up_to_21_wins_when_the_dealer_passes_21(dealer: str, cards: str) -> None:
    """A dealer's 22 is no more than that here."""
    answer = nj(dealer, box(cards, "stand", double_attack=600))
    assert (answer.net(), answer.net("double_attack")) == (1000, 600)
    assert answer.line().cite == answer.line("double_attack").cite == "19:47-26.5(a)1"
    assert answer.verdict == "settled"
    twenty_two = rulebooks()["nj-19-47-26"].dealer.twenty_two
    assert (twenty_two.value, twenty_two.cite) == ("over", "19:47-26.5(a)1")


def test_nj_26_5_a_1_a_hand_over_21_loses() -> None:
    answer = nj("9c Kd", box("Kc 6d", "hit 6c", double_attack=600))
    assert (answer.net(), answer.net("double_attack")) == (-1000, -600)
    assert answer.line().cite == "19:47-26.5(a)1"


def test_nj_26_5_a_1_a_hand_over_21_loses_also_when_the_dealer_passes_21_i_01() -> None:
    over, live = box("Kc 6d", "hit 6c", double_attack=600), box("Kh 2d", "stand", number=2)
    answer = nj("6h Kd 6s", over, live)
    assert (answer.net(), answer.net("double_attack"), answer.net(box=2)) == (-1000, -600, 1000)
    assert answer.line().readings == ("I-01",)


@pytest.mark.parametrize("dealer", ["6h Kd 6s", "6h Kd 9s"])
def test_nj_26_5_a_1_a_hand_over_21_is_returned_by_the_other_reading_i_01(dealer: str) -> None:
    over, live = box("Kc 6d", "hit 6c", double_attack=600), box("Kh 2d", "stand", number=2)
    answer = nj(dealer, over, live, readings=["I-01"])
    assert (answer.net(), answer.net("double_attack"), answer.net(box=2)) == (0, 0, 1000)
    assert answer.line().readings == ("I-01",)
    assert answer.verdict == "settled"


def test_nj_26_5_a_1_a_hand_over_21_still_loses_to_a_dealer_of_21_or_less_under_i_01() -> None:
    assert nj("9c Kd", box("Kc 6d", "hit 6c"), readings=["I-01"]).net() == -1000


@pytest.mark.parametrize(("cards", "net"), [("Kc Qd", 1000), ("Kc 9d", 0), ("Kc 8d", -1000)])
def test_nj_26_5_a_2_the_higher_total_wins_and_the_lower_loses(cards: str, net: int) -> None:
    answer = nj("9h Jd", box(cards, "stand", double_attack=1000))
    assert answer.net() == answer.net("double_attack") == net
    assert answer.line().cite == ("19:47-26.5(a)2" if net else "19:47-26.5(b)")


def test_nj_26_5_a_2_a_21_waits_for_the_dealer() -> None:
    assert nj("7c 7d 7h", box("5c 6d", "hit Kc")).line().outcome == "push"
    assert nj("9c Kd", box("5c 6d", "hit Kc")).net() == 1000
    waits = rulebooks()["nj-19-47-26"].draw.twenty_one_paid_at_once
    assert (waits.value, waits.cite) == (False, "19:47-26.5(a)2")


def test_nj_26_5_a_3_a_blackjack_wins_against_a_dealers_21_of_three_cards() -> None:
    answer = nj("7c 7d 7h", box("Ac Kd", double_attack=700), box("2c 3d", "hit 6c, stand", number=2))
    assert (answer.net(), answer.net("double_attack")) == (1000, 700)
    assert answer.verdict == "settled"


@pytest.mark.parametrize("dealer", ["Kh 8d", "9h 9d", "Ah 7d", "2h 3d 4c 9s"])
def test_nj_26_5_b_equal_points_are_void(dealer: str) -> None:
    answer = nj(dealer, box("Kc 8d", "stand", double_attack=300))
    assert (answer.line().outcome, answer.net()) == ("push", 0)
    assert (answer.line("double_attack").outcome, answer.net("double_attack")) == ("push", 0)
    assert answer.line().cite == answer.line("double_attack").cite == "19:47-26.5(b)"


@pytest.mark.parametrize("dealer", ["Ah Kd", "Qh Ad"])
def test_nj_26_5_b_both_blackjack_is_void(dealer: str) -> None:
    answer = nj(dealer, box("Ac Kd", double_attack=300), reader="blackjack")
    assert (answer.net(), answer.net("double_attack")) == (0, 0)
    assert answer.line().cite == answer.line("double_attack").cite == "19:47-26.5(b)"
    assert answer.verdict == "settled"


@pytest.mark.parametrize("dealer", ["Ah Kd", "Qh Ad"])
def test_nj_26_5_b_a_dealers_blackjack_takes_the_initial_wager_and_voids_the_double_attack(dealer: str) -> None:
    answer = nj(dealer, box("Kc 9d", double_attack=300), reader="blackjack")
    assert (answer.line().outcome, answer.net()) == ("lose", -1000)
    assert (answer.line("double_attack").outcome, answer.net("double_attack")) == ("push", 0)
    assert answer.line().cite == answer.line("double_attack").cite == "19:47-26.5(b)"
    assert answer.verdict == "settled"


def test_nj_26_5_b_a_dealers_blackjack_beats_a_21_of_three_cards() -> None:
    answer = without_reader("Kh Ad", box("5c 6d", "hit Kc", double_attack=300))
    assert (answer.net(), answer.net("double_attack")) == (-1000, 0)
    assert answer.verdict == "settled"


def test_nj_26_5_b_the_double_attack_is_void_also_where_the_player_drew_without_a_reader() -> None:
    """No double, no split: nothing that 26.9(c) or 26.10(d) speak of."""
    for chosen in ([], ["I-16"], ["I-08"]):
        answer = without_reader("Kh Ad", box("5c 6d", "hit 7c, stand", double_attack=300), readings=chosen)
        assert (answer.net(), answer.net("double_attack")) == (-1000, 0)


@pytest.mark.parametrize("wager", ["push_22", "match_dealer"])
def test_nj_26_5_c_a_wager_of_another_game_is_found_and_returned(wager: str) -> None:
    answer = nj("9c Kd", box("Kc Qd", "stand", **{wager: 500}))
    assert answer.violations == {"wager-of-another-game"}
    assert answer.cite("wager-of-another-game") == "19:47-26.5(c)"
    assert (answer.line(wager).outcome, answer.net(wager), answer.line(wager).stake) == ("push", 0, 500)
    assert answer.net() == 1000


def test_nj_26_5_c_the_four_wagers_of_this_game_can_be_placed() -> None:
    one = box("Kc Qd", "stand", double_attack=1000, insurance=500, bust_it=1000)
    answer = nj("Ac 8d", one, reader="no_blackjack")
    assert answer.verdict == "settled"
    assert {line.wager for line in answer.answer.lines} == {"main", "double_attack", "insurance", "bust_it"}


def test_nj_26_5_c_a_second_chance_is_of_another_game_and_returned() -> None:
    answer = nj("9c Kd", box("Kc 6d", "hit 6c, second_chance 1000 2d"))
    assert "second-chance-not-in-game" in answer.violations
    assert (answer.net(), answer.net("second_chance")) == (-1000, 0)


def test_nj_26_5_e_winners_are_paid_one_to_one_a_blackjack_too() -> None:
    answer = nj("9c Kd", box("Kc Qd", "stand", main=1500, double_attack=700), box("Ac Jd", number=2, main=2500))
    assert (answer.net(), answer.net("double_attack"), answer.net(box=2)) == (1500, 700, 2500)
    assert answer.line(box=2).cite == "19:47-26.5(e)"
    assert answer.verdict == "settled"
    pays = rulebooks()["nj-19-47-26"].settlement.pays
    assert pays.value == 1
    assert pays.cite == "19:47-26.5(e)"


def test_nj_26_5_e_a_blackjack_is_not_paid_before_the_dealers_hand_is_known() -> None:
    assert nj("Kh Ad", box("Ac Jd"), reader="blackjack").net() == 0
    assert without_reader("Kh Ad", box("Ac Jd")).net() == 0
    at_once = rulebooks()["nj-19-47-26"].blackjack.at_once
    assert (at_once.value, at_once.cite) == (False, "19:47-26.5(e)")
    assert rulebooks()["nj-19-47-26"].blackjack.both.value == "push"  # 26.5(b)


# 26.6 The bonus wager


@pytest.mark.parametrize("bonus", [100, 101, 999, 1000])
def test_nj_26_6_b_a_bonus_lies_between_one_dollar_and_the_initial_wager(bonus: int) -> None:
    assert nj("9c Kd", box("Kc Qd", "stand", bust_it=bonus)).verdict == "settled"


@pytest.mark.parametrize("bonus", [1, 99])
def test_nj_26_6_b_a_bonus_under_one_dollar_is_found(bonus: int) -> None:
    answer = nj("9c Kd", box("Kc Qd", "stand", bust_it=bonus))
    assert answer.violations == {"side-wager-below-minimum"}
    assert answer.cite("side-wager-below-minimum") == "19:47-26.6(b)"
    assert answer.net("bust_it") == -bonus


@pytest.mark.parametrize(("bonus", "posted"), [(1001, None), (1001, 2500)])
def test_nj_26_6_b_1_a_bonus_above_the_initial_wager_is_found(bonus: int, posted: int | None) -> None:
    options = {} if posted is None else {"bonus_maximum": posted}
    answer = nj("9c Kd", box("Kc Qd", "stand", bust_it=bonus), **options)
    assert answer.violations == {"side-wager-above-limit"}
    assert answer.cite("side-wager-above-limit") == "19:47-26.6(b)1"
    assert answer.net("bust_it") == -bonus


@pytest.mark.parametrize(("bonus", "posted"), [(501, 500), (1000, 999)])
def test_nj_26_6_b_2_a_bonus_above_the_posted_maximum_is_found(bonus: int, posted: int) -> None:
    answer = nj("9c Kd", box("Kc Qd", "stand", bust_it=bonus), bonus_maximum=posted)
    assert answer.violations == {"side-wager-above-limit"}
    assert answer.cite("side-wager-above-limit") == "19:47-26.6(b)2"
    assert answer.net("bust_it") == -bonus


@pytest.mark.parametrize(("bonus", "posted"), [(500, 500), (1000, 1000), (1000, 2500)])
def test_nj_26_6_b_a_bonus_up_to_the_lesser_limit_is_right(bonus: int, posted: int) -> None:
    assert nj("9c Kd", box("Kc Qd", "stand", bust_it=bonus), bonus_maximum=posted).verdict == "settled"


def test_nj_26_6_b_a_double_attack_does_not_raise_the_limit_of_the_bonus() -> None:
    answer = nj("9c Kd", box("Kc Qd", "stand", double_attack=1000, bust_it=1500))
    assert answer.violations == {"side-wager-above-limit"}


def test_nj_26_6_b_a_bonus_that_the_table_does_not_offer_is_returned() -> None:
    answer = nj("6c Kd 6h", box("Kc Qd", "stand", bust_it=500), side_wagers=[])
    assert answer.violations == {"side-wager-not-offered"}
    assert answer.net("bust_it") == 0
    assert nj("6c Kd 6h", box("Kc Qd", "stand", bust_it=500), side_wagers=["bust_it"]).net("bust_it") == 7500


@pytest.mark.parametrize("dealer", ["Kc 7d", "9c 8d", "Ac 6d", "Kc Kd", "9c 9d"])
def test_nj_26_6_d_1_the_bonus_loses_on_17_or_more_of_two_cards(dealer: str) -> None:
    answer = nj(dealer, box("Kc Qd", "stand", bust_it=200))
    assert (answer.net("bust_it"), answer.line("bust_it").cite) == (-200, "19:47-26.6(d)1")


def test_nj_26_6_d_1_the_bonus_loses_to_a_dealers_blackjack() -> None:
    answer = nj("Ac Kd", box("Kc Qd", bust_it=200), reader="blackjack")
    assert (answer.net("bust_it"), answer.line("bust_it").cite) == (-200, "19:47-26.6(d)1")


@pytest.mark.parametrize("dealer", ["5c 4d 8h", "7c 7d 7h", "6c Kd Ah", "Ac 5d Kh Jc"])
def test_nj_26_6_d_1_the_bonus_loses_when_the_third_card_does_not_pass_21(dealer: str) -> None:
    answer = nj(dealer, box("Kc Qd", "stand", bust_it=200))
    assert (answer.net("bust_it"), answer.line("bust_it").cite) == (-200, "19:47-26.6(d)1")


def test_nj_26_6_d_1_the_bonus_loses_when_the_dealer_passes_21_with_a_fourth_card() -> None:
    answer = nj("5c 4d 6h Ks", box("Kc 2d", "stand", bust_it=200))
    assert (answer.net("bust_it"), answer.net()) == (-200, 1000)
    assert answer.verdict == "settled"


@pytest.mark.parametrize(
    ("dealer", "odds"),
    [("9c 4d Kh", 3), ("9c 4d Qh", 3), ("9c 4d Jh", 3), ("Kc 3d 9h", 6), ("Kc 4d 8h", 8), ("Kc 5d 7h", 10)]
    + [("Kc 6d 6h", 15), ("8c 6d 8h", 8), ("8c 8d 9h", 6), ("8c 8d 8h", 8), ("8h 8s 8s", 8)],
)
def test_nj_26_6_d_2_the_third_card_sets_the_odds(dealer: str, odds: int) -> None:
    answer = nj(dealer, box("Kc Qd", "stand", bust_it=200))
    assert (answer.line("bust_it").outcome, answer.net("bust_it")) == ("win", 200 * odds)
    assert answer.line("bust_it").cite == "19:47-26.6(d)2"


@pytest.mark.parametrize(
    ("dealer", "odds"),
    [("8c 8s 8c", 50), ("8s 8s 8c", 50), ("8d 8h 8d", 50), ("8h 8h 8d", 50)]
    + [(f"8{suit} 8{suit} 8{suit}", 200) for suit in "cdhs"],
)
def test_nj_26_6_d_3_three_eights_of_one_colour_or_suit_are_paid_instead(dealer: str, odds: int) -> None:
    answer = nj(dealer, box("Kc Qd", "stand", bust_it=200))
    assert (answer.net("bust_it"), answer.line("bust_it").cite) == (200 * odds, "19:47-26.6(d)3")


@pytest.mark.parametrize(("cards", "decisions"), [("Kc 6d", "hit 6h"), ("Kc 6d", "surrender"), ("Ac Kd", "")])
def test_nj_26_6_e_the_bonus_has_no_bearing_on_the_other_wagers(cards: str, decisions: str) -> None:
    """Nor they on it: it is settled by the third card after a hand is over, surrendered or a Blackjack."""
    answer = nj("Kc 6c 6d", box(cards, decisions, bust_it=200))
    assert answer.net("bust_it") == 3000
    assert answer.verdict == "settled"
    assert answer.net() == nj("Kc 6c", box(cards, decisions)).net()
