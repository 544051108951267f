"""Backup, restore, export and `floorapp logbook`: what comes back is what was there."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from db.attachments import keep_attachment
from db.backup import Newer, backup, restore
from db.export import README, export
from db.export_check import check_export
from db.faults import fault_of
from db.store import open_store
from db.verify import verify
from floorapp.cli import main
from floorapp.commands import at_desk, logbook
from floorapp.domain.heads import Reason
from floorapp.domain.readers import RawFrame
from floorapp.operations.facts.upkeep import BackupRestored
from floorapp.operations.faults import LogbookFault
from tests.acts.floor import PASSWORD, Floor, furnish
from tests.trust.house import Kept, drop_guards, raw

NOW = datetime(2026, 11, 16, 18, 0, tzinfo=UTC)


@pytest.fixture
def busy(kept: Kept) -> Iterator[Kept]:
    """A house with entries, rounds and a head."""
    kept.move(3)
    kept.deal("r1", "r2")
    kept.sealing.sign(Reason.REQUEST)
    yield kept


def test_a_backup_is_made_while_the_logbook_is_written(busy: Kept, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            busy.move(1, "Meanwhile")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        made = backup(busy.path, tmp_path / "backups", now=NOW)
    finally:
        stop.set()
        writer.join()
    assert made.checked.good and made.path.name == "floor-20261116T180000Z.sqlite"
    said = json.loads(made.path.with_name(made.path.name + ".json").read_text())
    assert said["good"] and said["sha256"] == made.digest == hashlib.sha256(made.path.read_bytes()).hexdigest()
    assert sorted(each.suffix for each in made.path.parent.iterdir()) == [".json", ".sqlite"]
    with pytest.raises(LogbookFault, match="already there"):
        backup(busy.path, made.path, now=NOW)


def test_round_trip_to_another_place(busy: Kept, tmp_path: Path) -> None:
    digest, entries = busy.floor.store.state_digest(), busy.floor.store.page(limit=1000)
    made = backup(busy.path, tmp_path / "b", now=NOW)
    onto = tmp_path / "elsewhere" / "floor.sqlite"
    assert restore(made.path, onto=onto, now=NOW) is None
    again = open_store(onto)
    assert again.state_digest() == digest and again.page(limit=1000) == entries
    again.close()
    assert verify(onto, against=[busy.heads], state=True).good


def test_newer_entries_are_never_replaced_unasked_and_always_kept(busy: Kept, tmp_path: Path) -> None:
    made = backup(busy.path, tmp_path / "b", now=NOW)
    busy.move(1, "After")
    newest = busy.floor.last()
    busy.close()
    before = busy.path.read_bytes()
    with pytest.raises(Newer, match="newer entries"):
        restore(made.path, onto=busy.path, now=NOW)
    assert busy.path.read_bytes() == before
    aside = restore(made.path, onto=busy.path, now=NOW, force=True)
    assert aside is not None
    kept_aside = open_store(aside)
    assert kept_aside.page(limit=1)[0] == newest
    kept_aside.close()
    assert busy.floor.last().seq < newest.seq


def test_another_logbook_or_an_unreadable_one_is_not_replaced_unasked(busy: Kept, house: Path, tmp_path: Path) -> None:
    made = backup(busy.path, tmp_path / "b", now=NOW)
    busy.close()
    busy.path.write_bytes(b"not a logbook" * 100)
    with pytest.raises(Newer, match="cannot be read"):
        restore(made.path, onto=busy.path, now=NOW)
    aside = restore(made.path, onto=busy.path, now=NOW, force=True)
    assert aside is not None and aside.read_bytes() == b"not a logbook" * 100
    older = tmp_path / "older.sqlite"
    shutil.copy(house, older)
    assert restore(made.path, onto=older, now=NOW) is not None, "an older stretch of the same chain"


def test_the_longer_logbook_of_another_house_does_not_take_this_ones_place(busy: Kept, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    furnish(other)
    elsewhere = Kept(tmp_path / "elsewhere", Floor(open_store(other), other))
    elsewhere.move(40, "Elsewhere")
    elsewhere.close()
    made = backup(other, tmp_path / "backups", now=NOW)
    before = busy.floor.store.page(limit=1)[0].hash
    busy.close()
    with pytest.raises(Newer, match="another one: its MAIN-"):
        restore(made.path, onto=busy.path, now=NOW)
    store = open_store(busy.path)
    assert store.page(limit=1)[0].hash == before
    store.close()


def test_a_logbook_in_use_is_not_replaced(busy: Kept, tmp_path: Path) -> None:
    made = backup(busy.path, tmp_path / "b", now=NOW)
    with busy.floor.store.reading(), pytest.raises(LogbookFault, match="in use"):
        restore(made.path, onto=busy.path, now=NOW, force=True)


def test_a_backup_that_finds_no_room_says_so_and_leaves_nothing_behind(
    busy: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    into = tmp_path / "backups"

    def full(path: Path, aside: Path, progress: object) -> None:
        aside.write_bytes(b"begun")
        aside.with_name(f"{aside.name}-journal").write_bytes(b"begun")
        raise fault_of("database or disk is full")

    monkeypatch.setattr("db.backup._copy", full)
    with pytest.raises(LogbookFault, match="could not be written: The disk is full.*There is no backup of now"):
        backup(busy.path, into, now=NOW)
    assert list(into.iterdir()) == []


def test_a_backup_that_was_cut_short_is_what_is_called_unreadable(busy: Kept, tmp_path: Path) -> None:
    made = backup(busy.path, tmp_path / "backups", now=NOW)
    made.path.write_bytes(made.path.read_bytes()[:30_000])
    busy.close()
    with pytest.raises(LogbookFault, match="^The backup .* cannot be read"):
        restore(made.path, onto=busy.path, now=NOW)


def test_a_wrong_backup_is_called_so_and_not_put_in_place(busy: Kept, tmp_path: Path) -> None:
    made = backup(busy.path, tmp_path / "b", now=NOW)
    connection = raw(made.path)
    drop_guards(connection)
    connection.execute("UPDATE entry SET actor = 'eve' WHERE seq = 5")
    connection.close()
    with pytest.raises(LogbookFault, match="MAIN-5"):
        restore(made.path, onto=tmp_path / "new.sqlite", now=NOW)
    assert not (tmp_path / "new.sqlite").exists()
    again = backup(made.path, tmp_path / "c", now=NOW + timedelta(seconds=1))
    assert not again.checked.good and "WRONG" in again.path.name


@pytest.mark.unix
def test_an_export_is_read_and_checked_without_this_software(
    busy: Kept, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    folder, photo = tmp_path / "export", tmp_path / "photo.jpg"
    photo.write_bytes(b"a photograph")
    kept = keep_attachment(busy.folder / "attachments", photo)
    busy.floor.store.keep_frames((RawFrame("L1", NOW, b"\x02\xff\x03", False),))
    made = export(busy.path, folder, now=NOW, heads=[busy.heads], attachments=busy.folder / "attachments")
    rows = {"entries": busy.floor.last().seq, "rounds": 2, "frames": 1, "attachments": 1}
    assert made["good"] and made["rows"] == rows
    assert (folder / "attachments" / kept.digest[:2] / kept.digest).read_bytes() == b"a photograph"
    assert json.loads((folder / "frames.jsonl").read_text())["octets"] == "02ff03"
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=folder, check=True)
    code = README.split("In Python:\n")[1].split("\nA head says")[0]
    script = "\n".join(line[4:] for line in code.splitlines())
    subprocess.run(["python3", "-I", "-c", script], cwd=folder, check=True)
    assert check_export(folder).flaws == ()
    changed = 0
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        if path.name in ("SHA256SUMS", "manifest.json"):
            continue
        content = path.read_bytes()
        path.chmod(0o644)
        path.write_bytes(content[:-2] + b"x\n")
        assert check_export(folder).flaws, path
        path.write_bytes(content)
        changed += 1
    (folder / "entries.csv").unlink()
    assert check_export(folder).flaws
    counted(f"{changed} exported files changed, all found")


@pytest.mark.unix
def test_what_is_written_is_for_its_owner_only(busy: Kept, tmp_path: Path) -> None:
    busy.close()
    before = os.umask(0o022)
    try:
        assert main(["logbook", "backup", str(tmp_path / "new" / "b.sqlite"), "--data", str(busy.folder)]) == 0
        assert main(["logbook", "export", str(tmp_path / "x"), "--data", str(busy.folder)]) == 0
    finally:
        os.umask(before)
    for made in (tmp_path / "new", tmp_path / "x"):
        for path in (made, *made.rglob("*")):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def typed(busy: Kept, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """What comes over standard input; secrets are hashed as the house of tests does."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    for command in (at_desk, logbook):
        monkeypatch.setattr(command, "Argon2", lambda: busy.floor.hasher)


