"""Double Back Jack, 673a.7(e) to (p): Blackjacks, the reader, drawing, second chances, the dealer's draw."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified

TO_25 = "hit 6c"  # takes 19 to 25


def deal(dealer: str, *boxes: dict[str, Any], **more: Any) -> Verified:
    return verified("pa-673a", dealer, *boxes, **more)


def live(**more: Any) -> dict[str, Any]:
    """A second box that stands on 18, so that the dealer has somebody to draw for."""
    return box("9h 9s", "stand", number=2, **more)


def chance(card: str, wager: int = 1000, **more: Any) -> dict[str, Any]:
    """25 with a second chance, as in the regulation's own example."""
    return box("Th 9d", f"{TO_25}, second_chance {wager} {card}", **more)


def both(answer: Verified) -> tuple[int, int]:
    """The main wager and the second chance."""
    return answer.net(), answer.net("second_chance")


# 673a.7(e) to (h): the deal, Blackjacks, the reader


def test_673a_7_e_4_the_dealer_takes_a_hole_card() -> None:
    made = record("pa-673a", "Tc 8s", box("Th 9d", "stand")) | {"options": {"hole_card": False}}
    answer = Verified(verify_json(made, rulebooks()))
    assert answer.violations == {"hole-card-missing"}
    assert answer.cite("hole-card-missing") == "673a.7(e)(4)"


@pytest.mark.parametrize("dealer", ["Ac Kd", "Kc Ad", "6c Td", "9c 8d", "Kc Qd"])
def test_673a_7_f_a_blackjack_is_paid_at_once_whatever_the_dealer_has(dealer: str) -> None:
    answer = deal(dealer, box("As Kh"))
    assert (answer.net(), answer.line().outcome, answer.codes) == (2000, "win", set())
    assert answer.line().cite == "673a.12(a)"  # which sets the 2 to 1


@pytest.mark.parametrize("dealer", ["Tc 6d 6h", "Tc 6d 5h", "Tc 6d 7h"])
def test_673a_7_f_a_blackjack_is_paid_against_a_dealer_21_22_or_23_too(dealer: str) -> None:
    assert deal(dealer, box("As Kh"), live()).net() == 2000


def test_673a_7_f_a_blackjack_cannot_be_surrendered_it_is_paid_already() -> None:
    answer = deal("9c 8d", box("As Kd", "surrender"))
    assert answer.violations == {"surrender-on-blackjack"}
    assert (answer.cite("surrender-on-blackjack"), answer.net()) == ("673a.7(f)", 2000)


@pytest.mark.parametrize("up", "ATJQK")
def test_673a_7_h_a_reader_left_unused_with_an_ace_or_a_ten_up_is_found(up: str) -> None:
    answer = deal(f"{up}c 9d", box("Th 8d", "stand"), reader=None)
    assert answer.violations == {"reader-unused"}
    assert answer.cite("reader-unused") == "673a.7(h)"
    assert deal(f"{up}c 9d", box("Th 8d", "stand"), reader="no_blackjack").codes == set()


@pytest.mark.parametrize("up", "23456789")
def test_673a_7_h_with_other_up_cards_the_reader_is_not_used(up: str) -> None:
    assert deal(f"{up}c 9d", box("As Kd"), reader=None).codes == set()


def test_673a_7_h_a_dealer_blackjack_takes_every_remaining_main() -> None:
    answer = deal("Kc As", box("Th Td"), box("As Qd", number=2), reader="blackjack")
    assert (answer.net(), answer.line().cite, answer.net(box=2)) == (-1000, "673a.7(h)", 2000)
    assert (answer.codes, answer.verdict) == (set(), "settled")


@pytest.mark.parametrize("decisions", ["hit 5d", "hit 5d, stand", "double 1000 9d"])
def test_673a_7_h_no_card_is_dealt_after_a_dealer_blackjack(decisions: str) -> None:
    answer = deal("Kc As", box("8c 3d", decisions), reader="blackjack")
    assert answer.violations == {"cards-after-blackjack"}
    assert (answer.cite("cards-after-blackjack"), answer.net()) == ("673a.7(h)", -1000)


