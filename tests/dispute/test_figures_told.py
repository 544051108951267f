"""Both figures of a disputed round stand side by side, with the choices they hang on."""

from __future__ import annotations

import pytest

from floorapp.operations.card_round import Settlement
from floorapp.operations.dispute import draft as edit
from floorapp.operations.dispute.draft import DeskSeat
from floorapp.operations.dispute.happenings import happened, variants
from floorapp.operations.dispute.lawful import decisions
from floorapp.operations.dispute.settlement import settle
from floorapp.operations.dispute.teller import Telling
from floorapp.operations.dispute.verdict_words import verdict
from floorapp.operations.papers.guest import round_sections
from floorapp.operations.sheet import Callout
from floorapp.operations.two_figures import due_of, paid_as_required
from floorapp.screens.dispute import dispute_of, rows_of
from floorapp.screens.dispute_ruling import ruling_of
from floorapp.screens.dispute_shown import guest_of
from floorapp.screens.lists import FindingRow, SettlementRow
from tests.dispute.telling import BOOKS, tell
from tests.dispute.test_happenings import NJ


def test_both_figures_stand_side_by_side_with_the_difference() -> None:
    draft = tell("pa-590", "7hkd box 1 10 ackd double 5c =-10 =-10")
    shown, book = settle(draft, BOOKS), BOOKS["pa-590"]
    view = ruling_of(shown, book)
    assert view is not None and view.heads == ("Paid", "As dealt", "Required")
    assert [row.figures for row in view.rows] == [
        ("−10.00", "−10.00", "+15.00"),
        ("−10.00", "−10.00", "0.00"),
        ("", "", "+35.00"),
    ]
    said = [row.sentence for row in rows_of(shown, book) if row.key == "required"]
    assert len(said) == 1 and "spot 1 +15.00 (+35.00 from as dealt)" in said[0]
    plain = settle(tell("pa-590", "7hkd box 1 10 tckd s"), BOOKS)
    assert ruling_of(plain, book) is None


def test_choices_are_columns_with_whose_choice_it_is() -> None:
    draft = tell("pa-685a", "9h8s large box 1 10 kc6d 9c box 2 10 9c9d s")
    view = ruling_of(settle(draft, BOOKS), BOOKS["pa-685a"])
    assert view is not None and view.whose == ("", "", "player’s choice", "player’s choice")
    assert [row.figures[1:] for row in view.rows] == [
        ("−10.00", "−10.00", "0.00"),
        ("+10.00", "+10.00", "0.00"),
        ("", "0.00", "+10.00"),
        ("", "0.00", "−10.00"),
    ]


def test_the_guests_view_shows_each_choice_beside_what_was_dealt() -> None:
    draft = tell("pa-685a", "9h8s large box 1 10 kc6d 9c")
    shown = settle(draft, BOOKS)
    desk = dispute_of(draft, shown, Telling(), BOOKS, ())
    lines = guest_of(draft, shown, desk, BOOKS).lines
    assert [(line.correct, line.paid) for line in lines] == [("−$10.00", "not entered"), ("−$10.00", ""), ("$0.00", "")]
    assert lines[0].wager.endswith(", as dealt")
    assert lines[-1].wager == "Your choice" and "dead" in lines[-1].sentence and "+$10.00" in lines[-1].difference


def test_a_stand_on_a_finished_hand_is_greyed_as_it_is_nothing() -> None:
    draft = tell("pa-590", "9h8s box 1 10 kc5d 6c")
    (stand,) = (each for each in decisions(draft, BOOKS) if each.word == "stand")
    assert "finished" in stand.refusal
    assert settle(tell("pa-590", "9h8s box 1 10 kc5d 6c s"), BOOKS).findings == ()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("7hkd box 1 10 kc6d event card-requested-not-dealt s =-10", "not dealt as the rules say"),
        ("7hkd box 1 10 ackd double 5c =-10 =-10", "not dealt as the rules say"),
        ("7hkd box 1 10 ackd double 5c =-5 =-10", "not dealt as the rules say"),
        ("7hkd box 1 10 kc8d s dealer 2c box 1 =10", "not played by the rules"),
        ("7hkd box 1 10 kc8d s =5", "Underpaid by $5.00."),
        ("7hkd box 1 10 kc8d s =10", "Every bet was paid by the rules."),
    ],
)
def test_the_large_view_says_all_was_right_only_where_it_was(words: str, says: str) -> None:
    draft = tell("pa-590", words)
    shown = settle(draft, BOOKS)
    assert says in guest_of(draft, shown, dispute_of(draft, shown, Telling(), BOOKS, ()), BOOKS).says
    callout, *rest = round_sections(draft.round, shown.answer, BOOKS["pa-590"], box=1)
    (settlement,) = (each for each in rest if isinstance(each, Settlement))
    other = shown.answer.required is not None
    assert isinstance(callout, Callout) and ("not dealt as the rules say" in callout.headline) == other
    assert settlement.correct_head == ("As dealt" if other else "Correct")


