"""What is said of frames that are not at their table: never came, came and were refused, too many, too early."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.reader_lines import LineState
from floorapp.domain.readers import HoleCardSignal
from floorapp.operations.signals import missing_says
from floorapp.readers.frames import Frame, encode
from floorapp.readers.messages import ask_to_resend
from tests.readers.floor import CALM, TEMPO, Floor, floor, known
from tests.waiting import wait_until

AT_ONCE = replace(CALM, most_frames_a_second=100)


def told(house: Floor) -> list[str]:
    return [missing_says(each) for each in house.memory.gaps]


def test_frames_that_came_when_asked_for_are_not_missing() -> None:
    with floor(may_answer=True, patience=replace(CALM, late=1.0)) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "gap 3")
        house.do(0, "hand As Kh")
        house.memory.until(lambda: house.memory.events(HoleCardSignal))
        wait_until(lambda: sum("sent again" in each.said for each in house.sheet("L1").frames) == 3)
        house.do(0, "unplug")
        house.until_state("L1", LineState.ABSENT)
    assert house.memory.gaps == []


def test_a_frame_that_comes_a_moment_after_it_was_asked_for_is_not_missing() -> None:
    """Forty milliseconds, or as long as a busy reader takes: several looks at what has to be told go by."""
    with floor(patience=replace(CALM, late=60.0)) as house:
        house.until_state("L1", LineState.LIVE)
        part, lost = house.simulation.parts[0], list[int]()

        def lose() -> None:
            part.reader.skip(1)
            lost.append(part.reader.sequence)

        house.simulation._post(lose)
        wait_until(lambda: house.sheet("L1").counters.gaps)
        good = house.sheet("L1").counters.good
        wait_until(lambda: house.sheet("L1").counters.good > good + 3)
        kind, asked = ask_to_resend(lost[0], lost[0])
        again = part.reader.answer(encode(Frame(kind, 1, 0, asked)))
        house.simulation._post(lambda: part.send(b"".join(again)))
        wait_until(lambda: any("sent again" in each.said for each in house.sheet("L1").frames))
        house.do(0, "unplug")
        house.until_state("L1", LineState.ABSENT)
    assert house.memory.gaps == []


def test_frames_that_never_came_never_came() -> None:
    with floor() as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "gap 4")
        house.memory.until(lambda: house.memory.gaps)
    assert told(house)[0].startswith("4 frames of reader VR-0001 never came")


def test_damaged_frames_came() -> None:
    with floor() as house:
        house.until_state("L1", LineState.LIVE)
        for _ in range(3):
            house.do(0, "crc")
        house.do(0, "hand As Kh")
        house.memory.until(lambda: house.memory.gaps)
    assert "3 arrived damaged or could not be read" in told(house)[0] and "never came" not in told(house)[0]


def test_frames_over_the_limit_came_too() -> None:
    with floor(patience=AT_ONCE) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "chatter 400")
        house.memory.until(lambda: house.memory.gaps)
    assert "over the limit" in told(house)[0] and "never came" not in told(house)[0]


def test_frames_of_a_reader_not_yet_trusted_came_and_are_kept() -> None:
    with floor(known_readers=[]) as house:
        house.until_state("L1", LineState.FAULTY)
        house.do(0, "hand As Kh")
        before = house.sheet("L1").counters.good
        wait_until(lambda: house.sheet("L1").counters.good > before + 2)
        house.know(known(1))
        house.memory.until(lambda: house.memory.gaps)
    assert "while the reader was not trusted" in told(house)[0] and "never came" not in told(house)[0]


def test_frames_of_a_contest_came_too() -> None:
    with floor(readers=2, numbers=[1, 1], known_readers=[known(1)]) as house:
        house.until_state("L1", LineState.FAULTY)
        house.until_state("L2", LineState.FAULTY)
        house.do(0, "chatter 50")
        before = house.sheet("L1").counters.good
        wait_until(lambda: house.sheet("L1").counters.good > before + 52)
        house.switch("L2", on=False)
        house.until_state("L1", LineState.LIVE)
        house.memory.until(lambda: house.memory.gaps)
    assert "came while the reader was not trusted" in told(house)[0]


def test_frames_that_came_before_the_reader_said_who_it_is_came_too() -> None:
    with floor(tempo=replace(TEMPO, hello=None), known_readers=[known(1)]) as house:
        device = house.simulation.parts[0]
        wait_until(lambda: house.sheet("L1").port)
        device.greet()
        house.until_state("L1", LineState.LIVE)
        house.switch("L1", on=False)
        house.until_state("L1", LineState.OFF)
        house.switch("L1", on=True)
        wait_until(lambda: dict(house.sheet("L1").counters.flaws).get("stranger", 0) > 4)
        device.greet()
        house.memory.until(lambda: house.memory.gaps)
    assert "came before it identified itself" in told(house)[0]


def test_a_frame_that_came_out_of_turn_came() -> None:
    """Overtaken on its way, and not sent again: it is not believed, and it did come."""
    with floor(patience=replace(CALM, late=1.0)) as house:
        house.until_state("L1", LineState.LIVE)
        part = house.simulation.parts[0]

        def overtake() -> None:
            lost = part.reader.beat()
            part.send(part.reader.beat() + lost + lost)

        house.simulation._post(overtake)
        house.memory.until(lambda: house.memory.gaps)
        assert dict(house.sheet("L1").counters.flaws)["out-of-turn"] == 2
    assert told(house)[0].startswith("1 frame of reader VR-0001 is missing: 1 came out of turn.")
