"""The sample floor: made through the acts, the same for a seed, with one of everything a screen can show."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from db.store import Store, open_store
from floorapp.bootstrap import rulebooks, sample_plan
from floorapp.domain.days import EndedDay, Handover
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.devices import Inspection, ReaderStatus, Shuffler
from floorapp.domain.duties import Duty, Reminded, Urgency
from floorapp.domain.findings import RecordedFinding
from floorapp.domain.incidents import Incident, IncidentPhase
from floorapp.domain.people import SIGNING_ONLY, Person, Role, Session
from floorapp.domain.property import Pit, Property, RulesSubmission
from floorapp.domain.tables import Assignment, Equipment, Phase, Post, Table, TableStatus
from floorapp.operations.acts.sessions import sign_in
from floorapp.operations.desk import Desk
from floorapp.operations.due import due
from floorapp.operations.entry import Entry
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.incidents import IncidentReopened
from floorapp.operations.facts.rounds import RoundsImported
from floorapp.operations.facts.routes import EntriesSigned
from floorapp.operations.moment import moment_of
from floorapp.operations.sample.make import make_sample, sign_ins
from floorapp.operations.unsigned import SIGNED_KINDS, signed_by_maker
from tests.acts.floor import CheapHasher, DrivenClock
from tests.sample.conftest import EVENING, made
from tests.sample.planted import finds_all_that_was_planted

#: What is to be done at the present moment, whenever that is.
STANDING = {
    "accept_handover",
    "acknowledge_shuffler_fault",
    "answer_incident",
    "approve_incident",
    "burn_card",
    "change_decks",
    "close_incident",
    "collect_decks",
    "end_gaming_day",
    "begin_shoe",
    "inspect_decks",
    "inspect_reader",
    "mend_reader",
    "open_decks",
    "reshuffle_after_fault",
    "seal_decks",
}


def duties(store: Store, now: datetime = EVENING) -> tuple[Duty, ...]:
    with store.reading() as state:
        return due(moment_of(state, now, None, rulebooks()))


def test_the_state_is_what_the_logbook_says(store: Store) -> None:
    live = store.state_digest()
    assert store.rebuild() > 5_000
    assert store.state_digest() == live


def test_it_is_a_sample_and_says_so(store: Store) -> None:
    with store.reading() as state:
        house = state.get(Property, "house")
        assert house is not None and house.sample and "sample" in house.name
        assert house.zone == "America/New_York"
        assert len(state.find(Pit)) == 4
        tables = state.find(Table)
        own = [table.id for table in tables if table.rulebook == "house-blackjack"]
        assert len(tables) == 38 and own == ["BJ-01", "BJ-02"]
        assert {table.rulebook for table in tables} == {*rulebooks(), "house-blackjack"}
        assert {table.method.value for table in tables} >= {"by-hand", "batch-shuffler", "continuous-shuffler"}
        assert {s.rulebook for s in state.find(RulesSubmission)} == set(rulebooks())
        assert len(state.find(Equipment)) > 36 * 6


def test_people_of_every_role_can_sign_in(store: Store) -> None:
    with store.reading() as state:
        people = {person.handle: person for person in state.find(Person)}
        assert not state.find(Session, ended_at=None)
    assert {person.role for person in people.values()} == set(Role)
    assert any(not person.enabled for person in people.values())
    assert any(ord(letter) > 0x370 for person in people.values() for letter in person.name)
    listed = sign_ins(sample_plan(), EVENING)
    assert listed[0].on_duty and {each.handle for each in listed} <= set(people)
    desk = Desk(store, DrivenClock(EVENING.astimezone(UTC)), CheapHasher(), rulebooks())
    for role in set(Role) - SIGNING_ONLY:
        one = next(each for each in listed if each.role is role)
        assert one.password is not None
        sign_in(desk, name=one.handle, password=one.password)


def test_the_present_moment_has_one_alarm_and_one_of_each_duty(store: Store) -> None:
    standing = duties(store)
    assert {duty.act for duty in standing} >= STANDING
    assert [duty.id for duty in standing if duty.urgency is Urgency.ALARM] == ["DB-05"]
    assert Counter(duty.urgency for duty in standing)[Urgency.WARNING] >= 3
    assert len(standing) < 40
    with store.reading() as state:
        shelved = [each for each in state.find(Reminded) if each.shelved_until and each.shelved_until > EVENING]
        assert len(shelved) == 1 and shelved[0].reason
        stopped = state.find(TableStatus, phase=Phase.SUSPENDED)
        assert [each.table for each in stopped] == ["DU-04"]
        phases = Counter(each.phase for each in state.find(TableStatus))
        assert phases[Phase.OPEN] == 28 and phases[Phase.CLOSED] == 8
        assert state.find(Handover, accepted=False)


def test_incidents_stand_in_every_state(store: Store) -> None:
    with store.reading() as state:
        found = state.find(Incident)
    assert {incident.phase for incident in found} == set(IncidentPhase)
    assert any(isinstance(entry.fact, IncidentReopened) for entry in everything(store))
    assert any(incident.exposure.minutes and incident.exposure.rounds for incident in found)
    assert any(incident.chosen for incident in found) and any(incident.cite for incident in found)
    assert any(incident.rounds for incident in found)
    reporters = {incident.reporter for incident in found}
    assert all(incident.reviewer not in ("", incident.reporter) for incident in found if incident.reviewer)
    assert len(reporters) > 5


def test_deck_sets_are_everywhere_from_the_store_to_their_end(store: Store) -> None:
    with store.reading() as state:
        sets = state.find(DeckSet)
    spots = Counter(each.spot for each in sets)
    assert set(spots) >= {
        Spot.STORE,
        Spot.ISSUED,
        Spot.TABLE,
        Spot.SHOE,
        Spot.SHUFFLER,
        Spot.WITHDRAWN,
        Spot.SEALED,
        Spot.COLLECTED,
        Spot.HELD,
        Spot.DESTROYED,
    }
    assert spots[Spot.DESTROYED] > 300


def test_readers_are_inspected_every_day_by_whoever_has_the_table(store: Store) -> None:
    with store.reading() as state:
        done = state.find(Inspection)
        assert len({inspection.gaming_day for inspection in done}) == 15
        assert len([each for each in done if each.passed]) >= 14 * 36
        assert [each for each in done if not each.passed]
        assert len(state.find(RecordedFinding, code="inspected-by-another")) == 1
        assert len(state.find(RecordedFinding, code="decks-over-hours")) == 1
        assert state.find(RecordedFinding, code="batch-not-alternated")
        assert state.find(RecordedFinding, code="too-many-tables")
        assert [each.table for each in state.find(ReaderStatus) if each.failed_at] == ["DU-04"]
        assert len(state.find(Shuffler)) > 5
        held = Counter(each.person for each in state.find(Assignment, post=Post.FLOORPERSON))
        assert max(held.values()) == 4
        assert len(state.find(EndedDay)) == 13


def test_whoever_went_off_signed_what_they_had_entered(store: Store) -> None:
    """Reports of its past days are signed; people on duty have yet to sign, at the end of their route."""
    mine = store.page(limit=100_000)
    covered = {each.number for e in mine if isinstance(e.fact, EntriesSigned) for each in e.fact.covers}
    wanting = [e for e in mine if e.fact.KIND in SIGNED_KINDS and e.number not in covered and not signed_by_maker(e)]
    assert covered and wanting and {each.gaming_day for each in wanting} == {"2026-11-15"}


def test_rounds_are_verified_some_of_them_wrong(store: Store) -> None:
    verdicts: Counter[str] = Counter()
    for entry in everything(store):
        if isinstance(entry.fact, RoundsImported):
            seen = entry.fact.verdicts
            verdicts.update(ok=seen.ok, mismatch=seen.mismatch, violation=seen.violation)
            assert seen.unreadable == 0
    assert verdicts["ok"] > 400 and verdicts["mismatch"] >= 5 and verdicts["violation"] >= 1


def test_an_audit_finds_what_was_planted_and_nobody_noticed(store: Store) -> None:
    finds_all_that_was_planted(store, EVENING)


def test_corrections_stand_beside_what_they_correct(store: Store) -> None:
    corrected = [entry for entry in everything(store) if isinstance(entry.fact, EntryCorrected)]
    assert len(corrected) >= 3 and all(entry.signatures for entry in corrected)
    assert any(entry.late for entry in everything(store))


def test_time_never_runs_back_nor_beyond_the_present(store: Store) -> None:
    times = [entry.recorded_at for entry in everything(store)]
    assert times == sorted(times) and times[-1] <= EVENING


def test_it_can_be_made_at_any_hour(tmp_path: Path) -> None:
    """In the middle of an inspection round, two days after the clocks went forward."""
    now = datetime.fromisoformat("2027-03-16T06:03:20-04:00")
    made(tmp_path / "floor.sqlite", now)
    store = open_store(tmp_path / "floor.sqlite")
    standing = duties(store, now)
    assert {duty.act for duty in standing} >= STANDING
    assert [duty.id for duty in standing if duty.urgency is Urgency.ALARM] == ["DB-05"]
    finds_all_that_was_planted(store, now)
    store.close()


def test_a_making_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(day: int, of: int) -> None:
        assert of == 15
        if day == 1:
            raise Stopped

    store = open_store(tmp_path / "floor.sqlite")
    with pytest.raises(Stopped):
        make_sample(store, hasher=CheapHasher(), rulebooks=rulebooks(), plan=sample_plan(), now=EVENING, progress=stop)
    assert store.page(limit=1) == ()
    store.close()


def everything(store: Store) -> list[Entry]:
    return list(reversed(store.page(limit=100_000)))
