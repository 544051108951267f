"""Shuffler truth: what a red light was for, what was left inside, firmware and the seal on its ports."""

from __future__ import annotations

from typing import Any

from floorapp.domain.devices import OutOfOrder, RedLight, Shuffler, ShufflerCondition
from floorapp.domain.tables import Equipment, Fixture
from floorapp.operations.acts import shufflers, tables
from floorapp.operations.due import due
from floorapp.operations.entry_sentences import tell
from floorapp.operations.facts.house import EquipmentNamed, EquipmentSealed
from tests.acts.floor import Floor, refused
from tests.papers.test_incident_papers import cells
from tests.papers.two_days import sheets

TABLE = "FB-02"


def red_light(floor: Floor) -> None:
    shufflers.report_shuffler_fault(
        floor.desk("flo"),
        table=TABLE,
        condition=ShufflerCondition.STOPPED,
        says="red light",
        cause=RedLight.WRONG_COUNT,
    )


def test_a_red_light_has_a_cause(floor: Floor) -> None:
    red_light(floor)
    assert tell(floor.last()).says == "Shuffler stopped, wrong count: red light"
    assert floor.get(Shuffler, TABLE).cause is RedLight.WRONG_COUNT
    floor.check()


def test_a_shuffler_is_emptied_and_its_cards_counted_before_it_is_carried_away(floor: Floor) -> None:
    """Cards were once left inside."""
    flo = floor.desk("flo")
    out: dict[str, Any] = {"table": TABLE, "how": OutOfOrder.REMOVED, "reason": "to the workshop"}
    assert refused(shufflers.take_shuffler_out, flo, **out, emptied=False).code == "shuffler-not-emptied"
    assert refused(shufflers.take_shuffler_out, flo, **out, emptied=True).given == "cards_inside"
    shufflers.take_shuffler_out(flo, **out, emptied=True, cards_inside=3)
    assert "emptied, 3 cards inside" in tell(floor.last()).says
    known = floor.get(Shuffler, TABLE)
    assert (known.emptied, known.cards_inside) == (True, 3)
    floor.check()


def test_one_that_was_only_covered_and_not_emptied_is_due_until_it_is(floor: Floor) -> None:
    flo = floor.desk("flo")
    out: dict[str, Any] = {"table": TABLE, "how": OutOfOrder.COVERED, "reason": "red light"}
    shufflers.take_shuffler_out(flo, **out, emptied=False)
    with floor.desk("flo").looking() as moment:
        assert any("not emptied" in each.says for each in due(moment))
    shufflers.take_shuffler_out(floor.desk("flo"), **out, emptied=True, cards_inside=0)
    with floor.desk("flo").looking() as moment:
        assert not any("not emptied" in each.says for each in due(moment))


def test_firmware_and_the_seal_on_its_ports_are_on_record_where_it_has_them(floor: Floor) -> None:
    piece: dict[str, Any] = {"table": TABLE, "fixture": Fixture.SHUFFLER, "serial": "DX-7", "make": "Acme"}
    ada = floor.desk("ada")
    tables.fit_equipment(ada, **piece, model="Deck 2", firmware="4.1", port_seal="PS-88")
    assert isinstance(floor.last().fact, EquipmentSealed)
    assert "firmware 4.1, ports sealed PS-88" in tell(floor.last()).says
    kept = floor.get(Equipment, TABLE, Fixture.SHUFFLER)
    assert (kept.model, kept.firmware, kept.port_seal) == ("Deck 2", "4.1", "PS-88")
    tables.fit_equipment(ada, **piece | {"serial": "DX-8"})
    assert type(floor.last().fact) is EquipmentNamed
    red_light(floor)
    shufflers.take_shuffler_out(
        floor.desk("flo"), table=TABLE, how=OutOfOrder.COVERED, reason="red light", emptied=False
    )
    (sheet,) = sheets(floor, "shufflers")
    compared = {row[1]: row for row in cells(sheet, "Shufflers compared")}
    assert compared["DX-8"][0] == "Acme" and compared["DX-8"][5:] == ["1", "1 wrong count", "1", "1"]
    floor.check()


def test_each_fault_counts_for_the_shuffler_that_then_stood_at_the_table(floor: Floor) -> None:
    """By table, the one put in its place had the faults of the one that was carried away."""
    piece: dict[str, Any] = {"table": TABLE, "fixture": Fixture.SHUFFLER, "make": "Acme", "model": "Deck 2"}
    ada = floor.desk("ada")
    tables.fit_equipment(ada, **piece, serial="DX-7", firmware="4.1")
    red_light(floor)
    floor.clock.advance(minutes=5)
    tables.fit_equipment(ada, **piece, serial="DX-8")
    (sheet,) = sheets(floor, "shufflers")
    compared = {row[1]: row for row in cells(sheet, "Shufflers compared")}
    assert compared["DX-7"][2:7] == [TABLE, "4.1", "–", "1", "1 wrong count"]
    assert compared["DX-8"][5:7] == ["0", "–"]


def test_the_device_master_list_has_a_shufflers_firmware(floor: Floor) -> None:
    ada = floor.desk("ada")
    tables.fit_equipment(ada, table=TABLE, fixture=Fixture.SHUFFLER, serial="DX-7", firmware="4.1")
    (sheet,) = sheets(floor, "devices")
    (row,) = [row for row in cells(sheet, "") if "DX-7" in row]
    assert "4.1" in row
