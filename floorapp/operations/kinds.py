"""Every kind of fact there is: importing this registers them and their reducers."""

from __future__ import annotations

from floorapp.operations.facts import (
    audits,
    corrections,
    days,
    decks,
    devices,
    disputes,
    duties,
    heads,
    holds,
    house,
    incidents,
    lines,
    papers,
    people,
    refusals,
    rounds,
    routes,
    shoes,
    signals,
    tables,
    upkeep,
)
from floorapp.operations.facts.registry import kinds

__all__ = [
    "audits",
    "corrections",
    "days",
    "decks",
    "devices",
    "disputes",
    "duties",
    "heads",
    "holds",
    "house",
    "incidents",
    "kinds",
    "lines",
    "papers",
    "people",
    "refusals",
    "rounds",
    "routes",
    "shoes",
    "signals",
    "tables",
    "upkeep",
]
