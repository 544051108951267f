"""A second process on the same logbook: `python -m tests.acts.often FILE|URL NAME TIMES` moves a pit that often."""

from __future__ import annotations

import sys
from pathlib import Path

from db.store import open_store
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from tests.acts.floor import Floor


def act_often(path: Path | str, name: str, times: int) -> None:
    """Move the first pit again and again, leaving the name and the count in it."""
    floor = Floor(open_store(path), path)
    desk = floor.desk("sam")
    for number in range(times):
        house.move_pit(desk, pit="P1", name=f"{name} {number}", place=Place(number, 0))
    floor.store.close()


if __name__ == "__main__":
    where = sys.argv[1]
    act_often(where if "://" in where else Path(where), sys.argv[2], int(sys.argv[3]))
