"""Stations on one server hear of each other at once, and see who looks at what."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from db import replica
from db.station import StationStore
from db.store import open_store
from floorapp.domain.property import Pit, Place
from floorapp.operations.acts import house, sessions
from floorapp.operations.desk import Desk
from floorapp.operations.facts.registry import Subject
from floorapp.operations.station_status import Onlooker
from tests.acts.floor import PASSWORD, CheapHasher, Floor
from tests.acts.rulebooks import RULEBOOKS
from tests.stations.podium import Podium, podium
from tests.waiting import wait_until


@pytest.fixture
def two(url: str, tmp_path: Path) -> Iterator[tuple[Podium, Podium]]:
    with podium(url, tmp_path / "a", "POD-A") as a, podium(url, tmp_path / "b", "POD-B") as b:
        a.wait_in_step()
        b.wait_in_step()
        yield a, b


def pit_of(which: Podium) -> str:
    with which.station.reading() as state:
        pit = state.get(Pit, "P1")
    assert pit is not None
    return pit.name


def test_another_stations_act_is_heard_and_shown(two: tuple[Podium, Podium], counted: Callable[[str], None]) -> None:
    a, b = two
    desk = a.desk("sam")
    took = []
    for number in range(20):
        b.told.clear()
        since = time.monotonic()
        house.move_pit(desk, pit="P1", name=f"Moved {number}", place=Place(number, 0))
        assert pit_of(a) == f"Moved {number}"  # what one wrote oneself is there at once
        wait_until(lambda number=number: pit_of(b) == f"Moved {number}" and bool(b.told))  # type: ignore[misc]
        took.append(time.monotonic() - since)
    counted(
        f"20 acts of one station done and seen at another after {sorted(took)[10] * 1000:.0f} ms (median), "
        f"{max(took) * 1000:.0f} ms at most"
    )


def test_chains_are_each_stations_own_and_the_copy_is_the_servers_logbook(two: tuple[Podium, Podium]) -> None:
    a, b = two
    for number, which in enumerate((a, b, a, b, b)):
        house.move_pit(which.desk("sam"), pit="P1", name=f"{number}", place=Place(number, 0))
    wait_until(lambda: a.station.page(limit=500) == b.station.page(limit=500))
    with a.station._server.looking():
        assert a.station._server.page(limit=500) == a.station.page(limit=500)
    assert {entry.station for entry in a.station.page(limit=10)} == {"POD-A", "POD-B"}
    assert a.station._server.state_digest() == a.station._copy.state_digest()


def test_two_people_on_one_incident_see_each_other(two: tuple[Podium, Podium]) -> None:
    a, b = two
    about = Subject("incident", "IR-2026-0001")

    def both_look() -> bool:  # as screens do, again and again
        a.station.look_at(about, "Flo")
        b.station.look_at(about, "Sam")
        there = b.station.onlookers(about) == (Onlooker("Flo", "POD-A"),)
        return there and a.station.onlookers(about) == (Onlooker("Sam", "POD-B"),)

    wait_until(both_look)
    assert a.station.onlookers(Subject("incident", "IR-2026-0002")) == ()
    b.station.look_at(None, "Sam")
    wait_until(lambda: a.station.onlookers(about) == ())


def test_each_of_two_programs_of_one_station_hears_of_what_the_other_brought(url: str, tmp_path: Path) -> None:
    """Whichever takes an entry over first, and whoever wrote it, the screens of both are told, once each."""
    elsewhere = Floor(open_store(url, station="POD-2"), url)
    desk = elsewhere.desk("sam")
    quicker, slower = (StationStore(url, tmp_path, station="POD-1") for _ in range(2))
    for each in (quicker, slower):
        each.meet()
        each.all_told()
    house.move_pit(desk, pit="P1", name="Moved", place=Place(1, 1))
    for each in (quicker, slower):
        each.catch_up()
        assert each.news()
        assert not each.news()
    writing = Desk(logbook=quicker, clock=elsewhere.clock, hasher=CheapHasher(), rulebooks=RULEBOOKS)
    sessions.sign_in(writing, name="sam", password=PASSWORD)
    house.move_pit(desk, pit="P1", name="Again", place=Place(2, 2))
    house.move_pit(writing, pit="P1", name="Here", place=Place(3, 3))  # brings what POD-2 wrote, on the way
    assert quicker.news(), "what came with an act of one's own is told too"
    slower.catch_up()
    assert slower.news()
    house.move_pit(writing, pit="P1", name="Own", place=Place(4, 4))
    assert not quicker.news(), "who wrote it has told of it"
    elsewhere.store.close()
    for each in (quicker, slower):
        each.close()


def test_two_processes_of_one_station_bring_its_copy_up_to_date_together(url: str, tmp_path: Path) -> None:
    station = StationStore(url, tmp_path, station="POD-1")
    station.meet()
    elsewhere = Floor(open_store(url, station="POD-2"), url)
    house.move_pit(elsewhere.desk("sam"), pit="P1", name="Moved", place=Place(1, 1))
    elsewhere.store.close()
    quicker: list[int] = []

    @contextmanager
    def look() -> Iterator[sa.Connection]:
        with station._server.looking() as server:
            yield server
        if not quicker:
            quicker.append(station.catch_up().entries)

    assert replica.take_over(look, station._copy.engine).entries == 0
    assert quicker == [2], "the other process had them first: somebody signed in, and moved the pit"
    assert station.page(limit=1)[0].fact.KIND == "pit.placed"
    station.close()
