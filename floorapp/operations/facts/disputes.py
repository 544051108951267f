"""The fact that a round was settled at the dispute desk: the record as it was told, and what the engine said."""

from __future__ import annotations

from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import leaves_state


@leaves_state
@fact("dispute.settled")
class DisputeSettled(Fact):
    """A round as somebody told it, whole, with the verdict; `of` is the round on file it is about.

    It stands beside the rounds that were dealt and is not counted among them.
    """

    round: str
    of: str
    table: str
    rulebook: str
    record: str
    verdict: str
    lines: int
    wrong: int
    owed: int
    incident: str = ""

    @property
    def subject(self) -> Subject:
        return Subject("round", self.of or self.round)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        named = [Subject("round", self.round)] if self.of else []
        named += [Subject("table", self.table)] if self.table else []
        return (*named, Subject("incident", self.incident)) if self.incident else tuple(named)


def told(settled: DisputeSettled) -> str:
    """What was found, in a sentence for the incident and the timeline."""
    name = settled.of or settled.round
    if settled.verdict == "mismatch":
        return f"Round {name} settled at the dispute desk: {settled.wrong} of {settled.lines} lines were payout errors."
    if settled.verdict == "violation":
        return f"Round {name} settled at the dispute desk: paid right, not dealt by the rules."
    return f"Round {name} settled at the dispute desk: nothing is wrong."
