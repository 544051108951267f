"""How times are written and read: one module each, 12-hour and US unless the property chose otherwise."""

from __future__ import annotations

import ast
import re
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from floorapp.domain.gaming_day import HouseClock
from floorapp.domain.money import dollars, signed, typed
from floorapp.domain.typed_time import read_date, read_instant, read_time
from floorapp.domain.written_time import Style, date_in_words, days_or_span, span, span_to_the_second, utc_stamp
from tests.floor_words import foreign_times

ROOT = Path(__file__).parent.parent
NEW_YORK = ZoneInfo("America/New_York")
US, ISO = Style(), Style(24, iso_dates=True)
CLOCK = HouseClock(NEW_YORK, time(6))
#: Sunday, November 15, 2026, 9:30 PM EST.
NOW = datetime(2026, 11, 15, 21, 30, tzinfo=NEW_YORK).astimezone(UTC)


def test_what_is_days_away_is_said_in_days() -> None:
    hours = (timedelta(hours=each) for each in (719.97, 48, 47.5, 1))
    assert [days_or_span(each) for each in hours] == ["29 days", "2 days", "47 h 30 min", "1 h"]


def test_an_american_house_writes_twelve_hours_and_us_dates() -> None:
    wall = datetime(2026, 11, 15, 21, 4, 5, tzinfo=NEW_YORK)
    assert US.time(wall) == "9:04 PM"
    assert US.time(wall, seconds=True) == "9:04:05 PM"
    assert US.time(time(0, 5)) == "12:05 AM"
    assert US.time(time(12, 5)) == "12:05 PM"
    assert US.date(wall) == "11/15/2026"
    assert US.long_date(wall) == "Sun, Nov 15, 2026"
    assert US.stamp(wall) == "11/15/2026 9:04 PM"
    assert US.weekday_time(wall) == "Sun 9:04 PM"
    assert [US.hour(hour) for hour in (0, 9, 12, 21, 24)] == ["12a", "9a", "12p", "9p", "12a"]
    assert date_in_words(date(2016, 1, 3)) == "January 3, 2016"
    assert utc_stamp(NOW) == "11/16/2026 2:30 AM UTC"


def test_a_house_may_choose_24_hours_and_iso_dates() -> None:
    wall = datetime(2026, 11, 15, 9, 4, 5, tzinfo=NEW_YORK)
    assert ISO.stamp(wall, seconds=True) == "2026-11-15 09:04:05"
    assert ISO.long_date(wall) == "Sun 2026-11-15"
    assert ISO.hour(21) == "21"


def test_spans_say_their_units() -> None:
    assert span(timedelta(hours=5, minutes=6)) == "5 h 6 min"
    assert span(timedelta(minutes=42, seconds=59)) == "42 min"
    assert span(timedelta(hours=24)) == "24 h"
    assert span(timedelta(minutes=-3)) == "0 min"
    assert span_to_the_second(timedelta(minutes=2, seconds=31)) == "2 min 31 s"
    assert span_to_the_second(timedelta(seconds=31)) == "31 s"


@pytest.mark.parametrize(
    ("typed", "day", "hour", "minute"),
    [
        ("9:04 pm", 15, 21, 4),
        ("9:04p", 15, 21, 4),
        ("9:04 P.M.", 15, 21, 4),
        ("2104", 15, 21, 4),
        ("21:04", 15, 21, 4),
        ("21.04", 15, 21, 4),
        ("9pm", 15, 21, 0),
        ("9:04", 15, 21, 4),  # the clocks on the wall last showed it this evening
        ("9:04 am", 15, 9, 4),
        ("09:04", 15, 9, 4),
        ("904", 15, 9, 4),
        ("11:15 pm", 14, 23, 15),  # that has not come yet today
        ("yesterday 11pm", 14, 23, 0),
        ("Yesterday, 2300", 14, 23, 0),
        ("11/14 9:04p", 14, 21, 4),
        ("11/15/2026 9:04p", 15, 21, 4),
        ("11/15/26 2104", 15, 21, 4),
        ("2026-11-15 09:04", 15, 9, 4),
        ("2026-11-15 9:04", 15, 9, 4),
        ("2026-11-15T21:04:00", 15, 21, 4),
        ("Sat 9:04 PM", 14, 21, 4),
        ("Sun, Nov 15, 2026 9:04 PM", 15, 21, 4),
        ("noon", 15, 12, 0),
        ("9:04 pm yesterday", 14, 21, 4),
        ("9:04p 11/14", 14, 21, 4),
        ("11pm Sat", 14, 23, 0),
        ("11/14 at 9:04 PM", 14, 21, 4),
    ],
)
def test_times_are_taken_as_people_type_them(typed: str, day: int, hour: int, minute: int) -> None:
    found = read_instant(typed, NOW, CLOCK)
    assert found is not None
    assert found == datetime(2026, 11, day, hour, minute, tzinfo=NEW_YORK)


