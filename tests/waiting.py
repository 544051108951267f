"""Waiting for what another thread, process or server brings about: never for a time, and not by the wall's clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

#: How long a wait may take before the test gives up; what is waited for comes at once, nearly always.
PATIENCE = 60.0
#: A machine that stood still, or had no time for this process, gave nobody else any either: no look counts for more.
LONGEST_LOOK = 0.25


def looks(within: float = PATIENCE) -> Iterator[None]:
    """One round for every look that may be taken; whoever looks pauses a little before the next."""
    waited = 0.0
    while waited < within:
        began = time.monotonic()
        yield
        waited += min(time.monotonic() - began, LONGEST_LOOK)


def wait_until(holds: Callable[[], object], says: object = "", within: float = PATIENCE) -> None:
    """Wait for something that nobody tells; fail with what `says` then shows."""
    for _ in looks(within):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError(f"it did not come to hold in {within:.0f} s: {says or holds}")
