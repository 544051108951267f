"""How long a game was exposed to what an incident tells of, by the judge's finding, where it was at all."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.incidents import Incident
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.finding import ConductFinding
from floorapp.operations.papers.builder import Composing

#: Irregularities that are a state of the table and last, each with the judge's duties for it.
LASTING: dict[str, frozenset[str]] = {
    "card-missing-at-count": frozenset({"card-missing"}),
    "extra-card-at-count": frozenset({"card-extra"}),
    "card-with-wrong-back": frozenset({"card-extra", "batches-color", "rack-mixed"}),
    "ten-in-shoe": frozenset({"tens-in-shoe"}),
    "decks-past-24-hours": frozenset({"decks-over-hours"}),
    "reader-not-inspected": frozenset({"reader-not-inspected"}),
    "reader-malfunction": frozenset({"reader-failed"}),
    "batch-alternation-broken": frozenset({"batch-not-alternated"}),
    "batch-not-in-shuffler": frozenset({"batch-outside"}),
    "batches-mixed": frozenset({"batches-color", "rack-mixed"}),
    "two-batches-in-discard-rack": frozenset({"rack-mixed"}),
    "burn-card-missed": frozenset({"not-burned", "dealer-not-burned"}),
    "shuffler-jam": frozenset({"faulted-shuffle"}),
    "shuffler-unusable": frozenset({"shuffler-standing"}),
    "cover-card-reached": frozenset({"cover-card-passed"}),
    "improper-cut": frozenset({"not-cut"}),
}
#: Those that are about the cards themselves: exposed since the last full count.
SINCE_A_COUNT = frozenset({"card-missing-at-count", "extra-card-at-count", "card-with-wrong-back", "ten-in-shoe"})


@dataclass(frozen=True, slots=True)
class Exposed:
    """From when to when a game was exposed, and what was dealt meanwhile; None where nobody counted."""

    since: datetime
    until: datetime
    minutes: int
    rounds: int | None
    hands: int | None
    how: str


def exposure_of(desk: Composing, incident: Incident) -> Exposed | None:
    """The exposure of an incident; none where what happened was over with its round."""
    if incident.code not in LASTING:
        return None
    found = _found(desk, incident)
    if found is not None:
        since, until = found.since.at, incident.discovered_at if found.until is None else found.until.at
        dealt = found.dealt
        return Exposed(since, until, dealt.minutes, dealt.rounds, dealt.hands, f"By the judge of conduct: {found.says}")
    told = incident.exposure
    if incident.code in SINCE_A_COUNT and told.good_at is not None and told.minutes is not None:
        how = "From the last known good count to the discovery."
        return Exposed(told.good_at, incident.discovered_at, told.minutes, told.rounds, told.hands, how)
    return None


def _found(desk: Composing, incident: Incident) -> ConductFinding | None:
    """The last finding of its duty that stood at the table when it happened or was discovered."""
    mine = [
        each
        for each in desk.record.judge.findings()
        if each.table == incident.table
        and each.duty in LASTING[incident.code]
        and each.since.at <= incident.discovered_at
        and (each.until is None or each.until.at >= incident.happened_at.replace(second=0, microsecond=0))
    ]
    return mine[-1] if mine else None


def figures(exposed: Exposed) -> tuple[tuple[str, str], ...]:
    """The three figures regulators fine by; what nobody counted says so."""
    named = (("minute", exposed.minutes), ("round", exposed.rounds), ("hand", exposed.hands))
    return tuple(
        (f"{word}{'s' * (count != 1)}", "uncounted" if count is None else f"{count:,}") for word, count in named
    )
