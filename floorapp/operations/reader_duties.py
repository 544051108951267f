"""What is due because of the readers' lines: alarms to be seen, and incidents that signals suggest."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.devices import ReaderStatus
from floorapp.domain.duties import Duty, Urgency
from floorapp.domain.signals import LineAlarm, Suggestion
from floorapp.domain.tables import Phase
from floorapp.operations.act_table import Acts
from floorapp.operations.conduct import duty_at
from floorapp.operations.floor_queries import phase_of, rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.rules import STOPS_TABLE


def own_alarm(moment: Moment, table: str, status: ReaderStatus) -> Iterator[Duty]:
    """A reader that says of itself that it is out of order is one alarm, beside the duty to mend it."""
    if status.failed_at is None or not status.by_itself:
        return
    failure = rulebook_of(moment, table).reader.failure
    stops = duty_at(moment, table, "reader-failed") is not None
    then = "Nothing is dealt until it is repaired or replaced." if stops else "Continue without a reader."
    key = f"reader-alarm/{table}/{status.failed_at.isoformat()}"
    says = f"{status.says} {then}"
    yield Duty(key, Urgency.ALARM, "table", table, says, Acts.acknowledge_duty.name, failure.cite, by=status.failed_at)


def line_alarms(moment: Moment) -> Iterator[Duty]:
    """Lines that are not heard or not trusted: one alarm, over however many lines it is."""
    for alarm in moment.state.find(LineAlarm, standing=True):
        one = len(alarm.tables) == 1
        kind, id = ("table", alarm.tables[0]) if one else ("reader-lines", alarm.id)
        key = f"line-alarm/{alarm.id}/{alarm.raised_at.isoformat()}"
        says = f"{alarm.says} {alarm.todo}"
        yield Duty(key, Urgency.ALARM, kind, id, says, Acts.acknowledge_duty.name, by=alarm.raised_at)


def suggestions(moment: Moment) -> Iterator[Duty]:
    """Incidents that a signal suggests and nobody has reported."""
    for each in moment.state.find(Suggestion, incident=""):
        stops = each.effect == STOPS_TABLE and phase_of(moment, each.table) is Phase.OPEN
        urgency = Urgency.ALARM if stops else Urgency.WARNING
        says = f"Round {each.round}: {each.says}"
        yield Duty(
            f"suggested/{each.id}",
            urgency,
            "table",
            each.table,
            says,
            Acts.report_irregularity.name,
            each.cite,
            by=each.at,
        )
