"""Listen 5 s and identify it: each built-in way of speaking is recognized at its port, with nothing set up."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from threading import Event, Thread

import pytest

from floorapp.bootstrap import RESOURCES
from floorapp.domain.readers import ReaderKind
from floorapp.readers.checks import CHECKS
from floorapp.readers.described import described
from floorapp.readers.driver_folder import drivers_with
from floorapp.readers.outlets import PtyOutlet
from floorapp.readers.ports import Port, open_port
from floorapp.readers.recognition import RATES, listen, recognized
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.virtual import VirtualReader, virtual_identity
from tests.readers.modbus_module import UNIT, IoModule
from tests.readers.polled_shoe import PolledShoe

SPOKEN = drivers_with([RESOURCES / "readers"])


@contextmanager
def talking(octets: bytes) -> Iterator[str]:
    """A device that says the same again and again."""
    outlet, over = PtyOutlet(), Event()

    def talk() -> None:
        while not over.wait(0.05):
            outlet.write(octets)

    thread = Thread(target=talk)
    thread.start()
    yield outlet.name
    over.set()
    thread.join()
    outlet.unplug()


@pytest.mark.unix
def test_a_reader_of_the_open_protocol_is_named() -> None:
    outlet = PtyOutlet()
    device = VirtualReader(virtual_identity(1, ReaderKind.BLACKJACK), random=Random(3))
    with Simulation([(device, outlet)], tempo=Tempo(beat=0.1, hello=0.3), random=Random(3)):
        found = listen(lambda rate: open_port(outlet.name, rate), SPOKEN)
    assert (found.driver, found.baud) == ("floor-line", 115_200) and "VR-0001" in found.says


@pytest.mark.unix
def test_lines_of_text_are_shown_and_their_meaning_is_left_to_a_person() -> None:
    with talking(b"OK\r\nBJ\r\n") as name:
        found = listen(lambda rate: open_port(name, rate), SPOKEN, rates=(9600,), seconds=1.0)
    assert found.driver == "text-line" and "“OK”, “BJ”" in found.says and "scanner" in found.says
    with pytest.raises(ValueError, match="nothing a reader can say"):
        described('[frame]\nend = "0a"', found.settings)


@pytest.mark.parametrize("line", ["S;BJ", 'IT\'S "ON"', "a.b"])
def test_what_is_filled_in_can_be_used_whatever_the_lines_hold(line: str) -> None:
    found = recognized(f"{line}\r\n".encode(), SPOKEN, 9600)
    assert found is not None
    ((pattern, _),) = described("", found.settings.replace('"?"', '"alive"')).says
    assert pattern.fullmatch(line)


@pytest.mark.parametrize("check", ["bcc", "crc16-modbus", "crc16-ccitt"])
def test_framed_messages_are_told_with_the_check_that_fits(check: str) -> None:
    said = [text + b"\x03" for text in (b"Z12", b"Q9 x")]
    octets = b"".join(b"\x02" + each + CHECKS[check].made(each) for each in said)
    found = recognized(octets, SPOKEN, 9600)
    assert found is not None and f'frame.check = "{check}"' in found.settings and "“Z12”, “Q9 x”" in found.says


@pytest.mark.unix
def test_a_device_that_only_answers_is_asked_where_the_station_may_answer_and_never_else() -> None:
    with PolledShoe() as shoe:
        assert (
            "May this station answer"
            in listen(lambda rate: open_port(shoe.name, rate), SPOKEN, rates=(9600,), seconds=0.5).says
        )
        found = listen(lambda rate: open_port(shoe.name, rate), SPOKEN, rates=(9600,), may_answer=True)
    assert found.driver == "enq-shoe"


def test_an_io_module_is_found_over_the_network() -> None:
    with IoModule() as module:
        address = f"socket://127.0.0.1:{module.port}"
        unit = f'unit = {UNIT}; inputs.0 = "blackjack"'
        found = listen(
            lambda rate: open_port(address, rate), SPOKEN, rates=(9600,), may_answer=True, settings=unit, seconds=8
        )
    assert found.driver == "modbus-tcp"


class Tuned(Port):
    """A port at which only one rate makes sense."""

    fd, usb_serial = None, "SN1"

    def __init__(self, rate: int, right: bool) -> None:
        self.name = f"at {rate}"
        self._waiting = deque([b"NO\n" * 20] if right else [b"\xf3\x1e\x86" * 20])

    def read(self) -> bytes:
        return self._waiting.popleft() if self._waiting else b""

    def write(self, octets: bytes) -> int:
        return len(octets)

    def close(self) -> None:
        return


def test_a_rate_at_which_nothing_makes_sense_is_left_for_the_next() -> None:
    tried: list[int] = []

    def opened(rate: int) -> Port:
        tried.append(rate)
        return Tuned(rate, rate == 19_200)

    found = listen(opened, SPOKEN, seconds=1.0)
    assert tried == [115_200, 9600, 19_200] and (found.driver, found.baud) == ("text-line", 19_200)
    assert "MODEL/usb" in found.settings, "the adapter's serial number can be the reader's"
    nowhere = listen(lambda rate: Tuned(rate, False), SPOKEN, seconds=1.0)
    assert nowhere.driver == "" and "f3 1e 86" in nowhere.says and len(RATES) == 5
