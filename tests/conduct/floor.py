"""A floor told line by line: a table that does everything right, to which a test adds one wrong thing."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.engine.conduct.judge import Judge
from floorapp.engine.conduct.log import UnreadableLine, at_line, read_log

PA = ("pa-590", "pa-673a", "pa-685a", "pa-665a")
NJ = "nj-19-47-26"
BOOKS = (*PA, NJ)
NO_TENS = ("pa-665a", NJ)
START = "2026-11-10T10:00:00-05:00"
STEPS = ("inspected", "verified", "spread", "washed")


class Floor:
    """Lines of a log, a second apart unless a test says otherwise."""

    def __init__(self, start: str = START) -> None:
        self.lines: list[dict[str, Any]] = []
        self.now = datetime.fromisoformat(start)

    def do(self, do: str, **said: Any) -> Floor:
        """One line: `after` so many seconds (1), at a `table` (T)."""
        self.now += timedelta(seconds=said.pop("after", 1))
        table = {} if do == "house" else {"table": said.pop("table", "T")}
        line = {"at": self.now.isoformat(), "do": do, **table, **said}
        self.lines.append({"format": "floor-log/1", **line} if not self.lines else line)
        return self

    def at(self, moment: str) -> Floor:
        """The next line comes exactly then (with `after=0`)."""
        self.now = datetime.fromisoformat(moment)
        return self

    def judge(self) -> Judge:
        return heard(self.text())

    def text(self) -> str:
        return "".join(json.dumps(line) + "\n" for line in self.lines)

    def findings(self, *, all_: bool = False) -> list[dict[str, Any]]:
        return [each.as_json() for each in self.judge().findings(all_=all_)]

    def found(self) -> list[tuple[str, str | None, str, str]]:
        """Duty, subject, citation and basis of everything found."""
        return [(each["duty"], each["subject"], each["citation"], each["basis"]) for each in self.findings()]

    # What happens at every table

    def equip(self, book: str, *, decks: int, table: str = "T", but: tuple[str, ...] = ()) -> Floor:
        kind = "masque" if book == "pa-685a" else "blackjack"
        said: dict[str, dict[str, Any]] = {"reader": {"serial": "R", "kind": kind}, "discard_rack": {"decks": decks}}
        for what in ("reader", "discard_rack", "drop_box", "tip_box", "layout"):
            if what not in but:
                self.do("fit", table=table, what=what, **said.get(what, {}))
        if "floorperson" not in but:
            self.do("assign", table=table, post="floorperson", who="ann")
        return self if "dealer" in but else self.do("assign", table=table, post="dealer", who="dan")

    def cards(self, name: str, book: str, *, decks: int, but: tuple[str, ...] = (), **said: Any) -> Floor:
        tens = book not in NO_TENS
        told = {"back": "red" if name == "A" else "blue", "design": "Bee", "tens": tens, "cards": "new", **said}
        self.do("bring", set=name, decks=decks, **told).do("break_seal", set=name)
        for step in STEPS:
            if step not in but:
                self.do("step", set=name, step=step)
        return self

    def shoe(self, name: str = "A", **said: Any) -> Floor:
        """A shoe of a set, hand shuffled, cut and burned unless a test says otherwise."""
        return self.do("shoe", set=name, **{"shuffled": "hand", "cut": True, **said}).do("burn", after=0)

    def next_shoe(self, dealt: str, waits: str) -> Floor:
        """One batch into the shuffler, the other out of it into the shoe."""
        return self.do("load", set=waits).do("shoe", set=dealt, shuffled="shuffler", cut=True).do("burn", after=0)

    def dealt(self, rounds: int = 2, **said: Any) -> Floor:
        for _ in range(rounds):
            self.do("round", after=30, **said)
        return self


def heard(text: str) -> Judge:
    """A judge who has heard a log; raises UnreadableLine with its line."""
    judge = Judge(rulebooks())
    for number, event in read_log(BytesIO(text.encode())):
        try:
            judge.take(event)
        except UnreadableLine as fault:
            raise at_line(fault, number) from None
    return judge


def decks_of(book: str) -> int:
    return 8 if book == "pa-665a" else 6


def by_hand(
    book: str,
    *,
    but: tuple[str, ...] = (),
    readings: tuple[str, ...] = (),
    start: str = START,
    cards: dict[str, Any] | None = None,
    **setup: Any,
) -> Floor:
    """A table shuffled by hand, inspected and open, its cards opened and not yet in the shoe."""
    decks = decks_of(book)
    said = {"rulebook": book, "decks": decks, "method": "hand", "readings": list(readings), **setup}
    floor = Floor(start).do("setup", **said).equip(book, decks=decks, but=but)
    if "reader" not in but and "inspection" not in but:
        floor.do("inspect_reader", by="ann")
    return floor.cards("A", book, **{"decks": decks, "but": but, **(cards or {})}).do("open")


def shoe_by_hand(book: str, **more: Any) -> Floor:
    """The same, its first shoe begun as it should be."""
    return by_hand(book, **more).shoe()


def batches(
    book: str, *, decks: int | None = None, b: dict[str, Any] | None = None, shoe: bool = True, **setup: Any
) -> Floor:
    """A table with a batch shuffler: A is in the shoe, B in the shuffler."""
    decks = decks_of(book) if decks is None else decks
    floor = Floor().do("setup", **{"rulebook": book, "decks": decks, "method": "batch_shuffler", **setup})
    floor.equip(book, decks=decks).do("fit", what="shuffler", serial="S").do("inspect_reader", by="ann")
    floor.cards("A", book, decks=decks)
    floor.cards("B", book, **{"decks": decks, **(b or {})})
    floor.do("open").do("load", set="A")
    return floor.next_shoe("A", "B") if shoe else floor
