"""`floorapp reader-check` as a maker calls it: on a pty, without a floor; what is wrong is named."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from time import sleep

import pytest

from floorapp.cli import main
from floorapp.commands import reader_check
from floorapp.domain.readers import ReaderKind
from floorapp.readers import device_check
from floorapp.readers.device_check import DeviceCheck
from floorapp.readers.outlets import usual_outlet
from floorapp.readers.script import Script, read_script
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.virtual import VirtualReader, virtual_identity
from tests.readers.polled_shoe import PolledShoe
from tests.readers.test_conversation import line, reader
from tests.readers.test_ports import DeviceServer
from tests.waiting import wait_until


def checked(capsys: pytest.CaptureFixture[str], tempo: Tempo, script: Script, *more: str) -> tuple[int, str]:
    outlet = usual_outlet()
    reader = VirtualReader(virtual_identity(1, ReaderKind.BLACKJACK), random=Random(1))
    with Simulation([(reader, outlet)], tempo=tempo, script=script, random=Random(1)):
        status = main(["reader-check", outlet.name, *more])
    return status, capsys.readouterr().out


def test_a_right_reader_passes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_check, "BEAT_SECONDS", 60.0)  # a busy machine is not what is tried here
    monkeypatch.setattr(device_check, "HELLO_SECONDS", 60.0)
    script = read_script(
        "0.5 signal blackjack Kh\n0.6 self-test fail lamp 2\n0.7 tamper cover\n0.8 cleared tamper key 9"
    )
    status, out = checked(capsys, Tempo(beat=0.1, hello=0.3), script, "--seconds", "2")
    assert status == 0 and out.endswith("good frames.\n") and "PASS: Floorapp Virtual VR-0001 (virtual)" in out
    for said in (
        r"Hello 0: Floorapp Virtual VR-0001 \(virtual\), blackjack reader, firmware",
        r"Signal \d+: blackjack, Kh up\n",
        r"Self-test \d+: failed, lamp 2\n",
        r"Tamper \d+: cover\n",
        r"Heartbeat \d+: not cleared: fault and tamper\n",
        r"Cleared \d+: tamper, key 9\n",
        r"Heartbeat \d+\n",
    ):
        assert re.search(said, out), f"what a frame means is said, and not only what kind it is: {said}"


def test_each_fault_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    script = read_script("0.5 crc\n0.6 gap 3\n0.8 form\n1 noise 40")
    status, out = checked(capsys, Tempo(beat=0.1, hello=0.3), script, "--seconds", "2")
    assert status == 1 and "FAIL" in out
    for words in ("BAD: wrong checksum", "frame: wrong checksum", "unreadable", "missing by their numbers"):
        assert words in out, out


def test_a_reader_without_heartbeats_and_greetings_fails(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = checked(capsys, Tempo(beat=None, hello=0.3), Script(), "--seconds", "2.5")
    assert status == 1 and "without a frame; a heartbeat must come every second" in out


def faults_of(seconds: int, hellos: tuple[int, ...]) -> tuple[list[str], DeviceCheck]:
    """What is said of a reader that beats once a second and greets when it does."""
    device, check = reader(), DeviceCheck(line(), ours=True, now=0.0)
    for second in range(1, seconds + 1):
        said = device.beat() + (device.hello() if second in hellos else b"")
        list(check.take(said, float(second)))
    return check.faults(seconds + 0.5), check


def test_a_right_reader_passes_whenever_the_check_begins_between_two_hellos() -> None:
    faults, check = faults_of(12, hellos=(4, 9))
    assert faults == [] and check.spoiled() == []


def test_a_reader_that_never_says_who_it_is_is_told_so_and_not_to_check_its_cable() -> None:
    faults, _ = faults_of(12, hellos=())
    assert faults == [
        "It never identified itself.",
        "12.5 seconds went by without a hello; it must come at least every 5.",
    ]


@pytest.mark.unix
def test_a_polled_device_by_its_description(capsys: pytest.CaptureFixture[str]) -> None:
    with PolledShoe() as shoe:
        shoe.news.append("BKh")
        settings = 'identity = "Acme/Shoe/5"; poll.every = 0.1'
        call = ["reader-check", shoe.name, "--protocol", "enq-shoe", "--settings", settings, "--answer"]
        assert main([*call, "--seconds", "1.5"]) == 0
    out = capsys.readouterr().out
    assert "PASS: Acme Shoe 5" in out and "Signal 1: blackjack, Kh up" in out


def test_the_drivers_folder_of_the_usual_place_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "drivers").mkdir()
    (tmp_path / "drivers" / "mine.toml").write_text("baud = 9600")
    monkeypatch.setenv("FLOORAPP_DATA", str(tmp_path))
    assert main(["reader-check", "/dev/null", "--protocol", "klingon"]) == 64
    assert "mine" in capsys.readouterr().err


def test_a_device_server_that_connects_to_us_is_checked_too(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    def come() -> None:
        for _ in range(500):
            with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)) as server:
                server.sendall(b"OK\n")
                return
            sleep(0.02)

    device = Thread(target=come)
    device.start()
    settings = 'identity = "Acme/Far/1"; says.OK = "alive"'
    call = ["reader-check", f"listen://127.0.0.1:{port}", "--protocol", "text-line", "--settings", settings]
    assert main([*call, "--seconds", "20"]) == 0, "it ends when the device server hangs up"
    device.join()
    assert "PASS: Acme Far 1" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore:set(Daemon|Name)")
@pytest.mark.parametrize(("asked", "dtr_rts"), [((), (False, False)), (("--asserts", "dtr"), (True, False))])
def test_a_board_is_reset_only_where_it_is_asked_for(asked: tuple[str, ...], dtr_rts: tuple[bool, bool]) -> None:
    with DeviceServer("loop://") as server:
        main(["reader-check", server.name, "--seconds", "0.3", "--framing", "7e2", *asked])
        wait_until(lambda: server.settings == (7, "E", 2, *dtr_rts))
        wait_until(lambda: server.idle)


def test_a_machine_without_serial_ports_is_told_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_check, "ports_here", list)
    assert main(["reader-check"]) == 0
    assert "no serial port" in capsys.readouterr().out


def test_what_cannot_be_opened_or_spoken_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reader-check", "/dev/no-such-port"]) == 2
    assert "there is no /dev/no-such-port" in capsys.readouterr().err
    assert main(["reader-check", "/dev/null", "--protocol", "klingon"]) == 64
    assert "text-line" in capsys.readouterr().err
    assert main(["reader-check", "/dev/null", "--protocol", "text-line", "--settings", 'says.X = "jackpot"']) == 64
    assert "jackpot" in capsys.readouterr().err
    assert main(["reader-check"]) == 0
