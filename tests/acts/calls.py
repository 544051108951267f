"""One ordinary call of every act in the matrix, for walking the matrix by role."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time, timedelta

from floorapp.bootstrap import shipped
from floorapp.domain.card_storage import StorageKind
from floorapp.domain.days import Made
from floorapp.domain.decks import TensDisposal
from floorapp.domain.devices import OutOfOrder, ShufflerCondition
from floorapp.domain.disputes import Claim, Receipt
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.incident_files import IncidentDetails, NoticeTable
from floorapp.domain.people import Badge, Role
from floorapp.domain.policy import Policy
from floorapp.domain.property import Choices, Place
from floorapp.domain.readers import ReaderKind
from floorapp.domain.retention import RetentionSchedule
from floorapp.domain.tables import Cards, Fixture, Post, ShufflingMethod
from floorapp.operations.acts import (
    assignments,
    audits,
    batches,
    card_storage,
    cases,
    checks,
    corrections,
    custody,
    days,
    decks,
    disputes,
    duties,
    holds,
    house,
    incident_files,
    incidents,
    lines,
    looks,
    opening,
    papers,
    people,
    readers,
    reshuffles,
    reviews,
    rounds,
    routes,
    rulebooks,
    scans,
    sessions,
    shoes,
    shufflers,
    tables,
    upkeep,
)
from floorapp.operations.audit.audit import Audit
from floorapp.operations.audit.selection import AuditAsked
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.facts.registry import Subject
from floorapp.operations.signatures import Meaning
from tests.acts.floor import LIMITS, NOON, PASSWORD, PIN, PROVED, SHIFTS

#: A signature nobody gave; acts ask for permission before they look at it.
FORGED = Signature("forged", "flo", "floorperson", Meaning.CORRECTED, NOON, Proof.PIN)

TEMPLATE = shipped("rulebooks", "templates", "house-blackjack.toml").read_text(encoding="utf-8")

FINISHED = papers.Finished(
    document="DOC-2026-00001",
    form="F-1",
    title="Log",
    first_day=date(2026, 11, 15),
    last_day=date(2026, 11, 15),
    digest="ab" * 32,
    pages=1,
    made=Made(
        paper="inspections",
        revision="1",
        size="Letter",
        station="MAIN",
        seq=1,
        head="ef" * 32,
        key="cd" * 32,
        app_version="1",
        rulebooks=(),
    ),
)

REPORT = incidents.IncidentReport(table="FB-01", says="x", title="Something", happened_at=NOON, discovered_at=NOON)

CALLS: dict[str, Callable[[Desk], Change]] = {
    "set_property": lambda d: house.set_property(
        d, name="Riverbend", zone="America/Chicago", shifts=SHIFTS, day_begins=time(5)
    ),
    "set_policy": lambda d: house.set_policy(d, policy=Policy(lock_minutes=2)),
    "add_pit": lambda d: house.add_pit(d, pit="P9", name="High limit", place=Place(9, 9)),
    "move_pit": lambda d: house.move_pit(d, pit="P1", name="Main", place=Place(2, 0)),
    "add_table": lambda d: tables.add_table(
        d,
        table="FB-09",
        pit="P1",
        place=Place(4, 4),
        rulebook="pa-590",
        boxes=6,
        decks=6,
        method=ShufflingMethod.BY_HAND,
        limits=LIMITS,
    ),
    "change_table": lambda d: tables.change_table(
        d, table="FB-01", rulebook="pa-590", boxes=5, decks=8, method=ShufflingMethod.BY_HAND, limits=LIMITS
    ),
    "move_table": lambda d: tables.move_table(d, table="FB-01", pit="P1", place=Place(7, 7)),
    "retire_table": lambda d: tables.retire_table(d, table="FB-01", reason="worn out"),
    "fit_equipment": lambda d: tables.fit_equipment(d, table="FB-01", fixture=Fixture.SHOE, serial="SH-1"),
    "remove_equipment": lambda d: tables.remove_equipment(
        d, table="FB-01", fixture=Fixture.READER, reason="to the workshop"
    ),
    "submit_rules": lambda d: house.submit_rules(
        d,
        rulebook="pa-590",
        holds_from=date(2026, 12, 1),
        reference="RS-12",
        choices=Choices(collect_and_pay="losing-first", readings=("I-37",)),
    ),
    "add_person": lambda d: people.add_person(d, handle="dee", name="Dee", role=Role.DEALER, pin=PIN),
    "rename_person": lambda d: people.rename_person(d, person="dan", name="Daniel"),
    "set_badge": lambda d: people.set_badge(d, person="dan", badge=Badge("Dealer", "Table games", "30211")),
    "change_role": lambda d: people.change_role(d, person="dan", role=Role.SECURITY, reason="moves"),
    "disable_person": lambda d: people.disable_person(d, person="dan", reason="left"),
    "enable_person": lambda d: people.enable_person(d, person="dan", reason="back"),
    "readmit_person": lambda d: people.readmit_person(d, person="dan", reason="forgot"),
    "reset_password": lambda d: people.reset_password(d, person="sam", password="a fresh password"),
    "reset_pin": lambda d: people.reset_pin(d, person="dan", pin="864213"),
    "change_password": lambda d: people.change_password(d, old=PASSWORD, new="a fresh password"),
    "change_pin": lambda d: people.change_pin(d, password=PASSWORD, new="864213"),
    "sign_out": lambda d: sessions.sign_out(d),
    "lock_screen": lambda d: sessions.lock_screen(d),
    "assign": lambda d: assignments.assign(d, table="FB-01", post=Post.DEALER, person="dan"),
    "relieve": lambda d: assignments.relieve(d, table="FB-01", post=Post.DEALER),
    "open_table": lambda d: opening.open_table(d, table="FB-01", cards=Cards.NEW, done=()),
    "suspend_table": lambda d: opening.suspend_table(d, table="FB-01", reason="spill"),
    "resume_table": lambda d: opening.resume_table(d, table="FB-01"),
    "check_table": lambda d: checks.check_table(d, table="FB-01", good=("shuffle-random",)),
    "close_table": lambda d: opening.close_table(d, table="FB-01"),
    "receive_decks": lambda d: custody.receive_decks(
        d, design="Bee", back="red", decks=6, seals=("S1",), security=FORGED
    ),
    "issue_decks": lambda d: custody.issue_decks(d, deck_set="DS", table="FB-01", witness=FORGED),
    "open_decks": lambda d: decks.open_decks(d, deck_set="DS", counted=312, dealer=FORGED, floorperson=FORGED),
    "remove_tens": lambda d: decks.remove_tens(
        d, deck_set="DS", removed=24, disposed=TensDisposal.DESTROYED, dealer=FORGED, floorperson=FORGED
    ),
    "count_decks": lambda d: decks.count_decks(d, deck_set="DS", counted=312),
    "replace_card": lambda d: decks.replace_card(
        d, deck_set="DS", card="Th", back="red", reason="torn", dealer=FORGED, floorperson=FORGED
    ),
    "change_decks": lambda d: decks.change_decks(d, table="FB-01", out=(), into=("DS",)),
    "withdraw_decks": lambda d: decks.withdraw_decks(d, deck_set="DS", reason="marked"),
    "seal_decks": lambda d: custody.seal_decks(d, deck_set="DS", seal="B1"),
    "collect_decks": lambda d: custody.collect_decks(d, deck_set="DS", security=FORGED),
    "inspect_decks": lambda d: custody.inspect_decks(d, deck_set="DS", good=True),
    "hold_decks": lambda d: custody.hold_decks(d, deck_set="DS", reason="marked"),
    "scan_label": lambda d: scans.scan_label(d, code="SET-DS", step="collect_decks", expected=("DS",)),
    "destroy_decks": lambda d: custody.destroy_decks(d, deck_set="DS", how="shredded", witness=FORGED),
    "set_storage_place": lambda d: card_storage.set_storage_place(
        d, place="PIT", name="Pit stand", kind=StorageKind.PIT_STAND, par=6
    ),
    "transfer_decks": lambda d: card_storage.transfer_decks(
        d, deck_sets=("DS",), to_place="PIT", security=FORGED, games=FORGED
    ),
    "return_decks": lambda d: card_storage.return_decks(d, deck_set="DS", place="", security=FORGED, games=FORGED),
    "cancel_decks": lambda d: card_storage.cancel_decks(d, deck_set="DS", how="drilled", witness=FORGED),
    "count_storage": lambda d: card_storage.count_storage(d, place="", found=(), security=FORGED, games=FORGED),
    "begin_shoe": lambda d: shoes.begin_shoe(d, table="FB-01", deck_set="DS"),
    "load_batch": lambda d: batches.load_batch(d, table="FB-02", deck_set="DS"),
    "swap_batches": lambda d: batches.swap_batches(d, table="FB-02"),
    "reach_cover_card": lambda d: shoes.reach_cover_card(d, table="FB-01"),
    "end_shoe": lambda d: shoes.end_shoe(d, table="FB-01", remaining=0, discarded=312),
    "recut_shoe": lambda d: shoes.recut_shoe(d, table="FB-01", reason="bad cut"),
    "reshuffle_shoe": lambda d: reshuffles.reshuffle_shoe(d, table="FB-01", reason="suspicion"),
    "idle_shoe": lambda d: shoes.idle_shoe(d, table="FB-01"),
    "resume_shoe": lambda d: reshuffles.resume_shoe(d, table="FB-01", done=()),
    "burn_card": lambda d: shoes.burn_card(d, table="FB-01"),
    "inspect_reader": lambda d: readers.inspect_reader(d, table="FB-01", tampering=False, working=True, proofs=PROVED),
    "report_reader_failure": lambda d: readers.report_reader_failure(d, table="FB-01", says="dark"),
    "mend_reader": lambda d: readers.mend_reader(d, table="FB-01", says="new lamp", proofs=PROVED),
    "add_line": lambda d: lines.add_line(d, line="L7", target="/dev/ttyUSB7"),
    "edit_line": lambda d: lines.edit_line(
        d,
        line="L1",
        target="/dev/ttyUSB8",
        driver="floor-line",
        baud=9600,
        may_answer=False,
        group=None,
        framing="7E1",
        asserts="",
        settings="",
    ),
    "remove_line": lambda d: lines.remove_line(d, line="L1", reason="moved"),
    "switch_line": lambda d: lines.switch_line(d, line="L1", on=False, reason="maintenance"),
    "know_reader": lambda d: lines.know_reader(d, reader="Acme/BJ/77", kind=ReaderKind.BLACKJACK),
    "forget_reader": lambda d: lines.forget_reader(d, reader="Acme/BJ/77", reason="sold"),
    "attach_virtual_reader": lambda d: lines.attach_virtual_reader(d, table="FB-01"),
    "report_shuffler_fault": lambda d: shufflers.report_shuffler_fault(
        d, table="FB-02", condition=ShufflerCondition.JAMMED, says="two cards stuck"
    ),
    "acknowledge_shuffler_fault": lambda d: shufflers.acknowledge_shuffler_fault(d, table="FB-02"),
    "reshuffle_after_fault": lambda d: shufflers.reshuffle_after_fault(d, table="FB-02", how="by hand"),
    "take_shuffler_out": lambda d: shufflers.take_shuffler_out(
        d, table="FB-02", how=OutOfOrder.COVERED, reason="broken"
    ),
    "return_shuffler": lambda d: shufflers.return_shuffler(d, table="FB-02", says="cleaned"),
    "report_irregularity": lambda d: incidents.report_irregularity(d, report=REPORT, signature=FORGED),
    "add_to_incident": lambda d: incidents.add_to_incident(d, incident="IR-1", says="more"),
    "return_incident": lambda d: reviews.return_incident(d, incident="IR-1", reason="unclear", seen=1),
    "answer_incident": lambda d: reviews.answer_incident(d, incident="IR-1", says="so", seen=1),
    "approve_incident": lambda d: reviews.approve_incident(d, incident="IR-1", seen=1, signature=FORGED),
    "close_incident": lambda d: reviews.close_incident(d, incident="IR-1", outcome="done", seen=1),
    "reopen_incident": lambda d: reviews.reopen_incident(d, incident="IR-1", reason="new video"),
    "describe_incident": lambda d: incident_files.describe_incident(
        d, incident="IR-1", details=IncidentDetails(dealers=("Dan",))
    ),
    "call_surveillance": lambda d: incident_files.call_surveillance(
        d, incident="IR-1", at=d.clock.now(), taken_by="Val", review=True
    ),
    "answer_review": lambda d: incident_files.answer_review(d, incident="IR-1", says="paid twice", held=True),
    "notify_regulator": lambda d: incident_files.notify_regulator(
        d, incident="IR-1", whom="casino compliance representative", at=d.clock.now()
    ),
    "set_action": lambda d: incident_files.set_action(
        d, incident="IR-1", says="Retrain", owner="sam", due_on=date(2026, 12, 1)
    ),
    "finish_action": lambda d: incident_files.finish_action(d, incident="IR-1", says="retrained"),
    "set_notices": lambda d: incident_files.set_notices(
        d, table=NoticeTable(effects=("table-stopped",), whom="casino compliance representative")
    ),
    "set_retention": lambda d: house.set_retention(
        d, schedule=RetentionSchedule(rounds=7, grounds="internal controls")
    ),
    "acknowledge_duty": lambda d: duties.acknowledge_duty(d, key="inspect-reader/FB-01/2026-11-16"),
    "shelve_duty": lambda d: duties.shelve_duty(
        d, key="inspect-reader/FB-02/2026-11-16", until=d.clock.now() + timedelta(hours=1), reason="busy"
    ),
    "give_handover": lambda d: days.give_handover(d, to="sam", shift="Day", says="", signature=FORGED),
    "accept_handover": lambda d: days.accept_handover(d, handover="H", signature=FORGED),
    "end_gaming_day": lambda d: days.end_gaming_day(d, day=GamingDay(date(2026, 11, 15)), signature=FORGED),
    "look_at": lambda d: looks.look_at(d, place="incidents", about="IR-1"),
    "issue_document": lambda d: papers.issue_document(d, paper=FINISHED, signature=FORGED),
    "reprint_document": lambda d: papers.reprint_document(
        d, document="DOC-1", copy=1, reason="lost", digest="ab" * 32, key="cd" * 32, app_version="1"
    ),
    "sign_document": lambda d: papers.sign_document(
        d, document="DOC-1", role="", meaning="", digest="ab" * 32, key="", signature=FORGED
    ),
    "replace_station_key": lambda d: upkeep.replace_station_key(d, key="ab" * 32, reason="lost", signature=FORGED),
    "rebuild_state": lambda d: upkeep.rebuild_state(d, entries=1, same=True),
    "restore_backup": lambda d: upkeep.restore_backup(d, digest="ab" * 32, left=(), reason="the disk failed"),
    "import_rounds": lambda d: rounds.import_rounds(d, source="shoe.jsonl", lines=[b"{}"]),
    "audit_rounds": lambda d: audits.audit_rounds(
        d, asked=AuditAsked(date(2026, 11, 16), date(2026, 11, 16)), found=Audit()
    ),
    "keep_dispute": lambda d: disputes.keep_dispute(d, record={"format": "floor-round/1", "id": "x"}),
    "open_case": lambda d: cases.open_case(d, record="{}", claim=Claim("a patron", 1, 1000)),
    "open_complaint": lambda d: cases.open_complaint(
        d, claim=Claim("a patron", 0, 0), about="was paid short", happened_at=d.clock.now()
    ),
    "file_case": lambda d: cases.file_case(
        d, case="x#1", form_offered_at=None, board_number="B-1", answer_by=None, evidence=()
    ),
    "change_case": lambda d: cases.change_case(d, case="x#1", claim=Claim("a patron", 1, 1000)),
    "close_case": lambda d: cases.close_case(d, case="x#1", paid=0, receipt=Receipt.REFUSED, outcome="explained"),
    "correct_entry": lambda d: corrections.correct_entry(
        d, entry="none", reason="typed wrong", signature=FORGED, fact=None
    ),
    "sign_entries": lambda d: routes.sign_entries(d, entries=("none",), signature=FORGED),
    "install_rulebook": lambda d: rulebooks.install_rulebook(
        d, text=TEMPLATE, holds_from=date(2026, 12, 1), signature=FORGED
    ),
    "place_hold": lambda d: holds.place_hold(d, on=Subject("deck-set", "DS"), reason="subpoena", signature=FORGED),
    "release_hold": lambda d: holds.release_hold(d, hold="LH-1", reason="closed", signature=FORGED),
}
