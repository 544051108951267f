"""The sample floor on a server is, entry by entry and thing by thing, the sample floor on a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from db.server_check import verify_server
from db.store import open_store
from floorapp.bootstrap import rulebooks, sample_plan
from floorapp.operations.sample.make import make_sample
from tests.acts.floor import CheapHasher
from tests.sample.conftest import EVENING, evening
from tests.stations.databases import Databases

__all__ = ["evening"]


@pytest.mark.timeout(300)
def test_the_same_seed_gives_the_same_floor_on_both_databases(server: Databases, evening: Path) -> None:
    with server.copy("empty") as url:
        made = open_store(url, station="PIT2")
        make_sample(made, hasher=CheapHasher(), rulebooks=rulebooks(), plan=sample_plan(), now=EVENING, seed=7)
        file = open_store(evening, station="PIT2")
        newest = file.page(limit=1)[0]
        assert made.page(limit=1)[0] == newest  # its hash holds everything before it
        assert made.state_digest() == file.state_digest()
        for words in ("royal", "count", "jam"):
            ours = [entry.id for entry in made.search(words, limit=500)]
            assert ours == [entry.id for entry in file.search(words, limit=500)]
        file.close()
        made.close()
        assert verify_server(url).good
