"""Where a round to look at comes from: a table as it stands, a round on file, an incident, the reader's events."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

from floorapp.domain.cards import CARDS
from floorapp.domain.disputes import DisputeCase
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.rounds import KeptRound, LastRound
from floorapp.domain.signals import ReaderEvent, slot_of
from floorapp.domain.tables import ShufflingMethod, Table
from floorapp.domain.values import dataclass
from floorapp.engine.record import Options, Unreadable
from floorapp.engine.round_findings import cards_of
from floorapp.operations.dispute.draft import DeskSeat, Draft, start
from floorapp.operations.dispute.word_parser import opened
from floorapp.operations.floor_queries import submission_on
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal

#: A reader's event older than this is not of the round a guest asks about.
RECENT = timedelta(minutes=5)

#: No shoe is dealt from for longer.
SHOE_LASTS = timedelta(hours=6)

#: How many rounds of a table are offered to start from.
OFFERED = 12

#: Stands in the name of a round on file that was looked at again, before when that was.
REVIEWED = " reviewed"


@dataclass(frozen=True, slots=True)
class OfferedRound:
    """A round on file one can start from."""

    id: str
    when: str
    verdict: str
    boxes: int


@dataclass(frozen=True, slots=True)
class DisputeStart:
    """A draft to begin with, in words where it came from, and the incidents it could be added to."""

    draft: Draft
    says: str
    incidents: tuple[str, ...] = ()


def options_of(moment: Moment, table: Table) -> Options:
    """What the table and its Rules Submission fix."""
    submission = submission_on(moment, table.rulebook)
    if submission is None:
        return Options(
            decks=table.decks,
            positions=table.boxes,
            chip_unit=table.limits.chip_unit,
            side_wagers=frozenset(table.side_wagers) if table.side_wagers else None,
        )
    made = submission.choices
    return Options(
        decks=table.decks,
        positions=table.boxes,
        reader=made.reader,
        hole_card=made.hole_card,
        side_wagers=frozenset(table.side_wagers or made.side_wagers),
        push_22_paytable=made.push_22_paytable,
        chip_unit=table.limits.chip_unit,
        bonus_maximum=made.bonus_maximum,
        reader_reveals_value=made.reader_reveals,
        readings=frozenset(made.readings),
    )


def named(moment: Moment, what: str) -> str:
    """What a round told now is called: its table and the time by the clock on the wall, to the second."""
    wall = moment.house.wall(moment.now)
    twice = wall.utcoffset() != wall.replace(fold=1 - wall.fold).utcoffset()  # as the clocks are set back
    return " ".join((what, moment.house.stamp(moment.now, seconds=True), *((wall.tzname() or "",) if twice else ())))


def at_table(moment: Moment, table: Table) -> DisputeStart:
    """An empty round of this table now, with what its reader said last."""
    when = moment.now.astimezone(moment.house.zone)
    options = options_of(moment, table)
    draft = start(table.rulebook, options, id=named(moment, table.id), table=table.id)
    draft = replace(draft, round=replace(draft.round, at=when.replace(microsecond=0)))
    last = moment.state.get(LastRound, table.id)
    if last is not None:
        asked_about = moment.now - last.at <= RECENT  # the newest round is then the one a guest asks about
        draft = replace(draft, seen=seen_before(moment, table.id, last.at, but_last=asked_about))
    event = last_event(moment, table.id)
    if event is None:
        return DisputeStart(draft, "Cards and wagers as they lay on the table.", open_incidents(moment, table.id))
    return DisputeStart(heard(draft, event), _said(event, moment.now), open_incidents(moment, table.id))


def seen_before(
    moment: Moment, table: str, until: datetime, *, shoe: str | None = None, but_last: bool
) -> dict[str, int]:
    """The cards that rounds on file took out of a shoe up to an instant, its last round left out where told so.

    A continuous shuffler puts them back, so there none are counted.
    """
    known = moment.state.get(Table, table)
    if known is None or known.method is ShufflingMethod.CONTINUOUS_SHUFFLER:
        return {}
    played = moment.state.played(table, until - SHOE_LASTS, until)
    shoe = played[-1].shoe if shoe is None and played else shoe
    seen = Counter[str]()
    for kept in [each for each in played if shoe and each.shoe == shoe][: -1 if but_last else None]:
        try:
            seen.update(str(card) for card in cards_of(opened(kept.record, moment.rulebooks).round))
        except Unreadable:
            continue  # what cannot be read shows no cards
    return dict(seen)


def without_table(moment: Moment, rulebook: str) -> DisputeStart:
    """An empty round of a game, of no table in particular."""
    draft = start(rulebook, id=named(moment, "Dispute desk"))
    at = moment.now.astimezone(moment.house.zone).replace(microsecond=0)
    return DisputeStart(replace(draft, round=replace(draft.round, at=at)), "Cards and wagers as they lay on the table.")


def last_event(moment: Moment, table: str) -> ReaderEvent | None:
    """The newest signal of the table's reader, if it is of these minutes."""
    hours = (moment.now, moment.now - RECENT)
    slots = dict.fromkeys(slot_of(table, hour) for hour in hours)
    events = [each for slot in slots for each in moment.state.find(ReaderEvent, slot=slot) if each.signal]
    fresh = [each for each in events if moment.now - RECENT <= each.at <= moment.now]
    return max(fresh, key=lambda each: each.at, default=None)


