"""The tour's floor on a server of its own, where PostgreSQL is installed: moved there, walked at a station, let go."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from db.server_move import move
from db.trial_server import FarServer, Server, running
from floorapp.bootstrap import Places
from floorapp.domain.values import dataclass

#: The account the station uses; it can read and append, and owns nothing.
APP = "floor_app"


@dataclass(frozen=True, slots=True)
class Moved:
    """A floor that was moved: its server, and a station of it that has never met it."""

    server: Server
    station: Places


@contextmanager
def moved(file: Path, folder: Path, far: FarServer | None = None) -> Iterator[Moved]:
    """Move a floor to a new server, or to an empty one far away; raises NoTrialServer where none can be started."""
    with nullcontext(far) if far else running() as server:
        server.do(f"CREATE ROLE {APP} LOGIN", "CREATE DATABASE floor")
        move(file, server.url("floor"), role=APP)
        station = Places(folder, folder / "known.sqlite", "PODIUM-2", sample=False, server=server.url("floor", APP))
        yield Moved(server, station)
