"""Irregularities on paper: the report of one incident (FA-104) and the register of a period (FA-112)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.incident_files import CorrectiveAction, IncidentFile
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.people import Role
from floorapp.domain.values import dataclass
from floorapp.operations.chart import Bar, Bars
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts import incidents as told
from floorapp.operations.facts.incident_files import NoticesSet
from floorapp.operations.facts.registry import Subject
from floorapp.operations.incident_sentences import amount_words
from floorapp.operations.moment import role_words
from floorapp.operations.papers.builder import Composing, PaperForm, facts, or_dash, plain_table, tally
from floorapp.operations.papers.exposure import Exposed, exposure_of, figures
from floorapp.operations.papers.guest import signed
from floorapp.operations.papers.incident_facts import Amounts, IncidentFacts
from floorapp.operations.papers.incident_file import sections_of
from floorapp.operations.papers.item_history import person_named
from floorapp.operations.papers.record import Record, RecordLine, Replayed, before_void
from floorapp.operations.sheet import (
    Cell,
    Dash,
    Figure,
    Kind,
    MarkedWord,
    Prose,
    Row,
    Section,
    SheetColumn,
    SheetSign,
    SheetSignature,
    SheetTally,
)
from floorapp.operations.signatures import signer_words

STANDING = {
    IncidentPhase.REPORTED: SheetSign.DUE,
    IncidentPhase.RETURNED: SheetSign.WARNING,
    IncidentPhase.APPROVED: SheetSign.OKAY,
    IncidentPhase.CLOSED: SheetSign.OKAY,
}
PHASES = {IncidentPhase.REPORTED: "pending review"}  # in the words the register counts a phase under
NOT_EXPOSED = "does not apply: over with its round, or no count to measure from"
HISTORY = (
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("What was done", Kind.TEXT, 6.0),
    SheetColumn("By", Kind.PERSON, 1.6),
)
EVIDENCE = (SheetColumn("Evidence", Kind.TEXT, 2.4), SheetColumn("What it says", Kind.TEXT, 6.0))
NOTIFIED = (SheetColumn("Notified", Kind.TEXT, 2.4), SheetColumn("On record by", Kind.TIME, 2.0))
REGISTER = (
    SheetColumn("Incident", Kind.ID, 1.5),
    SheetColumn("Table", Kind.NAME, 0.8),
    SheetColumn("Time of event", Kind.TIME, 1.4),
    SheetColumn("What", Kind.TEXT, 3.2),
    SheetColumn("Section", Kind.TEXT, 2.4),
    SheetColumn("Dealer", Kind.PERSON, 1.4),
    SheetColumn("Set", Kind.ID, 1.5),
    SheetColumn("Reported by", Kind.PERSON, 1.4),
    SheetColumn("Reviewed by", Kind.PERSON, 1.4),
    SheetColumn("Status", Kind.STATE, 1.1),
)
FIGURES = (
    SheetColumn("Incident", Kind.ID, 1.5),
    SheetColumn("Minutes", Kind.NUMBER, 0.8),
    SheetColumn("Rounds", Kind.NUMBER, 0.8),
    SheetColumn("Hands", Kind.NUMBER, 0.8),
    SheetColumn("Paid", Kind.MONEY, 1.0),
    SheetColumn("Should be", Kind.MONEY, 1.0),
    SheetColumn("Finally paid", Kind.MONEY, 1.0),
    SheetColumn("Surveillance", Kind.TEXT, 1.4),
    SheetColumn("Notified", Kind.TEXT, 2.8),
    SheetColumn("Board notified", Kind.TIME, 1.4),
)
GROUNDS = (
    SheetColumn("Incident", Kind.ID, 1.5),
    SheetColumn("Spot and patron", Kind.TEXT, 1.8),
    SheetColumn("Rounds", Kind.TEXT, 1.8),
    SheetColumn("Evidence", Kind.TEXT, 4.0),
    SheetColumn("Corrective action", Kind.TEXT, 3.0),
    SheetColumn("Outcome", Kind.TEXT, 2.2),
)


def incident_of(desk: Composing, number: str) -> tuple[Incident | None, tuple[RecordLine, ...]]:
    """An incident as it stood at the head, or before its report was voided, and its history."""
    lines = desk.record.timeline(Subject("incident", number))
    return _replayed(lines, number), lines


def _replayed(lines: Iterable[RecordLine], number: str) -> Incident | None:
    return Replayed(before_void(line, told.IncidentReported) for line in lines).get(Incident, number)


def _voided(lines: Iterable[RecordLine]) -> bool:
    return any(line.now is None for line in lines if isinstance(line.entry.fact, told.IncidentReported))


def _days(record: Record, number: str) -> tuple[GamingDay, GamingDay] | None:
    """The gaming day on which an incident was discovered."""
    found = _replayed(record.timeline(Subject("incident", number)), number)
    return None if found is None else (record.clock.day_of(found.discovered_at),) * 2


def _report(desk: Composing) -> Iterator[Section]:
    found, lines = incident_of(desk, desk.request.about)
    if found is None:
        yield Prose((f"No incident {desk.request.about} is on record.",))
        return
    rules = desk.record.rulebook_at(found.table, found.happened_at)
    void = _voided(lines)
    exposed = None if void else exposure_of(desk, found)
    told_of = IncidentFacts(desk, found, lines)
    amounts, board = told_of.amounts(), told_of.board()
    yield facts(
        ("Incident", found.number),
        ("Status", "void: the report was withdrawn, see the history" if void else _phase(found)),
        ("Table", found.table),
        ("Game and rulebook", f"{rules.name}, {rules.id} version {rules.version}" if rules else ""),
        ("Time of event", desk.stamp(found.happened_at)),
        ("Discovered", desk.stamp(found.discovered_at)),
        ("Recorded", desk.stamp(found.recorded_at)),
        ("Reported by", desk.name(found.reporter)),
        ("Dealer", told_of.dealer),
        ("Deck set", told_of.deck_set),
        ("What happened", found.title),
        ("Section", desk.cited(found.cite) if found.cite else "not on the list"),
        ("Effect", found.effect.replace("-", " ") or "none named"),
        ("Remedy by the rules", found.remedy or "none named"),
        ("Remedy chosen", f"{found.chosen} (chosen by {found.chosen_by})" if found.chosen else "none to choose"),
        ("Rounds", _rounds(found, exposed)),
        ("Spot and patron", told_of.patrons() or "no patron is on record"),
        ("Error by", told_of.file.details.error or "not entered"),
        ("Over- or underpaid", amount_words(told_of.file.details) or "no amount entered"),
        ("Paid at the table", _money(amounts.paid)),
        ("Should have been", _money(amounts.right)),
        ("Finally paid or returned", _money(amounts.returned)),
        ("Exposure", "see below" if exposed is not None else NOT_EXPOSED),
        ("Surveillance reference", told_of.surveillance()),
        ("Regulator notice", _asked(desk, found, told_of.file)),
        ("Board or Division notified", desk.stamp(board) if board else "no notice is on record"),
        ("Outcome", told_of.corrective() or "not closed yet"),
    )
    yield Prose((found.says or "No remarks.",), title="What happened (reporter)")
    if exposed is not None:
        yield from _exposure(desk, exposed)
    whom = (Row((role_said(who), desk.stamp(at))) for who, at in told_of.notified())
    yield plain_table("Who was notified", NOTIFIED, whom, "Nobody is on record as notified.")
    yield from sections_of(desk, told_of.file)
    lines_of = (Row(each) for each in told_of.evidence())
    yield plain_table("Evidence", EVIDENCE, lines_of, "No round, count or file is on record with it.")
    rows = (desk.row(line, HISTORY, lambda e: _step(desk, e)) for line in lines)
    yield plain_table("History", HISTORY, rows, "Nothing was done yet.")
    desk.own_signatures += _signed(desk, lines)


def _phase(incident: Incident) -> str:
    return PHASES.get(incident.phase, incident.phase.value)


def _asked(desk: Composing, incident: Incident, file: IncidentFile) -> str:
    """Whether the property's table asks for a notice, where it had one when the incident was reported."""
    if file.notify_by is None:
        set_then = any(line.at <= incident.recorded_at for line in desk.record.lines(NoticesSet))
        return "not required by the property's table" if set_then else "the property had set no table of notices"
    return f"{file.notify} by {desk.stamp(file.notify_by)} ({file.notify_why})"


