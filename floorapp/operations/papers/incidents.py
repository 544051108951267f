"""Irregularities on paper: the report of one incident (FA-104) and the register of a period (FA-112)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.people import Role
from floorapp.operations.chart import Bar, Bars
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell_fact
from floorapp.operations.facts import incidents as told
from floorapp.operations.facts.registry import Subject
from floorapp.operations.moment import role_words
from floorapp.operations.papers.builder import Composing, PaperForm, facts, plain_table, tally
from floorapp.operations.papers.exposure import Exposed, exposure_of, figures
from floorapp.operations.papers.record import Record, RecordLine, Replayed
from floorapp.operations.sheet import (
    Cell,
    Dash,
    Figure,
    Kind,
    Mark,
    Prose,
    Section,
    SheetColumn,
    SheetSignature,
    SheetTally,
    Sign,
)
from floorapp.operations.signatures import signer_words

STANDING = {
    IncidentPhase.REPORTED: Sign.DUE,
    IncidentPhase.RETURNED: Sign.WARNING,
    IncidentPhase.APPROVED: Sign.OKAY,
    IncidentPhase.CLOSED: Sign.OKAY,
}
NOT_EXPOSED = "does not apply: over with its round, or no count to measure from"
HISTORY = (
    SheetColumn("Time", Kind.TIME, 1.8),
    SheetColumn("What was done", Kind.TEXT, 6.0),
    SheetColumn("By", Kind.PERSON, 1.6),
)
REGISTER = (
    SheetColumn("Incident", Kind.ID, 1.5),
    SheetColumn("Table", Kind.NAME, 0.8),
    SheetColumn("Time of event", Kind.TIME, 1.8),
    SheetColumn("What", Kind.TEXT, 4.6),
    SheetColumn("Section", Kind.TEXT, 2.2),
    SheetColumn("Exposure", Kind.TEXT, 2.0),
    SheetColumn("Reported by", Kind.PERSON, 1.6),
    SheetColumn("Reviewed by", Kind.PERSON, 1.6),
    SheetColumn("Standing", Kind.STATE, 1.0),
)


def incident_of(desk: Composing, number: str) -> tuple[Incident | None, tuple[RecordLine, ...]]:
    """An incident as it stood at the head, and its history."""
    lines = desk.record.timeline(Subject("incident", number))
    return Replayed(lines).get(Incident, number), lines


def _days(record: Record, number: str) -> tuple[GamingDay, GamingDay] | None:
    """The gaming day on which an incident was discovered."""
    found = Replayed(record.timeline(Subject("incident", number))).get(Incident, number)
    return None if found is None else (record.clock.day_of(found.discovered_at),) * 2


def _report(desk: Composing) -> Iterator[Section]:
    found, lines = incident_of(desk, desk.request.about)
    if found is None:
        yield Prose((f"No incident {desk.request.about} is on record.",))
        return
    rules = desk.record.rulebook_at(found.table, found.happened_at)
    exposed = exposure_of(desk, found)
    yield facts(
        ("Incident", found.number),
        ("Standing", found.phase.value),
        ("Table", found.table),
        ("Game and rulebook", f"{rules.name}, {rules.id} version {rules.version}" if rules else ""),
        ("Time of event", desk.stamp(found.happened_at)),
        ("Discovered", desk.stamp(found.discovered_at)),
        ("Recorded", desk.stamp(found.recorded_at)),
        ("Reported by", desk.name(found.reporter)),
        ("Notified", ", ".join(found.told) or "nobody on record"),
        ("What happened", found.title),
        ("Section", desk.cited(found.cite) if found.cite else "not on the list"),
        ("Effect", found.effect.replace("-", " ") or "none named"),
        ("Remedy by the rules", found.remedy or "none named"),
        ("Remedy chosen", f"{found.chosen} (chosen by {found.chosen_by})" if found.chosen else "none to choose"),
        ("Rounds", _rounds(found, exposed)),
        ("Exposure", "see below" if exposed is not None else NOT_EXPOSED),
        ("Files kept", "; ".join(f"{a.name}, SHA-256 {a.digest[:16]}…" for a in found.attachments) or "none"),
    )
    yield Prose((found.says or "No remarks.",), title="What happened (reporter)")
    if exposed is not None:
        yield from _exposure(desk, exposed)
    rows = (desk.row(line, HISTORY, lambda e: _step(desk, e)) for line in lines)
    yield plain_table("History", HISTORY, rows, "Nothing was done yet.")
    desk.own_signatures += _signed(desk, lines)


def _exposure(desk: Composing, exposed: Exposed) -> Iterator[Section]:
    bars = (Bar("Exposed", exposed.minutes, f"{exposed.minutes} min", differs=True),)
    since, until = desk.minute(exposed.since), desk.minute(exposed.until)
    yield Bars("Exposure", bars, f"{exposed.how} From {since} to {until}.")
    yield SheetTally(tuple(Figure(number, words) for words, number in figures(exposed)))


def _rounds(found: Incident, exposed: Exposed | None) -> str:
    if found.rounds:
        return ", ".join(found.rounds)
    if exposed is not None and exposed.rounds:
        return f"{exposed.rounds:,} dealt meanwhile, none of them singled out"
    return "no round is named"


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
    """The incidents reported in the period, as they stood at the head."""
    found = []
    for line in desk.lines(told.IncidentReported):
        incident, _ = incident_of(desk, line.fact.incident)
        if incident is not None:
            found.append((line, incident))
    return tuple(found)


def _register(desk: Composing) -> Iterator[Section]:
    found = incidents_of(desk)
    phases = [incident.phase for _, incident in found]
    yield tally(
        irregularities=len(found),
        closed=phases.count(IncidentPhase.CLOSED),
        approved=phases.count(IncidentPhase.APPROVED),
        pending_review=phases.count(IncidentPhase.REPORTED),
        returned=phases.count(IncidentPhase.RETURNED),
        corrections=sum(len(line.corrections) for line, _ in found),
    )
    rows = (desk.row(line, REGISTER, lambda e, i=incident: _entry(desk, e, i)) for line, incident in found)  # type: ignore[misc]
    yield plain_table("", REGISTER, rows, "No irregularity was reported in this period.")


def _entry(desk: Composing, entry: Entry, incident: Incident) -> tuple[Cell, ...]:
    fact: Any = entry.fact
    exposed = exposure_of(desk, incident)
    counts = figures(exposed) if exposed is not None else ()
    said = ", ".join(f"{number} {words}" for words, number in counts if number != "uncounted")
    return (
        fact.incident,
        fact.table,
        desk.minute(fact.happened_at),
        fact.title,
        desk.cited(fact.cite) if fact.cite else Dash("not on the list"),
        said or Dash(NOT_EXPOSED),
        desk.name(entry.actor),
        desk.name(incident.reviewer) if incident.reviewer else Dash("not reviewed yet"),
        Mark(incident.phase.value, STANDING[incident.phase]),
    )


REPORT = PaperForm(
    "incident",
    "Irregularity incident report",
    "FA-104",
    "5",
    _report,
    about="incident",
    needs_about=True,
    days=_days,
    signers=(("Compliance officer", "Received and filed."),),
)
FORM = PaperForm(
    "register", "Irregularity register", "FA-112", "3", _register, narrows=frozenset({"pit", "table", "shift"})
)
