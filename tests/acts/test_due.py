"""What is due: ordered, each with its paragraph and its act; acknowledged and put off without repeats."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from floorapp.domain.devices import OutOfOrder, ShufflerCondition
from floorapp.domain.duties import Duty, Urgency
from floorapp.domain.tables import Cards
from floorapp.operations.acts import (
    batches,
    decks,
    duties,
    incidents,
    opening,
    people,
    readers,
    shoes,
    shufflers,
    tables,
)
from floorapp.operations.due import due
from floorapp.operations.permissions import MATRIX
from floorapp.operations.signatures import Meaning
from tests.acts.floor import PROVED, Floor, refused

GOOD: dict[str, Any] = {"tampering": False, "working": True, "proofs": PROVED}
SIX = datetime(2026, 11, 17, 11, 0, tzinfo=UTC)  # six in the morning in Philadelphia


def all_due(floor: Floor) -> tuple[Duty, ...]:
    with floor.desk().looking() as moment:
        found = due(moment)
    assert {duty.act for duty in found} <= set(MATRIX), "each duty is one act away"
    assert len({duty.key for duty in found}) == len(found), "no repeats"
    return found


def at(floor: Floor, table: str) -> list[tuple[str, Urgency, str]]:
    return [(duty.act, duty.urgency, duty.cite) for duty in all_due(floor) if duty.id == table]


def test_590_2_d_the_inspection_is_due_at_the_beginning_of_the_gaming_day(floor: Floor) -> None:
    floor.open("FB-01")
    assert at(floor, "FB-01") == []
    assert at(floor, "FB-03") == [("inspect_reader", Urgency.DUE, "590.2(d)")]
    floor.clock.instant = SIX - timedelta(seconds=1)
    assert at(floor, "FB-01") == []
    floor.clock.instant = SIX
    assert at(floor, "FB-01") == [("inspect_reader", Urgency.DUE, "590.2(d)")]
    floor.clock.instant = SIX + timedelta(hours=1, seconds=1)
    assert at(floor, "FB-01") == [("inspect_reader", Urgency.ALARM, "590.2(d)")]
    assert at(floor, "FB-03") == [("inspect_reader", Urgency.DUE, "590.2(d)")], "closed: before it opens"
    readers.inspect_reader(floor.desk("flo"), table="FB-01", **GOOD)
    assert at(floor, "FB-01") == []


def test_a_table_opened_past_the_gate_without_an_inspection_is_an_alarm_at_once(floor: Floor) -> None:
    floor.ready("FB-01")
    floor.clock.advance(hours=18)
    desk = floor.desk("flo")
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    opening.open_table(
        desk, table="FB-01", cards=Cards.NEW, done=floor.steps("FB-01"), exception=signed, reason="queue"
    )
    assert ("inspect_reader", Urgency.ALARM, "590.2(d)") in at(floor, "FB-01")


def test_590_3_c_the_deck_change_is_announced_and_then_an_alarm_also_at_a_closed_table(floor: Floor) -> None:
    (red,) = floor.stock("FB-01", "red")
    opened = floor.clock.now()
    readers.inspect_reader(floor.desk("sam"), table="FB-01", **GOOD, instead_of="nobody is there")
    floor.clock.instant = opened + timedelta(hours=22, minutes=59, seconds=59)
    assert "change_decks" not in [act for act, _, _ in at(floor, "FB-01")]
    floor.clock.instant = opened + timedelta(hours=23)
    assert ("change_decks", Urgency.WARNING, "590.3(c)") in at(floor, "FB-01")
    floor.clock.instant = opened + timedelta(hours=24)
    assert ("change_decks", Urgency.WARNING, "590.3(c)") in at(floor, "FB-01"), "on the second is in time"
    floor.clock.advance(seconds=1)
    assert ("change_decks", Urgency.ALARM, "590.3(c)") in at(floor, "FB-01")
    decks.withdraw_decks(floor.desk("flo"), deck_set=red, reason="old")
    assert "change_decks" not in [act for act, _, _ in at(floor, "FB-01")]
    assert [duty.act for duty in all_due(floor) if duty.id == red] == ["seal_decks"]


def test_a_reader_out_of_order_is_mended_or_the_table_stopped(floor: Floor) -> None:
    floor.open("FB-01")
    floor.open("NJ-01")
    desk = floor.desk("flo")
    readers.report_reader_failure(desk, table="FB-01", says="dark")
    readers.report_reader_failure(desk, table="NJ-01", says="dark")
    stopped = ("resume_table", Urgency.WARNING, "590.13(j)")
    assert at(floor, "FB-01") == [("mend_reader", Urgency.WARNING, "590.13(j)"), stopped]
    assert at(floor, "NJ-01") == [("mend_reader", Urgency.WARNING, "19:47-26.15(m)")]


def test_shuffler_faults_press_until_seen_and_reshuffled(floor: Floor) -> None:
    desk = floor.desk("flo")
    readers.inspect_reader(desk, table="FB-02", **GOOD, instead_of="nobody is there")
    shufflers.report_shuffler_fault(desk, table="FB-02", condition=ShufflerCondition.JAMMED, says="stuck")
    assert [act for act, _, _ in at(floor, "FB-02")] == ["acknowledge_shuffler_fault", "reshuffle_after_fault"]
    shufflers.acknowledge_shuffler_fault(desk, table="FB-02")
    assert [act for act, _, _ in at(floor, "FB-02")] == ["reshuffle_after_fault"]
    shufflers.reshuffle_after_fault(desk, table="FB-02", how="by hand")
    assert at(floor, "FB-02") == []
    shufflers.take_shuffler_out(desk, table="FB-02", how=OutOfOrder.SIGNED, reason="belt")
    assert [act for act, _, _ in at(floor, "FB-02")] == ["return_shuffler"]


def test_590_3_b_5_two_batches_meeting_in_the_rack_is_an_alarm(floor: Floor) -> None:
    red, blue = floor.open("FB-02", "red", "blue")
    desk = floor.desk("flo")
    batches.load_batch(desk, table="FB-02", deck_set=red)
    shoes.begin_shoe(desk, table="FB-02", deck_set=red)
    batches.load_batch(desk, table="FB-02", deck_set=blue)
    shoes.burn_card(desk, table="FB-02")
    assert at(floor, "FB-02") == []
    shoes.reach_cover_card(desk, table="FB-02")
    assert [act for act, _, _ in at(floor, "FB-02")] == ["begin_shoe"]
    shoes.end_shoe(desk, table="FB-02", remaining=60, discarded=252)
    assert at(floor, "FB-02") == []
    shoes.begin_shoe(desk, table="FB-02", deck_set=blue, happened=True)
    assert at(floor, "FB-02") == [("load_batch", Urgency.ALARM, "590.3(b)(3)"), ("burn_card", Urgency.DUE, "590.7(c)")]
    shoes.burn_card(desk, table="FB-02")
    assert ("load_batch", Urgency.ALARM, "590.3(b)(5)") in at(floor, "FB-02")


def test_a_table_whose_floorperson_was_disabled_is_an_alarm(floor: Floor) -> None:
    floor.open("FB-01")
    people.disable_person(floor.desk("ada"), person="flo", reason="left")
    assert ("assign", Urgency.ALARM, "") in at(floor, "FB-01")


def test_incidents_wait_for_a_reviewer_and_press_after_a_day(floor: Floor) -> None:
    desk = floor.desk("flo")
    now = floor.clock.now()
    what = incidents.IncidentReport(
        table="FB-01", says="x", code="card-face-up-in-shoe", happened_at=now, discovered_at=now
    )
    incidents.report_irregularity(desk, report=what, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    assert at(floor, "IR-2026-0001") == [("approve_incident", Urgency.DUE, "590.13(a)")]
    floor.clock.advance(hours=24)
    assert at(floor, "IR-2026-0001") == [("approve_incident", Urgency.WARNING, "590.13(a)")]


def test_the_most_urgent_comes_first_and_within_it_the_oldest(floor: Floor) -> None:
    floor.open("FB-01")
    floor.clock.advance(minutes=1)
    floor.open("FB-03")
    floor.clock.advance(hours=24)
    found = all_due(floor)
    assert [duty.urgency for duty in found] == sorted((duty.urgency for duty in found), reverse=True)
    late = [duty.id for duty in found if duty.act == "change_decks"]
    assert late == ["FB-01", "FB-03"]


def key_of(floor: Floor, act: str, id: str) -> str:
    return next(duty.key for duty in all_due(floor) if duty.act == act and duty.id == id)


def test_an_acknowledged_duty_stays_acknowledged_for_its_occasion_only(floor: Floor) -> None:
    desk = floor.desk("flo")
    key = key_of(floor, "inspect_reader", "FB-01")
    duties.acknowledge_duty(desk, key=key)
    assert [duty.acknowledged for duty in all_due(floor) if duty.id == "FB-01"] == [True]
    assert refused(duties.acknowledge_duty, desk, key=key).code == "input"
    assert refused(duties.acknowledge_duty, desk, key="nothing").code == "not-due"
    floor.clock.instant = SIX
    assert [duty.acknowledged for duty in all_due(floor) if duty.id == "FB-01"] == [False]


def test_a_reminder_is_put_off_for_a_time_with_a_reason(floor: Floor) -> None:
    desk = floor.desk("flo")
    key = key_of(floor, "inspect_reader", "FB-01")
    now = floor.clock.now()
    hour = now + timedelta(hours=1)
    assert refused(duties.shelve_duty, desk, key=key, until=hour, reason=" ").code == "input"
    for until in (now, now + timedelta(hours=3), hour.replace(tzinfo=None)):
        assert refused(duties.shelve_duty, desk, key=key, until=until, reason="busy").code == "input"
    duties.shelve_duty(desk, key=key, until=hour, reason="busy")
    assert at(floor, "FB-01") == []
    assert refused(duties.shelve_duty, desk, key=key, until=hour, reason="x").code == "not-due"
    floor.clock.instant = hour
    assert len(at(floor, "FB-01")) == 1


def test_asking_what_is_due_changes_nothing_and_retired_tables_are_quiet(floor: Floor) -> None:
    tables.retire_table(floor.desk("sam"), table="FB-01", reason="sold")
    before = floor.store.state_digest()
    assert all_due(floor) == all_due(floor)
    assert at(floor, "FB-01") == []
    assert floor.store.state_digest() == before
