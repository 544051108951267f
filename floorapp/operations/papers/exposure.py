"""How long a game was exposed to what an incident tells of, by the judge's finding, where it was at all."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.incidents import Incident
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.finding import ConductFinding
from floorapp.operations.exposures import LASTING, SINCE_A_COUNT
from floorapp.operations.papers.builder import Composing


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
        return Exposed(since, until, dealt.minutes, dealt.rounds, dealt.hands, f"On record at the table: {found.says}")
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
