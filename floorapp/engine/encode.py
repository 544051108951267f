"""From a round back to its record: the JSON object that reads as the same round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from floorapp.engine.record import FORMAT, SIGNALS, Behind, Box, Decision, Happening, Options, ReportedLine, Round


def record_of(round_: Round) -> dict[str, Any]:
    """A round as a floor-round/1 object."""
    dealer: dict[str, Any] = {"cards": [str(card) for card in round_.dealer]}
    if round_.signal != "unknown":
        dealer["reader"] = round_.signal if round_.signal in SIGNALS else None
    if round_.area:
        dealer["area"] = round_.area
    made: dict[str, Any] = {
        "format": FORMAT,
        "id": round_.id,
        "table": round_.table,
        "at": round_.at and round_.at.isoformat(),
        "shoe": round_.shoe,
        "rulebook": round_.rulebook,
        "options": options_record(round_.options),
        "dealer": dealer,
        "boxes": [_box(box) for box in round_.boxes],
        "void": round_.void,
        "events": [_happening(event) for event in round_.events],
    }
    return _without(made, {"table": "", "at": None, "shoe": "", "options": {}, "void": None, "events": []})


def _happening(event: Happening) -> dict[str, Any]:
    usual = Happening(event.code)
    made = {name: getattr(event, name) for name in Happening.__slots__}
    made |= {"card": event.card and str(event.card), "refused_by": list(event.refused_by)}
    return _without(made, {name: getattr(usual, name) for name in made if name != "code"} | {"refused_by": []})


def options_record(options: Options) -> dict[str, Any]:
    """A table's options, without those that have their default."""
    usual = Options()
    made = {name: getattr(options, name) for name in Options.__slots__}
    changed = {name: value for name, value in made.items() if value != getattr(usual, name)}
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in changed.items()}


def _box(box: Box) -> dict[str, Any]:
    made = {
        "box": box.number,
        "cards": [str(card) for card in box.cards],
        "wagers": dict(box.wagers),
        "play": [_decision(decision) for decision in box.play],
        "behind": [_behind(each) for each in box.behind],
        "dead": box.dead or [{"hand": dead.hand, "citation": dead.citation} for dead in box.dead_hands] or None,
        "reported": None if box.reported is None else [_report(report) for report in box.reported],
        "seated": box.seated,
        "caller": box.caller,
    }
    return _without(made, {"play": [], "behind": [], "dead": None, "reported": None, "seated": True, "caller": 0})


def _decision(decision: Decision) -> dict[str, Any]:
    made = {
        "do": decision.do,
        "card": decision.card and str(decision.card),
        "wager": decision.wager,
        "lammer": decision.lammer,
        "declined": decision.declined,
    }
    return _without(made, {"card": None, "wager": 0, "lammer": False, "declined": False})


def _behind(behind: Behind) -> dict[str, Any]:
    follows = [
        _without({"step": each.step, "wager": each.wager, "hand": each.hand}, {"wager": 0, "hand": 0})
        for each in behind.follows.values()
    ]
    return {"wagers": dict(behind.wagers)} | ({"follows": follows} if follows else {})


def _report(report: ReportedLine) -> dict[str, Any]:
    made = {"hand": report.hand, "behind": report.behind, "wager": report.wager, "net": report.net}
    return _without(made, {"hand": 0, "behind": 0})


def _without(made: dict[str, Any], absent: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what a record may leave out."""
    return {name: value for name, value in made.items() if name not in absent or value != absent[name]}
