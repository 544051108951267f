"""The proof test: named cards in, expected and seen signals out, a line for the inspection."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from floorapp.domain.cards import CARDS, is_blackjack
from floorapp.domain.proof_test import Outcome, ProofRun, Step, begin_proof_test, blackjack_steps, masque_steps
from floorapp.domain.reader_lines import LineState
from floorapp.domain.readers import HoleCardSignal, ReaderKind, Signal
from tests.readers.floor import floor

AT = datetime(2026, 3, 1, 11, tzinfo=UTC)
RANGES = {Signal.SMALL: "2345", Signal.MEDIUM: "6789", Signal.LARGE: "TJQKA"}


def begun(kind: ReaderKind = ReaderKind.MASQUE) -> ProofRun:
    steps = masque_steps(RANGES) if kind is ReaderKind.MASQUE else blackjack_steps("ATJQK")
    return begin_proof_test(reader="Acme/HC/1", kind=kind, steps=steps, at=AT)


def test_the_edges_of_each_range_are_laid() -> None:
    assert [(str(step.hole), step.expected) for step in masque_steps(RANGES)] == [
        ("2h", "small"),
        ("5h", "small"),
        ("6h", "medium"),
        ("9h", "medium"),
        ("Th", "large"),
        ("Ah", "large"),
    ]


@pytest.mark.parametrize("up_ranks", ["ATJQK", "AKQJ"])
def test_blackjacks_and_near_misses_under_each_up_card(up_ranks: str) -> None:
    steps = blackjack_steps(up_ranks)
    for rank in up_ranks:
        assert {step.expected for step in steps if step.up.rank == rank} == {Signal.BLACKJACK, Signal.NO_BLACKJACK}
    assert all((step.expected is Signal.BLACKJACK) == is_blackjack((step.up, step.hole)) for step in steps)
    assert "T" in up_ranks or all("T" not in (step.up.rank, step.hole.rank) for step in steps), "no tens at this table"


def test_a_proof_test_passes_when_every_signal_is_as_expected() -> None:
    test = begun()
    while (step := test.step) is not None:
        assert test.outcome is Outcome.UNDER_WAY and "Place the" in step.says
        test = test.hear(step.expected, at=AT + timedelta(seconds=len(test.seen)))
    assert test.outcome is Outcome.PASSED
    assert test.finding == "Function test passed: 6 of 6 signals as expected."
    assert test.hear(Signal.SMALL, at=AT) is test and test.break_off("late") is test


def test_a_proof_test_fails_by_a_wrong_light_a_missing_one_and_a_misread_up_card() -> None:
    test = begun().hear(Signal.LARGE, at=AT, by_eye=True).hear(None, at=AT)
    test = test.hear(Signal.MEDIUM, at=AT, up_card=CARDS["8s"])
    while (step := test.step) is not None:
        test = test.hear(step.expected, at=AT, up_card=step.up)
    assert test.outcome is Outcome.FAILED
    assert test.finding == (
        "Function test failed: 7s over 2h signaled large instead of small; "
        "7s over 5h signaled nothing instead of small; "
        "the seven of spades was read as the eight of spades."
    )


def test_a_step_can_be_done_again_and_the_test_broken_off() -> None:
    test = begun().hear(Signal.LARGE, at=AT)
    assert test.again().seen == () and test.again().again().seen == ()
    ended = test.break_off("fire drill")
    assert ended.outcome is Outcome.BROKEN_OFF and ended.step is None and ended.again() is ended
    assert ended.finding == "Function test canceled after 1 of 6 steps: fire drill."


def test_a_test_that_proves_too_little_or_the_wrong_kind_cannot_begin() -> None:
    step = Step(CARDS["As"], CARDS["Kh"], Signal.BLACKJACK)
    for steps in ([], [step], list(masque_steps(RANGES))):
        with pytest.raises(ValueError, match="each of its signals"):
            begin_proof_test(reader="x", kind=ReaderKind.BLACKJACK, steps=steps, at=AT)


def test_with_a_virtual_reader_on_a_line() -> None:
    with floor("pty", kind=ReaderKind.MASQUE) as house:
        house.until_state("L1", LineState.LIVE)
        test = begun()
        while (step := test.step) is not None:
            house.do(0, f"hand {step.up} {step.hole}")
            heard = len(test.seen) + 1
            house.memory.until(lambda heard=heard: len(house.memory.events(HoleCardSignal)) == heard)  # type: ignore[misc]
            event = house.memory.events(HoleCardSignal)[-1].heard.event
            assert isinstance(event, HoleCardSignal)
            test = test.hear(event.signal, at=AT, up_card=event.up_card)
    assert test.outcome is Outcome.PASSED
