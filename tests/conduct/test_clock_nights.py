"""The two nights on which the clocks change: hours and minutes are elapsed ones, times have the right offset."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from floorapp.domain.gaming_day import HouseClock
from tests.conduct.floor import BOOKS, Floor, by_hand, decks_of

#: Opened at ten the day before; 24 hours later it is eleven, or nine.
NIGHTS = [
    pytest.param("2026-03-07T10:00:00-05:00", "2026-03-08T11:00:00-04:00", id="forward"),
    pytest.param("2026-10-31T10:00:00-04:00", "2026-11-01T09:00:00-05:00", id="back"),
]


def opened(book: str, at: str) -> Floor:
    """A table whose cards are opened exactly then, and dealt from through the night."""
    floor = by_hand(book, start=at)
    early = datetime.fromisoformat(next(line["at"] for line in floor.lines if line["do"] == "break_seal"))
    shift = datetime.fromisoformat(at) - early
    return by_hand(book, start=(datetime.fromisoformat(at) + shift).isoformat()).shoe()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("at", "deadline"), NIGHTS)
def test_24_hours_are_elapsed_ones(book: str, at: str, deadline: str) -> None:
    floor = opened(book, at).at(deadline).do("inspect_reader", by="ann", after=-60).at(deadline)
    assert floor.do("round", after=0).findings() == []
    (found,) = floor.do("round").findings()
    assert (found["duty"], found["since"]) == ("decks-over-hours", deadline)
    assert found["first"] == found["last"] == floor.now.isoformat()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("at", "deadline"), NIGHTS)
def test_what_is_owed_has_the_offset_of_its_own_hour(book: str, at: str, deadline: str) -> None:
    (owed,) = [each for each in opened(book, at).judge().owed() if each.duty == "change-decks"]
    assert str(owed.by) == deadline


#: When the gaming day begins, the day it begins late or early on, and the end of the house's 60 minutes.
DAYS = [
    pytest.param("06:00", "2026-03-07", "2026-03-08T06:00:00-04:00", "2026-03-08T07:00:00-04:00", id="forward-06:00"),
    pytest.param("01:30", "2026-03-07", "2026-03-08T01:30:00-05:00", "2026-03-08T03:30:00-04:00", id="forward-01:30"),
    pytest.param("02:30", "2026-03-07", "2026-03-08T03:30:00-04:00", "2026-03-08T04:30:00-04:00", id="there-is-none"),
    pytest.param("03:00", "2026-03-07", "2026-03-08T03:00:00-04:00", "2026-03-08T04:00:00-04:00", id="forward-03:00"),
    pytest.param("06:00", "2026-10-31", "2026-11-01T06:00:00-05:00", "2026-11-01T07:00:00-05:00", id="back-06:00"),
    pytest.param("00:30", "2026-10-31", "2026-11-01T00:30:00-04:00", "2026-11-01T01:30:00-04:00", id="back-00:30"),
    pytest.param("01:30", "2026-10-31", "2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00", id="comes-twice"),
    pytest.param("02:00", "2026-10-31", "2026-11-01T02:00:00-05:00", "2026-11-01T03:00:00-05:00", id="back-02:00"),
]


def through_the_night(book: str, begins: str, eve: str, readings: tuple[str, ...] = ()) -> Floor:
    floor = by_hand(book, start=f"{eve}T12:00:00-0{'5' if eve < '2026-03-08' else '4'}:00", readings=readings)
    floor.lines.insert(1, {"at": floor.lines[0]["at"], "do": "house", "day_begins": begins})
    return floor.shoe()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("begins", "eve", "day", "deadline"), DAYS)
def test_the_houses_minutes_are_elapsed_ones(book: str, begins: str, eve: str, day: str, deadline: str) -> None:
    floor = through_the_night(book, begins, eve).at(day).do("round", after=0)
    assert floor.at(deadline).do("round", after=0).findings() == []
    (found,) = floor.do("round").findings()
    assert (found["duty"], found["since"]) == ("reader-not-inspected", deadline)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("begins", "eve", "day", "deadline"), DAYS)
def test_the_gaming_day_begins_where_the_page_says(book: str, begins: str, eve: str, day: str, deadline: str) -> None:
    """By I-40's alternative the first second of the day tells; one on the eve is the old day's."""
    floor = through_the_night(book, begins, eve, readings=("I-40",)).at(day).do("round", after=-1)
    assert floor.findings() == []
    (found,) = floor.do("round", after=1).findings()
    assert (found["duty"], found["since"], found["first"]) == ("reader-not-inspected", day, day)
    old = through_the_night(book, begins, eve, readings=("I-40",)).at(day).do("inspect_reader", after=-1, by="ann")
    assert [each["since"] for each in old.do("round").findings()] == [day]


def test_rounds_of_the_hour_that_comes_twice_are_an_hour_apart() -> None:
    floor = by_hand("pa-590", start="2026-10-31T23:00:00-04:00").shoe().do("reader_fails")
    floor.at("2026-11-01T01:30:00-04:00").do("round", after=0).at("2026-11-01T01:30:00-05:00").do("round", after=0)
    found = next(each for each in floor.findings() if each["duty"] == "reader-failed")
    assert (found["first"], found["last"]) == ("2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00")
    assert found["minutes"] == 60


@pytest.mark.parametrize("written", ["2026-11-01T05:30:00Z", "2026-11-01T05:30:00.999+00:00", "2026-11-01T07:30+02:00"])
def test_a_time_is_answered_in_the_houses_zone_however_it_was_written(written: str) -> None:
    floor = by_hand("pa-590", start="2026-10-31T23:00:00-04:00").shoe().do("reader_fails").do("round")
    floor.lines[-2]["at"] = floor.lines[-1]["at"] = written
    (found,) = floor.findings()
    assert found["since"] == found["first"] == "2026-11-01T01:30:00-04:00"


def test_a_day_whose_midnight_came_twice_has_begun_once() -> None:
    """At 00:01 the clocks of this zone went back over midnight; the day that had begun goes on."""
    clock = HouseClock(ZoneInfo("America/St_Johns"), time(0, 0))
    began = datetime(2010, 11, 7, 2, 30, tzinfo=UTC)  # the first midnight
    sunday = clock.day_of(began)
    assert (str(sunday), clock.start_of(sunday)) == ("2010-11-07", began)
    for minutes in (0, 1, 30, 60, 61, 600):
        assert clock.day_of(began + timedelta(minutes=minutes)) == sunday
    assert clock.day_of(began - timedelta(seconds=1)) == sunday.previous()
    book = "pa-590"
    floor = Floor("2010-11-06T20:00:00-02:30").do("house", zone="America/St_Johns", day_begins="00:00")
    floor.do("setup", rulebook=book, decks=6, method="hand").equip(book, decks=6).do("inspect_reader", by="ann")
    floor.cards("A", book, decks=decks_of(book)).do("open").shoe()
    floor.at("2010-11-06T23:30:00-03:30").do("round", after=0).at("2010-11-07T00:00:00-03:30").do("round", after=0)
    (found,) = floor.do("round").findings()
    assert (found["since"], found["rounds"]) == ("2010-11-07T00:00:00-03:30", 1)  # the second midnight
