"""`floorapp irregularities`: remedy, choices, who is told, what play does."""

from __future__ import annotations

import argparse
import json
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.commands.status import misused
from floorapp.engine.catalogue import Irregularity, IrregularityFacts
from floorapp.engine.readings import READING_IDS
from floorapp.engine.rulebook import Rulebook

FACTS = {
    "device_reveals": "the reader can give the hole card's value away",
    "hole_card_exposed": "the hole card has been shown",
    "first_two_dealt": "every first two cards had been dealt",
    "declined": "the player declined the card",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "The remedy for an irregularity under a rulebook, given what is known."
    parser.add_argument("rulebook", help="such as pa-590")
    parser.add_argument("code", nargs="?", help="of the list; without it, the whole list")
    parser.add_argument("--cards", type=_cards, metavar="N", help="how many cards were concerned")
    for fact, help_ in FACTS.items():
        option = "--" + fact.replace("_", "-")
        parser.add_argument(option, action=argparse.BooleanOptionalAction, default=None, help=help_)
    parser.add_argument(
        "--reading", action="append", default=[], metavar="ID", help="a reading whose alternative was chosen"
    )
    parser.add_argument("--json", action="store_true")


def _cards(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise argparse.ArgumentTypeError("must be a whole number from 0 to 999")
    return int(text)


def run(call: argparse.Namespace) -> int:
    book = rulebooks().get(call.rulebook)
    if book is None:
        return misused(f"no rulebook {call.rulebook!r}; there are: {', '.join(rulebooks())}")
    unknown = set(call.reading) - READING_IDS
    if unknown:
        return misused(f"no reading {', '.join(sorted(unknown))}")
    facts = IrregularityFacts(cards=call.cards, **{fact: getattr(call, fact) for fact in FACTS})
    chosen = frozenset(call.reading)
    if call.code is None:
        entries = [entry.given(facts, chosen) for entry in book.irregularities]
        made = [as_json(book, entry) for entry in entries]
        print(json.dumps(made, ensure_ascii=False, indent=2) if call.json else "\n\n".join(map(_text, made)))
        return 0
    try:
        entry = book.irregularity(call.code).given(facts, chosen)
    except KeyError:
        return misused(f"{book.id} has no irregularity {call.code!r}; see: floorapp irregularities {book.id}")
    one = as_json(book, entry)
    print(json.dumps(one, ensure_ascii=False, indent=2) if call.json else _text(one))
    return 0


def as_json(book: Rulebook, entry: Irregularity) -> dict[str, Any]:
    """A catalog entry as it stands under what is known."""
    return {
        "rulebook": book.id,
        "code": entry.code,
        "title": entry.title,
        "citation": entry.cite,
        "cited": book.cited(entry.cite),
        "look_for": entry.look_for,
        "remedy": entry.remedy,
        "effect": entry.effect,
        "options": [{"who": each.who, "says": each.says, "effect": each.effect} for each in entry.options],
        "notify": list(entry.notify),
        "needs": list(entry.needs),
        "readings": list(entry.readings),
        "policy": entry.policy,
    }


def _text(entry: dict[str, Any]) -> str:
    lines = [f"{entry['code']}: {entry['title']} [{entry['cited']}]"]
    lines.append(f"  Look for: {entry['look_for']}")
    lines.append(f"  Remedy:   {entry['remedy']}")
    lines += [f"  Or, as the {each['who']} chooses: {each['says']} ({each['effect']})" for each in entry["options"]]
    told = ", ".join(entry["notify"]) or "nobody is named"
    lines.append(f"  Notify: {told}. Play: {entry['effect']}.")
    if entry["needs"]:
        lines.append(f"  Depends on: {', '.join(need.replace('_', ' ') for need in entry['needs'])}.")
    if entry["readings"]:
        lines.append(f"  Rests on readings: {', '.join(entry['readings'])}.")
    if entry["policy"]:
        lines.append("  House policy: the text sets the duty, not the remedy.")
    return "\n".join(lines)
