"""Files that are either whole on the disk or not there: written aside, synced, then put in place."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def write_durably(path: Path, content: bytes, *, mode: int = 0o600, only_new: bool = False) -> None:
    """Put content under a name so that a crash leaves the old file or the new one, never half of one.

    With `only_new` a file that somebody else made in the meantime stays.
    """
    make_folder(path.parent)
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, mode)  # also where the program's own mask, or an older file, says otherwise
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if only_new:
            with contextlib.suppress(FileExistsError):
                os.link(aside, path)
        else:
            os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)
    sync_folder(path.parent)


def make_folder(folder: Path, *, mode: int = 0o700) -> None:
    """Make a folder and those above it, and sync the names of the new ones."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=mode, exist_ok=True)
        sync_folder(each.parent)


def sync_file(path: Path) -> None:
    """Bring a file's content to the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
