"""One press is one act: wherever its connection goes away, all of its entries are there or none, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from db.station import Station
from floorapp.operations.desk import Change, Desk
from floorapp.operations.faults import LogbookAway
from floorapp.ui.live.writer import _doing
from tests.acts.floor import Floor
from tests.acts.presses import PRESSES
from tests.acts.rulebooks import RULEBOOKS
from tests.stations.proxy import Proxy
from tests.stations.test_offline import proxy, through

__all__ = ["proxy"]

#: No press sends more messages than this.
MOST = 200


@pytest.fixture
def station(proxy: Proxy, floor: Floor, tmp_path: Path) -> Iterator[Station]:
    """A station behind the proxy, without its line: only the press itself speaks to the server."""
    made = Station(through(proxy, str(floor.where)), tmp_path, station="POD-1", now=floor.clock.now)
    made.meet()
    yield made
    made.close()


def written(floor: Floor, after: int) -> list[str]:
    """The kinds of entries on the server after a position, in order."""
    return [entry.fact.KIND for entry in reversed(floor.store.page(limit=100)) if entry.position > after]


def press(station: Station, desk: Desk, do: Callable[[Desk], Change]) -> str:
    """Press as the writer does; what the person is told."""
    try:
        _doing(do, desk)
        return "saved"
    except LogbookAway as away:
        return "unsure" if away.unsure else "nothing"
    finally:
        if station.away:
            station.meet()


@pytest.mark.parametrize("unanswered", [False, True], ids=["not reached", "not answered"])
@pytest.mark.parametrize("name", PRESSES)
@pytest.mark.timeout(300)
def test_a_press_whose_connection_goes_away_at_any_message(
    name: str, unanswered: bool, station: Station, proxy: Proxy, floor: Floor, counted: Callable[[str], None]
) -> None:
    who, ready = PRESSES[name]
    desk = Desk(logbook=station, clock=floor.clock, hasher=floor.hasher, rulebooks=RULEBOOKS)
    proxy.unanswered = unanswered
    told = {"saved": 0, "nothing": 0, "unsure": 0}
    for message in range(1, MOST):
        do, kinds = ready(floor)
        desk.session = floor.desk(who).session
        station.catch_up()
        after, cuts = floor.last().position, proxy.cuts
        proxy.messages_left = message
        said = press(station, desk, do)
        proxy.messages_left = None
        told[said] += 1
        there = written(floor, after)
        where = f"cut at message {message}, told {said}"
        assert there in ([], list(kinds)), f"half of it or a false refusal, {where}: {there}"
        assert (said == "saved") == bool(there) or said == "unsure", f"{where}: {there}"
        if not there:
            assert press(station, desk, do) == "saved", where
            assert written(floor, after) == list(kinds), f"once more after {where}"
        if proxy.cuts == cuts:
            break
    else:
        raise AssertionError(f"{name} never came to an end")
    assert floor.verified().good
    counted(f"cut at each of {message - 1} messages: {told}")
