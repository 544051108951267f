"""How long the judge of conduct takes: for a day of a floor of a hundred tables, and of the time of an act."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any
from unittest.mock import patch

from db.store import open_store
from floorapp.domain.tables import Post
from floorapp.operations import conduct, foresight
from floorapp.operations.acts import assignments, reshuffles, shoes
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.desk import Desk
from floorapp.operations.facts import conduct as facts_conduct
from floorapp.operations.table_presses import next_shoe
from tests.acts.floor import Floor, furnish
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

    yield from _shares_of_acts(max(2, SHOES_DEALT * tables // TABLES))


#: Where acts and the logbook ask the judge: everything that these files have.
JUDGES = (conduct, foresight, facts_conduct)
SHOES_DEALT = 100


class Stopwatch:
    """The time spent in some functions, by processor and by the clock on the wall; the outermost call is counted."""

    def __init__(self) -> None:
        self.spent = (0.0, 0.0)
        self._on = False

    def over(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any, **named: Any) -> Any:
            if self._on:
                return call(*given, **named)
            self._on, began = True, both_clocks()
            try:
                return call(*given, **named)
            finally:
                now, (processor, wall) = both_clocks(), self.spent
                self.spent = processor + now[0] - began[0], wall + now[1] - began[1]
                self._on = False

        return timed

    @contextmanager
    def on(self, judges: tuple[ModuleType, ...]) -> Iterator[None]:
        """Every module of the operations calls what these hold through the watch."""
        rooms = [each for name, each in sys.modules.items() if name.startswith("floorapp.operations")]
        asked = {
            call: self.over(call)
            for judge in judges
            for call in vars(judge).values()
            if isinstance(call, FunctionType) and call.__module__ == judge.__name__
        }
        with ExitStack() as patched:
            for room in rooms:
                for name, call in list(vars(room).items()):
                    if isinstance(call, FunctionType) and call in asked:
                        patched.enter_context(patch.object(room, name, asked[call]))
            yield


def both_clocks() -> tuple[float, float]:
    """Processor time, and the time on the wall."""
    return time.process_time(), time.perf_counter()


def _shares_of_acts(often: int) -> Iterator[Figure]:
    """A table with two batches, shoe after shoe, on a disk: relief, cut card, count, next shoe, a dead game."""
    watch, acts = Stopwatch(), 7 * often
    PLACE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=PLACE) as folder:
        path = Path(folder) / "floor.sqlite"
        furnish(path)
        floor = Floor(open_store(path), path)
        floor.open("FB-02", "red", "blue")
        desk = floor.desk("flo")
        next_shoe(desk, table="FB-02")
        _work(floor, desk, 5)  # what a first act imports is no judge's
        with watch.on(JUDGES):
            began = both_clocks()
            _work(floor, desk, often)
            now = both_clocks()
        floor.store.close()
    for number, what in enumerate(("processor time", "until it is on the disk")):
        took = now[number] - began[number]
        judge, whole, share = 1000 * watch.spent[number] / acts, 1000 * took / acts, watch.spent[number] / took
        said = f"{judge:.2f} ms", f"an act {whole:.2f} ms"
        yield Figure(f"conduct: judge in an act, {what}", *said, share, "<= 5 %", share <= 0.05, f"{acts} acts")


def _work(floor: Floor, desk: Desk, often: int) -> None:
    """Seven acts at a table, so often."""
    for _ in range(often):
        floor.clock.advance(seconds=20)
        assignments.assign(desk, table="FB-02", post=Post.DEALER, person="dan")
        shoes.reach_cover_card(desk, table="FB-02")
        next_shoe(desk, table="FB-02", count=ShoeCount(remaining=60, discarded=252))
        shoes.idle_shoe(desk, table="FB-02")
        with desk.looking() as moment:
            steps = tuple(step.id for step in reshuffles.resuming_steps(moment, "FB-02"))
        reshuffles.resume_shoe(desk, table="FB-02", done=steps)
        shoes.burn_card(desk, table="FB-02")
        assignments.relieve(desk, table="FB-02", post=Post.DEALER)


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
