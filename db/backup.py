"""Backing the logbook up while it is in use, and putting a backup back without losing what is newer."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from db import sqlite
from db.durable import make_folder, sync_file, sync_folder, write_durably
from db.faults import check_file, in_words
from db.read_only import read_only
from db.verify import verify
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import file_stamp
from floorapp.operations.canonical import canonical
from floorapp.operations.facts.upkeep import LeftEnd
from floorapp.operations.faults import LogbookFault
from floorapp.operations.logbook_check import Checked
from floorapp.system import put_in_place, remove

FORMAT = "floor-backup/1"
#: How the file of a station's raw frames ends, once it was carried away from its podium.
CARRIED = ".frames.sqlite"
#: How many pages are copied between two words of progress.
PAGES = 500
#: What SQLite keeps beside its file.
BESIDE = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was written: where, its digest, and what a look through it found."""

    path: Path
    digest: str
    checked: Checked


class Newer(LogbookFault):
    """A restore that would replace newer entries and was not told to."""


def backup(
    path: Path, into: Path, *, now: datetime, progress: Callable[[int, int], None] = lambda done, of: None
) -> Backup:
    """Copy a logbook as it stands at one moment, look through the copy, and only then give it its name."""
    stamp = file_stamp(now)
    target = into / f"{path.stem}-{stamp}.sqlite" if into.is_dir() or not into.suffix else into
    if target.exists():
        raise LogbookFault(f"{target} is already there.", "No backup was made.", "Choose another name.")
    aside = target.with_name(f".{target.name}.part")
    try:
        make_folder(target.parent)
        remove(aside)
        _copy(path, aside, progress)
        checked = verify(aside, progress=progress)
        if not checked.good:  # a true copy of a logbook that is wrong: kept, and called so
            target = target.with_name(f"{target.stem}-WRONG{target.suffix}")
        digest = file_digest(aside)
        put_in_place(aside, target)
        write_durably(target.with_name(target.name + ".json"), _manifest(target, digest, now, checked))
    except OSError as error:
        raise _not_written(target, f"{error.strerror}.") from error
    except LogbookFault as fault:
        if aside.exists():  # the logbook could be read: it is the copy that could not be written
            raise _not_written(target, fault.happened) from fault
        raise
    finally:
        for left in (aside.with_name(aside.name + ending) for ending in ("", *BESIDE)):
            if left.exists():
                remove(left)
    return Backup(target, digest, checked)


def _not_written(target: Path, why: str) -> LogbookFault:
    return LogbookFault(
        f"The backup {target} could not be written: {why}",
        "There is no backup of now; the logbook is unaffected.",
        "Check the space and permissions there, then try again.",
    )


def carry_frames(path: Path, station: str, into: Path) -> Path:
    """A copy of a station's raw frames to be carried elsewhere, whole or not at all; an older copy gives way to it."""
    target = into / f"{station}{CARRIED}"
    aside = target.with_name(f".{target.name}.part")
    try:
        make_folder(into)
        remove(aside)
        _copy(path, aside, lambda done, of: None)
        put_in_place(aside, target)
        sync_folder(into)
    except OSError as error:
        raise LogbookFault(
            f"The raw frames could not be written to {target}: {error.strerror}.",
            "They are unaffected where they are.",
            "Check the space and permissions there, then try again.",
        ) from error
    return target


def carried_frames(folder: Path) -> dict[str, Path]:
    """The raw frames that were carried into a folder, by station."""
    found = {each.name.removesuffix(CARRIED): each for each in sorted(folder.glob(f"*{CARRIED}"))}
    if not found:
        raise LogbookFault(
            f"There are no raw frames in {folder}.",
            "Nothing was checked.",
            "Name the folder into which `floorapp station frames` wrote them at each podium.",
        )
    return found


def _copy(path: Path, aside: Path, progress: Callable[[int, int], None]) -> None:
    with in_words(), read_only(path) as source:
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM entry LIMIT 1").fetchall()  # from here on it is one moment
        copy = sqlite.module().connect(aside)
        try:
            source.backup(copy, pages=PAGES, progress=lambda _, left, of: progress(of - left, of))
            copy.execute("PRAGMA journal_mode = DELETE").fetchall()  # one file, whole by itself
        finally:
            copy.close()
    sync_file(aside)


def _manifest(target: Path, digest: str, now: datetime, checked: Checked) -> bytes:
    stations = [asdict(each) for each in checked.stations]
    said = {
        "format": FORMAT,
        "file": target.name,
        "sha256": digest,
        "made_at": now.astimezone(UTC),
        "entries": checked.entries,
        "rounds": checked.rounds,
        "good": checked.good,
        "stations": stations,
    }
    return msgspec.json.format(canonical(said), indent=2) + b"\n"


#: Puts a forced restore on record, in the copy that is to be put in place: its digest, and what is left behind.
Enters = Callable[[Path, str, tuple[LeftEnd, ...]], None]


