"""`floorapp tour DIR`: walks through the day on the sample; leaves a numbered picture of each step, and its papers."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from dataclasses import field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

from floorapp.bootstrap import Places
from floorapp.domain.values import dataclass

REFUSED = 77

#: The evening of the pictures: 21:14 on a Sunday in Philadelphia.
EVENING = datetime(2026, 11, 16, 2, 14, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class EveningClock:
    """A clock that starts in the evening of the pictures and runs at its usual pace."""

    start: datetime = EVENING
    since: float = field(default_factory=monotonic)

    def now(self) -> datetime:
        """An aware instant in UTC."""
        return self.start + timedelta(seconds=monotonic() - self.since)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Walks through a day on the sample floor and saves a numbered picture of each step, and the reports it issued."
    )
    parser.add_argument("folder", help="where the pictures go; it is made where it is not there")
    parser.add_argument(
        "--keep", metavar="DIR", help="keep the floor it walked on in this folder; one that is there is put aside"
    )
    parser.add_argument("--theme", choices=("dark", "light"), help="pictures in one theme only, not in both")
    parser.add_argument("--steps", type=int, metavar="N", help="only the first so many steps of the day")
    parser.add_argument(
        "--server", type=int, metavar="PORT", help="end the walk with the trial server that listens here, started apart"
    )


def run(call: argparse.Namespace) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder = Path(call.folder)
    folder.mkdir(parents=True, exist_ok=True)
    from floorapp.commands.wiring import is_sample, opening, put_aside, setting_of
    from floorapp.operations.sample.timeline import DrivenClock
    from floorapp.ui.live.tour.take import DAY, take_tour

    with tempfile.TemporaryDirectory() as rough:
        data = Path(call.keep) if call.keep else Path(rough)
        places = Places(data, data / "floor.sqlite", "MAIN", sample=True)
        if not is_sample(places):
            print(f"floorapp: {data} holds a real floor; name another folder with --keep.", file=sys.stderr)
            return REFUSED
        put_aside(data)
        opening(places, DrivenClock(EVENING))(  # made for the same second however slow the machine is
            lambda done, of: print(f"making the sample floor, day {done} of {of}")
        ).book.close()
        clock = EveningClock()
        pictures = take_tour(folder, setting_of(places, clock), DAY[: call.steps], theme=call.theme)
        if call.steps is None:
            pictures += _offline_and_back(folder, places, clock, pictures, call)
        papers = [Path(shutil.copy(paper, folder)) for paper in sorted(places.papers.rglob("*.pdf"))]
    for paper in papers:
        print(paper)
    return 0


def _offline_and_back(
    folder: Path, places: Places, clock: EveningClock, taken: list[Path], call: argparse.Namespace
) -> list[Path]:
    """The last steps, at a station of the same floor on a server; left out where there is no PostgreSQL."""
    from db.trial_server import FarServer, NoTrialServer
    from floorapp.commands.tour_server import moved
    from floorapp.commands.wiring import setting_of
    from floorapp.ui.live.tour.take import AT_A_STATION, take_tour

    far = FarServer(Path(), call.server) if call.server else None
    try:
        with tempfile.TemporaryDirectory() as rough, moved(places.database, Path(rough), far) as floor:
            setting, step = setting_of(floor.station, clock), len(taken) // (1 if call.theme else 2)
            return take_tour(folder, setting, AT_A_STATION, step=step, server=floor.server, theme=call.theme)
    except NoTrialServer as why:
        print(f"left out: offline and back, which needs a database server ({why})")
        return []
