"""One press is one act: wherever its connection goes away, all of its entries are there or none, each once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acts.floor import Floor
from tests.acts.presses import PRESSES
from tests.stations.one_press import walk
from tests.stations.proxy import Proxy
from tests.stations.test_offline import proxy, through

__all__ = ["proxy"]


@pytest.mark.parametrize("name", PRESSES)
@pytest.mark.timeout(300)
def test_a_press_whose_connection_goes_away_at_any_message(
    name: str, proxy: Proxy, floor: Floor, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    """By turns before a message reaches the server, and before its answer; `make campaign` does both at each."""
    url = through(proxy, str(floor.where))
    counted(walk(name, url, tmp_path, proxy, floor, unanswered=lambda message: message % 2 == 0))
    assert floor.verified().good
