"""Nonsense on the command line: each call is answered with a sentence and a status, and none is taken for a bug."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from db.store import open_store
from floorapp import bootstrap
from floorapp.cli import COMMANDS, main
from floorapp.commands import at_desk
from floorapp.commands.files import read_whole
from floorapp.commands.status import BUG, REFUSED, UNREADABLE, USAGE, WRONG
from floorapp.operations import verification
from tests.acts.floor import PASSWORD, CheapHasher, furnish


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house and beside it what is none."""
    place = tmp_path_factory.mktemp("nonsense")
    for name in ("house", "dir", "wrong-settings", "wrong-station", "people"):
        (place / name).mkdir()
    furnish(place / "house" / "floor.sqlite")
    (place / "text").write_text("hello\n")
    (place / "latin").write_bytes(b'{"id": "\xff"}\n\x80\n')
    (place / "empty").touch()
    (place / "posing").write_text(json.dumps({"format": "?", "id": "x\nposing: all well\x1b[2J"}))
    (place / "torn").write_bytes((place / "house" / "floor.sqlite").read_bytes()[:20_000])
    foreign = sqlite3.connect(place / "foreign")
    foreign.execute("CREATE TABLE t (x)")
    foreign.commit()
    foreign.close()
    (place / "wrong-settings" / "settings.toml").mkdir()
    (place / "wrong-station" / "settings.toml").write_text('station = "../elsewhere"\n')
    open_store(place / "people" / "floor.sqlite").close()
    return place


CALLS: dict[str, tuple[int, str]] = {
    "verify nothere dir latin": (UNREADABLE, "cannot be read"),
    "verify --shoe dir": (UNREADABLE, "no card was counted"),
    "verify --jobs ² text": (USAGE, "from 1 to 256"),
    "--database dir logbook verify": (UNREADABLE, "is not a file"),
    "--database text people list": (UNREADABLE, "not a logbook"),
    "--database empty logbook show": (UNREADABLE, "zero bytes"),
    "--database foreign people list": (UNREADABLE, "no logbook in it"),
    "--database torn logbook verify": (UNREADABLE, "It was only read"),
    "--database mysql://x/y people list": (USAGE, "postgresql://"),
    "--data text people list": (USAGE, "Not a directory"),
    "--data wrong-settings people list": (USAGE, "not a file"),
    "--data wrong-station logbook show": (USAGE, "is not a station name"),
    "--data house logbook show --limit 99999999999999999999999999": (USAGE, "from 1 to"),
    "--data house logbook show MAIN-99999999999999999999999999": (WRONG, "There is no entry"),
    "--data house logbook show MAIN-²": (WRONG, "There is no entry"),
    "--data house logbook export dir": (UNREADABLE, "already there"),
    "--data house logbook export --check dir": (UNREADABLE, "No such file"),
    "--data house logbook backup text/x.sqlite": (UNREADABLE, "could not be written"),
    "--data house logbook restore foreign": (UNREADABLE, "no logbook in it"),
    "--data house paper day --from 9999-12-31 -o x.pdf": (USAGE, "not a gaming day"),
    "--data house paper day --from 2000-01-01 --to 2199-01-01 -o x.pdf": (USAGE, "more than ten years"),
    "--data house paper incident --about zz -o x.pdf": (WRONG, "no incident zz"),
    "--data house paper check empty": (WRONG, "No key of this logbook"),
    "--data house rounds import text --as ada": (REFUSED, "not for your role"),
    "--data house rounds import dir --as flo": (UNREADABLE, "Is a directory"),
    "--data house rounds import text --as flo": (UNREADABLE, "a round without a name"),
    "--data house rounds import posing --as flo": (UNREADABLE, "wrong: x\\nposing: all well\\x1b[2J"),
    "--data house audit posing --as sam": (UNREADABLE, "x\\nposing: all well\\x1b[2J: unreadable"),
    "--data house audit dir --as sam": (UNREADABLE, "not a file"),
    "--data house doctor --bundle text/x.zip": (WRONG, "could not be written"),
    "--data house doctor --bundle /dev/null": (WRONG, "not a file"),
    "reader-sim --script latin": (UNREADABLE, "cannot be played"),
    "reader-sim --first 99999999999": (USAGE, "from 0 to"),
    "station add pod": (USAGE, "Name the server"),
    "tour text/x": (UNREADABLE, "Not a directory"),
    "irregularities pa-590 card-face-up-in-shoe --cards -1": (USAGE, "whole number from 0"),
    "irregularities pa-590 --cards many": (USAGE, "whole number from 0"),
}


