"""Down Under Blackjack, paragraph by paragraph: irregularities, dead and void calls, and what the table reports."""

from __future__ import annotations

from functools import partial

import pytest

from floorapp.bootstrap import rulebooks
from tests.deal import box, verified

BOOK = rulebooks()["pa-685a"]
deal = partial(verified, "pa-685a")

# .12(c), .7(e): calls that need a reading


@pytest.mark.parametrize(("readings", "violations"), [([], {"void-not-allowed"}), (["I-24"], set())])
def test_685a_12_c_void_for_a_card_exposed_during_the_deal_i_24(readings: list[str], violations: set[str]) -> None:
    answer = deal("9h", box("Tc"), void="685a.12(c)", readings=readings)
    assert answer.violations == violations
    assert (answer.net(), answer.line().cite) == (0, "685a.12(c)")


@pytest.mark.parametrize(("readings", "violations"), [([], {"void-not-allowed"}), (["I-32"], set())])
def test_685a_7_e_void_for_a_card_the_dealer_missed_i_32(readings: list[str], violations: set[str]) -> None:
    """By default the deal goes on, as in 590.13(e); the other reading leaves it to a floorperson."""
    answer = deal("", box("Tc 9d"), void="685a.7(e)", readings=readings)
    assert answer.violations == violations
    assert answer.net() == 0


@pytest.mark.parametrize(("call", "reading"), [("685a.12(c)", "I-24"), ("685a.7(e)", "I-32")])
def test_685a_12_c_void_call_shows_the_reading_it_rests_on(call: str, reading: str) -> None:
    (refused,) = deal("9h", box("Tc"), void=call).answer.findings
    believed = deal("9h", box("Tc"), void=call, readings=[reading])
    assert reading in refused.message
    assert reading in believed.line().readings


def test_685a_12_c_is_cited_where_a_void_call_does_not_stand() -> None:
    assert deal("9h", box("Tc"), void="685a.12(c)").cite("void-not-allowed") == "685a.12(c)"


@pytest.mark.parametrize("call", ["685a.12(h)", "685a.12(a)", "590.13(e)", "685a.7(n)(1)"])
def test_685a_12_no_other_paragraph_voids_a_round(call: str) -> None:
    answer = deal("9h Td", box("Tc 9d", "stand"), void=call, readings=["I-24", "I-32"])
    assert answer.violations == {"void-not-allowed"}
    assert answer.verdict == "violation"


def test_685a_12_void_round_returns_every_wager() -> None:
    one = box("Ac 8d", "hit 2c, double 1000 9c", insurance=500, match_dealer=500)
    answer = deal("Ah Kd", one, void="685a.12(c)", readings=["I-24"])
    assert [answer.net(wager) for wager in ("main", "double", "insurance", "match_dealer")] == [0, 0, 0, 0]


# .12(f): hands that were not dealt


def test_685a_12_f_hand_without_cards_is_dead() -> None:
    answer = deal("9h Td", box("", dead="685a.12(f)"), box("Tc Qd", "stand", number=2))
    assert answer.codes == set()
    assert (answer.net(box=1), answer.line(box=1).cite) == (0, "685a.12(f)")
    assert answer.net(box=2) == 1000


def test_685a_12_f_hand_of_two_cards_contradicts_the_call() -> None:
    answer = deal("9h Td", box("Tc 5d", dead="685a.12(f)"))
    assert answer.violations == {"dead-not-allowed"}
    assert answer.cite("dead-not-allowed") == "685a.12(f)"
    assert answer.net() == 0


def test_685a_12_f_one_card_hand_whose_player_declines_is_dead_i_25() -> None:
    answer = deal("9h Td", box("8c", dead="685a.12(f)"))
    assert (answer.net(), answer.codes) == (0, set())
    assert deal("9h Td", box("8c", "stand")).verdict == "unreadable"


def test_685a_12_f_one_card_hand_plays_on_under_the_other_reading_i_25() -> None:
    played = deal("9h Td", box("8c", "stand"), readings=["I-25"])
    assert (played.net(), played.codes) == (-1000, set())  # 8 against 19
    called = deal("9h Td", box("8c", dead="685a.12(f)"), readings=["I-25"])
    assert called.violations == {"dead-not-allowed"}


def test_685a_12_f_one_card_hand_shows_that_it_rests_on_i_25() -> None:
    assert "I-25" in deal("9h Td", box("8c", dead="685a.12(f)")).line().readings
    (refused,) = deal("9h Td", box("8c", dead="685a.12(f)"), readings=["I-25"]).answer.findings
    assert "I-25" in refused.message


# .12(g): a card that was not dealt


def test_685a_12_g_hand_whose_card_was_missed_may_be_dead() -> None:
    answer = deal("9h Td", box("6c 5d", "hit 2c", dead="685a.12(g)"))
    assert (answer.net(), answer.line().cite, answer.codes) == (0, "685a.12(g)", set())


@pytest.mark.parametrize(("cards", "play"), [("Tc 6d", "stand"), ("Tc 6d", "hit 5c"), ("Tc 6d", "hit 9c")])
def test_685a_12_g_finished_hand_wanted_no_card_and_contradicts_the_call(cards: str, play: str) -> None:
    answer = deal("9h Td", box(cards, play, dead="685a.12(g)"))
    assert answer.violations == {"dead-not-allowed"}
    assert answer.cite("dead-not-allowed") == "685a.12(g)"


def test_685a_12_g_is_for_hands_that_got_their_first_two_cards() -> None:
    assert deal("9h Td", box("Tc", dead="685a.12(g)")).violations == {"dead-not-allowed"}


# .12(h): the wrong light


