"""A second driver, in one file, found by its entry point and used on a real pty."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from floorapp.domain.reader_lines import KnownReader, LineState, ReaderLine
from floorapp.domain.readers import HoleCardSignal, ReaderKind, Signal
from floorapp.readers.driver import drivers
from floorapp.readers.floor_line import driver as floor_line
from floorapp.readers.outlets import PtyOutlet
from floorapp.readers.supervisor import Supervisor
from tests.readers.floor import CALM, Memory


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of somebody else's, as pip leaves it."""
    package = tmp_path / "acme_readers-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-readers\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[floorapp.reader_drivers]\n"
        "acme = tests.readers.acme_driver:driver\n"
        "floor-line = tests.readers.acme_driver:driver\n"
        "broken = tests.readers.acme_driver:nothing\n"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])


@pytest.mark.usefixtures("installed")
def test_drivers_are_found_ours_stays_and_a_broken_one_is_left_out() -> None:
    found = drivers(floor_line)
    assert found["floor-line"] is floor_line and found["acme"].baud == 9600 and "broken" not in found


@pytest.mark.unix
@pytest.mark.usefixtures("installed")
def test_a_vendors_reader_is_heard() -> None:
    outlet, memory = PtyOutlet(), Memory()
    known = KnownReader("Acme/Text/77", ReaderKind.BLACKJACK, "T9")
    line = ReaderLine("L1", outlet.name, driver="acme")
    with Supervisor(listener=memory, lines=[line], known=[known], patience=CALM) as supervisor:
        while not os.path.exists(outlet.name) or supervisor.sheets()[0].port is None:
            pass
        outlet.write(b"garb\nID 77\nOK\nB")
        memory.until(memory.is_("L1", LineState.LIVE))
        outlet.write(b"J\n")
        memory.until(lambda: memory.events(HoleCardSignal))
    outlet.unplug()
    assert memory.events(HoleCardSignal)[0].heard.event == HoleCardSignal(Signal.BLACKJACK)
    assert memory.events(HoleCardSignal)[0].table == "T9"
