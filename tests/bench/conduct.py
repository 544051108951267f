"""How long the judge of conduct takes for a day of a floor of a hundred tables, beside reading its lines alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.bench.files import PLACE
from tests.bench.measure import Figure, run
from tests.bench.speed import LOADS

TABLES = 100
SECONDS = 10.0
MORNING = datetime.fromisoformat("2026-11-10T05:00:00-05:00")
BOOKS = ("pa-590", "pa-673a", "pa-685a", "pa-665a", "nj-19-47-26")
NO_TENS = ("pa-665a", "nj-19-47-26")
SHOES, ROUNDS = 24, 58
Line = tuple[int, str, dict[str, Any]]


def figures(tables: int = TABLES) -> Iterator[Figure]:
    """A lawful day; and the same where every table lost its floorperson, so that every shoe is in a finding."""
    for what, lawful in (("a lawful day", True), ("a day of findings", False)):
        file = day_file(tables, lawful=lawful)
        lines = sum(1 for _ in file.open("rb"))
        ours = min(run(["-m", "floorapp", "conduct", "--all", str(file)]).processor for _ in range(3))
        bare = min(run(["-c", LOADS, str(file)]).processor for _ in range(3))
        allowed = SECONDS * tables / TABLES
        yield Figure(
            f"conduct: {what}, {tables} tables",
            f"{ours:.2f} s",
            f"json.loads {bare:.2f} s",
            ours / bare,
            f"< {allowed:g} s",
            ours < allowed,
            f"{lines:,} lines",
        )


def day_file(tables: int, *, lawful: bool = True) -> Path:
    """The log of a day, made once."""
    PLACE.mkdir(parents=True, exist_ok=True)
    file = PLACE / f"floor-log-{tables}{'' if lawful else '-wrong'}.jsonl"
    if not file.exists():
        file.write_text("".join(json.dumps(line) + "\n" for line in day(tables, lawful=lawful)))
    return file


def day(tables: int, *, lawful: bool = True) -> Iterator[dict[str, Any]]:
    """Every line of a day, in order."""
    lines = sorted((line for number in range(tables) for line in _table(number, lawful)), key=lambda line: line[:2])
    first: dict[str, Any] = {"format": "floor-log/1"}
    for seconds, table, said in lines:
        yield first | {"at": (MORNING + timedelta(seconds=seconds)).isoformat(), "table": table} | said
        first = {}


def _table(number: int, lawful: bool) -> Iterator[Line]:
    """A table from its equipment in the morning to its last shoe, every other one with a batch shuffler."""
    name, book, with_batches = f"T{number:03}", BOOKS[number % len(BOOKS)], number % 2 == 1
    for seconds, said in _opened(number, book, with_batches):
        yield seconds, name, said
    if not lawful:
        yield 3602, name, {"do": "leave", "post": "floorperson", "who": "ann"}
    for shoe in range(SHOES):
        for seconds, said in _shoe(shoe, f"{name}/{shoe}", book, with_batches):
            yield 3700 + shoe * 3400 + seconds, name, said


def _decks(book: str) -> int:
    return 8 if book == "pa-665a" else 6


def _opened(number: int, book: str, with_batches: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    decks, method = _decks(book), "batch_shuffler" if with_batches else "hand"
    yield 0, {"do": "setup", "rulebook": book, "decks": decks, "method": method}
    for what in ("drop_box", "tip_box", "layout", *(["shuffler"] if with_batches else [])):
        yield 0, {"do": "fit", "what": what}
    yield 0, {"do": "fit", "what": "discard_rack", "decks": decks}
    kind = "masque" if book == "pa-685a" else "blackjack"
    yield 0, {"do": "fit", "what": "reader", "serial": f"R{number}", "kind": kind}
    yield 0, {"do": "assign", "post": "floorperson", "who": "ann"}
    yield 0, {"do": "assign", "post": "dealer", "who": "bob"}
    for name, back in zip("AB" if with_batches else "A", ("red", "blue"), strict=False):
        cards = {"set": name, "decks": decks, "back": back, "design": "Bee", "cards": "new"}
        yield 1, {"do": "bring", **cards, "tens": book not in NO_TENS}
        for step in ("inspected", "verified", "spread", "washed"):
            yield 2, {"do": "step", "set": name, "step": step}
    yield 3600, {"do": "inspect_reader", "by": "ann"}
    yield 3601, {"do": "open"}


def _shoe(number: int, id_: str, book: str, with_batches: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    """An hour of rounds out of one shoe, ended and counted."""
    cards, other = ("AB", "BA")[number % 2] if with_batches else ("A", "")
    if other:
        yield 0, {"do": "load", "set": other}
    yield 1, {"do": "shoe", "set": cards, "shuffled": "shuffler" if other else "hand", "cut": True}
    yield 1, {"do": "burn"}
    for played in range(ROUNDS):
        yield 2 + played * 55, {"do": "round", "hands": 3, "id": f"{id_}/{played}"}
    yield 3300, {"do": "cover_card"}
    yield 3301, {"do": "end_shoe"}
    yield 3302, {"do": "count", "set": cards, "cards": _decks(book) * (48 if book in NO_TENS else 52)}
