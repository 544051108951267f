"""The tour walks through the day on a sample floor; in both themes its first steps here, all of it in `make run`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from PyQt6.QtGui import QImage

from floorapp.bootstrap import Places
from floorapp.cli import main
from floorapp.commands.tour import EVENING
from floorapp.commands.wiring import put_aside
from floorapp.operations.desk import Clock
from floorapp.operations.faults import LogbookFault
from tests.test_words import misspoken

ROOT = Path(__file__).parents[2]


@pytest.mark.unix
@pytest.mark.timeout(1200)
def test_the_tour_takes_its_pictures_and_they_speak_as_an_american_floor_does(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    run = subprocess.run(
        [sys.executable, "-m", "tests.app.read_tour", str(tmp_path / "out"), "--theme", "dark", "--keep", str(kept)],
        capture_output=True,
        text=True,
        timeout=1150,
        cwd=ROOT,
    )
    assert run.returncode == 0, run.stderr
    assert (kept / "floor.sqlite").exists()
    pictures = sorted((tmp_path / "out").glob("*.png"))
    assert {picture.stem.rsplit("-", 1)[1] for picture in pictures} == {"dark"}
    assert [int(picture.name.split("-", 1)[0]) for picture in pictures] == list(range(1, len(pictures) + 1))
    steps = {picture.stem.split("-", 1)[1].rsplit("-", 1)[0] for picture in pictures}
    assert steps >= {
        "sign-in",
        "floor",
        "table",
        "inspection",
        "decks",
        "opening",
        "readers",
        "cable-pulled",
        "cable-back",
        "proof-test-passed",
        "reader-fails",
        "shufflers",
        "charts",
        "reported",
        "incident-returned",
        "incident-closed",
        "alarm-acknowledged",
        "alarms-silent",
        "handover-taken",
        "settings-people",
        "paper-check-good",
        "paper-check-altered",
        "offline-kept",
        "back-in-step",
    }
    read: dict[str, list[str]] = json.loads((tmp_path / "out/words.json").read_text("utf-8"))
    assert len(read) == len(pictures) and all(len(words) > 10 for words in read.values())
    assert [(step, text, said) for step, words in read.items() for text in words if (said := misspoken(text))] == []
    assert {"12a", "6a", "12p", "9p"} & set(read[next(step for step in read if step.endswith("-charts"))]), "the axes"
    named = set(re.findall(r"pictures/([\w-]+)-(?:dark|light)\.png", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert named and named <= steps, "the README shows what the tour makes"
    papers = list((tmp_path / "out").glob("*.pdf"))
    assert papers and all(paper.read_bytes().startswith(b"%PDF-") for paper in papers)
    windows = [picture for picture in pictures if "help" not in picture.name]  # help has a window of its own
    assert all(QImage(str(picture)).width() == 1440 for picture in windows)
    assert not any(QImage(str(picture)).isNull() for picture in pictures)


def test_the_tour_does_not_walk_on_a_floor_of_ones_own(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = Path(shutil.copy(house, tmp_path / "floor.sqlite"))
    before = own.read_bytes()
    assert main(["tour", str(tmp_path / "out"), "--keep", str(tmp_path)]) == 77
    assert "holds a real floor" in capsys.readouterr().err
    assert own.read_bytes() == before


def test_the_floor_of_the_tour_is_the_same_however_slow_the_machine_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second later other rounds are dealt: pictures of two systems could not be laid side by side."""
    made = list[datetime]()

    def opened(_places: Places, clock: Clock) -> None:
        made.extend(clock.now() for _ in range(2))
        raise LogbookFault("Enough was seen.", "", "")

    monkeypatch.setattr("floorapp.commands.wiring.opening", opened)
    main(["tour", str(tmp_path / "out"), "--keep", str(tmp_path)])
    assert made == [EVENING, EVENING]


def test_a_sample_that_is_there_is_put_aside_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    for name in ("floor.sqlite", "papers/DOC-2026-00001.pdf", "drafts.json", "keys.pem"):
        (tmp_path / name).write_text("the first")
    put_aside(tmp_path)
    assert (tmp_path / "before-papers" / "DOC-2026-00001.pdf").exists() and not (tmp_path / "papers").exists()
    (tmp_path / "floor.sqlite").write_text("the second")
    put_aside(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["before-floor.sqlite", "keys.pem"]
    assert (tmp_path / "before-floor.sqlite").read_text() == "the second"


@pytest.mark.unix
@pytest.mark.timeout(300)
def test_the_tour_is_walked_on_a_real_display_too(evening: Path, tmp_path: Path) -> None:
    """The same windows under X: the first steps, which press keys where the focus really is."""
    floor, pictures = Path(shutil.copy(evening, tmp_path / "floor.sqlite")), tmp_path / "out"
    pictures.mkdir()
    plain = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    reading, writing = os.pipe()
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        os.close(writing)
        with os.fdopen(reading) as said:
            number = said.readline().strip()
        run = subprocess.run(
            [sys.executable, "-m", "tests.app.first_steps", str(floor), str(pictures)],
            capture_output=True,
            text=True,
            timeout=280,
            cwd=ROOT,
            env=plain | {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"},
        )
    finally:
        display.terminate()
        display.wait()
    assert run.returncode == 0, run.stderr
    names = [path.stem.split("-", 1)[1] for path in pictures.glob("*.png")]
    assert {"sign-in-dark", "floor-light", "inspection-dark"} <= set(names)
    assert len([name for name in names if name.endswith("-dark")]) == len(names) / 2, "each step dark and light"
