"""Double Back Jack, 673a.1 to 673a.6 and 673a.8 to 673a.11: table, wagers, insurance, surrender, doubles, splits."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified

BOOK = rulebooks()["pa-673a"]


def deal(dealer: str, *boxes: dict[str, Any], **more: Any) -> Verified:
    return verified("pa-673a", dealer, *boxes, **more)


def with_options(options: dict[str, Any], dealer: str, *boxes: dict[str, Any]) -> Verified:
    """For the option `reader`, which is not the reader's signal."""
    return Verified(verify_json(record("pa-673a", dealer, *boxes) | {"options": options}, rulebooks()))


def nets(answer: Verified, wager: str = "main") -> list[int]:
    """What a wager did on each hand, from the dealer's left."""
    return [line.expected for line in answer.answer.lines if line.wager == wager]


# The chapter


@pytest.mark.parametrize(("day", "codes"), [("2016-08-26", {"rulebook-not-in-force"}), ("2016-08-27", set())])
def test_673a_is_in_force_since_27_august_2016(day: str, codes: set[str]) -> None:
    answer = deal("Tc 8s", box("Th 9d", "stand"), at=f"{day}T12:00:00-04:00")
    assert (answer.codes, answer.violations, answer.verdict) == (codes, set(), "settled")


# 673a.1 Definitions


@pytest.mark.parametrize("signal", ["small", "medium", "large"])
def test_673a_1_the_reader_tells_of_a_blackjack_and_of_nothing_else(signal: str) -> None:
    answer = deal("Tc 8s", box("Th 9d", "stand"), reader=signal)
    assert answer.violations == {"reader-signal-foreign"}
    assert answer.cite("reader-signal-foreign") == "673a.1"


@pytest.mark.parametrize(("cards", "decisions", "net"), [("As Kd", "", 2000), ("As 5d", "hit 5c", 1000)])
def test_673a_1_only_the_first_two_cards_are_a_blackjack(cards: str, decisions: str, net: int) -> None:
    assert deal("Tc 8s", box(cards, decisions)).net() == net


# 673a.2 The table


def test_673a_2_a_a_table_of_seven_boxes_is_found() -> None:
    assert deal("Tc 8s", box("Th 9d", "stand", number=6)).codes == set()
    answer = deal("Tc 8s", box("Th 9d", "stand"), positions=7)
    assert answer.violations == {"boxes-not-allowed"}
    assert answer.cite("boxes-not-allowed") == "673a.2(a)"


def test_673a_2_a_a_box_beyond_the_table_is_found() -> None:
    answer = deal("Tc 8s", box("Th 9d", "stand", number=7))
    assert answer.violations == {"box-beyond-table"}
    assert answer.cite("box-beyond-table") == "673a.2(a)"


def test_673a_2_a_a_second_person_on_a_box_gets_the_wager_back() -> None:
    answer = deal("Tc 8s", box("Th 9d", "stand", behind=[{"wagers": {"main": 500}}]))
    assert answer.violations == {"behind-not-in-game"}
    assert answer.cite("behind-not-in-game") == "673a.2(a)"
    assert (answer.net(), answer.net(behind=1)) == (1000, 0)


def test_673a_2_d_a_table_without_a_reader_is_found() -> None:
    answer = with_options({"reader": False}, "Tc 8s", box("Th 9d", "stand"))
    assert answer.violations == {"reader-missing"}
    assert answer.cite("reader-missing") == "673a.2(d)"


def test_673a_2_d_the_reader_is_inspected_each_gaming_day() -> None:
    assert BOOK.reader.inspected_daily.value is True


# 673a.3 The cards


def test_673a_3_a_one_deck_is_enough_and_holds_each_card_once() -> None:
    assert deal("Tc 8s", box("Th 9d", "stand"), decks=1).codes == set()
    answer = deal("Tc 8s", box("Tc 9d", "stand"), decks=1)
    assert answer.violations == {"too-many-copies"}
    assert answer.cite("too-many-copies") == "673a.3(a)"


