"""Cables come and go: a replugged one is heard within two seconds, a reader that was on before within five."""

from __future__ import annotations

import time
from random import Random

from floorapp.domain.reader_lines import LineState, ReaderLine, Reason
from floorapp.domain.readers import ReaderKind
from floorapp.readers.line_watch import Patience
from floorapp.readers.outlets import PtyOutlet
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.supervisor import Supervisor
from floorapp.readers.virtual import VirtualReader, virtual_identity
from tests.readers.floor import Memory, eventually, floor, known


def test_a_replugged_cable_is_heard_within_two_seconds_however_long_it_was_out() -> None:
    with floor(patience=Patience()) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "unplug 9")
        house.until_state("L1", LineState.ABSENT)
        eventually(lambda: house.outlets[0].descriptors())
        plugged = time.monotonic()
        house.until_state("L1", LineState.LIVE)
        assert time.monotonic() - plugged < 2.0


def test_a_reader_that_was_on_before_is_known_within_five_seconds() -> None:
    outlet, memory = PtyOutlet(), Memory()
    device = VirtualReader(virtual_identity(1, ReaderKind.BLACKJACK), random=Random(3))
    with Simulation([(device, outlet)], tempo=Tempo(), random=Random(3)):
        eventually(lambda: device.sequence >= 2)
        line = ReaderLine("L1", outlet.name)
        began = time.monotonic()
        with Supervisor(listener=memory, lines=[line], known=[known(1)], patience=Patience()):
            memory.until(memory.is_("L1", LineState.LIVE), within=10)
            assert time.monotonic() - began < 5.0


def test_a_reader_that_greets_only_at_its_start_is_asked_where_the_line_may_answer() -> None:
    with floor(tempo=Tempo(beat=0.1, hello=None), may_answer=True) as house:
        house.do(0, "silence 0.4")
        house.until_state("L1", LineState.LIVE)


def test_where_the_line_only_listens_the_advice_is_to_let_it_answer() -> None:
    assert Patience().introduction <= 6
    with floor(tempo=Tempo(beat=0.1, hello=None)) as house:
        house.until_state("L1", LineState.FAULTY)
        sheet = house.sheet("L1")
    assert sheet.reason is Reason.NO_IDENTITY and sheet.trouble is not None
    assert "let this station answer" in sheet.trouble.do and "off and on" not in sheet.trouble.do
