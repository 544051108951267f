"""A process that listens to one reader and dies on the spot, at or after its first entry of a signal."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from db.store import open_store
from floorapp.domain.reader_lines import KnownReader, LineState, ReaderLine
from floorapp.domain.readers import HoleCardSignal, ReaderKind, Report
from floorapp.operations.desk import Change, Writing
from floorapp.operations.signals import Intake, News
from floorapp.readers import recorder
from floorapp.readers.room import ReaderRoom
from floorapp.readers.virtual import virtual_identity
from tests.acts.floor import Floor
from tests.readers.floor import CALM
from tests.signals.room import PACE, WallClock


class Mortal(Intake):
    """An intake that is killed at its first signal: before anything of it is stored, at its entry, or after it."""

    dies = "at-entry"

    def take(self, news: Iterable[News], first: Callable[[Writing], object] = lambda writing: None) -> Change:
        burst = tuple(news)
        events = [each.told.heard.event for each in burst if isinstance(each.told, Report)]
        used = any(isinstance(event, HoleCardSignal) for event in events)

        def then(writing: Writing) -> None:
            first(writing)
            if used and self.dies == "at-entry":
                os.kill(os.getpid(), signal.SIGKILL)

        change = super().take(burst, then)
        if used:
            os.kill(os.getpid(), signal.SIGKILL)
        return change


def main() -> None:
    """Listen until the end."""
    path, port, Mortal.dies = sys.argv[1:]
    vars(recorder)["Intake"] = Mortal
    floor = Floor(open_store(Path(path)), Path(path), clock=WallClock())
    identity = virtual_identity(1, ReaderKind.BLACKJACK)
    room = ReaderRoom(
        keeper=floor.store,
        desk=floor.desk(),
        lines=[ReaderLine("L1", port)],
        known=[KnownReader(identity.key, identity.kind, "FB-01", virtual=True)],
        patience=CALM,
        pace=PACE,
    )
    with room:
        while room.sheets()[0].state is not LineState.LIVE:
            time.sleep(0.02)
        print("live", flush=True)
        time.sleep(30)


if __name__ == "__main__":
    main()
