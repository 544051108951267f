"""`floorapp rulebooks template` and `install`: from the template to an entry, signed at a terminal."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest

from db.store import open_store
from floorapp.cli import main
from floorapp.domain.rulebooks import InstalledRulebook
from tests.acts.conftest import house
from tests.acts.floor import PASSWORD, PIN, CheapHasher

__all__ = ["house"]  # a fixture


def test_the_template_is_printed_and_a_file_in_the_propertys_folder_is_installed_and_signed(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("floorapp.commands.at_desk.Argon2", CheapHasher)
    shutil.copy(house, tmp_path / "floor.sqlite")
    assert main(["rulebooks", "template"]) == 0
    (tmp_path / "rulebooks").mkdir()
    (tmp_path / "rulebooks" / "own.toml").write_text(capsys.readouterr().out, encoding="utf-8")
    install = ["--data", str(tmp_path), "rulebooks", "install", "own.toml", "--as", "cora"]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n{PIN}\n"))
    assert main(install) == 0
    assert "Recorded as" in capsys.readouterr().out
    store = open_store(tmp_path / "floor.sqlite")
    with store.reading() as state:
        (found,) = state.find(InstalledRulebook)
    store.close()
    assert (found.rulebook, found.version) == ("house-blackjack", "1")
    assert main(["rulebooks", "install", "own.toml"]) == 64
