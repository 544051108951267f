"""10,000 guesses with a cheap hasher and a driven clock: slowed after 5, locked after 10, unknown alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa

from db import sqlite
from floorapp.domain.people import Person
from floorapp.operations.acts import people, sessions
from floorapp.operations.entry import Proof
from floorapp.operations.facts.people import GuessFailed, LockedOut, SessionBegan
from floorapp.operations.faults import LogbookFault
from floorapp.operations.refusal import Refused
from tests.acts.floor import PASSWORD, PIN, CheapHasher, Floor, refused


def guess(floor: Floor, name: str, secret: str = "not the password") -> tuple[str, int]:
    """The answer's code and what it cost in checks."""
    before = floor.hasher.verified
    with pytest.raises(Refused) as caught:
        sessions.sign_in(floor.desk(), name=name, password=secret)
    return caught.value.refusal.code, floor.hasher.verified - before


@pytest.mark.timeout(600)
def test_of_two_thousand_guesses_an_unknown_name_costs_and_answers_the_same(floor: Floor) -> None:
    known, unknown = [], []
    for number in range(1_000):
        known.append(guess(floor, "flo", f"guess {number}"))
        unknown.append(guess(floor, "nobody-here", f"guess {number}"))
        floor.clock.advance(seconds=1)
    assert known == unknown, "an unknown name costs and answers the same"
    assert [code for code, _ in known[:5]] == ["wrong"] * 5
    assert known[5] == ("slowed", 0)
    assert sum(cost for _, cost in known) == 10
    assert known[-1] == ("locked-out", 0)
    failed = [e for e in floor.store.page(limit=1000) if isinstance(e.fact, GuessFailed)]
    assert len(failed) == 20, "a flood of tries does not flood the logbook"
    assert sum(e.fact.turned_away for e in failed if isinstance(e.fact, GuessFailed)) > 100
    with floor.store.reading() as state:
        flo = state.get(Person, "flo")
    assert flo is not None and flo.locked_out


def test_slowed_after_five_then_longer_and_longer(floor: Floor) -> None:
    for _ in range(5):
        assert guess(floor, "flo") == ("wrong", 1)
    for wait in (30, 60, 120, 240):
        floor.clock.advance(seconds=wait - 1)
        assert guess(floor, "flo") == ("slowed", 0)
        floor.clock.advance(seconds=1)
        assert guess(floor, "flo") == ("wrong", 1)
    floor.clock.advance(seconds=480)
    assert guess(floor, "flo") == ("locked-out", 1)
    floor.clock.advance(days=30)
    assert guess(floor, "flo", PASSWORD) == ("locked-out", 0)


def test_a_right_password_forgives_and_carries_the_tries_turned_away(floor: Floor) -> None:
    for _ in range(7):
        guess(floor, "flo")
    floor.clock.advance(seconds=30)
    floor.desk("flo")
    began = floor.last().fact
    assert isinstance(began, SessionBegan) and began.turned_away == 2
    assert guess(floor, "flo") == ("wrong", 1)


def test_no_clock_makes_wrong_guesses_forgotten(floor: Floor) -> None:
    """Nine a day never locked, and a clock set forward forgot them."""
    for _ in range(9):
        assert guess(floor, "flo") == ("wrong", 1)
        floor.clock.advance(days=1)
    assert guess(floor, "flo") == ("locked-out", 1)


def test_a_clock_set_back_keeps_nobody_out_for_longer(floor: Floor) -> None:
    for _ in range(5):
        guess(floor, "flo")
    floor.clock.advance(days=-2)
    assert guess(floor, "flo") == ("slowed", 0)
    floor.clock.advance(seconds=30)
    floor.desk("flo")


class Meanwhile(CheapHasher):
    """While a secret is being checked, others guess too."""

    def __init__(self, others: Callable[[], None]) -> None:
        super().__init__()
        self._others = others

    def again(self, setting: str, secret: str) -> str:
        others, self._others = self._others, lambda: None
        others()
        return super().again(setting, secret)


def test_guesses_at_the_same_time_are_all_counted(floor: Floor) -> None:
    """The first one's answer wrote the count back as it was when it began: 20 were looked at, 6 counted."""

    def others() -> None:
        for _ in range(4):
            guess(floor, "flo")

    hasher = Meanwhile(others)
    with pytest.raises(Refused):
        sessions.sign_in(replace(floor.desk(), hasher=hasher), name="flo", password="one more")
    assert guess(floor, "flo") == ("slowed", 0), "five were wrong"


def test_a_few_guesses_at_each_of_many_are_slowed_at_the_station(floor: Floor) -> None:
    """Two PINs tried at each of 56 people were not slowed."""
    looked = sum(guess(floor, f"name{number // 2}")[1] for number in range(112))
    assert looked == 20
    floor.clock.advance(minutes=8)
    floor.desk("flo")
    assert guess(floor, "flo")[1] == 1, "right ones take away what wrong ones count"


def test_an_administrator_lets_a_locked_out_person_in_again(floor: Floor) -> None:
    for _ in range(10):
        guess(floor, "flo")
        floor.clock.advance(minutes=20)
    assert guess(floor, "flo", PASSWORD)[0] == "locked-out"
    locked = [e for e in floor.store.page(limit=50) if isinstance(e.fact, LockedOut)]
    assert [e.subject.id for e in locked] == ["flo"]
    ada = floor.desk("ada")
    people.readmit_person(ada, person="flo", reason="it was her")
    floor.desk("flo")
    assert refused(people.readmit_person, ada, person="flo", reason="again").code == "input"


def test_a_locked_pin_is_freed_by_the_password(floor: Floor) -> None:
    desk = floor.desk("flo")
    sessions.lock_screen(desk)
    for _ in range(10):
        with pytest.raises(Refused):
            sessions.unlock_screen(desk, secret="0001")
        floor.clock.advance(minutes=20)
    with pytest.raises(Refused) as caught:
        sessions.unlock_screen(desk, secret=PIN)
    assert caught.value.refusal.code == "locked-out"
    sessions.unlock_screen(desk, secret=PASSWORD, proof=Proof.PASSWORD)
    sessions.lock_screen(desk)
    sessions.unlock_screen(desk, secret=PIN)


class DiskFails(CheapHasher):
    """While a secret is being checked the disk fails."""

    fails = False

    def again(self, setting: str, secret: str) -> str:
        self.fails = True
        return super().again(setting, secret)


@pytest.mark.files
def test_a_right_password_is_no_wrong_guess_when_the_disk_fails(floor: Floor) -> None:
    hasher = DiskFails()
    desk = replace(floor.desk(), hasher=hasher)

    def fail(*_: object) -> None:
        if hasher.fails:
            raise sqlite.module().OperationalError("disk I/O error")

    sa.event.listen(floor.store.engine, "before_cursor_execute", fail)
    for _ in range(12):
        with pytest.raises(LogbookFault):
            sessions.sign_in(desk, name="flo", password=PASSWORD)
        hasher.fails = False
    for _ in range(5):
        with pytest.raises(LogbookFault):
            sessions.sign_in(desk, name="sam", password="wrong")
        hasher.fails = False
    sa.event.remove(floor.store.engine, "before_cursor_execute", fail)
    sessions.sign_in(desk, name="flo", password=PASSWORD)
    assert guess(floor, "sam") == ("slowed", 0), "a wrong one counts all the same"
