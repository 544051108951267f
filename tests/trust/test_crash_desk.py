"""The crash desk: bugs apart from expected errors, logs that rotate, a bundle that is whole, and no secret anywhere."""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from db.store import open_store
from floorapp.bootstrap import Places
from floorapp.cli import main
from floorapp.commands.app import keep_log
from floorapp.commands.diagnostics import make_bundle
from floorapp.domain.heads import Reason
from floorapp.domain.people import Role
from floorapp.operations import presses
from floorapp.operations.acts import credentials, people, sessions
from floorapp.operations.entry import Proof
from floorapp.operations.faults import LogbookFault
from floorapp.operations.redaction import redacted
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from floorapp.ui.live.start import catch_everything
from floorapp.ui.live.writer import BUG, BugTrouble
from tests.acts.floor import GIVEN, GIVEN_PIN
from tests.trust.house import Kept, raw

PASSWORD, OTHER, PIN = "a very unusual Passphrase 77", "another unusual Passphrase 88", "83719264"


@pytest.fixture
def places(kept: Kept) -> Iterator[Places]:
    """The house's places, with the log kept and let go of afterwards."""
    found = Places(kept.folder, kept.path, "MAIN", False)
    was_on = faulthandler.is_enabled()
    level = logging.getLogger().level
    handler = keep_log(found)
    yield found
    logging.getLogger().removeHandler(handler)
    logging.getLogger().setLevel(level)
    handler.close()
    faulthandler.enable() if was_on else faulthandler.disable()


def log_of(places: Places) -> str:
    return (places.logs / "floorapp.log").read_text()


def test_what_nobody_caught_is_logged_whole_and_told_and_the_floor_goes_on(places: Places) -> None:
    told: list[BugTrouble] = []
    undo = catch_everything(told.append)
    try:
        try:
            raise ZeroDivisionError("deep inside")
        except ZeroDivisionError as error:
            sys.excepthook(type(error), error, error.__traceback__)

        def fail() -> None:
            raise KeyError("in a thread")

        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        fault = LogbookFault("The disk is full.", "Nothing was recorded.", "Make room.")
        sys.excepthook(LogbookFault, fault, None)
    finally:
        undo()
    assert told == [BUG, BUG, BugTrouble("The disk is full.", "Nothing was recorded.", "Make room.", logbook=True)]
    log = log_of(places)
    assert "deep inside" in log and "in a thread" in log and log.count("CRITICAL") == 2
    assert "test_crash_desk.py" in log, "with its traceback"


def test_logs_rotate_and_the_previous_ones_are_kept(places: Places) -> None:
    handler = logging.getLogger().handlers[-1]
    for number in range(30):
        logging.getLogger("test").info("line %s %s", number, "x" * 100_000)
    names = sorted(path.name for path in places.logs.glob("floorapp.log*"))
    assert names == ["floorapp.log", "floorapp.log.1", "floorapp.log.2", "floorapp.log.3"]
    assert all(path.stat().st_size <= 1_000_000 for path in places.logs.iterdir()) and handler is not None


