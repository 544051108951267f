"""What is due now as rows, most urgent first, each with its act one key away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from datetime import timedelta

from floorapp.domain.days import Handover
from floorapp.domain.decks import DeckSet
from floorapp.domain.disputes import DisputeCase
from floorapp.domain.duties import Duty, Urgency
from floorapp.domain.incidents import Incident
from floorapp.domain.tables import Phase
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import days_or_span, span
from floorapp.operations.act_table import Acts
from floorapp.operations.alarms import FloorAlarm
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal
from floorapp.screens.acts import DUE_WORDS
from floorapp.screens.forms import Act
from floorapp.screens.glance import STATES, Glance
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because, name_of, short_of
from floorapp.screens.states import State
from floorapp.screens.text_line import Sign, Words, line

#: As many rows of one kind stand by themselves; more are folded into one.
FOLD = 2


@dataclass(frozen=True, slots=True)
class DueRow:
    """One row: what it is about, its act, and the words."""

    key: str
    act: str
    kind: str
    id: str
    table: str
    state: State
    head: str
    word: str
    says: str
    #: Why whoever is signed in does not do it.
    refusal: Refusal | None = None

    @property
    def standing(self) -> str:
        """What it is while it stands, however urgent it grows meanwhile: its digit is kept by it."""
        return f"{self.act}|{self.table or self.key}"


def due_rows(moment: Moment, duties: tuple[Duty, ...], tables: Mapping[str, Glance]) -> tuple[DueRow, ...]:
    """Everything due, most urgent first; much of one kind is one row, and a table is named once an act."""
    groups = {
        "round": [d for d in duties if d.act == Acts.inspect_reader.name and d.urgency is Urgency.DUE],
        "incidents": [d for d in duties if d.kind == "incident"],
        "custody": [d for d in duties if d.kind == "deck-set"],
    }
    folded = {d.key for group in groups.values() if len(group) > FOLD for d in group}
    rows: dict[tuple[str, str], DueRow] = {}
    for duty in duties:
        if duty.key not in folded:
            row = _row(moment, duty, tables)
            rows.setdefault((row.act, row.table or row.key), row)
    standing = [*rows.values(), *_coming(moment, tables)]
    standing += [_folded(name, group) for name, group in groups.items() if len(group) > FOLD]
    return tuple(sorted(standing, key=lambda row: -LOUDNESS.index(row.state)))


#: Calm to loud.
LOUDNESS = (State.OKAY, State.SHELVED, State.OFFLINE, State.DUE, State.WARNING, State.ALARM)

_FOLDED = {
    "round": ("inspection_round", "Inspection", "Reader inspections due today"),
    "incidents": ("incidents", "Incidents", "Pending review"),
    "custody": ("custody", "Deck sets", "To open, seal or transfer"),
}


def _folded(name: str, group: list[Duty]) -> DueRow:
    act, head, says = _FOLDED[name]
    state = max((STATES[duty.urgency] for duty in group), key=LOUDNESS.index)
    return DueRow(f"|{name}", act, name, "", "", state, head, str(len(group)), says)


#: What a row is headed by where it is about no table.
HEADS = {
    "case": "Dispute",
    "handover": "Shift change",
    "storage": "Card storage",
    "gaming-day": "Gaming day",
    "station": "Logbook",
    "reader-lines": "Reader lines",
}


def _row(moment: Moment, duty: Duty, tables: Mapping[str, Glance]) -> DueRow:
    table = _table_of(moment, duty)
    glance = tables.get(table)
    stopped = duty.kind == "table" and glance is not None and glance.phase is Phase.SUSPENDED
    head = HEADS.get(duty.kind, table or duty.id)
    return DueRow(
        f"{table}|{duty.key}",
        next_act(duty),
        duty.kind,
        duty.id,
        table,
        State.ALARM if stopped else STATES[duty.urgency],
        head,
        _stopped(moment, duty) if stopped else _time(moment, duty),
        _says(moment, duty, glance),
        _refusal(moment, duty),
    )


def _refusal(moment: Moment, duty: Duty) -> Refusal | None:
    """The act is another role's, or the handover another person's."""
    refusal = moment.guard(duty.act)
    handover = moment.state.get(Handover, duty.id) if refusal is None and duty.kind == "handover" else None
    if handover is None or handover.to == moment.actor:
        return refusal
    to = name_of(moment, handover.to)
    return Refusal(
        "not-yours", f"This shift change is for {to}.", "It is still open.", f"{to} signs in and accepts it."
    )


def next_act(duty: Duty | FloorAlarm) -> str:
    """What one does about it; what asks only to be acknowledged is looked into once somebody has."""
    seen = duty.acknowledged if isinstance(duty, Duty) else duty.seen
    if duty.act != Acts.acknowledge_duty.name or not seen:
        return duty.act
    return "readers" if duty.key.startswith(("line-alarm/", "reader-alarm/")) else "settings"


#: What a row says in a few words, by the beginning of its duty's key; others say their whole sentence.
SAYS = {
    "shuffler-fault": "Jam not acknowledged",
    "reshuffle": "Reshuffle due after the jam",
    "shuffler-out": "Shuffler out of order",
    "shuffler-cards": "Shuffler not emptied",
    "cover-card-passed": "Cut card is out",
    "not-burned": "Burn card due",
    "dealer-not-burned": "New dealer, burn card due",
    "stopped": "Dealing is stopped",
    "reader-missing": "No card reader",
    "reader-kind": "Wrong kind of reader",
    "decks-number": "Wrong number of decks",
    "batches-two": "Not two batches",
    "batch-outside": "Batch not in the shuffler",
    "batch-not-alternated": "Same batch dealt again",
    "rack-mixed": "Two batches in the rack",
    "faulted-shuffle": "Reshuffle before dealing",
    "shuffler-standing": "Cover or sign the shuffler",
    "rack-height": "Rack for other decks",
    "end-day": "Gaming day not ended yet",
    "reader-failed": "Reader out of order",
    "inspect-reader": "Reader inspection due",
    "no-floorperson": "No floorperson",
    "rounds-while-stopped": "Dealt while stopped",
    "surveillance": "Surveillance review pending",
    "notice": "Regulator to be notified",
    "reader-alarm": "Reader reports a fault",
    "station-logbook": "Entries do not match",
    "station-heads": "Signed heads not saved",
    "station-backup": "No backup",
}


def _says(moment: Moment, duty: Duty, glance: Glance | None) -> str:
    code = duty.key.split("/")[0]
    if code == "change-decks" and glance is not None and glance.age is not None:
        return f"Cards are {span(glance.age)} old"
    if code == "handover":
        handover = moment.state.get(Handover, duty.id)
        return f"{short_of(moment, handover.given_by)} to {short_of(moment, handover.to)}" if handover else duty.says
    if code == "answer-claim":
        case = moment.state.get(DisputeCase, duty.id)
        return (
            f"{case.table}: patron’s {'complaint' if case.by_hand else 'claim'}"
            if case and case.table
            else "Patron’s claim to answer"
        )
    if code == "line-alarm" and glance is not None:
        return "No signal from reader" if glance.reader_state is State.OFFLINE else "Reader not trusted"
    return SAYS.get(code, duty.says)


def _table_of(moment: Moment, duty: Duty) -> str:
    if duty.kind == "table":
        return duty.id
    if duty.kind == "deck-set":
        decks = moment.state.get(DeckSet, duty.id)
        return decks.table or "" if decks else ""
    if duty.kind in ("incident", "incident-file"):
        incident = moment.state.get(Incident, duty.id)
        return incident.table if incident else ""
    return ""


HOUR = timedelta(hours=1)


def _time(moment: Moment, duty: Duty) -> str:
    if duty.by is None:
        return ""
    if duty.by > moment.now:
        left = duty.by - moment.now
        return f"{days_or_span(left - left % HOUR if left >= 10 * HOUR else left)} left"
    passed = moment.now - duty.by
    minutes = int(passed / timedelta(minutes=1))
    return f"{minutes} min" if minutes < 60 else days_or_span(passed)


def _stopped(moment: Moment, duty: Duty) -> str:
    """`stopped 9 min`, and by the hour after the first: the row has no room for more."""
    since = moment.now - duty.by if duty.by is not None else timedelta()
    if since < HOUR:
        return f"stopped {_time(moment, duty)}"
    return f"stopped {days_or_span(since - since % HOUR)}"


def _coming(moment: Moment, tables: Mapping[str, Glance]) -> list[DueRow]:
    """Decks that fall due in this shift and are not announced yet."""
    found = []
    refusal = moment.guard(Acts.change_decks.name)
    for name, glance in tables.items():
        by = glance.change_by
        if glance.decks_state is State.DUE and by is not None and by - moment.now > moment.policy.decks_announced:
            age = span(glance.age or timedelta())
            says = f"Cards are {age} old"
            left = f"{span(by - moment.now)} left"
            row = DueRow(
                f"{name}|coming", Acts.change_decks.name, "table", name, name, State.DUE, name, left, says, refusal
            )
            found.append((by, row))
    return [row for _by, row in sorted(found, key=lambda each: each[0])]


#: What is only due leaves the last digits to what is urgent and comes later.
LAST, LAST_CALM = 9, 7


def digits_of(
    before: Mapping[str, int], rows: Sequence[str], urgent: Set[str], resting: Set[int] = frozenset()
) -> dict[str, int]:
    """The digit of each row: one that stands keeps its own, others take what is free, in their order."""
    digits = {row: before[row] for row in rows if row in before}
    for row in rows:
        last = LAST if row in urgent else LAST_CALM
        free = (each for each in range(1, last + 1) if each not in resting and each not in digits.values())
        digit = next(free, None) if row not in digits else None
        if digit is not None:
            digits[row] = digit
    return digits


def urgent_rows(rows: Sequence[DueRow]) -> frozenset[str]:
    """Those that are more than due."""
    return frozenset(row.standing for row in rows if LOUDNESS.index(row.state) > LOUDNESS.index(State.DUE))


def list_rows(rows: Sequence[DueRow], digits: Mapping[str, int] | None = None) -> tuple[ListRow, ...]:
    """The rows as the list paints them, each with the digit it has."""
    if digits is None:
        digits = digits_of({}, [row.standing for row in rows], urgent_rows(rows))
    return tuple(_list_row(row, digits.get(row.standing)) for row in rows)


def _list_row(row: DueRow, digit: int | None) -> ListRow:
    head = line(Words(row.head, 15, 600), Words(row.word, 15, 600, row.state.value, shrinks=True), gap=8)
    second = line(Words(row.says, 13, 400, "ink2", shrinks=True))
    act = Act(row.act, DUE_WORDS.get(row.act, "Open"), str(digit or ""), because(row.refusal))
    return ListRow(row.key, Sign(row.state, 17), (head, second), act=act)
