"""Any sequence of edits gives a record that verify answers; undoing restores, keeping loses nothing."""

from __future__ import annotations

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from floorapp.domain.cards import RANKS, SUITS
from floorapp.engine.verify import verify_json
from floorapp.operations.dispute import draft as edit
from floorapp.operations.dispute.draft import DeskSeat, Draft, NotUnderstood, start
from floorapp.operations.dispute.draft_text import draft_of, text_of
from floorapp.operations.dispute.lawful import decisions, remedies, wagers
from floorapp.operations.dispute.settlement import copies_left, hands_of, settle
from floorapp.operations.dispute.teller import DraftHistory, Teller
from floorapp.operations.dispute.word_parser import DECISIONS, FREE, SIGNALS, WAGERS, paste, report_rest, type_words
from tests.dispute.telling import BOOKS
from tests.examples import examples

CARDS = st.builds(lambda r, s: r + s, st.sampled_from(RANKS), st.sampled_from(SUITS))
AMOUNTS = st.sampled_from(["25", "12.50", "1", "10", "0", "99999999999999", "0.01"])
NAMES = st.sampled_from([*WAGERS, *DECISIONS, "behind", "follow", "keep", "box", "free", "second", "="])
WORDS = st.one_of(
    CARDS,
    CARDS,
    CARDS,
    AMOUNTS,
    st.sampled_from([*DECISIONS, *FREE, *SIGNALS, "s", "d", "sp", "follow", "alive", "dealer"]),
    st.sampled_from(
        ["box 1", "box 2", "box 7", "dead 13(g)", "void 26.15(d)", "dead 9.9(z)", "=ok", "=", "==", "keep 1", "keep 2"]
    ),
    st.builds(lambda name, amount: f"{name} {amount}", NAMES, AMOUNTS),
    st.builds(lambda amount: f"={amount}", st.sampled_from(["0", "25", "-25", "37.50", "+10", "−5"])),
    st.text(max_size=6),
)
#: What is done beside typing words.
ACTS = st.sampled_from(["next", "previous", "back", "undo", "redo", "rest", "behind", "other rules"])
STEPS = st.lists(st.one_of(WORDS.map(lambda word: ("word", word)), ACTS.map(lambda act: (act, ""))), max_size=40)


def do(draft: Draft, act: str, word: str) -> Draft:
    if act == "word":
        return type_words(draft, word, BOOKS, final=True).draft
    if act in ("next", "previous"):
        return edit.next_seat(draft, 1 if act == "next" else -1)
    if act == "back":
        return edit.take_back(draft)
    if act == "rest":
        return report_rest(draft, BOOKS)
    if act == "behind" and draft.seat.box:
        return edit.sit(draft, DeskSeat(draft.seat.box, 1))
    if act == "other rules":
        return edit.play_under(draft, "nj-19-47-26")
    return draft


def ask_everything(draft: Draft) -> None:
    """All that the screen asks at every key."""
    shown = settle(draft, BOOKS)
    answer = verify_json(json.loads(json.dumps(draft.record)), BOOKS)
    assert shown.answer == answer
    if shown.finished:
        assert shown.lines == answer.lines
    decisions(draft, BOOKS), wagers(draft, BOOKS), copies_left(draft, BOOKS)
    remedies(draft, BOOKS, void=True), remedies(draft, BOOKS, void=False)
    for number in range(1, draft.positions + 1):
        hands_of(draft, number, BOOKS)
    again = draft_of(text_of(draft), BOOKS)
    assert again is not None and again.record == draft.record and again.seat == draft.seat


@settings(max_examples=examples(60))
@given(st.sampled_from(sorted(BOOKS)), STEPS)
def test_any_sequence_of_edits_is_answered_and_undone(rulebook: str, steps: list[tuple[str, str]]) -> None:
    history = DraftHistory(start(rulebook, id="any"))
    first, every = history.now, [history.now]
    for act, word in steps:
        try:
            if act == "undo":
                history = history.undo()
            elif act == "redo":
                history = history.redo()
            else:
                history = history.step(do(history.now, act, word))
        except NotUnderstood:
            continue
        every.append(history.now)
        ask_everything(history.now)
    last = history.now
    taken_back = 0
    while history.before:
        history, taken_back = history.undo(), taken_back + 1
    assert history.now.round == first.round and not history.now.waiting
    for _step in range(taken_back):
        history = history.redo()
    assert history.now == last


@settings(max_examples=300)
@given(st.sampled_from(sorted(BOOKS)), st.text())
def test_any_text_can_be_pasted(rulebook: str, text: str) -> None:
    before = start(rulebook, id="any")
    pasted = paste(before, text, BOOKS)
    assert pasted.wrong == "" or pasted.draft is before


@settings(max_examples=200)
@given(
    st.text()
    | st.recursive(
        st.none() | st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    ).map(json.dumps)
)
def test_a_draft_file_that_is_none_of_ours_is_no_draft(text: str) -> None:
    assert draft_of(text, BOOKS) is None


def test_a_kept_draft_with_changed_letters_is_refused_or_answered() -> None:
    """Whatever became of the file, what is read from it can be settled."""
    draft = type_words(
        start("nj-19-47-26", id="x"),
        "7ckd nobj box 1 25 8c8d sp 3d behind 5 follow box 1 5c s 6d s =1",
        BOOKS,
        final=True,
    ).draft
    text, chance, answered = text_of(draft), random.Random(7), 0
    for _turn in range(2000):
        place = chance.randrange(len(text))
        again = draft_of(text[:place] + chance.choice('0123456789AKQTcdhsx{}[],:"') + text[place + 1 :], BOOKS)
        if again is not None:
            settle(again, BOOKS)
            decisions(again, BOOKS)
            hands_of(again, 1, BOOKS)
            answered += 1
    assert 100 < answered < 1900, "some changes are seen at once, some make another round"


PRESSES = st.sampled_from(
    [
        "A",
        "10",
        "5",
        "K",
        "s",
        "h",
        "d",
        "c",
        "stand ",
        "double ",
        "free split ",
        "split ",
        "second chance ",
        "surrender ",
        "25 ",
        "push ",
        "bust ",
        "insurance ",
        "1",
        "0",
        ".",
        "=",
        "-",
        "=0 ",
        "=ok ",
        "=? ",
        "behind ",
        "follow ",
        "keep 2 ",
        "reader blackjack ",
        "unused ",
        "alive ",
        "!undo",
        "!redo",
        "!back",
        "!enter",
    ]
)


@settings(max_examples=80)
@given(
    st.sampled_from(sorted(BOOKS)),
    st.lists(
        st.tuples(
            st.sampled_from(["press", "press", "press", "sit", "line", "turn", "go"]), PRESSES, st.integers(-3, 9)
        ),
        max_size=60,
    ),
)
def test_any_sequence_of_presses_is_answered(rulebook: str, presses: list[tuple[str, str, int]]) -> None:
    """A finger all over the desk: whatever it presses, there is an answer and a way back."""
    teller = Teller(start(rulebook, id="any"), BOOKS)
    for act, press, number in presses:
        if act == "press":
            teller.press(press, "not lawful" if number > 7 else "")
        elif act == "sit":
            teller.sit(number % 8)
        elif act == "line":
            teller.move_line(1 if number > 0 else -1)
            teller.choose_line(teller.telling.selected)
        elif act == "turn":
            teller.turn(("cards", "wagers", "paid", "calls")[number % 4])
        else:
            teller.go_on(1 if number > 0 else -1)
        assert teller.settled == settle(teller.draft, BOOKS)
    for _back in range(200):
        teller.undo()
    assert teller.draft.empty and not teller.telling.typed
