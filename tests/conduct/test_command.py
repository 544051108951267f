"""`floorapp conduct` as somebody else's system calls it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from floorapp.cli import main
from tests.conduct.floor import shoe_by_hand


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_lawful_table_has_no_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(shoe_by_hand("pa-590").dealt().text())
    assert main(["conduct", str(log)]) == 0
    assert answers(capsys) == []


def test_a_violation_is_told_with_its_rounds_hands_and_minutes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(shoe_by_hand("pa-590").do("reader_fails").dealt(3, hands=4).text())
    assert main(["conduct", str(log)]) == 1
    (found,) = answers(capsys)
    assert (found["duty"], found["subject"], found["citation"]) == ("reader-failed", "R", "590.13(j)")
    assert (found["rounds"], found["hands"], found["minutes"], found["until"]) == (3, 12, 1, None)


def test_what_cannot_be_read_ends_the_log_there_and_outranks_a_violation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.jsonl"
    floor = shoe_by_hand("pa-590").do("reader_fails").dealt()
    log.write_text(floor.text() + "\n" + '{"do": "open"}\n')
    assert main(["conduct", str(log), str(log)]) == 2
    first, error, *_ = answers(capsys)
    assert first["duty"] == "reader-failed"
    assert error == {"error": "at: missing", "line": len(floor.lines) + 2, "file": str(log)}


def test_a_call_without_a_log_is_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conduct"]) == 64
    assert main(["conduct", "--owed", "2026-11-10T10:00:00Z"]) == 64


def test_owed_tells_the_hour_of_the_decks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text(shoe_by_hand("pa-590").text())
    assert main(["conduct", str(log), "--owed"]) == 0
    assert [(each["duty"], each["subject"]) for each in answers(capsys)] == [("change-decks", "A")]
    assert main(["conduct", "--owed", str(log)]) == 0
    (owed,) = answers(capsys)
    assert owed["by"].startswith("2026-11-11T10:00:")