def test_673a_3_a_six_decks_are_taken_where_the_record_does_not_say() -> None:
    six = (box("8c 8c", "stand"), box("8c 8c", "stand", number=2))
    assert deal("8c 8c 5d", *six).codes == set()
    assert deal("8c 8c 5d", *six, box("8c Td", "stand", number=3)).violations == {"too-many-copies"}


def test_673a_3_a_a_second_chance_card_is_a_card_of_the_shoe() -> None:
    answer = deal("Tc 8s", box("Th 9d", "hit 6c, second_chance 1000 6c"), decks=1)
    assert answer.violations == {"too-many-copies"}


def test_673a_3_b_a_batch_shuffler_works_with_two_batches() -> None:
    assert BOOK.cards.two_batches.value is True


def test_673a_3_c_opened_decks_are_changed_every_24_hours() -> None:
    assert BOOK.cards.change_hours.value == 24


def test_673a_3_d_tens_are_in_the_decks_and_pictures_count_ten() -> None:
    answer = deal("Tc 8s", box("Th Jd", "stand"), box("Qh Kd", "stand", number=2))
    assert (answer.net(), answer.net(box=2), answer.codes) == (1000, 1000, set())


def test_673a_3_d_3_the_dealers_ace_is_11_up_to_21_and_then_1() -> None:
    soft = deal("Ac 6d", box("Th 8d", "stand")).dealer
    hard = deal("As 5d Tc 3h", box("Th 9d", "stand")).dealer
    aces = deal("As Ad 7c", box("Th 8d", "stand")).dealer
    assert soft is not None and hard is not None and aces is not None
    assert (soft.total, soft.should_hold) == (17, 2)
    assert (hard.total, hard.should_hold) == (19, 4)
    assert (aces.total, aces.should_hold) == (19, 3)


# 673a.6 Wagers


@pytest.mark.parametrize("wager", ["push_22", "match_dealer", "bust_it", "double_attack"])
def test_673a_6_d_a_wager_of_another_game_is_found_and_returned(wager: str) -> None:
    answer = deal("Tc 6s 6h", box("Th 9d", "stand", **{wager: 500}))
    assert answer.violations == {"wager-of-another-game"}
    assert answer.cite("wager-of-another-game") == "673a.6(d)"
    assert answer.net(wager) == 0


# 673a.8 Insurance


def test_673a_8_a_insurance_wins_when_the_ace_has_a_ten_under_it() -> None:
    answer = deal("Ac Kd", box("Th 9d", insurance=500), reader="blackjack")
    assert (answer.net(), answer.net("insurance"), answer.codes) == (-1000, 1000, set())


@pytest.mark.parametrize("dealer", ["Kc 9d", "Kc As", "9c 8d"])
def test_673a_8_a_insurance_without_an_ace_is_found_and_returned(dealer: str) -> None:
    answer = deal(dealer, box("Th 8d", "stand", insurance=500))
    assert answer.violations == {"insurance-without-ace"}
    assert (answer.cite("insurance-without-ace"), answer.net("insurance")) == ("673a.8(a)", 0)


@pytest.mark.parametrize(("dealer", "insurance"), [("Ac Kd", 1000), ("Ac 9d", -500)])
@pytest.mark.parametrize(("readings", "severity"), [([], "advisory"), (["I-12"], "violation")])
def test_673a_8_a_insurance_of_a_paid_blackjack_is_an_advisory_or_by_i_12_a_violation(
    dealer: str, insurance: int, readings: list[str], severity: str
) -> None:
    answer = deal(dealer, box("As Kh", insurance=500), readings=readings)
    (finding,) = answer.answer.findings
    assert (finding.code, finding.severity, finding.cite) == ("insurance-after-blackjack", severity, "673a.8(a)")
    assert (answer.net(), answer.net("insurance")) == (2000, insurance)
    assert answer.verdict == ("settled" if severity == "advisory" else "violation")


