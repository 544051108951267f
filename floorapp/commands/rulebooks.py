"""`floorapp rulebooks`: the rulebooks with their standing, or one with all it says."""

from __future__ import annotations

import argparse
import json
from typing import Any

from floorapp.bootstrap import readings, rulebooks
from floorapp.commands.status import misused
from floorapp.engine.rulebook import Rulebook


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Lists the rulebooks with their standing, or shows one with everything it says, cited."
    parser.add_argument("id", nargs="?", help="such as pa-590")
    parser.add_argument("--json", action="store_true")


def run(call: argparse.Namespace) -> int:
    books = rulebooks()
    if call.id is not None and call.id not in books:
        return misused(f"no rulebook {call.id!r}; there are: {', '.join(books)}")
    if call.id is None:
        listed = [_head(book) for book in books.values()]
        print(json.dumps(listed, ensure_ascii=False, indent=2) if call.json else "\n\n".join(map(_head_text, listed)))
        return 0
    book = books[call.id]
    print(json.dumps(as_json(book), ensure_ascii=False, indent=2) if call.json else _text(book))
    return 0


def as_json(book: Rulebook) -> dict[str, Any]:
    """A whole rulebook: provisions by group, checklists, irregularities, readings."""
    made = _head(book)
    made["provisions"] = [
        {"key": key, "value": _plain(rule.value), "citation": rule.cite, "says": rule.says}
        | {"readings": list(rule.readings), "policy": rule.policy}
        for key, rule in book.provisions()
    ]
    made["steps"] = [_without_nothing(step) for step in book.steps]
    made["irregularities"] = [entry.code for entry in book.irregularities]
    made["readings"] = [_without_nothing(reading) for reading in readings() if book.id in reading.cites]
    return made


def _head(book: Rulebook) -> dict[str, Any]:
    standing = book.standing
    return {
        "id": book.id,
        "name": book.name,
        "state": book.state,
        "version": book.version,
        "standing": standing.status,
        "since": standing.since.isoformat(),
        "until": standing.until and standing.until.isoformat(),
        "note": standing.note,
    }


def _head_text(head: dict[str, Any]) -> str:
    dates = f"from {head['since']}" + (f" until {head['until']}" if head["until"] else "")
    return f"{head['id']}  {head['name']}, {head['state']}: {head['standing']}, {dates}\n  {head['note']}"


def _text(book: Rulebook) -> str:
    lines = [_head_text(_head(book))]
    group = ""
    for key, rule in book.provisions():
        if key.split(".")[0] != group:
            group = key.split(".")[0]
            lines += ["", group.replace("_", " ").capitalize()]
        resting = f" (readings {', '.join(rule.readings)})" if rule.readings else ""
        policy = " House policy." if rule.policy else ""
        lines.append(f"  {rule.says}{policy} [{book.cited(rule.cite)}]{resting}")
    checklist = ""
    for step in book.steps:
        if step.checklist != checklist:
            checklist = step.checklist
            lines += ["", f"Checklist: {checklist}"]
        when = f" {step.when}" if step.when else ""
        lines.append(f"  {step.who}: {step.says}{when} [{book.cited(step.cite)}]")
    lines += ["", f"Irregularities ({len(book.irregularities)}): floorapp irregularities {book.id}"]
    lines += ["", "Readings of silent text"]
    for reading in readings():
        if book.id in reading.cites:
            lines.append(f"  {reading.id}: {reading.question}\n    {reading.default} (or: {reading.alternative})")
    return "\n".join(lines)


def _plain(value: Any) -> Any:
    if isinstance(value, bool | int):
        return value
    pays = getattr(value, "pays", None)
    if pays is not None:
        return {name: _odds(odds) for name, odds in pays.items()}
    if isinstance(value, tuple):
        return list(value)
    return _odds(value) if hasattr(value, "numerator") else str(value)


def _odds(odds: Any) -> str:
    return f"{odds.numerator}:{odds.denominator}"


def _without_nothing(value: Any) -> dict[str, Any]:
    """A flat value as JSON, empty fields left out."""
    fields = ((name, getattr(value, name)) for name in value.__dataclass_fields__)
    return {name: each for name, each in fields if each not in (None, "", (), False)}
