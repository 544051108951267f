"""What is typed becomes the record, and the settlement is the engine's own, word for word."""

from __future__ import annotations

import json

import pytest

from floorapp.engine.verify import verify_json
from floorapp.operations.dispute import draft as edit
from floorapp.operations.dispute.draft import DeskSeat, NotUnderstood, start
from floorapp.operations.dispute.lawful import decisions, wagers
from floorapp.operations.dispute.settlement import copies_left, hands_of, settle
from floorapp.operations.dispute.verdict_words import outcome
from floorapp.operations.dispute.word_parser import cents_of, paste, type_words
from tests.dispute.telling import BOOKS, settled, tell

#: The round of the picture: a red 22, and a Push 22 paid at the odds of mixed colours.
PICTURE = (
    "6htd6d unused box 1 25 p5 8c8d fs 3d fd th ks s =0 =0 =0 =40 box 3 50 tc9h s =0 box 4 25 jh6s9d =-25 "
    "box 5 25 askd =37.50"
)

#: A disputed round of each game, and what of it is wrong.
ROUNDS = {
    "pa-590": (PICTURE, "mismatch"),
    "pa-673a": ("9h8c unused box 1 10 th5d 9c sc 4h =0 =10 box 2 20 tctd s =10", "mismatch"),
    "pa-685a": ("ah9c medium box 1 25 m5 asks =25 =-5 box 2 25 i12.50 9s7c s =-25 =-12.50", "mismatch"),
    "pa-665a": ("6cjd9h unknown box 1 25 attack 25 bust 5 8h8d split 3c kc 5s s s =50 =50 =50 =50 =30", "mismatch"),
    "nj-19-47-26": (
        "7c9dkh box 1 25 attack 15 5c6d behind 10 box 1 d jh box 1 behind 10 =20 box 2 50 kcqd s =50",
        "mismatch",
    ),
}


@pytest.mark.parametrize("rulebook", sorted(ROUNDS))
def test_what_is_typed_settles_as_verify_says(rulebook: str) -> None:
    text, verdict = ROUNDS[rulebook]
    draft = tell(rulebook, text)
    shown = settle(draft, BOOKS)
    answer = verify_json(json.loads(json.dumps(draft.record)), BOOKS)
    assert shown.needs == ()
    assert shown.answer == answer
    assert (shown.lines, shown.findings) == (answer.lines, answer.findings)
    assert answer.verdict == verdict


def test_the_round_of_the_picture_is_short_by_sixty_dollars() -> None:
    shown = settled("pa-590", PICTURE)
    (line,) = shown.wrong
    assert (line.wager, line.expected, line.reported, line.cite) == ("push_22", 10000, 4000, "590.12(c)")


def test_a_two_box_round_takes_at_most_sixty_keys() -> None:
    text = "9htd nobj\t25 tc5d 6h s =25 \t50 8c3d d jh =100 "
    assert len(text) <= 60
    draft = start("pa-590")
    held = ""
    for key in text:
        if key == "\t":
            typed = type_words(draft, held, BOOKS, final=True)
            draft, held = edit.next_seat(typed.draft), ""
        else:
            typed = type_words(draft, held + key, BOOKS)
            draft, held = typed.draft, typed.rest
        assert not typed.wrong, typed.wrong
    shown = settle(draft, BOOKS)
    assert shown.finished and len(shown.lines) == 3


@pytest.mark.parametrize(
    "nonsense", ["hello", "as zz", "25 99x", "{", '{"format": 1}', "[]", "=abc", "box 9", "\x00", "box " + "9" * 5000]
)
def test_nonsense_pasted_gets_a_sentence_and_keeps_what_was_there(nonsense: str) -> None:
    before = tell("pa-590", "9htd box 1 25 as")
    pasted = paste(before, nonsense, BOOKS)
    assert pasted.draft is before
    assert pasted.wrong.endswith(("Nothing was changed.", "Nothing was pasted."))


