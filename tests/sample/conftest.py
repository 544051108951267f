from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from db.store import Store, open_store
from floorapp.bootstrap import rulebooks, sample_plan
from floorapp.operations.sample.make import Sample, make_sample
from tests.acts.floor import CheapHasher
from tests.stations.databases import floor_at

#: The Sunday evening of the pictures.
EVENING = datetime.fromisoformat("2026-11-15T21:14:08-05:00")


def made(path: Path, now: datetime = EVENING, seed: int = 7) -> Sample:
    """Make a sample in a new file and say what it cost; the cost is never a reason to fail."""
    store = open_store(path, station="PIT2")
    began, worked = time.perf_counter(), time.process_time()
    sample = make_sample(store, hasher=CheapHasher(), rulebooks=rulebooks(), plan=sample_plan(), now=now, seed=seed)
    took, cpu = time.perf_counter() - began, time.process_time() - worked
    print(f"sample floor: {sample.entries:,} entries in {took:.1f} s ({cpu:.1f} s of processor)")
    store.close()
    return sample


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample, made once for all workers of one run; never one that an earlier run left behind."""
    own = tmp_path_factory.getbasetemp()
    shared = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "sample-evening"
    shared.mkdir(exist_ok=True)
    path = shared / "floor.sqlite"
    with closing(sqlite3.connect(shared / "lock", timeout=600, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        if not path.exists():
            made(shared / "making.sqlite")
            (shared / "making.sqlite").rename(path)
    return path


@pytest.fixture
def store(request: pytest.FixtureRequest, database: str, evening: Path, tmp_path: Path) -> Iterator[Store]:
    """A copy of the sample to look at."""
    with floor_at(request, database, evening, tmp_path) as where:
        opened = open_store(where, station="PIT2")
        yield opened
        opened.close()
