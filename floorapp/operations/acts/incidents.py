"""Reporting irregularities, from the catalog or free, and adding to incidents."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.incident_files import NO_DETAILS
from floorapp.domain.incidents import Attachment, Exposure, Incident, IncidentPhase
from floorapp.domain.tables import Phase
from floorapp.domain.values import dataclass
from floorapp.engine.catalogue import IrregularityFacts
from floorapp.operations.acts.incident_files import notice_for
from floorapp.operations.canonical import in_utc
from floorapp.operations.desk import Acting, Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.incidents import IncidentAddedTo, IncidentReported
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.facts.tables import TableSuspended
from floorapp.operations.floor_queries import known_table, last_known_count, phase_of, rulebook_of, submission_on
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, first, needs_words, unknown
from floorapp.operations.rules import STOPS_TABLE, Irregularity
from floorapp.operations.series import incident_name, next_number
from floorapp.operations.signatures import Meaning, needs_signature


@dataclass(frozen=True, slots=True)
class IncidentReport:
    """What a person reports: in the catalog's words by `code`, or free by `title`."""

    table: str
    says: str
    happened_at: datetime
    discovered_at: datetime
    code: str = ""
    title: str = ""
    chosen: str = ""
    chosen_by: str = ""
    told: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    rounds_dealt: int | None = None
    hands_dealt: int | None = None
    boxes_dealt: int | None = None
    known: IrregularityFacts = IrregularityFacts()


def may_report_irregularity(moment: Moment, *, table: str) -> Refusal | None:
    """Anybody on the floor, at a table in use."""
    return moment.guard("report_irregularity") or known_table(moment, table)


def report_irregularity(desk: Desk, *, report: IncidentReport, signature: Signature, late: str | None = None) -> Change:
    """Put an irregularity on record, numbered without gaps; it stops the table where the rulebook says so."""
    with desk.acting("report_irregularity", Subject("table", report.table), report.attachments) as act:
        act.ask(may_report_irregularity(act.moment, table=report.table), _bad_times(report))
        known = catalogued(act.moment, report.table, report.code, report.known)
        act.ask(
            needs_words(report.says, "description"),
            _bad_code(act.moment, report, known),
            _unsaid(report, known),
            _bad_choice(report, known),
            _untold(report, known),
            _bad_counts(report),
            needs_signature((signature,), Meaning.REPORTED, by=act.moment.person),
        )
        reported = _reported(act, report, known)
        facts: list[Fact] = [reported]
        facts += notice_for(act.moment, reported.incident, reported.effect, NO_DETAILS, report.discovered_at)
        stops = known is not None and known.effect == STOPS_TABLE
        if known is not None and stops and phase_of(act.moment, report.table) is Phase.OPEN:
            facts.append(TableSuspended(table=report.table, reason=known.title, stopped_by=known.cite))
        return act.enter(*facts, occurred_at=report.discovered_at, late=late, signatures=(signature,))


def catalogued(moment: Moment, table: str, code: str, known: IrregularityFacts) -> Irregularity | None:
    """The catalog's entry as it stands under what is known and under the readings the house has chosen."""
    rulebook = rulebook_of(moment, table)
    submission = submission_on(moment, rulebook.id)
    readings = frozenset(submission.readings if submission else ())
    for irregularity in rulebook.irregularities:
        if irregularity.code == code:
            return irregularity.given(known, readings)
    return None


def _reported(act: Acting, report: IncidentReport, known: Irregularity | None) -> IncidentReported:
    year = act.moment.day.date.year
    series = f"incident-{year}"
    number = next_number(act.moment.state, series)
    return IncidentReported(
        incident=incident_name(series, number),
        series=series,
        number=number,
        table=report.table,
        code=report.code,
        title=known.title if known else report.title.strip(),
        cite=known.cite if known else "",
        says=report.says.strip(),
        happened_at=in_utc(report.happened_at),
        effect=_effect(report, known),
        remedy=known.remedy if known else "",
        chosen=report.chosen.strip(),
        chosen_by=report.chosen_by.strip(),
        told=report.told,
        exposure=exposure(act.moment, report),
        rounds=report.rounds,
        attachments=report.attachments,
    )


