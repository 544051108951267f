"""The incidents screen from a moment: the queue, one incident's evidence and history, and what can be decided."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

from floorapp.domain.incidents import Attachment, Incident, IncidentPhase
from floorapp.domain.property import Pit
from floorapp.domain.rounds import KeptRound
from floorapp.domain.signals import ReaderEvent, slot_of
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import span
from floorapp.operations.canonical import digest
from floorapp.operations.cards_seen import CardsSeen, cards_seen
from floorapp.operations.entry import Entry
from floorapp.operations.facts.disputes import DisputeSettled
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.outbox_codec import PROVISIONAL
from floorapp.operations.rules import STOPS_TABLE
from floorapp.screens.dispute_choices import VERDICTS
from floorapp.screens.forms import Act
from floorapp.screens.history import timeline_of
from floorapp.screens.incident_exposure import ExposureView, exposure_shown, unexposed_words
from floorapp.screens.incident_file import file_rows
from floorapp.screens.lists import ListRow, TimelineRow
from floorapp.screens.offers.incidents import incident_acts
from floorapp.screens.phrases import clock, name_of, plural, short_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.screens.text_line import Icon, Sign, Words, line
from floorapp.screens.told import told_of


@dataclass(frozen=True, slots=True)
class RankCount:
    """How often a rank was seen, and whether that is what the shoe holds."""

    rank: str
    seen: int
    odd: bool = False


@dataclass(frozen=True, slots=True)
class IncidentCounts:
    """Cards seen in a shoe against what it holds."""

    title: str
    note: str
    ranks: tuple[RankCount, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class IncidentDetail:
    """The incident one looks at."""

    number: str
    title: str
    where: str
    state: State
    says: str
    evidence: tuple[TimelineRow, ...]
    evidence_note: str
    history: tuple[TimelineRow, ...]
    counts: IncidentCounts | None
    watching: str
    decision: DecisionView
    version: int = 1
    files: tuple[Attachment, ...] = ()
    #: The entry it was reported by.
    report: str = ""


@dataclass(frozen=True, slots=True)
class IncidentView:
    """The whole screen at one moment: the queue under its filter, and the incident that is chosen."""

    tabs: tuple[tuple[str, str], ...]
    tab: str
    queue: tuple[ListRow, ...]
    opened: IncidentDetail | None


@dataclass(frozen=True, slots=True)
class EngineFact:
    """One line of the engine's view: what it is about, the words, and the paragraph they rest on."""

    label: str
    words: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class DecisionView:
    """What can be decided now; the first act is the primary one."""

    state: State
    word: str
    exposure: ExposureView | None
    #: Why there are no figures of an exposure, where there are none.
    unexposed: str
    engine: tuple[EngineFact, ...]
    asks: str
    note: str
    acts: tuple[Act, ...]


#: Closed ones are many; the list shows this many, newest first.
MOST_CLOSED = 200

#: How many entries of a table an incident's evidence shows, and how far around it signals are looked for.
EVIDENCE = 40
AROUND = timedelta(minutes=5)

#: An exposure longer than this is not verified anew each time somebody looks.
VERIFIED_OVER = timedelta(hours=12)

WRONG = ("mismatch", "violation", "unreadable")

LOUD = (State.ALARM, State.WARNING, State.DUE)


def state_of(incident: Incident) -> State:
    """How severe: what stops a table is an alarm, what touches a hand or a shoe is a warning."""
    if incident.phase is IncidentPhase.CLOSED:
        return State.OKAY
    if incident.effect == STOPS_TABLE:
        return State.ALARM
    return State.WARNING if incident.effect not in ("", "continue") else State.DUE


#: The queues: what waits for a reviewer; what was returned or approved and is not closed; the rest.
TABS = {"review": "To review", "open": "Decided", "closed": "Closed"}


def tab_of(phase: IncidentPhase) -> str:
    """The queue an incident stands in."""
    if phase is IncidentPhase.REPORTED:
        return "review"
    return "closed" if phase is IncidentPhase.CLOSED else "open"


