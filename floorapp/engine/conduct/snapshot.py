"""A table's conduct as plain JSON values, and back: how a store keeps it between two entries."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from floorapp.engine.conduct.cards import DeadGame, LoggedSet, LoggedShoe
from floorapp.engine.conduct.event import Setup
from floorapp.engine.conduct.stamp import Stamp, Tally
from floorapp.engine.conduct.table import FittedReader, FittedShuffler, TableConduct

_zone = lru_cache(ZoneInfo)


def plain(table: TableConduct) -> dict[str, Any]:
    """Values of JSON alone; deck sets stand once, elsewhere by their name."""
    return {each.name: _plain(getattr(table, each.name)) for each in fields(table)} | {
        "sets": {name: _record(cards) for name, cards in table.sets.items()}
    }


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Stamp):
        return [value.at.isoformat(), value.zone.key]
    if isinstance(value, LoggedSet):
        return value.name
    if isinstance(value, LoggedShoe | DeadGame | FittedReader | FittedShuffler | Setup | Tally):
        return _record(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value


def _record(value: Any) -> dict[str, Any]:
    return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}


def restored(raw: dict[str, Any]) -> TableConduct:
    """The table that `plain` wrote."""
    sets = {name: _set(each) for name, each in raw["sets"].items()}
    shoe = _shoe(raw["shoe"], sets)
    setup = raw["setup"]
    return TableConduct(
        **{
            **raw,
            "setup": setup
            and Setup(
                **{**setup, "side_wagers": tuple(setup["side_wagers"]), "readings": frozenset(setup["readings"])}
            ),
            "open_since": _instant(raw["open_since"]),
            "reader": raw["reader"] and FittedReader(**{**raw["reader"], "since": _instant(raw["reader"]["since"])}),
            "shuffler": raw["shuffler"] and FittedShuffler(**raw["shuffler"]),
            "fitted": set(raw["fitted"]),
            "inspected": {serial: _instant(at) for serial, at in raw["inspected"].items()},
            "sets": sets,
            "shoe": shoe,
            "last_shoe_set": sets.get(raw["last_shoe_set"] or ""),
            "last_dealt": sets.get(raw["last_dealt"] or ""),
            "dead_game": _dead_game(raw["dead_game"], sets, shoe),
        }
    )


def _instant(raw: str | None) -> Any:
    return None if raw is None else datetime.fromisoformat(raw)


def _stamp(raw: list[str] | None) -> Stamp | None:
    return None if raw is None else Stamp(datetime.fromisoformat(raw[0]), _zone(raw[1]))


def _set(raw: dict[str, Any]) -> LoggedSet:
    dealt = raw["dealt"]
    tally = Tally(_stamp(dealt["first"]), _stamp(dealt["last"]), dealt["rounds"], dealt["hands"])
    stamps = {name: _stamp(raw[name]) for name in ("opened", "full")}
    return LoggedSet(**{**raw, **stamps, "first_shoe": _instant(raw["first_shoe"]), "dealt": tally})


def _shoe(raw: dict[str, Any] | None, sets: dict[str, LoggedSet]) -> LoggedShoe | None:
    return None if raw is None else LoggedShoe(**{**raw, "cards": sets[raw["cards"]]})


def _dead_game(raw: dict[str, Any] | None, sets: dict[str, LoggedSet], shoe: LoggedShoe | None) -> DeadGame | None:
    if raw is None:
        return None
    shoes = {name: _same(_shoe(raw[name], sets), shoe) for name in ("shoe", "other_shoe")}
    held = {name: sets[name] for name in raw["sets"]}
    return DeadGame(**{**raw, **shoes, "sets": held, "last": sets.get(raw["last"] or "")})


def _same(shoe: LoggedShoe | None, now: LoggedShoe | None) -> LoggedShoe | None:
    return now if shoe is not None and now is not None and shoe.number == now.number else shoe
