"""23.1: the command line speaks to people as an American floor does; only JSON keeps a format's words and ISO times."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from floorapp.cli import COMMANDS, Arguments, _command, main
from tests.test_words import misspoken

ROOT = Path(__file__).parent.parent
SAMPLE = str(ROOT / "resources/sample/rounds.jsonl")


def _helps(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield parser.format_help()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for part in {id(each): each for each in action.choices.values()}.values():
                yield from _helps(part)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_speaks_as_an_american_floor_does(name: str) -> None:
    parser = Arguments(prog=f"floorapp {name}")
    _command(name).arguments(parser)
    for text in _helps(parser):
        lines = re.sub(r"\bhandover\b", "", text).splitlines()  # a report's name
        # a license's last day is shown both ways
        said = [(line, found) for line in lines if (found := misspoken(line.replace("2027-11-15", "")))]
        assert said == []
        assert "papers:" not in text


def test_the_list_of_commands_names_each_by_its_name_of_today_alone(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert "report " in told and "paper" not in told
    with pytest.raises(SystemExit):
        main(["paper", "--help"])
    assert "Reader inspection log" in capsys.readouterr().out, "what scripts still say is understood"


@pytest.mark.parametrize(
    "words",
    [["verify", "--summary", SAMPLE], ["rulebooks"], ["rulebooks", "pa-590"], ["irregularities", "pa-590"]],
    ids=lambda words: " ".join(words[:2]),
)
def test_what_is_printed_for_people_speaks_so_too(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(words)
    told = capsys.readouterr().out.splitlines()
    assert len(told) > 3
    assert [(line, found) for line in told if (found := misspoken(line))] == []


def test_json_keeps_the_words_of_the_format_and_iso_days(capsys: pytest.CaptureFixture[str]) -> None:
    main(["verify", SAMPLE])
    verdicts = {json.loads(line)["verdict"] for line in capsys.readouterr().out.splitlines()}
    assert {"ok", "mismatch", "violation"} <= verdicts
    main(["rulebooks", "--json"])
    assert "2014-01-04" in {each["since"] for each in json.loads(capsys.readouterr().out)}
