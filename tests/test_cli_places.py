"""Where commands look: an option beats a variable beats `settings.toml` beats the default, for each the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from db.store import open_store
from floorapp.cli import main
from tests.acts.floor import furnish


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder whose settings name another file than the usual one."""
    monkeypatch.delenv("FLOORAPP_DATA", raising=False)
    monkeypatch.delenv("FLOORAPP_DATABASE", raising=False)
    data = tmp_path / "house"
    data.mkdir()
    furnish(data / "elsewhere.sqlite")
    (data / "settings.toml").write_text(f"database = '{data / 'elsewhere.sqlite'}'\n", encoding="utf-8")
    return data


def test_settings_name_the_logbook_for_every_command(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["logbook", "show"], ["people", "list"]):
        assert main(["--data", str(house), *words]) == 0
        assert "ada" in capsys.readouterr().out


def test_a_variable_beats_the_settings_and_an_option_beats_it(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.sqlite"
    open_store(empty).close()
    monkeypatch.setenv("FLOORAPP_DATABASE", str(empty))
    assert main(["--data", str(house), "people", "list"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["--data", str(house), "--database", str(house / "elsewhere.sqlite"), "people", "list"]) == 0
    assert "ada" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("heads = 5", "must stand in quotes"),
        ('database = ["a"]', "must stand in quotes"),
        ('[database]\nurl = "postgresql://db/floor"', "must stand in quotes"),
        ('head = "/mnt/office"', "“head”"),
        pytest.param('heads = "~nobody-of-this-name/x"', "nobody-of-this-name", marks=pytest.mark.unix),
        ('heads = "a\\u0000b"', "zero byte"),
        ('heads = "D:\\heads"', "single quotes"),  # TOML reads \\h as an escape, and finds none
        ('heads = "D:\\new\\table"', "single quotes"),  # and these as a new line and a tab
        ('backups = "smb://office/floor"', "mount"),
    ],
)
def test_a_setting_that_would_not_be_heeded_is_refused(
    house: Path, said: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody works on another logbook, or goes without a second place for heads, by a slip in a file."""
    (house / "settings.toml").write_text(f"{said}\n", encoding="utf-8")
    assert main(["--data", str(house), "people", "list"]) == 64
    assert told in capsys.readouterr().err


@pytest.mark.unix
def test_settings_that_are_a_pipe_keep_nobody_waiting(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (house / "settings.toml").unlink()
    os.mkfifo(house / "settings.toml")
    assert main(["--data", str(house), "people", "list"]) == 64
    assert "not a file" in capsys.readouterr().err


def test_unreadable_settings_are_a_wrong_call_in_words(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (house / "settings.toml").write_text("database = [", encoding="utf-8")
    for words in (["logbook", "show"], ["people", "list"]):
        assert main(["--data", str(house), *words]) == 64
        assert "settings.toml" in capsys.readouterr().err
