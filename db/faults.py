"""What can be wrong with the file of a logbook, said before anything in it is touched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from db import sqlite
from floorapp.operations.faults import LogbookFault
from floorapp.system import may_write

#: How every SQLite file begins.
MAGIC = b"SQLite format 3\x00"
UNTOUCHED = "It was not opened and nothing in it was changed."


class Damaged(LogbookFault):
    """A file that does not hold what SQLite wrote."""


def check_file(path: Path, *, to_write: bool) -> None:
    """Refuse a path that is no logbook; where there is nothing yet, the folder must be there."""
    if not path.parent.is_dir():
        raise LogbookFault(
            f"The folder {path.parent} is not there.",
            "There is no logbook to open.",
            "Check the drive and the spelling, or make the folder.",
        )
    if not path.exists():
        if to_write:
            return
        raise LogbookFault(
            f"There is no logbook {path}.", "Nothing was made or changed.", "Check the spelling of the path."
        )
    if not path.is_file():
        raise LogbookFault(
            f"{path} is not a file.", "There is no logbook to open.", "Give the path of the logbook's file."
        )
    _check_content(path)
    if to_write and not may_write(path):
        raise read_only(str(path))


def _check_content(path: Path) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC))
    except OSError as error:
        raise LogbookFault(
            f"The logbook {path} could not be read: {error.strerror}.",
            UNTOUCHED,
            "Check the file's permissions and the health of the disk.",
        ) from error
    if not start:
        raise LogbookFault(
            f"The logbook {path} is empty: zero bytes.",
            "Whatever it held is gone; a new one was not made over it.",
            "Restore a backup; if there never was a logbook here, remove the empty file.",
        )
    if start != MAGIC:
        raise Damaged(
            f"The file {path} could not be read: it is not a logbook.",
            UNTOUCHED,
            "Choose the logbook's file, or restore a backup.",
        )


def read_only(what: str) -> LogbookFault:
    """The file or its folder cannot be written."""
    return LogbookFault(
        f"The logbook {what} is read-only.".replace("  ", " "),
        "Nothing was recorded; what was saved before is unaffected.",
        "Give this account permission to write the file and its folder.",
    )


def newer() -> LogbookFault:
    """A database of a later version."""
    return LogbookFault(
        "This logbook was written by a newer version of the app.",
        UNTOUCHED,
        "Install that version or a later one on this station.",
    )


def not_ours() -> LogbookFault:
    """A database that holds no logbook."""
    return LogbookFault(
        "The database could not be read: there is no logbook in it.",
        UNTOUCHED,
        "Choose the logbook's file, or restore a backup.",
    )


def fault_of(said: str, *, only_looked: bool = False) -> LogbookFault:
    """What SQLite said, in a person's words."""
    if "locked" in said or "busy" in said:
        return LogbookFault(
            "The logbook is busy with another writer.", "Nothing was recorded.", "Wait a moment and try again."
        )
    if "readonly" in said:
        return read_only("")
    if "full" in said:
        return LogbookFault(
            "The disk is full.",
            "Nothing was recorded; what was saved before is unaffected.",
            "Make room, then do it again.",
        )
    if only_looked and ("malformed" in said or "not a database" in said):
        return Damaged(
            "The logbook is damaged and could not be read.",
            "It was only read: nothing in it was changed.",
            "Keep the file and the heads as they are, restore a backup, and call a compliance officer.",
        )
    if "malformed" in said or "not a database" in said:
        return Damaged(
            "The logbook is damaged and could not be read.",
            "Nothing was recorded.",
            "Close the app, run `floorapp logbook verify`, and restore a backup where it says so.",
        )
    return LogbookFault(
        "The logbook could not be read or written.",
        "Nothing was recorded; what was saved before is unaffected.",
        "Check the disk's space and permissions, then try again; if it keeps happening, ask an administrator.",
    )


@contextmanager
def in_words(*, only_looked: bool = False) -> Iterator[None]:
    """Say what the database said in a person's words; the cause stays attached for the log."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        if isinstance(error.orig, sqlite.module().Error):
            raise fault_of(str(error.orig), only_looked=only_looked) from error
        raise _server_fault(error) from error
    except sqlite.module().Error as error:
        raise fault_of(str(error), only_looked=only_looked) from error


def _server_fault(error: sa.exc.DBAPIError) -> LogbookFault:
    import psycopg

    from db import postgres  # only where there is a server

    assert isinstance(error.orig, psycopg.Error)
    return postgres.fault_of(error.orig)


def not_prepared(where: str) -> LogbookFault:
    """A database on a server that holds no logbook."""
    return LogbookFault(
        f"There is no logbook in {where}.",
        "Nothing in it was read or changed.",
        "Check the name, or run `floorapp station prepare` with the owner's account.",
    )


def older(where: str) -> LogbookFault:
    """A database on a server that an older version laid out: stations never change it by themselves."""
    return LogbookFault(
        f"The logbook in {where} was laid out by an older version of the app.",
        "This station sends it nothing; what is kept here stays kept.",
        "Run `floorapp station prepare` of this version with the owner's account.",
    )
