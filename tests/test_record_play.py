"""How a record's play is read: hands that do not end, and steps that find no open hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.deal import box, verified


@pytest.mark.parametrize(
    ("decisions", "cards"),
    [("", "5c 6d"), ("hit 2c", "5c 6d"), ("split 1000 2c", "8c 8d"), ("split 1000 2c, stand", "8c 8d")]
    + [("split 1000 2c, stand, deal 3c", "8c 8d"), ("hit Kc, hit 2c", "3c 4d")],
)
@pytest.mark.parametrize("rulebook", ["pa-673a", "pa-685a", "pa-665a", "nj-19-47-26"])
def test_a_hand_neither_complete_nor_stood_is_unreadable(rulebook: str, cards: str, decisions: str) -> None:
    answer = verified(rulebook, "9h 9s", box("Kc Qd", "stand", number=2), box(cards, decisions))
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("boxes[1].play: ")


@pytest.mark.parametrize("rulebook", ["pa-590", "pa-673a", "pa-685a", "pa-665a", "nj-19-47-26"])
def test_a_dealers_blackjack_ends_the_round_for_open_hands(rulebook: str) -> None:
    answer = verified(rulebook, "Ah Ks", box("5c 6d"), box("Kc Qd", number=2))
    assert answer.verdict == "settled"
    assert (answer.net(), answer.net(box=2)) == (-1000, -1000)


@pytest.mark.parametrize(("cards", "decisions"), [("5c 6d", ""), ("5c 6d", "hit 2c"), ("8c 8d", "split 1000 2c")])
def test_with_dead_or_void_play_may_stop_anywhere(cards: str, decisions: str) -> None:
    assert verified("nj-19-47-26", "9h 9s", box(cards, decisions, dead="19:47-26.15(i)")).verdict == "settled"
    assert verified("nj-19-47-26", "9h 9s", box(cards, decisions), void="19:47-26.15(a)").verdict == "settled"


@pytest.mark.parametrize(
    ("rulebook", "cards", "decisions", "code", "hand", "nets"),
    [
        # No open hand: the one last acted on. The dealer has 18.
        ("nj-19-47-26", "5c 6d", "hit Kc, hit 2c", "draw-on-21", 1, [-1000]),
        ("nj-19-47-26", "Ac Kd", "hit 2c, stand", "draw-on-21", 1, [-1000]),
        ("nj-19-47-26", "Ac Kd", "hit 2c", "draw-on-21", 1, [-1000]),
        ("nj-19-47-26", "Ac Kd", "hit 2c, hit 7c, stand", "draw-on-21", 1, [1000]),
        ("pa-590", "Ac 6d", "hit 4c, hit 8c", "draw-on-21", 1, [1000]),
        ("nj-19-47-26", "Kc 6d", "hit 6c, hit 2c", "draw-over-21", 1, [-1000]),
        ("nj-19-47-26", "Kc 6d", "stand, hit 4c", "draw-after-stand", 1, [1000]),
        ("nj-19-47-26", "Kc 6d", "stand, surrender", "surrender-after-stand", 1, [-500]),
        ("nj-19-47-26", "5c 6d", "stand, double 1000 Kc", "double-after-stand", 1, [1000]),
        ("nj-19-47-26", "5c 6d", "double 1000 2c, hit 6c", "draw-after-double", 1, [1000]),
        ("pa-685a", "Kc 9d", "stand, even_money", "even-money-not-offered", 1, [1000]),
        ("pa-673a", "Kc 9d", "stand, second_chance 1000 2c", "second-chance-not-over-21", 1, None),
        # The next hand still waits for its card: the one last acted on, hand 1.
        ("nj-19-47-26", "8c 8d", "split 1000 3c, hit Kc, hit 2c, deal Kd, stand", "draw-on-21", 1, [-1000, 0]),
        ("pa-590", "Ac Ad", "split free Kc, hit 6c, deal 9d, stand", "draw-on-21", 1, [-1000, 1000]),
        ("nj-19-47-26", "Ac Ad", "split 1000 6c, hit 3c, deal 9d", "draw-on-split-aces", 1, [1000, 1000]),
        ("nj-19-47-26", "8c 8d", "split 1000 3c, stand, hit 9c, deal Kd, stand", "draw-after-stand", 1, [1000, 0]),
        (
            "nj-19-47-26",
            "8c 8d",
            "split 1000 3c, stand, surrender, deal Kd, stand",
            "surrender-after-stand",
            1,
            [-500, 0],
        ),
        (
            "nj-19-47-26",
            "8c 8d",
            "split 1000 3c, stand, double 500 9c, deal Kd, stand",
            "double-after-stand",
            1,
            [1000, 0],
        ),
        # Both hands are complete: the last one, hand 2.
        ("nj-19-47-26", "8c 8d", "split 1000 Kc, stand, deal Kd, stand, hit 2c", "draw-after-stand", 2, [0, 1000]),
        (
            "nj-19-47-26",
            "8c 8d",
            "split 1000 Kc, stand, deal Kd, stand, surrender",
            "surrender-after-stand",
            2,
            [0, -500],
        ),
        ("nj-19-47-26", "Ac Ad", "split 1000 6c, deal 6d, hit 3c", "draw-on-split-aces", 2, [-1000, 1000]),
        # No hand waits for a card.
        ("nj-19-47-26", "5c 6d", "deal 9c, stand", "deal-without-split", 1, [1000]),
    ],
)
def test_an_irregular_step_belongs_to_the_hand_last_acted_on(
    rulebook: str, cards: str, decisions: str, code: str, hand: int, nets: list[int] | None
) -> None:
    answer = verified(rulebook, "9h 9s", box(cards, decisions))
    assert answer.verdict == "violation"
    assert [finding.hand for finding in answer.answer.findings if finding.code == code] == [hand]
    if nets is not None:
        assert [line.expected for line in answer.answer.lines if line.wager == "main"] == nets


def test_a_surrender_right_after_a_double_belongs_to_the_doubled_hand() -> None:
    """Also where the next hand is already open, dealt out of turn."""
    decisions = "split 1000 3c, deal Kd, double 1000 2c, surrender, stand"
    answer = verified("nj-19-47-26", "9h 9s", box("8c 8d", decisions))
    assert answer.violations == {"deal-out-of-turn"}
    assert (answer.net(), answer.net("double"), answer.net(hand=2)) == (-500, -500, 0)


def test_a_second_chance_belongs_to_the_hand_that_passed_21() -> None:
    decisions = "split 1000 7c, hit Kc, second_chance 1000 5c, deal Kd, stand"
    answer = verified("pa-673a", "9h 9s", box("8c 8d", decisions))  # 25 less 5 is 20; the second hand 18
    assert answer.verdict == "settled"
    assert (answer.net(), answer.net("second_chance"), answer.net(hand=2)) == (0, 1000, 0)


def test_even_money_belongs_to_the_blackjack_that_was_dealt() -> None:
    answer = verified("pa-685a", "Ah 7s", box("Ac Kd", "even_money"))
    assert (answer.verdict, answer.net()) == ("settled", 1000)


def test_a_split_needs_two_cards() -> None:
    answer = verified("pa-590", "9h 9s", box("8c", "split free 2c", dead="590.13(g)"))
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("boxes[0].play[0]: ")


# A dealer's hand that is short beside a dead one

DEAD = {
    "pa-590": "590.13(g)",
    "pa-673a": "673a.13(g)",
    "pa-685a": "685a.12(f)",
    "pa-665a": "665a.13(f)",
    "nj-19-47-26": "19:47-26.15(h)",
}


@pytest.mark.parametrize(
    ("rulebook", "cards", "decisions", "wagers"),
    [(rulebook, "Kc 8d", "stand", {}) for rulebook in DEAD]
    + [(rulebook, "Ac Kd", "", {}) for rulebook in DEAD if rulebook != "pa-673a"]
    + [(rulebook, "Kc 6d", "surrender", {}) for rulebook in DEAD if rulebook != "pa-685a"]
    + [(rulebook, "Kc 6d", "hit 6c", {"insurance": 100}) for rulebook in DEAD]
    + [("pa-590", "Kc 6d", "hit 6c", {"push_22": 100}), ("pa-685a", "Kc 6d", "hit 6c", {"match_dealer": 100})]
    + [("pa-665a", "Kc 6d", "hit 6c", {"bust_it": 100}), ("nj-19-47-26", "Kc 6d", "hit 6c", {"bust_it": 100})],
)
def test_what_depends_on_a_dealer_without_cards_is_not_guessed(
    rulebook: str, cards: str, decisions: str, wagers: dict[str, Any]
) -> None:
    """Nobody knows whether an ace lay there: neither a Blackjack nor a half can be settled."""
    dead, live = box("", dead=DEAD[rulebook]), box(cards, decisions, number=2, **wagers)
    answer = verified(rulebook, "", dead, live)
    assert answer.verdict == "unreadable"
    assert answer.error.startswith("dealer.cards: ")


@pytest.mark.parametrize("up", ["9h", "Ah", "Kh"])
@pytest.mark.parametrize("rulebook", DEAD)
def test_what_does_not_depend_on_the_dealer_is_settled_without_his_second_card(rulebook: str, up: str) -> None:
    dead, over = box("", dead=DEAD[rulebook]), box("Kc 6d", "hit 6c", number=2)
    answer = verified(rulebook, up, dead, over)
    assert answer.verdict == "settled"
    assert (answer.net(), answer.net(box=2)) == (0, -1000)


@pytest.mark.parametrize("dealer", ["Ah", "Kh", "9h"])
def test_a_blackjack_that_is_paid_at_once_does_not_depend_on_the_dealer(dealer: str) -> None:
    """673a.7(f): before insurance and reader, also against a dealer's Blackjack."""
    answer = verified("pa-673a", dealer, box("", dead="673a.13(g)"), box("Ac Kd", number=2))
    assert answer.verdict == "settled"
    assert answer.net(box=2) == 2000


