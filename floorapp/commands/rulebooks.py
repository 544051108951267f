"""`floorapp rulebooks`: the rulebooks with their standing, one with all it says, or what is wrong with a file."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from floorapp.bootstrap import find_places, readings, rulebooks, shipped
from floorapp.commands.at_desk import ask_secret, at_desk, place_arguments, recorded
from floorapp.commands.status import UNREADABLE, WRONG, misused
from floorapp.domain.typed_time import read_date
from floorapp.domain.written_time import date_in_words
from floorapp.engine.loader import book_of, toml_of
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.toml_values import RulebookFault
from floorapp.operations.acts.credentials import sign
from floorapp.operations.acts.rulebooks import install_rulebook
from floorapp.operations.entry import Proof
from floorapp.operations.signatures import Meaning
from floorapp.screens.phrases import plural


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Lists the rulebooks with their standing, or shows one with everything it says, cited. "
        "`rulebooks check FILE…` reads rulebook files of your own and names every error with its place. "
        "`rulebooks template` prints the one to complete for ordinary Blackjack; `rulebooks install FILE --as NAME` "
        "installs a file with a compliance officer's signature."
    )
    parser.add_argument("id", nargs="?", metavar="ID|check|template|install", help="such as pa-590")
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        type=Path,
        help="with check or install: rulebook files (TOML), here or in the folder “rulebooks” of the data folder",
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--from", dest="holds_from", metavar="DATE", help="with install: effective date; today")
    parser.add_argument("--as", dest="person", metavar="NAME", help="with install: your sign-in name")
    place_arguments(parser)


def run(call: argparse.Namespace) -> int:
    if call.id == "check":
        found = [_found(call, each) for each in call.files]
        return max(map(_check, found)) if found else misused("name the files to check")
    if call.id == "template":
        print(shipped("rulebooks", "templates", "house-blackjack.toml").read_text(encoding="utf-8"), end="")
        return 0
    if call.id == "install":
        one = len(call.files) == 1 and call.person
        return _install(call, call.files[0]) if one else misused("name one file to install, and yourself with --as")
    if call.files:
        return misused(f"{call.files[0]}: only `rulebooks check` and `install` read files")
    books = rulebooks()
    if call.id is not None and call.id not in books:
        return misused(f"no rulebook {call.id!r}; there are: {', '.join(books)}")
    if call.id is None:
        told = map(_head_text, books.values())
        print(
            json.dumps([*map(_head, books.values())], ensure_ascii=False, indent=2) if call.json else "\n\n".join(told)
        )
        return 0
    book = books[call.id]
    print(json.dumps(as_json(book), ensure_ascii=False, indent=2) if call.json else _text(book))
    return 0


def _found(call: argparse.Namespace, file: Path) -> Path:
    """A file where it is named, or in the property's folder `rulebooks`."""
    if file.exists():
        return file
    kept = find_places(data=call.data, database=call.database, sample=call.sample).data / "rulebooks" / file
    return kept if kept.exists() else file


def _install(call: argparse.Namespace, file: Path) -> int:
    """A file, its errors told first, installed and signed."""
    path = _found(call, file)
    status = _check(path)
    if status:
        return status
    with at_desk(call) as desk:
        with desk.looking() as moment:
            today = moment.day.date
        holds_from = read_date(call.holds_from, today) if call.holds_from else today
        if holds_from is None:
            return misused(f"{call.holds_from!r} is not a date")
        secret = ask_secret(f"PIN of {call.person}, to sign: “{Meaning.INSTALLED}”")
        signature = sign(desk, person=call.person, secret=secret, proof=Proof.PIN, meaning=Meaning.INSTALLED)
        text = path.read_text(encoding="utf-8")
        return recorded(install_rulebook(desk, text=text, holds_from=holds_from, signature=signature))


def _check(file: Path) -> int:
    """Whether a file is a rulebook; every error in it is a line."""
    try:
        raw = toml_of(file.read_text(encoding="utf-8"), file.name)
    except (OSError, UnicodeDecodeError, RulebookFault) as fault:
        print(f"{file}: cannot be read: {fault}", file=sys.stderr)
        return UNREADABLE
    try:
        book = book_of(raw, file.name)
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


def _head_text(book: Rulebook) -> str:
    standing = book.standing
    until = f" until {date_in_words(standing.until)}" if standing.until else ""
    dates = f"from {date_in_words(standing.since)}{until}"
    return f"{book.id}  {book.name}, {book.state}: {standing.status}, {dates}\n  {standing.note}"


def _text(book: Rulebook) -> str:
    lines = [_head_text(book)]
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
