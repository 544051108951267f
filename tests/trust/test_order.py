"""Two stations in one logbook: in which order their entries came is sworn to, as what each says is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from db.heads import keep_head
from db.keys import station_key
from db.store import Store, open_store
from db.verify import verify
from floorapp.domain.heads import Reason
from floorapp.domain.property import Pit, Place
from floorapp.operations.acts import house as house_acts
from floorapp.operations.acts import sessions
from floorapp.operations.desk import Desk
from floorapp.operations.heads import Sealing
from tests.acts.floor import PASSWORD
from tests.acts.rulebooks import RULEBOOKS
from tests.trust.house import Kept, drop_guards, keep_house, raw


@pytest.fixture
def two(house: Path, tmp_path: Path) -> Kept:
    """MAIN and POD-2 have moved a pit, the one after the other, and signed heads before and since."""
    return of_two_stations(house, tmp_path / "kept")


def of_two_stations(house: Path, folder: Path, *names: str) -> Kept:
    """MAIN and POD-2 in turn give a pit each of these names."""
    kept = keep_house(house, folder)
    other = open_store(kept.path, station="POD-2")
    seal(kept, other)
    desks = [desk_of(kept, store) for store in (kept.floor.store, other)]
    for number, name in enumerate(names or ("First", "Second")):
        house_acts.move_pit(desks[number % 2], pit="P1", name=name, place=Place(1, 1))
    kept.floor.clock.advance(minutes=10)
    seal(kept, other)
    other.close()
    return kept


def desk_of(kept: Kept, store: Store) -> Desk:
    desk = Desk(logbook=store, clock=kept.floor.clock, hasher=kept.floor.hasher, rulebooks=RULEBOOKS)
    sessions.sign_in(desk, name="sam", password=PASSWORD)
    return desk


def seal(kept: Kept, other: Store) -> None:
    kept.sealing.sign(Reason.REQUEST)
    key = station_key(kept.folder / "pod", "POD-2")
    Sealing(other, kept.floor.clock, key, keep=lambda head: keep_head(head, kept.places)).sign(Reason.REQUEST)


def seal_news(kept: Kept, other: Store) -> None:
    """Once more after something was done, so that both have news."""
    house_acts.move_pit(desk_of(kept, other), pit="P1", name="Between", place=Place(1, 1))
    kept.floor.clock.advance(minutes=10)
    seal(kept, other)


def exchange(kept: Kept, one: int, other: int) -> None:
    """Two entries change places, and the state is made of them anew."""
    kept.close()
    connection = raw(kept.path)
    guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    drop_guards(connection)
    change_places(connection, one, other)
    for (sql,) in guards:
        connection.execute(sql)
    connection.close()
    store = open_store(kept.path)
    store.rebuild()
    store.index_again()
    store.close()


def change_places(connection: Any, one: int, other: int) -> None:
    """Two entries stand in each other's place."""
    for old, new in ((one, -1), (other, one), (-1, other)):
        connection.execute("UPDATE entry SET position = ? WHERE position = ?", (new, old))


def exchanged(two: Kept) -> None:
    """The two moves of the pit, the one for the other."""
    connection = raw(two.path)
    moved = connection.execute("SELECT position FROM entry WHERE kind = 'pit.placed' ORDER BY position").fetchall()
    connection.close()
    exchange(two, moved[-2][0], moved[-1][0])


def test_entries_of_two_stations_that_change_places_are_found(two: Kept) -> None:
    """Once, the pit had the other name after it, and nothing showed: each station's own chain was whole."""
    assert verify(two.path, against=[two.away], state=True).good
    exchanged(two)
    store = open_store(two.path)
    with store.reading() as state:
        pit = state.get(Pit, "P1")
    store.close()
    assert pit is not None and pit.name == "First"
    found = verify(two.path, against=[two.away], state=True)
    assert [flaw.code for flaw in found.flaws] == ["order"], found.words()


def test_a_look_that_goes_on_from_a_mark_holds_the_order_that_is_sworn_to_after_it(two: Kept) -> None:
    other = open_store(two.path, station="POD-2")
    mark = verify(two.path).mark
    assert mark is not None
    seal_news(two, other)
    desks = [desk_of(two, store) for store in (two.floor.store, other)]
    for desk, name in zip(desks, ("Third", "Fourth"), strict=True):
        house_acts.move_pit(desk, pit="P1", name=name, place=Place(1, 1))
    two.floor.clock.advance(minutes=10)
    seal(two, other)
    other.close()
    assert verify(two.path, since=mark, structure=False).good
    exchanged(two)
    assert [flaw.code for flaw in verify(two.path, since=mark, structure=False).flaws] == ["order"]
