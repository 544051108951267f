"""What holds for every test: no screen is needed, and no thread is left behind."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

#: A thread that was told to stop may take this long to do so.
GRACE_SECONDS = 2.0


@pytest.fixture(autouse=True)
def no_thread_left_alive() -> Iterator[None]:
    """Fail a test that leaves a thread running: it would speak up in somebody else's test."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + GRACE_SECONDS
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        thread.join(max(0.0, deadline - time.monotonic()))
    alive = [thread.name for thread in left if thread.is_alive()]
    if alive:
        pytest.fail(f"the test left threads alive: {', '.join(alive)}")
