"""Small logs worked out by hand from the page of floor-log/1, and what must be found in each.

A file of `cases/` is JSON Lines. `{"case": …}` begins a log, after `good`: a lawful table that opens at 9:00 on
Nov 10, 2026 with a burned shoe of set A, to which the case does one thing more, or of which it leaves lines out.
Then come the lines of the log, and at the end what is found (`finds`), found by `--all` (`all`), owed (`owes`) or
unreadable (`error`, counted from the first line after the lawful table's). `each` makes one case a rulebook of it;
`from` opens the table at another time.
A time `10:05` is on Nov 10, `11 06:00` on Nov 11; `*` stands for the rulebook's number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"
PA = ("pa-590", "pa-673a", "pa-685a", "pa-665a")
NJ = "nj-19-47-26"
EIGHT = ("pa-665a", NJ)
FINDING = tuple("duty subject since until first last rounds hands minutes citation basis readings severity".split())
OWED = ("duty", "subject", "by", "citation", "basis")

Line = dict[str, Any]


@dataclass
class Case:
    """One log under one rulebook, and what is expected of it."""

    name: str
    book: str
    lines: list[str] = field(default_factory=list)
    expected: list[Line] = field(default_factory=list)


def time(short: str) -> str:
    """`10:05` and `11 06:00:01` as an instant in New York's winter; what is longer is taken as it stands."""
    if "T" in short:
        return short
    day, hour = short.split() if " " in short else ("10", short)
    return f"2026-11-{day}T{hour if hour.count(':') == 2 else hour + ':00'}-05:00"


def good_table(book: str, wish: Line) -> Iterator[tuple[str, Line]]:
    """The lines of a lawful table, each with the word by which a case leaves it out."""
    decks = wish.get("decks", 8 if book in EIGHT else 6)
    method = wish.get("method", "hand")
    batches = method == "batch_shuffler"
    set_decks = wish.get("set_decks", decks)
    yield "setup", {"do": "setup", "rulebook": book, "decks": decks, "method": method} | wish.get("setup", {})
    kind = wish.get("kind", "masque" if book == "pa-685a" else "blackjack")
    yield "reader", {"do": "fit", "what": "reader", "serial": "R1", "kind": kind}
    if batches or wish.get("shuffler"):
        yield "shuffler", {"do": "fit", "what": "shuffler", "serial": "S1"}
    yield "rack", {"do": "fit", "what": "discard_rack", "decks": wish.get("rack", set_decks)}
    for what in ("drop_box", "tip_box", "layout"):
        yield what, {"do": "fit", "what": what}
    yield "floorperson", {"do": "assign", "post": "floorperson", "who": "Ana"}
    yield "dealer", {"do": "assign", "post": "dealer", "who": "Dan"}
    yield "inspection", {"do": "inspect_reader", "by": "Ana"}
    for name, back in (("A", "red"), ("B", "blue")) if batches else (("A", "red"),):
        cards: Line = {"do": "bring", "set": name, "decks": set_decks, "back": back, "design": "eagle", "cards": "new"}
        yield f"bring_{name}", cards | wish.get(name, {})
        yield f"seal_{name}", {"do": "break_seal", "set": name}
        for step in ("inspected", "verified", "spread", "washed"):
            yield f"{step}_{name}", {"do": "step", "set": name, "step": step}
        if book in EIGHT:
            disposed = "destroyed" if book == NJ else "torn_and_boxed"
            yield f"tens_{name}", {"do": "step", "set": name, "step": "tens_removed", "disposed": disposed}
        if batches:
            yield f"load_{name}", {"do": "load", "set": name}
    yield "open", {"do": "open"}
    shuffled = "shuffler" if batches else "hand"
    yield "shoe", {"do": "shoe", "set": "A", "shuffled": shuffled, "cut": True} | wish.get("shoe", {})
    yield "burn", {"do": "burn"}


def full_line(line: Line, book: str, at: str = "09:00") -> Line:
    """A line of the log as it is written in full."""
    line = {"at": time(line.get("at", at)), "table": "T1"} | {name: v for name, v in line.items() if name != "at"}
    for name in ("kind", "rulebook"):
        if line.get(name) == "*":
            line[name] = book if name == "rulebook" else "masque" if book == "pa-685a" else "blackjack"
    return line


def for_book(value: Any, book: str) -> Any:
    """What is expected under this rulebook: a word a book, or the book's number for `*`."""
    if isinstance(value, dict):
        return value[book]
    return value.replace("*", book.removeprefix("pa-")) if isinstance(value, str) else value


def expected_line(line: Line, book: str) -> Line:
    """What is expected, with the fields' names."""
    full = dict(line)
    for kind, names in (("finds", FINDING), ("all", FINDING), ("owes", OWED)):
        if kind in line:
            full[kind] = [as_fields(each, names, book) for each in line[kind]]
    if "at" in line:
        full["at"] = time(line["at"])
    return full


def as_fields(values: list[Any], names: tuple[str, ...], book: str) -> Line:
    """A row of `cases/` with its fields' names; one value more is another table than T1."""
    table = values[len(names)] if len(values) > len(names) else "T1"
    found = {"table": table} | {name: for_book(value, book) for name, value in zip(names, values, strict=False)}
    for name in ("since", "until", "first", "last", "by"):
        if isinstance(found.get(name), str):
            found[name] = time(found[name])
    return found


def cases_of(path: Path) -> Iterator[Case]:
    """The cases of a file, one a rulebook."""
    blocks: list[list[Line]] = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if text.strip():
            line = json.loads(text)
            if "case" in line:
                blocks.append([])
            blocks[-1].append(line)
    for head, *rest in blocks:
        for book in head["each"]:
            yield one_case(head, rest, book)


def one_case(head: Line, rest: list[Line], book: str) -> Case:
    case = Case(head["case"], book)
    wish = head.get("good", {})
    first = {"format": "floor-log/1"}
    if wish is not None:
        left_out = wish.get("without", [])
        for word, line in good_table(book, wish):
            if word not in left_out:
                case.lines.append(json.dumps(first | full_line(line, book, head.get("from", "09:00"))))
                first = {}
    before = len(case.lines)
    for line in rest:
        if "do" in line:
            case.lines.append(json.dumps(first | full_line(line, book)))
            first = {}
        elif "raw" in line:
            case.lines.append(line["raw"])
        else:
            expected = expected_line(line, book)
            if "error" in expected:
                expected["error"] += before
            case.expected.append(expected)
    return case


def all_cases() -> list[Case]:
    return [case for path in sorted(CASES.glob("*.jsonl")) for case in cases_of(path)]
