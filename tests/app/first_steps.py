"""The first steps of the tour on a sample that is made already: `python -m tests.app.first_steps FLOOR OUT`."""

from __future__ import annotations

import sys
from pathlib import Path

from db.store import open_store
from floorapp.bootstrap import rulebooks
from floorapp.commands.tour import EveningClock
from floorapp.commands.wiring import listed
from floorapp.operations.desk import Desk
from floorapp.ui.live.context import Setting
from floorapp.ui.live.tour.take import DAY, take_tour
from floorapp.ui.live.writer import Opened, Progress
from tests.acts.floor import CheapHasher


def opening(_progress: Progress) -> Opened:
    store = open_store(Path(sys.argv[1]), station="PIT2")
    return Opened(Desk(logbook=store, clock=EveningClock(), hasher=CheapHasher(), rulebooks=rulebooks()), store)


if __name__ == "__main__":
    take_tour(Path(sys.argv[2]), Setting(opening, listed=listed), DAY[:3])