#: Answered in the system's own words, which these are on Unix only.
IN_ITS_WORDS = {
    "--data text people list",
    "--data house logbook backup text/x.sqlite",
    "--data house rounds import dir --as flo",
    "--data house doctor --bundle /dev/null",
    "tour text/x",
}


@pytest.mark.parametrize(
    "words", [pytest.param(each, marks=pytest.mark.unix if each in IN_ITS_WORDS else ()) for each in CALLS]
)
def test_nonsense_is_answered_with_a_sentence_and_a_status(
    place: Path, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(place)
    monkeypatch.setattr(at_desk, "Argon2", CheapHasher)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    status, says = CALLS[words]
    try:
        ended = main(words.split())
    except SystemExit as left:
        ended = int(left.code or 0)
    told = capsys.readouterr()
    assert ended == status and says in told.out + told.err
    assert "Traceback" not in told.err and "[Errno" not in told.err


def test_a_folder_named_like_a_command_is_a_folder(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(place)
    assert main(["--data", "people", "logbook", "verify"]) == 0
    assert "0 entries" in capsys.readouterr().out


@pytest.mark.unix
def test_a_line_without_end_is_not_read_into_memory(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verification, "WHOLE", 1 << 16)
    for how in ((), ("--summary",), ("--shoe",)):
        assert main(["verify", *how, "/dev/zero"]) == UNREADABLE
        assert "no record is as long" in capsys.readouterr().err


@pytest.mark.unix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_was_closed_is_no_bug(place: Path, closed: str) -> None:
    words = f'"{sys.executable}" -m floorapp verify - empty {closed}'
    run = subprocess.run(["sh", "-c", words], cwd=place, input=b"", capture_output=True, timeout=60)
    assert (run.returncode, run.stdout) == (UNREADABLE, b"")
    assert run.stderr == (b"" if "2>" in closed else b"-: holds no round.\nempty: holds no round.\n")


@pytest.mark.unix
def test_output_that_finds_no_room_is_said_and_no_success() -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "floorapp", "rulebooks"], stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert run.returncode == UNREADABLE and b"No space left" in run.stderr and b"Exception" not in run.stderr


def test_what_nobody_expected_is_a_bug_and_shown_whole(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("floorapp.commands.rulebooks.rulebooks", lambda: None)
    assert main(["rulebooks"]) == BUG
    assert "an unexpected error" in caplog.text and "AttributeError" in caplog.text
    caplog.clear()


def test_a_rulebook_that_cannot_be_trusted_is_named_by_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rulebooks").mkdir()
    good = bootstrap.shipped("rulebooks", "pa-590.toml").read_text(encoding="utf-8")
    (tmp_path / "rulebooks" / "xx-1.toml").write_text(
        good.replace('cite = "590.', 'cite = "673a.', 1), encoding="utf-8"
    )
    monkeypatch.setattr(bootstrap, "shipped", lambda *names: tmp_path.joinpath(*names))
    bootstrap.rulebooks.cache_clear()
    try:
        assert main(["rulebooks", "pa-590"]) == UNREADABLE
    finally:
        bootstrap.rulebooks.cache_clear()
    told = capsys.readouterr().err
    assert "xx-1.toml: " in told and ".cite" in told and "cannot be trusted" in told


def test_every_command_says_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert not left.value.code and "usage: floorapp" in capsys.readouterr().out


@pytest.mark.unix
def test_a_pipe_into_which_nobody_writes_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert read_whole(tmp_path / "pipe", most=10) == b""
