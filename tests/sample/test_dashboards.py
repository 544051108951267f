"""The charts count what the logbook holds; counted here another way, on the sample floor."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.store import Store
from floorapp.bootstrap import rulebooks
from floorapp.domain.decks import AT_TABLE, DeckSet
from floorapp.domain.devices import Inspection
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.incidents import Incident
from floorapp.operations.chart import Bars, Lines
from floorapp.operations.dashboards import Panel, _length, panels
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import make_paper
from floorapp.operations.papers.record import Record
from printing.paper import render
from tests.papers.reading import squeezed, texts
from tests.papers.samples import ISSUE
from tests.sample.conftest import EVENING

NOW = EVENING.astimezone(UTC)
ALL = 2**62


def counted(store: Store, days: int) -> dict[str, Panel]:
    record = Record(store, upto=ALL, rulebooks=rulebooks())
    last = record.clock.day_of(NOW)
    first = GamingDay(last.date - timedelta(days=days - 1))
    return {panel.name: panel for panel in panels(record, first, last, NOW, record.heard.change_by)}


def bars(panel: Panel) -> dict[str, float]:
    assert isinstance(panel.chart, Bars)
    assert len(panel.goes) == len(panel.chart.bars)
    return {bar.label: bar.value for bar in panel.chart.bars}


def test_incidents_by_kind_hour_and_table(store: Store) -> None:
    with store.reading() as state:
        known = state.find(Incident)
    found = counted(store, 30)
    assert sum(bars(found["incidents-hour"]).values()) == len(known) > 10
    by_table = Counter(each.table for each in known)
    assert all(by_table[table] == count for table, count in bars(found["incidents-table"]).items())
    titles = Counter(each.title for each in known)
    assert all(titles[title] == count for title, count in bars(found["incidents-kind"]).items())
    numbers = {each.number for each in known}
    assert {goes.subject for goes in found["incidents-kind"].goes} <= numbers
    assert all(goes.place == "table" for goes in found["incidents-table"].goes)


def test_inspections_over_the_day(store: Store) -> None:
    with store.reading() as state:
        today = state.find(Inspection, gaming_day="2026-11-15")
    found = counted(store, 1)["inspections"]
    assert sum(bars(found).values()) == len(today) > 30
    assert isinstance(found.chart, Bars) and found.chart.bars[0].label == "6a", (
        "as the gaming day runs, by a 12-hour clock"
    )
    bad = sum(not each.passed for each in today)
    assert found.chart.caption == f"{bad} of {len(today)} failed."


def test_ages_of_the_sets_at_the_tables(store: Store) -> None:
    with store.reading() as state:
        sets = [each for spot in AT_TABLE for each in state.find(DeckSet, spot=spot) if each.opened_at]
    ages = bars(counted(store, 1)["deck-ages"])
    assert sum(ages.values()) == len(sets) > 30
    young = sum(NOW - each.opened_at < timedelta(hours=4) for each in sets if each.opened_at)
    assert ages["0–4"] == young


def test_shuffler_faults_with_time_to_acknowledge_and_to_reshuffle(store: Store) -> None:
    found = counted(store, 14)["shufflers"]
    assert isinstance(found.chart, Lines) and len(found.chart.ticks) == len(found.goes) == 14
    seen, reshuffled = found.chart.series
    pairs = [(a, b) for a, b in zip(seen.values, reshuffled.values, strict=True) if a is not None and b is not None]
    assert pairs and all(0 < a < b < 60 for a, b in pairs), "cards are reshuffled after the fault is seen"


def test_readers_uptime_names_those_that_failed(store: Store) -> None:
    found = bars(counted(store, 14)["readers"])
    assert list(found.values()) == sorted(found.values()) and 0 < min(found.values()) < 100
    assert {"DU-04", "FB-12", "DA-02"} <= set(found), "their readers were out of order in these days"


@pytest.mark.unix
def test_the_same_charts_are_printed_and_read_back(store: Store, tmp_path: Path) -> None:
    last = date(2026, 11, 15)
    record = Record(store, upto=ALL, rulebooks=rulebooks())
    sheets = make_paper(record, Request("charts", last - timedelta(days=13), last))
    read = squeezed("".join(texts(render(sheets, issue=ISSUE), tmp_path)))
    shown = [panel.chart for panel in counted(store, 14).values()]
    drawn = [section for sheet in sheets for section in sheet.sections if isinstance(section, Bars | Lines)]
    assert [chart.title for chart in drawn] == [chart.title for chart in shown]
    for chart in drawn:
        assert squeezed(chart.title) in read
        for bar in chart.bars if isinstance(chart, Bars) else ():
            assert squeezed(bar.label) in read and squeezed(bar.text) in read


HOUR = datetime(2026, 11, 15, tzinfo=UTC)
MINUTES = st.integers(-60, 180)


@given(st.lists(st.tuples(MINUTES, MINUTES).map(sorted), max_size=6))
def test_what_overlaps_counts_once(spans: list[list[int]]) -> None:
    outages = [(HOUR + timedelta(minutes=a), HOUR + timedelta(minutes=b)) for a, b in spans]
    minutes = sum(any(a <= minute < b for a, b in spans) for minute in range(120))
    assert _length(outages, HOUR, HOUR + timedelta(minutes=120)) == minutes * 60
