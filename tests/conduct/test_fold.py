"""The judge asked after every line says what a judge says who hears the same lines for the first time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from floorapp.bootstrap import rulebooks
from floorapp.engine.conduct.event import Event
from floorapp.engine.conduct.judge import Judge
from floorapp.engine.conduct.log import UnreadableLine, read_log
from tests.conduct.random_logs import seeded_log


def events_of(lines: Sequence[str]) -> list[Event]:
    """What can be read of a log."""
    events = []
    try:
        for _, event in read_log(lines):
            events.append(event)
    except UnreadableLine:
        pass
    return events


def says(judge: Judge) -> list[dict[str, Any]]:
    """Everything a judge can be asked."""
    found = [each.as_json() for each in (*judge.findings(), *judge.findings(all_=True))]
    return found + [each.as_json() for each in judge.owed()]


def took(judge: Judge, event: Event) -> bool:
    try:
        judge.take(event)
    except UnreadableLine:
        return False
    return True


@settings(max_examples=40)
@given(seed=st.integers(0, 10**9), data=st.data())
def test_the_fold_asked_after_every_line_equals_a_replay_from_scratch(seed: int, data: st.DataObject) -> None:
    asked = Judge(rulebooks())
    taken: list[Event] = []
    told: list[list[dict[str, Any]]] = []
    for event in events_of(seeded_log(seed, 60)):
        if data.draw(st.booleans()):
            asked.owed(event.at)  # asked just before the line comes
        if took(asked, event):
            taken.append(event)
            told.append(says(asked))
    if not taken:
        return
    for length in data.draw(st.sets(st.integers(1, len(taken)), min_size=1, max_size=6)):
        fresh = Judge(rulebooks())
        assert all(took(fresh, event) for event in taken[:length])
        assert told[length - 1] == says(fresh)


@settings(max_examples=40)
@given(seed=st.integers(0, 10**9))
def test_a_line_that_is_refused_changes_nothing(seed: int) -> None:
    """A judge who was told what cannot be says the same as one who was not."""
    lied_to, spared = Judge(rulebooks()), Judge(rulebooks())
    for event in events_of(seeded_log(seed, 60)):
        nowhere = Event(event.at, "round", "no such table", {"id": None, "count": 1, "hands": 1})
        strange = Event(event.at, "load", event.table or "T", {"set": "no such set"})
        assert not took(lied_to, nowhere) and not took(lied_to, strange)
        assert took(lied_to, event) == took(spared, event)
    assert says(lied_to) == says(spared)
