"""FA-121: card storage day by day reconciles to zero, or the count names the set."""

from __future__ import annotations

from floorapp.domain.card_storage import StorageKind
from floorapp.operations.sheet import SheetTable
from tests.acts.floor import Floor
from tests.acts.test_card_storage import counted, moved, place, received
from tests.papers.test_incident_papers import cells
from tests.papers.two_days import MONDAY, TUESDAY, at, sheets


def test_the_days_reconcile_the_places_stand_against_par_and_the_lost_set_is_named(floor: Floor) -> None:
    place(floor, "MAIN", par=3)
    place(floor, "PIT-1", StorageKind.PIT_STAND, par=1)
    one, two, three = received(floor, "AP-1", "AP-2", "AP-3")
    floor.stock("FB-01", "blue")
    moved(floor, "PIT-1", three)
    counted(floor, "MAIN", one, says="one short")
    at(floor, TUESDAY, 1)
    (sheet,) = sheets(floor, "card-storage", MONDAY)
    ((day, on_hand, came, back, out, in_use, *_rest),) = cells(sheet, "Day by day")
    assert (on_hand, came, back, out, in_use) == ("0", "4", "0", "1", "1") and day == "11/16/2026"
    assert cells(sheet, "Day by day")[0][-2:] == ["3", "0"]
    pars = {row[0]: row[2:] for row in cells(sheet, "Places and par levels")}
    assert pars == {"Storage MAIN": ["3", "2", "1"], "Storage PIT-1": ["1", "1", "0"]}
    (count,) = cells(sheet, "Physical inventory")
    assert (count[1], count[2], count[3], count[6]) == ("Storage MAIN", "1", two, "one short")
    assert [row[:3] for row in cells(sheet, "Not located")] == [[two, "AP-2", "Storage MAIN"]]


def test_a_place_nobody_counted_is_named_and_its_sets_are_not_called_located(floor: Floor) -> None:
    place(floor, "MAIN", par=3)
    place(floor, "PIT-1", StorageKind.PIT_STAND, par=1)
    one, two = received(floor, "AP-1", "AP-2")
    moved(floor, "PIT-1", two)
    counted(floor, "MAIN", one)
    at(floor, TUESDAY, 1)
    assert (
        told_of_the_lost(floor) == "Every set is located in the places that were counted. Never counted: Storage PIT-1."
    )
    counted(floor, "PIT-1", two)
    assert told_of_the_lost(floor) == "Every registered set is located."


def told_of_the_lost(floor: Floor) -> str:
    (sheet,) = sheets(floor, "card-storage", TUESDAY)
    (table,) = [each for each in sheet.sections if isinstance(each, SheetTable) and each.title == "Not located"]
    return table.none
