"""`floorapp conduct` as somebody else's system calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from floorapp.cli import main
from floorapp.engine.conduct import log as log_format
from tests.conduct.floor import NJ, Floor, shoe_by_hand

Out = pytest.CaptureFixture[str]


def answers(capsys: Out) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def lawful() -> Floor:
    return shoe_by_hand("pa-590").dealt()


def violated() -> Floor:
    return shoe_by_hand("pa-590").do("reader_fails").dealt(3, hands=4)


def advised() -> Floor:
    return shoe_by_hand(NJ).do("stop").dealt()


def broken() -> Floor:
    return violated().do("whistle")


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of logs, one of each kind, in which the command is called."""
    for floor in (lawful, violated, advised, broken):
        (tmp_path / f"{floor.__name__}.jsonl").write_text(floor().text())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(words: list[str], stdin: bytes = b"", **more: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "floorapp", *words], input=stdin, capture_output=True, timeout=60, **more
    )


# What it answers


def test_a_lawful_table_has_no_finding(logs: Path, capsys: Out) -> None:
    assert main(["conduct", "lawful.jsonl"]) == 0
    assert answers(capsys) == []


def test_a_violation_is_told_with_its_rounds_hands_and_minutes(logs: Path, capsys: Out) -> None:
    assert main(["conduct", "violated.jsonl"]) == 1
    (found,) = answers(capsys)
    assert (found["duty"], found["subject"], found["citation"]) == ("reader-failed", "R", "590.13(j)")
    assert (found["rounds"], found["hands"], found["minutes"], found["until"]) == (3, 12, 1, None)
    assert list(found) == [
        "table",
        "duty",
        "subject",
        "since",
        "until",
        "first",
        "last",
        "rounds",
        "hands",
        "minutes",
        "citation",
        "basis",
        "readings",
        "severity",
        "says",
    ]


@pytest.mark.parametrize(
    ("files", "status"),
    [
        (["lawful"], 0),
        (["advised"], 0),
        (["violated"], 1),
        (["broken"], 2),
        (["lawful", "advised"], 0),
        (["violated", "lawful"], 1),
        (["broken", "violated"], 2),
        (["violated", "none"], 2),
        (["none", "lawful"], 2),
    ],
)
def test_the_exit_status_is_that_of_the_worst_log(files: list[str], status: int, logs: Path, capsys: Out) -> None:
    assert main(["conduct", *(f"{name}.jsonl" for name in files)]) == status


def test_several_logs_are_judged_apart_in_the_order_given_each_answer_with_its_file(logs: Path, capsys: Out) -> None:
    main(["conduct", "violated.jsonl", "advised.jsonl", "lawful.jsonl", "./violated.jsonl"])
    told = [(each["file"], each["duty"], each["rounds"]) for each in answers(capsys)]
    assert told == [
        ("violated.jsonl", "reader-failed", 3),
        ("advised.jsonl", "closed", 2),
        ("./violated.jsonl", "reader-failed", 3),
    ]


def test_what_cannot_be_read_ends_the_log_there_and_the_next_is_judged(logs: Path, capsys: Out) -> None:
    assert main(["conduct", "broken.jsonl", "violated.jsonl"]) == 2
    first, error, second = answers(capsys)
    assert first["duty"] == second["duty"] == "reader-failed"
    assert error == {"error": 'do: "whistle" is not known', "line": len(broken().lines), "file": "broken.jsonl"}


@pytest.mark.unix
def test_a_file_that_is_not_there_is_said_and_the_others_are_judged(logs: Path, capsys: Out) -> None:
    assert main(["conduct", "none.jsonl", ".", "violated.jsonl"]) == 2
    missing, folder, found = answers(capsys)
    assert (missing["file"], missing["line"]) == ("none.jsonl", None) and "No such file" in missing["error"]
    assert (folder["file"], folder["line"]) == (".", None) and "directory" in folder["error"]
    assert found["duty"] == "reader-failed"


def test_a_log_without_a_line_is_judged_and_nothing_is_found(logs: Path, capsys: Out) -> None:
    (logs / "empty").write_bytes(b"\n\n")
    assert main(["conduct", "empty"]) == 0 and main(["conduct", "--owed", "empty"]) == 0
    assert answers(capsys) == []


def test_with_all_what_stood_while_nothing_was_dealt_is_told_too_and_is_no_violation(logs: Path, capsys: Out) -> None:
    (logs / "waiting").write_text(shoe_by_hand("pa-590").do("reader_fails").text())
    assert main(["conduct", "waiting"]) == 0
    assert main(["conduct", "--all", "waiting"]) == 0
    (found,) = answers(capsys)
    assert (found["duty"], found["severity"], found["rounds"], found["first"]) == ("reader-failed", "advisory", 0, None)


def test_an_answer_is_one_line_whatever_a_table_is_called(logs: Path, capsys: Out) -> None:
    name = "T\u2028\n\u001b[2J\ud800"
    floor = violated()
    for line in floor.lines:
        line["table"] = name
    (logs / "odd").write_text(floor.text())
    for how in ([], ["--summary"], ["--owed"], ["--owed", "--summary"]):
        main(["conduct", *how, "odd"])
        told = capsys.readouterr().out
        assert all(line.isprintable() for line in told.split("\n"))
    main(["conduct", "odd"])
    assert answers(capsys)[0]["table"] == name


# What is owed


def test_owed_tells_the_hour_of_the_decks(logs: Path, capsys: Out) -> None:
    assert main(["conduct", "lawful.jsonl", "--owed"]) == 0
    (owed,) = answers(capsys)
    assert (owed["duty"], owed["subject"], owed["citation"]) == ("change-decks", "A", "590.3(c)")
    assert owed["by"].startswith("2026-11-11T10:00:")
    assert list(owed) == ["table", "duty", "subject", "by", "citation", "basis", "says"]
    assert main(["conduct", "--owed", "lawful.jsonl"]) == 0
    assert answers(capsys) == [owed]


