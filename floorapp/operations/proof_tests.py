"""A reader's proof test at a table: steps from the rulebook, signals from the line, an inspection at the end."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.devices import ProvedCard, ReaderStatus, SeenBy
from floorapp.domain.proof_test import Outcome, ProofRun, Seen, Step, begin_proof_test, blackjack_steps, masque_steps
from floorapp.domain.readers import HoleCardSignal, ReaderKind, Report, Signal
from floorapp.domain.values import dataclass
from floorapp.operations.acts.readers import inspect_reader
from floorapp.operations.desk import Change, Desk
from floorapp.operations.floor_queries import rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal
from floorapp.operations.rules import DutyBook


def steps_of(rulebook: DutyBook) -> tuple[Step, ...]:
    """The cards to lay under a rulebook: every signal its reader can give, at the edges."""
    rules = rulebook.reader
    if ReaderKind(rules.kind.value) is ReaderKind.BLACKJACK:
        return blackjack_steps(rules.up_cards.value)
    ranges = {Signal.SMALL: rules.small, Signal.MEDIUM: rules.medium, Signal.LARGE: rules.large}
    return masque_steps({signal: rule.value for signal, rule in ranges.items() if rule is not None})


def begin_at(moment: Moment, *, table: str, reader: str) -> ProofRun:
    """A proof test of a table's reader, as the table's rulebook wants it."""
    rulebook = rulebook_of(moment, table)
    kind = ReaderKind(rulebook.reader.kind.value)
    return begin_proof_test(reader=reader, kind=kind, steps=steps_of(rulebook), at=moment.now)


def hear_report(test: ProofRun, report: Report) -> ProofRun:
    """The test after what a line told: the step's signal, if it is this reader's; anything else leaves it so."""
    event = report.heard.event
    if report.reader.key != test.reader or report.heard.late or not isinstance(event, HoleCardSignal):
        return test
    return test.hear(event.signal, at=report.at, up_card=event.up_card)


@dataclass(frozen=True, slots=True)
class Filled:
    """What a proof test fills in of an inspection."""

    working: bool
    proofs: tuple[ProvedCard, ...]
    says: str


#: What is said of a pass by eye at a reader whose line was connected.
UNHEARD = "Its line was connected and nothing was heard over it."


def passed_so_soon(moment: Moment, *, table: str) -> Refusal | None:
    """Whether whoever passes this reader by eye passed another one a moment ago: it is asked, and not on record."""
    passed = {
        status.inspected_at: status.table
        for status in moment.state.find(ReaderStatus)
        if status.inspected_by == moment.actor and status.inspected_at is not None and status.table != table
    }
    last = max(passed, default=None)
    if last is None or moment.now - last >= timedelta(seconds=moment.policy.pass_seconds):
        return None
    return Refusal(
        "so-soon",
        f"{passed[last]} was passed a moment ago.",
        f"The reader of {table} is not passed yet.",
        "Check it, then confirm that you did.",
    )


def inspect(
    desk: Desk,
    *,
    table: str,
    working: bool,
    says: str = "",
    tampering: bool = False,
    instead_of: str = "",
    test: ProofRun | None = None,
    connected: bool = False,
) -> Change:
    """Inspect a reader with what its guided test showed, or by eye where there was none; it may be connected then."""
    proofs: tuple[ProvedCard, ...] | None = None
    if test is not None:
        filled = fill_inspection(test)
        working, proofs, says = working and filled.working, filled.proofs, says or filled.says
    elif working and connected:
        says = f"{says} {UNHEARD}".strip()
    return inspect_reader(
        desk, table=table, tampering=tampering, working=working, proofs=proofs, says=says, instead_of=instead_of
    )


def fill_inspection(test: ProofRun) -> Filled:
    """The inspection's form after a test; raises ValueError while the test is under way."""
    if test.outcome is Outcome.UNDER_WAY:
        raise ValueError("the proof test is not over")
    by_eye = sum(seen.by_eye for seen in test.seen)
    eyes = f" {by_eye} of the signals were checked visually, not over the line." if by_eye else ""
    retaken = [_proof(seen, again=True) for seen in test.retaken]
    never = [ProvedCard(*_card(step), "not tested", SeenBy.NOBODY) for step in test.steps[len(test.seen) :]]
    proofs = (*retaken, *map(_proof, test.seen), *never)
    return Filled(test.outcome is Outcome.PASSED, proofs, test.finding + eyes)


def _proof(seen: Seen, *, again: bool = False) -> ProvedCard:
    said = "nothing" if seen.signal is None else str(seen.signal)
    if not seen.right and seen.signal == seen.step.expected:
        said += f" with {seen.up_card} as the up card"
    by = SeenBy.EYE if seen.by_eye else SeenBy.NOBODY if seen.signal is None else SeenBy.READER
    return ProvedCard(*_card(seen.step), said, by, again)


def _card(step: Step) -> tuple[str, str]:
    """The cards of a step, and the signal they ask for."""
    return f"{step.up} over {step.hole}", str(step.expected)
