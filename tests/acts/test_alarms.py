"""Alarms by ISA-18.2: only what needs an act, acknowledged is not resolved, shelved comes back, floods are one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from floorapp.domain.devices import ShufflerCondition
from floorapp.domain.duties import Urgency
from floorapp.domain.property import Place
from floorapp.domain.tables import Fixture, ShufflingMethod
from floorapp.operations.acts import duties, opening, readers, shoes, shufflers, tables
from floorapp.operations.alarms import FLOOD, Alarms, Shelved, alarms, shelved
from floorapp.operations.due import due
from tests.acts.floor import LIMITS, PROVED, Floor, refused


def listed(floor: Floor) -> Alarms:
    with floor.desk().looking() as moment:
        return alarms(moment)


def shelf(floor: Floor) -> tuple[Shelved, ...]:
    with floor.desk().looking() as moment:
        return shelved(moment)


def fail_reader(floor: Floor, table: str) -> None:
    readers.report_reader_failure(floor.desk("flo"), table=table, says="dark")


def test_the_days_round_is_no_alarm(floor: Floor) -> None:
    assert listed(floor).groups == ()  # five readers wait to be inspected; that is the day's work
    floor.open("FB-01")
    floor.clock.advance(hours=19, seconds=1)  # the next gaming day, and nobody inspected while it deals
    assert [(g.head.id, g.priority) for g in listed(floor).groups] == [("FB-01", Urgency.ALARM)]


def test_a_card_to_burn_and_a_cut_card_that_is_out_are_due_and_no_alarm(floor: Floor) -> None:
    (red,) = floor.open("FB-01", "red")
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    shoes.reach_cover_card(floor.desk("flo"), table="FB-01")
    with floor.desk("flo").looking() as moment:
        codes = {duty.key.split("/")[0] for duty in due(moment)}
    assert codes >= {"not-burned", "cover-card-passed"}
    assert listed(floor).groups == ()


def test_acknowledged_is_not_resolved(floor: Floor) -> None:
    floor.open("FB-01")
    floor.clock.advance(hours=19, seconds=1)
    (group,) = listed(floor).groups
    assert not group.seen and len(listed(floor).unanswered) == 1
    duties.acknowledge_duty(floor.desk("flo"), key=group.head.key)
    (group,) = listed(floor).groups
    assert group.seen and group.head.seen_by == "flo"
    assert listed(floor).unanswered == ()
    readers.inspect_reader(floor.desk("flo"), table="FB-01", tampering=False, working=True, proofs=PROVED)
    assert listed(floor).groups == ()


@pytest.mark.parametrize("minutes, fits", [(4.9, False), (5, True), (120, True), (120.1, False)])
def test_an_alarm_is_shelved_for_5_to_120_minutes(floor: Floor, minutes: float, fits: bool) -> None:
    floor.open("FB-01")
    floor.clock.advance(hours=19, seconds=1)
    key = listed(floor).groups[0].head.key
    until = floor.clock.now() + timedelta(minutes=minutes)
    desk = floor.desk("flo")
    if not fits:
        assert "5 to 120 minutes" in refused(duties.shelve_duty, desk, key=key, until=until, reason="busy").todo
        return
    assert refused(duties.shelve_duty, desk, key=key, until=until, reason="").code == "input"
    duties.shelve_duty(desk, key=key, until=until, reason="busy")
    assert listed(floor).groups == ()
    assert [(each.duty.key, each.reason, each.by) for each in shelf(floor)] == [(key, "busy", "flo")]
    floor.clock.instant = until
    assert shelf(floor) == ()
    assert [alarm.key for alarm in listed(floor).unanswered] == [key], "it comes back by itself, unanswered"


def test_what_follows_stands_under_its_cause(floor: Floor) -> None:
    floor.open("FB-02", "red", "blue")
    tables.fit_equipment(floor.desk("flo"), table="FB-02", fixture=Fixture.SHUFFLER, serial="SH-1")
    shufflers.report_shuffler_fault(floor.desk("flo"), table="FB-02", condition=ShufflerCondition.JAMMED, says="jam")
    (group,) = [each for each in listed(floor).groups if each.head.id == "FB-02"]
    assert group.head.code == "shuffler-fault"
    assert [alarm.code for alarm in group.under] == ["reshuffle"]


def test_two_of_one_kind_at_one_table_are_one_group(floor: Floor) -> None:
    floor.open("FB-02", "red", "blue")
    floor.clock.advance(hours=23, minutes=30)
    groups = [each for each in listed(floor).groups if each.head.code == "change-decks"]
    assert [len(group.alarms) for group in groups] == [2] and not groups[0].flood


def test_a_stopped_table_is_an_alarm_that_somebody_has_seen(floor: Floor) -> None:
    floor.open("FB-01")
    opening.suspend_table(floor.desk("flo"), table="FB-01", reason="a fight")
    (group,) = listed(floor).groups
    assert (group.head.act, group.priority, group.seen) == ("resume_table", Urgency.ALARM, True)
    assert "a fight" in group.head.says


@pytest.mark.parametrize("many", [FLOOD - 1, FLOOD, 12])
def test_a_flood_is_grouped_under_its_cause(floor: Floor, many: int) -> None:
    desk = floor.desk("ada")
    for number in range(many):
        name = f"X-{number:02d}"
        tables.add_table(
            desk,
            table=name,
            pit="P1",
            place=Place(number, 3),
            rulebook="pa-590",
            boxes=6,
            decks=6,
            method=ShufflingMethod.BY_HAND,
            limits=LIMITS,
        )
        tables.fit_equipment(desk, table=name, fixture=Fixture.READER, serial=f"RD-{name}")
        fail_reader(floor, name)
        floor.clock.advance(seconds=20)
    groups = listed(floor).groups
    if many < FLOOD:
        assert len(groups) == many and not any(group.flood for group in groups)
        return
    assert len(groups) == 1 and groups[0].flood
    assert len({alarm.id for alarm in groups[0].alarms}) == many
    floor.clock.advance(minutes=30)
    fail_reader(floor, "FB-01")
    later = [group for group in listed(floor).groups if group.head.id == "FB-01"]
    assert later and not later[0].flood, "half an hour later is another event"