def _effect(report: IncidentReport, known: Irregularity | None) -> str:
    if known is None:
        return ""
    return next((option.effect for option in known.options if option.says == report.chosen), known.effect)


def exposure(moment: Moment, report: IncidentReport) -> Exposure:
    """Minutes, rounds, hands and boxes from the last good count before it happened to the discovery."""
    good = last_known_count(moment, report.table, in_utc(report.happened_at))
    until = in_utc(report.discovered_at)
    span = None if good is None else until - good.at
    dealt = None if good is None else moment.state.dealt(report.table, good.at, until)
    known = dealt is not None and dealt.rounds > 0
    return Exposure(
        good_at=None if good is None else good.at,
        good_entry="" if good is None else good.entry,
        minutes=None if span is None else int(span.total_seconds() // 60),
        rounds=_counted(report.rounds_dealt, dealt.rounds if dealt and known else None),
        hands=_counted(report.hands_dealt, dealt.hands if dealt and known else None),
        boxes=_counted(report.boxes_dealt, dealt.boxes if dealt and known else None),
    )


def _counted(said: int | None, on_record: int | None) -> int | None:
    """What a person counted goes before what the record holds: not every round need be on record."""
    return on_record if said is None else said


def _bad_times(report: IncidentReport) -> Refusal | None:
    if report.happened_at.tzinfo is None or report.discovered_at.tzinfo is None:
        return bad_input("A time has no zone.", "Give times with their zone.")
    if report.happened_at > report.discovered_at:
        return bad_input("It was discovered before it happened.", "Check the two times.")
    return None


def _bad_code(moment: Moment, report: IncidentReport, known: Irregularity | None) -> Refusal | None:
    if report.code and known is None:
        name = rulebook_of(moment, report.table).name
        return bad_input(
            f"The list for {name} has no “{report.code}”.", "Choose from the list, or report in free text."
        )
    return None if report.code else needs_words(report.title, "title") or long_title(report.title)


#: A title stands in lists and on registers; what happened is told below it.
TITLE_AT_MOST = 120


def long_title(title: str) -> Refusal | None:
    """A title that is a whole story."""
    if len(title.strip()) <= TITLE_AT_MOST:
        return None
    todo = f"Use at most {TITLE_AT_MOST} characters; the next step asks for the rest."
    return bad_input("The title is too long.", todo, "title")


_QUESTIONS = {
    "cards": "how many cards",
    "device_reveals": "whether the reader can reveal the value to a player",
    "hole_card_exposed": "whether the hole card was already exposed",
    "first_two_dealt": "whether everybody had two cards",
    "declined": "whether the player declined",
}


def _unsaid(report: IncidentReport, known: Irregularity | None) -> Refusal | None:
    """What the remedy depends on has to be said."""
    for need in () if known is None else known.needs:
        if known is not None and getattr(report.known, need) is None:
            todo = f"Enter {_QUESTIONS.get(need, need)}."
            happened = "The remedy depends on something not entered."
            return Refusal("unsaid", happened, "The incident was not recorded.", todo, known.cite)
    return None


def refused_correction(
    moment: Moment, old: IncidentReported, new: IncidentReported, discovered_at: datetime
) -> Refusal | None:
    """Why a report cannot be corrected so: what its act would not have taken either."""
    if new.happened_at > in_utc(discovered_at):
        return bad_input("It was discovered before it happened.", "Check the two times.", "happened_at")
    book = rulebook_of(moment, new.table)
    known = next((each for each in book.irregularities if each.code == new.code), None)
    return None if known is None else _other_choice(known, old, new) or _no_longer_told(known, old, new)


def _other_choice(known: Irregularity, old: IncidentReported, new: IncidentReported) -> Refusal | None:
    """Another choice is one of the rulebook's, with who made it; and its result is that choice's."""
    options = tuple(dict.fromkeys(option for form in known.forms() for option in form.options))
    if new.chosen != old.chosen and new.chosen not in {option.says for option in options}:
        says = " / ".join(dict.fromkeys(option.says for option in options)) or "leave it empty"
        return bad_input("The rulebook leaves no such choice here.", f"Type: {says}", "chosen")
    if new.chosen and not new.chosen_by.strip():
        return needs_words(new.chosen_by, "name of who chose", "chosen_by")
    if (new.chosen, new.effect) == (old.chosen, old.effect):
        return None
    effects = {option.effect for option in options if option.says == new.chosen}
    effects = effects or {form.effect for form in known.forms()}
    if new.effect in effects:
        return None
    return bad_input(
        "That is not the result the rulebook gives here.", f"Type: {' / '.join(sorted(effects))}", "effect"
    )


def _no_longer_told(known: Irregularity, old: IncidentReported, new: IncidentReported) -> Refusal | None:
    """Whoever must be notified was, when it was reported."""
    always = set.intersection(*(set(form.notify) for form in known.forms()))
    missing = sorted(always & set(old.told) - set(new.told))
    if not missing:
        return None
    happened = f"The rulebook has the {missing[0].replace('-', ' ')} notified of it."
    return bad_input(happened, "Keep them, or void the report.", "told")


def _bad_choice(report: IncidentReport, known: Irregularity | None) -> Refusal | None:
    """Where somebody has a choice, it is one of theirs, and it is said who made it."""
    if known is None or not known.options:
        return None
    options = [option.says for option in known.options]
    if report.chosen in options:
        return needs_words(report.chosen_by, "name of who chose")
    return Refusal(
        "choice",
        "The rulebook leaves a choice here and none of its options was chosen.",
        "The incident was not recorded.",
        f"Choose: {' / '.join(options)}",
        known.cite,
    )


def _untold(report: IncidentReport, known: Irregularity | None) -> Refusal | None:
    missing = [] if known is None else [who for who in known.notify if who not in report.told]
    if known is None or not missing:
        return None
    return Refusal(
        "not-told",
        f"Nobody has notified the {missing[0].replace('-', ' ')}.",
        "The rulebook requires it; the incident was not recorded.",
        "Notify them, and check it here.",
        known.cite,
    )


def _bad_counts(report: IncidentReport) -> Refusal | None:
    counts = (report.rounds_dealt, report.hands_dealt, report.boxes_dealt)
    if any(count is not None and count < 0 for count in counts):
        return bad_input("A count cannot be below zero.", "Count again.")
    return None


def the_incident(moment: Moment, incident: str) -> Incident:
    """The incident; it has been asked for before."""
    found = moment.state.get(Incident, incident)
    if found is None:
        raise LookupError(f"incident {incident}; ask first")
    return found


def may_add_to_incident(moment: Moment, *, incident: str) -> Refusal | None:
    """Anybody on the floor, while it is not closed."""
    refusal = moment.guard("add_to_incident")
    found = moment.state.get(Incident, incident)
    if refusal is None and found is None:
        return unknown("incident", incident)
    if refusal is None and found is not None and found.phase is IncidentPhase.CLOSED:
        return Refusal(
            "incident-closed", f"Incident {incident} is closed.", "Nothing was added.", "Have it reopened first."
        )
    return refusal


def add_to_incident(
    desk: Desk,
    *,
    incident: str,
    says: str,
    told: tuple[str, ...] = (),
    attachments: tuple[Attachment, ...] = (),
    rounds: tuple[str, ...] = (),
    counted: Exposure | None = None,
) -> Change:
    """Add words, people told, files, rounds or a counted exposure to an incident."""
    with desk.acting("add_to_incident", Subject("incident", incident), attachments) as act:
        act.ask(first(may_add_to_incident(act.moment, incident=incident), needs_words(says, "note")))
        added = IncidentAddedTo(
            incident=incident, says=says.strip(), told=told, attachments=attachments, rounds=rounds, exposure=counted
        )
        return act.enter(added)
