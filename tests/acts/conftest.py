from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from db.store import open_store
from tests.acts.floor import Floor, furnish


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A furnished house, made once."""
    path = tmp_path_factory.mktemp("house") / "floor.sqlite"
    furnish(path)
    return path


@pytest.fixture
def floor(house: Path, tmp_path: Path) -> Iterator[Floor]:
    """A copy of the house to act in; at the end the state must still be what the logbook says."""
    path = tmp_path / "floor.sqlite"
    shutil.copy(house, path)
    made = Floor(open_store(path), path)
    yield made
    made.check()
    made.store.close()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Floor]:
    """A house with nobody in it yet."""
    path = tmp_path / "empty.sqlite"
    made = Floor(open_store(path), path)
    yield made
    made.check()
    made.store.close()