MISSED = {
    "pa-590": "590.13(h)",
    "pa-673a": "673a.13(h)",
    "pa-685a": "685a.12(g)",
    "pa-665a": "665a.13(g)",
    "nj-19-47-26": "19:47-26.15(i)",
}


@pytest.mark.parametrize("rulebook", MISSED)
def test_no_card_was_missed_where_the_reader_had_shown_a_blackjack(rulebook: str) -> None:
    """590.7(g), 590.13(h) and their like: no further card may be dealt then, so nobody can have waited for one."""
    told = "large" if rulebook == "pa-685a" else "blackjack"
    answer = verified(rulebook, "Kh As", box("Kc 6d", dead=MISSED[rulebook]), reader=told)
    assert (answer.violations, answer.cite("dead-not-allowed")) == ({"dead-not-allowed"}, MISSED[rulebook])
    assert answer.net() == 0
    unseen = verified(rulebook, "Kh 5s Kd", box("Kc 6d", dead=MISSED[rulebook]))
    assert "dead-not-allowed" not in unseen.codes


def test_nj_26_15_i_without_a_reader_a_card_can_be_missed_before_the_dealers_blackjack() -> None:
    one = box("Kc 6d", dead="19:47-26.15(i)")
    assert verified("nj-19-47-26", "Kh As", one, reader=None, hole_card=False).codes == set()
