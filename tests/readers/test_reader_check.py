"""`floorapp reader-check` as a maker calls it: on a pty, without a floor; what is wrong is named."""

from __future__ import annotations

from random import Random

import pytest

from floorapp.cli import main
from floorapp.domain.readers import ReaderKind
from floorapp.readers.outlets import PtyOutlet
from floorapp.readers.script import Script, read_script
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.virtual import VirtualReader, virtual_identity
from tests.readers.polled_shoe import PolledShoe


def checked(capsys: pytest.CaptureFixture[str], tempo: Tempo, script: Script, *more: str) -> tuple[int, str]:
    outlet = PtyOutlet()
    reader = VirtualReader(virtual_identity(1, ReaderKind.BLACKJACK), random=Random(1))
    with Simulation([(reader, outlet)], tempo=tempo, script=script, random=Random(1)):
        status = main(["reader-check", outlet.name, *more])
    return status, capsys.readouterr().out


def test_a_right_reader_passes(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = checked(capsys, Tempo(beat=0.1, hello=0.3), read_script("0.5 signal blackjack Kh"), "--seconds", "2")
    assert status == 0 and out.endswith("good frames.\n") and "PASS: Floorapp Virtual VR-0001 (virtual)" in out
    assert "Hello 0" in out and "HoleCardSignal" in out


def test_each_fault_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    script = read_script("0.5 crc\n0.6 gap 3\n0.8 form\n1 noise 40")
    status, out = checked(capsys, Tempo(beat=0.1, hello=0.3), script, "--seconds", "2")
    assert status == 1 and "FAIL" in out
    for words in ("BAD: wrong checksum", "frame wrong checksum", "unreadable", "missing by their numbers"):
        assert words in out, out


def test_a_reader_without_heartbeats_and_greetings_fails(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = checked(capsys, Tempo(beat=None, hello=0.3), Script(), "--seconds", "2.5")
    assert status == 1 and "without a frame; a heartbeat must come every second" in out


def test_a_polled_device_by_its_description(capsys: pytest.CaptureFixture[str]) -> None:
    with PolledShoe() as shoe:
        shoe.news.append("BKh")
        settings = 'identity = "Acme/Shoe/5"; poll.every = 0.1'
        call = ["reader-check", shoe.name, "--protocol", "enq-shoe", "--settings", settings, "--answer"]
        assert main([*call, "--seconds", "1.5"]) == 0
    out = capsys.readouterr().out
    assert "PASS: Acme Shoe 5" in out and "HoleCardSignal" in out


def test_what_cannot_be_opened_or_spoken_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reader-check", "/dev/no-such-port"]) == 2
    assert "there is no /dev/no-such-port" in capsys.readouterr().err
    assert main(["reader-check", "/dev/null", "--protocol", "klingon"]) == 64
    assert "text-line" in capsys.readouterr().err
    assert main(["reader-check", "/dev/null", "--protocol", "text-line", "--settings", 'says.X = "jackpot"']) == 64
    assert "jackpot" in capsys.readouterr().err
    assert main(["reader-check"]) == 0
