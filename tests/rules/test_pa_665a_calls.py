"""Double Attack Blackjack, Pennsylvania: irregularities, dead and void calls, and what the table reports."""

from __future__ import annotations

from functools import partial

import pytest

from tests.deal import box, verified

deal = partial(verified, "pa-665a")

# .4(b), .7(e), .13(c): void calls that rest on a reading


@pytest.mark.parametrize(
    ("readings", "violations"), [([], {"card-not-in-deck"}), (["I-23"], {"card-not-in-deck", "void-not-allowed"})]
)
def test_665a_4_b_void_for_more_than_one_ten_in_the_shoe_i_23(readings: list[str], violations: set[str]) -> None:
    answer = deal("9h Td", box("Tc 9d", double_attack=500), void="665a.4(b)", readings=readings)
    assert answer.violations == violations
    assert (answer.net(), answer.net("double_attack")) == (0, 0)


def test_665a_4_b_tens_found_but_not_dealt_cannot_be_seen_and_are_believed() -> None:
    assert deal("9h 5d", box("Kc 9d"), void="665a.4(b)").codes == set()


def test_665a_4_b_is_cited_where_a_void_call_does_not_stand() -> None:
    answer = deal("9h 5d", box("Kc 9d"), void="665a.4(b)", readings=["I-23"])
    assert answer.cite("void-not-allowed") == "665a.4(b)"


@pytest.mark.parametrize("readings", [[], ["I-32"]])
def test_665a_7_e_void_for_the_up_card_the_dealer_missed_i_32(readings: list[str]) -> None:
    """Void by default, as in New Jersey; the other reading leaves it to a floorperson, who may void too."""
    answer = deal("", box("Kc 9d", bust_it=500), void="665a.7(e)", readings=readings)
    assert answer.codes == set()
    assert (answer.net(), answer.net("bust_it")) == (0, 0)


@pytest.mark.parametrize(("readings", "violations"), [([], {"void-not-allowed"}), (["I-24"], set())])
def test_665a_13_c_void_for_a_card_exposed_during_the_deal_i_24(readings: list[str], violations: set[str]) -> None:
    answer = deal("9h", box("Kc"), void="665a.13(c)", readings=readings)
    assert answer.violations == violations
    assert (answer.net(), answer.line().cite) == (0, "665a.13(c)")


@pytest.mark.parametrize(
    ("call", "refused", "believed", "reading"),
    [("665a.4(b)", ["I-23"], [], "I-23"), ("665a.13(c)", [], ["I-24"], "I-24")],
)
def test_665a_13_c_void_call_shows_the_reading_it_rests_on(
    call: str, refused: list[str], believed: list[str], reading: str
) -> None:
    (finding,) = deal("9h", box("Kc"), void=call, readings=refused).answer.findings
    assert reading in finding.message
    assert reading in deal("9h", box("Kc"), void=call, readings=believed).line().readings


def test_665a_7_e_void_call_shows_that_it_rests_on_i_32() -> None:
    assert "I-32" in deal("", box("Kc 9d"), void="665a.7(e)").line().readings


@pytest.mark.parametrize("call", ["665a.13(a)", "665a.13(g)", "665a.13(h)(2)", "19:47-26.15(b)"])
def test_665a_13_no_other_paragraph_voids_a_round(call: str) -> None:
    answer = deal("9h Kd", box("Kc 9d", "stand"), void=call, reader_reveals_value=True)
    assert answer.violations == {"void-not-allowed"}
    assert answer.verdict == "violation"


def test_665a_13_void_round_returns_every_wager() -> None:
    one = box("6c 5d", "double 1500 4c", double_attack=500, bust_it=500, insurance=500)
    answer = deal("Ah Kd", one, void="665a.13(c)", readings=["I-24"])
    assert {line.wager: line.expected for line in answer.answer.lines} == {
        "main": 0,
        "double_attack": 0,
        "double": 0,
        "bust_it": 0,
        "insurance": 0,
    }


# .13(f), .13(g): dead hands


