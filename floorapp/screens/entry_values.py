"""What an entry states, value by value; and what a correction changed."""

from __future__ import annotations

import dataclasses
from datetime import date, datetime, time
from enum import Enum

from floorapp.domain.findings import Noted
from floorapp.domain.money import dollars
from floorapp.domain.people import Person
from floorapp.domain.tables import Limits
from floorapp.operations.correction_form import MONEY
from floorapp.operations.corrections import effective
from floorapp.operations.entry import Entry
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.registry import UnknownFact
from floorapp.operations.field_words import field_words, in_sentence
from floorapp.operations.moment import Moment
from floorapp.screens.phrases import clock

#: Amounts in cents; who is known by a sign-in name; gaming days.
AMOUNTS = MONEY | {"as_dealt", "required", "net", "owed", "from_cents", "bonus_maximum"}
PEOPLE = frozenset({"person", "floorperson", "owner", "to", "by"})
DAYS = frozenset({"gaming_day", "day", "first_day", "last_day"})


def values_of(moment: Moment, entry: Entry) -> list[tuple[str, str]]:
    """What a fact states, value by value, in words."""
    fact = entry.fact
    if isinstance(fact, UnknownFact):
        return [("Kind", f"{fact.kind}, version {fact.version}, which this version does not know")]
    shown = [("Kind", fact.KIND)]
    for field in dataclasses.fields(fact):  # type: ignore[arg-type]
        value = _words(moment, field.name, getattr(fact, field.name))
        if value:
            shown.append((field_words(field.name), value))
    return shown


def _words(moment: Moment, name: str, value: object) -> str:
    if value is None or value == ():
        return ""
    if isinstance(value, datetime):
        return moment.house.stamp(value, seconds=True)
    if isinstance(value, date):
        return moment.house.style.date(value)
    if isinstance(value, time):
        return moment.house.style.time(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name in AMOUNTS and isinstance(value, int):
        return dollars(value)
    if isinstance(value, Limits):
        return f"{dollars(value.least)} to {dollars(value.most)}, smallest chip {dollars(value.chip_unit)}"
    if isinstance(value, Noted):
        return f"{value.says} ({value.cite or 'house policy'})"
    if isinstance(value, str) and name in PEOPLE and moment.state.get(Person, value) is not None:
        return moment.called(value)
    if isinstance(value, str) and name in DAYS and value:
        return moment.house.style.date(date.fromisoformat(value))
    if isinstance(value, str) and name == "shoe" and value.count("/") == 2:
        table, day, number = value.split("/")
        return f"{number} of {table}, {moment.house.style.date(date.fromisoformat(day))}"
    if isinstance(value, Enum):
        return str(value.value).replace("-", " ")
    if isinstance(value, tuple):
        return "; ".join(filter(None, (_words(moment, name, each) for each in value)))
    if dataclasses.is_dataclass(value):
        return ", ".join(
            f"{in_sentence(field_words(field.name))} {words}"
            for field in dataclasses.fields(value)
            if (words := _words(moment, field.name, getattr(value, field.name)))
        )
    return str(value)


def changed(moment: Moment, before: Entry, after: Entry) -> str:
    """What a correction changed: each value before and after; empty where it voids the entry."""
    old, new = _meant(before), _meant(after)
    if old is None or new is None:
        return ""
    was, now = dict(values_of(moment, old)), dict(values_of(moment, new))
    said = [
        f"{name}: {was.get(name, 'none')} → {now.get(name, 'none')}"
        for name in [*was, *(each for each in now if each not in was)]
        if was.get(name) != now.get(name)
    ]
    at = after.fact.occurred_at if isinstance(after.fact, EntryCorrected) else None
    if at is not None and at != old.occurred_at:
        said.append(f"Time of event: {clock(moment, old.occurred_at)} → {clock(moment, at)}")
    return "; ".join(said)


def _meant(entry: Entry) -> Entry | None:
    """The entry, or what a correction has in its place."""
    return effective(entry, entry.fact) if isinstance(entry.fact, EntryCorrected) else entry
