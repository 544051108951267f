"""N.J.A.C. 19:47-26.15: irregularities, dead hands and void rounds; expected values by hand from the text."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.deal import Verified, box, record, verified

nj = partial(verified, "nj-19-47-26")

RICH = box("Kc Qd", "stand", double_attack=600, bust_it=200)


def all_zero(answer: Verified) -> bool:
    """Every wager was returned."""
    lines = answer.answer.lines
    return bool(lines) and all((ln.outcome, ln.expected) == ("push", 0) for ln in lines)


# Void rounds


@pytest.mark.parametrize("call", ["19:47-26.15(a)", "19:47-26.15(b)", "19:47-26.15(d)"])
def test_nj_26_15_a_b_and_d_a_void_round_returns_every_wager(call: str) -> None:
    """What the record cannot show, cards face up in the shoe or a missed up card, is believed."""
    answer = nj("9h 9s", RICH, box("Ac Kd", number=2), void=call)
    assert answer.verdict == "settled"
    assert all_zero(answer)
    assert {ln.cite for ln in answer.answer.lines} == {call}
    assert len(answer.answer.lines) == 4


@pytest.mark.parametrize("dealer", ["", "9h", "9h 2s"])
@pytest.mark.parametrize(
    "one", [box(""), box("Kc"), box("5c 6d"), box("5c 6d", "hit 2c"), box("8c 8d", "split 1000 2c")]
)
def test_nj_26_15_a_a_void_round_may_stop_anywhere(dealer: str, one: dict[str, Any]) -> None:
    answer = nj(dealer, one, void="19:47-26.15(a)")
    assert answer.verdict == "settled"
    assert all_zero(answer)


def test_nj_26_15_a_a_void_round_is_compared_with_what_was_reported() -> None:
    right = box("Kc Qd", "stand", reported=[{"wager": "main", "hand": 1, "net": 0}])
    wrong = box("Kc Qd", "stand", reported=[{"wager": "main", "hand": 1, "net": 1000}])
    assert nj("9h 9s", right, void="19:47-26.15(a)").verdict == "ok"
    assert nj("9h 9s", wrong, void="19:47-26.15(a)").verdict == "mismatch"


@pytest.mark.parametrize("letter", ["c", "f", "g", "i", "j", "k", "m"])
def test_nj_26_15_paragraphs_that_void_no_round(letter: str) -> None:
    answer = nj("9h 9s", RICH, void=f"19:47-26.15({letter})")
    assert answer.violations == {"void-not-allowed"}
    assert all_zero(answer)


@pytest.mark.parametrize(
    "call",
    ["19:47-26.15(h)", "19:47-26.15(l)2", "19:47-26.12(c)", "19:47-26.1", "19:47-26", "665a.13(h)(1)", "rain", "1"],
)
def test_nj_26_15_a_call_under_no_such_remedy_is_found(call: str) -> None:
    """26.1 is another section, not the beginning of 26.15."""
    answer = nj("9h 9s", RICH, void=call)
    assert answer.violations == {"void-not-allowed"}
    assert all_zero(answer)
    dead = nj("9h 9s", box("", dead=call), LIVE)
    assert "dead-not-allowed" in dead.violations or call == "19:47-26.15(h)"


@pytest.mark.parametrize("cards", ["", "Kc", "5c 6d", "Ac Kd"])
def test_nj_26_15_a_call_under_no_paragraph_at_all_is_never_taken_for_right(cards: str) -> None:
    wrong = {"violation", "unreadable"}
    assert nj("9h 9s", box(cards), void="").verdict in wrong
    assert nj("9h 9s", box(cards, dead=""), LIVE).verdict in wrong
    assert nj("", box(cards, dead="", bust_it=100)).verdict in wrong


def test_nj_26_15_e_a_card_exposed_early_voids_only_by_the_other_reading_i_24() -> None:
    assert nj("9h 9s", RICH, void="19:47-26.15(e)").violations == {"void-not-allowed"}
    assert nj("9h 9s", RICH, void="19:47-26.15(e)", readings=["I-24"]).verdict == "settled"


# 26.15(f) The dealer draws on 17 or more


@pytest.mark.parametrize("dealer", ["Kh 7s", "9h 9s", "Ah 6s", "5h 6s 7d"])
@pytest.mark.parametrize("extra", ["3h", "Kh", "3h 2h"])
def test_nj_26_15_f_a_card_drawn_on_17_or_more_is_burned(dealer: str, extra: str) -> None:
    answer = nj(f"{dealer} {extra}", box("Kc Qd", "stand"))
    assert answer.violations == {"dealer-drew-past-stop"}
    assert answer.cite("dealer-drew-past-stop") == "19:47-26.15(f)"
    assert answer.dealer is not None
    assert answer.dealer.should_hold == len(dealer.split())
    assert answer.net() == 1000  # 20 against 17 or 18


@pytest.mark.parametrize("chosen", [[], ["I-22"]])
def test_nj_26_15_f_it_says_17_or_higher_so_no_reading_changes_it(chosen: list[str]) -> None:
    assert nj("9h 9s 3h", box("Kc Qd", "stand"), readings=chosen).net() == 1000


def test_nj_26_15_f_a_burned_card_does_not_pay_a_bonus() -> None:
    assert nj("9h 9s 8h", box("Kc Qd", "stand", bust_it=200)).net("bust_it") == -200


def test_nj_26_15_f_a_card_drawn_on_a_blackjack_is_burned() -> None:
    answer = nj("Ah Ks 5d", box("Kc Qd"), reader="blackjack")
    assert answer.violations == {"dealer-drew-past-stop"}
    assert answer.net() == -1000


# 26.15(h) and (i) Dead hands

LIVE = box("Kh 9d", "stand", number=2)


@pytest.mark.parametrize("cards", ["", "Kc"])
def test_nj_26_15_h_a_hand_without_its_cards_is_dead(cards: str) -> None:
    """No card: dead. One card whose player declines the second: dead too, I-25."""
    answer = nj("9h 9s", box(cards, dead="19:47-26.15(h)", double_attack=500), LIVE)
    assert answer.verdict == "settled"
    assert (answer.line().outcome, answer.net(), answer.net("double_attack")) == ("push", 0, 0)
    assert answer.line().cite == "19:47-26.15(h)"
    assert answer.net(box=2) == 1000


def test_nj_26_15_h_a_hand_that_got_two_cards_contradicts_the_call() -> None:
    answer = nj("9h 9s", box("Kc 6d", dead="19:47-26.15(h)"), LIVE)
    assert answer.violations == {"dead-not-allowed"}
    assert answer.cite("dead-not-allowed") == "19:47-26.15(h)"
    assert answer.net() == 0


def test_nj_26_15_h_one_card_plays_on_by_the_other_reading_i_25() -> None:
    assert nj("9h 9s", box("Kc", dead="19:47-26.15(h)"), LIVE, readings=["I-25"]).violations == {"dead-not-allowed"}
    assert nj("9h 9s", box("", dead="19:47-26.15(h)"), LIVE, readings=["I-25"]).verdict == "settled"
    played = nj("9h 9s", box("Kc", "stand"), LIVE, readings=["I-25"])
    assert played.verdict == "settled"
    assert played.net() == -1000


@pytest.mark.parametrize("cards", ["", "Kc"])
def test_nj_26_15_h_too_few_cards_without_a_call_are_unreadable(cards: str) -> None:
    answer = nj("9h 9s", box(cards, "stand"), LIVE)
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("boxes[0].cards: ")


def test_nj_26_15_i_a_hand_whose_card_was_missed_may_be_called_dead() -> None:
    answer = nj("9h 9s", box("5c 6d", dead="19:47-26.15(i)", double_attack=500), LIVE)
    assert answer.verdict == "settled"
    assert (answer.net(), answer.net("double_attack"), answer.net(box=2)) == (0, 0, 1000)


def test_nj_26_15_i_a_dead_hand_returns_doubles_and_splits_too_i_34() -> None:
    one = box("8c 8d", "split 1000 3d, double 1000 Kd, deal 2d", dead="19:47-26.15(i)")
    answer = nj("9h 9s", one, LIVE)
    assert answer.verdict == "settled"
    nets = [answer.net(), answer.net("double"), answer.net(hand=2)]
    assert nets == [0, 0, 0]


@pytest.mark.parametrize(
    ("cards", "decisions"), [("Kc 6d", "stand"), ("Kc 6d", "hit 6c"), ("5c 6d", "hit Kc"), ("Ac Kd", "")]
)
def test_nj_26_15_i_a_complete_hand_wanted_no_card_and_contradicts_the_call(cards: str, decisions: str) -> None:
    answer = nj("9h 9s", box(cards, decisions, dead="19:47-26.15(i)"), LIVE)
    assert answer.violations == {"dead-not-allowed"}
    assert answer.net() == 0


@pytest.mark.parametrize("cards", ["", "Kc"])
def test_nj_26_15_i_comes_after_the_first_two_cards(cards: str) -> None:
    assert nj("9h 9s", box(cards, dead="19:47-26.15(i)"), LIVE).violations == {"dead-not-allowed"}


def test_nj_26_15_i_side_wagers_and_insurance_of_a_dead_hand_run_both_ways_i_34() -> None:
    one = box("5c 6d", dead="19:47-26.15(i)", bust_it=200, insurance=500)
    run = nj("Ah 5s Kd Ks", one, LIVE)
    assert run.verdict == "settled"
    assert (run.net(), run.net("bust_it"), run.net("insurance")) == (0, -200, -500)
    returned = nj("Ah 5s Kd Ks", one, LIVE, readings=["I-34"])
    assert all((ln.outcome, ln.expected) == ("push", 0) for ln in returned.answer.lines if ln.box == 1)


def test_nj_26_15_i_a_dead_hand_binds_those_behind() -> None:
    one = box("5c 6d", dead="19:47-26.15(i)", behind=[{"wagers": {"main": 500, "bust_it": 100}}])
    answer = nj("9h 9s", one, LIVE)
    assert (answer.net(behind=1), answer.net("bust_it", behind=1)) == (0, -100)


def test_nj_26_15_i_the_dealer_does_not_draw_for_a_dead_hand() -> None:
    over = box("Kh 6d", "hit 6c", number=2)
    dead = box("5c 6d", dead="19:47-26.15(i)")
    assert nj("5h 6s", dead, over).verdict == "settled"
    assert nj("5h 6s 9h", dead, over).violations == {"dealer-drew-needlessly"}


@pytest.mark.parametrize(
    "call", ["19:47-26.15(a)", "19:47-26.15(b)", "19:47-26.15(d)", "19:47-26.15(m)", "590.13(g)", "rain"]
)
def test_nj_26_15_paragraphs_that_make_no_hand_dead(call: str) -> None:
    answer = nj("9h 9s", box("5c 6d", dead=call), LIVE)
    assert answer.violations == {"dead-not-allowed"}
    assert answer.net() == 0


# 26.15(l) The reader used with a wrong up card


@pytest.mark.parametrize("up", [rank + "h" for rank in "23456789"])
@pytest.mark.parametrize("reveals", [True, False])
def test_nj_26_15_l_a_needless_use_of_the_reader_is_found(up: str, reveals: bool) -> None:
    answer = nj(f"{up} Kd", box("Kc 6d", "surrender"), reader="no_blackjack", reader_reveals_value=reveals)
    assert answer.violations == {"reader-needless"}
    assert answer.cite("reader-needless") == ("19:47-26.15(l)1" if reveals else "19:47-26.15(l)2")
    (finding,) = answer.answer.findings
    assert ("called dead" in finding.message) is reveals


def test_nj_26_15_l_with_a_right_up_card_there_is_nothing_to_find() -> None:
    assert nj("Kh 9d", box("Kc 6d", "surrender"), reader="no_blackjack").verdict == "settled"


@pytest.mark.parametrize("call", ["19:47-26.15(l)1", "19:47-26.15(l)"])
@pytest.mark.parametrize("signal", ["no_blackjack", ...])
def test_nj_26_15_l_1_all_hands_are_dead_where_the_device_can_give_the_value_away(call: str, signal: Any) -> None:
    void = nj("9h 9s", RICH, void=call, reader=signal, reader_reveals_value=True)
    assert "void-not-allowed" not in void.violations
    assert all_zero(void)
    boxes = [box("Kc 6d", dead=call), box("Kh 6d", dead=call, number=2)]
    dead = nj("9h 9s", *boxes, reader=signal, reader_reveals_value=True)
    assert "dead-not-allowed" not in dead.violations
    assert all_zero(dead)


def test_nj_26_15_l_1_the_use_itself_is_still_found() -> None:
    answer = nj("9h 9s", RICH, void="19:47-26.15(l)1", reader="no_blackjack", reader_reveals_value=True)
    assert answer.violations == {"reader-needless"}


@pytest.mark.parametrize(
    ("dealer", "signal", "reveals"),
    [("9h 9s", "no_blackjack", False), ("9h 9s", None, True), ("Kh 9s", "no_blackjack", True), ("Ah 9s", ..., True)],
)
def test_nj_26_15_l_1_a_record_can_contradict_the_call(dealer: str, signal: Any, reveals: bool) -> None:
    """A device that shows nothing, a reader that was not used, an up card that asked for it."""
    void = nj(dealer, RICH, void="19:47-26.15(l)1", reader=signal, reader_reveals_value=reveals)
    assert "void-not-allowed" in void.violations
    assert all_zero(void)
    dead = nj(dealer, box("Kc 6d", dead="19:47-26.15(l)1"), reader=signal, reader_reveals_value=reveals)
    assert "dead-not-allowed" in dead.violations
    assert all_zero(dead)


@pytest.mark.parametrize("called", ["dead", "void"])
def test_nj_26_15_l_1_call_is_believed_where_the_record_does_not_say_what_the_device_reveals(called: str) -> None:
    """What a record cannot show is believed; played on, the same record is believed to be under (l)2."""
    call, one = "19:47-26.15(l)1", box("Kc 5d", double_attack=500, bust_it=500)
    made = [one | {"dead": call}] if called == "dead" else [one]
    answer = nj("8h 9d", *made, reader="no_blackjack", **({"void": call} if called == "void" else {}))
    assert (answer.violations, answer.cite("reader-needless")) == ({"reader-needless"}, call)
    assert all_zero(answer) and answer.answer.required is None
    on = nj("8h 9d", one | {"play": [{"do": "stand"}]}, reader="no_blackjack")
    assert (on.cite("reader-needless"), on.answer.required) == ("19:47-26.15(l)2", None)


def test_nj_26_15_l_1_a_call_for_one_hand_alone_says_that_all_are_dead() -> None:
    boxes = (box("Kc 5d", dead="19:47-26.15(l)1"), box("Kd Qd", "stand", number=2))
    required = nj("8h 9d", *boxes, reader="no_blackjack").answer.required
    assert required is not None
    assert (required.cite, [line.net for line in required.lines]) == ("19:47-26.15(l)1", [0, 0])


def test_nj_26_15_l_1_a_table_without_a_reader_contradicts_the_call() -> None:
    """Nobody can have inserted a card into a device that is not there."""
    made = record("nj-19-47-26", "9h 9s", RICH, void="19:47-26.15(l)1", reader_reveals_value=True)
    made["options"]["reader"] = False
    assert "void-not-allowed" in Verified(verify_json(made, rulebooks())).violations


def test_nj_26_15_l_2_play_goes_on_where_the_device_shows_nothing() -> None:
    answer = nj("9h 9s", RICH, reader="no_blackjack", reader_reveals_value=False)
    assert answer.violations == {"reader-needless"}
    assert (answer.net(), answer.net("double_attack")) == (1000, 600)


# 26.15(m) A reader out of order


@pytest.mark.parametrize(
    ("dealer", "signal"),
    [("Kh 9s", "blackjack"), ("Ah 8s", "blackjack"), ("Kh As", "no_blackjack"), ("Ah Ks", "no_blackjack")],
)
def test_nj_26_15_m_a_signal_that_the_cards_contradict_is_found(dealer: str, signal: str) -> None:
    answer = nj(dealer, box("Kc Qd", "stand"), reader=signal)
    assert answer.violations == {"reader-signal-wrong"}
    assert answer.cite("reader-signal-wrong") == "19:47-26.15(m)"
    assert answer.net() == (1000 if signal == "blackjack" else -1000)  # 20 against 19, or a Blackjack


def test_nj_26_15_m_the_game_may_go_on_as_without_a_reader() -> None:
    """A reader that failed leaves nothing but the procedure of a table that has none: 26.7(g)."""
    failure = rulebooks()["nj-19-47-26"].reader.failure
    assert (failure.value, failure.cite) == ("no-reader-procedure", "19:47-26.15(m)")
    assert rulebooks()["nj-19-47-26"].reader.wrong_signal.value == "malfunction"
    made = record("nj-19-47-26", "Kh As", box("5c 6d", "double 1000 Kd"), reader=None)
    made["options"] = {"reader": False}
    answer = Verified(verify_json(made, rulebooks()))
    assert answer.verdict == "settled"
    assert (answer.net(), answer.net("double")) == (-1000, 0)
