"""A table at one glance: its state in a word, its cards and their age, batches, reader, floorperson."""

from __future__ import annotations

from datetime import datetime, timedelta

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.devices import ReaderStatus
from floorapp.domain.duties import Duty, Urgency
from floorapp.domain.property import Property
from floorapp.domain.reader_lines import AlarmKind, ListedReader
from floorapp.domain.signals import LineAlarm
from floorapp.domain.tables import Equipment, Fixture, Phase, Post, Shoe, ShoePhase, Table, TableStatus
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import spoken_span
from floorapp.operations.act_table import Acts
from floorapp.operations.conduct import inspection_asked, inspection_owed
from floorapp.operations.deck_hours import DeckHours, deck_hours
from floorapp.operations.due import Duties, duties_of
from floorapp.operations.floor_queries import decks_at, holder, rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.reader_lines import virtual_key
from floorapp.operations.rules import DutyBook, RulebookDuty
from floorapp.screens.phrases import back_of, local
from floorapp.screens.states import Back, State

STATES = {Urgency.DUE: State.DUE, Urgency.WARNING: State.WARNING, Urgency.ALARM: State.ALARM}

#: What a duty is called on the map, in ten letters, by the beginning of its key.
SHORT = {
    "reader-failed": "reader out",
    "inspect-reader": "inspect",
    "reshuffle": "reshuffle",
    "shuffler-out": "shuffler",
    "no-floorperson": "no floor",
    "rounds-while-stopped": "rounds",
    "rack-mixed": "batches",
    "reader-alarm": "reader out",
    "line-alarm": "identity",
    "cover-card-passed": "end shoe",
    "not-burned": "burn card",
    "dealer-not-burned": "burn card",
    "not-cut": "cut",
    "not-shuffled": "shuffle",
}


@dataclass(frozen=True, slots=True)
class Glance:
    """Everything a table shows at once, before it is made into lines."""

    table: Table
    rulebook: DutyBook
    phase: Phase
    status: TableStatus | None
    shoe: Shoe | None
    sets: tuple[DeckSet, ...]
    #: The set that has to be changed first and when, how long its hours are, and how much of them it has used; a
    #: table whose cards have no hours knows only their age.
    oldest: str
    change_by: datetime | None
    hours: timedelta | None
    age: timedelta | None
    share: float
    decks_state: State
    reader: ReaderStatus | None
    serial: str
    #: Whether the reader is one that the app plays itself.
    virtual: bool
    reader_state: State | None
    #: The duty to inspect the reader each gaming day, where it is asked here, and whether that is still owed.
    inspection: RulebookDuty | None
    inspection_owed: bool
    floorperson: str | None
    duties: tuple[Duty, ...]
    state: State
    word: str
    spoken: str
    unanswered: bool

    @property
    def in_shoe(self) -> Back | None:
        return self._back(Spot.SHOE)

    @property
    def in_shuffler(self) -> Back | None:
        return self._back(Spot.SHUFFLER)

    def lying(self, spot: Spot) -> DeckSet | None:
        """The set that lies in a place of the table: what every screen reads, so that no two differ."""
        return next((each for each in self.sets if each.spot is spot), None)

    def _back(self, spot: Spot) -> Back | None:
        found = self.lying(spot)
        return None if found is None else back_of(found.back)

    @property
    def dealing(self) -> bool:
        """Whether a shoe is under way that has to be ended and counted first."""
        return self.shoe is not None and self.shoe.phase is not ShoePhase.ENDED


def of_hours(glance: Glance) -> str:
    """Of how many hours a set's age is a part; empty where it has none."""
    return "" if glance.hours is None else f"of {glance.hours / timedelta(hours=1):g} h"


def shift_end(moment: Moment) -> datetime:
    """When the shift that runs now ends; the gaming day where no shifts are known."""
    house = moment.state.get(Property, "house")
    wall = local(moment, moment.now)
    for shift in house.shifts if house else ():
        if shift.covers(wall.time()):
            end = wall.replace(hour=shift.ends.hour, minute=shift.ends.minute, second=0, microsecond=0)
            return end if end > wall else end + timedelta(days=1)
    return moment.house.end_of(moment.day)


def glances(moment: Moment, duties: Duties | None = None) -> dict[str, Glance]:
    """Every table in use, by name."""
    duties = duties_of(moment) if duties is None else duties
    by_table: dict[str, list[Duty]] = {}
    for duty in duties.due:
        if duty.kind == "table":
            by_table.setdefault(duty.id, []).append(duty)
    shelved = {duty.id: done.shelved_until for duty, done in duties.put_off if duty.kind == "table"}
    end = shift_end(moment)
    unheard = _unheard(moment)
    return {
        table.id: _glance(
            moment, table, tuple(by_table.get(table.id, ())), shelved.get(table.id), end, unheard=table.id in unheard
        )
        for table in moment.state.find(Table, retired=False)
    }


def _unheard(moment: Moment) -> set[str]:
    """The tables whose readers are not heard over their lines."""
    standing = moment.state.find(LineAlarm, standing=True)
    return {table for alarm in standing if alarm.kind == AlarmKind.UNREACHABLE for table in alarm.tables}


#: A ring grows by these steps, three minutes each of a day: more would paint the whole floor each second.
RING_STEPS = 480


