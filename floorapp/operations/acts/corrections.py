"""Correcting an entry: by a new one that names it, with a reason and a signature; the old one stays."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.conduct import KeptConduct
from floorapp.domain.decks import DeckSet
from floorapp.domain.people import Person, Role
from floorapp.domain.tables import Shoe, ShoePhase, Table
from floorapp.operations.acts.card_storage import unexplained
from floorapp.operations.acts.corrected_findings import with_findings
from floorapp.operations.canonical import in_utc
from floorapp.operations.conduct import conduct_in
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import AHEAD_AT_MOST, Entry, Signature
from floorapp.operations.facts.card_storage import StorageCounted
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.facts.registry import Fact, Subject, encode_fact
from floorapp.operations.field_words import field_words, in_sentence
from floorapp.operations.floor_log import table_of
from floorapp.operations.floor_queries import phase_of
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, needs_words, unknown
from floorapp.operations.signatures import Meaning, needs_signature


def may_correct_entry(moment: Moment, *, entry: Entry | None) -> Refusal | None:
    """Facts about the floor can be corrected: a floorperson's own, by a floorperson."""
    refusal = moment.guard("correct_entry")
    if refusal is not None:
        return refusal
    if entry is None:
        return Refusal("no-entry", "There is no such entry.", "Nothing was corrected.", "Choose one from the logbook.")
    if not getattr(entry.fact, "CORRECTABLE", False):
        return Refusal(
            "not-correctable",
            f"Entry {entry.number} cannot be corrected.",
            "It stays as it is.",
            "Do it again correctly; the first entry stays on record.",
        )
    if moment.person is not None and moment.person.role is Role.FLOORPERSON and entry.actor != moment.actor:
        return Refusal(
            "not-yours",
            f"Entry {entry.number} was made by {moment.called(entry.actor)}.",
            "It stays as it is.",
            "Ask them, a shift manager or a compliance officer to correct it.",
        )
    return None


def correct_entry(
    desk: Desk, *, entry: str, reason: str, signature: Signature, fact: Fact | None, occurred_at: datetime | None = None
) -> Change:
    """Say what should have stood in an entry; without a fact, that it should not have been made."""
    with desk.acting("correct_entry", Subject("entry", entry)) as act:
        old = act.writing.entry(entry)
        act.ask(
            may_correct_entry(act.moment, entry=old),
            needs_words(reason, "reason"),
            needs_signature((signature,), Meaning.CORRECTED, by=act.moment.person),
            _same_kind(old, fact),
            _names_the_known(act.moment, fact),
            _in_time(act.moment, occurred_at),
            _still_stated(fact),
            _as_its_act(act.moment, old, fact, occurred_at),
        )
        if old is None:
            raise LookupError(entry)
        fact = with_findings(act.moment, old.fact, fact)
        table = table_of(old.fact) if occurred_at is not None else None
        stood = _standing(act.moment, table)
        corrected = EntryCorrected(
            entry=old.id,
            number=old.number,
            about=old.subject,
            kind=old.fact.KIND,
            version=old.fact.VERSION,
            payload=None if fact is None else encode_fact(fact).decode(),
            occurred_at=None if occurred_at is None else in_utc(occurred_at),
            reason=reason.strip(),
            also=() if fact is None else _others(old, fact),
        )
        done = act.enter(corrected, signatures=(signature,))
        act.ask(_out_of_order(table) if _standing(act.moment, table) != stood else None)
        return done


def _standing(moment: Moment, table: str | None) -> tuple[object, ...]:
    """Whether a table is open or stopped, and whether a shoe is dealt, as the floor shows it and by the judge."""
    kept = None if table is None else moment.state.get(KeptConduct, table)
    if table is None or kept is None:
        return ()
    shoe, conduct = moment.state.get(Shoe, table), conduct_in(kept, moment.state)
    dealt = shoe is not None and shoe.phase is not ShoePhase.ENDED
    return phase_of(moment, table), dealt, conduct.is_open, conduct.stopped, conduct.shoe is not None


