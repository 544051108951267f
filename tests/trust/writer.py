"""Children that write until they are killed: `python -m tests.trust.writer FILE` forks one for each line it reads."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from db.store import open_store
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from tests.acts.floor import Floor


def say(words: str) -> None:
    """One whole line at once, so that a killed child leaves no half of one."""
    os.write(1, f"{words}\n".encode())


def write_on(path: Path) -> None:
    """Move a pit again and again; a number is said only after its act has ended well."""
    floor = Floor(open_store(path), path)
    desk = floor.desk("sam")
    say(f"ready {os.getpid()}")
    while True:
        change = house.move_pit(desk, pit="P1", name="Written", place=Place(0, 0))
        say(f"{change.entry} {change.ids[0]}")


def serve(path: Path) -> None:
    """Fork a writer for each line asked for, and say when it is gone; a fork saves a start, not a process."""
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            write_on(path)
        _, how = os.waitpid(child, 0)
        say(f"gone {os.waitstatus_to_exitcode(how)}")


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
