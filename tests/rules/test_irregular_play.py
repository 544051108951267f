"""Rounds in which something went wrong, side by side in the five rulebooks: irregular play."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.catalogue import IrregularityFacts
from floorapp.engine.verify import verify_text
from tests.deal import Verified, box, verified

ALL = ("pa-590", "pa-673a", "pa-685a", "pa-665a", "nj-19-47-26")
LIVE = box("9h 9s", "stand", number=2)
REVEALS: dict[str, Any] = {"reader_reveals_value": True}


def finding(answer: Verified, code: str) -> str:
    (message,) = (each.message for each in answer.answer.findings if each.code == code)
    return message


# A Blackjack that was already paid (673a.7(f))


@pytest.mark.parametrize("play", ["double 1000 5c", "hit 5c", "hit 5c, hit 9c", "deal 5c", "hit 9c, double 1000 Kc"])
@pytest.mark.parametrize("dealer", ["7h Kd", "9h 9d", "7h 9d 5s"])
def test_673a_7_f_a_card_dealt_on_a_blackjack_does_not_touch_it(play: str, dealer: str) -> None:
    answer = verified("pa-673a", dealer, box("Ac Kd", play), LIVE)
    assert (answer.net(), answer.line().cite) == (2000, "673a.12(a)")
    assert answer.verdict == "violation"
    if "double" in play:
        assert (answer.net("double"), answer.line("double").outcome) == (0, "push")
        assert answer.line("double").cite == "673a.7(f)"


def test_673a_7_f_a_split_or_second_chance_on_a_blackjack_is_returned() -> None:
    answer = verified("pa-673a", "7h Kd", box("Ac Kd", "split 1000 9c, stand, deal 9d, stand"), LIVE)
    assert (answer.net(), answer.net(hand=2), answer.line(hand=2).cite) == (2000, 0, "673a.7(f)")
    answer = verified("pa-673a", "7h Kd", box("Ac Kd", "second_chance 1000 5c"), LIVE)
    assert (answer.net(), answer.net("second_chance")) == (2000, 0)


# All hands dead because the reader can give the value away


@pytest.mark.parametrize(("rulebook", "call"), [("pa-665a", "665a.13(h)(1)"), ("nj-19-47-26", "19:47-26.15(l)1")])
def test_all_hands_dead_return_side_wagers_and_insurance_too(rulebook: str, call: str) -> None:
    dead = box("Kc 8d", double_attack=500, bust_it=500, dead=call)
    answer = verified(rulebook, "9h 8s", dead, reader="no_blackjack", **REVEALS)
    assert [line.expected for line in answer.answer.lines] == [0, 0, 0]
    assert (answer.line("bust_it").cite, answer.line("bust_it").readings) == (call, ())
    assert answer.line().readings == ()
    above = box("Kc 8d", bust_it=500, dead=call[:-1] if call.endswith("1") else call[:-3])
    assert verified(rulebook, "9h 8s", above, reader="no_blackjack", **REVEALS).net("bust_it") == 0
    assert "dead-not-allowed" not in answer.codes


# A missed card that is believed


def test_673a_13_h_a_missed_second_chance_card_is_believed() -> None:
    over = box("Th 9d", "hit 6c", dead="673a.13(h)")
    assert verified("pa-673a", "7h Kd", over, LIVE).violations == set()
    doubled = box("6h 5d", "double 1000 Kc", dead="673a.13(h)")
    assert verified("pa-673a", "7h Kd", doubled, LIVE).violations == {"dead-not-allowed"}  # 21 asks for nothing
    taken = box("Th 9d", "hit 6c, second_chance 1000 2c", dead="673a.13(h)")
    assert verified("pa-673a", "7h Kd", taken, LIVE).violations == {"dead-not-allowed"}
    assert verified("pa-590", "7h Kd", box("Th 9d", "hit 6c", dead="590.13(h)"), LIVE).violations == {
        "dead-not-allowed"
    }


# A stand on a finished hand is nothing


@pytest.mark.parametrize("rulebook", ALL)
@pytest.mark.parametrize("play", ["hit Kd, stand", "hit Kd, stand, stand"])
def test_standing_on_21_is_nothing(rulebook: str, play: str) -> None:
    answer = verified(rulebook, "9h 9s", box("5c 6c", play))
    assert (answer.verdict, answer.codes, answer.net()) == ("settled", set(), 1000)


@pytest.mark.parametrize("rulebook", ALL)
def test_a_stand_after_any_finished_hand_is_nothing(rulebook: str) -> None:
    for play in ("stand, stand", "hit Kd, stand", "double 1000 4c, stand"):
        assert verified(rulebook, "9h 9s", box("6c 7d", play), reader=...).codes <= {"double-on-three-cards"}
    split = box("8c 8d", "split 1000 Kc, stand, stand, deal Kd, stand", number=1)
    assert verified(rulebook, "9h 9s", split).violations == set()


# Keys


@pytest.mark.parametrize(
    ("there", "twice", "where"),
    [
        ('"main": 1000', '"main": 1000, "main": 2000', "boxes[0].wagers.main"),
        ('"box": 1', '"box": 1, "box": 1', "boxes[0].box"),
        ('"cards": ["9h"', '"reader": null, "reader": null, "cards": ["9h"', "dealer.reader"),
        ('"format"', '"note": {"a": 1, "b": [{"a": 1, "a": 1}]}, "format"', "note.b[0].a"),
    ],
)
def test_a_key_given_twice_anywhere_is_unreadable(there: str, twice: str, where: str) -> None:
    text = (
        '{"format": "floor-round/1", "id": "r", "rulebook": "pa-590", "dealer": {"cards": ["9h", "8d"]},'
        ' "boxes": [{"box": 1, "cards": ["Tc", "8d"], "wagers": {"main": 1000}, "play": [{"do": "stand"}]}]}'
    )
    assert verify_text(text, rulebooks(), 1).verdict == "settled"
    answer = verify_text(text.replace(there, twice, 1), rulebooks(), 1)
    assert (answer.verdict, answer.id, answer.line) == ("unreadable", "r", None)
    assert answer.error == f"{where}: given twice"


# Citations


def test_nj_26_7_d_i_07_the_rule_of_an_equal_double_attack_is_26_7_d() -> None:
    answer = verified("nj-19-47-26", "9h 8s", box("Kc 8d", "stand", double_attack=500), readings=["I-07"])
    assert answer.cite("double-attack-not-equal") == "19:47-26.7(d)"
    above = verified("nj-19-47-26", "9h 8s", box("Kc 8d", "stand", double_attack=1500), readings=["I-07"])
    assert above.cite("double-attack-above-limit") == "19:47-26.1"


@pytest.mark.parametrize(("rulebook", "cite"), [("nj-19-47-26", "19:47-26.5(a)3"), ("pa-665a", "665a.7(o)(1)(i)(C)")])
def test_a_blackjack_beats_a_dealer_21_of_three_cards_under_its_own_paragraph(rulebook: str, cite: str) -> None:
    answer = verified(rulebook, "9h 3d 9d", box("Ac Kd", double_attack=500), LIVE)
    assert (answer.net(), answer.line().cite, answer.line("double_attack").cite) == (1000, cite, cite)
    assert "three" in answer.line().because
    other = verified(rulebook, "9h 3d 8d", box("Ac Kd"), LIVE)
    assert (other.net(), other.line().cite) == (1000, rulebooks()[rulebook].blackjack.pays.cite)


@pytest.mark.parametrize(
    ("rulebook", "over", "stood"),
    [
        ("pa-590", "590.7(j)", "590.7(h)(2)"),
        ("pa-673a", "673a.7(k)", "673a.7(i)"),
        ("pa-685a", "685a.7(k)", "685a.7(i)(2)"),
        ("pa-665a", "665a.7(j)", "665a.7(h)(2)"),
        ("nj-19-47-26", "19:47-26.12(a)", "19:47-26.7(e)"),
    ],
)
def test_a_draw_over_21_or_after_standing_is_not_held_against_the_paragraph_on_21(
    rulebook: str, over: str, stood: str
) -> None:
    """(j)(1) and its like forbid a card to 21; below it a hand is ended by standing instead of drawing."""
    busted = verified(rulebook, "9h 8s", box("Kc 6d", "hit 9c, hit 2c"), LIVE)
    standing = verified(rulebook, "9h 8s", box("Kc 8d", "stand, hit 4c"), LIVE)
    assert (busted.cite("draw-over-21"), standing.cite("draw-after-stand")) == (over, stood)
    assert standing.answer.required is not None and standing.answer.required.cite == stood


def test_nj_26_12_c_a_21_that_the_dealer_may_not_draw_to_is_not_his_hand() -> None:
    """The card on 14 does not count, so the lone Blackjack is paid by its odds; 26.5(a)3 needs a 21 that does."""
    answer = verified("nj-19-47-26", "9h 5s 7c", box("Ac Kd"))
    assert (answer.net(), answer.line().cite, answer.violations) == (1000, "19:47-26.5(e)", {"dealer-drew-needlessly"})
    assert answer.dealer is not None and (answer.dealer.total, answer.dealer.should_hold) == (14, 2)


@pytest.mark.parametrize("rulebook", ALL)
@pytest.mark.parametrize("call", ["999.1(a)", "nothing"])
def test_a_call_of_nowhere_is_held_against_the_irregularities_not_the_chapter(rulebook: str, call: str) -> None:
    section = {"pa-685a": "685a.12", "nj-19-47-26": "19:47-26.15"}.get(rulebook, f"{rulebook[3:]}.13")
    answer = verified(rulebook, "9h 8s", box("Kc 8d", "stand", dead=call), LIVE)
    assert answer.cite("dead-not-allowed") == section
    assert verified(rulebook, "9h 8s", LIVE, void=call).cite("void-not-allowed") == section


def test_a_call_under_a_paragraph_that_ends_no_hand_is_held_against_that_paragraph() -> None:
    answer = verified("pa-590", "9h 8s", box("Kc 8d", "stand", dead="590.13(a)"), LIVE)
    assert answer.cite("dead-not-allowed") == "590.13(a)"


@pytest.mark.parametrize(
    ("rulebook", "revealing", "other"),
    [
        ("pa-665a", "665a.13(h)(1)", "665a.13(h)(2)"),
        ("nj-19-47-26", "19:47-26.15(l)1", "19:47-26.15(l)2"),
        ("pa-590", "590.13(i)", "590.13(i)"),
        ("pa-673a", "673a.13(i)", "673a.13(i)"),
    ],
)
def test_a_needless_use_of_the_reader_names_the_paragraph_that_holds(rulebook: str, revealing: str, other: str) -> None:
    shown = verified(rulebook, "9h 8s", box("Kc 8d", "stand"), reader="no_blackjack", **REVEALS)
    hidden = verified(rulebook, "9h 8s", box("Kc 8d", "stand"), reader="no_blackjack")
    assert (shown.cite("reader-needless"), hidden.cite("reader-needless")) == (revealing, other)


@pytest.mark.parametrize(("rulebook", "call"), [("pa-665a", "665a.13(h)(1)"), ("nj-19-47-26", "19:47-26.15(l)1")])
def test_a_round_that_was_ended_is_not_told_that_it_should_have_been(rulebook: str, call: str) -> None:
    one = box("Kc 8d", "stand")
    on = verified(rulebook, "9h 8s", one, reader="no_blackjack", **REVEALS)
    void = verified(rulebook, "9h 8s", one, reader="no_blackjack", void=call, **REVEALS)
    dead = verified(rulebook, "9h 8s", one | {"dead": call}, reader="no_blackjack", **REVEALS)
    assert "should have been called dead" in finding(on, "reader-needless")
    for ended in (void, dead):
        assert "should have been called dead" not in finding(ended, "reader-needless")


@pytest.mark.parametrize(
    ("main", "maximum", "cite"),
    [(1000, None, "19:47-26.6(b)1"), (1000, 5000, "19:47-26.6(b)1"), (5000, 1000, "19:47-26.6(b)2")],
)
def test_26_6_b_the_limit_that_was_passed_is_named(main: int, maximum: int | None, cite: str) -> None:
    options = {} if maximum is None else {"bonus_maximum": maximum}
    answer = verified("nj-19-47-26", "9h 8s", box("Kc 8d", "stand", main=main, bust_it=1100), **options)
    assert answer.cite("side-wager-above-limit") == cite


def test_a_round_before_a_rulebooks_first_day_is_not_told_that_it_is_rescinded() -> None:
    early = verified("pa-590", "9h 8s", box("Kc 8d", "stand"), at="2013-05-01T21:00:00-04:00")
    late = verified("pa-590", "9h 8s", box("Kc 8d", "stand"), at="2018-05-01T21:00:00-04:00")
    assert "rescinded" not in finding(early, "rulebook-not-in-force")
    assert date(2014, 1, 4).strftime("%Y") in finding(early, "rulebook-not-in-force")
    assert "rescinded" in finding(late, "rulebook-not-in-force")


@pytest.mark.parametrize(
    "written", ["58 Pa. Code § 590.13(h)", "58 Pa.Code §590.13(h)", "§ 590.13(h)", " 590.13(h) ", "Pa. Code 590.13(h)."]
)
def test_a_citation_pasted_with_its_prefix_is_understood(written: str) -> None:
    answer = verified("pa-590", "9h 8s", box("Kc 2d", dead=written), LIVE)
    assert (answer.violations, answer.line().cite) == (set(), "590.13(h)")


@pytest.mark.parametrize("written", ["N.J.A.C. 19:47-26.15(d)", "NJAC 19:47-26.15(d)", "N.J.A.C. § 19:47-26.15(d)"])
def test_a_new_jersey_citation_pasted_with_its_prefix_is_understood(written: str) -> None:
    answer = verified("nj-19-47-26", "9h 8s", box("Kc 2d"), void=written)
    assert (answer.violations, answer.line().cite) == (set(), "19:47-26.15(d)")


# Decisions and cards of another game


@pytest.mark.parametrize("rulebook", ["pa-590", "pa-673a", "pa-665a", "nj-19-47-26"])
def test_even_money_outside_685a_rests_on_no_reading_of_it(rulebook: str) -> None:
    answer = verified(rulebook, "Ah 8s", box("Ac Kd", "even_money", insurance=500), reader="no_blackjack")
    assert (answer.net(), answer.line().readings) == (1000, ())
    assert "I-11" not in finding(answer, "even-money-not-offered")
    assert "I-11" not in finding(answer, "insurance-with-even-money")


@pytest.mark.parametrize("rulebook", ["pa-673a", "pa-685a", "pa-665a", "nj-19-47-26"])
def test_a_lammer_outside_590_does_nothing(rulebook: str) -> None:
    doubled = verified(rulebook, "9h 8s", box("6c 5d", "double free 9c"))
    assert (doubled.net(), doubled.net("double"), doubled.line("double").outcome) == (1000, 0, "push")
    split = verified(rulebook, "9h 8s", box("8c 8d", "split free Kc, stand, deal Kd, stand"))
    assert (split.net(), split.net(hand=2), split.line(hand=2).outcome) == (1000, 0, "push")
    assert doubled.violations == split.violations == {"lammer-not-in-game"}


@pytest.mark.parametrize(("rulebook", "cite"), [("nj-19-47-26", "19:47-26.11(a)"), ("pa-665a", "665a.8(a)")])
def test_26_11_a_665a_8_a_insurance_on_a_foreign_ten_is_returned(rulebook: str, cite: str) -> None:
    answer = verified(rulebook, "Ah Ts", box("Kc 8d", insurance=500), reader="blackjack")
    assert (answer.net("insurance"), answer.line("insurance").cite) == (0, cite)
    king = verified(rulebook, "Ah Ks", box("Kc 8d", insurance=500), reader="blackjack")
    assert king.net("insurance") == 1250


@pytest.mark.parametrize(("readings", "severity"), [([], "advisory"), (["I-43"], "violation")])
def test_i_43_a_bettor_behind_attacks_where_the_caller_does_not(readings: list[str], severity: str) -> None:
    behind = [{"wagers": {"main": 1000, "double_attack": 500}}]
    answer = verified("nj-19-47-26", "9h 8s", box("Kc 8d", "stand", behind=behind), readings=readings)
    (found,) = answer.answer.findings
    assert (found.severity, found.cite, found.box) == (severity, "19:47-26.13(e)", 1)
    assert answer.net("double_attack", behind=1) == 500
    both = verified("nj-19-47-26", "9h 8s", box("Kc 8d", "stand", double_attack=500, behind=behind))
    assert both.codes == set()


def test_i_43_the_caller_may_be_a_bettor_behind() -> None:
    called: dict[str, Any] = {"seated": False, "caller": 1}
    attacks = [{"wagers": {"main": 2000, "double_attack": 500}}]
    answer = verified("nj-19-47-26", "9h 8s", box("Kc 8d", "stand", behind=attacks, **called))
    assert answer.codes == set()
    plain = [{"wagers": {"main": 2000}}]
    alone = verified("nj-19-47-26", "9h 8s", box("Kc 8d", "stand", double_attack=500, behind=plain, **called))
    (found,) = alone.answer.findings
    assert (found.code, found.severity) == ("behind-attacks-alone", "advisory")
    assert found.message.startswith("The player in front made a double attack")


# A hand dead with one card


@pytest.mark.parametrize(
    ("card", "readings", "net"), [("9c", [], 4000), ("9h", [], 11000), ("8c", [], 0), ("9c", ["I-44"], 0)]
)
def test_i_44_match_the_dealer_on_a_hand_dead_with_one_card(card: str, readings: list[str], net: int) -> None:
    dead = box(card, match_dealer=1000, dead="685a.12(f)")
    answer = verified("pa-685a", "9h 8s", dead, LIVE, readings=readings)
    assert (answer.net("match_dealer"), "I-44" in answer.line("match_dealer").readings) == (net, True)


# What the catalog says


def remedy(rulebook: str, code: str, **facts: Any) -> str:
    return rulebooks()[rulebook].irregularity(code).given(IrregularityFacts(**facts)).remedy


def test_the_catalogue_says_what_the_engine_does() -> None:
    assert "I-44" in remedy("pa-685a", "one-card-to-hand", declined=True)
    for code in ("reader-signal-wrong", "reader-left-unused"):
        said = remedy("nj-19-47-26", code)
        assert "double attack is void (19:47-26.5(b))" in said and "I-09" not in said
    exposed = remedy("pa-685a", "card-requested-not-dealt", hole_card_exposed=True)
    assert "Doubles and splits" in exposed and "Match-the-Dealer" in exposed
    assert "stops dealing" in remedy("pa-685a", "reader-signal-wrong")


@pytest.mark.parametrize("rulebook", ["pa-590", "pa-673a", "pa-685a", "pa-665a"])
def test_i_45_a_reader_that_fails_in_mid_round_lets_the_round_be_finished(rulebook: str) -> None:
    entry = rulebooks()[rulebook].irregularity("reader-malfunction")
    assert "I-45" in entry.readings and "round in progress" in entry.remedy
    other = entry.given(IrregularityFacts(), frozenset({"I-45"}))
    assert other.void and "void" in other.remedy
    one = box("Kc 8d", "stand")
    assert verified(rulebook, "9h 8s", one, void=entry.cite, readings=["I-45"]).violations == set()
    assert verified(rulebook, "9h 8s", one, void=entry.cite).violations == {"void-not-allowed"}


def test_nj_26_15_d_a_missed_first_card_noticed_early_is_dealt() -> None:
    assert "void" in remedy("nj-19-47-26", "dealer-missed-first-card", first_two_dealt=True)
    entry = (
        rulebooks()["nj-19-47-26"]
        .irregularity("dealer-missed-first-card")
        .given(IrregularityFacts(first_two_dealt=False))
    )
    assert (entry.effect, entry.void) == ("continue", False)


# Words


def test_sentences_are_whole_and_in_the_words_of_a_floor() -> None:
    copies = verified("pa-590", "9h 8s", box("Kh Kh", "stand"), decks=1)
    assert finding(copies, "too-many-copies") == "King of hearts came up 2 times in one round; 1 deck holds 1."
    insured = verified("pa-590", "Kh 8s", box("Kc 8d", "stand", insurance=500))
    assert "against a king;" in finding(insured, "insurance-without-ace")
    unequal = verified("pa-590", "9h 8s", box("Kc 8d", "split 1000 2c, stand, deal 3c, stand"))
    assert finding(unequal, "split-unequal").startswith("King of clubs and eight of diamonds were split")
    wrong = verified("pa-590", "Kh Ad", box("Kc 8d", "stand"), reader="no_blackjack")
    assert finding(wrong, "reader-signal-wrong") == "The reader showed no Blackjack; the cards show Blackjack."
    lost = verified("pa-590", "Kh Ad", box("Kc 8d"), reader="blackjack")
    assert lost.line().because == "The dealer has a Blackjack: the bet loses."
    paid = verified("pa-665a", "Ah Ks", box("Kc 8d", insurance=500), reader="blackjack")
    assert "5 to 2" in paid.line("insurance").because
    lammer = verified("pa-590", "9h 8s", box("8c 8d", "split free Kc, stand, deal Kd, surrender"))
    assert "lammer is collected" in lammer.line(hand=2).because