def role_said(who: str) -> str:
    """Who was notified: a role in words, a person's name as it was entered."""
    return who.replace("-", " ").capitalize() if who.islower() else who


def _money(cents: int | None) -> str:
    return "not on record" if cents is None else signed(cents)


def _exposure(desk: Composing, exposed: Exposed) -> Iterator[Section]:
    bars = (Bar("Exposed", exposed.minutes, f"{exposed.minutes} min", differs=True),)
    since, until = desk.minute(exposed.since), desk.minute(exposed.until)
    yield Bars("Exposure", bars, f"{exposed.how} From {since} to {until}.")
    yield SheetTally(tuple(Figure(number, words) for words, number in figures(exposed)))


def _rounds(found: Incident, exposed: Exposed | None) -> str:
    if found.rounds:
        return ", ".join(found.rounds)
    if exposed is not None and exposed.rounds:
        return f"{exposed.rounds:,} dealt in that time, none named"
    return "no round named"


def _step(desk: Composing, entry: Entry) -> tuple[Cell, ...]:
    when = desk.style.stamp(desk.wall(entry.occurred_at), seconds=True)
    return when, tell_fact(entry.fact, desk.name, desk.style).says, desk.name(entry.actor)


def _signed(desk: Composing, lines: tuple[RecordLine, ...]) -> Iterator[SheetSignature]:
    """Who signed what of it electronically, by the entries."""
    for line in lines:
        for each in line.entry.signatures:
            role = role_words(Role(each.role)) if each.role in set(Role) else each.role
            yield SheetSignature(
                role.capitalize(),
                each.meaning,
                signer_words(each, desk.name),
                f"Signed electronically {desk.stamp(each.at)}",
            )


