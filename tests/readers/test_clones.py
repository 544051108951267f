"""Two devices that claim to be one reader: neither is believed until a person has decided."""

from __future__ import annotations

import pytest

from floorapp.domain.reader_lines import LineReason, LineState
from floorapp.domain.readers import HoleCardSignal
from tests.readers.floor import Floor, floor, known
from tests.waiting import wait_until


def heard_on(house: Floor, line: str) -> int:
    return house.sheet(line).counters.good


@pytest.mark.parametrize("transport", ["pty", "tcp"])
def test_a_reader_that_restarts_as_another_says_nothing_in_its_old_name(transport: str) -> None:
    with floor(transport, readers=2) as house:
        house.until_state("L1", LineState.LIVE)
        house.until_state("L2", LineState.LIVE)
        house.do(1, "identity VR-0001")
        for _ in range(3):
            house.do(1, "signal blackjack As")
        house.until_state("L1", LineState.FAULTY)
        house.until_state("L2", LineState.FAULTY)
        said = house.memory.events(HoleCardSignal)
        assert [each for each in said if each.line == "L2"] == [], "entered under a session and number that never were"
        assert house.memory.gaps == [], "nothing is missing of a reader that is not believed"
    assert {house.last_reason(line) for line in ("L1", "L2")} == {LineReason.CLONED}


def test_a_clone_that_left_does_not_make_the_other_trusted_until_a_person_decides() -> None:
    with floor(readers=2, numbers=[1, 1], known_readers=[known(1)]) as house:
        house.until_state("L1", LineState.FAULTY)
        house.until_state("L2", LineState.FAULTY)
        house.do(1, "unplug")
        house.until_state("L2", LineState.ABSENT)
        before = heard_on(house, "L1")
        wait_until(lambda: heard_on(house, "L1") > before + 10)
        house.do(0, "unplug 0.1")
        house.until_state("L1", LineState.ABSENT)
        house.until_state("L1", LineState.FAULTY)
        assert house.sheet("L1").reason is LineReason.CLONED, "nor by being plugged in again"
        (alarm,) = [each for each in house.memory.raised() if "copy" in each.trouble.what]
        assert "switch its line off" in alarm.trouble.do
        house.switch("L2", on=False)
        house.until_state("L1", LineState.LIVE)
        house.memory.until(lambda: not any(each.standing for each in house.memory.alarms[-1:]))


def test_forgetting_the_reader_decides_too() -> None:
    with floor(readers=2, numbers=[1, 1], known_readers=[known(1)]) as house:
        house.until_state("L1", LineState.FAULTY)
        house.until_state("L2", LineState.FAULTY)
        house.do(1, "unplug")
        house.until_state("L2", LineState.ABSENT)
        house.know()
        wait_until(lambda: house.sheet("L1").reason is LineReason.STRANGER)
        house.know(known(1))
        house.until_state("L1", LineState.LIVE)
