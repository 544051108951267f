"""`floorapp rulebooks`: the rulebooks with their standing, one with all it says, or what is wrong with a file."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from floorapp.bootstrap import readings, rulebooks
from floorapp.commands.status import UNREADABLE, WRONG, misused
from floorapp.engine.loader import rulebook_of, toml_of
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.toml_values import RulebookFault
from floorapp.screens.phrases import plural


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Lists the rulebooks with their standing, or shows one with everything it says, cited. "
        "`rulebooks check FILE…` reads rulebook files of your own and names every error with its place."
    )
    parser.add_argument("id", nargs="?", metavar="ID|check", help="such as pa-590")
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path, help="with check: rulebook files (TOML)")
    parser.add_argument("--json", action="store_true")


def run(call: argparse.Namespace) -> int:
    if call.id == "check":
        return max(map(_check, call.files)) if call.files else misused("name the files to check")
    if call.files:
        return misused(f"{call.files[0]}: only `rulebooks check` reads files")
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


def _check(file: Path) -> int:
    """Whether a file is a rulebook; every error in it is a line."""
    try:
        raw = toml_of(file.read_text(encoding="utf-8"), file.name)
    except (OSError, UnicodeDecodeError, RulebookFault) as fault:
        print(f"{file}: cannot be read: {fault}", file=sys.stderr)
        return UNREADABLE
    try:
        book = rulebook_of(raw, file.name)
    except RulebookFault as fault:
        print("\n".join(map(str, fault.all)))
        print(f"{file}: {plural(len(fault.all), 'error')} to fix")
        return WRONG
    duties, steps = plural(len(book.duties), "duty", "duties"), plural(len(book.steps), "checklist step")
    irregularities = plural(len(book.irregularities), "irregularity", "irregularities")
    print(f"{file}: good. {book.id}, {book.name}: {duties}, {steps}, {irregularities}.")
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
