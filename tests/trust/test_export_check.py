"""An export altered together with its manifest, which nobody signs: the entries in it and their heads say so."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from db.attachments import keep_attachment
from db.export import export, files_in
from db.export_check import check_export
from floorapp.cli import main
from floorapp.domain.heads import Reason
from floorapp.domain.readers import RawFrame
from floorapp.operations.frame_seals import seal_frames
from floorapp.system import remove
from tests.acts.test_incidents import FACE_UP, report
from tests.trust.house import Kept

NOW = datetime(2026, 11, 16, 18, 0, tzinfo=UTC)


@pytest.fixture
def folder(kept: Kept, tmp_path: Path) -> Path:
    """An export with entries, rounds, sealed frames, an attached file and a head."""
    photo, into, floor = tmp_path / "photo.jpg", tmp_path / "export", kept.floor
    photo.write_bytes(b"a photograph")
    attached = keep_attachment(kept.folder / "attachments", photo)
    report(floor, floor.desk("flo"), what=replace(FACE_UP, attachments=(attached,)))
    kept.deal("r1", "r2")
    for octets in (b"\x01\x02", b"\x03"):
        floor.store.keep_frames((RawFrame("L1", floor.clock.now(), octets, False),))
    seal_frames(floor.desk(), floor.store)
    kept.move(3)
    kept.sealing.sign(Reason.REQUEST)
    export(kept.path, into, now=NOW, heads=[kept.heads], attachments=kept.folder / "attachments")
    return into


def test_an_export_names_its_files_alike_whichever_system_wrote_it(folder: Path) -> None:
    """One of Windows is looked at on Linux, by `sha256sum -c` too: strokes and line ends are the same."""
    sums = (folder / "SHA256SUMS").read_bytes()
    assert b"\r" not in sums and b"\r" not in (folder / "README.txt").read_bytes()
    named = [line.split("  ") for line in sums.decode().splitlines()]
    assert any(name.startswith("attachments/") for _, name in named)
    for digest, name in named:
        assert "\\" not in name and hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def forge_manifest(folder: Path) -> None:
    """What anybody can do who has the folder: the manifest fits what lies there."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["files"] = {n: a for n, a in files_in(folder).items() if n not in (path.name, "SHA256SUMS")}
    manifest["rows"]["entries"] = len((folder / "entries.jsonl").read_bytes().splitlines())
    path.write_text(json.dumps(manifest))


def swap(name: str, old: bytes, new: bytes) -> Callable[[Path], None]:
    def attack(folder: Path) -> None:
        content = (folder / name).read_bytes()
        assert old in content
        (folder / name).write_bytes(content.replace(old, new, 1))

    return attack


def drop_last(name: str, lines: int = 1) -> Callable[[Path], None]:
    def attack(folder: Path) -> None:
        left = (folder / name).read_bytes().splitlines(keepends=True)[:-lines]
        (folder / name).write_bytes(b"".join(left))

    return attack


def alter_record(folder: Path) -> None:
    """A round's record with another id, its digest made to fit, the table of rounds too."""
    path, sheet = folder / "rounds.jsonl", folder / "rounds.csv"
    first, *rest = path.read_text().splitlines()
    made = json.loads(first)
    old, made["record"] = made["digest"], made["record"] + " "
    made["digest"] = hashlib.sha256(made["record"].encode()).hexdigest()
    text = json.dumps(made, sort_keys=True, separators=(",", ":"))
    path.write_text("\n".join([text, *rest]) + "\n")
    sheet.write_bytes(sheet.read_bytes().replace(old.encode(), made["digest"].encode()))


def add_round(folder: Path) -> None:
    made = json.loads((folder / "rounds.jsonl").read_text().splitlines()[-1]) | {"place": 3, "id": "r3"}
    with (folder / "rounds.jsonl").open("a") as file:
        file.write(json.dumps(made) + "\n")


def alter_attachment(folder: Path) -> None:
    (path,) = (each for each in (folder / "attachments").rglob("*") if each.is_file())
    path.chmod(0o644)
    path.write_bytes(b"another photograph")


def remove_attachment(folder: Path) -> None:
    remove(next(each for each in (folder / "attachments").rglob("*") if each.is_file()))


@pytest.mark.parametrize(
    ("attack", "code"),
    [
        (alter_record, "rounds"),
        (add_round, "rounds"),
        (swap("rounds.jsonl", b'"verdict":"', b'"verdict":"not '), "rounds"),
        (drop_last("rounds.jsonl"), "rounds"),
        (swap("rounds.csv", b"r1", b"r9"), "export"),
        (drop_last("rounds.csv"), "export"),
        (swap("entries.csv", b"Moved 1", b"Moved 9"), "export"),
        (drop_last("entries.csv"), "export"),
        (swap("frames.jsonl", b'"0102"', b'"0103"'), "frames"),
        (drop_last("frames.jsonl"), "frames"),
        (drop_last("frames.jsonl", 2), "frames"),
        (alter_attachment, "attachment"),
        (remove_attachment, "attachment"),
        (drop_last("entries.jsonl", 4), "cut"),
        (swap("entries.jsonl", b"Moved 1", b"Moved 9"), "changed"),
    ],
)
def test_an_export_altered_with_its_manifest_is_found_by_its_entries(
    folder: Path, attack: Callable[[Path], None], code: str
) -> None:
    attack(folder)
    forge_manifest(folder)
    assert code in {flaw.code for flaw in check_export(folder).flaws}


def test_a_good_export_says_how_far_entries_and_heads_vouch(
    kept: Kept, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["logbook", "export", "--check", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "Intact: the export" in said and "heads vouch up to MAIN-" in said
    assert "No entry vouches for README.txt" in said and "raw frame" not in said and "named by no entry" not in said
    kept.floor.store.keep_frames((RawFrame("L1", kept.floor.clock.now(), b"\x04", False),))
    (tmp_path / "stray.jpg").write_bytes(b"a stray")
    keep_attachment(kept.folder / "attachments", tmp_path / "stray.jpg")
    export(kept.path, tmp_path / "later", now=NOW, heads=[kept.heads], attachments=kept.folder / "attachments")
    checked = check_export(tmp_path / "later")
    assert checked.flaws == ()
    assert "No entry seals all of the last 1 raw frame" in "\n".join(checked.words())
    assert "1 attached file is named by no entry." in checked.words()


def test_an_export_under_no_head_is_called_intact_on_its_own_only(kept: Kept, tmp_path: Path) -> None:
    kept.move(1)
    export(kept.path, tmp_path / "export", now=NOW)
    said = check_export(tmp_path / "export").words()
    assert said[0].startswith("Intact on its own") and "no head vouches" in said[1]
