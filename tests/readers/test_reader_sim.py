"""`floorapp reader-sim` as people call it: its ports can be opened, its scripts play, its refusals are plain."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from floorapp.domain.reader_lines import LineState, ReaderLine
from floorapp.domain.readers import HoleCardSignal, ReaderKind, Tamper
from floorapp.readers.outlets import TcpOutlet
from floorapp.readers.script import UnreadableScript, cue, read_script
from floorapp.readers.supervisor import Supervisor
from tests.readers.floor import CALM, Memory, known

ROOT = Path(__file__).parents[2]
CALL = [sys.executable, "-m", "floorapp", "reader-sim"]


@contextmanager
def simulator(*arguments: str, readers: int) -> Iterator[list[list[str]]]:
    with subprocess.Popen([*CALL, *arguments], stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            yield [process.stdout.readline().split() for _ in range(readers)]
        finally:
            process.send_signal(signal.SIGINT)
    assert process.returncode == 130


@pytest.mark.unix
def test_a_script_is_played_on_every_reader(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("0.2 hand As Kd\n0.4 tamper cover\nagain 0.6\n")
    options = ("--readers", "3", "--kind", "masque", "--first", "7", "--script", str(script), "--hello", "0.2")
    memory = Memory()
    with simulator(*options, readers=3) as told:
        assert [row[:3] for row in told] == [[f"VR-000{n}", "masque", "virtual"] for n in (7, 8, 9)]
        lines = [ReaderLine(row[0], row[3]) for row in told]
        list_ = [known(number, kind=ReaderKind.MASQUE) for number in (7, 8, 9)]
        with Supervisor(listener=memory, lines=lines, known=list_, patience=CALM):
            memory.until(lambda: len({report.line for report in memory.events(Tamper)}) == 3)
            memory.until(lambda: len({report.line for report in memory.events(HoleCardSignal)}) == 3)
    heard = [report.heard.event for report in memory.events(HoleCardSignal)]
    assert {str(event.signal) for event in heard if isinstance(event, HoleCardSignal)} == {"large"}


@pytest.mark.unix
def test_on_tcp_in_keyed_mode_with_chance_hands() -> None:
    free = TcpOutlet()
    port = int(free.name.rpartition(":")[2])
    free.unplug()
    secret = "00" * 16
    options = ("--tcp", f"127.0.0.1:{port}", "--secret", secret, "--hands", "20", "--hello", "0.2", "--beat", "0.2")
    memory = Memory()
    with simulator(*options, readers=1) as told:
        assert told[0][3] == f"socket://127.0.0.1:{port}"
        keyed = known(1, secret=bytes.fromhex(secret))
        with Supervisor(listener=memory, lines=[ReaderLine("L1", told[0][3])], known=[keyed], patience=CALM):
            memory.until(memory.is_("L1", LineState.LIVE))
            memory.until(lambda: len(memory.events(HoleCardSignal)) > 5)


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--readers", "0"], 64, "1 to 1000"),
        (["--tcp", "nowhere"], 64, "HOST:PORT"),
        (["--secret", "xyz"], 64, "hex"),
        (["--beat", "-1"], 64, "above 0"),
        (["--script", "/no/such/script"], 2, "cannot be played"),
        (["--tcp", "127.0.0.1:65535", "--readers", "2"], 77, "outlet 2 of 2"),
    ],
)
def test_a_wrong_call_ends_with_its_status_and_says_what_is_wrong(arguments: list[str], status: int, says: str) -> None:
    done = subprocess.run([*CALL, *arguments], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.returncode == status and says in done.stderr


@pytest.mark.parametrize(
    "text",
    [
        "1 dance",
        "1",
        "x cut",
        "-1 cut",
        "1 signal green",
        "1 hand As",
        "1 hand As Zz",
        "1 gap many",
        "1 silence long",
        "1 cut\nagain 0.5",
        "nan cut",
        "1 signal blackjack Xx",
        "1 fault",
    ],
)
def test_scripts_that_cannot_be_played(text: str) -> None:
    with pytest.raises(UnreadableScript):
        read_script(text)


def test_a_script_is_sorted_by_time_and_may_hold_notes() -> None:
    script = read_script("# a note\n2 cut\n\n1 gap 3 # three lost\n")
    assert [(each.at, each.word, each.rest) for each in script.cues] == [(1.0, "gap", ("3",)), (2.0, "cut", ())]
    assert cue("unplug 1 renamed").rest == ("1", "renamed")