def restore(path: Path, *, onto: Path, now: datetime, force: bool = False, enter: Enters | None = None) -> Path | None:
    """Put a backup in a logbook's place; the old one is kept aside, and newer entries are not replaced unasked."""
    checked = _sound(path, force)
    aside = None
    make_folder(onto.parent)
    part = onto.with_name(f".{onto.name}.restore.part")
    try:
        shutil.copyfile(path, part)
        sync_file(part)
        if onto.exists():
            if not force:
                _refuse_newer(path, checked, onto)
            if enter is not None:
                enter(part, file_digest(path), _ends_of(onto))
                sync_file(part)
            aside = onto.with_name(f"{onto.name}.before-restore-{file_stamp(now)}")
            _put_aside(onto, aside)
        put_in_place(part, onto)
        sync_folder(onto.parent)
    except OSError as error:
        raise LogbookFault(
            f"The backup could not be put in place: {error.strerror}.",
            "The logbook that was there is unaffected.",
            "Check the space and permissions there, then try again.",
        ) from error
    finally:
        for beside in ("", *BESIDE):
            remove(part.with_name(part.name + beside))
    return aside


def newest_entries(path: Path) -> list[tuple[str, int, str]]:
    """Where each station's chain ends: its name, the last entry's number and hash."""
    query = "SELECT station, max(seq), hash FROM entry GROUP BY station ORDER BY station"
    with in_words(), read_only(path) as connection:
        return list(connection.execute(query))


def _ends_of(path: Path) -> tuple[LeftEnd, ...]:
    """Where what is put aside ended; nothing where it cannot be read."""
    try:
        return tuple(LeftEnd(*each) for each in newest_entries(path))
    except LogbookFault:
        return ()


def _sound(path: Path, force: bool) -> Checked:
    """A backup must be what it was when it was written, and sound, to be put back."""
    beside = path.with_name(path.name + ".json")
    check_file(path, to_write=False)
    try:
        checked = verify(path)
    except LogbookFault as fault:
        raise LogbookFault(
            f"The backup {path} cannot be read. {fault.happened}",
            "It was not put in place; the logbook that is there is unaffected.",
            "Choose another backup, and keep this one as it is.",
        ) from fault
    same = not beside.exists() or _digest_in(beside) == file_digest(path)
    if not force and not (checked.good and same):
        first = str(checked.first) if checked.first else "its digest is not the one written beside it."
        raise LogbookFault(
            f"The backup is wrong: {first}",
            "It was not put in place; the logbook that is there is unaffected.",
            "Choose another backup; with --force this one is put in place anyway.",
        )
    return checked


def _digest_in(manifest: Path) -> str:
    try:
        found: Any = msgspec.json.decode(manifest.read_bytes())
    except (msgspec.MsgspecError, OSError):
        return ""
    return str(found.get("sha256")) if isinstance(found, dict) else ""


def _refuse_newer(path: Path, backed_up: Checked, onto: Path) -> None:
    """Every entry that stands in the place must be in the backup too: each chain ends in one that is."""
    known = {each.station: each for each in backed_up.stations}
    try:
        with read_only(onto) as connection:
            query = (
                "SELECT station, seq, hash FROM entry WHERE position IN (SELECT max(position) FROM entry "
                "GROUP BY station)"
            )
            there = connection.execute(query).fetchall()
        with read_only(path) as connection:
            for station, seq, hash in there:
                if station not in known or seq > known[station].seq:
                    raise _newer(f"holds newer entries, up to {station}-{seq}")
                query = "SELECT hash FROM entry WHERE station = ? AND seq = ?"
                if connection.execute(query, (station, seq)).fetchall() != [(hash,)]:
                    raise _newer(f"is another one: its {station}-{seq} is not the backup's")
    except Newer:
        raise
    except LogbookFault as fault:
        raise Newer(
            f"What is in place cannot be read, so nobody can say whether it is newer. {fault.happened}",
            "Nothing was replaced.",
            "With --force the backup is put in place and the old file is kept aside.",
        ) from fault
    if verify(onto, structure=False).wrong:
        raise _newer("is wrong and may hold entries the backup does not")


def _newer(what: str) -> Newer:
    return Newer(
        f"The logbook in place {what}.",
        "Nothing was replaced.",
        "Back it up first; with --force the backup is put in its place and the old file is kept aside.",
    )


def _put_aside(onto: Path, aside: Path) -> None:
    """Give the old file another name, with nobody in it; its name is free only by the next step."""
    module = sqlite.module()
    connection = module.connect(onto, isolation_level=None, timeout=2.0)
    try:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except module.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise LogbookFault(
                "The logbook in place is in use.", "Nothing was replaced.", "Close the app on every screen first."
            ) from error
    except module.DatabaseError:
        pass  # damaged: that is why it is being replaced
    finally:
        connection.close()
    for beside in BESIDE:
        left = onto.with_name(onto.name + beside)
        if left.exists():
            put_in_place(left, aside.with_name(aside.name + beside))
    os.link(onto, aside)
    sync_folder(onto.parent)


def file_digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
