"""The guided proof test as the inspection round shows it: which cards to lay now, what the reader said."""

from __future__ import annotations

from typing import TypedDict

from floorapp.domain.proof_test import Outcome, ProofRun, Seen, Step
from floorapp.domain.reader_lines import LineState
from floorapp.operations.reader_lines import LinesAtWork, LineStanding
from floorapp.ui.live.proofs import LAMPS
from floorapp.ui.pages.inspection import InspectionView, Proof
from floorapp.ui.tokens import Lamp

#: So many steps are shown at once: the last ones done, the one that is now, the next.
SHOWN = 3


class ProofPart(TypedDict):
    """What of the inspection's page the proof test fills."""

    proof_summary: str
    proof_source: str
    proofs: tuple[Proof, ...]


def connected(lines: LinesAtWork | None, table: str) -> LineStanding | None:
    """The line over which a table's reader is heard and trusted."""
    standing = lines.standing() if lines else ()
    live = (each for each in standing if each.table == table and each.state is LineState.LIVE)
    return next((each for each in live if each.reader), None)


def why_not_yet(test: ProofRun) -> str:
    """Why Okay is not on offer; empty where the test was passed."""
    if test.outcome is Outcome.UNDER_WAY:
        return "The proof test is under way: lay the cards, or break it off with B."
    return "" if test.outcome is Outcome.PASSED else f"{test.finding} Record it with N, or begin again with P."


def proof_part(page: InspectionView, test: ProofRun | None) -> ProofPart:
    """The proof box over a connected reader."""
    if test is None:
        source = "the reader is connected: P begins its proof test"
        return {"proof_summary": page.proof_summary, "proof_source": source, "proofs": page.proofs}
    step, done = test.step, len(test.seen)
    source = f"step {done + 1} of {len(test.steps)}" if step else f"{done} of {len(test.steps)} steps"
    summary = step.says if step else test.finding
    first = max(0, min(done - 1, len(test.steps) - SHOWN))
    rows = [_row(test, number) for number in range(first, min(first + SHOWN, len(test.steps)))]
    return {"proof_summary": summary, "proof_source": source, "proofs": tuple(rows)}


def _row(test: ProofRun, number: int) -> Proof:
    step = test.steps[number]
    seen = test.seen[number] if number < len(test.seen) else None
    waits = "" if seen else "lay the cards" if number == len(test.seen) else "to come"
    words = f"Under {step.up.name}"  # the hole card stands beside it
    return Proof(step.hole, words, _light(step.expected), None if seen is None else _said(step, seen), waits)


def _light(signal: str) -> Lamp | str:
    return LAMPS.get(signal) or signal.replace("_", " ")


def _said(step: Step, seen: Seen) -> Lamp | str:
    if seen.signal is None:
        return "nothing"
    if seen.up_card is not None and seen.up_card != step.up:
        return f"{seen.signal.replace('_', ' ')}, {seen.up_card.name} up"
    return _light(seen.signal)
