"""The help page on `floorapp conduct`: its log gives its answer, and it names every option there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from floorapp.cli import main

PAGE = (Path(__file__).parents[2] / "resources/help/conduct.md").read_text(encoding="utf-8")


def test_the_log_of_the_page_gives_the_answer_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, answer = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "log.jsonl").write_text(log)
    assert main(["conduct", str(tmp_path / "log.jsonl")]) == 1
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [json.loads(answer)]


def test_the_page_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["conduct", "--help"])
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    assert options == set(re.findall(r"`(--[a-z]+)", PAGE))


def test_the_pages_that_list_pages_lead_here() -> None:
    for place in ("README.md", "resources/help/developer.md", "resources/help/compliance-officer.md"):
        assert "conduct.md" in (Path(__file__).parents[2] / place).read_text(encoding="utf-8")