def test_a_pasted_record_is_the_round() -> None:
    before = tell("pa-590", PICTURE)
    pasted = paste(start("pa-673a"), json.dumps(before.record), BOOKS)
    assert not pasted.wrong
    assert pasted.draft.record == before.record


def test_cards_pasted_with_any_gaps_and_signs() -> None:
    taken = paste(start("pa-590"), "A♠, 10h;\nkd", BOOKS)
    assert [str(card) for card in taken.draft.round.dealer] == ["As", "Th", "Kd"]


def test_a_word_that_is_not_understood_stays_in_the_field() -> None:
    typed = type_words(start("pa-590"), "as plonk ", BOOKS)
    assert typed.rest == "plonk "
    assert "“plonk” is not a card" in typed.wrong
    assert [str(card) for card in typed.draft.round.dealer] == ["As"]


def test_while_something_is_missing_the_rest_is_settled_already() -> None:
    shown = settled("pa-590", "9htd box 1 25 tckc s box 2 25 tc5d")
    assert [line.box for line in shown.lines] == [1]
    assert [(need.seat, need.says) for need in shown.needs] == [
        (DeskSeat(2), "Hand 1 is still open: type its next card, or stand.")
    ]
    assert shown.answer.verdict == "unreadable"


def test_a_decision_that_waits_for_its_card_is_said() -> None:
    shown = settled("pa-590", "9htd box 1 25 6c5d d")
    assert [need.says for need in shown.needs][:1] == ["The double needs its card."]


def test_lawful_decisions_are_offered_and_the_others_explained() -> None:
    offered = {each.word: each for each in decisions(tell("pa-590", "9htd box 1 25 8c8d"), BOOKS)}
    assert [word for word, each in offered.items() if each.allowed] == [
        "hit",
        "stand",
        "double",
        "split",
        "free split",
        "surrender",
    ]
    refused = offered["free double"]
    assert (refused.cite, "hard 9, 10 or 11" in refused.refusal) == ("590.10(a)(1)", True)
    assert "reading I-06" in offered["split"].note
    masque = {each.word: each for each in decisions(tell("pa-685a", "9htd box 1 25 8c8d"), BOOKS)}
    assert (masque["surrender"].allowed, masque["surrender"].cite) == (False, "685a.7(i)(2)")


def test_wagers_of_the_game_are_offered_and_insurance_needs_an_ace() -> None:
    offered = {each.word: each for each in wagers(tell("pa-590", "9htd box 1"), BOOKS)}
    assert set(offered) == {"main", "push_22", "insurance"}
    assert offered["push_22"].allowed
    assert not offered["insurance"].allowed
    with_ace = {each.word: each for each in wagers(tell("pa-590", "ah box 1"), BOOKS)}
    assert with_ace["insurance"].allowed


def test_the_usual_wager_is_what_the_engine_finds_right() -> None:
    split = tell("nj-19-47-26", "7c9d box 1 25 attack 8c8d sp")
    assert split.waiting[1].wager == 5000
    doubled = tell("pa-673a", "7c9d box 1 10 6c5d d kc")
    assert doubled.box.play[0].wager == 1000
    over = tell("pa-673a", "7c9d box 1 10 6ckd d kc sc")
    assert over.waiting[1].wager == 2000  # the original and the double, reading I-02


def test_an_amount_after_a_double_is_its_wager() -> None:
    doubled = tell("pa-673a", "7c9d box 1 10 6c5d d 5 kc")
    assert (doubled.box.play[0].wager, doubled.box.wagers["main"]) == (500, 1000)