@pytest.mark.parametrize(
    ("rulebook", "words", "paid"),
    [
        (NJ, "9h8s event ten-in-shoe event ten-in-shoe box 1 10 kc6d s event dealer-missed-f =0", True),
        (NJ, "9h8s box 1 10 kc6d s event dealer-missed-f =-10", False),
        (NJ, "9h8s box 1 10 kc6d s event dealer-missed-f =-5", False),
        ("pa-685a", "9h8s large box 1 10 kc6d 9c =0 box 2 10 kd8c s =10", True),
        ("pa-685a", "9h8s large box 1 10 kc6d 9c =0 box 2 10 kd8c s =-10", False),
        ("pa-590", "7hkd box 1 10 ackd double 5c =15 =0", True),
        ("pa-590", "7hkd box 1 10 kc8d s =0", False),
    ],
)
def test_a_round_that_was_paid_as_the_text_requires_is_not_called_underpaid(
    rulebook: str, words: str, paid: bool
) -> None:
    draft = tell(rulebook, words)
    shown, book = settle(draft, BOOKS), BOOKS[rulebook]
    assert paid_as_required(shown.answer) == paid
    view = dispute_of(draft, shown, Telling(), BOOKS, ())
    says = (verdict(draft, shown).verdict, guest_of(draft, shown, view, BOOKS).says)
    (callout,) = (each for each in round_sections(draft.round, shown.answer, book) if isinstance(each, Callout))
    told = " ".join((*says, callout.headline))
    assert (
        ["as the text requires" in told, "what they require" in told, "as they require" in told] == [True] * 3
    ) == paid
    rows = [row.difference for row in rows_of(shown, book) if isinstance(row, SettlementRow) and row.difference]
    assert not (paid and "erpaid" in "".join((*told, *rows)))
    assert (sum(due_of(shown.answer)) == sum(line.reported or 0 for line in shown.lines)) == paid


def test_a_choice_says_that_a_late_card_counts_once_it_is_entered() -> None:
    shown = settle(tell("pa-590", "7hkd box 1 10 kc6d event card-requested-not-dealt s"), BOOKS)
    assert shown.answer.required is not None and "once it is entered" in shown.answer.required.because


def test_what_is_required_names_a_bettor_behind_as_such() -> None:
    draft = edit.sit(tell(NJ, "9h8s box 1 25 kc8d s behind 20"), DeskSeat(1))
    dead = next(each for each in variants(draft, BOOKS, "card-requested-not-dealt") if "called dead" in each.words)
    made = happened(draft, BOOKS, dead.event)
    (row,) = [each for each in rows_of(settle(made, BOOKS), BOOKS[NJ]) if each.key == "required"]
    assert isinstance(row, FindingRow) and row.sentence.endswith(
        "Required: spot 1 0.00 (−25.00 from as dealt), spot 1 behind 1 0.00 (−20.00 from as dealt)."
    )


def test_what_is_required_is_said_as_its_own_figure_and_not_as_the_difference() -> None:
    draft = tell("pa-590", "9h8s unused box 1 25 ackd double 25 5c")
    shown = settle(draft, BOOKS)
    row = next(each for each in rows_of(shown, BOOKS["pa-590"]) if each.key == "required")
    assert isinstance(row, FindingRow) and row.sentence.endswith("Required: spot 1 +37.50 (+87.50 from as dealt).")
    view = dispute_of(draft, shown, Telling(), BOOKS, ())
    assert view.settlement.head == "As dealt", "what it should be is another figure"
    plain = tell("pa-590", "9h8s unused box 1 25 kc9d s")
    assert dispute_of(plain, settle(plain, BOOKS), Telling(), BOOKS, ()).settlement.head == "Should be"
