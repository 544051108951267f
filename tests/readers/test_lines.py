"""Every state of a line, met with an unplugged reader, on real pseudo-terminals and real TCP."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import pytest

from floorapp.domain.cards import CARDS
from floorapp.domain.reader_lines import LineReason, LineState
from floorapp.domain.readers import Hello, HoleCardSignal, Signal, Tamper, TamperCause
from tests.readers.floor import CALM, QUICK, Floor, floor
from tests.waiting import wait_until

TRANSPORTS = (pytest.param("pty", marks=pytest.mark.unix), "tcp")


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_reader_is_greeted_trusted_and_heard(transport: str) -> None:
    with floor(transport) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "hand Kh As")
        house.memory.until(lambda: house.memory.events(HoleCardSignal))
        report = house.memory.events(HoleCardSignal)[0]
        assert report.heard.event == HoleCardSignal(Signal.BLACKJACK, CARDS["Kh"])
        assert report.table == "T1" and report.reader.virtual
        sheet = house.sheet("L1")
    assert sheet.virtual and sheet.listening_only and sheet.counters.sent == 0
    assert sheet.last_signal == report.heard.event
    assert sheet.frames and all(not frame.sent for frame in sheet.frames)
    assert house.memory.states("L1") == [LineState.LIVE]


def put_into(house: Floor, state: LineState) -> None:
    """Bring the one line into a state."""
    if state is LineState.OPENING:
        wait_until(lambda: house.sheet("L1").port is not None)
        assert house.sheet("L1").state is state
        return
    house.until_state("L1", LineState.LIVE)
    match state:
        case LineState.SILENT:
            house.do(0, "silence 60")
        case LineState.FAULTY:
            house.do(0, "tamper cover")
        case LineState.OFF:
            house.switch("L1", on=False)
        case LineState.ABSENT:
            house.do(0, "unplug")
    if state is not LineState.LIVE:
        house.until_state("L1", state)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("state", list(LineState))
def test_unplugged_in_every_state_and_back(transport: str, state: LineState) -> None:
    patience = replace(CALM, silence=QUICK.silence) if state is LineState.SILENT else CALM
    with floor(transport, patience=patience) as house:
        if state is LineState.OPENING:
            house.do(0, "silence 60")
        put_into(house, state)
        house.do(0, "unplug")
        if state is LineState.OFF:
            house.switch("L1", on=True)
        house.until_state("L1", LineState.ABSENT)
        change = house.memory.changes[-1]
        assert change.trouble is not None and change.trouble.do
        told = len(house.memory.changes)
        time.sleep(0.3)  # several tries to open it again
        assert len(house.memory.changes) == told, "absence was reported more than once"
        before = house.outlets[0].name
        for words in ("silence 0", "cleared tamper", "unplug 0 renamed" if transport == "pty" else "unplug 0"):
            house.do(0, words)
        house.until_state("L1", LineState.LIVE)
        assert (house.outlets[0].name == before) == (transport == "tcp")
        assert house.sheet("L1").port == house.outlets[0].name
    states = house.memory.states("L1")
    assert all(one is not other for one, other in pairwise(states)), states


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_silence_is_noticed_and_ends(transport: str) -> None:
    with floor(transport, patience=QUICK) as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "silence 1.6")
        house.until_state("L1", LineState.SILENT)
        house.until_state("L1", LineState.LIVE)
        house.memory.until(lambda: not house.memory.alarms[-1].standing)
    reasons = [change.reason for change in house.memory.changes]
    assert reasons[:3] == [LineReason.TRUSTED, LineReason.NOTHING_HEARD, LineReason.RECOVERED]
    assert house.memory.raised()[0].lines == ("L1",)


def test_tamper_makes_a_line_faulty_until_it_is_cleared() -> None:
    with floor() as house:
        house.until_state("L1", LineState.LIVE)
        house.do(0, "tamper cover lid open")
        house.until_state("L1", LineState.FAULTY)
        assert house.memory.events(Tamper)[0].heard.event == Tamper(TamperCause.COVER, "lid open")
        house.do(0, "cleared tamper")
        house.until_state("L1", LineState.LIVE)
    order = house.memory.order
    assert order.index("raw") < order.index("Hello") and order.index("Tamper") < order.index("faulty")
    assert len(house.memory.events(Hello)) == 1