def test_673a_7_h_a_21_made_after_the_reader_told_of_a_blackjack_is_not_paid() -> None:
    """The wager is collected when the reader has spoken; no card may follow that could make a 21."""
    answer = deal("Kc As", box("8c 3d", "hit Td"), reader="blackjack")
    assert answer.violations == {"cards-after-blackjack"}
    assert answer.net() == -1000


@pytest.mark.parametrize("readings", [[], ["I-22"]])
def test_673a_7_h_a_card_drawn_on_a_dealer_blackjack_does_not_undo_it(readings: list[str]) -> None:
    answer = deal("Ac Kd 5h", box("Th 9d", insurance=500), reader="blackjack", readings=readings)
    assert answer.violations == {"dealer-drew-past-stop"}
    assert (answer.net(), answer.net("insurance")) == (-1000, 1000)


@pytest.mark.parametrize(("readings", "added"), [([], 0), (["I-38"], -1000)])
@pytest.mark.parametrize(("signal", "code"), [(None, "reader-unused"), ("no_blackjack", "reader-signal-wrong")])
def test_673a_7_h_a_late_dealer_blackjack_takes_the_original_only_unless_i_38_takes_all(
    readings: list[str], added: int, signal: str | None, code: str
) -> None:
    double = box("As 6d", "double 1000 2c")
    split = box("Tc Kh", "split 1000 9d, stand, deal 8c, stand", number=2)
    answer = deal("Kc As", double, split, reader=signal, readings=readings)
    assert (answer.net(), answer.net("double")) == (-1000, added)
    assert (answer.net(box=2, hand=1), answer.net(box=2, hand=2)) == (-1000, added)
    assert (answer.violations, answer.line("double").readings) == ({code}, ("I-38",))


@pytest.mark.parametrize(("readings", "second"), [([], 0), (["I-38"], -1000)])
def test_673a_7_h_a_late_dealer_blackjack_returns_a_second_chance_unless_i_38_takes_it(
    readings: list[str], second: int
) -> None:
    assert both(deal("Kc As", chance("5h"), reader=None, readings=readings)) == (-1000, second)


@pytest.mark.parametrize(("card", "nets"), [("3h", (-1000, -1000)), ("4h", (0, 1000))])
def test_673a_7_h_what_a_second_chance_settled_at_once_stays_settled_though_a_blackjack_shows(
    card: str, nets: tuple[int, int]
) -> None:
    assert both(deal("Kc As", chance(card), reader=None)) == nets


# 673a.7(k): drawing


@pytest.mark.parametrize(
    ("cards", "decisions", "net"),
    [("Th 8d", "hit 3c, hit 5d", -1000), ("As 6d", "hit 4c, hit 5d, stand", -1000), ("As Kd", "hit 9c, stand", 2000)],
)
def test_673a_7_k_1_a_draw_on_21_is_found_and_settled_as_played(cards: str, decisions: str, net: int) -> None:
    answer = deal("Tc 9s", box(cards, decisions))
    assert answer.violations == {"draw-on-21"}
    assert (answer.cite("draw-on-21"), answer.net()) == ("673a.7(k)(1)", net)


def test_673a_7_k_nothing_is_drawn_on_a_hand_over_21() -> None:
    assert deal("Tc 9s", box("Th 4d", "hit 9c, hit 2d")).cite("draw-over-21") == "673a.7(k)"


def test_673a_7_i_nothing_is_drawn_after_standing() -> None:
    assert deal("Tc 9s", box("Th 4d", "stand, hit 2d")).cite("draw-after-stand") == "673a.7(i)"


@pytest.mark.parametrize(("last", "code"), [("hit 2d", "draw-after-double"), ("double 1000 2d", "double-twice")])
def test_673a_7_k_2_a_doubled_hand_takes_one_card_only(last: str, code: str) -> None:
    answer = deal("Tc 9s", box("Th 4d", f"double 1000 2c, {last}"))
    assert answer.violations == {code}
    assert answer.cite(code) == "673a.7(k)(2)"