def test_665a_13_f_hand_without_cards_is_dead() -> None:
    answer = deal("9h Kd", box("", double_attack=500, dead="665a.13(f)"), box("Kc Qd", "stand", number=2))
    assert answer.codes == set()
    assert (answer.net(box=1), answer.net("double_attack", box=1)) == (0, 0)
    assert (answer.line(box=1).cite, answer.net(box=2)) == ("665a.13(f)", 1000)


def test_665a_13_f_hand_of_two_cards_contradicts_the_call() -> None:
    answer = deal("9h Kd", box("Kc 5d", dead="665a.13(f)"))
    assert answer.violations == {"dead-not-allowed"}
    assert answer.cite("dead-not-allowed") == "665a.13(f)"


def test_665a_13_f_one_card_hand_whose_player_declines_is_dead_i_25() -> None:
    answer = deal("9h Kd", box("8c", dead="665a.13(f)"))
    assert (answer.net(), answer.codes) == (0, set())
    assert deal("9h Kd", box("8c", "stand")).verdict == "unreadable"


def test_665a_13_f_one_card_hand_plays_on_under_the_other_reading_i_25() -> None:
    played = deal("9h Kd", box("8c", "stand"), readings=["I-25"])
    assert (played.net(), played.codes) == (-1000, set())  # 8 against 19
    called = deal("9h Kd", box("8c", dead="665a.13(f)"), readings=["I-25"])
    assert called.violations == {"dead-not-allowed"}


def test_665a_13_g_hand_whose_card_was_missed_may_be_dead() -> None:
    answer = deal("9h Kd", box("6c 5d", "hit 2c", double_attack=500, dead="665a.13(g)"))
    assert (answer.net(), answer.net("double_attack"), answer.codes) == (0, 0, set())
    assert answer.line().cite == "665a.13(g)"


@pytest.mark.parametrize("play", ["stand", "hit 5c", "hit 9c", "surrender"])
def test_665a_13_g_finished_hand_wanted_no_card_and_contradicts_the_call(play: str) -> None:
    answer = deal("9h Kd", box("Kc 6d", play, dead="665a.13(g)"))
    assert answer.violations == {"dead-not-allowed"}
    assert answer.cite("dead-not-allowed") == "665a.13(g)"


@pytest.mark.parametrize(("readings", "net"), [([], 4000), (["I-34"], 0)])
def test_665a_13_g_bust_it_on_a_dead_hand_i_34(readings: list[str], net: int) -> None:
    one = box("6c 5d", "hit 2c", bust_it=500, dead="665a.13(g)")
    answer = deal("9h 6d 8c", one, readings=readings)
    assert (answer.net(), answer.net("bust_it")) == (0, net)


@pytest.mark.parametrize(("readings", "net"), [([], -500), (["I-34"], 0)])
def test_665a_13_g_insurance_on_a_dead_hand_i_34(readings: list[str], net: int) -> None:
    one = box("6c 5d", "hit 2c", insurance=500, dead="665a.13(g)")
    answer = deal("Ah 9d", one, readings=readings)
    assert (answer.net(), answer.net("insurance")) == (0, net)


def test_665a_13_g_split_and_double_on_a_dead_hand_are_returned() -> None:
    decisions = "split 1500 3c, double 1500 2c, deal 4d"
    answer = deal("9h Kd", box("8c 8d", decisions, double_attack=500, dead="665a.13(g)"))
    assert answer.codes == set()
    assert {line.expected for line in answer.answer.lines} == {0}
    assert len(answer.answer.lines) == 5


@pytest.mark.parametrize("call", ["665a.13(a)", "665a.13(d)", "665a.13(h)(2)", "685a.12(h)"])
def test_665a_13_no_other_paragraph_makes_a_dead_hand(call: str) -> None:
    answer = deal("9h Kd", box("6c 5d", dead=call))
    assert answer.violations == {"dead-not-allowed"}
    assert answer.cite("dead-not-allowed").startswith("665a")
    assert answer.net() == 0


# .13(h): the reader used without need


