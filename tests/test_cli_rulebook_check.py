"""`floorapp rulebooks check`: a rulebook file of one's own, and every error in it with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from floorapp.bootstrap import shipped
from floorapp.cli import main


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "own.toml"
    made.write_text(shipped("rulebooks", "pa-673a.toml").read_text(encoding="utf-8"), encoding="utf-8")
    return made


def altered(file: Path, *changes: tuple[str, str]) -> None:
    content = file.read_text(encoding="utf-8")
    for before, after in changes:
        assert content.count(before) >= 1
        content = content.replace(before, after, 1)
    file.write_text(content, encoding="utf-8")


def test_a_good_file_is_called_good(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks", "check", str(file)]) == 0
    assert "good. pa-673a, Double Back Jack" in capsys.readouterr().out


def test_every_error_of_a_file_is_named_with_its_place(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    altered(
        file,
        ('cite = "673a.2(a)"\n', ""),  # table.boxes
        ('cite = "673a.3(a)"\n', 'cite = "590.3(a)"\ncolor = "red"\n'),  # cards.decks: twice wrong
        ("[second_chance.", "[third_chance."),
    )
    file.write_text(file.read_text(encoding="utf-8") + '\n[[duty]]\nname = "no-such-duty"\nsays = "?"\n')
    assert main(["rulebooks", "check", str(file)]) == 1
    *errors, last = capsys.readouterr().out.splitlines()
    places = [each.split(": ")[1].split("[")[0] for each in errors]
    assert {"table.boxes.cite", "cards.decks.cite", "cards.decks.color", "third_chance"} <= set(places)
    assert any("no-such-duty" in each for each in errors)
    assert last.endswith(f"{len(errors)} errors to fix")


def test_a_file_that_is_not_toml_and_one_that_is_not_there_are_unreadable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("[table\n")
    assert main(["rulebooks", "check", str(broken)]) == 2
    assert main(["rulebooks", "check", str(tmp_path / "none.toml")]) == 2
    assert capsys.readouterr().err.count("cannot be read") == 2


def test_a_file_without_check_and_check_without_a_file_are_wrong_calls(file: Path) -> None:
    assert main(["rulebooks", "pa-590", str(file)]) == 64
    assert main(["rulebooks", "check"]) == 64


def test_a_file_in_the_propertys_folder_is_checked_by_its_name(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "house" / "rulebooks").mkdir(parents=True)
    file.rename(tmp_path / "house" / "rulebooks" / "of-ours.toml")
    assert main(["--data", str(tmp_path / "house"), "rulebooks", "check", "of-ours.toml"]) == 0
    assert "of-ours.toml: good." in capsys.readouterr().out