def heard(draft: Draft, event: ReaderEvent) -> Draft:
    """The draft with what a reader said: its signal, and the up card where it saw one."""
    up = CARDS.get(event.up_card)
    dealer = draft.round.dealer or ((up,) if up else ())
    return replace(draft, round=replace(draft.round, signal=event.signal, dealer=dealer))


def _said(event: ReaderEvent, now: datetime) -> str:
    seconds = int((now - event.at).total_seconds())
    seen = f" with {event.up_card} up" if event.up_card else ""
    return f"Reader: {event.signal.replace('_', ' ')}{seen}, {seconds} s ago. Enter the rest."


def open_incidents(moment: Moment, table: str) -> tuple[str, ...]:
    """Incidents of the table that something can still be added to, newest first."""
    found = [each for each in moment.state.find(Incident, table=table) if each.phase is not IncidentPhase.CLOSED]
    return tuple(each.number for each in sorted(found, key=lambda each: each.number, reverse=True))


def from_round(moment: Moment, kept: KeptRound) -> DisputeStart:
    """A round on file, to be looked at again; raises Unreadable where its record is none."""
    draft = opened(kept.record, moment.rulebooks)
    again = named(moment, f"{kept.id.partition(REVIEWED)[0]}{REVIEWED}")
    draft = replace(draft, of=kept.id, round=replace(draft.round, id=again))
    if kept.at is not None:
        draft = replace(draft, seen=seen_before(moment, kept.table, kept.at, shoe=kept.shoe, but_last=True))
    return DisputeStart(draft, f"Round {kept.id} as it is on file.", open_incidents(moment, kept.table))


def of_case(moment: Moment, case: DisputeCase, record: str) -> DisputeStart:
    """The round a patron's claim is about, as it was told at the desk, at the patron's spot; raises Unreadable."""
    draft = opened(record, moment.rulebooks)
    at = draft.round.at
    draft = replace(draft, round=replace(draft.round, at=at and at.astimezone(moment.house.zone)), of="")
    draft = replace(draft, seat=DeskSeat(case.claim.spot, case.behind), incident=case.incident)
    return DisputeStart(draft, f"The round of {case.claim.patron}’s case.", open_incidents(moment, case.table))


def cannot_settle(moment: Moment, subject: str) -> Refusal | None:
    """Refuse a table, or an incident of one, whose rulebook holds duties only."""
    incident = moment.state.get(Incident, subject)
    table = moment.state.get(Table, subject if incident is None else incident.table)
    if table is None or table.rulebook in moment.rulebooks:
        return None
    book = moment.books.get(table.rulebook)
    return Refusal(
        "duties-only",
        f"Table {table.id} is under {book.name if book else table.rulebook}, which holds duties only.",
        "The dispute desk cannot settle rounds there.",
        "Report an irregularity, and rule by the property’s own procedures.",
    )


def begin(moment: Moment, subject: str) -> DisputeStart | None:
    """Start from a table, a round on file or an incident, by its name; none where nothing is called so."""
    table = moment.state.get(Table, subject)
    if table is not None:
        return at_table(moment, table) if table.rulebook in moment.rulebooks else None
    incident = moment.state.get(Incident, subject)
    if incident is not None:
        return _from_incident(moment, incident)
    for kept in reversed(moment.state.rounds(subject)):
        try:
            return from_round(moment, kept)
        except Unreadable:
            continue
    return None


def _from_incident(moment: Moment, incident: Incident) -> DisputeStart | None:
    """The incident's first round on file, else an empty one of its table; saved to it."""
    begun = next((made for name in incident.rounds if (made := begin(moment, name))), None)
    table = moment.state.get(Table, incident.table)
    begun = begun or (at_table(moment, table) if table is not None and table.rulebook in moment.rulebooks else None)
    if begun is None:
        return None
    numbers = (incident.number, *(each for each in begun.incidents if each != incident.number))
    return replace(begun, draft=replace(begun.draft, incident=incident.number), incidents=numbers)


def offered(moment: Moment, table: str) -> tuple[OfferedRound, ...]:
    """The last rounds of a table that are on file, newest first."""
    last = moment.state.get(LastRound, table)
    if last is None:
        return ()
    found = moment.state.played(table, last.at - timedelta(minutes=30), last.at)
    newest = sorted(found, key=lambda each: (each.at is not None, each.at), reverse=True)[:OFFERED]
    return tuple(
        OfferedRound(
            each.id, moment.house.time(each.at, seconds=True) if each.at else "no time", each.verdict, each.boxes
        )
        for each in newest
    )
