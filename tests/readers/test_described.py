"""Devices without Python: text lines and a polled shoe by description, on real ptys; files of a drivers folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from floorapp.bootstrap import RESOURCES
from floorapp.domain.cards import CARDS
from floorapp.domain.reader_lines import KnownReader, LineReason, LineState, ReaderLine
from floorapp.domain.readers import Event, Fault, Heard, Heartbeat, HoleCardSignal, ReaderKind, Signal
from floorapp.readers.checks import CHECKS
from floorapp.readers.described import Unfit, described, described_driver
from floorapp.readers.driver import Given, NoMemory
from floorapp.readers.driver_folder import drivers_with
from floorapp.readers.line_watch import Patience
from floorapp.readers.outlets import PtyOutlet
from floorapp.readers.supervisor import Supervisor
from tests.readers import acme_driver
from tests.readers.floor import CALM, QUICK, Memory
from tests.readers.polled_shoe import PolledShoe
from tests.waiting import wait_until

BUILT_IN = RESOURCES / "readers"
PAGE = RESOURCES / "help" / "reader-devices.md"
TEXT = (
    'identity = "Acme/HC-21/77"; says.OK = "alive"; says.NO = "no_blackjack";'
    ' says."BJ( (?P<up>..))?" = "blackjack"; says."ERR .*" = "fault"'
)
ACME = KnownReader("Acme/HC-21/77", ReaderKind.BLACKJACK, "T1")


@contextmanager
def heard(line: ReaderLine, known: KnownReader, patience: Patience = CALM) -> Iterator[tuple[Memory, Supervisor]]:
    memory = Memory()
    spoken = drivers_with((BUILT_IN,))
    with Supervisor(listener=memory, lines=[line], known=[known], patience=patience, spoken=spoken) as supervisor:
        wait_until(lambda: supervisor.sheets()[0].port or supervisor.sheets()[0].state is LineState.ABSENT)
        yield memory, supervisor


def signals(memory: Memory) -> list[HoleCardSignal]:
    said = [each.heard.event for each in memory.events(HoleCardSignal)]
    return [each for each in said if isinstance(each, HoleCardSignal)]


@pytest.fixture
def outlet() -> Iterator[PtyOutlet]:
    made = PtyOutlet()
    yield made
    made.unplug()


@pytest.mark.unix
def test_text_lines_by_settings_alone(outlet: PtyOutlet) -> None:
    with heard(ReaderLine("L1", outlet.name, driver="text-line", settings=TEXT), ACME) as (memory, supervisor):
        outlet.write(b"garbage\r\nOK\r\nB")
        memory.until(memory.is_("L1", LineState.LIVE))
        outlet.write(b"J Kh\r\nNO\nERR lamp 2\n")
        memory.until(lambda: memory.events(Fault))
        sheet = supervisor.sheets()[0]
    assert signals(memory) == [HoleCardSignal(Signal.BLACKJACK, CARDS["Kh"]), HoleCardSignal(Signal.NO_BLACKJACK)]
    assert memory.events(HoleCardSignal)[0].table == "T1" and sheet.reason is LineReason.FAULT
    assert dict(sheet.counters.flaws)["form"] == 1
    assert sheet.uptime_ms is None, "what this station counts is not how long the device runs"


@pytest.mark.unix
def test_a_device_that_speaks_only_when_it_is_used_is_not_missed(outlet: PtyOutlet) -> None:
    line = ReaderLine("L1", outlet.name, driver="text-line", settings=TEXT + "; silence = 0")
    with heard(line, ACME, QUICK) as (memory, supervisor):
        outlet.write(b"BJ\n")
        memory.until(lambda: signals(memory))
        since = supervisor.sheets()[0].last_heard
        assert since is not None
        wait_until(lambda: (supervisor._clock() - since).total_seconds() > 2 * QUICK.silence)
        assert memory.states("L1")[-1] is LineState.LIVE


@pytest.mark.unix
def test_a_polled_shoe_is_asked_and_what_was_garbled_comes_again() -> None:
    known = KnownReader("Acme/Shoe/5", ReaderKind.BLACKJACK, "T5")
    with PolledShoe() as shoe:
        settings = 'identity = "Acme/Shoe/5"; poll.every = 0.05'
        line = ReaderLine("L1", shoe.name, driver="enq-shoe", may_answer=True, settings=settings)
        with heard(line, known) as (memory, supervisor):
            memory.until(memory.is_("L1", LineState.LIVE))
            shoe.garbled = 2
            shoe.news.extend(["BAs", "N", "Flamp 2"])
            memory.until(lambda: memory.events(Fault))
            wait_until(lambda: not shoe.news)
            flaws = dict(supervisor.sheets()[0].counters.flaws)
    assert signals(memory) == [HoleCardSignal(Signal.BLACKJACK, CARDS["As"]), HoleCardSignal(Signal.NO_BLACKJACK)]
    assert (shoe.refused, flaws["crc"]) == (2, 2)


@pytest.mark.unix
def test_the_usb_serial_number_can_be_the_readers(outlet: PtyOutlet) -> None:
    from floorapp.readers.discovery import PortSeen

    memory, known = Memory(), replace(ACME, key="Acme/HC-21/FT12")
    line = ReaderLine("L1", "usb:0403:6001:FT12", driver="text-line", settings=TEXT.replace("/77", "/usb"))
    ports = [PortSeen(outlet.name, 0x0403, 0x6001, "FT12")]
    spoken = drivers_with((BUILT_IN,))
    with Supervisor(
        listener=memory, lines=[line], known=[known], patience=CALM, spoken=spoken, ports=lambda: ports
    ) as supervisor:
        wait_until(lambda: supervisor.sheets()[0].port)
        outlet.write(b"OK\n")
        memory.until(memory.is_("L1", LineState.LIVE))


@pytest.mark.unix
def test_settings_that_do_not_fit_are_said_and_the_station_goes_on(outlet: PtyOutlet) -> None:
    line = ReaderLine("L1", outlet.name, driver="text-line", settings='says.BJ = "jackpot"')
    with heard(line, ACME) as (memory, supervisor):
        memory.until(memory.is_("L1", LineState.ABSENT))
        assert supervisor.sheets()[0].reason is LineReason.BAD_SETTINGS


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('says.BJ = "jackpot"', "jackpot"),
        ('frame.check = "crc99"', "bcc"),
        ('frame.middle = "02"', "frame.middle"),
        ('colour = "red"', "colour"),
        ('kind = "roulette"', "roulette"),
        ('says."(" = "alive"', "unterminated"),
        ("baud = ", "Invalid"),
        ('frame.start = "xy"', "hexadecimal"),
        ('silence = "soon"', "soon"),
        ("silence = -1", "silence"),
    ],
)
def test_a_description_that_is_wrong_says_where(text: str, why: str) -> None:
    with pytest.raises(Unfit, match=why):
        described(text)


def test_checks_are_those_of_the_books() -> None:
    made = {name: check.made(b"123456789") for name, check in CHECKS.items()}
    assert made["crc16-modbus"] == b"\x37\x4b" and made["crc16-ccitt"] == b"\x29\xb1"
    assert made["bcc"] == b"\x31" and made["sum"] == b"\xdd"


def test_a_drivers_folder_adds_descriptions_and_python_and_what_is_broken_says_why(tmp_path: Path) -> None:
    """A file with a slip in it was left out of the list without a word on the screen, and the example was one."""
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert example == Path(acme_driver.__file__).read_text(encoding="utf-8"), "what is tried elsewhere is on the page"
    (tmp_path / "lamp.toml").write_text('baud = 1200\nsays.B = "blackjack"\n')
    (tmp_path / "broken.toml").write_text("baud = ")
    (tmp_path / "vendor.py").write_text(example)
    (tmp_path / "bug.py").write_text("1 / 0\n")
    (tmp_path / "floor-line.toml").write_text("")
    found = drivers_with((BUILT_IN, tmp_path))
    assert {"floor-line", "text-line", "enq-shoe", "lamp", "vendor"} <= found.keys()
    talk = found["vendor"].converse(Given("L1", NoMemory(), session=bytes(8)))
    (greeted,), (shown,) = map(talk.read, talk.split(b"ID 77\nBJ\n"))
    assert isinstance(greeted, Heard) and isinstance(shown, Heard)
    assert shown.event == HoleCardSignal(Signal.BLACKJACK)
    assert found["lamp"].baud == 1200 and found["floor-line"].baud == 115_200
    for name, why in (("broken", "broken.toml cannot be used: Invalid value"), ("bug", "bug.py .*division by zero")):
        with pytest.raises(ValueError, match=why):
            found[name].converse(Given("L1", NoMemory()))


def byte_by_byte(text: str, settings: str, octets: bytes) -> list[Event]:
    """What a device says whose bytes come one at a time, as over a slow line."""
    talk = described_driver("any", text).converse(Given("L1", NoMemory(), settings=settings))
    frames = [frame for octet in octets for frame in talk.split(bytes([octet]))]
    return [each.event for frame in frames for each in talk.read(frame) if isinstance(each, Heard)]


def test_a_pattern_may_hold_a_semicolon() -> None:
    said = byte_by_byte("", """says."S;BJ" = "blackjack"; says.'N;O' = "no_blackjack"; silence = 0""", b"S;BJ\nN;O\n")
    assert said[1:] == [HoleCardSignal(Signal.BLACKJACK), HoleCardSignal(Signal.NO_BLACKJACK)]


def test_a_beginning_of_two_bytes_is_known_though_they_come_apart() -> None:
    text = 'frame.start = "1002"\nframe.end = "1003"\nsays.BJ = "blackjack"'
    assert (
        byte_by_byte(text, "", b"\x10\x10\x02BJ\x10\x03x\x10\x02BJ\x10\x03")[1:]
        == [HoleCardSignal(Signal.BLACKJACK)] * 2
    )


def test_a_fault_stands_until_the_device_says_it_is_cleared() -> None:
    settings = 'says.OK = "alive"; says.E = "fault"; says.C = "cleared fault"; says.T = "tamper"'
    beats = [each for each in byte_by_byte("", settings, b"OK\nE\nOK\nC\nOK\nT\nOK\n") if isinstance(each, Heartbeat)]
    assert beats == [Heartbeat(), Heartbeat(fault=True), Heartbeat(), Heartbeat(tamper=True)]


@pytest.mark.unix
@pytest.mark.parametrize(("more", "lasts"), [("", True), ('; says.MENDED = "cleared fault"', False)])
def test_what_a_device_cannot_report_as_over_says_how_a_person_ends_it(
    outlet: PtyOutlet, more: str, lasts: bool
) -> None:
    line = ReaderLine("L1", outlet.name, driver="text-line", settings=TEXT + more)
    with heard(line, ACME) as (memory, supervisor):
        outlet.write(b"OK\nERR lamp 2\nOK\n")
        memory.until(lambda: memory.raised())
        (alarm,) = memory.raised()
        assert ("switch its line off and on" in alarm.trouble.do) is lasts
        for on in (False, True):
            supervisor.follow([replace(line, on=on)], [ACME])
        wait_until(lambda: (outlet.write(b"OK\n"), memory.states("L1")[-1] is LineState.LIVE)[1])