def test_685a_12_h_wrong_light_is_found_and_play_may_go_on() -> None:
    answer = deal("9h Td", box("Tc Qd", "stand"), reader="small")
    assert answer.violations == {"reader-signal-wrong"}
    assert answer.cite("reader-signal-wrong") == "685a.12(h)"
    assert answer.net() == 1000


def test_685a_12_h_dead_hand_gets_its_bet_back_though_it_went_over_21() -> None:
    answer = deal("9h Td", box("Tc 6d", "hit 8c", dead="685a.12(h)"), reader="small")
    assert answer.violations == {"reader-signal-wrong"}
    assert (answer.net(), answer.line().outcome, answer.line().cite) == (0, "push", "685a.12(h)")


@pytest.mark.parametrize("known", [{"reader": "large"}, {}])
def test_685a_12_h_wrong_area_cannot_be_seen_in_a_record_and_is_believed(known: dict[str, str]) -> None:
    answer = deal("9h Td", box("Tc 6d", "hit 8c", dead="685a.12(h)"), **known)
    assert (answer.net(), answer.codes) == (0, set())


def test_685a_12_h_each_hand_is_called_by_itself() -> None:
    boxes = box("Tc 6d", "stand", dead="685a.12(h)"), box("Kc Qd", "stand", number=2)
    answer = deal("9h Td", *boxes, reader="medium")
    assert (answer.net(box=1), answer.net(box=2)) == (0, 1000)


def test_685a_12_h_doubles_and_splits_of_a_dead_hand_are_returned_i_34() -> None:
    decisions = "split 1000 3c, double 1000 2c, deal 9d, stand"
    answer = deal("9h Td", box("8c 8d", decisions, dead="685a.12(h)"), reader="small")
    assert (answer.net(hand=1), answer.net("double", hand=1), answer.net(hand=2)) == (0, 0, 0)


@pytest.mark.parametrize(("readings", "net"), [([], 2000), (["I-34"], 0)])
def test_685a_12_h_match_the_dealer_on_a_dead_hand_i_34(readings: list[str], net: int) -> None:
    one = box("9c 2d", "stand", match_dealer=500, dead="685a.12(h)")
    answer = deal("9h Td", one, reader="small", readings=readings)
    assert (answer.net(), answer.net("match_dealer")) == (0, net)


@pytest.mark.parametrize(("readings", "net"), [([], 1000), (["I-34"], 0)])
def test_685a_12_h_insurance_on_a_dead_hand_i_34(readings: list[str], net: int) -> None:
    one = box("9c 2d", "hit 7c, stand", insurance=500, dead="685a.12(h)")
    answer = deal("Ah Kd", one, reader="small", readings=readings)
    assert (answer.net(), answer.net("insurance")) == (0, net)


@pytest.mark.parametrize("call", ["685a.12(a)", "685a.12(d)", "685a.7(n)(1)", "665a.13(g)"])
def test_685a_12_no_other_paragraph_makes_a_dead_hand(call: str) -> None:
    answer = deal("9h Td", box("6c 5d", dead=call))
    assert answer.violations == {"dead-not-allowed"}
    assert answer.cite("dead-not-allowed").startswith("685a")
    assert answer.net() == 0


def test_685a_12_i_reader_out_of_order_stops_the_table() -> None:
    assert BOOK.reader.failure.value == "no-dealing"
    assert BOOK.reader.failure.cite == "685a.12(i)"


# What the table reports


def reported(*lines: tuple[str, int, int]) -> list[dict[str, object]]:
    """Reported lines: wager, hand (0 for none), net."""
    return [{"wager": wager, "net": net} | ({"hand": hand} if hand else {}) for wager, hand, net in lines]


def test_685a_11_right_report_is_ok() -> None:
    lines = reported(("main", 1, 1000), ("match_dealer", 0, 2000))
    answer = deal("9h Td", box("9c 5d", "hit 6c, stand", match_dealer=500, reported=lines), reader="large")
    assert answer.verdict == "ok"


@pytest.mark.parametrize(
    "lines", [reported(("main", 1, 1000), ("match_dealer", 0, 1500)), reported(("main", 1, 1000)), []]
)
def test_685a_11_wrong_or_missing_line_is_a_mismatch(lines: list[dict[str, object]]) -> None:
    answer = deal("9h Td", box("9c 5d", "hit 6c, stand", match_dealer=500, reported=lines))
    assert answer.verdict == "mismatch"


def test_685a_11_a_line_for_a_wager_nobody_made_is_a_mismatch() -> None:
    lines = reported(("main", 1, 1000), ("insurance", 0, 0))
    answer = deal("9h Td", box("9c 5d", "hit 6c, stand", reported=lines))
    assert answer.violations == {"reported-no-such-wager"}
    assert answer.cite("reported-no-such-wager").startswith("685a.11")
    assert answer.verdict == "mismatch"


def test_685a_11_a_line_reported_twice_is_a_mismatch() -> None:
    lines = reported(("main", 1, 1000), ("main", 1, 1000))
    answer = deal("9h Td", box("9c 5d", "hit 6c, stand", reported=lines))
    assert answer.violations == {"reported-twice"}
    assert answer.cite("reported-twice").startswith("685a.11")
    assert answer.verdict == "mismatch"


def test_685a_7_n_1_report_that_takes_a_bet_on_a_dealer_22_is_a_mismatch() -> None:
    wrong = deal("Th 6d 6c", box("9c 9d", "stand", reported=reported(("main", 1, -1000))))
    right = deal("Th 6d 6c", box("9c 9d", "stand", reported=reported(("main", 1, 0))))
    assert (wrong.verdict, right.verdict) == ("mismatch", "ok")
    assert (wrong.line().expected, wrong.line().reported) == (0, -1000)
