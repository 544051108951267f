"""The sample floor, made once, for papers that are made from a logbook."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from db.store import Store, open_store
from tests.sample.conftest import evening

__all__ = ["evening", "shown"]


@pytest.fixture(scope="session")
def shown(evening: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The sample to look at; nobody writes to it."""
    path = tmp_path_factory.mktemp("shown") / "floor.sqlite"
    shutil.copy(evening, path)
    opened = open_store(path, station="PIT2")
    yield opened
    opened.close()