@pytest.mark.parametrize("dealer", ["2h Ad 6s", "8h Ad", "9h Kd"])
def test_665a_13_h_reader_used_with_another_card_up_is_a_violation(dealer: str) -> None:
    answer = deal(dealer, box("Kc 9d", "stand"), reader="no_blackjack")
    assert answer.violations == {"reader-needless"}
    assert answer.cite("reader-needless") == "665a.13(h)(2)"


def test_665a_13_h_2_play_goes_on_where_the_device_gives_nothing_away() -> None:
    answer = deal("8h 9d", box("Kc Qd", "stand"), reader="no_blackjack", reader_reveals_value=False)
    (finding,) = answer.answer.findings
    assert (answer.net(), finding.code) == (1000, "reader-needless")
    assert "dead" not in finding.message


def test_665a_13_h_1_hands_should_be_dead_where_the_device_gives_the_value_away() -> None:
    """Played on all the same, the round is settled as it was played, and the finding says what was due."""
    answer = deal("8h 9d", box("Kc Qd", "stand"), reader="no_blackjack", reader_reveals_value=True)
    (finding,) = answer.answer.findings
    assert (answer.net(), finding.code) == (1000, "reader-needless")
    assert "dead" in finding.message


@pytest.mark.parametrize("call", ["665a.13(h)(1)", "665a.13(h)"])
def test_665a_13_h_1_void_call_is_believed_where_the_device_gives_the_value_away(call: str) -> None:
    one = box("Kc 5d", double_attack=500, bust_it=500)
    answer = deal("8h 9d", one, void=call, reader="no_blackjack", reader_reveals_value=True)
    assert answer.violations == {"reader-needless"}
    assert (answer.net(), answer.net("double_attack"), answer.net("bust_it")) == (0, 0, 0)


CONTRADICTED = [
    ("8h 9d", {"reader": "no_blackjack", "reader_reveals_value": False}),
    ("8h 9d", {"reader": None, "reader_reveals_value": True}),
    ("Kh 9d", {"reader": "no_blackjack", "reader_reveals_value": True}),
]


@pytest.mark.parametrize(("dealer", "known"), CONTRADICTED)
def test_665a_13_h_1_void_call_that_the_record_contradicts(dealer: str, known: dict[str, object]) -> None:
    answer = deal(dealer, box("Kc 5d"), void="665a.13(h)(1)", **known)
    assert answer.cite("void-not-allowed") == "665a.13(h)(1)"
    assert answer.net() == 0


@pytest.mark.parametrize(("dealer", "known"), CONTRADICTED)
def test_665a_13_h_1_dead_call_that_the_record_contradicts(dealer: str, known: dict[str, object]) -> None:
    answer = deal(dealer, box("Kc 5d", dead="665a.13(h)(1)"), **known)
    assert answer.cite("dead-not-allowed") == "665a.13(h)(1)"
    assert answer.net() == 0


def test_665a_13_h_1_dead_call_is_believed_where_nobody_knows_of_the_reader() -> None:
    answer = deal("8h 9d", box("Kc 5d", dead="665a.13(h)(1)"), reader_reveals_value=True)
    assert (answer.net(), answer.codes) == (0, set())


@pytest.mark.parametrize("called", ["dead", "void"])
def test_665a_13_h_1_call_is_believed_where_the_record_does_not_say_what_the_device_reveals(called: str) -> None:
    """What a record cannot show is believed; played on, the same record is believed to be under (h)(2)."""
    call = "665a.13(h)(1)"
    one = box("Kc 5d", bust_it=500)
    if called == "dead":
        answer = deal("8h 9d", one | {"dead": call}, reader="no_blackjack")
    else:
        answer = deal("8h 9d", one, void=call, reader="no_blackjack")
    assert answer.violations == {"reader-needless"}
    assert answer.cite("reader-needless") == call
    assert (answer.net(), answer.net("bust_it"), answer.answer.required) == (0, 0, None)


