"""Attached files: one way to keep one, by the hash of its content, sealed into the chain, found when changed."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from db import attachments
from db.attachments import (
    copy_attachments,
    every_attachment,
    fetch_attachment,
    find_attachment,
    keep_attachment,
    sweep_folder,
)
from db.verify import verify
from floorapp.cli import main
from floorapp.operations.canonical import digest
from floorapp.operations.faults import LogbookFault
from floorapp.operations.refusal import Refused
from floorapp.system import remove
from tests.acts.test_incidents import FACE_UP, report
from tests.trust.house import Kept


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table 7.jpg"
    path.write_bytes(b"a photograph" * 100_000)
    return path


def test_a_file_is_kept_once_by_its_hash_and_is_nobodys_to_write(photo: Path, tmp_path: Path) -> None:
    folder, content = tmp_path / "attachments", photo.read_bytes()
    kept = keep_attachment(folder, photo)
    assert kept == keep_attachment(folder, photo)
    assert (kept.digest, kept.name, kept.size) == (digest(content), "table 7.jpg", len(content))
    photo.write_bytes(b"another one")
    (path,) = every_attachment(folder)
    assert path == find_attachment(folder, kept.digest) and path.read_bytes() == content
    assert not path.stat().st_mode & 0o222


@pytest.mark.unix
def test_a_fetched_file_is_what_was_attached_or_says_why_not(photo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "attachments"
    kept = keep_attachment(folder, photo)
    assert fetch_attachment(folder, kept) == photo.read_bytes()
    (path,) = every_attachment(folder)
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    with pytest.raises(Refused, match="is not what was attached"):
        fetch_attachment(folder, kept)
    path.unlink()
    with pytest.raises(Refused, match="is not at this station"):
        fetch_attachment(folder, kept)


@pytest.mark.unix
def test_a_kept_file_that_was_damaged_is_kept_anew(photo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "attachments"
    kept = keep_attachment(folder, photo)
    (path,) = every_attachment(folder)
    path.chmod(0o644)
    path.write_bytes(b"half")
    assert keep_attachment(folder, photo) == kept
    assert path.read_bytes() == photo.read_bytes()


@pytest.mark.unix
def test_file_and_folders_are_synced_before_it_counts_as_kept(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    real = os.fsync

    def noting(handle: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{handle}"))
        real(handle)

    monkeypatch.setattr(os, "fsync", noting)
    folder = tmp_path / "attachments"
    kept = keep_attachment(folder, photo)
    assert any(name.endswith(".part") for name in synced)
    assert synced[-1] == str(folder / kept.digest[:2]) and str(folder) in synced and str(tmp_path) in synced


def test_a_disk_that_is_full_leaves_nothing_and_says_so(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LogbookFault, match="No space left"):
        keep_attachment(tmp_path, photo)
    assert [each.name for each in tmp_path.iterdir()] == ["table 7.jpg"]


def test_what_cannot_be_kept_is_said_and_nothing_is_attached(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attachments, "MOST", 1000)
    for odd in (tmp_path, tmp_path / "nothing", photo):
        with pytest.raises(LogbookFault, match="could not be kept"):
            keep_attachment(tmp_path / "attachments", odd)


def test_an_attached_file_is_sealed_by_its_entry_and_copied_with_a_backup(
    kept: Kept, photo: Path, tmp_path: Path
) -> None:
    folder = kept.folder / "attachments"
    attached = keep_attachment(folder, photo)
    report(kept.floor, kept.floor.desk("flo"), what=replace(FACE_UP, attachments=(attached,)))
    found = verify(kept.path, attachments=folder)
    assert found.good and found.attachments == 1
    elsewhere = tmp_path / "elsewhere"
    assert (copy_attachments(folder, elsewhere), copy_attachments(folder, elsewhere)) == (1, 0)
    (path,) = every_attachment(folder)
    remove(path)
    assert [flaw.code for flaw in verify(kept.path, attachments=folder).flaws] == ["attachment"]
    assert verify(kept.path, attachments=elsewhere).good


def test_attached_files_come_back_with_a_backup(kept: Kept, photo: Path, tmp_path: Path) -> None:
    folder = kept.folder / "attachments"
    attached = keep_attachment(folder, photo)
    report(kept.floor, kept.floor.desk("flo"), what=replace(FACE_UP, attachments=(attached,)))
    kept.close()
    into = tmp_path / "drive"
    assert main(["logbook", "backup", str(into), "--data", str(kept.folder)]) == 0
    (made,) = into.glob("*.sqlite")
    elsewhere = tmp_path / "elsewhere"
    assert main(["logbook", "restore", str(made), "--data", str(elsewhere)]) == 0
    assert verify(elsewhere / "floor.sqlite", attachments=elsewhere / "attachments").good


def test_what_nobody_attached_leaves_the_folder_after_a_day_and_what_was_ever_named_never(
    kept: Kept, tmp_path: Path
) -> None:
    folder, drafts = kept.folder / "attachments", kept.folder / "drafts.json"
    files = {}
    for name in ("named", "drafted", "abandoned", "chosen again", "young"):
        (tmp_path / name).write_bytes(name.encode())
        files[name] = keep_attachment(folder, tmp_path / name)
    report(kept.floor, kept.floor.desk("flo"), what=replace(FACE_UP, attachments=(files["named"],)))
    drafts.write_text(json.dumps({"flo/report": {"files": f"|{files['drafted'].digest}/drafted/7"}}))
    (folder / ".0123.part").write_bytes(b"half copied by a crash")
    assert sweep_folder(folder, kept.floor.store, drafts) == 0, "it may be attached yet"
    for path in (each for each in folder.rglob("*") if each.is_file()):
        if path.name != files["young"].digest:
            os.utime(path, (0, 0))
    keep_attachment(folder, tmp_path / "chosen again")
    assert sweep_folder(folder, kept.floor.store, drafts) == 2
    left = {name for name, each in files.items() if find_attachment(folder, each.digest) is not None}
    assert left == set(files) - {"abandoned"}
    assert not list(folder.glob(".*.part")) and verify(kept.path, attachments=folder).good
