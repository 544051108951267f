"""What is due: one pure function from the state and the clock to duties and alarms, most urgent first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from floorapp.domain.days import Handover
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.devices import OutOfOrder, Shuffler, ShufflerCondition
from floorapp.domain.disputes import DisputeCase
from floorapp.domain.duties import Duty, Reminded, Urgency
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.incident_files import IncidentFile
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.people import Person, Role
from floorapp.domain.rounds import LastRound
from floorapp.domain.tables import Phase, Post, Table, TableStatus
from floorapp.domain.upkeep import StationTrouble
from floorapp.domain.values import dataclass
from floorapp.operations.act_table import Acts
from floorapp.operations.card_storage import lost_sets
from floorapp.operations.day_conduct import days_to_end
from floorapp.operations.floor_queries import holder, phase_of
from floorapp.operations.moment import Moment
from floorapp.operations.reader_duties import line_alarms, suggestions
from floorapp.operations.table_duties import table_duties

#: A round under way when a table is stopped is finished within this time.
ROUND_FINISHED = timedelta(minutes=2)
#: Who is told what a station found.
TOLD = frozenset({Role.COMPLIANCE_OFFICER, Role.ADMINISTRATOR})


@dataclass(frozen=True, slots=True)
class Duties:
    """What is due, most urgent first, and what would be and is put off: with who did it, until when and why."""

    due: tuple[Duty, ...]
    put_off: tuple[tuple[Duty, Reminded], ...]


def duties_of(moment: Moment) -> Duties:
    """Every duty that stands now, by what was done about its reminder."""
    due, put_off = list[Duty](), list[tuple[Duty, Reminded]]()
    for duty in _all(moment):
        done = moment.state.get(Reminded, duty.key)
        if done is None:
            due.append(duty)
        elif done.shelved_until is None:
            due.append(replace(duty, acknowledged=True))
        elif moment.now < done.shelved_until:
            put_off.append((duty, done))
        else:
            due.append(duty)
    last = datetime.max.replace(tzinfo=moment.now.tzinfo)
    due.sort(key=lambda d: (-d.urgency, d.by or last, d.kind, d.id, d.key))
    return Duties(tuple(due), tuple(put_off))


def due(moment: Moment) -> tuple[Duty, ...]:
    """Everything that is due now; what was put off stays away until its time."""
    return duties_of(moment).due


def _all(moment: Moment) -> Iterator[Duty]:
    """Every duty, whatever was done about its reminder."""
    for found in (
        _tables(moment),
        _incidents(moment),
        _incident_files(moment),
        _cases(moment),
        _custody(moment),
        _lost(moment),
        _people(moment),
        line_alarms(moment),
        suggestions(moment),
        _stations(moment),
    ):
        yield from found


def _tables(moment: Moment) -> Iterator[Duty]:
    for table in moment.state.find(Table, retired=False):
        yield from table_duties(moment, table.id)
        yield from _shuffler(moment, table.id)
        yield from _floorperson(moment, table.id)
        yield from _rounds(moment, table.id)


def _at(
    table: str,
    code: str,
    urgency: Urgency,
    says: str,
    act: str,
    *,
    cite: str = "",
    by: datetime | None = None,
    occasion: str = "",
) -> Duty:
    return Duty(f"{code}/{table}/{occasion}", urgency, "table", table, says, act, cite, by)


def _shuffler(moment: Moment, table: str) -> Iterator[Duty]:
    shuffler = moment.state.get(Shuffler, table)
    if shuffler is None:
        return
    occasion = shuffler.since.isoformat()
    broken = shuffler.condition not in (ShufflerCondition.WORKING, ShufflerCondition.OUT_OF_ORDER)
    if broken and shuffler.acknowledged_at is None:
        says = f"The shuffler {shuffler.condition.clause} and nobody has acknowledged it."
        act = Acts.acknowledge_shuffler_fault.name
        yield _at(table, "shuffler-fault", Urgency.ALARM, says, act, by=shuffler.since, occasion=occasion)
    if shuffler.reshuffle_due:
        says = "Reshuffle the cards of the faulted shuffle."
        act = Acts.reshuffle_after_fault.name
        yield _at(table, "reshuffle", Urgency.WARNING, says, act, by=shuffler.since, occasion=occasion)
    if shuffler.taken_out is not None and shuffler.emptied is False:
        says = "The shuffler is out of order and was not emptied: cards may be inside."
        yield _at(table, "shuffler-cards", Urgency.WARNING, says, Acts.take_shuffler_out.name, occasion=occasion)
    if shuffler.taken_out in (OutOfOrder.COVERED, OutOfOrder.SIGNED, OutOfOrder.REMOVED):
        says = f"The shuffler is out of order ({shuffler.taken_out})."
        yield _at(table, "shuffler-out", Urgency.DUE, says, Acts.return_shuffler.name, occasion=occasion)


def _floorperson(moment: Moment, table: str) -> Iterator[Duty]:
    """The judge sees whether somebody is assigned; that they can no longer act is the property's own matter."""
    person = holder(moment, table, Post.FLOORPERSON)
    known = None if person is None else moment.state.get(Person, person)
    if known is not None and not known.enabled and phase_of(moment, table) is Phase.OPEN:
        says = f"{known.name}, assigned here, is disabled: assign another floorperson."
        yield _at(table, "no-floorperson", Urgency.ALARM, says, Acts.assign.name)


