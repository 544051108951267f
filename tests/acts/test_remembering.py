"""What one transaction remembers for the next is used only while nothing has come in between."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from db.store import open_store
from floorapp.domain.property import Pit, Place
from floorapp.operations.acts import house
from floorapp.operations.facts.house import PitPlaced
from floorapp.operations.facts.registry import Subject
from floorapp.operations.faults import LogbookFault
from tests.acts.floor import Floor


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

    sa.event.listen(floor.store._engine, "before_cursor_execute", listen)
    house.move_pit(desk, pit="P1", name="Twice", place=Place(0, 0))
    assert len(said) <= 7, said


@pytest.mark.files
def test_a_writer_who_waits_too_long_is_told_so(floor: Floor) -> None:
    patient = floor.store._engine
    with patient.begin(), pytest.raises(LogbookFault, match="busy"):
        impatient = sa.create_engine(
            patient.url, module=patient.dialect.dbapi, connect_args={"timeout": 0.05}
        )
        store = type(floor.store)(impatient, "MAIN")
        sa.event.listen(impatient, "connect", lambda raw, _: setattr(raw, "isolation_level", None))
        sa.event.listen(impatient, "begin", lambda c: c.exec_driver_sql("BEGIN IMMEDIATE"))
        try:
            with store.writing():
                pass
        finally:
            impatient.dispose()
