"""What one transaction remembers for the next holds: what has come in between is learned, or all is read anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from db import state, transactions, writer_start
from db.dialect import dialect_of
from db.state import SqlState
from db.store import open_store
from floorapp.domain.property import Pit, Place
from floorapp.domain.tables import Equipment, Fixture
from floorapp.operations.acts import corrections, house, tables
from floorapp.operations.facts.house import EquipmentNamed, PitPlaced
from floorapp.operations.facts.registry import Subject
from floorapp.operations.faults import LogbookFault
from floorapp.operations.signatures import Meaning
from tests.acts.floor import NOON, Floor


def pit_in(floor: Floor) -> str:
    with floor.store.writing() as writing:
        pit = writing.state.get(Pit, "P1")
    assert pit is not None
    return pit.name


def test_another_process_is_heard_of(floor: Floor) -> None:
    assert pit_in(floor) == "Main pit"
    other = Floor(open_store(floor.where), floor.where)
    house.move_pit(other.desk("sam"), pit="P1", name="Moved elsewhere", place=Place(1, 1))
    assert pit_in(floor) == "Moved elsewhere"
    house.move_pit(floor.desk("sam"), pit="P1", name="And here", place=Place(1, 1))
    assert pit_in(other) == "And here"
    other.store.close()


@pytest.fixture
def other(floor: Floor) -> Iterator[Floor]:
    """Another station on the same logbook."""
    made = Floor(open_store(floor.where, station="POD-2"), floor.where)
    yield made
    made.store.close()


def remembers(floor: Floor) -> bool:
    """Whether the next transaction goes on with what the last one knew."""
    known = floor.store._known
    with transactions.started(floor.store._engine, floor.store.station, known) as (_, start):
        return start.remembered is not None


def test_what_another_station_changed_is_learned_without_reading_all_anew(floor: Floor, other: Floor) -> None:
    assert pit_in(floor) == "Main pit"
    house.move_pit(other.desk("sam"), pit="P1", name="Moved elsewhere", place=Place(1, 1))
    house.add_pit(other.desk("sam"), pit="P9", name="New", place=Place(2, 2))
    assert remembers(floor)
    assert pit_in(floor) == "Moved elsewhere"
    house.move_pit(floor.desk("sam"), pit="P9", name="Newer", place=Place(2, 2))


def test_a_correction_elsewhere_has_all_read_anew(floor: Floor, other: Floor) -> None:
    desk = other.desk("flo")
    wrong = tables.fit_equipment(desk, table="FB-01", fixture=Fixture.SHOE, serial="SH-l").ids[0]
    with floor.store.writing() as writing:
        assert writing.state.get(Equipment, "FB-01", Fixture.SHOE) is not None
    plain: dict[str, Any] = {"place": "", "decks": None, "approval": "", "reader_kind": None, "modes": ()}
    plain |= {"make": "", "model": ""}
    right = EquipmentNamed(table="FB-01", fixture=Fixture.SHOE, serial="SH-1", **plain)
    signature = other.sign(desk, "flo", Meaning.CORRECTED)
    corrections.correct_entry(desk, entry=wrong, reason="typed wrong", signature=signature, fact=right)
    assert not remembers(floor)
    with floor.store.writing() as writing:
        shoe = writing.state.get(Equipment, "FB-01", Fixture.SHOE)
    assert shoe is not None and shoe.serial == "SH-1"


def test_a_logbook_that_was_put_back_is_not_taken_for_the_known_one(floor: Floor) -> None:
    pit_in(floor)
    assert remembers(floor)
    known = floor.store._known
    assert known is not None
    floor.store._known = replace(known, newest="f" * 64)
    assert not remembers(floor)
    house.move_pit(floor.desk("sam"), pit="P1", name="After", place=Place(1, 1))


def test_whoever_is_far_behind_reads_anew(floor: Floor, other: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_start, "MOST", 3)
    pit_in(floor)
    desk = other.desk("sam")
    for n in range(4):
        house.move_pit(desk, pit="P1", name=f"Moved {n}", place=Place(1, 1))
    assert not remembers(floor)
    assert pit_in(floor) == "Moved 3"


def test_what_was_rolled_back_is_not_remembered(floor: Floor) -> None:
    desk = floor.desk("sam")
    with pytest.raises(RuntimeError), desk.acting("move_pit", Subject("pit", "P1")) as act:
        act.enter(PitPlaced(pit="P1", name="half", place=Place(0, 0)))
        raise RuntimeError("pulled the plug")
    assert pit_in(floor) == "Main pit"


def test_an_act_takes_few_statements(floor: Floor) -> None:
    """An act's commit has to stay near the bare insert: every statement more is felt on the floor."""
    desk = floor.desk("sam")
    house.move_pit(desk, pit="P1", name="Once", place=Place(0, 0))
    said: list[str] = []

    def listen(_c: object, _cursor: object, statement: str, *_rest: object) -> None:
        said.append(statement)

    if isinstance(floor.where, Path):  # what goes to the driver itself counts too; triggers are no statements of ours
        with floor.store.engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            raw.set_trace_callback(lambda statement: None if statement.startswith("--") else said.append(statement))
    else:
        sa.event.listen(floor.store._engine, "before_cursor_execute", listen)
    house.move_pit(desk, pit="P1", name="Twice", place=Place(0, 0))
    assert 0 < len(said) <= (10 if isinstance(floor.where, Path) else 2), said


def test_a_search_is_answered_anew_once_a_thing_comes_to_it_or_leaves_it(floor: Floor) -> None:
    with floor.owned() as owned, transactions.begun(owned.engine) as connection:
        state = SqlState(connection, gathered=dialect_of(connection).by_owner)
        fitted = Equipment("FB-99", Fixture.READER, "S-1", "rail", fitted_at=NOON)
        assert not state.find(Equipment, serial="S-1", fitted=True)
        state.put(fitted)
        assert state.find(Equipment, serial="S-1", fitted=True) == (fitted,)
        taken_out = replace(fitted, removed_at=NOON)
        state.put(taken_out)
        assert not state.find(Equipment, serial="S-1", fitted=True)
        assert state.find(Equipment, serial="S-1", fitted=False) == (taken_out,)
        again = replace(taken_out, place="stand")
        state.put(again)
        assert state.find(Equipment, serial="S-1", fitted=False) == (again,)


@pytest.mark.files
def test_a_writer_who_waits_too_long_is_told_so(floor: Floor) -> None:
    patient = floor.store._engine
    with patient.begin(), pytest.raises(LogbookFault, match="busy"):
        impatient = sa.create_engine(patient.url, module=patient.dialect.dbapi, connect_args={"timeout": 0.05})
        store = type(floor.store)(impatient, "MAIN")
        sa.event.listen(impatient, "connect", lambda raw, _: setattr(raw, "isolation_level", None))
        sa.event.listen(impatient, "begin", lambda c: c.exec_driver_sql("BEGIN IMMEDIATE"))
        try:
            with store.writing():
                pass
        finally:
            impatient.dispose()


def test_what_is_too_much_to_remember_is_forgotten_and_read_anew(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """After twenty thousand things the next press once failed."""
    assert pit_in(floor) == "Main pit"
    monkeypatch.setattr(state, "REMEMBERED", 0)
    house.move_pit(floor.desk("sam"), pit="P1", name="And here", place=Place(1, 1))
    assert pit_in(floor) == "And here"