def test_the_bundle_is_there_whole_or_not_at_all(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_bundle(places, tmp_path)
    with zipfile.ZipFile(made) as bundle:
        assert bundle.testzip() is None
        names = set(bundle.namelist())
        doctor = bundle.read("doctor.txt").decode()
    assert {"README.txt", "about.json", "doctor.txt", "logbook.json", "settings.txt", "logs/floorapp.log"} <= names
    assert "The logbook" in doctor and not [name for name in names if "key" in name or name.endswith(".sqlite")]

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        make_bundle(places, tmp_path / "other.zip")
    assert [path.name for path in tmp_path.glob("*.zip")] == [made.name]
    assert not list(tmp_path.glob(".*.part"))


def test_a_servers_password_is_not_in_the_bundle(places: Places, tmp_path: Path) -> None:
    settings = places.data / "settings.toml"
    settings.write_text('database = "postgresql://floor_app:hush:hush@db1:5432,db2/floor"\nstation = "POD-1"\n')
    with zipfile.ZipFile(make_bundle(places, tmp_path)) as bundle:
        everything = b"".join(bundle.read(name) for name in bundle.namelist())
    assert b"hush" not in everything and b"floor_app" in everything and b"db2/floor" in everything


def test_one_call_writes_the_bundle(places: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["doctor", "--data", str(places.data), "--bundle"]
    assert main([*at, str(tmp_path / "b.zip")]) == 0
    assert zipfile.is_zipfile(tmp_path / "b.zip")
    assert main([*at, str(tmp_path / "no" / "where" / "b.zip")]) == 1
    assert "could not be written" in capsys.readouterr().err


def test_secrets_are_taken_out_of_words() -> None:
    said = redacted(
        "postgresql://floor:hunter2@db/floor password='hunter2' PIN: 8371 "
        "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA rest\n"
        "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\nthe end, entry MAIN-1204"
    )
    assert "hunter2" not in said and "8371" not in said and "aGFzaA" not in said
    assert "postgresql://floor:(left out)@db/floor" in said and "the end, entry MAIN-1204" in said and "rest" in said


@pytest.mark.parametrize(
    "said",
    [
        "postgresql://floor:p@hunter2@db/floor",
        "postgresql://floor:p/hunter2@db/floor",
        "database = 'postgresql://floor:hunter2 hunter3@db/floor'",
        "postgresql:///floor?user=floor&sslpassword=hunter2&port=5432",
        "PGPASSWORD=hunter2 floorapp",
        "password='hunter2 hunter3'",
        '"password": "hunter2 hunter3", "host": "db"',
    ],
)
def test_a_secret_of_any_spelling_is_taken_out(said: str) -> None:
    assert "hunter" not in redacted(said) and "left out" in redacted(said)


def test_a_very_long_line_of_a_log_costs_no_more_than_reading_it() -> None:
    for letters in ("x", "://", "pin", "$argon2", "-----BEGIN PRIVATE KEY-----"):
        assert len(redacted(letters * (300_000 // len(letters)))) > 5


def misuse(kept: Kept) -> None:
    """Everything that has to do with secrets: rightly, wrongly, and with a logbook that fails."""
    desk = kept.floor.desk("ada")
    people.add_person(desk, handle="una", name="Una", role=Role.FLOORPERSON, pin=GIVEN_PIN, password=GIVEN)
    people.reset_password(desk, person="una", password=OTHER)
    sessions.sign_in(kept.floor.desk(), name="una", password=OTHER)
    for wrong in (PASSWORD, f"{OTHER}x"):
        with pytest.raises(Refused):
            sessions.sign_in(kept.floor.desk(), name="una", password=wrong)
    una = kept.floor.desk()
    sessions.sign_in(una, name="una", password=OTHER)
    presses.choose_secrets(una, old=OTHER, password=PASSWORD, pin=PIN)
    credentials.sign(desk, person="una", secret=PIN, proof=Proof.PIN, meaning=Meaning.VERIFIED)
    with pytest.raises(Refused):
        credentials.sign(desk, person="una", secret=PIN[::-1], proof=Proof.PIN, meaning=Meaning.VERIFIED)
    connection = raw(kept.path)
    connection.execute(
        "CREATE TRIGGER fails BEFORE INSERT ON credential BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END"
    )
    try:
        people.reset_password(desk, person="una", password=PASSWORD)
    except LogbookFault:
        logging.getLogger("writer").exception("the logbook did not answer")
    connection.execute("DROP TRIGGER fails")
    connection.close()
    kept.close()


def test_no_secret_is_in_the_database_the_logs_or_the_bundle(
    kept: Kept, places: Places, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    kept.sealing.sign(Reason.REQUEST)
    misuse(kept)
    open_store(kept.path).close()
    assert "INSERT INTO credential" in log_of(places), "the fault is in the log, with what was being done"
    pem = (kept.folder / "keys" / "MAIN.pem").read_text().splitlines()[1]
    made = make_bundle(places, tmp_path)
    with zipfile.ZipFile(made) as bundle:
        contents = {f"bundle/{name}": bundle.read(name) for name in bundle.namelist()}
    for path in kept.folder.rglob("*"):
        if path.is_file() and path.parent.name != "keys":
            contents[str(path.relative_to(kept.folder))] = path.read_bytes()
    hashes = [b"cheap$", b"$argon2"]
    for name, content in contents.items():
        for secret in (PASSWORD, OTHER, PIN, PIN[::-1], pem):
            assert secret.encode() not in content, f"{secret} is in {name}"
        if not name.startswith("floor.sqlite"):
            assert not [each for each in hashes if each in content], f"the hash of a secret is in {name}"
    counted(f"{len(contents)} files searched for 5 secrets and their hashes: none found")
