"""Databases on the test server: one a test, copied from a furnished one; the app's role cannot own them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from db.server import prepare
from db.server_move import move
from db.trial_server import FarServer, Server, running

OWNER, APP = "floor_owner", "floor_app"


@dataclass
class Databases:
    """Makes databases on one server."""

    server: Server
    _numbers: Iterator[int] = field(default_factory=count)
    _moved: dict[Path, str] = field(default_factory=dict)

    def make(self, name: str) -> str:
        """A database with an empty logbook; its URL for the app's role."""
        self.server.do(f"CREATE DATABASE {name} OWNER {OWNER}")
        prepare(self.server.url(name, OWNER), role=APP)
        return self.server.url(name, APP)

    @contextmanager
    def copy(self, template: str) -> Iterator[str]:
        """A copy of a database that nobody is in; dropped at the end."""
        name = f"copy_{next(self._numbers)}"
        self.server.do(f"CREATE DATABASE {name} OWNER {OWNER} TEMPLATE {template} STRATEGY file_copy")
        try:
            yield self.server.url(name, APP)
        finally:
            self.server.do(f"DROP DATABASE {name} WITH (FORCE)")

    @contextmanager
    def moved(self, path: Path) -> Iterator[str]:
        """The floor of a file on the server, gone at the end; a file that nobody changes is moved once."""
        if path not in self._moved:
            name = f"moved_{next(self._numbers)}"
            self.server.do(f"CREATE DATABASE {name} OWNER {OWNER}")
            move(path, self.server.url(name, OWNER), role=APP)
            self._moved[path] = name
        with self.copy(self._moved[path]) as url:
            yield url

    def owner(self, url: str) -> str:
        """The same database for its owner."""
        return url.replace(f"{APP}@", f"{OWNER}@")


@contextmanager
def floor_at(request: pytest.FixtureRequest, database: str, house: Path | None, folder: Path) -> Iterator[Path | str]:
    """A copy of a floor, or one with nothing in it: a file in a folder, or a database on the server."""
    if database == "postgresql":
        server: Databases = request.getfixturevalue("server")
        with server.copy("empty") if house is None else server.moved(house) as url:
            yield url
    else:
        path = folder / "floor.sqlite"
        if house is not None:
            shutil.copy(house, path)
        yield path


#: Where servers for trials listen that were started for Windows, which can start none: a port for each worker.
FAR = "FLOORAPP_TRIAL_SERVERS"


def far_server() -> FarServer:
    """This worker's, with nothing on it that one before left, whose place this one took."""
    ports, worker = os.environ[FAR].split(), os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    server = FarServer(Path(), int(ports[int(worker) % len(ports)]))
    left = server.do("SELECT datname FROM pg_database WHERE datname NOT LIKE 'template%' AND datname <> 'postgres'")
    server.do(*(f"DROP DATABASE {name} WITH (FORCE)" for (name,) in left), f"DROP ROLE IF EXISTS {OWNER}, {APP}")
    return server


@contextmanager
def databases(**settings: str) -> Iterator[Databases]:
    """A server with its two roles and one empty logbook to copy."""
    with nullcontext(far_server()) if FAR in os.environ else running(**settings) as server:
        server.do(f"CREATE ROLE {OWNER} LOGIN", f"CREATE ROLE {APP} LOGIN")
        made = Databases(server)
        made.make("empty")
        yield made
