"""What the text requires, row by row of the record page: beside what follows from the round as it was dealt."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deal import box, nets, played, required, verified

NJ = "nj-19-47-26"
LIVE = box("9h 9s", "stand", number=2)  # 18
REVEALS: dict[str, Any] = {"reader": "no_blackjack", "reader_reveals_value": True}


def test_a_round_that_is_right_requires_nothing() -> None:
    answer = verified("pa-590", "9h 8s", box("Kc 8d", "stand"))
    assert answer.answer.as_json()["required"] is None


def test_a_broken_rule_without_a_remedy_in_the_text_requires_nothing() -> None:
    for answer in (
        verified("pa-590", "9h 8s", box("5c 3d", "hit 2c, double 1000 9d")),  # a double on three cards
        verified("pa-590", "9h 8s", box("Kc 8d", "split 1000 2c, stand, deal 3c, stand")),
        verified("pa-590", "9h 8s", box("Kc 5d", "hit 2c, surrender")),
    ):
        assert (answer.verdict, answer.answer.required) == ("violation", None)


# New Jersey: the round void


def test_nj_26_15_b_two_tens_among_the_cards_void_the_round() -> None:
    answer = verified(NJ, "9h 8s", box("Tc 8d", "stand", bust_it=500), box("9d Ts", "stand", number=2))
    assert (nets(answer), required(answer).cite) == ([0, 0, 0], "19:47-26.15(b)")
    assert answer.cite("round-not-void") == "19:47-26.15(b)"
    assert verified(NJ, "9h 8s", box("Tc 8d", "stand")).answer.required is None
    void = verified(NJ, "9h 8s", box("Tc Td", "stand"), void="19:47-26.15(b)")
    assert (void.answer.required, void.violations) == (None, {"card-not-in-deck"})


@pytest.mark.parametrize(
    ("code", "cite"), [("ten-in-shoe", "19:47-26.15(b)"), ("card-face-up-in-shoe", "19:47-26.15(a)")]
)
def test_nj_26_15_a_two_cards_told_by_events_void_the_round(code: str, cite: str) -> None:
    one = box("Kc 8d", "stand")
    two = verified(NJ, "9h 8s", one, events=[{"code": code, "cards": 2}])
    apart = verified(NJ, "9h 8s", one, events=[{"code": code}, {"code": code, "card": "Kc"}])
    for answer in (two, apart):
        assert (nets(answer), required(answer).cite, played(answer)) == ([0], cite, [1000])
    once = verified(NJ, "9h 8s", one, events=[{"code": code, "cards": 1}])
    assert (once.verdict, once.answer.required) == ("settled", None)


def test_nj_26_15_b_a_ten_dealt_and_a_ten_found_are_two() -> None:
    answer = verified(NJ, "9h 8s", box("Tc 8d", "stand"), events=[{"code": "ten-in-shoe"}])
    assert (nets(answer), required(answer).cite) == ([0], "19:47-26.15(b)")


def test_nj_26_15_d_the_dealer_without_a_first_card_voids_the_round() -> None:
    one = box("Kc 8d", "stand")
    answer = verified(NJ, "9h 8s", one, events=[{"code": "dealer-missed-first-card"}])
    assert (nets(answer), required(answer).cite) == ([0], "19:47-26.15(d)")
    early = verified(NJ, "9h 8s", one, events=[{"code": "dealer-missed-first-card", "before_two": True}])
    assert (early.verdict, early.answer.required) == ("settled", None)
    other = verified("pa-590", "9h 8s", one, events=[{"code": "dealer-missed-first-card"}])
    assert (other.verdict, other.answer.required) == ("settled", None)


# The reader that gives the value away


@pytest.mark.parametrize(("rulebook", "cite"), [("pa-665a", "665a.13(h)(1)"), (NJ, "19:47-26.15(l)1")])
def test_every_wager_is_returned_where_the_reader_gives_the_value_away(rulebook: str, cite: str) -> None:
    one = box("Kc 8d", "stand", double_attack=500, bust_it=500)
    answer = verified(rulebook, "9h 8s", one, **REVEALS)
    assert (nets(answer), required(answer).cite) == ([0, 0, 0], cite)
    assert played(answer) == [1000, 500, -500]
    some = verified(rulebook, "9h 8s", one | {"dead": cite}, LIVE, **REVEALS)
    assert (nets(some), played(some)) == ([0, 0, 0, 0], [0, 0, 0, 1000])
    every = verified(rulebook, "9h 8s", one | {"dead": cite}, **REVEALS)
    assert every.answer.required is None
    hidden = verified(rulebook, "9h 8s", one, reader="no_blackjack")
    assert hidden.answer.required is None


@pytest.mark.parametrize(("rulebook", "cite"), [("pa-665a", "665a.13(h)(1)"), (NJ, "19:47-26.15(l)1")])
def test_a_call_is_believed_where_the_record_does_not_say_what_the_reader_reveals(rulebook: str, cite: str) -> None:
    """For one hand of a split and under the whole subsection as well: all hands are dead, and nothing says play on."""
    over, split = cite[: -len("(1)" if cite.endswith(")") else "1")], "split 1000 Kc, stand, deal Kd, stand"
    for one in (
        box("8c 8d", dead=cite),
        box("8c 8d", dead=over),
        box("8c 8d", split, dead=[{"hand": 1, "citation": cite}]),
        box("8c 8d", split, dead=[{"hand": 1, "citation": cite}, {"hand": 2, "citation": over}]),
    ):
        answer = verified(rulebook, "7h Kd", one, LIVE, reader="no_blackjack")
        assert (set(nets(answer)), required(answer).cite, answer.cite("reader-needless")) == ({0}, cite, cite)
    void = verified(rulebook, "7h Kd", box("8c 8d", "stand"), LIVE, reader="no_blackjack", void=over)
    assert (void.answer.required, void.violations, void.cite("reader-needless")) == (None, {"reader-needless"}, cite)


@pytest.mark.parametrize(("rulebook", "who"), [("pa-590", "A floorperson or above"), (NJ, "A casino supervisor")])
def test_a_needless_use_of_the_reader_says_who_must_be_notified(rulebook: str, who: str) -> None:
    answer = verified(rulebook, "7h Kd", LIVE, reader="no_blackjack", reader_reveals_value=False)
    assert f"{who} must be notified; play continues." in answer.answer.findings[0].message


@pytest.mark.parametrize(("rulebook", "cite"), [("pa-665a", "665a.13(h)(1)"), (NJ, "19:47-26.15(l)1")])
def test_an_event_can_tell_that_the_reader_gave_the_value_away(rulebook: str, cite: str) -> None:
    events = [{"code": "reader-used-wrong-up-card"}]
    one = box("Kc 8d", "stand", bust_it=500)
    answer = verified(rulebook, "9h 8s", one, events=events, reader_reveals_value=True)
    assert (nets(answer), required(answer).cite, answer.violations) == ([0, 0], cite, {"reader-needless"})
    right = verified(rulebook, "Kh 8s", one, events=events, reader_reveals_value=True)
    assert right.answer.required is None


# A Blackjack that was touched

TOUCHED = ["hit 5c, stand", "double 1000 5c", "surrender", "hit Kc, double 1000 2c"]
CITES = {"pa-590": "590.7(h)(1)", "pa-685a": "685a.7(i)(1)", "pa-665a": "665a.7(h)(1)", NJ: "19:47-26.5(a)2"}
ODDS = {"pa-590": 1500, "pa-685a": 1500, "pa-665a": 1000, NJ: 1000}


@pytest.mark.parametrize("play", TOUCHED)
@pytest.mark.parametrize("rulebook", CITES)
def test_a_blackjack_that_was_touched_is_paid_and_what_was_added_returned(rulebook: str, play: str) -> None:
    answer = verified(rulebook, "7h Kd", box("Ac Kd", play), LIVE)
    wanted = [ODDS[rulebook]] + [0] * play.count("double") + [1000]
    assert nets(answer) == wanted != played(answer)
    assert required(answer).cite == CITES[rulebook]


@pytest.mark.parametrize("rulebook", CITES)
def test_a_blackjack_that_was_split_is_paid_too(rulebook: str) -> None:
    answer = verified(rulebook, "7h Kd", box("Ac Kd", "split 1000 9c, stand, deal 9d, stand"), LIVE)
    assert nets(answer) == [ODDS[rulebook], 0, 1000]


def test_nj_26_13_f_a_bettor_behind_keeps_the_blackjack_he_had_moved_away_from() -> None:
    behind = [{"wagers": {"main": 500}, "follows": [{"step": 0, "hand": 2}]}]
    one = box("Ac Kd", "split 1000 9c, stand, deal 2d, stand", behind=behind)
    answer = verified(NJ, "7h Kd", one, LIVE)
    assert (nets(answer), played(answer)) == ([1000, 0, 500, 1000], [1000, -1000, -500, 1000])


@pytest.mark.parametrize(
    ("rulebook", "cite"),
    [("pa-590", "590.7(g)(1)"), ("pa-685a", "685a.7(h)(1)"), ("pa-665a", "665a.7(o)(1)(iii)"), (NJ, "19:47-26.5(b)")],
)
def test_a_touched_blackjack_pushes_against_the_dealers(rulebook: str, cite: str) -> None:
    answer = verified(rulebook, "Kh Ad", box("Ac Kd", "hit 5c, stand"))
    assert (nets(answer), played(answer), required(answer).cite) == ([0], [-1000], cite)


def test_nj_26_5_a_3_a_touched_blackjack_beats_a_dealer_21() -> None:
    answer = verified(NJ, "9h 3d 9d", box("Ac Kd", "hit 5c, stand"), LIVE)
    assert (nets(answer), required(answer).cite) == ([1000, -1000], "19:47-26.5(a)3")


def test_673a_7_f_a_blackjack_is_settled_at_once_so_the_lines_say_it_already() -> None:
    for play in TOUCHED:
        answer = verified("pa-673a", "7h Kd", box("Ac Kd", play), LIVE)
        assert (answer.verdict, answer.answer.required) == ("violation", None)


@pytest.mark.parametrize(("rulebook", "net"), [("pa-590", 1500), ("pa-673a", 2000), ("pa-665a", None), (NJ, None)])
def test_even_money_outside_685a_requires_the_blackjacks_odds(rulebook: str, net: int | None) -> None:
    answer = verified(rulebook, "Ah 8s", box("Ac Kd", "even_money"), reader="no_blackjack")
    assert played(answer) == [1000]
    assert answer.answer.required is None if net is None else nets(answer) == [net]
    pushed = verified(rulebook, "Ah Ks", box("Ac Kd", "even_money"), reader="blackjack")
    assert nets(pushed) == [2000] if rulebook == "pa-673a" else nets(pushed) == [0]


# Finished hands


@pytest.mark.parametrize(
    ("rulebook", "cite"),
    [("pa-590", "590.7(q)(1)"), ("pa-673a", "673a.7(r)(3)(i)"), ("pa-685a", "685a.7(q)(1)")]
    + [("pa-665a", "665a.7(o)(1)(ii)(B)"), (NJ, "19:47-26.5(a)1")],
)
def test_a_hand_over_21_that_was_surrendered_is_lost(rulebook: str, cite: str) -> None:
    answer = verified(rulebook, "9h 8s", box("Kc 8d", "hit 9c, surrender"), LIVE)
    assert (nets(answer), played(answer), required(answer).cite) == ([-1000, 1000], [-500, 1000], cite)


@pytest.mark.parametrize(
    ("dealer", "cite"), [("9h 5s 8c", "590.7(n)(1)"), ("9h 5s Kc", "590.7(o)(1)"), ("9h 8c", "590.7(q)(1)")]
)
def test_i_01_otherwise_a_surrendered_hand_over_21_goes_as_a_bust_does(dealer: str, cite: str) -> None:
    answer = verified("pa-590", dealer, box("Tc 6d", "hit 8s, surrender"), LIVE, readings=["I-01"])
    made = required(answer)
    lost = dealer == "9h 8c"
    assert (made.cite, made.lines[0].net) == (cite, -1000 if lost else 0)
    assert ("has lost" in made.because) == lost and ("returned" in made.because) != lost


def test_26_5_a_3_a_doubled_blackjack_against_a_dealers_21_of_three_cards() -> None:
    made = required(verified(NJ, "9h 3s 9c", box("Ac Kd", "double 1000 5c")))
    assert (made.cite, [line.net for line in made.lines]) == ("19:47-26.5(a)3", [1000, 0])


@pytest.mark.parametrize("rulebook", ["pa-590", "pa-685a", "pa-665a", NJ])
def test_a_draw_on_21_leaves_the_hand_as_it_stood(rulebook: str) -> None:
    answer = verified(rulebook, "9h 8s", box("Kc 5d", "hit 6c, hit 9c"))
    assert (nets(answer), played(answer)) == ([1000], [-1000])
    assert required(answer).cite == answer.cite("draw-on-21")


@pytest.mark.parametrize("rulebook", ["pa-685a", "pa-665a", NJ])
def test_a_second_card_on_a_split_ace_leaves_the_hand_as_it_stood(rulebook: str) -> None:
    same = verified(rulebook, "9h 8s", box("Ac Ad", "split 1000 8c, hit 9c, deal 7d"))
    assert (same.verdict, same.answer.required) == ("violation", None)  # 18 either way
    soft = verified(rulebook, "9h 8s", box("Ac Ad", "split 1000 8c, hit 5c, deal 7d"))
    assert (nets(soft), played(soft)) == ([1000, 1000], [-1000, 1000])


@pytest.mark.parametrize(
    ("play", "wanted", "as_played"),
    [
        ("stand, hit 9c", [1000], [-1000]),
        ("stand, surrender", [1000], [-500]),
        ("stand, double 1000 9c", [1000, 0], [-1000, -1000]),
        ("double 1000 2c, hit 9c", [1000, 1000], [-1000, -1000]),
        ("double 1000 2c, double 1000 9c", [1000, 1000, 0], [-1000, -1000, -1000]),
        ("surrender, hit 2c", None, None),
    ],
)
def test_a_step_on_a_finished_hand_does_not_count(
    play: str, wanted: list[int] | None, as_played: list[int] | None
) -> None:
    answer = verified("pa-665a", "9h 8s", box("Kc 8d", play))
    if wanted is None:
        assert (answer.verdict, answer.answer.required) == ("violation", None)
    else:
        assert (nets(answer), played(answer)) == (wanted, as_played)


def test_where_the_dealer_did_not_draw_nothing_can_be_known() -> None:
    answer = verified("pa-590", "9h 3d", box("Kc 5d", "hit 6c, hit 9c"))
    assert (played(answer), answer.answer.required) == ([-1000], None)
    short = verified("pa-590", "9h 3d", box("Kc 8d", "stand"))
    assert (short.violations, short.answer.required) == ({"dealer-stopped-short"}, None)
    (finding,) = short.answer.findings
    assert "cannot be known" in finding.message


def test_the_dealers_card_beyond_his_stop_is_left_out_already() -> None:
    answer = verified("pa-590", "9h 8s Kd", box("Kc 8d", "stand"))
    assert (answer.violations, answer.answer.required) == ({"dealer-drew-past-stop"}, None)


@pytest.mark.parametrize(
    ("book", "call", "pays", "cite"),
    [
        ("pa-590", "590.13(h)", 1500, "590.7(h)(1)"),
        ("pa-590", "590.13(g)", 1500, "590.7(h)(1)"),
        ("pa-673a", "673a.13(h)", 2000, "673a.7(f)"),
        ("pa-685a", "685a.12(g)", 1500, "685a.7(i)(1)"),
        ("pa-665a", "665a.13(g)", 1000, "665a.7(h)(1)"),
        (NJ, "19:47-26.15(i)", 1000, "19:47-26.5(a)2"),
    ],
)
def test_a_blackjack_that_was_wrongly_called_dead_is_paid(book: str, call: str, pays: int, cite: str) -> None:
    """It was dealt two cards and asks for none: no section has it dead. What a Blackjack is paid needs no choice."""
    light = {"reader": "medium"} if book == "pa-685a" else {}
    answer = verified(book, "9h 8s", box("Ac Kd", dead=call), LIVE, **light)
    assert (played(answer), nets(answer), required(answer).cite) == ([0, 1000], [pays, 1000], cite)
    assert answer.violations == {"dead-not-allowed"}


def test_673a_7_f_a_blackjack_wrongly_called_dead_was_paid_also_against_a_dealers() -> None:
    answer = verified("pa-673a", "Ah Ks", box("Ac Kd", dead="673a.13(h)"), reader="blackjack")
    assert (nets(answer), required(answer).cite) == ([2000], "673a.7(f)")


def test_a_blackjack_wrongly_called_dead_against_a_dealers_was_returned_all_the_same() -> None:
    answer = verified("pa-590", "Ah Ks", box("Ac Kd", dead="590.13(h)"), reader="blackjack")
    assert (played(answer), answer.answer.required) == ([0], None)


def test_a_blackjack_called_dead_as_a_section_allows_stays_dead() -> None:
    """685a.12(h): the wrong light, or the wrong area; and every hand under 665a.13(h)(1)."""
    lit = verified("pa-685a", "9h 8s", box("Ac Kd", dead="685a.12(h)"), reader="large")
    assert (played(lit), lit.answer.required) == ([0], None)
    given = verified("pa-665a", "9h 8s", box("Ac Kd", dead="665a.13(h)(1)"), **REVEALS)
    assert given.answer.required is None


def test_another_hand_wrongly_called_dead_requires_nothing_that_can_be_known() -> None:
    answer = verified("pa-590", "9h 8s", box("Kc 9d", dead="590.13(g)"))
    assert (answer.verdict, answer.answer.required) == ("violation", None)
