"""Out of order and back: one alarm, the duty to mend, a proof test over the line, an inspection."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from floorapp.domain.duties import Urgency
from floorapp.domain.proof_test import Outcome, ProofRun
from floorapp.domain.readers import Report
from floorapp.domain.tables import Phase, TableStatus
from floorapp.operations.acts import duties, opening, readers
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.devices import ReaderInspected
from floorapp.operations.facts.signals import LineAlarmRaised, ReaderCleared, ReaderFaulted
from floorapp.operations.proof_tests import begin_at, fill_inspection, hear_report, steps_of
from floorapp.operations.refusal import Refused
from floorapp.readers.recorder import Recorder
from tests.acts.floor import PROVED, Floor, refused
from tests.acts.rulebooks import RULEBOOKS
from tests.signals.room import House, house_with
from tests.waiting import wait_until

KEY = "Floorapp/Virtual/VR-0001"


@pytest.fixture
def wired(floor: Floor) -> Iterator[House]:
    with house_with(floor, "FB-01", "NJ-01") as made:
        floor.open("FB-01")
        floor.open("NJ-01")
        yield made


def alarms(house: House, table: str) -> list[tuple[str, str]]:
    pressing = [duty for duty in house.due() if duty.id == table and duty.urgency is Urgency.ALARM]
    return [(duty.act, duty.cite) for duty in pressing if not duty.acknowledged]


def test_a_fault_is_one_alarm_and_a_duty_and_coming_back_takes_mending(wired: House) -> None:
    floor = wired.floor
    with wired.listening():
        wired.do(0, "fault optics")
        wired.do(1, "self-test fail")
        wired.until_entered(ReaderFaulted)
        wait_until(lambda: alarms(wired, "NJ-01"))
        wired.do(0, "cleared fault")
        wired.until_entered(ReaderCleared)
    assert alarms(wired, "FB-01") == [("acknowledge_duty", "590.13(j)")]
    assert alarms(wired, "NJ-01") == [("acknowledge_duty", "19:47-26.15(m)")]
    own = {duty.id: duty.says for duty in wired.due(code="reader-alarm/")}
    assert "Nothing is dealt until" in own["FB-01"] and "Continue without a reader" in own["NJ-01"]
    mend = [duty for duty in wired.due(code="reader-failed/") if duty.act == "mend_reader"]
    assert {duty.id for duty in mend} == {"FB-01", "NJ-01"}
    desk = floor.desk("flo")
    duties.acknowledge_duty(desk, key=next(d.key for d in wired.due(code="reader-alarm/FB-01")))
    assert alarms(wired, "FB-01") == []
    assert refused(opening.resume_table, desk, table="FB-01").cite == "590.13(j)"
    readers.mend_reader(desk, table="FB-01", says="window cleaned", proofs=PROVED)
    opening.resume_table(desk, table="FB-01")
    assert floor.get(TableStatus, "FB-01").phase is Phase.OPEN
    assert wired.due(code="reader-alarm/FB-01") == wired.due(code="reader-failed/FB-01") == []


def test_a_fault_that_only_the_heartbeats_tell_stops_the_table_too(wired: House) -> None:
    with wired.listening():
        wired.simulation.parts[0].reader.fault = True
        wait_until(lambda: alarms(wired, "FB-01"))
    assert wired.floor.get(TableStatus, "FB-01").phase is Phase.SUSPENDED


def test_an_unplugged_reader_is_one_alarm_among_what_is_due(wired: House) -> None:
    with wired.listening():
        wired.do(0, "unplug")
        wired.until_entered(LineAlarmRaised)
        (duty,) = wired.due(code="line-alarm/")
        assert (duty.urgency, duty.id) == (Urgency.ALARM, "FB-01")
        assert wired.floor.get(TableStatus, "FB-01").phase is Phase.OPEN
    with wired.room():
        assert wired.due(code="line-alarm/") == [], "watched anew: what still stands is told again"


def proof_test(wired: House, monkeypatch: pytest.MonkeyPatch, wrong: bool = False) -> ProofRun:
    """The test as the screen would run it: lay cards, wait for the line."""
    heard: list[Report] = []
    told = Recorder.heard

    def listen(recorder: Recorder, report: Report) -> None:
        told(recorder, report)
        heard.append(report)

    monkeypatch.setattr(Recorder, "heard", listen)
    with wired.floor.desk().looking() as moment:
        test = begin_at(moment, table="FB-01", reader=KEY)
    with wired.listening():
        if wrong:
            wired.do(0, "wrong-light on")
        while test.step is not None:
            wired.do(0, f"hand {test.step.up} {test.step.hole}")
            test = hear_report(test, _next(heard, len(test.seen)))
    return test


def _next(heard: list[Report], before: int) -> Report:
    """The report after so many of them; greetings have no number."""
    wait_until(lambda: len([each for each in heard if each.heard.sequence]) > before)
    return [each for each in heard if each.heard.sequence][before]


def inspect_by(desk: Desk, *, table: str, test: ProofRun) -> Change:
    filled = fill_inspection(test)
    return readers.inspect_reader(
        desk, table=table, tampering=False, working=filled.working, proofs=filled.proofs, says=filled.says
    )


def test_a_proof_test_over_the_line_fills_the_inspection(wired: House, monkeypatch: pytest.MonkeyPatch) -> None:
    test = proof_test(wired, monkeypatch)
    assert test.outcome is Outcome.PASSED and len(test.seen) == 15
    inspect_by(wired.floor.desk("flo"), table="FB-01", test=test)
    fact = wired.floor.last().fact
    assert isinstance(fact, ReaderInspected) and fact.working and len(fact.proofs) == 15
    assert fact.says == "Function test passed: 15 of 15 signals as expected."


def test_a_failed_proof_test_stops_the_table(wired: House, monkeypatch: pytest.MonkeyPatch) -> None:
    test = proof_test(wired, monkeypatch, wrong=True)
    filled = fill_inspection(test)
    assert not filled.working and not any(proof.passed for proof in filled.proofs)
    inspect_by(wired.floor.desk("flo"), table="FB-01", test=test)
    assert wired.floor.get(TableStatus, "FB-01").phase is Phase.SUSPENDED


@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_every_rulebook_has_a_proof_test_and_one_under_way_fills_nothing(floor: Floor, rulebook: str) -> None:
    assert len({step.expected for step in steps_of(RULEBOOKS[rulebook])}) == (3 if rulebook == "pa-685a" else 2)
    with floor.desk().looking() as moment:
        test = begin_at(moment, table="FB-01", reader=KEY)
    with pytest.raises(ValueError, match="not over"):
        fill_inspection(test)
    broken = test.hear(None, at=floor.clock.now()).break_off("called away")
    with pytest.raises(Refused):
        inspect_by(floor.desk(), table="FB-01", test=broken)
    assert fill_inspection(broken).proofs[0].seen == "nothing"
