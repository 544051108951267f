"""Lamps on digital inputs, over Modbus RTU and TCP, against pymodbus' own server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from floorapp.domain.reader_lines import KnownReader, LineState, ReaderLine
from floorapp.domain.readers import Fault, FaultCause, Flaw, Heard, Heartbeat, HoleCardSignal, ReaderKind, Signal
from floorapp.readers.checks import crc16_modbus
from floorapp.readers.described import Unfit
from floorapp.readers.driver import Given, NoMemory
from floorapp.readers.driver_folder import drivers_with
from floorapp.readers.modbus import rtu
from floorapp.readers.supervisor import Supervisor
from tests.readers.floor import CALM, Memory
from tests.readers.modbus_module import UNIT, Cable, IoModule
from tests.waiting import wait_until

SETTINGS = (
    f'identity = "Acme/IO-8/3"; unit = {UNIT}; every = 0.03; inputs.0 = "blackjack"; inputs.1 = "no_blackjack";'
    ' inputs.5 = "fault"; inverted = [5]'
)
KNOWN = KnownReader("Acme/IO-8/3", ReaderKind.BLACKJACK, "T1")


@pytest.fixture(params=["tcp", pytest.param("rtu", marks=pytest.mark.unix)])
def wired(request: pytest.FixtureRequest) -> Iterator[tuple[IoModule, ReaderLine, Cable | None]]:
    cable = Cable() if request.param == "rtu" else None
    with IoModule(cable.ends[0] if cable else "") as module:
        target = cable.ends[1] if cable else f"socket://127.0.0.1:{module.port}"
        module.lamp(5, True)
        yield module, ReaderLine("L1", target, f"modbus-{request.param}", may_answer=True, settings=SETTINGS), cable
    if cable:
        cable.close()


def test_a_lamp_on_an_input_is_a_signal(wired: tuple[IoModule, ReaderLine, Cable | None]) -> None:
    module, line, cable = wired
    memory = Memory()
    with Supervisor(listener=memory, lines=[line], known=[KNOWN], patience=CALM, spoken=drivers_with(())) as supervisor:
        memory.until(memory.is_("L1", LineState.LIVE))
        for number, signal in ((0, Signal.BLACKJACK), (1, Signal.NO_BLACKJACK), (0, Signal.BLACKJACK)):
            before = len(memory.events(HoleCardSignal))
            module.lamp(number, True)
            memory.until(lambda: len(memory.events(HoleCardSignal)) == before + 1)  # noqa: B023 - called at once
            assert memory.events(HoleCardSignal)[-1].heard.event == HoleCardSignal(signal)
            good = supervisor.sheets()[0].counters.good
            module.lamp(number, False)
            wait_until(lambda: supervisor.sheets()[0].counters.good > good + 6)  # noqa: B023 - called at once
        if cable is not None:
            cable.noise(b"\x03\x02\x01\x01garbled")
            wait_until(lambda: dict(supervisor.sheets()[0].counters.flaws))
        module.lamp(5, False)
        memory.until(lambda: memory.events(Fault))
        memory.until(memory.is_("L1", LineState.FAULTY))
    assert len(memory.events(HoleCardSignal)) == 3


def test_what_comes_behind_an_answer_is_noise_and_is_counted() -> None:
    talk = rtu.converse(Given("L1", NoMemory(), settings=SETTINGS))
    body = bytes([UNIT, 2, 1, 0x20])
    frames = talk.split(body + crc16_modbus(body) + b"\x03\x02\x01\x01garbled")
    said = [each for frame in frames for each in talk.read(frame)]
    assert [type(each.event).__name__ for each in said if isinstance(each, Heard)] == ["Hello", "Heartbeat"]
    assert [each for each in said if isinstance(each, Flaw)] == [Flaw.CRC]


def test_a_flicker_shorter_than_the_debounce_is_nothing() -> None:
    talk = rtu.converse(Given("L1", NoMemory(), settings=SETTINGS + "; steady = 3"))

    def answer(bits: int) -> list[str]:
        body = bytes([UNIT, 2, 1, bits | 0x20])
        return [type(each.event).__name__ for each in talk.read(body + crc16_modbus(body))]  # type: ignore[union-attr]

    assert answer(0) == ["Hello", "Heartbeat"]
    assert [answer(bits)[0] for bits in (1, 1, 0, 1, 1, 1, 1)] == ["Heartbeat"] * 5 + ["HoleCardSignal", "Heartbeat"]


def test_a_fault_lamp_is_a_fault_as_long_as_it_is_lit() -> None:
    """The next answer, a fifth of a second later, called the reader well again."""
    talk = rtu.converse(Given("L1", NoMemory(), settings=SETTINGS))

    def answer(bits: int) -> object:
        body = bytes([UNIT, 2, 1, bits])
        said = talk.read(body + crc16_modbus(body))[-1]
        return said.event if isinstance(said, Heard) else said

    assert [answer(bits) for bits in (0x20, 0, 0)] == [Heartbeat(), Heartbeat(), Fault(FaultCause.OTHER, "input 5")]
    assert [answer(bits) for bits in (0, 0x20, 0x20)] == [Heartbeat(True), Heartbeat(True), Heartbeat()]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ("", "inputs.N"),
        ('inputs.0 = "large"', "large"),
        ('inputs.0 = "blackjack"; unit = 999', "unit is 0 to 255"),
        ('inputs.0 = "blackjack"; speed = 1', "speed is not known"),
        ('inputs.0 = "blackjack"; identity = "Acme"', "MAKE/MODEL/SERIAL"),
    ],
)
def test_settings_that_make_no_sense_say_so(settings: str, why: str) -> None:
    with pytest.raises(Unfit, match=why):
        rtu.converse(Given("L1", NoMemory(), settings=settings))