def incidents_of(snapshot: Snapshot, tab: str, chosen: str, report: str = "") -> IncidentView:
    """Ask the queue and the chosen incident; the first of the queue where none is chosen.

    What was just decided stays on the screen, though it stands in another queue now, until somebody moves on.
    One that was kept on this station has another number once it is sent: its `report` is still the same entry.
    """
    moment = snapshot.moment
    found = moment.state.find(Incident)
    queues = {name: [each for each in found if tab_of(each.phase) == name] for name in TABS}
    for name, queue in queues.items():
        if name == "closed":
            queue.sort(key=lambda each: (each.last_at or each.recorded_at, each.number), reverse=True)
        else:
            queue.sort(key=lambda each: (LOUD.index(state_of(each)), each.recorded_at, each.number))
    listed = queues[tab][:MOST_CLOSED]
    if chosen.startswith(PROVISIONAL) and all(each.number != chosen for each in listed):
        arrived = snapshot.book.entry(report) if report else None
        chosen = arrived.fact.incident if arrived and isinstance(arrived.fact, IncidentReported) else chosen
    one = next((each for each in found if each.number == chosen), listed[0] if listed else None)
    return IncidentView(
        tuple((name, f"{words} {len(queues[name])}") for name, words in TABS.items()),
        tab,
        tuple(_queued(moment, each) for each in listed),
        _opened(snapshot, one) if one is not None else None,
    )


def _queued(moment: Moment, incident: Incident) -> ListRow:
    head = line(Words(incident.table, 15, 600))
    number = Words(incident.number, 13, 400, "ink2", mono=True)
    mine = moment.person is not None and incident.reporter == moment.person.handle
    third = line(number, Words(short_of(moment, incident.reporter), 13, 400, "ink2", shrinks=True), gap=10)
    if mine and incident.phase in (IncidentPhase.REPORTED, IncidentPhase.APPROVED):
        yours = Words("yours", 13, 400, "ink2", shrinks=True)
        third = line(number, Icon("lock", 14), yours)
    note = line(Words(_waiting(moment, incident), 13, 400, "ink2"))
    body = line(Words(incident.title, 15, 400, shrinks=True))
    return ListRow(incident.number, Sign(state_of(incident), 17), (head, body, third), note=note)


