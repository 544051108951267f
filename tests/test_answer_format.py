"""The answer as its page has it: verdicts in their order, and the fields of lines, findings and dealer."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.finding import MESSAGES
from floorapp.engine.verify import verify_json, verify_text
from tests.deal import box, record, verified

RIGHT = {"wager": "main", "hand": 1, "net": 1000}
WRONG = RIGHT | {"net": 1500}
LAWFUL = "stand"
UNLAWFUL = "even_money"  # on a hand that is no Blackjack: it stands, with a finding


def answered(rulebook: str, dealer: str, *boxes: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The answer as it is written."""
    made: dict[str, Any] = json.loads(json.dumps(verified(rulebook, dealer, *boxes, **more).answer.as_json()))
    return made


def one_line(answer: dict[str, Any], wager: str, **where: int) -> dict[str, Any]:
    (found,) = (ln for ln in answer["lines"] if ln["wager"] == wager and where.items() <= ln.items())
    return dict(found)


# The verdict


@pytest.mark.parametrize(
    ("decisions", "reported", "verdict"),
    [
        (LAWFUL, None, "settled"),
        (LAWFUL, [RIGHT], "ok"),
        (LAWFUL, [WRONG], "mismatch"),
        (LAWFUL, [], "mismatch"),
        (LAWFUL, [RIGHT, RIGHT], "mismatch"),
        (UNLAWFUL, None, "violation"),
        (UNLAWFUL, [RIGHT], "violation"),
        (UNLAWFUL, [WRONG], "mismatch"),
        (UNLAWFUL, [], "mismatch"),
        (UNLAWFUL, [RIGHT, RIGHT], "mismatch"),
        ("hit 1h", [WRONG], "unreadable"),
        ("", [WRONG], "unreadable"),
    ],
)
def test_the_verdict_is_the_first_that_applies(decisions: str, reported: Any, verdict: str) -> None:
    more = {} if reported is None else {"reported": reported}
    assert answered("pa-590", "9h 9s", box("Kc Qd", decisions, **more))["verdict"] == verdict


@pytest.mark.parametrize(("reported", "verdict"), [(None, "settled"), ([RIGHT], "ok"), ([WRONG], "mismatch")])
def test_an_advisory_does_not_change_the_verdict(reported: Any, verdict: str) -> None:
    """590 was no longer in force in 2026."""
    more = {} if reported is None else {"reported": reported}
    one = box("Kc Qd", "stand", **more)
    answer = answered("pa-590", "9h 9s", one, at="2026-11-15T21:04:05-05:00")
    assert answer["verdict"] == verdict
    assert [(each["code"], each["severity"]) for each in answer["findings"]] == [("rulebook-not-in-force", "advisory")]


@pytest.mark.parametrize(
    ("rulebook", "day", "in_force"),
    [
        ("pa-590", "2014-01-03", False),
        ("pa-590", "2014-01-04", True),
        ("pa-590", "2015-06-01", True),
        ("pa-673a", "2016-08-26", False),
        ("pa-673a", "2016-08-27", True),
        ("pa-673a", "2026-11-15", True),
        ("pa-685a", "2020-11-20", False),
        ("pa-685a", "2020-11-21", True),
        ("pa-685a", "2026-11-15", True),
        ("pa-665a", "2014-01-31", False),
        ("pa-665a", "2014-02-01", True),
        ("pa-665a", "2026-11-15", True),
        ("nj-19-47-26", "2004-09-06", False),
        ("nj-19-47-26", "2004-09-07", True),
    ],
)
def test_a_rulebook_not_in_force_that_day_is_an_advisory(rulebook: str, day: str, in_force: bool) -> None:
    answer = answered(rulebook, "9h 9s", box("Kc Qd", "stand"), at=f"{day}T12:00:00-05:00")
    assert [each["code"] for each in answer["findings"]] == ([] if in_force else ["rulebook-not-in-force"])


def test_one_wrong_box_makes_the_round_a_mismatch() -> None:
    boxes = [box("Kc Qd", "stand", number=n, reported=[WRONG if n == 3 else RIGHT]) for n in (1, 2, 3)]
    answer = answered("pa-590", "9h 9s", *boxes)
    assert answer["verdict"] == "mismatch"
    wrong = [ln["box"] for ln in answer["lines"] if ln["reported"] != ln["expected"]]
    assert wrong == [3]


# The whole answer


def test_the_fields_of_an_answer() -> None:
    answer = answered("pa-590", "9h 9s", box("Kc Qd", "stand"), id="FB-03/1182")
    assert answer.keys() == {"id", "verdict", "lines", "findings", "dealer", "required"}
    assert answer["id"] == "FB-03/1182"


def test_the_fields_of_an_unreadable_answer() -> None:
    answer = answered("pa-590", "9h 9s", box("Kc Qd"), id="FB-03/1182")
    assert (answer["id"], answer["verdict"]) == ("FB-03/1182", "unreadable")
    assert answer["error"].startswith("boxes[0].play: ")
    assert not answer.get("lines")
    assert not answer.get("findings")


