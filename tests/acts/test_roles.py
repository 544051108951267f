"""What each role is there for: the pit's manager, surveillance, storage, and who only reads."""

from __future__ import annotations

from floorapp.domain.people import READING_ONLY, Role
from floorapp.domain.tables import Assignment, Post
from floorapp.operations import look_notes
from floorapp.operations.acts import assignments, custody, incident_files, looks, reviews
from floorapp.operations.entry_sentences import tell
from floorapp.operations.facts.looks import RecordLookedAt
from floorapp.operations.permissions import MATRIX
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor, hire, refused
from tests.acts.test_incidents import report, review


def test_a_pit_manager_works_the_floor_and_reviews_what_floorpersons_report(floor: Floor) -> None:
    pat = floor.desk(hire(floor, Role.PIT_MANAGER))
    assignments.assign(pat, table="FB-01", post=Post.FLOORPERSON, person="pat")
    assert floor.get(Assignment, "FB-01", Post.FLOORPERSON).person == "pat"
    number = report(floor, floor.desk("flo"))
    review(floor, pat, "pat", number, 1)
    closing = refused(reviews.close_incident, pat, incident=number, outcome="done", seen=2)
    assert closing.code == "not-permitted"
    for act, roles in MATRIX.items():
        assert Role.FLOORPERSON not in roles or Role.PIT_MANAGER in roles, act


def test_surveillance_adds_references_and_reviews_and_decides_nothing(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    val = floor.desk(hire(floor, Role.SURVEILLANCE))
    incident_files.call_surveillance(val, incident=number, at=floor.clock.now(), taken_by="Val", reference="SV-9")
    incident_files.answer_review(val, incident=number, says="nothing seen", held=True)
    may = {act for act, roles in MATRIX.items() if Role.SURVEILLANCE in roles}
    own = {act for act, roles in MATRIX.items() if Role.AUDITOR in roles and act != "look_at"}
    assert may - own == {"call_surveillance", "answer_review", "sign_document"}


def test_security_in_storage_signs_as_security_does(floor: Floor) -> None:
    hire(floor, Role.STORAGE)
    sam = floor.desk("sam")
    security = floor.sign(sam, "stan", Meaning.RECEIVED)
    custody.receive_decks(sam, design="Bee", back="red", decks=6, seals=("S-9",), security=security)
    assert floor.verified().wrong == 0


def test_auditors_and_regulators_change_nothing_and_every_look_is_on_record(floor: Floor) -> None:
    for role in READING_ONLY:
        may = {act for act, roles in MATRIX.items() if role in roles}
        own = {"change_password", "change_pin", "sign_out", "lock_screen"}
        assert may == own | {"look_at", "issue_document", "reprint_document"}
        desk = floor.desk(hire(floor, role))
        look_notes.note_look(desk, "incidents", "IR-2026-0001")
        entry = floor.last()
        assert isinstance(entry.fact, RecordLookedAt) and entry.fact.person == entry.actor
        assert "looked at incidents IR-2026-0001" in tell(entry).says
    flo = floor.desk("flo")
    before = floor.last().number
    look_notes.note_look(flo, "incidents", "")
    assert floor.last().number == before, "of those who work here no look is kept"
    assert refused(looks.look_at, flo, place="incidents").code == "not-permitted"
