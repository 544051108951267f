"""One press is one act: wherever its connection goes away, all of its entries are there or none, each once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from db import sqlite
from db.station import COPY
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from tests.acts.floor import Floor
from tests.acts.presses import PRESSES
from tests.stations.one_press import walk
from tests.stations.podium import podium
from tests.stations.proxy import Proxy
from tests.stations.test_offline import proxy, through

__all__ = ["proxy"]


@pytest.mark.parametrize("name", PRESSES)
@pytest.mark.timeout(300)
def test_a_press_whose_connection_goes_away_at_any_message(
    name: str, proxy: Proxy, floor: Floor, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    """At every fifth, by turns before it reaches the server and before its answer; the campaign does both at each."""
    url = through(proxy, str(floor.where))
    counted(walk(name, url, tmp_path, proxy, floor, unanswered=lambda message: message % 2 == 0, step=5))
    assert floor.verified().good


def test_an_act_that_arrived_is_told_as_saved_though_the_stations_own_copy_cannot_follow(
    url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with podium(url, tmp_path, "POD-1") as pod:
        pod.wait_in_step()
        desk = pod.desk("sam")
        with sqlite.module().connect(tmp_path / COPY) as copy:  # by the library the line writes with
            copy.execute("CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END")
        copy.close()
        change = house.move_pit(desk, pit="P1", name="Moved", place=Place(0, 0))
        assert change.entry.startswith("POD-1-")
        assert "copy" in caplog.text
