"""A press behind a line that is cut at its messages: tests walk every third of them, the campaign each, both ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from db.station import StationStore
from floorapp.operations.acts import sessions
from floorapp.operations.desk import Change, Desk
from floorapp.operations.faults import LogbookAway
from tests.acts.floor import PASSWORD, Floor
from tests.acts.presses import PRESSES
from tests.acts.rulebooks import RULEBOOKS
from tests.stations.proxy import Proxy

#: No press sends more messages than this.
MOST = 200


def written(floor: Floor, after: int) -> list[str]:
    """The kinds of entries on the server after a position, in order."""
    return [entry.fact.KIND for entry in reversed(floor.store.page(limit=100)) if entry.position > after]


def press(station: StationStore, desk: Desk, do: Callable[[Desk], Change]) -> str:
    """Press as the writer does; what the person is told. Afterwards the station is in step again."""
    try:
        desk.do(do)
        return "saved"
    except LogbookAway as away:
        return "unsure" if away.unsure else "nothing"
    finally:
        if station.away:
            station.meet()


def walk(
    name: str, url: str, folder: Path, proxy: Proxy, floor: Floor, *, unanswered: Callable[[int], bool], step: int = 1
) -> str:
    """Cut the line at one message of the press after the other, before it reaches the server or before its answer.

    The station has no line of its own here: only the press speaks to the server.
    """
    station = StationStore(url, folder, station="POD-1", now=floor.clock.now)
    try:
        station.meet()
        desk = Desk(logbook=station, clock=floor.clock, hasher=floor.hasher, rulebooks=RULEBOOKS)
        return _walk(name, station, desk, proxy, floor, unanswered, range(1, MOST, step))
    finally:
        station.close()


def _walk(
    name: str,
    station: StationStore,
    desk: Desk,
    proxy: Proxy,
    floor: Floor,
    unanswered: Callable[[int], bool],
    messages: range,
) -> str:
    who, ready = PRESSES[name]
    told: Counter[str] = Counter()
    for message in messages:
        do, kinds = ready(floor)
        station.catch_up()
        sessions.sign_in(desk, name=who, password=PASSWORD)
        after, cuts = floor.last().position, proxy.cuts
        proxy.unanswered, proxy.messages_left = unanswered(message), message
        said = press(station, desk, do)
        proxy.messages_left = None
        if proxy.cuts == cuts:
            return f"cut at {told.total()} of some {message - 1} messages: {dict(told)}"
        told[said] += 1
        there = written(floor, after)
        where = f"cut at message {message}, told {said}"
        assert there in ([], list(kinds)), f"half of it or a false refusal, {where}: {there}"
        assert (said == "saved") == bool(there) or said == "unsure", f"{where}: {there}"
        if not there:
            assert press(station, desk, do) == "saved", where
            assert written(floor, after) == list(kinds), f"once more after {where}"
    raise AssertionError(f"{name} never came to an end")