def test_665a_13_h_1_a_call_for_one_hand_alone_says_that_all_are_dead() -> None:
    boxes = (box("Kc 5d", dead="665a.13(h)(1)"), box("Kd Qd", "stand", number=2))
    required = deal("8h 9d", *boxes, reader="no_blackjack").answer.required
    assert required is not None
    assert (required.cite, [line.net for line in required.lines]) == ("665a.13(h)(1)", [0, 0])


def test_665a_13_h_1_all_hands_dead_and_a_void_round_both_return_bust_it_too() -> None:
    """The side wagers of a dead hand are settled elsewhere; here the text returns each player's wager."""
    facts = {"reader": "no_blackjack", "reader_reveals_value": True}
    dead = deal("8h 9d", box("Kc 5d", bust_it=500, dead="665a.13(h)(1)"), **facts)
    void = deal("8h 9d", box("Kc 5d", bust_it=500), void="665a.13(h)(1)", **facts)
    assert (dead.net(), dead.net("bust_it")) == (0, 0)
    assert (void.net(), void.net("bust_it")) == (0, 0)


# What the table reports


def reported(*lines: tuple[str, int, int]) -> list[dict[str, object]]:
    """Reported lines: wager, hand (0 for none), net."""
    return [{"wager": wager, "net": net} | ({"hand": hand} if hand else {}) for wager, hand, net in lines]


def test_665a_12_right_report_is_ok() -> None:
    lines = reported(("main", 1, -500), ("double_attack", 1, -250), ("bust_it", 0, 25_000))
    one = box("Kc 6d", "surrender", double_attack=500, bust_it=500, reported=lines)
    assert deal("8h 8d 8h", one, reader=None).verdict == "ok"


@pytest.mark.parametrize(
    "lines", [reported(("main", 1, 1000), ("bust_it", 0, 4000)), reported(("bust_it", 0, 25_000)), []]
)
def test_665a_12_wrong_or_missing_line_is_a_mismatch(lines: list[dict[str, object]]) -> None:
    answer = deal("8h 8d 8h", box("Kc 9d", "stand", bust_it=500, reported=lines))
    assert answer.verdict == "mismatch"


@pytest.mark.parametrize(
    ("line", "code"), [(("double", 1, 1000), "reported-no-such-wager"), (("main", 1, 1000), "reported-twice")]
)
def test_665a_12_line_too_many_is_a_mismatch(line: tuple[str, int, int], code: str) -> None:
    answer = deal("9h 8d", box("Kc 9d", "stand", reported=reported(("main", 1, 1000), line)))
    assert (answer.violations, answer.verdict) == ({code}, "mismatch")
    assert answer.cite(code).startswith("665a.12")


def test_665a_12_a_report_that_pays_a_blackjack_3_to_2_is_a_mismatch() -> None:
    answer = deal("9h 8d", box("Ac Kd", reported=reported(("main", 1, 1500))))
    assert (answer.verdict, answer.line().expected, answer.line().reported) == ("mismatch", 1000, 1500)


def test_665a_7_j_2_second_double_reported_as_expected_is_no_mismatch() -> None:
    """However the engine lays out what was doubled twice, its own figures reported back are right."""
    decisions = "double 1000 5c, double 500 6c"
    lines = deal("9h Kd", box("6c 3d", decisions)).answer.lines
    told = reported(*((line.wager, line.hand, line.expected) for line in lines))
    assert deal("9h Kd", box("6c 3d", decisions, reported=told)).verdict == "violation"


# Where a finding belongs


@pytest.mark.parametrize(
    ("second", "code"),
    [
        ("hit Kd, hit 2c", "draw-on-21"),
        ("stand, surrender", "surrender-after-stand"),
        ("double 1001 9d", "double-above-limit"),
    ],
)
def test_665a_11_b_finding_names_its_box_and_its_split_hand(second: str, code: str) -> None:
    answer = deal("9h Kd", box("8c 8d", f"split 1000 9c, stand, deal 3d, {second}", number=3))
    (finding,) = answer.answer.findings
    assert (finding.code, finding.box, finding.hand) == (code, 3, 2)
