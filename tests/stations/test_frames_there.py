"""Raw frames on a floor of several stations: sealed on the server, kept at their podium, carried to who must look."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from db.sqlite import module
from floorapp.cli import main
from floorapp.domain.readers import RawFrame
from floorapp.operations.frame_seals import EndedShoe, seal_frames, seal_shoe
from tests.stations.podium import podium

Says = Callable[..., str]


@pytest.fixture
def pod(url: str, tmp_path: Path) -> Path:
    """A podium whose reader spoke through a shoe that has ended and was sealed; its data folder."""
    folder = station("POD-1", url, tmp_path)
    with podium(url, folder, "POD-1") as made:
        made.wait_in_step()
        began = made.clock.now()
        for second in range(4):
            heard = RawFrame("L1", began + timedelta(seconds=second), bytes([second]), False)
            made.station.keep_frames((heard,))
        seal_shoe(made.desk(), made.station, EndedShoe("FB-01", "FB-01/7", "L1", began, began + timedelta(seconds=3)))
        seal_frames(made.desk(), made.station)
    return folder


def station(name: str, url: str, tmp_path: Path) -> Path:
    assert main(["station", "add", name, "--data", str(tmp_path / name), "--database", url]) == 0
    return tmp_path / name


@pytest.fixture
def office(url: str, tmp_path: Path) -> Path:
    """The compliance officer's own station."""
    return station("OFFICE", url, tmp_path)


@pytest.fixture
def says(capsys: pytest.CaptureFixture[str]) -> Says:
    """What a command says, and that it ends as it should."""

    def call(*words: object, status: int = 0) -> str:
        capsys.readouterr()
        assert main([str(word) for word in words]) == status
        return capsys.readouterr().out

    return call


def alter(path: Path) -> None:
    """What anybody with the file can do."""
    connection = module().connect(path, isolation_level=None)
    connection.execute("DROP TRIGGER frames_never_changed")
    connection.execute("UPDATE frame_bundle SET packed = x'00' WHERE place = 2")
    connection.close()


def test_a_frame_altered_at_its_podium_is_found_there_and_its_shoe_named(pod: Path, says: Says) -> None:
    assert "not checked" not in says("logbook", "verify", "--data", pod)
    alter(pod / "frames.sqlite")
    assert "of line L1 in shoe FB-01/7" in says("logbook", "verify", "--data", pod, status=1)


def test_the_office_is_told_whose_frames_it_lacks_and_takes_what_was_carried_there(
    pod: Path, office: Path, tmp_path: Path, says: Says
) -> None:
    assert "Raw frames of POD-1 are kept there and were not checked" in says("logbook", "verify", "--data", office)
    stick = tmp_path / "stick"
    for _again in range(2):  # a newer copy takes the place of an older one
        assert "POD-1.frames.sqlite" in says("station", "frames", stick, "--data", pod)
    assert "not checked" not in says("logbook", "verify", "--data", office, "--frames", stick)
    out = tmp_path / "export"
    assert "4 raw frames" in says("logbook", "export", out, "--data", office, "--frames", stick)
    lines = [json.loads(line) for line in (out / "frames.jsonl").read_text().splitlines()]
    assert [(each["station"], each["line"], each["octets"]) for each in lines] == [
        ("POD-1", "L1", f"{second:02x}") for second in range(4)
    ]
    assert json.loads((out / "manifest.json").read_text())["frames_of"] == ["OFFICE", "POD-1"]
    assert "Intact on its own" in says("logbook", "export", out, "--check")
    alter(stick / "POD-1.frames.sqlite")
    assert "shoe FB-01/7" in says("logbook", "verify", "--data", office, "--frames", stick, status=1)


def test_a_folder_without_frames_is_told(office: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["logbook", "verify", "--data", str(office), "--frames", str(tmp_path)]) != 0
    assert "no raw frames" in capsys.readouterr().err
