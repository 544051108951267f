"""Which things the state keeps, under which key, and by which fields they are asked for."""

from __future__ import annotations

from floorapp.domain.card_storage import StorageCount, StoragePlace
from floorapp.domain.conduct import ConductPage, KeptConduct, TableDay, WorkedDay
from floorapp.domain.days import Document, EndedDay, Handover, PaperCertificate
from floorapp.domain.decks import DeckSet, UsedSeal
from floorapp.domain.devices import Inspection, ReaderStatus, Shuffler
from floorapp.domain.disputes import DisputeCase
from floorapp.domain.duties import Reminded
from floorapp.domain.findings import RecordedFinding
from floorapp.domain.heads import Station
from floorapp.domain.holds import LegalHold
from floorapp.domain.incident_files import IncidentFile, NoticeTable
from floorapp.domain.incidents import Incident
from floorapp.domain.people import Person, Session
from floorapp.domain.policy import Policy
from floorapp.domain.property import Pit, Property, RulesSubmission
from floorapp.domain.reader_lines import ListedReader, ReaderLine
from floorapp.domain.retention import RetentionSchedule
from floorapp.domain.rounds import LastRound
from floorapp.domain.rulebooks import InstalledRulebook, RulebookText
from floorapp.domain.signals import (
    LineAlarm,
    PartialEvidence,
    ReaderEvent,
    ReaderSession,
    SealedFrames,
    SealedShoe,
    Suggestion,
)
from floorapp.domain.tables import Assignment, Equipment, KnownCount, Shoe, Table, TableStatus
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
    Shelf(Person, "person", ("handle",), ("role", "enabled"), few=True),
    Shelf(Session, "session", ("id",), ("person", "ended_at")),
    Shelf(Property, "property", ("id",), few=True),
    Shelf(Policy, "policy", ("id",), few=True),
    Shelf(Pit, "pit", ("id",), few=True),
    Shelf(Table, "gaming_table", ("id",), ("pit", "rulebook", "retired"), few=True),
    Shelf(Equipment, "equipment", ("table", "fixture"), ("serial", "fitted"), few=True),
    Shelf(RulesSubmission, "rules_submission", ("id",), ("rulebook", "holds_from"), few=True),
    Shelf(InstalledRulebook, "installed_rulebook", ("entry",), ("rulebook",), few=True),
    Shelf(RulebookText, "rulebook_text", ("digest",)),
    Shelf(RecordedFinding, "finding", ("entry", "place"), ("table", "code", "gaming_day")),
    Shelf(Assignment, "assignment", ("table", "post"), ("person", "post"), few=True),
    Shelf(TableStatus, "table_status", ("table",), ("phase",), few=True),
    Shelf(Shoe, "shoe", ("table",), few=True),
    Shelf(KeptConduct, "conduct", ("table",), few=True),
    Shelf(ConductPage, "conduct_page", ("table", "number")),
    Shelf(TableDay, "table_day", ("table", "day", "reader"), ("day",)),
    Shelf(WorkedDay, "worked_day", ("day",), ("ended",)),
    Shelf(KnownCount, "known_count", ("table", "entry"), ("table", "at")),
    Shelf(Reminded, "reminded", ("key",)),
    Shelf(Handover, "handover", ("id",), ("to", "accepted")),
    Shelf(EndedDay, "ended_day", ("day",)),
    Shelf(Document, "document", ("number",), ("form", "digest")),
    Shelf(PaperCertificate, "paper_certificate", ("fingerprint",), ("station",)),
    Shelf(LastRound, "last_round", ("table",), few=True),
    Shelf(Incident, "incident", ("number",), ("table", "phase", "reporter")),
    Shelf(IncidentFile, "incident_file", ("incident",), ("review_pending", "notice_pending", "action_open")),
    Shelf(NoticeTable, "notice_table", ("id",), few=True),
    Shelf(RetentionSchedule, "retention_schedule", ("id",), few=True),
    Shelf(DisputeCase, "dispute_case", ("id",), ("round", "table", "closed")),
    Shelf(LegalHold, "legal_hold", ("id",), ("name", "released")),
    Shelf(DeckSet, "deck_set", ("id",), ("table", "spot", "seal")),
    Shelf(StoragePlace, "storage_place", ("id",), few=True),
    Shelf(StorageCount, "storage_count", ("place",), few=True),
    Shelf(UsedSeal, "used_seal", ("seal",)),
    Shelf(Inspection, "inspection", ("entry",), ("table", "gaming_day")),
    Shelf(ReaderStatus, "reader_status", ("table",), few=True),
    Shelf(Shuffler, "shuffler", ("table",), ("condition",), few=True),
    Shelf(Station, "station", ("id",), few=True),
    Shelf(ReaderLine, "reader_line", ("id",), ("station", "removed"), few=True),
    Shelf(ListedReader, "listed_reader", ("key",), ("forgotten",), few=True),
    Shelf(StationTrouble, "station_trouble", ("station", "chore"), ("standing",)),
    Shelf(ReaderEvent, "reader_event", ("id",), ("slot",)),
    Shelf(ReaderSession, "reader_session", ("reader",), ("table",), few=True),
    Shelf(PartialEvidence, "partial_evidence", ("id",), ("table",)),
    Shelf(LineAlarm, "line_alarm", ("id",), ("standing",)),
    Shelf(Suggestion, "suggestion", ("id",), ("table", "incident")),
    Shelf(SealedFrames, "sealed_frames", ("station",)),
    Shelf(SealedShoe, "sealed_shoe", ("table",)),
)

#: Raised by hand when a reducer gives another state for the same entries: the layout then has another name
#: (`db.shelf_tables.LAYOUT`), and stores rebuild at start.
STATE_VERSION = 8

BY_KIND: dict[type[object], Shelf] = {shelf.kind: shelf for shelf in SHELVES}
