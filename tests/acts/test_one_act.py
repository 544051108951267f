"""One press is one act: at whichever statement the database fails, all of its entries are there or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import sqlalchemy as sa

from floorapp.domain.people import Person, Session
from floorapp.domain.property import Property
from floorapp.operations import presses
from floorapp.operations.acts import decks, duties, opening, sessions, shoes
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.desk import Change, Desk
from floorapp.operations.faults import LogbookFault
from tests.acts.floor import PASSWORD, PIN, SHIFTS, Floor, refused
from tests.acts.presses import PRESSES

#: No press has more statements than this.
MOST = 400


@dataclass
class Interrupted:
    """Has SQLite give up the n-th statement from now on."""

    left: int = 0

    def count(self, connection: sqlite3.Connection) -> None:
        self.left -= 1
        if self.left == 0:
            connection.interrupt()


@contextmanager
def interrupting(floor: Floor) -> Iterator[Interrupted]:
    """Every statement on this floor's connections is counted."""
    made = Interrupted()

    def watch(connection: Any, *_: object) -> None:
        connection.set_trace_callback(lambda _sql: made.count(connection))

    sa.event.listen(floor.store.engine, "checkout", watch)
    yield made
    sa.event.remove(floor.store.engine, "checkout", watch)


def written(floor: Floor, after: int) -> list[str]:
    return [entry.fact.KIND for entry in reversed(floor.store.page(limit=100)) if entry.position > after]


@pytest.mark.files
@pytest.mark.parametrize("name", PRESSES)
def test_a_press_that_fails_at_any_statement(name: str, floor: Floor, counted: Callable[[str], None]) -> None:
    who, ready = PRESSES[name]
    with interrupting(floor) as failing:
        do, kinds = ready(floor)
        desk, after, told = floor.desk(who), floor.last().position, 0
        for statement in range(1, MOST):
            failing.left = statement
            try:
                desk.do(do)
                break
            except LogbookFault:
                told, failing.left = told + 1, 0
                assert written(floor, after) == [], f"half of it, at statement {statement}"
        failing.left = 0
        assert written(floor, after) == list(kinds), f"entered once, after {told} tries"
    counted(f"given up at each of {told} statements, then entered once")


def test_the_first_press_of_a_new_floor_makes_all_of_it_or_nothing(empty: Floor) -> None:
    desk = empty.desk()
    first = {"handle": "ada", "name": "Ada", "password": PASSWORD, "pin": PIN, "called": "Riverbend", "shifts": SHIFTS}
    refusal = refused(presses.begin_house, desk, zone="Nowhere/Land", **first)
    assert "time zone" in refusal.happened
    with empty.store.reading() as state:
        assert not state.find(Person) and not state.find(Session)
    assert desk.session is None
    change = presses.begin_house(desk, zone="America/New_York", **first)  # type: ignore[arg-type]
    assert len(change.entries) == 5
    assert empty.get(Property, "house").name == "Riverbend"
    assert desk.session is not None and empty.get(Session, desk.session).person == "ada"
    assert empty.last().actor == "ada"
    sessions.sign_out(desk)
    sessions.sign_in(desk, name="ada", password=PASSWORD)


def test_an_act_inside_an_act_is_refused_under_the_name_of_the_press(floor: Floor) -> None:
    (red,) = floor.open("FB-01", "red")
    desk = floor.desk("flo")
    shoes.begin_shoe(desk, table="FB-01", deck_set=red)
    before = floor.last().position
    counts = ShoeCount(remaining=312, discarded=0)
    refused(decks.change_decks, desk, table="FB-01", out=(red,), into=("DS-none",), count=counts)
    assert written(floor, before) == ["act.refused"], "the shoe goes on"
    assert getattr(floor.last().fact, "act", "") == "change_decks"
    change = opening.close_table(desk, table="FB-01", count=counts)
    assert [each.id for each in change.subjects][:1] == ["FB-01"] and len(change.entries) == 2


def test_what_is_seen_already_does_not_stand_in_the_way_of_what_is_under_it(floor: Floor) -> None:
    _who, ready = PRESSES["acknowledge a cause and what is under it"]
    press, _kinds = ready(floor)
    desk = floor.desk("flo")
    press(desk)
    key = getattr(floor.last().fact, "duty", "")
    assert refused(duties.acknowledge_duty, desk, key=key).code == "input"


@pytest.mark.files
def test_beginning_a_floor_and_choosing_ones_secrets_fail_whole_at_any_statement(
    empty: Floor, counted: Callable[[str], None]
) -> None:
    first = {"handle": "ada", "name": "Ada", "password": PASSWORD, "pin": PIN, "called": "Riverbend", "shifts": SHIFTS}
    desk = empty.desk()
    begun = ["person.added", "person.password-set", "person.pin-set", "session.began", "property.set"]
    chosen = ["person.password-set", "person.pin-set"]
    presses_of_a_new_floor: tuple[tuple[Callable[[Desk], Change], list[str]], ...] = (
        (lambda at: presses.begin_house(at, zone="America/New_York", **first), begun),  # type: ignore[arg-type]
        (lambda at: presses.choose_secrets(at, old=PASSWORD, password="another good one", pin="739146"), chosen),
    )
    with interrupting(empty) as failing:
        for do, kinds in presses_of_a_new_floor:
            newest = empty.store.page(limit=1)
            after, session = newest[0].position if newest else 0, desk.session
            for statement in range(1, MOST):
                failing.left = statement
                try:
                    desk.do(do)
                    break
                except LogbookFault:
                    failing.left = 0
                    assert written(empty, after) == [] and desk.session == session, f"at statement {statement}"
            failing.left = 0
            assert written(empty, after) == kinds
            counted(f"{kinds[0]} …: given up at each of {statement - 1} statements, then entered once")
    sessions.sign_in(empty.desk(), name="ada", password="another good one")