@pytest.mark.parametrize(
    ("main", "insurance", "unit", "found"),
    [
        (1000, 500, None, False),
        (1000, 501, None, True),
        (2501, 1250, None, False),
        (2501, 1251, None, True),
        (2500, 1500, None, True),
        (2500, 1500, 500, False),  # 12.50 cannot be bet in chips of 5, the next unit is 15
        (2500, 2000, 500, True),
        (3000, 1500, 500, False),
        (3000, 2000, 500, True),  # 15 can be bet, so nothing above it
    ],
)
def test_673a_8_b_insurance_is_at_most_half_or_the_next_chip(
    main: int, insurance: int, unit: int | None, found: bool
) -> None:
    options = {} if unit is None else {"chip_unit": unit}
    answer = deal("Ac 9d", box("Th 8d", "stand", main=main, insurance=insurance), **options)
    assert answer.violations == ({"insurance-above-half"} if found else set())
    assert not found or answer.cite("insurance-above-half") == "673a.8(b)"


def test_673a_8_d_insurance_is_lost_without_a_dealer_blackjack() -> None:
    answer = deal("Ac 4d 6h", box("Th 8d", "stand", insurance=500), reader="no_blackjack")
    assert (answer.net("insurance"), answer.line("insurance").cite, answer.codes) == (-500, "673a.8(d)", set())
    assert answer.line("insurance").readings == ()


# 673a.9 Surrender


@pytest.mark.parametrize("before", ["hit 2c", "stand", "double 1000 2c"])
def test_673a_9_a_a_surrender_after_another_decision_is_found_and_settled_as_played(before: str) -> None:
    answer = deal("9c 8d", box("Th 4d", f"{before}, surrender"))
    assert answer.violations == {"surrender-too-late"}
    assert answer.cite("surrender-too-late") == "673a.9(a)"
    assert (answer.net(), answer.line().outcome) == (-500, "half")


def test_673a_9_a_a_split_hand_is_not_surrendered() -> None:
    answer = deal("9c 8d", box("8c 8h", "split 1000 7d, surrender, deal Ks, stand"))
    assert answer.violations == {"surrender-too-late"}
    assert nets(answer) == [-500, 1000]


@pytest.mark.parametrize(
    ("decisions", "code"), [("surrender, surrender", "surrender-twice"), ("surrender, hit 5c", "draw-after-surrender")]
)
def test_673a_9_a_what_a_surrender_does_not_allow_is_found(decisions: str, code: str) -> None:
    answer = deal("9c 8d", box("Th 4d", decisions))
    assert answer.violations == {code}
    assert (answer.cite(code), answer.net()) == ("673a.9(a)", -500)


@pytest.mark.parametrize(("readings", "net"), [([], -500), (["I-14"], -501)])
def test_673a_9_a_half_of_an_odd_cent_goes_to_the_player_or_by_i_14_to_the_house(readings: list[str], net: int) -> None:
    answer = deal("9c 8d", box("Th 4d", "surrender", main=1001), readings=readings)
    assert (answer.net(), answer.line().readings) == (net, ("I-14",))
    assert (answer.codes, answer.violations) == ({"rounded-to-the-cent"}, set())
    assert answer.verdict == "settled"


def test_673a_9_a_a_half_that_was_rounded_is_cited_under_surrender() -> None:
    answer = deal("9c 8d", box("Th 4d", "surrender", main=1001))
    assert answer.cite("rounded-to-the-cent").startswith("673a.9(a)")


def test_673a_9_a_a_half_that_chips_cannot_pay_is_an_advisory_under_surrender() -> None:
    answer = deal("9c 8d", box("Th 4d", "surrender", main=1500), chip_unit=500)
    assert (answer.net(), answer.codes, answer.violations) == (-750, {"odd-chips"}, set())
    assert answer.cite("odd-chips").startswith("673a.9(a)")


