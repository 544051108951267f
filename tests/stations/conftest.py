from __future__ import annotations

from collections.abc import Iterator

import pytest

from db.store import open_store
from tests.acts.floor import Floor, furnish
from tests.stations.databases import Databases, databases


@pytest.fixture(scope="session")
def server() -> Iterator[Databases]:
    """One server for the whole session, with a furnished house to copy."""
    with databases() as made:
        furnish(made.make("house"))
        yield made


@pytest.fixture
def url(server: Databases) -> Iterator[str]:
    """A furnished house on the server."""
    with server.copy("house") as made:
        yield made


@pytest.fixture
def floor(url: str) -> Iterator[Floor]:
    """A furnished house on the server to act in."""
    made = Floor(open_store(url), url)
    yield made
    made.check()
    made.store.close()
