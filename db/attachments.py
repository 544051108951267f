"""Attached files: kept once each under the hash of their content, before any entry names them; orphans are swept."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from uuid import uuid4

import sqlalchemy as sa

from db.durable import make_folder, sync_folder
from db.schema import entry as table
from db.store import Store
from floorapp.domain.incidents import Attachment, Incident
from floorapp.operations.faults import LogbookFault
from floorapp.operations.refusal import Refusal, Refused
from floorapp.system import only_read, put_in_place, remove, sync

#: Seconds after which a file that nothing names was given up.
GIVEN_UP = 24 * 60 * 60


def sweep_folder(folder: Path, store: Store, drafts: Path) -> int:
    """Remove kept files that no entry and no draft names, and what a crash left half copied; answers how many went."""
    if not folder.is_dir():
        return 0
    before = time.time() - GIVEN_UP
    old = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.stat().st_mtime < before]
    with store.reading() as state:
        named = {each.digest for found in state.find(Incident) for each in found.attachments}
    typed = drafts.read_text(encoding="utf-8", errors="replace") if drafts.exists() else ""
    gone = 0
    for path in old:
        if path.name not in named and path.name not in typed and not _is_named(store, path.name):
            remove(path)
            gone += 1
    return gone


def _is_named(store: Store, digest: str) -> bool:
    """Whether any entry ever named it, corrected or not."""
    query = sa.select(table.c.position).where(table.c.payload.contains(digest, autoescape=True)).limit(1)
    with store.looking() as connection:
        return connection.execute(query).first() is not None


#: How much is read at a time.
CHUNK = 1 << 20
#: A file larger than this is not a picture or a letter, and would fill the disk of a station.
MOST = 256 << 20


def keep_attachment(folder: Path, source: Path) -> Attachment:
    """Keep a file as it is now; what changes at its old place later changes nothing here."""
    try:
        size = source.stat().st_size
        if not source.is_file() or size > MOST:
            raise _not_kept(source, "it is not a file" if size <= MOST else f"it is larger than {MOST >> 20} MB")
        with source.open("rb") as file:
            digest, size = keep_content(folder, iter(lambda: file.read(CHUNK), b""))
    except OSError as error:
        raise _not_kept(source, error.strerror or str(error)) from error
    return Attachment(digest, source.name, size)


def keep_content(folder: Path, chunks: Iterable[bytes]) -> tuple[str, int]:
    """Keep content under its hash: written aside, synced, named, and the name synced; answers hash and size."""
    make_folder(folder)
    aside = folder / f".{uuid4().hex}.part"
    running, size = hashlib.sha256(), 0
    try:
        with aside.open("xb") as file:
            for chunk in chunks:
                running.update(chunk)
                size += len(chunk)
                file.write(chunk)
            sync(file)
        digest = running.hexdigest()
        place = folder / digest[:2] / digest
        if digest_of(place) != digest:  # there already, and sound: one copy is enough
            make_folder(place.parent)
            only_read(aside)
            put_in_place(aside, place)
        else:
            os.utime(place)  # chosen anew: whoever sweeps what was given up leaves it
        sync_folder(place.parent)
    finally:
        remove(aside)
    return digest, size


def find_attachment(folder: Path, digest: str) -> Path | None:
    """Where an attached file lies; None where it is gone."""
    return next((p for p in (folder / digest[:2] / digest, folder / digest) if p.is_file()), None)


def fetch_attachment(folder: Path, kept: Attachment) -> bytes:
    """The content of a kept file, if it is what was attached."""
    path = find_attachment(folder, kept.digest)
    try:
        content = path.read_bytes() if path is not None else None
    except OSError as error:
        happened = f"{kept.name} cannot be read: {error.strerror or error}."
        raise _not_shown(happened, "What was attached may still be there.") from error
    if content is None:
        means = "The logbook holds its name and its hash; from another station it comes once the database answers."
        raise _not_shown(f"{kept.name} is not at this station.", means)
    if hashlib.sha256(content).hexdigest() != kept.digest:
        means = "It has not the hash that is on record, so it is neither shown nor copied."
        raise _not_shown(f"What lies in the place of {kept.name} is not what was attached.", means)
    return content


def digest_of(path: Path) -> str:
    """SHA-256 of a file; empty where there is none."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def every_attachment(folder: Path) -> Iterator[Path]:
    """Every kept file, by hash."""
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file() and not path.name.startswith("."):
            yield path


def copy_attachments(folder: Path, into: Path) -> int:
    """Bring kept files that are not there yet to a second place; answers how many."""
    copied = 0
    for path in every_attachment(folder):
        if find_attachment(into, path.name) is None:
            with path.open("rb") as file:
                keep_content(into, iter(lambda: file.read(CHUNK), b""))
            copied += 1
    return copied


def _not_shown(happened: str, means: str) -> Refused:
    todo = "Look for it at the other stations and in the backups, and tell a compliance officer."
    return Refused(Refusal("file", happened, means, todo))


def _not_kept(source: Path, why: str) -> LogbookFault:
    return LogbookFault(
        f"The file {source.name} could not be kept: {why}.",
        "It is not attached; what you wrote is still there.",
        "Choose another file, or make room and try again.",
    )
