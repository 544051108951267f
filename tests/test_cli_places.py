"""Where commands look: an option beats a variable beats `settings.toml` beats the default, for each the same."""

from __future__ import annotations

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
    (data / "settings.toml").write_text(f'database = "{data / "elsewhere.sqlite"}"\n', encoding="utf-8")
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


def test_unreadable_settings_are_a_wrong_call_in_words(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (house / "settings.toml").write_text("database = [", encoding="utf-8")
    for words in (["logbook", "show"], ["people", "list"]):
        assert main(["--data", str(house), *words]) == 64
        assert "settings.toml" in capsys.readouterr().err