@pytest.mark.parametrize("up", "23456789")
def test_673a_9_a_1_a_surrender_loses_half_at_once(up: str) -> None:
    answer = deal(f"{up}c 8d", box("Th 4d", "surrender"))
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (-500, "half", "673a.9(a)(1)")
    assert answer.codes == set()


@pytest.mark.parametrize("up", "ATJQK")
def test_673a_9_a_2_a_surrender_against_an_ace_or_a_ten_loses_half_without_a_blackjack(up: str) -> None:
    answer = deal(f"{up}c 8d", box("Th 4d", "surrender"), reader="no_blackjack")
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (-500, "half", "673a.9(a)(2)")
    assert answer.codes == set()


@pytest.mark.parametrize("dealer", ["Ac Kd", "Tc Ad"])
def test_673a_9_a_2_a_surrender_loses_all_to_a_dealer_blackjack(dealer: str) -> None:
    answer = deal(dealer, box("Th 4d", "surrender"), reader="blackjack")
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (-1000, "lose", "673a.9(a)(2)")
    assert (answer.line().readings, answer.codes) == (("I-17",), set())


def test_673a_9_a_2_by_i_17_a_surrender_comes_only_after_the_reader() -> None:
    answer = deal("Ac Kd", box("Th 4d", "surrender"), reader="blackjack", readings=["I-17"])
    assert answer.violations == {"surrender-before-reader"}
    assert (answer.cite("surrender-before-reader"), answer.net()) == ("673a.9(a)", -1000)
    assert deal("Ac 9d", box("Th 4d", "surrender"), readings=["I-17"]).codes == set()


@pytest.mark.parametrize(("dealer", "main", "insurance"), [("Ac Kd", -1000, 1000), ("Ac 9d", -500, -500)])
def test_673a_9_b_insurance_and_surrender_are_settled_apart(dealer: str, main: int, insurance: int) -> None:
    answer = deal(dealer, box("Th 4d", "surrender", insurance=500))
    assert (answer.net(), answer.net("insurance"), answer.codes) == (main, insurance, set())


# 673a.10 Doubling


@pytest.mark.parametrize(("cards", "amount"), [("7h 6d", 1000), ("5h 6d", 400), ("As 6d", 1000)])
def test_673a_10_a_any_first_two_cards_are_doubled_up_to_the_main(cards: str, amount: int) -> None:
    answer = deal("9c 8d", box(cards, f"double {amount} 2c"))
    assert (answer.codes, answer.line("double").stake) == (set(), amount)


def test_673a_10_a_a_double_above_the_main_is_found() -> None:
    answer = deal("9c 8d", box("5h 6d", "double 1001 8c"))
    assert answer.violations == {"double-above-limit"}
    assert (answer.cite("double-above-limit"), answer.net("double")) == ("673a.10(a)", 1001)


@pytest.mark.parametrize(
    ("cards", "decisions", "code"),
    [
        ("7h 6d", "hit 2c, double 1000 5h", "double-on-three-cards"),
        ("7h 6d", "stand, double 1000 5h", "double-after-stand"),
        ("7h 6d", "surrender, double 1000 5h", "double-on-complete-hand"),
        ("As Kd", "double 1000 5h", "double-on-blackjack"),
        ("5h 6d", "double free 8h", "lammer-not-in-game"),
    ],
)
def test_673a_10_a_what_is_no_double_of_this_game_is_found(cards: str, decisions: str, code: str) -> None:
    answer = deal("9c 8d", box(cards, decisions))
    assert answer.violations == {code}
    assert answer.cite(code) == "673a.10(a)"