def _rounds(moment: Moment, table: str) -> Iterator[Duty]:
    """Rounds that arrive from a table that is not dealing."""
    last, status = moment.state.get(LastRound, table), moment.state.get(TableStatus, table)
    if last is None:
        return
    if status is None:
        says, occasion, cite = "Rounds were dealt and the table was never opened.", "", ""
    elif status.phase is Phase.OPEN or last.at <= status.since + ROUND_FINISHED:
        return
    else:
        says = f"Rounds were dealt after the table was {'stopped' if status.phase is Phase.SUSPENDED else 'closed'}."
        occasion, cite = status.since.isoformat(), status.stopped_by
    yield _at(
        table,
        "rounds-while-stopped",
        Urgency.ALARM,
        says,
        Acts.report_irregularity.name,
        cite=cite,
        by=last.at,
        occasion=occasion,
    )


def _incidents(moment: Moment) -> Iterator[Duty]:
    acts = {
        IncidentPhase.REPORTED: (Acts.approve_incident.name, "is pending review"),
        IncidentPhase.RETURNED: (Acts.answer_incident.name, "was returned and needs a response"),
        IncidentPhase.APPROVED: (Acts.close_incident.name, "is approved and can be closed"),
    }
    for phase, (act, words) in acts.items():
        for incident in moment.state.find(Incident, phase=phase):
            since = incident.last_at or incident.recorded_at
            by = since + moment.policy.review_within
            urgency = Urgency.WARNING if moment.now >= by else Urgency.DUE
            key = f"incident/{incident.number}/{incident.version}"
            says = f"Incident {incident.number} at table {incident.table} {words}."
            yield Duty(key, urgency, "incident", incident.number, says, act, incident.cite, by)


def _incident_files(moment: Moment) -> Iterator[Duty]:
    """What of an incident's file still waits: surveillance, the regulator, a corrective action."""
    for file in moment.state.find(IncidentFile, review_pending=True):
        call = next(each for each in file.calls if each.pending)
        says = f"Incident {file.incident}: surveillance has not answered the review."
        yield _of_file(file, "surveillance", str(call.number), Urgency.DUE, says, Acts.answer_review.name, call.at)
    for file in moment.state.find(IncidentFile, notice_pending=True):
        by = file.notify_by
        late = by is not None and moment.now >= by
        says = f"Incident {file.incident}: notify the {file.notify} ({file.notify_why})."
        urgency = Urgency.ALARM if late else Urgency.WARNING
        yield _of_file(file, "notice", "late" if late else "open", urgency, says, Acts.notify_regulator.name, by)
    for file in moment.state.find(IncidentFile, action_open=True):
        for action in file.actions:
            if action.done_at is not None:
                continue
            by = moment.house.end_of(GamingDay(action.due_on))
            late = moment.now >= by
            owner = moment.called(action.owner)
            says = f"Incident {file.incident}: {owner} to {action.says[:1].lower()}{action.says[1:]}"
            stage = f"{action.number}/{'late' if late else 'open'}"
            urgency = Urgency.WARNING if late else Urgency.DUE
            yield _of_file(file, "action", stage, urgency, says, Acts.finish_action.name, by)