@pytest.mark.parametrize(
    "typed", ["", "soon", "25:00", "9:60", "13:04 pm", "13/15 9p", "02/30 9p", "11/15/2026 11pm", "11/15 9:04", "9"]
)
def test_what_is_no_time_or_not_past_is_refused(typed: str) -> None:
    assert read_instant(typed, NOW, CLOCK) is None


def test_a_24_hour_house_reads_an_unmarked_time_by_24_hours() -> None:
    clock = HouseClock(NEW_YORK, time(6), ISO)
    assert read_instant("9:04", NOW, clock) == datetime(2026, 11, 15, 9, 4, tzinfo=NEW_YORK)


def test_a_date_without_a_year_is_the_last_one() -> None:
    assert read_instant("12/24 9p", NOW, CLOCK) == datetime(2025, 12, 24, 21, tzinfo=NEW_YORK)


def test_times_of_day_and_dates_alone() -> None:
    assert read_time("6:00 AM") == time(6) == read_time("0600") == read_time("6a")
    assert read_time("24:00") is None
    today = date(2026, 11, 15)
    assert read_date("12/1/2026", today) == date(2026, 12, 1) == read_date("2026-12-01", today)
    assert read_date("12/1", today) == date(2026, 12, 1) == read_date("Dec 1", today)
    assert read_date("tomorrow", today) is None


def test_an_hour_that_comes_twice_is_the_last_one() -> None:
    after = datetime(2026, 11, 1, 12, tzinfo=UTC)  # the clocks went back at 2 that night
    assert read_instant("1:30 am", after, CLOCK) == datetime(2026, 11, 1, 6, 30, tzinfo=UTC)


def test_no_other_module_writes_times() -> None:
    found = []
    for room in ("floorapp", "db", "printing"):
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text("utf-8")
            if path.name == "written_time.py" or not re.search(r"str[fp]time|:[^{}\"']*%", text):
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Attribute) and node.attr in ("strftime", "strptime"):
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {node.attr}")
                if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
                    specs = [str(part.value) for part in node.format_spec.values if isinstance(part, ast.Constant)]
                    found += [f"{path.relative_to(ROOT)}:{node.lineno}: {spec}" for spec in specs if "%" in spec[:-1]]
    assert found == [], "write times through floorapp.domain.written_time"


def test_no_other_module_writes_amounts() -> None:
    """Cents become dollars in `domain/money.py`: nowhere else are they divided or parted inside a text."""
    found = []
    for room in ("floorapp", "db", "printing"):
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text("utf-8")
            if path.name == "money.py" or "100" not in text.replace("_", ""):
                continue
            for node in ast.walk(ast.parse(text)):
                if not isinstance(node, ast.FormattedValue):
                    continue
                for inner in ast.walk(node.value):
                    by = inner.right if isinstance(inner, ast.BinOp) else None
                    parted = isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Div | ast.FloorDiv | ast.Mod)
                    if parted and isinstance(by, ast.Constant) and by.value == 100:
                        found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node.value)}")
    assert found == [], "write amounts through floorapp.domain.money"


def test_amounts_are_written_one_way() -> None:
    assert (dollars(125_000), dollars(-350)) == ("$1,250.00", "−$3.50")
    assert (signed(10_000), signed(0), signed(-2_500)) == ("+100.00", "0.00", "−25.00")
    assert typed(125_000) == "1250.00"


def test_what_a_device_sent_is_written_to_the_millisecond() -> None:
    at = datetime(2026, 11, 15, 21, 4, 5, 123_456, tzinfo=UTC)
    assert Style().to_the_millisecond(at) == "9:04:05.123 PM"
    assert Style(day_hours=24).to_the_millisecond(at) == "21:04:05.123"


def test_a_time_of_24_hours_would_be_found_on_a_screen_and_a_citation_not() -> None:
    for text in ("opened 21:04", "at 9:04 today", "10:21:02", "2026-11-15", "Sun 15 Nov 2026"):
        assert foreign_times(text), text
    for text in (
        "9:04 PM",
        "10:21:02 AM",
        "N.J.A.C. 19:47-26.15(d)",
        "Sun, Nov 15, 2026",
        "DS-2026-0568",
        "11/15/2026",
    ):
        assert not foreign_times(text), text