# 673a.7(l): the second chance


def test_673a_7_l_the_regulations_example_25_less_5_is_20() -> None:
    answer = deal("Tc 9s", chance("5h"))
    assert (both(answer), answer.codes) == ((0, 1000), set())
    assert both(deal("Tc Qs", chance("5h"))) == (0, 0)


@pytest.mark.parametrize(
    ("decisions", "nets"),
    [("hit 3c, second_chance 1000 Ah", (0, 1000)), ("hit 6c, second_chance 1000 Ah", (-1000, -1000))],
)
def test_673a_7_l_an_ace_takes_off_1_and_never_11(decisions: str, nets: tuple[int, int]) -> None:
    """22 less an ace is 21; 25 less an ace is 24, not 14."""
    assert both(deal("Tc 9s", box("Th 9d", decisions))) == nets


@pytest.mark.parametrize("card", ["Th", "Jh", "Qh", "Kh"])
def test_673a_7_l_a_ten_value_takes_off_10(card: str) -> None:
    """28 less 10 is 18."""
    answer = deal("Tc 8s", box("Ts Td", f"hit 8c, second_chance 1000 {card}"))
    assert (both(answer), answer.codes) == ((0, 0), set())


@pytest.mark.parametrize("wager", [500, 999, 1001, 2000])
def test_673a_7_l_a_second_chance_of_another_amount_is_found_and_settled_as_played(wager: int) -> None:
    answer = deal("Tc 9s", chance("5h", wager))
    assert answer.violations == {"second-chance-amount"}
    assert (answer.cite("second-chance-amount"), both(answer)) == ("673a.7(l)", (0, wager))


@pytest.mark.parametrize(("double", "wager"), [(1000, 2000), (400, 1400)])
def test_673a_7_l_after_a_double_the_current_wager_is_both_unless_i_02_takes_the_original(
    double: int, wager: int
) -> None:
    hand = "7h 6d", f"double {double} Tc, second_chance {{}} 5h"
    whole, original = (box(hand[0], hand[1].format(amount)) for amount in (wager, 1000))
    assert deal("Tc 7s", whole).codes == set()
    assert deal("Tc 7s", original).violations == {"second-chance-amount"}
    assert deal("Tc 7s", original, readings=["I-02"]).codes == set()
    assert deal("Tc 7s", whole, readings=["I-02"]).violations == {"second-chance-amount"}
    told = {line.wager: line.readings for line in deal("Tc 7s", whole).answer.lines}
    assert told == {"main": (), "double": ("I-02",), "second_chance": ("I-02",)}


@pytest.mark.parametrize("before", ["", "stand, ", "hit 2c, "])
def test_673a_7_l_a_second_chance_of_a_hand_not_over_21_is_found(before: str) -> None:
    answer = deal("Tc 9s", box("Th 9d", f"{before}second_chance 1000 5h"))
    assert answer.violations == {"second-chance-not-over-21"}
    assert answer.cite("second-chance-not-over-21") == "673a.7(l)"
    assert both(answer) == (-1000, -1000)  # 14 or 16, as it was played


def test_673a_7_l_a_second_second_chance_is_found() -> None:
    answer = deal("Tc 9s", box("Th 9d", f"{TO_25}, second_chance 1000 2h, second_chance 1000 3h"))
    assert answer.violations == {"second-chance-twice"}
    assert answer.cite("second-chance-twice") == "673a.7(l)"


def test_673a_7_l_each_split_hand_may_take_its_own_second_chance() -> None:
    decisions = "split 1000 5d, hit 9c, second_chance 1000 4h, deal 6d, hit 8c, second_chance 1000 6s"
    answer = deal("Tc 9s", box("Tc Kh", decisions))
    assert (answer.net(hand=1), answer.net("second_chance", hand=1)) == (0, 1000)  # 24 less 4
    assert (answer.net(hand=2), answer.net("second_chance", hand=2)) == (-1000, -1000)  # 24 less 6
    assert answer.codes == set()