def test_a_forced_restore_needs_a_sign_in_and_is_on_record(
    busy: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ["--data", str(busy.folder)]
    assert main(["logbook", "backup", str(tmp_path / "b.sqlite"), *at]) == 0
    busy.move(3)
    end = busy.floor.last()
    busy.close()
    forced = ["logbook", "restore", str(tmp_path / "b.sqlite"), *at, "--force"]
    assert main(forced) == 64, "nobody is named"
    typed(busy, monkeypatch, f"{PASSWORD}\n")
    assert main([*forced, "--as", "flo", "--reason", "mine"]) == 77
    assert busy.floor.last() == end, "refused: what was there is there"
    busy.close()
    typed(busy, monkeypatch, f"{PASSWORD}\n")
    main([*forced, "--as", "ada", "--reason", "the disk failed"])
    store = open_store(busy.path)
    (restored,) = (e.fact for e in store.page(limit=5) if isinstance(e.fact, BackupRestored))
    store.close()
    assert [(each.seq, each.hash) for each in restored.left] == [(end.seq, end.hash)]
    assert verify(busy.path).good
    assert not list(busy.folder.glob(".*part*"))


def test_nobody_signs_in_for_a_restore_with_a_password_of_the_backups_own_making(
    busy: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once, whoever swapped the hash in a backup restored it in the name of an administrator."""
    at = ["--data", str(busy.folder)]
    assert main(["logbook", "backup", str(tmp_path / "b.sqlite"), *at]) == 0
    end = busy.floor.last()
    busy.close()
    connection = raw(tmp_path / "b.sqlite")
    mine = busy.floor.hasher.hash("known to me only")
    connection.execute("UPDATE credential SET hashed = ? WHERE person = 'ada' AND proof = 'password'", (mine,))
    connection.close()
    typed(busy, monkeypatch, "known to me only\n")
    forced = ["logbook", "restore", str(tmp_path / "b.sqlite"), *at, "--force", "--as", "ada", "--reason", "mine"]
    assert main(forced) != 0
    assert "is not the one on record" in capsys.readouterr().err
    assert busy.floor.last() == end


def test_the_command_line_answers_with_its_status(
    busy: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    busy.close()
    at = ["--data", str(busy.folder)]
    assert main(["logbook", "verify", *at, "--state", "--against", str(busy.away)]) == 0
    assert "Intact: nothing was changed" in capsys.readouterr().out
    (tmp_path / "no heads").mkdir()
    assert main(["logbook", "verify", *at, "--against", str(tmp_path / "no heads")]) == 2
    assert "no head in" in capsys.readouterr().err
    assert main(["logbook", "show", *at, "--limit", "2"]) == 0
    assert "station.head-signed" in capsys.readouterr().out
    assert main(["logbook", "show", *at, "--about", "pit", "P1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["entry"]["kind"] == "pit.placed"
    assert main(["logbook", "show", "MAIN-3", *at]) == 0
    assert main(["logbook", "show", "MAIN-3000", *at]) == 1
    typed(busy, monkeypatch, f"{PASSWORD}\n")
    assert main(["logbook", "rebuild", "--as", "ada", *at]) == 0
    assert "Recorded as MAIN-" in capsys.readouterr().out, "a rebuild is an entry, and needs a sign-in"
    typed(busy, monkeypatch, f"{PASSWORD}\n")
    assert main(["logbook", "rebuild", "--as", "flo", *at]) == 77
    assert main(["logbook", "export", str(tmp_path / "x"), *at]) == 0
    assert main(["logbook", "export", "--check", str(tmp_path / "x"), *at]) == 0
    assert main(["logbook", "backup", str(tmp_path / "b.sqlite"), *at]) == 0
    connection = raw(busy.path)
    connection.execute("UPDATE state_pit SET body = replace(body, 'Moved', 'Forged')")
    connection.close()
    assert main(["logbook", "verify", *at, "--state"]) == 1
    typed(busy, monkeypatch, f"{PASSWORD}\n")
    assert main(["logbook", "rebuild", "--as", "ada", *at]) == 1
    assert main(["logbook", "verify", *at, "--state"]) == 0
    assert main(["logbook", "restore", str(tmp_path / "b.sqlite"), *at]) == 77
    assert main(["logbook", "verify", "--database", str(tmp_path / "none.sqlite")]) == 2
    for wrong in (["logbook"], ["logbook", "dance"], ["logbook", "backup"]):
        with pytest.raises(SystemExit) as left:
            main(wrong)
        assert left.value.code == 64
