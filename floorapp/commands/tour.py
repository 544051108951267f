"""`floorapp tour DIR`: walks through the day on the sample; leaves a numbered picture of each step, and its papers."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from floorapp.bootstrap import Places

#: The evening of the pictures: 21:14 on a Sunday in Philadelphia.
EVENING = datetime(2026, 11, 16, 2, 14, tzinfo=UTC)


@dataclass
class EveningClock:
    """A clock that starts in the evening of the pictures and runs at its usual pace."""

    start: datetime = EVENING
    since: float = field(default_factory=monotonic)

    def now(self) -> datetime:
        """An aware instant in UTC."""
        return datetime.fromtimestamp(self.start.timestamp() + monotonic() - self.since, UTC)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Walks through the day on the sample floor and saves a numbered picture of each step, and the papers it issued."
    )
    parser.add_argument("folder", help="where the pictures go; it is made where it is not there")
    parser.add_argument(
        "--keep", metavar="DIR", help="keep the sample floor in this folder, and use one that is there"
    )
    parser.add_argument("--steps", type=int, metavar="N", help="only the first so many steps of the day")


def run(call: argparse.Namespace) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder = Path(call.folder)
    folder.mkdir(parents=True, exist_ok=True)
    from floorapp.commands.joining import opening, setting_of
    from floorapp.ui.live.tour.take import DAY, take_tour

    with tempfile.TemporaryDirectory() as rough:
        data = Path(call.keep) if call.keep else Path(rough)
        places = Places(data, data / "floor.sqlite", "MAIN", sample=True)
        clock = EveningClock()
        opening(places, clock)(
            lambda done, of: print(f"making the sample floor, day {done} of {of}")
        ).book.close()
        pictures = take_tour(folder, setting_of(places, EveningClock()), steps=DAY[: call.steps])
        papers = [Path(shutil.copy(paper, folder)) for paper in sorted(places.papers.rglob("*.pdf"))]
    for path in (*pictures, *papers):
        print(path)
    return 0
