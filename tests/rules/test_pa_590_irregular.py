"""Free Bet Blackjack, 590.13: irregularities, reports, and readings that change nothing here."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from tests.deal import Verified, box, verified

BOOK = rulebooks()["pa-590"]
OVER = "hit 9c"  # takes a hand of 14 to 23


def deal(dealer: str, *boxes: dict[str, Any], **more: Any) -> Verified:
    return verified("pa-590", dealer, *boxes, **more)


def live(**more: Any) -> dict[str, Any]:
    """A second box that stands on 18, so that the dealer has somebody to draw for."""
    return box("9h 9s", "stand", number=2, **more)


# 590.13 Irregularities


def test_590_13_c_no_card_shown_too_early_voids_the_round_unless_i_24_says_so() -> None:
    one = box("Th", push_22=500)
    answer = deal("Tc", one, void="590.13(c)")
    assert answer.violations == {"void-not-allowed"}
    assert answer.cite("void-not-allowed") == "590.13(c)"
    assert (answer.net(), answer.net("push_22")) == (0, 0)
    other = deal("Tc", one, void="590.13(c)", readings=["I-24"])
    assert (other.net(), other.net("push_22"), other.codes) == (0, 0, set())


@pytest.mark.parametrize("call", ["590.13(a)", "590.13(e)", "590.13(j)", "19:47-26.15(d)"])
def test_590_13_no_other_paragraph_voids_a_round(call: str) -> None:
    answer = deal("Tc 8d", box("Th 4d", "hit 9c"), void=call, readings=["I-24"])
    assert (answer.violations, answer.net()) == ({"void-not-allowed"}, 0)


@pytest.mark.parametrize("readings", [[], ["I-22"]])
@pytest.mark.parametrize("dealer", ["Tc 7d 5h", "Ac 6d 5h"])
def test_590_13_d_a_card_drawn_on_17_does_not_count_by_either_i_22(dealer: str, readings: list[str]) -> None:
    answer = deal(dealer, box("Th 8d", "stand", push_22=500), readings=readings)
    assert answer.violations == {"dealer-drew-past-stop"}
    assert answer.cite("dealer-drew-past-stop") == "590.13(d)"
    assert (answer.net(), answer.net("push_22")) == (1000, -500)


@pytest.mark.parametrize(("readings", "main", "push_22"), [([], 1000, -500), (["I-22"], 0, 4000)])
def test_590_13_d_a_card_drawn_on_18_does_not_count_unless_i_22_counts_it(
    readings: list[str], main: int, push_22: int
) -> None:
    answer = deal("Tc 8d 4h", box("Th 9d", "stand", push_22=500), readings=readings)
    assert answer.violations == {"dealer-drew-past-stop"}
    assert (answer.net(), answer.net("push_22")) == (main, push_22)
    assert answer.line().readings == answer.line("push_22").readings == ("I-22",)


@pytest.mark.parametrize("cards", ["", "Th"])
def test_590_13_g_a_hand_of_no_card_or_one_is_dead_and_its_wager_returned(cards: str) -> None:
    answer = deal("Tc 8d", box(cards, dead="590.13(g)"), live())
    assert (answer.net(), answer.line().cite, answer.codes) == (0, "590.13(g)", set())


@pytest.mark.parametrize("decisions", ["", "stand"])
def test_590_13_g_a_hand_of_two_cards_is_not_dead(decisions: str) -> None:
    answer = deal("Tc 8d", box("Th 4d", decisions, dead="590.13(g)"), live())
    assert answer.violations == {"dead-not-allowed"}
    assert (answer.cite("dead-not-allowed"), answer.net()) == ("590.13(g)", 0)


def test_590_13_g_a_hand_of_one_card_cannot_be_settled_unless_i_25_plays_it() -> None:
    assert deal("Tc 6d 7h", box("Th", "stand")).verdict == "unreadable"
    answer = deal("Tc 6d 7h", box("Th", "stand"), readings=["I-25"])
    assert (answer.net(), answer.codes) == (1000, set())


def test_590_13_g_by_i_25_a_hand_of_one_card_is_not_dead_but_one_of_none_is() -> None:
    answer = deal("Tc 8d", box("Th", dead="590.13(g)"), live(), readings=["I-25"])
    assert answer.violations == {"dead-not-allowed"}
    assert deal("Tc 8d", box("", dead="590.13(g)"), live(), readings=["I-25"]).codes == set()


@pytest.mark.parametrize(("readings", "net"), [([], 4000), (["I-34"], 0)])
def test_590_13_g_push_22_of_a_dead_hand_runs_unless_i_34_returns_it(readings: list[str], net: int) -> None:
    answer = deal("Tc 6d 6h", box("Th", dead="590.13(g)", push_22=500), live(), readings=readings)
    assert (answer.net(), answer.net("push_22"), answer.codes) == (0, net, set())


@pytest.mark.parametrize(("dealer", "net"), [("Tc 6d 6h", 4000), ("Tc 7d", -500), ("Tc 6d 7h", -500)])
def test_590_13_g_push_22_of_the_only_hand_runs_too_though_it_is_dead(dealer: str, net: int) -> None:
    answer = deal(dealer, box("Th", dead="590.13(g)", push_22=500))
    assert (answer.net(), answer.net("push_22"), answer.codes) == (0, net, set())


@pytest.mark.parametrize("decisions", ["", "hit 2c"])
def test_590_13_h_a_hand_whose_card_was_missed_is_dead_by_the_players_choice(decisions: str) -> None:
    answer = deal("Tc 8d", box("Th 4d", decisions, dead="590.13(h)"), live())
    assert (answer.net(), answer.line().cite, answer.codes) == (0, "590.13(h)", set())


@pytest.mark.parametrize(("cards", "decisions"), [("Th 4d", "stand"), ("Th 4d", OVER), ("As Kd", ""), ("Th", "")])
def test_590_13_h_a_hand_that_could_want_no_card_is_not_dead(cards: str, decisions: str) -> None:
    answer = deal("Tc 8d", box(cards, decisions, dead="590.13(h)"), live())
    assert answer.violations == {"dead-not-allowed"}
    assert (answer.cite("dead-not-allowed"), answer.net()) == ("590.13(h)", 0)


def test_590_13_h_a_dead_hand_gives_paid_splits_and_doubles_back() -> None:
    decisions = "split 1000 2d, double 1000 4c, deal 5h"
    answer = deal("Tc 8d", box("Tc Kh", decisions, dead="590.13(h)"), live())
    assert [line.expected for line in answer.answer.lines if line.box == 1] == [0, 0, 0]
    assert answer.codes == set()


@pytest.mark.parametrize(("readings", "net"), [([], 1000), (["I-34"], 0)])
def test_590_13_h_insurance_of_a_dead_hand_runs_unless_i_34_returns_it(readings: list[str], net: int) -> None:
    answer = deal("Ac Kd", box("Th 4d", dead="590.13(h)", insurance=500), live(), readings=readings)
    assert (answer.net(), answer.net("insurance")) == (0, net)


@pytest.mark.parametrize("call", ["590.13(d)", "590.13(i)", "590.7(n)(1)", "665a.13(h)"])
def test_590_13_no_other_paragraph_makes_a_hand_dead(call: str) -> None:
    answer = deal("Tc 8d", box("Th 4d", dead=call), live())
    assert (answer.violations, answer.net()) == ({"dead-not-allowed"}, 0)


@pytest.mark.parametrize("up", "23456789")
def test_590_13_i_the_reader_used_with_another_up_card_is_found_and_play_goes_on(up: str) -> None:
    answer = deal(f"{up}c 9d", box("As Kd"), reader="no_blackjack")
    assert answer.violations == {"reader-needless"}
    assert (answer.cite("reader-needless"), answer.net()) == ("590.13(i)", 1500)


@pytest.mark.parametrize(("dealer", "signal"), [("Ac 9d", "blackjack"), ("Kc As", "no_blackjack")])
def test_590_13_j_a_reader_that_speaks_wrongly_is_out_of_order(dealer: str, signal: str) -> None:
    answer = deal(dealer, box("Th 8d", "stand"), reader=signal)
    assert answer.violations == {"reader-signal-wrong"}
    assert (answer.cite("reader-signal-wrong"), answer.net()) == ("590.13(j)", -1000)


def test_590_13_j_nothing_is_dealt_until_the_reader_is_repaired_or_replaced() -> None:
    assert BOOK.reader.failure.value == "no-dealing"


# Reports and readings that move no money


RIGHT = [{"hand": 1, "wager": "main", "net": 1000}, {"wager": "push_22", "net": -500}]


@pytest.mark.parametrize(
    ("reported", "verdict", "codes"),
    [
        (RIGHT, "ok", set()),
        (RIGHT[:1], "mismatch", set()),
        ([], "mismatch", set()),
        ([{"hand": 1, "wager": "main", "net": 0}, RIGHT[1]], "mismatch", set()),
        ([*RIGHT, RIGHT[0]], "mismatch", {"reported-twice"}),
        ([*RIGHT, {"hand": 1, "wager": "double", "net": 1000}], "mismatch", {"reported-no-such-wager"}),
    ],
)
def test_590_12_what_the_table_reports_is_held_against_the_lines(
    reported: list[dict[str, Any]], verdict: str, codes: set[str]
) -> None:
    answer = deal("9c 8d", box("Th 9s", "stand", push_22=500, reported=reported))
    assert (answer.verdict, answer.codes) == (verdict, codes)


@pytest.mark.parametrize("reading", ["I-29", "I-37"])
def test_590_5_a_readings_of_the_cut_and_the_clock_change_no_round(reading: str) -> None:
    answer = deal("9c 8d", box("Th 9s", "stand", push_22=500), readings=[reading])
    assert (answer.net(), answer.net("push_22"), answer.codes) == (1000, -500, set())


FOREIGN = ["I-02", "I-03", "I-04", "I-05", "I-07", "I-08", "I-09", "I-10", "I-11", "I-12", "I-13", "I-16"]


FOREIGN += ["I-23", "I-26", "I-27", "I-28", "I-31", "I-32", "I-33", "I-35", "I-36"]


@pytest.mark.parametrize(
    ("dealer", "expected"), [("Ac Ad 7c", [-1000, 0, 0, -500, -500]), ("Ac Kd", [-1000, 0, 0, -500, 1000])]
)
def test_590_readings_of_other_chapters_change_nothing_here(dealer: str, expected: list[int]) -> None:
    decisions = "split free 3d, double free 7h, deal Ks, stand"
    one = box("8c 8d", decisions, push_22=500, insurance=500)
    answer = deal(dealer, one, readings=FOREIGN)
    assert [line.expected for line in answer.answer.lines] == expected
