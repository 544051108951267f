"""What the text leaves to somebody, and what the events of a round call for: each choice with its figures."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deal import box, nets, played, required, verified

NJ = "nj-19-47-26"
LIVE = box("9h 9s", "stand", number=2)  # 18


# 685a.12(h)


@pytest.mark.parametrize(("readings", "by"), [([], "player"), (["I-33"], "floorperson")])
def test_685a_12_h_a_wrong_light_leaves_two_ways_for_each_hand(readings: list[str], by: str) -> None:
    bust = box("Kc 6d", "hit 9c", match_dealer=500)
    answer = verified("pa-685a", "9h 8s", bust, LIVE, reader="large", decks=6, readings=readings)
    made = required(answer)
    assert (made.cite, {choice.by for choice in made.choices}) == ("685a.12(h)", {by})
    assert "showed the wrong light" in made.because
    assert [choice.box for choice in made.choices] == [1, 1, 2, 2]
    assert made.lines == made.choices[0].lines
    found = [[line.net for line in choice.lines] for choice in made.choices]
    assert found == [[-1000, -500, 1000], [0, -500, 1000], [-1000, -500, 1000], [-1000, -500, 0]]


def test_685a_12_h_a_hand_laid_in_the_wrong_area_leaves_them_too() -> None:
    one = box("Kc 6d", "stand")
    area = verified("pa-685a", "9h 8s", one, reader="medium", area="large")
    event = {"code": "hole-card-wrong-area", "area": "small"}
    told = verified("pa-685a", "9h 8s", one, reader="medium", events=[event])
    unsaid = verified("pa-685a", "9h 8s", one, reader="medium", events=[{"code": "hole-card-wrong-area"}])
    for answer in (area, told, unsaid):
        assert answer.violations == {"hole-card-wrong-area"}
        assert "laid in the wrong area" in required(answer).because
        found = [[line.net for line in choice.lines] for choice in required(answer).choices]
        assert found == [[-1000], [0]]
    right = verified("pa-685a", "9h 8s", one, reader="medium", area="medium")
    assert (right.codes, right.answer.required) == (set(), None)
    dead = verified("pa-685a", "9h 8s", one | {"dead": "685a.12(h)"}, reader="large", area="large")
    assert dead.answer.required is None


# Events that leave a choice


@pytest.mark.parametrize("code", ["card-requested-not-dealt", "one-card-to-hand"])
@pytest.mark.parametrize("rulebook", ["pa-590", "pa-673a", "pa-685a", "pa-665a", NJ])
def test_a_missed_card_leaves_the_player_a_choice(rulebook: str, code: str) -> None:
    events = [{"code": code, "box": 1}]
    answer = verified(rulebook, "9h 9s", box("Kc 6d", "stand"), LIVE, events=events)
    made = required(answer)
    assert answer.violations == {"choice-open"}
    assert [(choice.by, choice.box) for choice in made.choices] == [("player", 1)] * 2
    assert [[line.net for line in choice.lines] for choice in made.choices] == [[-1000, 0], [0, 0]]
    dead = verified(rulebook, "9h 9s", box("Kc 6d", "stand", dead=made.cite), LIVE, events=events)
    assert (dead.violations, dead.answer.required) == (set(), None)
    on = verified(rulebook, "9h 9s", box("Kc 6d", "stand"), LIVE, events=[events[0] | {"choice": "continue"}])
    assert (on.violations, on.answer.required) == (set(), None)
    kept = verified(rulebook, "9h 9s", box("Kc 6d", "stand"), LIVE, events=[events[0] | {"choice": "hand-dead"}])
    assert (kept.violations, nets(kept)) == ({"choice-not-kept"}, [0, 0])


def test_a_missed_card_of_a_split_hand_is_that_hands_choice() -> None:
    events = [{"code": "card-requested-not-dealt", "box": 1, "hand": 2}]
    paid = box("Kc Kd", "split 1000 9c, stand, deal 2c, stand")
    answer = verified("pa-590", "9h 9s", paid, events=events)
    assert [[line.net for line in choice.lines] for choice in required(answer).choices] == [[1000, -1000], [1000, 0]]


def test_a_hand_without_a_card_is_dead_whatever_was_done_with_it() -> None:
    answer = verified("pa-590", "9h 9s", box("Kc 6d", "stand"), events=[{"code": "no-cards-to-hand", "box": 1}])
    assert (answer.violations, nets(answer), required(answer).choices) == ({"hand-not-dead"}, [0], ())


@pytest.mark.parametrize(
    ("rulebook", "cite"), [("pa-590", "590.13(c)"), ("pa-685a", "685a.12(c)"), (NJ, "19:47-26.15(e)")]
)
def test_who_refused_an_exposed_card_and_drew_later_is_found(rulebook: str, cite: str) -> None:
    events = [{"code": "card-drawn-in-error-exposed", "card": "9c", "refused_by": [1]}]
    answer = verified(rulebook, "9h 8s", box("Kc 5d", "hit 6c"), LIVE, events=events)
    assert answer.cite("drew-after-refusing") == cite
    assert [[line.net for line in choice.lines] for choice in required(answer).choices] == [[1000, 1000], [-1000, 1000]]
    stood = verified(rulebook, "9h 8s", box("Kc 5d", "stand"), LIVE, events=events)
    assert (stood.codes, stood.answer.required) == (set(), None)


def test_an_event_that_the_catalogue_does_not_have_is_a_finding() -> None:
    for rulebook, code in (("pa-590", "ten-in-shoe"), (NJ, "losing-chips-used-to-pay"), ("pa-590", "earthquake")):
        answer = verified(rulebook, "9h 8s", box("Kc 8d", "stand"), events=[{"code": code}])
        assert (answer.verdict, answer.violations) == ("violation", {"event-unknown"})
    known = verified("pa-590", "9h 8s", box("Kc 8d", "stand"), events=[{"code": "burn-card-missed"}])
    assert (known.verdict, known.codes) == ("settled", set())


# What the events say of a call or a choice


@pytest.mark.parametrize(
    ("void", "event"),
    [
        ("19:47-26.15(a)", {"code": "card-face-up-in-shoe", "cards": 1}),
        ("19:47-26.15(b)", {"code": "ten-in-shoe"}),
        ("19:47-26.15(d)", {"code": "dealer-missed-first-card", "before_two": True}),
    ],
)
def test_a_void_call_that_its_own_event_contradicts_is_found(void: str, event: dict[str, Any]) -> None:
    answer = verified(NJ, "9h 8s", box("Kc 8d", "stand"), void=void, events=[event])
    assert (answer.violations, answer.cite("void-not-allowed")) == ({"void-not-allowed"}, void)
    believed = verified(NJ, "9h 8s", box("Kc 8d", "stand"), void=void)
    assert believed.verdict == "settled"


def test_nj_26_15_b_a_ten_dealt_and_a_ten_found_bear_out_a_void_call() -> None:
    answer = verified(NJ, "9h 8s", box("Tc 8d", "stand"), void="19:47-26.15(b)", events=[{"code": "ten-in-shoe"}])
    assert answer.violations == {"card-not-in-deck"}


@pytest.mark.parametrize("where", [{"box": 1}, {}])
def test_685a_12_h_a_dead_hand_chosen_and_played_on_is_found(where: dict[str, int]) -> None:
    event = {"code": "reader-signal-wrong", "choice": "hand-dead", **where}
    answer = verified("pa-685a", "9h 8d", box("Kc 8d", "stand"), reader="small", events=[event])
    assert (played(answer), nets(answer)) == ([1000], [0])
    assert (required(answer).cite, required(answer).choices) == ("685a.12(h)", ())
    assert answer.violations == {"reader-signal-wrong", "choice-not-kept"}


def test_685a_12_h_what_was_chosen_for_one_hand_goes_before_what_was_told_of_all() -> None:
    laid = {"code": "hole-card-wrong-area", "area": "large"}
    one, two = box("Kc 8d", "stand"), box("Kc 6d", "stand", number=2)
    for general, left in ((laid, {2}), ({**laid, "choice": "hand-dead"}, set[int]())):
        events = [general, {"code": "hole-card-wrong-area", "box": 1, "choice": "continue"}]
        answer = verified("pa-685a", "9h 8d", one, two, reader="medium", events=events)
        assert {each.box for each in required(answer).choices} == left
        assert nets(answer)[0] == 1000  # played on, as its player chose


def test_685a_12_h_a_dead_call_with_the_light_and_the_area_right_is_found() -> None:
    hand = box("Kc 8d", "stand", dead="685a.12(h)")
    answer = verified("pa-685a", "9h 8d", hand, reader="medium", area="medium")
    assert answer.cite("dead-not-allowed") == "685a.12(h)"
    assert verified("pa-685a", "9h 8d", hand, reader="medium").verdict == "settled"  # the area is not told: believed


@pytest.mark.parametrize("rulebook", ["pa-590", "pa-673a", "pa-665a", NJ])
def test_a_reader_that_failed_in_the_round_was_not_left_unused(rulebook: str) -> None:
    failed = [{"code": "reader-malfunction"}]
    answer = verified(rulebook, "Kh 8s", box("Kc 8d", "stand"), reader=None, events=failed)
    assert answer.verdict == "settled"
    assert verified(rulebook, "Kh 8s", box("Kc 8d", "stand"), reader=None).violations == {"reader-unused"}


def test_a_lammer_is_never_returned() -> None:
    hand = box("8c 8d", "split free 3c, double free 9d, deal Ts, stand")
    dead = box("8c 8d", "split free 3c, stand, deal 2c", number=2, dead="590.13(h)")
    late = verified("pa-590", "Kh As", hand, dead, reader="no_blackjack")
    told = [late, verified("pa-590", "9h", hand, void="590.13")]
    lammers = [line.because for each in told for line in each.answer.lines if line.lammer]
    assert len(lammers) == 5
    assert all(because.endswith("the lammer is collected and costs you nothing.") for because in lammers)


@pytest.mark.parametrize(
    "choice", ["", "continue", "Take the card late: after the others have drawn, before the hole card is shown."]
)
def test_685a_12_g_a_hole_card_shown_early_under_7_h_does_not_bar_the_missed_card(choice: str) -> None:
    """A king and a queen: the hole card lies open before anybody acts, so nobody can be dealt to before it is shown."""
    event = {"code": "card-requested-not-dealt", "box": 1} | ({"choice": choice} if choice else {})
    answer = verified("pa-685a", "Kh Qs", box("Kc 5d", "stand"), reader="large", events=[event])
    if choice:
        assert answer.answer.required is None
    else:
        late, dead = (each.choice for each in required(answer).choices)
        assert "shown early" in late and "before the hole card" not in late
        assert dead.startswith("Have the hand called dead")


# What was chosen, and what was done


@pytest.mark.parametrize("choice", ["round-void", "Call the round void, return every wager and reshuffle."])
def test_665a_two_tens_a_round_that_was_chosen_void_and_played_on_is_found(choice: str) -> None:
    """I-23: the text is silent and the floorperson decides; once they have, the round is void."""
    tens: dict[str, Any] = {"code": "ten-in-shoe", "cards": 2}
    answer = verified("pa-665a", "9h 8s", LIVE, events=[tens | {"choice": choice}])
    assert (answer.violations, nets(answer)) == ({"round-not-void"}, [0])
    assert required(answer).cite == answer.cite("round-not-void") == "665a.4(b)"
    kept = verified("pa-665a", "9h 8s", LIVE, void="665a.4(b)", events=[tens | {"choice": choice}])
    left = verified("pa-665a", "9h 8s", LIVE, events=[tens])
    assert (kept.verdict, left.verdict, left.answer.required) == ("settled", "settled", None)
    against = verified("pa-665a", "9h 8s", LIVE, void="665a.4(b)", events=[tens | {"choice": "continue"}])
    assert (against.violations, against.cite("void-not-allowed")) == ({"void-not-allowed"}, "665a.4(b)")


@pytest.mark.parametrize(
    ("rulebook", "cite", "code"),
    [
        ("pa-590", "590.13(h)", "card-requested-not-dealt"),
        ("pa-673a", "673a.13(g)", "one-card-to-hand"),
        ("pa-685a", "685a.12(h)", "reader-signal-wrong"),
        (NJ, "19:47-26.15(i)", "card-requested-not-dealt"),
    ],
)
def test_a_dead_call_after_play_on_was_chosen_is_found(rulebook: str, cite: str, code: str) -> None:
    cards = "Kc" if code == "one-card-to-hand" else "Kc 5d"
    event = {"code": code, "box": 1}
    for choice, found in (("continue", {"dead-not-allowed"}), ("hand-dead", set()), (None, set())):
        events = [event | ({"choice": choice} if choice else {})]
        answer = verified(rulebook, "9h 8s", box(cards, dead=cite), LIVE, events=events)
        assert answer.violations - {"reader-signal-wrong"} == found, choice
    other = verified(
        rulebook, "9h 8s", box(cards, dead=cite), LIVE, events=[event, event | {"choice": "continue", "box": 2}]
    )
    assert "dead-not-allowed" not in other.violations, "another spot's choice"