def _glance(
    moment: Moment, table: Table, duties: tuple[Duty, ...], shelved: datetime | None, end: datetime, *, unheard: bool
) -> Glance:
    rulebook = rulebook_of(moment, table.id)
    status = moment.state.get(TableStatus, table.id)
    phase = Phase.CLOSED if status is None else status.phase
    sets = decks_at(moment, table.id)
    hours = min(deck_hours(moment, table.id).items(), key=lambda each: each[1].by, default=None)
    by = None if hours is None else hours[1].by
    opened = min((each.opened_at for each in sets if each.opened_at), default=None)
    began = opened if hours is None else hours[1].began
    age = None if began is None else max(timedelta(), moment.now - began)
    decks_state = _decks_state(moment, None if hours is None else hours[1], end)
    worst = tuple(duty for duty in duties if not (unheard and duty.key.startswith("line-alarm/")))
    state, word, spoken = _worst(moment, phase, worst, by, decks_state, shelved)
    if unheard and state is not State.ALARM and phase is not Phase.CLOSED:
        state, word, spoken = State.OFFLINE, "no signal", "no signal from the reader"
    piece = moment.state.get(Equipment, table.id, Fixture.READER)
    reader = moment.state.get(ReaderStatus, table.id)
    fitted = piece is not None and piece.fitted
    serial = piece.serial if piece and fitted else ""
    return Glance(
        table=table,
        rulebook=rulebook,
        phase=phase,
        status=status,
        shoe=moment.state.get(Shoe, table.id),
        sets=sets,
        oldest="" if hours is None else hours[0],
        change_by=by,
        hours=None if hours is None else hours[1].by - hours[1].began,
        age=age,
        share=_share(age, None if hours is None else hours[1]),
        decks_state=decks_state,
        reader=reader,
        serial=serial,
        virtual=_is_virtual(moment, serial),
        reader_state=_reader_state(reader, duties, unheard=unheard) if fitted else None,
        inspection=inspection_asked(moment, table.id) if fitted else None,
        inspection_owed=inspection_owed(moment, table.id),
        floorperson=holder(moment, table.id, Post.FLOORPERSON),
        duties=duties,
        state=state,
        word=word,
        spoken=spoken,
        unanswered=any(d.urgency is Urgency.ALARM and not d.acknowledged for d in duties),
    )


def _is_virtual(moment: Moment, serial: str) -> bool:
    listed = moment.state.get(ListedReader, virtual_key(serial)) if serial else None
    return listed is not None and not listed.forgotten


def _share(age: timedelta | None, hours: DeckHours | None) -> float:
    """How much of its hours a set has used, in steps of the ring."""
    if age is None or hours is None:
        return 0.0
    return int(min(1.0, age / (hours.by - hours.began)) * RING_STEPS) / RING_STEPS


def _decks_state(moment: Moment, hours: DeckHours | None, end: datetime) -> State:
    if hours is None:
        return State.OKAY
    if hours.over(moment.now) and not hours.duty.policy:
        return State.ALARM
    if hours.by - moment.now <= moment.policy.decks_announced:
        return State.WARNING
    return State.DUE if hours.by <= end else State.OKAY


def _reader_state(reader: ReaderStatus | None, duties: tuple[Duty, ...], *, unheard: bool) -> State:
    if reader is not None and reader.failed_at is not None:
        return State.ALARM
    if unheard:
        return State.OFFLINE
    wanted = any(duty.act == Acts.inspect_reader.name for duty in duties)
    return State.DUE if wanted else State.OKAY


def _worst(
    moment: Moment, phase: Phase, duties: tuple[Duty, ...], by: datetime | None, decks: State, shelved: datetime | None
) -> tuple[State, str, str]:
    """The worst state, its word of at most ten letters, and what a screen reader says."""
    if phase is Phase.SUSPENDED:
        why = duties[0].says if duties else "the table is stopped"
        return State.ALARM, "stopped", f"stopped, {why}"
    if phase is Phase.CLOSED:
        return State.OKAY, "closed", "closed"
    if duties:
        worst = duties[0]
        return STATES[worst.urgency], _word(moment, worst), worst.says
    left = by - moment.now if by is not None else timedelta()
    if shelved is not None:
        return State.SHELVED, "snoozed", f"snoozed until {moment.house.time(shelved)}"
    if decks is State.DUE:
        return State.DUE, _left(left), f"decks {spoken_span(left)} left"
    if by is None:
        return State.OKAY, "no cards", "no cards"
    return State.OKAY, _left(left), f"decks {spoken_span(left)} left"


def _left(left: timedelta) -> str:
    """How long the cards have left, in the room of a table on the map: `13 h left`, `38 min left`."""
    minutes = max(0, int(left.total_seconds() // 60))
    return f"{minutes} min left" if minutes < 60 else f"{round(minutes / 60)} h left"


def _word(moment: Moment, duty: Duty) -> str:
    code = duty.key.split("/")[0]
    since = int((moment.now - duty.by).total_seconds() // 60) if duty.by and duty.by < moment.now else 0
    if code == "change-decks":
        over = duty.by is None or moment.now >= duty.by
        return "overdue" if over or duty.by is None else _left(duty.by - moment.now)
    if code == "shuffler-fault":
        return f"jam {since} min" if since < 60 else "jam"
    return SHORT.get(code, code.split("-")[0])
