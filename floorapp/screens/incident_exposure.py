"""What an incident's page says of its exposure: figures since the last full count, or why there are none."""

from __future__ import annotations

from floorapp.domain.incidents import Incident
from floorapp.domain.values import dataclass
from floorapp.operations.exposures import LASTING, SINCE_A_COUNT
from floorapp.operations.moment import Moment
from floorapp.screens.phrases import clock


@dataclass(frozen=True, slots=True)
class ExposureView:
    """From the last known good count to the discovery, in what regulators fine by."""

    figures: tuple[tuple[str, str], ...]
    start: str
    start_words: str
    end: str
    end_words: str


def exposure_shown(moment: Moment, incident: Incident) -> ExposureView | None:
    """How long cards that are not right were dealt; nothing where no count says so."""
    told = incident.exposure
    if told.good_at is None or incident.code not in SINCE_A_COUNT:
        return None
    counted = (("minutes", told.minutes), ("rounds", told.rounds), ("hands", told.hands))
    figures = tuple(
        ("–" if value is None else f"{value:,}", unit.removesuffix("s") if value == 1 else unit)
        for unit, value in counted
    )
    return ExposureView(
        figures, clock(moment, told.good_at), "last good count", clock(moment, incident.discovered_at), "discovery"
    )


def unexposed_words(incident: Incident) -> str:
    """Why there are no figures."""
    if incident.code in SINCE_A_COUNT:
        return "Unknown: this table’s cards were never counted before."
    if incident.code in LASTING:
        return "It went on for a while: the incident report (FA-104) has its minutes, rounds and hands."
    return "None: it was over with its round." if incident.code else "Reported in free text: not measured."
