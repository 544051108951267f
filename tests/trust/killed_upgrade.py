"""An upgrade that is killed before any of its statements, and what is then left of its files."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from db import sqlite
from db.store import open_store


def open_telling(path: Path, tell: Callable[[int], None]) -> None:
    """Open a logbook, which upgrades it; tells before each statement how many there were."""
    count, real = 0, sqlite.engine_for

    def telling(file: Path) -> sa.Engine:
        engine = real(file)

        @sa.event.listens_for(engine, "before_cursor_execute")
        def _next(*_: object) -> None:
            nonlocal count
            tell(count)
            count += 1

        return engine

    sqlite.engine_for = telling  # type: ignore[assignment]
    try:
        open_store(path).close()
    finally:
        sqlite.engine_for = real


def opened_until(path: Path, step: int) -> int:
    """Open in a child that is killed before its n-th statement; answers how it ended."""

    def kill(at: int) -> None:
        if at >= step:
            os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if child == 0:
        try:
            open_telling(path, kill)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def as_kills_leave_them(path: Path, into: Path) -> list[Path]:
    """Upgrade once; before each statement the logbook's files are copied, as a kill at that moment leaves them."""
    left: list[Path] = []

    def copy(at: int) -> None:
        folder = into / str(at)
        folder.mkdir(parents=True)
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, folder)
        left.append(folder / path.name)

    open_telling(path, copy)
    return left
