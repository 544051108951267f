"""Files that are either whole on the disk or not there: written aside, synced, then put in place."""

from __future__ import annotations

import contextlib
import os
from errno import ENOTDIR
from pathlib import Path

from floorapp.system import make_private, put_if_new, put_in_place, remove, sync, sync_file, sync_folder

__all__ = ["make_folder", "sync_file", "sync_folder", "write_durably"]
#: Nobody but the owner.
PRIVATE = 0o077


def write_durably(path: Path, content: bytes, *, mode: int = 0o644, only_new: bool = False) -> None:
    """Put content under a name so that a crash leaves the old file or the new one, never half of one.

    With `only_new` a file that somebody else made in the meantime stays.
    """
    make_folder(path.parent)
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            if not mode & PRIVATE:
                make_private(aside)  # before it holds anything
            file.write(content)
            sync(file)
        if only_new:
            with contextlib.suppress(FileExistsError):
                put_if_new(aside, path)
        else:
            put_in_place(aside, path)
    finally:
        remove(aside)
    sync_folder(path.parent)


def make_folder(folder: Path, *, mode: int = 0o755) -> None:
    """Make a folder and those above it, and sync the names of the new ones."""
    if folder.exists() and not folder.is_dir():  # said here: not every system says it of what lies in it
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder))
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=mode, exist_ok=True)
        if not mode & PRIVATE:
            make_private(each)
        sync_folder(each.parent)