def test_673a_10_a_a_double_on_a_split_21_is_found_unless_i_30_allows_it() -> None:
    one = box("As Ah", "split 1000 Kd, double 1000 9c, deal 8c, stand")
    answer = deal("Tc 8d", one)
    assert answer.violations == {"double-on-21"}
    assert answer.cite("double-on-21") == "673a.10(a)"
    assert (nets(answer), answer.net("double")) == ([1000, 1000], 1000)
    assert deal("Tc 8d", one, readings=["I-30"]).codes == set()


def test_673a_10_c_split_hands_may_be_doubled() -> None:
    answer = deal("9c 8d", box("8c 8h", "split 1000 3d, double 1000 9h, deal 2c, double 600 6s"))
    assert (nets(answer), nets(answer, "double"), answer.codes) == ([1000, -1000], [1000, -600], set())


# 673a.11 Splitting


@pytest.mark.parametrize("cards", ["Kc Td", "Jc Qd", "9c 9h"])
def test_673a_11_a_two_cards_of_equal_value_are_a_pair(cards: str) -> None:
    answer = deal("9c 8d", box(cards, "split 1000 9d, stand, deal 8c, stand"))
    assert (nets(answer), answer.codes) == ([1000, 1000 if cards != "9c 9h" else 0], set())


@pytest.mark.parametrize(
    ("cards", "decisions", "code"),
    [
        ("8c 9d", "split 1000 Td, stand, deal Tc, stand", "split-unequal"),
        ("8c 8d", "stand, split 1000 Td, stand, deal Tc, stand", "split-on-complete-hand"),
        ("8c 8d", "split 900 Td, stand, deal Tc, stand", "split-wager-not-equal"),
        ("8c 8d", "split free Td, stand, deal Tc, stand", "lammer-not-in-game"),
        ("8c 8d", "split 1000 8h, split 1000 Td, stand, deal Tc, stand, deal Th, stand", "split-too-many"),
        ("Ac Ad", "split 1000 Ah, split 1000 9d, stand, deal 9c, stand, deal 9h, stand", "split-too-many"),
    ],
)
def test_673a_11_a_what_is_no_split_of_this_game_is_found(cards: str, decisions: str, code: str) -> None:
    answer = deal("9c 8d", box(cards, decisions))
    assert answer.violations == {code}
    assert answer.cite(code) == "673a.11(a)"


def test_673a_11_a_an_unequal_split_wager_is_settled_as_it_lies() -> None:
    assert nets(deal("9c 8d", box("8c 8d", "split 900 Td, stand, deal Tc, stand"))) == [1000, 900]


def test_673a_11_b_a_split_ace_with_a_ten_is_paid_as_21_and_no_blackjack() -> None:
    answer = deal("Tc 5d 6h", box("As Ah", "split 1000 Kd, deal 8c, stand"))
    assert (nets(answer), answer.codes) == ([1000, -1000], set())


def test_673a_11_b_two_split_21s_leave_the_dealer_nothing_to_draw_for() -> None:
    answer = deal("Tc 6d", box("As Ah", "split 1000 Kd, deal Qc"))
    assert (nets(answer), answer.codes) == ([1000, 1000], set())


@pytest.mark.parametrize(
    ("cards", "decisions", "code"),
    [
        ("8c 8d", "split 1000 3d, deal Ks, stand, stand", "deal-out-of-turn"),
        ("8c 7d", "deal 4s, stand", "deal-without-split"),
    ],
)
def test_673a_11_b_a_split_hand_gets_its_card_in_turn(cards: str, decisions: str, code: str) -> None:
    answer = deal("9c 8d", box(cards, decisions))
    assert answer.violations == {code}
    assert answer.cite(code) == "673a.11(b)"


def test_673a_11_c_split_aces_draw_and_double_like_any_hand() -> None:
    answer = deal("Tc 8s", box("As Ah", "split 1000 5c, hit 4d, stand, deal 3c, double 1000 6h"))
    assert (nets(answer), answer.net("double", hand=2), answer.codes) == ([1000, 1000], 1000, set())