def test_673a_7_l_a_doubled_split_hand_counts_its_own_wagers_only() -> None:
    decisions = "split 1000 5d, double 600 8c, second_chance 1600 3h, deal 9s, stand"
    answer = deal("Tc 9s", box("Tc Kh", decisions))
    assert (answer.net(hand=1), answer.net("double"), answer.net("second_chance")) == (0, 0, 1600)  # 23 less 3
    assert (answer.net(hand=2), answer.codes) == (0, set())


@pytest.mark.parametrize("dealer", ["Tc 9s", "Tc 6s"])
@pytest.mark.parametrize("readings", [[], ["I-01"]])
def test_673a_7_l_1_still_over_21_both_wagers_are_lost_and_nobody_draws_for_them(
    dealer: str, readings: list[str]
) -> None:
    answer = deal(dealer, chance("3h"), readings=readings)
    assert (both(answer), answer.line().cite, answer.codes) == ((-1000, -1000), "673a.7(l)(1)", set())


@pytest.mark.parametrize("dealer", ["Tc 6s 6h", "Tc 6s 7h"])
@pytest.mark.parametrize("readings", [[], ["I-01"]])
def test_673a_7_l_1_a_dealer_over_21_spares_nothing_that_a_second_chance_lost(dealer: str, readings: list[str]) -> None:
    assert both(deal(dealer, chance("3h"), live(), readings=readings)) == (-1000, -1000)


@pytest.mark.parametrize("dealer", ["Tc 9s", "Tc 6s", "Tc 5s"])
def test_673a_7_l_2_at_21_the_second_chance_is_paid_and_the_main_returned_at_once(dealer: str) -> None:
    answer = deal(dealer, chance("4h"))
    assert (both(answer), answer.line("second_chance").cite, answer.codes) == ((0, 1000), "673a.7(l)(2)", set())


@pytest.mark.parametrize("dealer", ["Tc 6s 5h", "Tc 6s 6h", "Tc 6s 7h"])
def test_673a_7_l_2_a_dealer_21_22_or_23_takes_nothing_from_it(dealer: str) -> None:
    assert both(deal(dealer, chance("4h"), live())) == (0, 1000)


@pytest.mark.parametrize(
    ("card", "main", "double", "second"), [("2h", 0, 0, 2000), ("5h", 0, 0, 2000), ("Ah", -1000, -1000, -2000)]
)
def test_673a_7_l_2_a_doubled_hand_wins_on_the_second_chance_alone(
    card: str, main: int, double: int, second: int
) -> None:
    """23 less 2 is 21, less 5 is 18 against 17, less an ace is 22."""
    answer = deal("Tc 7s", box("7h 6d", f"double 1000 Tc, second_chance 2000 {card}"))
    assert (answer.net(), answer.net("double"), answer.net("second_chance")) == (main, double, second)


def test_673a_7_l_3_under_21_no_further_card_is_drawn() -> None:
    answer = deal("Tc 9s", box("Th 9d", f"{TO_25}, second_chance 1000 8h, hit 3c"))
    assert answer.violations == {"draw-after-second-chance"}
    assert (answer.cite("draw-after-second-chance"), both(answer)) == ("673a.7(l)(3)", (0, 1000))  # 17 and 3


def test_673a_7_l_3_by_i_28_a_hand_under_21_may_draw_on() -> None:
    answer = deal("Tc 9s", box("Th 9d", f"{TO_25}, second_chance 1000 8h, hit 3c"), readings=["I-28"])
    assert (both(answer), answer.codes) == ((0, 1000), set())


def test_673a_7_l_3_by_i_28_such_a_hand_may_say_that_it_stands() -> None:
    answer = deal("Tc 9s", box("Th 9d", f"{TO_25}, second_chance 1000 8h, hit 3c, stand"), readings=["I-28"])
    assert (both(answer), answer.codes) == ((0, 1000), set())


def test_673a_7_l_3_a_stand_on_21_is_nothing_by_i_28_too() -> None:
    answer = deal("Tc 9s", box("Th 9d", f"{TO_25}, second_chance 1000 4h, stand"), readings=["I-28"])
    assert answer.violations == set()