def _out_of_order(table: str | None) -> Refusal:
    happened = f"That time does not fit with what happened at table {table} before and after it."
    return Refusal("out-of-order", happened, "Nothing was corrected.", "Check the time in the table's timeline.")


def _same_kind(old: Entry | None, fact: Fact | None) -> Refusal | None:
    if old is None or fact is None or type(fact) is type(old.fact):
        return None
    return bad_input("A correction must be the same kind of entry.", "Void the entry and record what happened.")


#: The words an entry cannot do without, by its kind: its act asks for them, and so does its correction.
STATED = {
    "decks.canceled": "how",
    "decks.card-replaced": "reason",
    "decks.destroyed": "how",
    "decks.held": "reason",
    "decks.received": "seal",
    "decks.sealed": "seal",
    "decks.withdrawn": "reason",
    "equipment.fitted": "serial",
    "equipment.removed": "reason",
    "incident.action-done": "says",
    "incident.action-set": "says",
    "incident.added-to": "says",
    "incident.regulator-notified": "whom",
    "incident.reported": "says",
    "incident.surveillance-answered": "says",
    "incident.surveillance-called": "taken_by",
    "reader.failed": "says",
    "reader.mended": "says",
    "rules.submitted": "reference",
    "shoe.recut": "reason",
    "shoe.reshuffled": "reason",
    "shuffler.faulted": "says",
    "shuffler.reshuffled": "how",
    "shuffler.returned": "says",
    "shuffler.taken-out": "reason",
    "table.suspended": "reason",
}


def _still_stated(fact: Fact | None) -> Refusal | None:
    name = "" if fact is None else STATED.get(fact.KIND, "")
    if not name:
        return None
    words = in_sentence(field_words(name))
    if str(getattr(fact, name)).strip():
        return None
    return bad_input(f"The {words} cannot be empty.", "Type what is right, or void the entry.", name)


def _as_its_act(moment: Moment, old: Entry | None, fact: Fact | None, occurred_at: datetime | None) -> Refusal | None:
    """What an act asked of cases, incidents and counts of storage is asked of their corrections too."""
    if old is None or fact is None:
        return None
    if fact.subject.kind == "case":
        from floorapp.operations.acts.cases import refused_correction  # it settles rounds; not at start

        return refused_correction(moment, old.fact, fact)
    if fact.subject.kind == "incident":
        from floorapp.operations.acts import incident_files, incidents

        if isinstance(fact, IncidentReported) and isinstance(old.fact, IncidentReported):
            return incidents.refused_correction(moment, old.fact, fact, occurred_at or old.occurred_at)
        return incident_files.refused_correction(moment, old.fact, fact)
    return unexplained(fact) if isinstance(fact, StorageCounted) else None


def _names_the_known(moment: Moment, fact: Fact | None) -> Refusal | None:
    """A corrected fact is about tables, people and deck sets that exist, as the act itself would have asked."""
    nouns: dict[str, type[Table] | type[Person] | type[DeckSet]]
    nouns = {"table": Table, "person": Person, "deck-set": DeckSet}
    for subject in () if fact is None else (fact.subject, *fact.mentions):
        if subject.kind in nouns and moment.state.get(nouns[subject.kind], subject.id) is None:
            return unknown(subject.kind, subject.id)
    return None


def _others(old: Entry, fact: Fact) -> tuple[Subject, ...]:
    named = (*old.fact.mentions, fact.subject, *fact.mentions)
    return tuple(dict.fromkeys(subject for subject in named if subject != old.subject))


def _in_time(moment: Moment, occurred_at: datetime | None) -> Refusal | None:
    if occurred_at is None:
        return None
    if occurred_at.tzinfo is None:
        return bad_input("The time has no zone.", "Give the time with its zone.")
    if occurred_at - moment.now > AHEAD_AT_MOST:
        return bad_input("That time is in the future.", "Enter the time it happened.")
    return None