def incidents_of(desk: Composing) -> tuple[tuple[RecordLine, Incident], ...]:
    """The incidents reported in the period, as they stood at the head, without those whose report was voided."""
    return tuple((line, incident) for line, incident in _reported(desk) if line.now is not None)


def _reported(desk: Composing) -> Iterator[tuple[RecordLine, Incident]]:
    for line in desk.lines(told.IncidentReported):
        incident, _ = incident_of(desk, line.fact.incident)
        if incident is not None:
            yield line, incident


def _of_dealer(desk: Composing) -> tuple[tuple[RecordLine, Incident], ...]:
    """Every incident reported in the period; of one dealer where that was asked."""
    found, wanted = tuple(_reported(desk)), desk.request.about
    if not wanted:
        return found
    person = person_named(desk.record, wanted)
    called = (person.handle, person.name, desk.name(person.handle)) if person is not None else (wanted,)
    names = {each.casefold() for each in called}

    def mine(incident: Incident) -> bool:
        told_of = IncidentFacts(desk, *_known(desk, incident.number))
        return not names.isdisjoint(each.casefold() for each in told_of.dealers)

    return tuple(each for each in found if mine(each[1]))


def _register(desk: Composing) -> Iterator[Section]:
    found = _of_dealer(desk)
    phases = [incident.phase for line, incident in found if line.now is not None]
    yield tally(
        irregularities=len(phases),
        closed=phases.count(IncidentPhase.CLOSED),
        approved=phases.count(IncidentPhase.APPROVED),
        pending_review=phases.count(IncidentPhase.REPORTED),
        returned=phases.count(IncidentPhase.RETURNED),
        void=len(found) - len(phases),
        corrections=sum(len(line.corrections) for line, _ in found),
    )
    gathered = {incident.number: _gathered(desk, incident) for _, incident in found}
    rows = [desk.row(line, REGISTER, partial(_entry, desk, gathered[incident.number])) for line, incident in found]
    yield plain_table("", REGISTER, rows, "No irregularity was reported in this period.")
    counted = [gathered[incident.number] for line, incident in found if line.now is not None]
    figures_of = [*(_figures(desk, each) for each in counted), *_total(counted)]
    yield plain_table("Exposure, amounts and notices", FIGURES, figures_of, "None in this period.")
    grounds = (_grounds(desk, each) for each in counted)
    yield plain_table("Rounds, evidence and corrective action", GROUNDS, grounds, "None in this period.")


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the register's columns say of an incident, beside the entry itself."""

    told: IncidentFacts
    exposed: Exposed | None
    amounts: Amounts


def _gathered(desk: Composing, incident: Incident) -> Gathered:
    told_of = IncidentFacts(desk, *_known(desk, incident.number))
    exposed = None if _voided(told_of.lines) else exposure_of(desk, incident)
    return Gathered(told_of, exposed, told_of.amounts())


