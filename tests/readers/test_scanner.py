"""A bar-code scanner in serial mode on a pty: every code once, whatever ends it; no identity is asked for."""

from __future__ import annotations

import pytest

from floorapp.domain.reader_lines import LineState, ReaderLine
from floorapp.readers.driver_folder import drivers_with
from floorapp.readers.outlets import PtyOutlet
from floorapp.readers.supervisor import Supervisor
from tests.readers.floor import CALM, Memory


@pytest.mark.unix
def test_a_serial_scanner_is_live_while_its_port_is_there_and_each_code_is_told_once() -> None:
    outlet, memory = PtyOutlet(), Memory()
    line = ReaderLine("S1", outlet.name, driver="scanner")
    with Supervisor(listener=memory, lines=[line], patience=CALM, spoken=drivers_with([])) as supervisor:
        memory.until(memory.is_("S1", LineState.LIVE))
        outlet.write(b"SET-DS-2026-0001\r\n\x02A-10")
        outlet.write(b"41\x03~TABLE-FB-01\r")
        memory.until(lambda: len(memory.codes) == 3)
        outlet.write(b"\xff\xfe\n" + b"x" * 300 + b"\nlast\n")
        memory.until(lambda: ("S1", "last") in memory.codes)
        sheet = supervisor.sheets()[0]
        assert sheet.state is LineState.LIVE, "a scanner says nothing for hours, and never who it is"
        outlet.unplug()
        memory.until(memory.is_("S1", LineState.ABSENT))
    codes = [code for _line, code in memory.codes]
    flaws = dict(sheet.counters.flaws)
    assert codes[:3] == ["SET-DS-2026-0001", "A-1041", "TABLE-FB-01"]
    assert flaws["noise"] == 1 and flaws["overlong"] == 1
    assert [each for each in memory.alarms if each.kind.value == "identity"] == []
