"""A house whose station signs heads: what every test of trust stands on."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db import sqlite
from db.heads import keep_head
from db.keys import station_key
from db.store import open_store
from floorapp.domain.property import Place
from floorapp.operations.acts import house, rounds
from floorapp.operations.heads import Sealing
from tests.acts.floor import Floor
from tests.acts.test_rounds import a_round


@dataclass
class Kept:
    """A data folder with a logbook, its key and its heads; `away` is a place heads left to."""

    folder: Path
    floor: Floor

    @property
    def path(self) -> Path:
        return self.folder / "floor.sqlite"

    @property
    def heads(self) -> Path:
        return self.folder / "heads"

    @property
    def away(self) -> Path:
        return self.folder / "away"

    @property
    def places(self) -> Sequence[Path]:
        return (self.heads, self.away)

    @property
    def sealing(self) -> Sealing:
        return Sealing(
            logbook=self.floor.store,
            clock=self.floor.clock,
            signer=station_key(self.folder / "keys", self.floor.store.station),
            keep=lambda head: keep_head(head, self.places),
        )

    def move(self, times: int = 1, name: str = "Moved") -> None:
        """Leave some entries: a pit is moved."""
        desk = self.floor.desk("sam")
        for number in range(times):
            house.move_pit(desk, pit="P1", name=f"{name} {number}", place=Place(number, 0))
            self.floor.clock.advance(seconds=20)

    def deal(self, *ids: str) -> None:
        """Leave some rounds."""
        at = self.floor.clock.now()
        desk = self.floor.desk("flo")
        rounds.import_rounds(desk, source="shoe.jsonl", lines=[a_round(id, at) for id in ids])

    def close(self) -> None:
        """Let go of the file, so that it is whole by itself."""
        self.floor.store.close()


def keep_house(furnished: Path, folder: Path) -> Kept:
    """A data folder with a copy of the furnished house."""
    folder.mkdir(exist_ok=True)
    shutil.copy(furnished, folder / "floor.sqlite")
    path = folder / "floor.sqlite"
    return Kept(folder, Floor(open_store(path), path))


def raw(path: Path) -> Any:
    """The file as somebody with other tools sees it."""
    return sqlite.module().connect(path, isolation_level=None)


def drop_guards(connection: Any) -> None:
    """What anybody with the file can do first."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in rows:
        connection.execute(f"DROP TRIGGER {name}")
