"""What a reader says becomes an entry at its table, over a real pty and into a real file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from floorapp.domain.devices import ReaderStatus
from floorapp.domain.signals import LineAlarm, ReaderEvent, ReaderSession
from floorapp.domain.tables import Phase, TableStatus
from floorapp.operations.facts.devices import ReaderFailed
from floorapp.operations.facts.refusals import ActRefused
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.signals import (
    EvidencePartial,
    FramesSealed,
    LineAlarmOver,
    LineAlarmRaised,
    ReaderCleared,
    ReaderFaulted,
    ReaderGreeted,
    ReaderSelfTested,
    ReaderSignalled,
    ReaderTampered,
)
from floorapp.operations.facts.tables import TableSuspended
from tests.acts.floor import Floor
from tests.signals.room import House, house_with
from tests.waiting import wait_until

KEY = "Floorapp/Virtual/VR-0001"


@pytest.fixture
def wired(floor: Floor) -> Iterator[House]:
    with house_with(floor, "FB-01", "NJ-01") as made:
        yield made


def test_a_signal_becomes_a_committed_entry_by_the_reader(wired: House) -> None:
    with wired.listening():
        wired.do(0, "hand As Kh")
        ((entry, fact),) = wired.until_entered(ReaderSignalled)
        wait_until(lambda: any(Subject("table", "FB-01") in change.subjects for change in wired.changes))
    assert (fact.table, fact.signal, fact.up_card, fact.dealing) == ("FB-01", "blackjack", "As", False)
    assert entry.actor == f"reader/{KEY}" and fact.by.virtual
    assert wired.floor.get(ReaderEvent, fact.by.id).signal == "blackjack"
    ((_, greeted), (_, other)) = wired.entries(ReaderGreeted)
    assert {greeted.table, other.table} == {"FB-01", "NJ-01"}, "each greeted once, however often it says so"
    assert wired.floor.get(ReaderSession, KEY).session == fact.by.session
    timeline = wired.floor.store.page(about=Subject("equipment", "VR-0001"))
    assert entry.id in {each.id for each in timeline}


def test_frames_are_stored_and_sealed_and_heartbeats_counted_not_entered(wired: House) -> None:
    with wired.listening():
        wired.do(0, "signal no_blackjack")
        wired.until_entered(ReaderSignalled)
        wait_until(lambda: sum(each.frames for each in wired.floor.store.bundles()) > 20)
        before = len(wired.floor.store.page(limit=500))
    ((_, seal),) = wired.entries(FramesSealed)
    stored = [frame for frames in wired.floor.store.frames() for frame in frames]
    assert sum(each.frames for each in seal.lines) == len(stored)
    assert {each.line for each in seal.lines} == {"L1", "L2"}
    assert wired.floor.verified().good
    assert len(wired.floor.store.page(limit=500)) == before + 1
    assert wired.floor.store.entered()[0] == seal.last


def test_every_other_event_is_an_entry_too_and_a_gap_is_partial_evidence(wired: House) -> None:
    with wired.listening():
        for words in ("self-test pass", "self-test fail lamp", "tamper cover", "cleared tamper", "gap 4"):
            wired.do(1, words)
        wired.until_entered(EvidencePartial)
    ((_, first), (_, second)) = wired.entries(ReaderSelfTested)
    assert (first.passed, second.passed, second.says) == (True, False, "lamp")
    assert wired.entries(ReaderTampered)[0][1].cause == "cover"
    assert wired.entries(ReaderCleared)[0][1].what == "tamper"
    partial = wired.entries(EvidencePartial)[0][1]
    assert partial.last - partial.by.sequence == 3 and partial.table == "NJ-01"
    assert ("evidence-partial", "") in wired.floor.findings("NJ-01")


def test_a_fault_stops_a_pennsylvania_table_once_and_not_a_new_jersey_one(wired: House) -> None:
    wired.floor.open("FB-01")
    wired.floor.open("NJ-01")
    with wired.listening():
        for _ in range(2):
            wired.do(0, "fault optics dirty window")
            wired.do(1, "fault light")
        wired.do(0, "tamper cover")
        wired.until_entered(ReaderFaulted, 4)
        wired.until_entered(ReaderTampered)
    assert wired.floor.get(TableStatus, "FB-01").phase is Phase.SUSPENDED
    assert wired.floor.get(TableStatus, "FB-01").stopped_by == "590.13(j)"
    assert wired.floor.get(TableStatus, "NJ-01").phase is Phase.OPEN
    assert [fact.table for _, fact in wired.entries(TableSuspended)] == ["FB-01"]
    failed = wired.entries(ReaderFailed)
    assert sorted(fact.table for _, fact in failed) == ["FB-01", "NJ-01"]
    assert {fact.cite for _, fact in failed} == {"590.13(j)", "19:47-26.15(m)"}
    assert wired.floor.get(ReaderStatus, "FB-01").by_itself
    assert wired.entries(LineAlarmRaised) == [], "the table's own alarm says it already"


def test_unplugging_is_one_alarm_that_ends(wired: House) -> None:
    with wired.listening():
        wired.do(0, "unplug 0.6")
        ((_, raised),) = wired.until_entered(LineAlarmRaised)
        assert raised.tables == ("FB-01",)
        assert wired.floor.get(LineAlarm, raised.alarm).standing
        wired.until_entered(LineAlarmOver)
    assert not wired.floor.get(LineAlarm, raised.alarm).standing
    assert wired.entries(ReaderFailed) == []


def test_a_reader_speaks_only_at_the_table_where_it_is_fitted(floor: Floor) -> None:
    with house_with(floor, "FB-01") as house:
        house.known[0] = type(house.known[0])(KEY, house.known[0].kind, "FB-03", virtual=True)
        with house.listening():
            for _ in range(3):
                house.do(0, "hand As Kh")
            wait_until(lambda: house.entries(ActRefused))
            wait_until(lambda: sum(each.frames for each in floor.store.bundles()) > 3)
    ((entry, refused),) = house.entries(ActRefused)
    assert (refused.code, refused.about) == ("not-fitted", Subject("table", "FB-03"))
    assert entry.actor == f"reader/{KEY}" and house.entries(ReaderSignalled) == []