def test_a_line_that_is_not_json_answers_with_id_null_and_its_number() -> None:
    answer = verify_text("{nonsense", rulebooks(), 12).as_json()
    assert (answer["id"], answer["verdict"]) == (None, "unreadable")
    assert "12" in json.dumps(answer)


def test_a_right_answer_has_no_error() -> None:
    assert "error" not in answered("pa-590", "9h 9s", box("Kc Qd", "stand"))
    assert "error" not in answered("pa-590", "9h 9s", box("Kc Qd", UNLAWFUL))


# Lines

LINE = {"box", "wager", "stake", "outcome", "expected", "reported", "citation", "because", "readings"}


def test_the_fields_of_a_line_on_a_hand() -> None:
    line = one_line(answered("pa-590", "9h 9s", box("Kc Qd", "stand", number=4, reported=[RIGHT])), "main")
    assert line.keys() == LINE | {"hand"}
    assert (line["box"], line["hand"], line["stake"]) == (4, 1, 1000)
    assert (line["outcome"], line["expected"], line["reported"]) == ("win", 1000, 1000)
    assert line["citation"] == "590.7(o)(2)"
    assert line["because"].endswith(".")
    assert line["readings"] == []


@pytest.mark.parametrize(
    ("rulebook", "wager"),
    [("pa-590", "push_22"), ("pa-590", "insurance"), ("pa-685a", "match_dealer"), ("pa-665a", "bust_it")],
)
def test_a_side_wagers_line_has_no_hand(rulebook: str, wager: str) -> None:
    line = one_line(answered(rulebook, "Ah 7s", box("Kc Qd", "stand", **{wager: 200})), wager)
    assert line.keys() == LINE
    assert line["reported"] is None


def test_hands_are_numbered_from_the_dealers_left() -> None:
    one = box("8c 8d", "split free 2c, stand, deal Kd, stand")
    answer = answered("pa-590", "9h 9s", one)
    assert [(ln["hand"], ln["expected"]) for ln in answer["lines"]] == [(1, -1000), (2, 0)]


def test_only_a_bettor_behind_has_behind() -> None:
    one = box("Kc Qd", "stand", behind=[{"wagers": {"main": 500, "bust_it": 100}}])
    answer = answered("nj-19-47-26", "9h 9s", one)
    assert [(ln["wager"], ln.get("behind")) for ln in answer["lines"] if "behind" not in ln] == [("main", None)]
    assert one_line(answer, "main", behind=1).keys() == LINE | {"hand", "behind"}
    assert one_line(answer, "bust_it", behind=1).keys() == LINE | {"behind"}


@pytest.mark.parametrize(
    ("dealer", "outcome", "net"),
    [("9h 9s", "win", 1000), ("7h 7s 7d", "push", 0), ("6h Ks 6d", "push", 0), ("6h Ks 9d", "win", 1000)],
)
def test_a_lammers_line_stakes_nothing_and_wins_the_mains_amount(dealer: str, outcome: str, net: int) -> None:
    """Collected on a tie or a 22, it is a push."""
    line = one_line(answered("pa-590", dealer, box("5c 6d", "double free Kc")), "double")
    assert line.keys() == LINE | {"hand", "lammer"}
    assert (line["lammer"], line["stake"]) == (True, 0)
    assert (line["outcome"], line["expected"]) == (outcome, net)


def test_a_lammer_that_loses_costs_nothing() -> None:
    line = one_line(answered("pa-590", "9h 9s", box("5c 6d", "double free 2c")), "double")
    assert (line["outcome"], line["expected"]) == ("lose", 0)


def test_only_a_lammer_has_lammer() -> None:
    answer = answered("pa-590", "9h 9s", box("8c 8d", "split free 3c, double free Kc, deal Kd, stand"))
    marks = [(ln["wager"], ln["hand"], "lammer" in ln) for ln in answer["lines"]]
    assert marks == [("main", 1, False), ("double", 1, True), ("main", 2, True)]


@pytest.mark.parametrize(
    ("decisions", "dealer", "outcome", "net"),
    [("stand", "9h 8s", "win", 1000), ("stand", "Kh Qs", "lose", -1000), ("stand", "9h 9s", "push", 0)]
    + [("surrender", "9h 9s", "half", -500)],
)
def test_the_four_outcomes(decisions: str, dealer: str, outcome: str, net: int) -> None:
    line = one_line(answered("pa-590", dealer, box("Kc 8d", decisions)), "main")
    assert (line["outcome"], line["expected"]) == (outcome, net)


def test_a_line_names_the_readings_it_rests_on() -> None:
    """I-18: Push 22 after a surrender stands."""
    line = one_line(answered("pa-590", "9h 9s", box("Kc 8d", "surrender", push_22=100)), "push_22")
    assert line["readings"] == ["I-18"]


