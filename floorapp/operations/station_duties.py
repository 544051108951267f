"""What stations found wrong, as duties of those who are told."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.duties import Duty, Urgency
from floorapp.domain.people import Role
from floorapp.domain.upkeep import StationTrouble
from floorapp.operations.act_table import Acts
from floorapp.operations.moment import Moment

#: Who is told what a station found.
TOLD = frozenset({Role.COMPLIANCE_OFFICER, Role.ADMINISTRATOR})


def station_troubles(moment: Moment) -> Iterator[Duty]:
    """What stations found wrong: alarms and warnings for compliance officers and administrators."""
    if moment.person is None or moment.person.role not in TOLD:
        return
    for each in moment.state.find(StationTrouble, standing=True):
        urgency = Urgency.ALARM if each.alarm else Urgency.WARNING
        key = f"station-{each.chore}/{each.station}/{each.at.isoformat()}"
        says = f"{each.says} {each.todo}"
        yield Duty(key, urgency, "station", each.station, says, Acts.acknowledge_duty.name, by=each.at)