@pytest.mark.parametrize("card", ["4h", "3h"])
def test_673a_7_l_3_not_even_by_i_28_does_a_hand_of_21_or_more_draw_on(card: str) -> None:
    answer = deal("Tc 9s", box("Th 9d", f"{TO_25}, second_chance 1000 {card}, hit 3c"), readings=["I-28"])
    assert answer.violations == {"draw-after-second-chance"}


def test_673a_7_l_3_nor_is_such_a_hand_doubled() -> None:
    answer = deal("Tc 9s", box("Th 9d", f"{TO_25}, second_chance 1000 8h, double 1000 3c"))
    assert "double-on-complete-hand" in answer.violations
    assert answer.cite("double-on-complete-hand") == "673a.10(a)"


# 673a.7(m): a 21 is paid before the hole card


@pytest.mark.parametrize("dealer", ["Tc 5s 6h", "Tc 6s 6h", "Tc 6s 7h", "Tc 9s"])
@pytest.mark.parametrize("readings", [[], ["I-26"]])
def test_673a_7_m_a_21_is_paid_whatever_the_dealer_makes(dealer: str, readings: list[str]) -> None:
    answer = deal(dealer, box("Th 4d", "hit 7c"), live(), readings=readings)
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (1000, "win", "673a.7(m)")
    assert answer.codes == set()


def test_673a_7_m_a_doubled_21_is_paid_with_its_double() -> None:
    answer = deal("Tc 5s 6h", box("5h 6d", "double 1000 Tc"), live())
    assert (answer.net(), answer.net("double")) == (1000, 1000)


def test_673a_7_m_a_21_was_paid_before_a_late_dealer_blackjack_could_show() -> None:
    assert deal("Kc As", box("Th 4d", "hit 7c"), reader=None).net() == 1000


# 673a.7(o) and (p): the dealer draws


@pytest.mark.parametrize("dealer", ["Tc 7d", "Ac 6d", "9c 3d 5h", "Ac 2d 4h"])
def test_673a_7_o_the_dealer_stands_on_17_hard_or_soft(dealer: str) -> None:
    answer = deal(dealer, box("Th 9d", "stand"))
    assert answer.codes == set()
    assert answer.dealer is not None
    assert answer.dealer.should_hold == len(dealer.split())


@pytest.mark.parametrize("dealer", ["Tc 6d", "Ac 5d", "9c 3d 4h"])
@pytest.mark.parametrize("hand", [box("Th 7d", "stand"), box("Th 9d", f"{TO_25}, second_chance 1000 8h")])
def test_673a_7_o_a_dealer_who_stops_short_is_found_and_settled_as_he_stands(dealer: str, hand: dict[str, Any]) -> None:
    answer = deal(dealer, hand)
    assert answer.violations == {"dealer-stopped-short"}
    assert answer.cite("dealer-stopped-short") == "673a.7(o)"
    assert answer.dealer is not None
    assert answer.dealer.should_hold is None
    assert sum(line.expected for line in answer.answer.lines) == 1000


IDLE = [
    box("As Kd"),
    box("Th 4d", "hit 7c"),
    box("Th 4d", "hit 9c"),
    box("Th 4d", "surrender"),
    chance("3h"),
    chance("4h"),
]


@pytest.mark.parametrize("hand", IDLE)
def test_673a_7_p_a_draw_that_can_change_nothing_is_found_and_does_not_count(hand: dict[str, Any]) -> None:
    answer = deal("6c Td 5h", hand)
    assert answer.violations == {"dealer-drew-needlessly"}
    assert answer.cite("dealer-drew-needlessly") == "673a.7(p)"
    assert answer.dealer is not None
    assert (answer.dealer.total, answer.dealer.should_hold) == (16, 2)
    assert deal("6c Td", hand).codes == set()


def test_673a_7_p_insurance_gives_no_reason_to_draw() -> None:
    answer = deal("Ac 5d 2h", box("Th 4d", "surrender", insurance=500))
    assert answer.violations == {"dealer-drew-needlessly"}
