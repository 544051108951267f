"""Which things the state keeps, under which key, and by which fields they are asked for."""

from __future__ import annotations

from floorapp.domain.days import Document, EndedDay, Handover, PaperCertificate
from floorapp.domain.decks import DeckSet
from floorapp.domain.devices import Inspection, ReaderStatus, Shuffler
from floorapp.domain.duties import Reminded
from floorapp.domain.findings import Finding
from floorapp.domain.heads import Station
from floorapp.domain.incidents import Incident
from floorapp.domain.people import Person, Session
from floorapp.domain.policy import Policy
from floorapp.domain.property import Equipment, Pit, Property, RulesSubmission, Table
from floorapp.domain.reader_lines import ListedReader, ReaderLine
from floorapp.domain.rounds import LastRound
from floorapp.domain.signals import (
    LineAlarm,
    PartialEvidence,
    ReaderEvent,
    ReaderSession,
    SealedFrames,
    SealedShoe,
    Suggestion,
)
from floorapp.domain.tables import Assignment, KnownCount, Shoe, TableStatus
from floorapp.domain.upkeep import StationTrouble
from floorapp.domain.values import dataclass
from floorapp.operations.state import Shelf


@dataclass(frozen=True, slots=True)
class Counted:
    """The last number given in a series without gaps: incidents of a year, deck sets of a year."""

    series: str
    last: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """An entry that has been corrected: which one, and the corrections in order; the last one holds."""

    entry: str
    corrections: tuple[str, ...]


SHELVES: tuple[Shelf, ...] = (
    Shelf(Counted, "counted", ("series",)),
    Shelf(Corrected, "corrected", ("entry",)),
    Shelf(Person, "person", ("handle",), ("role", "enabled")),
    Shelf(Session, "session", ("id",), ("person", "ended_at")),
    Shelf(Property, "property", ("id",)),
    Shelf(Policy, "policy", ("id",)),
    Shelf(Pit, "pit", ("id",)),
    Shelf(Table, "gaming_table", ("id",), ("pit", "rulebook", "retired")),
    Shelf(Equipment, "equipment", ("table", "fixture"), ("serial", "fitted")),
    Shelf(RulesSubmission, "rules_submission", ("id",), ("rulebook", "holds_from")),
    Shelf(Finding, "finding", ("entry", "place"), ("table", "code", "gaming_day")),
    Shelf(Assignment, "assignment", ("table", "post"), ("person", "post")),
    Shelf(TableStatus, "table_status", ("table",), ("phase",)),
    Shelf(Shoe, "shoe", ("table",)),
    Shelf(KnownCount, "known_count", ("table", "entry"), ("table", "at")),
    Shelf(Reminded, "reminded", ("key",)),
    Shelf(Handover, "handover", ("id",), ("to", "accepted")),
    Shelf(EndedDay, "ended_day", ("day",)),
    Shelf(Document, "document", ("number",), ("form", "digest")),
    Shelf(PaperCertificate, "paper_certificate", ("fingerprint",), ("station",)),
    Shelf(LastRound, "last_round", ("table",)),
    Shelf(Incident, "incident", ("number",), ("table", "phase", "reporter")),
    Shelf(DeckSet, "deck_set", ("id",), ("table", "spot", "seal")),
    Shelf(Inspection, "inspection", ("entry",), ("table", "gaming_day")),
    Shelf(ReaderStatus, "reader_status", ("table",)),
    Shelf(Shuffler, "shuffler", ("table",), ("condition",)),
    Shelf(Station, "station", ("id",)),
    Shelf(ReaderLine, "reader_line", ("id",), ("station", "removed")),
    Shelf(ListedReader, "listed_reader", ("key",), ("forgotten",)),
    Shelf(StationTrouble, "station_trouble", ("station", "chore"), ("standing",)),
    Shelf(ReaderEvent, "reader_event", ("id",), ("slot",)),
    Shelf(ReaderSession, "reader_session", ("reader",), ("table",)),
    Shelf(PartialEvidence, "partial_evidence", ("id",), ("table",)),
    Shelf(LineAlarm, "line_alarm", ("id",), ("standing",)),
    Shelf(Suggestion, "suggestion", ("id",), ("table", "incident")),
    Shelf(SealedFrames, "sealed_frames", ("station",)),
    Shelf(SealedShoe, "sealed_shoe", ("table",)),
)

#: Raised by hand when a reducer gives another state for the same entries: stores then rebuild at start.
STATE_VERSION = 1

BY_KIND: dict[type[object], Shelf] = {shelf.kind: shelf for shelf in SHELVES}
