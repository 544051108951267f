"""How long each kind of record is kept: the property's own schedule, five years until it says otherwise."""

from __future__ import annotations

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class RetentionSchedule:
    """Years by kind of record; there is one. `grounds` is what they rest on, empty where that is house policy alone."""

    entries: int = 5
    rounds: int = 5
    inspections: int = 5
    custody: int = 5
    incidents: int = 5
    cases: int = 5
    reports: int = 5
    backups: int = 5
    grounds: str = ""
    id: str = "house"

    @property
    def words(self) -> str:
        """`Rounds and their records 7 years; everything else 5 years`."""
        years = [getattr(self, kind) for kind in KEPT]
        usual = max(years, key=years.count)
        other = [
            f"{says} {years_words(kept)}" for says, kept in zip(KEPT.values(), years, strict=True) if kept != usual
        ]
        return "; ".join((*other, f"everything {'else ' if other else ''}{years_words(usual)}"))


#: What each kind is called, in the order of the schedule.
KEPT: dict[str, str] = {
    "entries": "Entries of the logbook",
    "rounds": "Rounds and their records",
    "inspections": "Reader inspections",
    "custody": "Deck custody",
    "incidents": "Incidents and their files",
    "cases": "Patrons' cases",
    "reports": "Issued reports",
    "backups": "Backups",
}
LEAST_YEARS, MOST_YEARS = 1, 99


def years_words(years: int) -> str:
    """`1 year`, `5 years`."""
    return f"{years} year{'' if years == 1 else 's'}"
