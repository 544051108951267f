"""Any record from a moment: what it is, its history with corrections, and one entry value by value."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from floorapp.domain.decks import DeckSet
from floorapp.domain.incidents import Incident
from floorapp.domain.people import Person
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.operations.acts.corrections import correct_entry, may_correct_entry
from floorapp.operations.acts.credentials import sign
from floorapp.operations.acts.holds import may_place_hold, may_release_hold
from floorapp.operations.correction_form import restated, stated
from floorapp.operations.corrections import effective
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Entry, Proof
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.registry import Subject
from floorapp.operations.holds import holds_on
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refused, bad_input
from floorapp.operations.shelves import Corrected
from floorapp.operations.signatures import Meaning, signer_words
from floorapp.screens.entry_values import changed, values_of
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.history import timeline_of, with_corrections
from floorapp.screens.lists import TimelineRow
from floorapp.screens.offers.holds import place_hold, release_hold, standing_on
from floorapp.screens.offers.offer import Offer, Values
from floorapp.screens.phrases import because, license_words, name_of, plural
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.times import instant_at
from floorapp.screens.told import told_of


def correction_offer(snapshot: Snapshot, id: str, *, withdraw: bool) -> Offer | None:
    """The form for correcting an entry: what it says now, a reason, and one's own PIN."""
    moment, entry = snapshot.moment, snapshot.book.entry(id)
    refusal = may_correct_entry(moment, entry=entry)
    if entry is None or refusal is not None or moment.person is None:
        return Offer(lambda _desk, _values: Change((), (), ()), refusal=refusal) if refusal else None
    meant = _as_corrected(snapshot, entry)
    fact, at = (meant or entry).fact, (meant or entry).occurred_at
    handle = moment.person.handle
    shown_at = moment.house.stamp(at)
    asks = [] if withdraw else [Asked(each.name, each.label, each.text, needed=False) for each in stated(fact, moment)]
    if not withdraw:
        asks.append(Asked("happened", "Time of event (local)", shown_at))
    asks += [Asked("reason", "Reason for the correction"), Asked("pin", "Your PIN", secret=True)]
    title = f"{'Void' if withdraw else 'Correct'} entry {entry.number}"
    form = Form(
        "withdraw" if withdraw else "correct",
        entry.number,
        title,
        f"“{told_of(moment, entry).says}” stays in the logbook, struck through; "
        + ("it is void." if withdraw else "your correction is read instead."),
        (),
        tuple(asks),
        Act("do", "Sign and correct" if not withdraw else "Sign and void", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        new = None if withdraw else restated(fact, values, moment)
        before = at if at != entry.occurred_at else None  # an earlier correction of the time holds on
        happened = None if withdraw else _time(moment, values["happened"], shown_at) or before
        signature = sign(desk, person=handle, secret=values["pin"], proof=Proof.PIN, meaning=Meaning.CORRECTED)
        return correct_entry(
            desk, entry=id, reason=values["reason"], signature=signature, fact=new, occurred_at=happened
        )

    return Offer(do, form)


def _as_corrected(snapshot: Snapshot, entry: Entry) -> Entry | None:
    """The entry as its last correction has it; None where it was withdrawn."""
    known = snapshot.moment.state.get(Corrected, entry.id)
    last = snapshot.book.entry(known.corrections[-1]) if known else None
    fact = last.fact if last is not None else None
    return effective(entry, fact if isinstance(fact, EntryCorrected) else None)


def _time(moment: Moment, typed: str, before: str) -> datetime | None:
    """The time that was typed, where it differs from what stood there."""
    if typed.strip() == before:
        return None
    found = instant_at(moment, typed)
    if found is None:
        todo = "Type it like 11/15/2026 9:04 PM; it cannot be in the future."
        raise Refused(bad_input(f"“{typed}” is not a time this entry can have.", todo))
    return found


@dataclass(frozen=True, slots=True)
class EntryDetail:
    """One entry as it was written, value by value."""

    number: str
    says: str
    facts: tuple[tuple[str, str], ...]
    hash: str
    acts: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record at one moment."""

    name: str
    noun: str
    standing: str
    period: str
    timeline: tuple[TimelineRow, ...]
    detail: EntryDetail | None = None
    more: Act | None = None
    hold: Act | None = None


PAGE = 80
CORRECT, WITHDRAW = "Correct…", "Void entry…"
HOLD, RELEASE = "Hold…", "Release…"


@dataclass(frozen=True, slots=True)
class RecordShown:
    """The view, and the ids behind the numbers on it."""

    page: RecordView
    subject: Subject
    ids: tuple[tuple[str, str], ...]
    selected: str


def record_of(snapshot: Snapshot, wanted: str, selected: str, pages: int) -> RecordShown | None:
    """Ask a record by `noun/name`, or the record an entry is about by `entry/id`; None where there is none."""
    kind, _, id = wanted.partition("/")
    start: Entry | None = None
    subject = Subject(kind, id)
    if kind == "entry":
        start = snapshot.book.entry(id)
        if start is None:
            return None
        subject = start.subject
    limit = PAGE * pages
    before = start.position + 1 if start is not None else None
    entries = snapshot.book.page(about=subject, before=before, limit=limit + 1)
    if not entries:
        return None
    known = with_corrections(snapshot, entries[:limit])
    moment = snapshot.moment
    rows = timeline_of(moment, [(entry, told_of(moment, entry)) for entry in entries[:limit]], known)
    chosen = selected or (start.number if start else rows[0].record)
    entry = next((each for each in known.values() if each.number == chosen), entries[0])
    more = Act("more", "Show older entries", "Alt O") if len(entries) > limit else None
    period = f"{'up to this entry, ' if start else ''}newest {plural(min(limit, len(entries)), 'entry', 'entries')}"
    noun, standing = _standing(moment, subject)
    name = name_of(moment, subject.id) if subject.kind == "person" else subject.id
    detail = detail_of(moment, entry)
    if (old := _corrected(entry, known)) is not None and (said := changed(moment, old, entry)):
        detail = replace(detail, facts=(("Changed", said), *detail.facts))
    held = _held(moment, subject, standing)
    page = RecordView(name, noun, held, period, rows, detail, more, _hold(moment, subject))
    ids = tuple((each.number, each.id) for each in known.values())
    return RecordShown(page, subject, ids, entry.number)


def _corrected(entry: Entry, known: dict[str, Entry]) -> Entry | None:
    """What stood there before a correction: the entry, or the correction before this one."""
    if not isinstance(entry.fact, EntryCorrected):
        return None
    about = entry.fact.entry
    earlier = [
        each
        for each in known.values()
        if isinstance(each.fact, EntryCorrected) and each.fact.entry == about and each.position < entry.position
    ]
    return max(earlier, key=lambda each: each.position, default=known.get(about))


def hold_offer(snapshot: Snapshot, subject: Subject, id: str) -> Offer | None:
    """The form that places a legal hold on the record, or releases the one on it."""
    hold, entry = standing_on(snapshot.moment, subject), snapshot.book.entry(id)
    if hold:
        return release_hold(snapshot.moment, hold)
    return place_hold(snapshot.moment, subject, entry) if entry is not None else None


def _hold(moment: Moment, subject: Subject) -> Act:
    hold = standing_on(moment, subject)
    refusal = may_release_hold(moment, hold=hold) if hold else may_place_hold(moment)
    return Act("hold", RELEASE if hold else HOLD, "Alt H", because(refusal))


def _held(moment: Moment, subject: Subject, standing: str) -> str:
    """The standing, with what keeps the record from being destroyed."""
    holds = ", ".join(holds_on(moment.state, subject))
    return " · ".join(filter(None, (standing, f"on hold: {holds}" if holds else "")))


def _standing(moment: Moment, subject: Subject) -> tuple[str, str]:
    state, id = moment.state, subject.id
    if subject.kind == "deck-set" and (decks := state.get(DeckSet, id)) is not None:
        where = f" at {decks.table}" if decks.table else ""
        words = f"{decks.decks} decks · {decks.back} · seal {decks.seal}"
        return "Deck set", f"{words} · {decks.spot.words}{where}"
    if subject.kind == "person" and (person := state.get(Person, id)) is not None:
        gone = "" if person.enabled else " · no longer here"
        license = f" · {words}" if (words := license_words(moment, person.badge)) else ""
        return person.title, f"signs in as {person.handle}{license}{gone}"
    if subject.kind == "incident" and (incident := state.get(Incident, id)) is not None:
        return incident.title, " · ".join(filter(None, (incident.table, incident.phase, incident.cite)))
    if subject.kind == "table" and (table := state.get(Table, id)) is not None:
        return "Table", f"{table.rulebook} · pit {table.pit}"
    return subject.kind.replace("-", " ").capitalize(), ""


def _day(moment: Moment, entry: Entry) -> str:
    return moment.house.style.date(date.fromisoformat(entry.gaming_day)) if entry.gaming_day else "not set"


def detail_of(moment: Moment, entry: Entry) -> EntryDetail:
    """An entry as it was written."""
    told = told_of(moment, entry)
    recorded = moment.house.stamp(entry.recorded_at, seconds=True)
    facts = [
        ("Time of event", moment.house.stamp(entry.occurred_at, seconds=True)),
        ("Recorded", recorded + (f", late: {entry.late}" if entry.late else "")),
        ("By", f"{name_of(moment, entry.actor)} · station {entry.station} · gaming day {_day(moment, entry)}"),
    ]
    for each in entry.signatures:
        signed = f"{signer_words(each, lambda handle: name_of(moment, handle))}: “{each.meaning}”"
        facts.append(("Signed", f"{signed} {moment.house.time(each.at)} by {each.proof}"))
    facts += values_of(moment, entry)
    refusal = because(may_correct_entry(moment, entry=entry))
    acts = (Act("correct", CORRECT, "Alt C", refusal), Act("withdraw", WITHDRAW, "Alt W", refusal))
    return EntryDetail(
        entry.number, told.says + (f" {told.more}" if told.more else ""), tuple(facts), _grouped(entry.hash), acts
    )


def _grouped(hash: str) -> str:
    """A hash in groups of eight, so that it can be read aloud and wraps."""
    return " ".join(hash[start : start + 8] for start in range(0, len(hash), 8))
