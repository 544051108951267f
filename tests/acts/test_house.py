"""The property, pits, tables, equipment and Rules Submissions, each with its refusals."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from floorapp.domain.property import Choices, Pit, Place, Shift
from floorapp.domain.tables import Equipment, Fixture, Limits, ShufflingMethod, Table
from floorapp.operations.acts import house, tables
from floorapp.operations.floor_queries import submission_on
from tests.acts.floor import LIMITS, SHIFTS, Floor, refused
from tests.acts.rulebooks import RULEBOOKS

WAGERS = RULEBOOKS["pa-590"].table.wagers.cite

GOOD: dict[str, Any] = {
    "table": "FB-09",
    "pit": "P1",
    "place": Place(4, 4),
    "rulebook": "pa-590",
    "boxes": 6,
    "decks": 6,
    "method": ShufflingMethod.BATCH_SHUFFLER,
    "limits": LIMITS,
    "side_wagers": ("push_22",),
}


def table(floor: Floor, name: str) -> Table:
    with floor.store.reading() as state:
        found = state.get(Table, name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("change", "code", "cite"),
    [
        ({"table": "FB-01"}, "input", ""),
        ({"table": " "}, "input", ""),
        ({"pit": "P7"}, "no-pit", ""),
        ({"rulebook": "pa-999"}, "no-rulebook", ""),
        ({"boxes": 7}, "setup-boxes", "590.2(a)"),
        ({"boxes": 0}, "input", "590.2(a)"),
        ({"decks": 0}, "input", "590.3(a)"),
        ({"side_wagers": ("bust_it",)}, "bad-wagers", WAGERS),
        ({"side_wagers": ("push_22", "push_22")}, "bad-wagers", WAGERS),
        ({"limits": Limits(5_000, 1_000)}, "input", ""),
        ({"limits": Limits(0, 1_000, 0)}, "input", ""),
    ],
)
def test_a_table_the_rulebook_does_not_allow_is_refused(
    floor: Floor, change: dict[str, object], code: str, cite: str
) -> None:
    refusal = refused(tables.add_table, floor.desk("sam"), **(GOOD | change))
    assert (refusal.code, refusal.cite) == (code, cite)


def test_a_table_is_added_changed_moved_and_retired(floor: Floor) -> None:
    desk = floor.desk("sam")
    tables.add_table(desk, **GOOD)
    house.add_pit(desk, pit="P2", name="High limit", place=Place(9, 0))
    tables.move_table(desk, table="FB-09", pit="P2", place=Place(1, 2, 90))
    setup = {name: GOOD[name] for name in ("rulebook", "boxes", "method", "limits")}
    tables.change_table(desk, table="FB-09", decks=8, **setup)
    now = table(floor, "FB-09")
    assert (now.pit, now.place, now.decks, now.side_wagers) == ("P2", Place(1, 2, 90), 8, ())
    refusal = refused(tables.change_table, desk, table="FB-09", decks=0, **setup)
    assert refusal.cite == "590.3(a)"
    assert refused(tables.move_table, desk, table="FB-09", pit="P7", place=Place(0, 0)).code == "no-pit"
    tables.retire_table(desk, table="FB-09", reason="sold")
    assert table(floor, "FB-09").retired
    assert refused(tables.retire_table, desk, table="FB-09", reason="again").code == "retired"
    assert refused(tables.move_table, desk, table="XX", pit="P1", place=Place(0, 0)).code == "no-table"
    assert "never reused" in refused(tables.add_table, desk, **GOOD).todo


def test_equipment_is_fitted_replaced_and_removed(floor: Floor) -> None:
    desk = floor.desk("flo")
    fit = tables.fit_equipment
    fit(desk, table="FB-01", fixture=Fixture.DISCARD_RACK, serial="DR-1", place="dealer's right", decks=6)
    assert refused(fit, desk, table="FB-01", fixture=Fixture.DISCARD_RACK, serial="DR-2").code == "input"
    assert refused(fit, desk, table="FB-01", fixture=Fixture.SHOE, serial=" ").code == "input"
    elsewhere = refused(fit, desk, table="FB-02", fixture=Fixture.READER, serial="RD-FB-01")
    assert elsewhere.code == "elsewhere" and "FB-01" in elsewhere.happened
    tables.remove_equipment(desk, table="FB-01", fixture=Fixture.READER, reason="workshop")
    fit(desk, table="FB-02", fixture=Fixture.READER, serial="RD-FB-01")
    gone = refused(tables.remove_equipment, desk, table="FB-01", fixture=Fixture.READER, reason="x")
    assert gone.code == "input"
    with floor.store.reading() as state:
        old = state.get(Equipment, "FB-01", Fixture.READER)
        new = state.get(Equipment, "FB-02", Fixture.READER)
    assert old is not None and old.removed_at == floor.clock.now()
    assert new is not None and new.serial == "RD-FB-01" and new.fitted


def test_the_property_has_a_zone_and_shifts(floor: Floor) -> None:
    desk = floor.desk("ada")
    for bad in (
        {"zone": "Mars/Olympus"},
        {"zone": ""},
        {"zone": "../etc/passwd"},
        {"name": ""},
        {"shifts": ()},
        {"shifts": (SHIFTS[0], SHIFTS[0])},
        {"shifts": (Shift(" ", time(1), time(2)),)},
    ):
        named: dict[str, Any] = {"name": "R", "zone": "America/New_York", "shifts": SHIFTS} | bad
        assert refused(house.set_property, desk, **named).code == "input"


@pytest.mark.parametrize("zone", ["America/New_York", "America/Chicago", "Europe/Vienna"])
@pytest.mark.parametrize("night", [date(2026, 3, 8), date(2026, 11, 1), date(2026, 3, 29), date(2026, 10, 25)])
def test_the_gaming_day_turns_at_six_on_the_wall_also_when_the_clocks_change(
    floor: Floor, zone: str, night: date
) -> None:
    ada = floor.desk("ada")
    house.set_property(ada, name="Riverbend", zone=zone, shifts=SHIFTS)
    with ada.looking() as moment:
        begins = moment.house.start_of(
            moment.house.day_of(datetime(night.year, night.month, night.day, 20, tzinfo=UTC))
        )
    floor.clock.instant = begins - timedelta(hours=2)
    sam = floor.desk("sam")
    for instant, day in ((begins - timedelta(seconds=1), night - timedelta(days=1)), (begins, night)):
        floor.clock.instant = instant
        wall = instant.astimezone(moment.house.zone).time()
        assert wall in (time(5, 59, 59), time(6))
        house.move_pit(sam, pit="P1", name="Main", place=Place(0, 0))
        assert floor.last().gaming_day == day.isoformat()


def test_pits_are_placed_once_and_moved(floor: Floor) -> None:
    desk = floor.desk("sam")
    assert refused(house.add_pit, desk, pit="P1", name="x", place=Place(0, 0)).code == "input"
    assert refused(house.add_pit, desk, pit="P2", name=" ", place=Place(0, 0)).code == "input"
    assert refused(house.move_pit, desk, pit="P2", name="x", place=Place(0, 0)).code == "no-pit"
    house.move_pit(desk, pit="P1", name="Moved", place=Place(5, 5))
    with floor.store.reading() as state:
        assert state.get(Pit, "P1") == Pit("P1", "Moved", Place(5, 5))


def test_a_rules_submission_holds_from_its_date(floor: Floor) -> None:
    desk = floor.desk("cora")
    submit = house.submit_rules
    call: dict[str, Any] = {"rulebook": "pa-590", "holds_from": date(2026, 11, 1), "reference": "RS-1"}
    plain = Choices(collect_and_pay="losing-first", readings=("I-37",))
    submit(desk, **call, choices=plain)
    floor.clock.advance(minutes=1)
    submit(desk, **(call | {"holds_from": date(2026, 12, 1), "reference": "RS-2"}), choices=replace(plain, readings=()))
    assert refused(submit, desk, **(call | {"rulebook": "pa-0"}), choices=plain).code == "no-rulebook"
    assert refused(submit, desk, **(call | {"reference": ""}), choices=plain).code == "input"
    with desk.looking() as moment:
        days = [datetime(2026, month, day, 17, tzinfo=UTC) for month, day in ((10, 31), (11, 1), (11, 30), (12, 1))]
        held = [submission_on(replace(moment, now=day), "pa-590") for day in days]
    assert [one and one.reference for one in held] == [None, "RS-1", "RS-1", "RS-2"]


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({"readings": ("I-37", "I-37")}, "input"),
        ({"readings": ("I-99",)}, "submission"),
        ({"side_wagers": ("bust_it",)}, "submission"),
        ({"reader": False}, "submission"),
        ({"push_22_paytable": "C"}, "submission"),
        ({"adjacent_boxes": 9}, "submission"),
        ({"collect_and_pay": None}, "submission"),
    ],
)
def test_a_submission_chooses_only_what_the_rulebook_leaves_open(
    floor: Floor, choices: dict[str, Any], code: str
) -> None:
    refusal = refused(
        house.submit_rules,
        floor.desk("cora"),
        rulebook="pa-590",
        holds_from=date(2026, 12, 1),
        reference="RS-1",
        choices=Choices(**({"collect_and_pay": "losing-first"} | choices)),
    )
    assert refusal.code == code
    assert code == "input" or refusal.cite.startswith("590")


def test_a_rulebook_that_is_not_in_force_is_said_so_wherever_it_is_chosen(floor: Floor) -> None:
    tables.add_table(floor.desk("sam"), **GOOD)
    assert "rescinded" in getattr(floor.last().fact, "standing", "")


def test_590_2_e_the_rack_is_marked_for_its_decks(floor: Floor) -> None:
    desk = floor.desk("flo")
    refusal = refused(tables.fit_equipment, desk, table="FB-01", fixture=Fixture.DISCARD_RACK, serial="DR-1", decks=0)
    assert "number of decks" in refusal.todo
