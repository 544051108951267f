"""Alarms in the sense of ISA-18.2: only what needs an act, in three priorities, a flood under its cause.

Whatever is due is a duty; an alarm is a duty that is not part of the day's round. Acknowledging says that
somebody has seen it and stops nothing but the sign and the sound: the alarm stands until what it is about
is done. What was put off is listed with its reason and comes back by itself.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from floorapp.domain.duties import Duty, Reminded, Urgency
from floorapp.domain.tables import Phase
from floorapp.domain.values import dataclass
from floorapp.operations.due import due, duties_of
from floorapp.operations.floor_queries import phase_of
from floorapp.operations.moment import Moment
from floorapp.operations.table_duties import ROUTINE as ROUTINE_OF_A_SHOE

#: Parts of the day's round: they are due, and become alarms only when they press.
ROUTINE = frozenset({"inspect-reader", "custody", "incident", "handover", "end-day"}) | ROUTINE_OF_A_SHOE

#: What follows from what at one table: the consequence stands under its cause.
FOLLOWS = {
    "reader-alarm": ("reader-failed",),
    "line-alarm": ("reader-failed",),
    "stopped": ("reader-failed", "shuffler-fault", "change-decks", "suggested"),
    "rounds-while-stopped": ("stopped",),
    "reshuffle": ("shuffler-fault",),
    "shuffler-out": ("shuffler-fault",),
}

#: As many of one kind within this time are one event on the floor: a power cut, a network, a bad delivery.
FLOOD, WITHIN = 5, timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class FloorAlarm:
    """One thing that needs an act; `seen_by` where somebody has acknowledged it."""

    key: str
    priority: Urgency
    kind: str
    id: str
    says: str
    act: str
    cite: str
    since: datetime | None
    seen: bool = False
    seen_by: str = ""
    seen_at: datetime | None = None

    @property
    def code(self) -> str:
        """What kind of alarm it is: the beginning of its key."""
        return self.key.split("/")[0]


@dataclass(frozen=True, slots=True)
class AlarmGroup:
    """A cause and what follows from it; a flood is headed by the oldest of its alarms."""

    head: FloorAlarm
    under: tuple[FloorAlarm, ...] = ()
    flood: bool = False

    @property
    def alarms(self) -> tuple[FloorAlarm, ...]:
        return (self.head, *self.under)

    @property
    def priority(self) -> Urgency:
        """The highest of its alarms."""
        return max(alarm.priority for alarm in self.alarms)

    @property
    def seen(self) -> bool:
        return all(alarm.seen for alarm in self.alarms)


@dataclass(frozen=True, slots=True)
class Shelved:
    """A reminder somebody put off: until when, why, and who answers for it."""

    duty: Duty
    until: datetime
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Alarms:
    """Everything on the alarm list, the most pressing and oldest first."""

    groups: tuple[AlarmGroup, ...]

    @property
    def standing(self) -> tuple[FloorAlarm, ...]:
        return tuple(alarm for group in self.groups for alarm in group.alarms)

    @property
    def unanswered(self) -> tuple[FloorAlarm, ...]:
        return tuple(alarm for alarm in self.standing if not alarm.seen)


def is_alarm(duty: Duty) -> bool:
    """Whether a duty is more than a part of the day's round."""
    return duty.urgency > Urgency.DUE or duty.key.split("/")[0] not in ROUTINE


def alarms(moment: Moment, duties: tuple[Duty, ...] | None = None) -> Alarms:
    """The alarm list as it stands."""
    standing = due(moment) if duties is None else duties
    found = [_alarm(moment, duty) for duty in standing if is_alarm(duty)]
    groups = _floods(_under_causes(found))
    last = datetime.max.replace(tzinfo=moment.now.tzinfo)
    ordered = sorted(groups, key=lambda g: (-g.priority, g.head.since or last, g.head.key))
    return Alarms(tuple(ordered))


def shelved(moment: Moment) -> tuple[Shelved, ...]:
    """What is put off and would be due otherwise, soonest back first."""
    found = [
        Shelved(duty, done.shelved_until, done.reason, done.by)
        for duty, done in duties_of(moment).put_off
        if done.shelved_until is not None
    ]
    return tuple(sorted(found, key=lambda each: (each.until, each.duty.key)))


def _alarm(moment: Moment, duty: Duty) -> FloorAlarm:
    done = moment.state.get(Reminded, duty.key) if duty.acknowledged else None
    stopped = duty.kind == "table" and phase_of(moment, duty.id) is Phase.SUSPENDED
    seen = duty.acknowledged or duty.key.startswith("stopped/")  # whoever stopped it has seen it
    return FloorAlarm(
        duty.key,
        Urgency.ALARM if stopped else duty.urgency,
        duty.kind,
        duty.id,
        duty.says,
        duty.act,
        duty.cite,
        duty.by,
        seen,
        done.by if done else "",
        done.at if done else None,
    )


def _under_causes(found: list[FloorAlarm]) -> list[AlarmGroup]:
    """Consequences at a table under their cause there; two of one kind at one table, such as the two sets
    of a table with batches, under the first."""
    by_code: dict[tuple[str, str], str] = {}
    for alarm in found:
        by_code.setdefault((alarm.id, alarm.code), alarm.key)
    causes = {
        alarm.key: cause
        for alarm in found
        for code in (alarm.code, *FOLLOWS.get(alarm.code, ()))
        if (cause := by_code.get((alarm.id, code), alarm.key)) != alarm.key
    }
    heads = [alarm for alarm in found if alarm.key not in causes]
    return [
        AlarmGroup(head, tuple(alarm for alarm in found if _root(alarm.key, causes) == head.key != alarm.key))
        for head in heads
    ]


def _root(key: str, causes: dict[str, str]) -> str:
    walked = {key}
    while (cause := causes.get(key)) is not None and cause not in walked:
        key = cause
        walked.add(key)
    return key


def _floods(groups: list[AlarmGroup]) -> list[AlarmGroup]:
    """Many of one kind that came within a few minutes become one group."""
    kinds: dict[tuple[str, Urgency], list[AlarmGroup]] = {}
    for group in groups:
        kinds.setdefault((group.head.code, group.head.priority), []).append(group)
    made: list[AlarmGroup] = []
    for alike in kinds.values():
        timed = sorted((g for g in alike if g.head.since is not None), key=lambda g: (_since(g), g.head.key))
        made += [group for group in alike if group.head.since is None]
        while timed:
            near = [group for group in timed if _since(group) - _since(timed[0]) <= WITHIN]
            timed = timed[len(near) :]
            if len(near) < FLOOD:
                made += near
                continue
            under = tuple(alarm for group in near for alarm in group.alarms)[1:]
            made.append(AlarmGroup(near[0].head, under, flood=True))
    return made


def _since(group: AlarmGroup) -> datetime:
    assert group.head.since is not None
    return group.head.since