def _waiting(moment: Moment, incident: Incident) -> str:
    since = incident.last_at or incident.recorded_at
    if incident.phase is IncidentPhase.REPORTED:
        waited = moment.now - since
        minutes = int(waited.total_seconds() // 60)
        return f"pending {minutes} min" if minutes < 60 else f"pending {span(waited)}"
    return f"{incident.phase} {clock(moment, since)}"


def _opened(snapshot: Snapshot, incident: Incident) -> IncidentDetail:
    moment = snapshot.moment
    table = moment.state.get(Table, incident.table)
    pit = moment.state.get(Pit, table.pit) if table else None
    entries = snapshot.book.page(about=Subject("incident", incident.number), limit=EVIDENCE)
    report = next((e for e in reversed(entries) if isinstance(e.fact, IncidentReported)), None)
    then = _played(moment, incident)
    known = {each.id for each in then}
    played = (*then, *(each for id in incident.rounds if id not in known for each in _named(snapshot, id)))
    evidence = _evidence(snapshot, incident, report, played)
    parts = [plural(len(evidence), "line")]
    parts += [plural(len(played), "round")] if played else []
    parts += [plural(len(incident.attachments), "file")] if incident.attachments else []
    where = [incident.table]
    if table is not None:
        where.append(rulebook_of(moment, incident.table).name)
    if pit is not None:
        where.append(pit.name.split(" (")[0])
    reported = f"reported {clock(moment, incident.recorded_at)} by {short_of(moment, incident.reporter)}"
    history = [(entry, told_of(moment, entry)) for entry in entries]
    by_id = {entry.id: entry for entry in entries}
    return IncidentDetail(
        incident.number,
        incident.title,
        " · ".join([*where, reported]),
        state_of(incident),
        incident.says,
        evidence,
        ", ".join(parts),
        _with_people(timeline_of(moment, history, by_id)),
        _counts(moment, incident, then),
        _watching(snapshot, incident),
        _decision(moment, incident, played),
        incident.version,
        incident.attachments,
        report.id if report else "",
    )


def _watching(snapshot: Snapshot, incident: Incident) -> str:
    """Who else looks at it now; and the others are told that somebody looks here."""
    person, stations = snapshot.moment.person, snapshot.stationed
    if stations is None or person is None:
        return ""
    about = Subject("incident", incident.number)
    stations.look_at(about, person.name)
    others = [f"{each.person} at {each.station}" for each in stations.onlookers(about)]
    return f"Also viewing: {', '.join(others)}" if others else ""


#: Irregularities in which the cards themselves are the evidence.
OF_THE_CARDS = ("card-missing-at-count", "extra-card-at-count", "card-with-wrong-back", "batches-mixed")


def _counts(moment: Moment, incident: Incident, played: tuple[KeptRound, ...]) -> IncidentCounts | None:
    """The cards seen in the shoe, where cards are what the incident is about."""
    if incident.code not in OF_THE_CARDS:
        return None
    seen = cards_seen(played, moment.rulebooks)
    if seen is None:
        return None
    held = seen.ranks[0].held
    ranks = tuple(RankCount("10" if each.rank == "T" else each.rank, each.seen, each.odd) for each in seen.ranks)
    name = seen.shoe.split("/")[-1]
    note = f"{plural(seen.rounds, 'round')} · {seen.decks} decks hold {held} of each"
    return IncidentCounts(f"Cards seen in shoe {name}", note, ranks, _cards_sentence(seen))


def _cards_sentence(seen: CardsSeen) -> str:
    verdict = seen.verdict
    if verdict.impossible:
        first = verdict.impossible[0]
        return f"Round {first.round} shows the {first.card.name} once more than the {first.held} the decks hold."
    worst = verdict.suspects[0] if verdict.suspects else None
    if verdict.alarm is not None and worst is not None:
        return f"The {worst.card.name} is likely {worst.change} ({worst.probability:.0%})."
    return "No card was seen more often than the decks hold it; this shoe alone names no card."


def _with_people(rows: tuple[TimelineRow, ...]) -> tuple[TimelineRow, ...]:
    """Who did it stands under what was done: the column is too narrow for both beside each other."""
    return tuple(replace(row, detail=" · ".join(filter(None, (row.person, row.detail)))) for row in rows)


def _played(moment: Moment, incident: Incident) -> tuple[KeptRound, ...]:
    """The rounds on record between the last good count and the discovery."""
    good, until = incident.exposure.good_at, incident.discovered_at
    start = good if good is not None and until - good <= VERIFIED_OVER else incident.happened_at - AROUND
    return moment.state.played(incident.table, start, until + AROUND)


def _named(snapshot: Snapshot, id: str) -> tuple[KeptRound, ...]:
    """A round as it was last told at the dispute desk, or else the last record under its id."""
    entries = snapshot.book.page(about=Subject("round", id), limit=EVIDENCE)
    fact = next((entry.fact for entry in entries if isinstance(entry.fact, DisputeSettled)), None)
    if fact is None:
        return snapshot.moment.state.rounds(id)[-1:]
    text, at = fact.record.encode(), json.loads(fact.record).get("at")
    dealt = datetime.fromisoformat(at) if at else None
    return (KeptRound(digest(text), id, fact.table, "", dealt, fact.rulebook, fact.verdict, 0, 0, 0, text),)


def _evidence(
    snapshot: Snapshot, incident: Incident, report: Entry | None, played: tuple[KeptRound, ...]
) -> tuple[TimelineRow, ...]:
    """What is on record at the table from the last good count to the discovery, oldest first."""
    moment = snapshot.moment
    start = incident.exposure.good_at or incident.happened_at - AROUND
    before = report.position if report is not None else None
    entries = snapshot.book.page(before=before, about=Subject("table", incident.table), limit=EVIDENCE)
    kept = [
        (entry, told)
        for entry in reversed(entries)
        if start <= entry.occurred_at <= incident.discovered_at + AROUND
        and (told := told_of(moment, entry)).about not in ("incident", "refused", "duty")
    ]
    rows = list(timeline_of(moment, kept, {entry.id: entry for entry in entries}))
    rows += [_event_row(moment, each) for each in _signals(moment, incident)]
    rows += [_round_row(moment, each) for each in played if each.id in incident.rounds]
    rows += [
        TimelineRow(
            each.digest[:12], "file", "file-text", line(each.name), detail=f"{each.size:,} bytes", entry=each.digest
        )
        for each in incident.attachments
    ]
    return tuple(rows)


def _signals(moment: Moment, incident: Incident) -> list[ReaderEvent]:
    """What the reader said around the event."""
    start, end = incident.happened_at - AROUND, incident.discovered_at + AROUND
    slots = dict.fromkeys(slot_of(incident.table, at) for at in (start, incident.happened_at, end))
    found = [event for slot in slots for event in moment.state.find(ReaderEvent, slot=slot)]
    return sorted((e for e in found if start <= e.at <= end), key=lambda e: e.at)[-8:]


def _event_row(moment: Moment, event: ReaderEvent) -> TimelineRow:
    record = "/".join(event.id.split("/")[-2:])
    virtual = " · virtual reader" if event.virtual else ""
    return TimelineRow(record, clock(moment, event.at), "cpu", line(f"Reader: {event.said}{virtual}"))


def _round_row(moment: Moment, kept: KeptRound) -> TimelineRow:
    at = clock(moment, kept.at) if kept.at is not None else ""
    words = VERDICTS[kept.verdict][1] if kept.verdict in VERDICTS else kept.verdict
    findings = f", {plural(kept.findings, 'finding')}" if kept.findings else ""
    return TimelineRow(kept.id, at, "zoom-check", line(f"Round {kept.id}: {words}{findings}"))


def _decision(moment: Moment, incident: Incident, played: tuple[KeptRound, ...]) -> DecisionView:
    acts, asks = incident_acts(moment, incident)
    phase = {
        IncidentPhase.REPORTED: "pending review",
        IncidentPhase.RETURNED: "response needed",
        IncidentPhase.APPROVED: "approved, to close",
        IncidentPhase.CLOSED: "closed",
    }[incident.phase]
    note = "What you write here is kept as a draft on this station."
    exposure, engine = exposure_shown(moment, incident), _engine(moment, incident, played)
    unexposed = "" if exposure is not None else unexposed_words(incident)
    return DecisionView(state_of(incident), phase, exposure, unexposed, engine, asks, note, acts)


EFFECTS = {
    "continue": "play continues",
    "hand-dead": "dead hand",
    "round-void": "void round",
    "reshuffle": "reshuffle",
    "table-stopped": "game stops",
}


def _engine(moment: Moment, incident: Incident, played: tuple[KeptRound, ...]) -> tuple[EngineFact, ...]:
    if incident.code:
        rows = [EngineFact("Remedy", incident.remedy, incident.cite)]
        rows.append(EngineFact("Result", EFFECTS.get(incident.effect, incident.effect)))
    else:
        rows = [EngineFact("Remedy", "Reported in free text: not on this game's list.")]
    if incident.chosen:
        rows.append(EngineFact("Chosen", f"{incident.chosen} (by {incident.chosen_by})"))
    told = ", ".join(each.replace("-", " ") for each in incident.told)
    rows.append(EngineFact("Notified", told or "nobody on record"))
    rows.append(EngineFact("Payouts", _payouts(played)))
    rows += [EngineFact(*each) for each in file_rows(moment, incident.number)]
    if incident.reviewer:
        rows.append(EngineFact("Reviewer", name_of(moment, incident.reviewer)))
    return tuple(rows)


def _payouts(played: tuple[KeptRound, ...]) -> str:
    if not played:
        return "No round of this time, or added to it, is on record."
    verdicts = Counter(each.verdict in WRONG for each in played)
    if not verdicts[True]:
        return f"{plural(len(played), 'round')} verified, no errors"
    return f"{verdicts[True]} of {plural(len(played), 'round')} with errors"
