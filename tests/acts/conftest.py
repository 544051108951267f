from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from db.store import open_store
from tests.acts.floor import Floor, furnish
from tests.stations.databases import Databases


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A furnished house, made once."""
    path = tmp_path_factory.mktemp("house") / "floor.sqlite"
    furnish(path)
    return path


@pytest.fixture
def floor(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Iterator[Floor]:
    """A copy of the house to act in; at the end the state must still be what the logbook says."""
    if database == "postgresql":
        server: Databases = request.getfixturevalue("server")
        with server.copy("house") as url, _acting_in(url) as made:
            yield made
    else:
        path = tmp_path / "floor.sqlite"
        shutil.copy(request.getfixturevalue("house"), path)
        with _acting_in(path) as made:
            yield made


@pytest.fixture
def empty(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Iterator[Floor]:
    """A house with nobody in it yet."""
    if database == "postgresql":
        server: Databases = request.getfixturevalue("server")
        with server.copy("empty") as url, _acting_in(url) as made:
            yield made
    else:
        with _acting_in(tmp_path / "empty.sqlite") as made:
            yield made


@contextmanager
def _acting_in(where: Path | str) -> Iterator[Floor]:
    made = Floor(open_store(where), where)
    yield made
    made.check()
    made.store.close()
