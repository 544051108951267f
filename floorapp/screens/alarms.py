"""The alarm list from a moment: causes with what follows from them, the chosen one, and the shelf."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.duties import Urgency
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import days_or_span
from floorapp.operations.act_table import ACTS, Acts
from floorapp.operations.acts import duties
from floorapp.operations.alarms import AlarmGroup, FloorAlarm, Shelved, alarms, shelved
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.screens.acts import DUE_WORDS
from floorapp.screens.due import HEADS, SAYS, next_act
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.glance import STATES
from floorapp.screens.lists import ListRow
from floorapp.screens.offers.offer import Values
from floorapp.screens.phrases import because, clock, plural, short_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.screens.text_line import Sign, Words, line


def group_of(snapshot: Snapshot, key: str) -> AlarmGroup | None:
    return next((each for each in alarms(snapshot.moment).groups if each.head.key == key), None)


def acknowledge(desk: Desk, group: AlarmGroup) -> Change:
    """Say that a cause and everything under it is seen."""
    return duties.acknowledge_duty(desk, key=group.head.key, under=tuple(alarm.key for alarm in group.under))


#: How long a cause is put off: nothing is proposed, whoever answers for it says so.
SNOOZES = {
    "10 minutes": timedelta(minutes=10),
    "20 minutes": timedelta(minutes=20),
    "30 minutes": timedelta(minutes=30),
    "1 hour": timedelta(hours=1),
    "2 hours": timedelta(hours=2),
}


def shelve_form(group: AlarmGroup) -> Form:
    """For how long, and why."""
    return Form(
        "shelve",
        group.head.key,
        f"Snooze: {head_of(group.head)}",
        group.head.says,
        (),
        (Asked("how long", "How long", choices=tuple(SNOOZES)), Asked("reason", "Reason it can wait")),
        Act("do", "Snooze", "F9"),
        "It stays in sight under Snoozed and comes back on its own.",
    )


def shelve(desk: Desk, values: Values, group: AlarmGroup) -> Change:
    """Put a cause and everything under it off; what is due stays due."""
    until = desk.clock.now() + SNOOZES[values["how long"]]
    under = tuple(alarm.key for alarm in group.under)
    return duties.shelve_duty(desk, key=group.head.key, until=until, reason=values["reason"], under=under)


@dataclass(frozen=True, slots=True)
class AlarmRow:
    """One alarm or a cause with what follows from it; `new` until somebody has seen it."""

    key: str
    state: State
    head: str
    word: str
    says: str
    since: str
    new: bool
    more: int = 0


@dataclass(frozen=True, slots=True)
class AlarmDetail:
    """The alarm one looks at."""

    key: str
    state: State
    title: str
    priority: str
    rows: tuple[tuple[str, str], ...]
    under: tuple[str, ...]
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class AlarmsView:
    """The whole list at one moment."""

    rows: tuple[AlarmRow, ...]
    shelved: tuple[ListRow, ...]
    detail: AlarmDetail | None
    sound: str
    silent: bool


#: The priorities in a word each; their shapes are the states', their sounds the bell's.
PRIORITIES = {Urgency.ALARM: "high", Urgency.WARNING: "medium", Urgency.DUE: "low"}


def alarms_of(snapshot: Snapshot, chosen: str, muted: bool, can_play: bool) -> AlarmsView:
    """Ask the whole list; the first one where none is chosen."""
    moment = snapshot.moment
    found = alarms(moment).groups
    one = next((each for each in found if each.head.key == chosen), found[0] if found else None)
    sound = "Sound is off" if muted else "Sound is on" if can_play else "Beep only on this station"
    return AlarmsView(
        tuple(_row(moment, group) for group in found),
        tuple(_shelved_row(moment, each) for each in shelved(moment)),
        _detail(moment, one) if one is not None else None,
        sound,
        muted,
    )


def head_of(alarm: FloorAlarm) -> str:
    """What an alarm is about, in a word or two."""
    return HEADS.get(alarm.kind, alarm.id)


def _row(moment: Moment, group: AlarmGroup) -> AlarmRow:
    head = group.head
    about = f"{plural(_tables(group), 'table')}" if group.flood else head_of(head)
    says = SAYS.get(head.code, head.says)
    return AlarmRow(
        head.key,
        STATES[group.priority],
        about,
        PRIORITIES[group.priority],
        says,
        _since(moment, head),
        not group.seen,
        len(group.under),
    )


def _tables(group: AlarmGroup) -> int:
    return len({alarm.id for alarm in group.alarms})


def _since(moment: Moment, alarm: FloorAlarm) -> str:
    if alarm.since is None:
        return ""
    if alarm.since > moment.now:
        return f"{days_or_span(alarm.since - moment.now)} left"
    return f"since {clock(moment, alarm.since)}"


def _detail(moment: Moment, group: AlarmGroup) -> AlarmDetail:
    head = group.head
    rows = [("What it means", head.says)] if SAYS.get(head.code, head.says) != head.says else []
    if head.cite:
        rows.append(("Section", head.cite))
    if since := _since(moment, head):
        rows.append(("When", since))
    rows.append(("Acknowledged", _seen(moment, group)))
    if group.under:
        title = "Likely the same cause" if group.flood else "Caused by this"
        rows.append((title, ""))
    under = tuple(f"{head_of(alarm)} · {alarm.says}" for alarm in group.under)
    about = f"{_tables(group)} tables: " if group.flood else f"{head_of(head)}: "
    if head.kind == "incident":
        about = ""  # its sentence names it
    return AlarmDetail(
        head.key,
        STATES[group.priority],
        about + SAYS.get(head.code, head.says),
        f"{PRIORITIES[group.priority]} priority",
        tuple(each for each in rows if each[1] or group.under),
        under,
        _acts(moment, group),
    )


def _seen(moment: Moment, group: AlarmGroup) -> str:
    new = [alarm for alarm in group.alarms if not alarm.seen]
    if new:
        return "not acknowledged" if len(new) == len(group.alarms) else f"{len(new)} not acknowledged"
    by = next((alarm for alarm in group.alarms if alarm.seen_by), None)
    if by is None or by.seen_at is None:
        return "yes; active until it is done"
    return f"by {short_of(moment, by.seen_by)} at {clock(moment, by.seen_at)}; active until it is done"


def _acts(moment: Moment, group: AlarmGroup) -> tuple[Act, ...]:
    new = [alarm for alarm in group.alarms if not alarm.seen]
    refusal = because(duties.may_acknowledge_duty(moment, key=new[0].key)) if new else "Already acknowledged."
    seen = Act("acknowledge", "Acknowledge", "A", refusal)
    put_off = because(duties.may_shelve_duty(moment, key=group.head.key))
    shelve = Act("shelve", "Snooze…", "S", put_off)
    name = next_act(group.head)
    walk = Act("act", _act_words(group.head), "Enter", because(moment.guard(name)) if name in ACTS else "")
    if name == Acts.acknowledge_duty.name:
        return seen, shelve
    return (seen, walk, shelve) if new else (walk, seen, shelve)


def _act_words(alarm: FloorAlarm) -> str:
    own = {Acts.resume_table.name: "Resume dealing", Acts.acknowledge_shuffler_fault.name: "Handle it"}
    return own.get(alarm.act) or DUE_WORDS.get(next_act(alarm), "Open")


def _shelved_row(moment: Moment, each: Shelved) -> ListRow:
    about = HEADS.get(each.duty.kind, each.duty.id)
    code = each.duty.key.split("/")[0]
    head = line(Words(about, 15, 600), Words(SAYS.get(code, each.duty.says), 15, 400, shrinks=True), gap=10)
    words = f"{each.reason} · {short_of(moment, each.by)}"
    second = line(Words(words, 13, 400, "ink2", shrinks=True))
    note = line(Words(f"back {clock(moment, each.until)}", 13, 600, "shelved"))
    return ListRow(each.duty.key, Sign(State.SHELVED, 17), (head, second), note=note)