def test_owed_at_a_time_reads_no_later_line(logs: Path, capsys: Out) -> None:
    """Neither what happens later is known, nor whether it can be read."""
    fails = next(line["at"] for line in broken().lines if line["do"] == "reader_fails")
    for file in ("violated.jsonl", "broken.jsonl"):
        assert main(["conduct", "--owed", "2026-11-10T10:00:10-05:00", file]) == 0
        assert "reader-failed" not in {each["duty"] for each in answers(capsys)}
        assert main(["conduct", file, "--owed", fails]) == 0
        assert "reader-failed" in {each["duty"] for each in answers(capsys)}


def test_owed_after_the_last_line_lets_time_pass(logs: Path, capsys: Out) -> None:
    assert main(["conduct", "--owed=2026-11-11T12:00:00-05:00", "lawful.jsonl"]) == 0
    assert [each["duty"] for each in answers(capsys)] == [
        "change-decks",
        "decks-over-hours",
        "inspect-reader",
        "reader-not-inspected",
    ]


def test_owed_is_no_violation_but_may_be_unreadable(logs: Path, capsys: Out) -> None:
    assert main(["conduct", "--owed", "violated.jsonl"]) == 0
    assert [each["duty"] for each in answers(capsys)] == ["change-decks", "reader-failed"]
    assert main(["conduct", "--owed", "broken.jsonl"]) == 2
    *owed, error = answers(capsys)
    assert [each["duty"] for each in owed] == ["change-decks", "reader-failed"] and error["line"]


def test_owed_with_several_logs_tells_the_file_in_the_order_given(logs: Path, capsys: Out) -> None:
    main(["conduct", "lawful.jsonl", "--owed", "advised.jsonl"])
    assert [each["file"] for each in answers(capsys)] == ["lawful.jsonl", "advised.jsonl"]
    main(["conduct", "--owed", "lawful.jsonl", "advised.jsonl"])
    assert [each["file"] for each in answers(capsys)] == ["lawful.jsonl", "advised.jsonl"]


# Wrong calls


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--owed"],
        ["--owed", "2026-11-10T10:00:00Z"],
        ["--owed", "tomorrow", "lawful.jsonl"],
        ["--owed", "2026-11-10T10:00:00", "lawful.jsonl"],
        ["--jobs", "2", "lawful.jsonl"],
    ],
)
def test_a_wrong_call_is_64_and_says_why(words: list[str], logs: Path, capsys: Out) -> None:
    try:
        status = main(["conduct", *words])
    except SystemExit as ended:
        status = int(str(ended.code))
    told = capsys.readouterr()
    assert (status, told.out) == (64, "") and "floorapp: " in told.err


# For people


def test_the_summary_tells_every_finding_in_a_line_and_then_counts(logs: Path, capsys: Out) -> None:
    assert main(["conduct", "--summary", "violated.jsonl", "lawful.jsonl", "advised.jsonl"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 5
    assert "Reader R has failed" in told[0] and "3 rounds, 12 hands, 1 minute." in told[0] and "590.13(j)" in told[0]
    assert told[1] == "violated.jsonl: 1 violation."
    assert told[2] == "lawful.jsonl: nothing found."
    assert "property policy" in told[3] and told[4] == "advised.jsonl: 1 advisory."


def test_the_summary_says_where_a_log_cannot_be_read_and_what_is_owed(logs: Path, capsys: Out) -> None:
    assert main(["conduct", "--summary", "broken.jsonl"]) == 2
    assert f"broken.jsonl, line {len(broken().lines)}: unreadable: do: " in capsys.readouterr().out
    assert main(["conduct", "--summary", "--owed", "violated.jsonl"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "By 11/11/2026 10:00:11 AM." in told[0] and told[-1] == "violated.jsonl: 2 due."


# Streams


def test_a_dash_is_standard_input(logs: Path) -> None:
    told = run(["conduct", "-", "violated.jsonl"], advised().text().encode())
    assert told.returncode == 1 and told.stderr == b""
    assert [json.loads(line)["file"] for line in told.stdout.splitlines()] == ["-", "violated.jsonl"]


def test_standard_input_is_read_on_from_where_it_stands(logs: Path) -> None:
    """A shell that has read a first line of a file leaves the rest."""
    (logs / "titled").write_text("a title\n" + violated().text())
    with (logs / "titled").open("rb") as stream:
        os.lseek(stream.fileno(), len("a title\n"), os.SEEK_SET)
        told = subprocess.run([sys.executable, "-m", "floorapp", "conduct", "-"], stdin=stream, capture_output=True)
    assert (told.returncode, len(told.stdout.splitlines())) == (1, 1)


@pytest.mark.unix
def test_whoever_stops_reading_the_answer_is_no_fault(logs: Path) -> None:
    floor = shoe_by_hand("pa-590")
    for _ in range(3000):
        floor.do("reader_fails").dealt(1).do("reader_mended")
    (logs / "long").write_text(floor.text())
    words = f'"{sys.executable}" -m floorapp conduct long | head -n 1'
    told = subprocess.run(["sh", "-c", words], capture_output=True, timeout=60)
    assert len(told.stdout.splitlines()) == 1 and told.stderr == b""


@pytest.mark.unix
def test_a_line_without_end_is_not_read_into_memory(monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    monkeypatch.setattr(log_format, "LONGEST", 1 << 16)
    assert main(["conduct", "/dev/zero"]) == 2
    (error,) = answers(capsys)
    assert error["line"] == 1 and "longer" in error["error"]
