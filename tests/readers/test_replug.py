"""Cables come and go: a replugged one is heard within two seconds, a reader that was on before within five."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

from floorapp.domain.reader_lines import LineReason, LineState, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.readers.discovery import LATELY
from floorapp.readers.floor_line import driver
from floorapp.readers.line_session import LineSession
from floorapp.readers.line_watch import Patience
from floorapp.readers.outlets import PtyOutlet
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.supervisor import Supervisor
from floorapp.readers.virtual import VirtualReader, virtual_identity
from tests.readers.floor import QUICK, Memory, floor, known
from tests.waiting import wait_until


def longest_wait(target: str) -> float:
    """How long a line may wait before its port is tried again, after many tries in vain."""
    line = LineSession(ReaderLine("L1", target), driver, Patience(), datetime.now(UTC), Random(1))
    return max(line.backoff.next() for _ in range(40))


def test_a_replugged_cable_is_looked_for_every_second_and_a_device_server_seldom() -> None:
    """With half a second for the list of ports, a cable is heard within two seconds however long it was out."""
    assert longest_wait("/dev/ttyUSB0") <= 1.0 and longest_wait("usb:1209:f10a:SN1") <= 1.0
    assert LATELY <= 0.5
    assert 10 < longest_wait("socket://10.0.0.5:4001") <= 30


@pytest.mark.unix
def test_a_replugged_cable_is_heard_again() -> None:
    with floor(patience=Patience()) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "unplug 4")
        house.until_state("L1", LineState.ABSENT)
        house.until_state("L1", LineState.LIVE)


@pytest.mark.unix
def test_a_reader_that_was_on_before_is_known_within_five_seconds() -> None:
    outlet, memory = PtyOutlet(), Memory()
    device = VirtualReader(virtual_identity(1, ReaderKind.BLACKJACK), random=Random(3))
    with Simulation([(device, outlet)], tempo=Tempo(), random=Random(3)):
        wait_until(lambda: device.sequence >= 2)
        line = ReaderLine("L1", outlet.name)
        with Supervisor(listener=memory, lines=[line], known=[known(1)], patience=Patience()):
            memory.until(memory.is_("L1", LineState.LIVE))
            beats = memory.order.index("live") - 1
    assert beats <= 5, "one beats a second: no more than five came before it was known"


@pytest.mark.unix
def test_a_reader_that_greets_only_at_its_start_is_asked_where_the_line_may_answer() -> None:
    with floor(tempo=Tempo(beat=0.1, hello=None), may_answer=True) as house:
        house.do(0, "silence 0.4")
        house.until_state("L1", LineState.LIVE)


@pytest.mark.unix
def test_where_the_line_only_listens_the_advice_is_to_let_it_answer() -> None:
    assert Patience().introduction <= 6
    with floor(tempo=Tempo(beat=0.1, hello=None), patience=QUICK) as house:
        house.until_state("L1", LineState.FAULTY)
        sheet = house.sheet("L1")
    assert sheet.reason is LineReason.NO_IDENTITY and sheet.trouble is not None
    assert "let this station answer" in sheet.trouble.do and "off and on" not in sheet.trouble.do