def test_a_missing_line_is_null_and_a_reported_zero_is_zero() -> None:
    answer = answered("pa-590", "9h 9s", box("Kc 8d", "stand", push_22=100, reported=[RIGHT | {"net": 0}]))
    assert one_line(answer, "main")["reported"] == 0
    assert one_line(answer, "push_22")["reported"] is None
    assert answer["verdict"] == "mismatch"


# Findings


def test_the_fields_of_a_finding() -> None:
    answer = answered("pa-590", "9h 9s", box("8c 8d", "split free Kc, stand, deal Kd, stand, hit 2c", number=5))
    (finding,) = answer["findings"]
    assert finding.keys() == {"code", "severity", "citation", "box", "hand", "message"}
    assert (finding["code"], finding["severity"]) == ("draw-after-stand", "violation")
    assert (finding["box"], finding["hand"]) == (5, 2)
    assert finding["citation"].startswith("590.")
    assert finding["message"].endswith(".")


def test_a_finding_about_the_round_has_no_box_and_no_hand() -> None:
    answer = answered("pa-685a", "9h 9s", box("Kc Qd", "stand"), decks=7)
    (finding,) = answer["findings"]
    assert (finding["code"], finding["citation"]) == ("decks-not-allowed", "685a.3(a)")
    assert finding.get("box") is finding.get("hand") is None


def test_a_finding_about_a_box_names_it() -> None:
    answer = answered("pa-590", "9h 9s", box("Kc Qd", "stand", number=3, insurance=500))
    (finding,) = answer["findings"]
    assert (finding["code"], finding["box"], finding.get("hand")) == ("insurance-without-ace", 3, None)


def test_all_findings_of_a_round_come_at_once() -> None:
    boxes = [box("Kc Qd", "stand, hit 2c", number=9, insurance=500), box("5c 6d", "hit Kd, stand", push_22=100)]
    answer = verified("pa-590", "9h 9s 2d", *boxes, reader="no_blackjack", side_wagers=[], positions=7)
    assert answer.violations == {
        "boxes-not-allowed",
        "box-beyond-table",
        "draw-after-stand",
        "insurance-without-ace",
        "side-wager-not-offered",
        "reader-needless",
        "dealer-drew-past-stop",
    }


def test_every_code_is_kebab_case_and_has_words() -> None:
    for code, words in MESSAGES.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code), code
        assert words.strip().endswith((".", "}")), code


# The dealer


@pytest.mark.parametrize(
    ("dealer", "wanted"),
    [
        ("Kh 8s", {"total": 18, "soft": False, "blackjack": False, "should_hold": 2}),
        ("Ah 7s", {"total": 18, "soft": True, "blackjack": False, "should_hold": 2}),
        ("Ah 5s Kd 2c", {"total": 18, "soft": False, "blackjack": False, "should_hold": 4}),
        ("6h Ks 6d", {"total": 22, "soft": False, "blackjack": False, "should_hold": 3}),
        ("Kh 8s 3d", {"total": 18, "soft": False, "blackjack": False, "should_hold": 2}),  # 590.13(d)
        ("Kh 6s", {"total": 16, "soft": False, "blackjack": False, "should_hold": None}),  # stopped short
        ("Ah 2s", {"total": 13, "soft": True, "blackjack": False, "should_hold": None}),
    ],
)
def test_the_answer_tells_the_dealers_total_and_how_many_cards_he_should_hold(
    dealer: str, wanted: dict[str, Any]
) -> None:
    assert answered("pa-590", dealer, box("Kc Qd", "stand"))["dealer"] == wanted


def test_a_dealers_blackjack_is_told_from_a_21() -> None:
    natural = {"total": 21, "soft": True, "blackjack": True, "should_hold": 2}
    assert answered("pa-590", "Ah Ks", box("Kc Qd"))["dealer"] == natural
    drawn = {"total": 21, "soft": False, "blackjack": False, "should_hold": 3}
    assert answered("pa-590", "7h 7s 7d", box("Kc Qd", "stand"))["dealer"] == drawn


def test_what_depends_on_nothing_is_not_drawn() -> None:
    over = {"total": 11, "soft": False, "blackjack": False, "should_hold": 2}
    assert answered("pa-590", "5h 6s Kd", box("Kc 6d", "hit 6c"))["dealer"] == over


# As it is written


def test_lines_come_by_box_whatever_order_the_record_has() -> None:
    boxes = [box("Kc Qd", "stand", number=n) for n in (3, 1, 2)]
    assert [ln["box"] for ln in answered("pa-590", "9h 9s", *boxes)["lines"]] == [1, 2, 3]


def test_the_answer_to_text_is_the_answer_to_the_record() -> None:
    made = record("pa-590", "9h 9s", box("Kc Qd", "stand", reported=[RIGHT]))
    text = json.dumps(made)
    wanted = verify_json(made, rulebooks()).as_json()
    assert verify_text(text, rulebooks()).as_json() == wanted
    assert verify_text(text.encode(), rulebooks()).as_json() == wanted