def _of_file(
    file: IncidentFile, what: str, stage: str, urgency: Urgency, says: str, act: str, by: datetime | None
) -> Duty:
    return Duty(f"{what}/{file.incident}/{stage}", urgency, "incident-file", file.incident, says, act, by=by)


#: A claim presses when so much of its time is left.
CLAIM_PRESSES = timedelta(days=5)


def _cases(moment: Moment) -> Iterator[Duty]:
    """Patrons' claims that are not answered yet, where the state gives so many days."""
    for case in moment.state.find(DisputeCase, closed=False):
        by = case.answer_by
        if by is None:
            continue
        left = by - moment.now
        late = left <= timedelta(0)
        urgency = Urgency.ALARM if late else Urgency.WARNING if left <= CLAIM_PRESSES else Urgency.DUE
        passed = "; that deadline has passed" if late else ""
        says = f"Answer the claim of {case.claim.patron} (case {case.called}) by {moment.house.stamp(by)}{passed}."
        stage = "late" if late else "pressing" if left <= CLAIM_PRESSES else "open"
        yield Duty(f"answer-claim/{case.id}/{stage}", urgency, "case", case.id, says, Acts.close_case.name, by=by)


def _custody(moment: Moment) -> Iterator[Duty]:
    steps = {
        Spot.WITHDRAWN: (Acts.seal_decks.name, "is out of service and not sealed"),
        Spot.SEALED: (Acts.collect_decks.name, "is sealed and not collected"),
        Spot.COLLECTED: (Acts.inspect_decks.name, "is collected and not inspected"),
        Spot.ISSUED: (Acts.open_decks.name, "is issued and not opened"),
    }
    for spot, (act, words) in steps.items():
        for decks in moment.state.find(DeckSet, spot=spot):
            if decks.inspected:
                key, does, says = "inspected", Acts.destroy_decks.name, "is inspected and not destroyed"
            else:
                key, does, says = spot.value, act, words
            key = f"custody/{decks.id}/{key}"
            yield Duty(key, Urgency.DUE, "deck-set", decks.id, f"Deck set {decks.id} {says}.", does)


def _lost(moment: Moment) -> Iterator[Duty]:
    """Sets that are registered in card storage and were not found there."""
    for lost in lost_sets(moment.state):
        where = lost.place or "card storage"
        says = f"Deck set {lost.decks.id} is registered in {where} and was not found at its count."
        key = f"lost-set/{lost.decks.id}/{lost.count.entry}"
        yield Duty(key, Urgency.ALARM, "storage", lost.place, says, Acts.count_storage.name, by=lost.count.at)


def _people(moment: Moment) -> Iterator[Duty]:
    for handover in moment.state.find(Handover, accepted=False):
        says = f"{moment.called(handover.given_by)}’s shift change is waiting for {moment.called(handover.to)}."
        key = f"handover/{handover.id}"
        yield Duty(key, Urgency.DUE, "handover", handover.id, says, Acts.accept_handover.name, by=handover.given_at)
    over = days_to_end(moment)
    if over:
        later = f" Later ones: {len(over) - 1}." if over[1:] else ""
        says = f"Gaming day {moment.house.style.date(over[0].date)} is over but was not ended.{later}"
        by = moment.house.end_of(over[0].next())
        key = f"end-day/{over[0]}"
        yield Duty(key, Urgency.DUE, "gaming-day", str(over[0]), says, Acts.end_gaming_day.name, by=by)


def _stations(moment: Moment) -> Iterator[Duty]:
    """What stations found wrong: alarms and warnings for compliance officers and administrators."""
    if moment.person is None or moment.person.role not in TOLD:
        return
    for each in moment.state.find(StationTrouble, standing=True):
        urgency = Urgency.ALARM if each.alarm else Urgency.WARNING
        key = f"station-{each.chore}/{each.station}/{each.at.isoformat()}"
        says = f"{each.says} {each.todo}"
        yield Duty(key, urgency, "station", each.station, says, Acts.acknowledge_duty.name, by=each.at)