def test_bettors_behind_follow_or_name_the_hand() -> None:
    draft = tell("nj-19-47-26", "7ckd box 1 25 8c8d behind 10 follow 10 =10".replace(" follow 10 =10", ""))
    draft = edit.sit(draft, DeskSeat(1))
    for word in ("split", "3c", "kd", "s", "5s", "s"):
        draft = type_words(draft, word, BOOKS, final=True).draft
    assert "has not answered the split" in settle(draft, BOOKS).needs[0].says
    draft = edit.sit(draft, DeskSeat(1, 1))
    named = type_words(draft, "keep 2", BOOKS, final=True).draft
    lines = [line for line in settle(named, BOOKS).lines if line.behind]
    assert [(line.hand, line.stake) for line in lines] == [(2, 1000)]


def test_after_the_first_hand_of_a_split_is_called_dead_a_card_is_the_next_hand_s() -> None:
    answer = settled("pa-590", "9h8s box 1 25 kckd split 25 2c dead 13(h)#1 9c stand")
    assert answer.finished and not answer.findings
    assert [(line.hand, line.expected, line.cite) for line in answer.lines] == [
        (1, 0, "590.13(h)"),
        (2, 2500, "590.7(o)(2)"),
    ]


def test_dead_and_void_name_their_paragraph() -> None:
    dead = settled("pa-590", "9htd box 1 25 5c dead 13(g)")
    assert dead.finished
    assert {line.cite for line in dead.lines} == {"590.13(g)"}
    void = settled("nj-19-47-26", "box 1 25 5c void 26.15(d)")
    assert [line.expected for line in void.lines] == [0]
    typed = type_words(tell("pa-590", "9htd box 1 25"), "dead ", BOOKS, final=True)
    assert "Under which section?" in typed.wrong and "590.13(g)" in typed.wrong


def test_the_doubled_card_lies_sideways_and_lammers_lie_on_their_hands() -> None:
    first, second = hands_of(tell("pa-590", PICTURE), 1, BOOKS)
    assert (first.sideways, first.lammers, first.count) == (frozenset({2}), 1, "21")
    assert (second.lammers, second.decided) == (1, ("free split", "stand"))


def test_copies_left_count_down_and_a_game_without_tens_has_none() -> None:
    left = copies_left(tell("pa-590", "9h9h"), BOOKS)
    assert {str(card): n for card, n in left.items()}["9h"] == 4
    assert not [card for card in copies_left(start("pa-665a"), BOOKS) if card.rank == "T"]


def test_taking_back_removes_the_last_thing_told_at_the_seat() -> None:
    draft = tell("pa-590", "9htd box 1 25 8c8d fs 3d fd")
    for left in (("split",), (), (), (), ()):
        draft = edit.take_back(draft)
        assert tuple(step.do for step in draft.box.play) == left
    assert draft.round.boxes == ()
    assert [str(card) for card in draft.round.dealer] == ["9h", "Td"]


@pytest.mark.parametrize(("text", "cents"), [("25", 2500), ("$1,250.50", 125050), ("12.5", 1250)])
def test_amounts_are_dollars(text: str, cents: int) -> None:
    assert cents_of(text) == cents


@pytest.mark.parametrize("text", ["", "1.234", "x", "-5", "1e9", "9" * 60])
def test_what_is_no_amount_is_said(text: str) -> None:
    with pytest.raises(NotUnderstood):
        cents_of(text)


@pytest.mark.parametrize("flood", ["as" * 20_000, "box 1 25 " + "s " * 30_000, "x" * 5_000_000, '{"a":' * 60_000])
def test_a_flood_is_said_to_be_too_much_and_changes_nothing(flood: str) -> None:
    before = tell("pa-590", "9htd box 1 25 as")
    pasted = paste(before, flood, BOOKS)
    assert pasted.draft is before and "Nothing" in pasted.wrong


def test_a_surrendered_bet_says_so_and_its_lammer_is_collected() -> None:
    shown = settled("pa-590", "9h8s box 1 10 8c8d fs 5c surrender kd surrender")
    assert [(line.lammer, outcome(line)) for line in shown.lines] == [(False, "surrendered"), (True, "collected")]
