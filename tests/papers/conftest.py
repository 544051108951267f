"""The sample floor, made once, for papers that are made from a logbook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from db.store import Store, open_store
from tests.acts.conftest import floor, house
from tests.papers.two_days import two_tables_dealt
from tests.sample.conftest import evening
from tests.stations.databases import floor_at

__all__ = ["evening", "floor", "house", "shown", "two_tables_dealt"]


@pytest.fixture(scope="session")
def shown(
    request: pytest.FixtureRequest, database: str, evening: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """The sample to look at; nobody writes to it."""
    with floor_at(request, database, evening, tmp_path_factory.mktemp("shown")) as where:
        opened = open_store(where, station="PIT2")
        yield opened
        opened.close()
