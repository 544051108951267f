"""Every write, sync and truncation of the main acts refused, once and for good: all or nothing, told, and going on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.trust.failing_disk import ACTS, walk_all


#: Each journal, each error and each duration once; `make campaign` walks all eight ways they meet.
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("journal", "error", "for_good"), [("WAL", "disk full", True), ("DELETE", "I/O error", False)])
def test_every_point_of_every_main_act_may_fail(
    house: Path, tmp_path: Path, counted: Callable[[str], None], journal: str, error: str, for_good: bool
) -> None:
    found = walk_all(house, tmp_path, journal, error, for_good=for_good)
    assert found.points > 200 and found.told
    counted(
        f"{journal}, {error}, {'for good' if for_good else 'once'}: {found.points} points of {len(ACTS)} acts refused, "
        f"{found.told} times told, all or nothing, {found.entries} entries good"
    )
