from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.acts.conftest import floor
from tests.stations.databases import Databases

__all__ = ["floor"]


@pytest.fixture(scope="session")
def database() -> str:
    """Here everything stands on a server."""
    return "postgresql"


@pytest.fixture
def url(server: Databases) -> Iterator[str]:
    """A furnished house on the server."""
    with server.copy("house") as made:
        yield made