def _known(desk: Composing, number: str) -> tuple[Incident, tuple[RecordLine, ...]]:
    incident, lines = incident_of(desk, number)
    assert incident is not None, "found before"
    return incident, lines


def _figures(desk: Composing, each: Gathered) -> Row:
    told_of, exposed, board = each.told, each.exposed, each.told.board()
    counts = (None, None, None) if exposed is None else (exposed.minutes, exposed.rounds, exposed.hands)
    why = NOT_EXPOSED if exposed is None else "not counted"
    money = (each.amounts.paid, each.amounts.right, each.amounts.returned)
    return Row(
        (
            told_of.incident.number,
            *(Dash(why) if count is None else f"{count:,}" for count in counts),
            *(Dash("no amount on record") if cents is None else signed(cents) for cents in money),
            or_dash(told_of.surveillance(), "no reference on record"),
            or_dash(
                "; ".join(f"{role_said(who)} {desk.minute(at)}" for who, at in told_of.notified()), "nobody on record"
            ),
            desk.minute(board) if board else Dash("no notice on record"),
        )
    )


def _grounds(desk: Composing, each: Gathered) -> Row:
    """What an incident rests on, and what was done about it, a line each as on its own report."""
    told_of, actions = each.told, each.told.file.actions
    return Row(
        (
            told_of.incident.number,
            or_dash(told_of.patrons(), "no patron is on record"),
            _rounds(told_of.incident, each.exposed),
            or_dash("; ".join(f"{what}: {says}" for what, says in told_of.evidence()), "none on record"),
            or_dash("; ".join(_action(desk, action) for action in actions), "none was set"),
            or_dash(told_of.corrective(), "not closed yet"),
        )
    )


def _action(desk: Composing, action: CorrectiveAction) -> str:
    """A corrective action in a line: who does what by when, or that it was done."""
    until = f"due {desk.style.date(action.due_on)}"
    if action.done_at is not None:
        until = f"completed {desk.minute(action.done_at)}"
    return f"{action.says} ({desk.name(action.owner)}, {until})"


def _total(found: list[Gathered]) -> Iterator[Row]:
    """The sums of the columns that are numbers; none where nothing is on record to add up."""
    if not found:
        return
    exposed = [each.exposed for each in found if each.exposed is not None]
    counts = [_sum(getattr(each, name) for each in exposed) for name in ("minutes", "rounds", "hands")]
    money = [_sum(getattr(each.amounts, name) for each in found) for name in ("paid", "right", "returned")]
    yield Row(
        (
            "Total",
            *(Dash(NOT_EXPOSED) if count is None else f"{count:,}" for count in counts),
            *(Dash("no amount on record") if cents is None else signed(cents) for cents in money),
            *(Dash("totals have none"),) * 3,
        )
    )


def _sum(figures: Iterable[int | None]) -> int | None:
    """What is on record, added up; nothing is not the same as none."""
    known = [each for each in figures if each is not None]
    return sum(known) if known else None


def _entry(desk: Composing, each: Gathered, entry: Entry) -> tuple[Cell, ...]:
    fact: Any = entry.fact
    incident, void = each.told.incident, _voided(each.told.lines)
    standing = MarkedWord("void", SheetSign.SHELVED)
    return (
        fact.incident,
        fact.table,
        desk.minute(fact.happened_at),
        fact.title,
        desk.cited(fact.cite) if fact.cite else Dash("not on the list"),
        or_dash(each.told.dealer, "no dealer on record"),
        or_dash(each.told.deck_set, "no set on record"),
        desk.name(entry.actor),
        desk.name(incident.reviewer) if incident.reviewer else Dash("not reviewed yet"),
        standing if void else MarkedWord(_phase(incident), STANDING[incident.phase]),
    )


REPORT = PaperForm(
    "incident",
    "Irregularity incident report",
    "FA-104",
    "13",
    _report,
    about="incident",
    needs_about=True,
    days=_days,
    signers=(("Compliance officer", "Received and filed."),),
)
FORM = PaperForm(
    "register",
    "Irregularity register",
    "FA-112",
    "11",
    _register,
    narrows=frozenset({"pit", "table", "shift"}),
    about="dealer",
)
