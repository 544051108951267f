"""Records broken in every way: fields deleted, reworded, spliced and torn, and rounds that nobody would deal."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

Path = tuple[str | int, ...]

#: Words of the format, which keep many a broken record readable, and irregular.
WORDS: list[Any] = [
    "Ah",
    "Kd",
    "Th",
    "8c",
    "8s",
    "2d",
    "hit",
    "stand",
    "double",
    "split",
    "deal",
    "surrender",
    "second_chance",
    "even_money",
    "main",
    "double_attack",
    "push_22",
    "match_dealer",
    "bust_it",
    "insurance",
    "blackjack",
    "no_blackjack",
    "small",
    "large",
    "pa-590",
    "pa-673a",
    "pa-685a",
    "pa-665a",
    "nj-19-47-26",
    "A",
    "B",
    "I-01",
    "I-09",
    "I-25",
    "I-34",
    "590.13(g)",
    "19:47-26.15(l)1",
    "665a.13(h)",
    "floor-round/1",
    0,
    1,
    2,
    3,
    5,
    100,
    1000,
    True,
    False,
    None,
    "2016-11-15T21:04:05-05:00",
]
NONSENSE: list[Any] = [
    "",
    " ",
    "\x00",
    "\ud800",
    "\udfff\ud800",
    "1h",
    "x" * 5000,
    "🂡",
    "\u202e",
    "NaN",
    "null",
    -1,
    -0.0,
    0.1,
    1e308,
    float("nan"),
    float("inf"),
    float("-inf"),
    2**31,
    2**63,
    10**30,
    -(10**30),
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"main": {"main": 1}},
    [{}],
    ["\ud800"],
    {"\ud800": 1},
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-23:59",
]
#: As large as a number in JSON can be for Python to read it.
HUGE = [10**4299, 10**4300 - 1, -(10**4299), 10**2000]
DECISIONS = ["hit", "stand", "double", "split", "deal", "surrender", "second_chance", "even_money"]
FIELDS = [
    "format",
    "id",
    "table",
    "at",
    "shoe",
    "rulebook",
    "options",
    "dealer",
    "boxes",
    "void",
    "cards",
    "reader",
    "box",
    "wagers",
    "play",
    "behind",
    "dead",
    "reported",
    "do",
    "card",
    "wager",
    "lammer",
    "step",
    "hand",
    "net",
    "follows",
    "decks",
    "positions",
    "hole_card",
    "side_wagers",
    "push_22_paytable",
    "chip_unit",
    "bonus_maximum",
    "readings",
    "reader_reveals_value",
    "main",
    "later",
    "events",
    "code",
    "area",
    "seated",
    "caller",
    "citation",
    "declined",
    "refused_by",
    "before_two",
    "choice",
]


def nested(rng: random.Random) -> Any:
    """A list in a list in a list, or objects; around as deep as Python goes."""
    made: Any = rng.choice([1, "Ah", None])
    for _ in range(rng.choice([50, 300, 700, 900, 940, 960, 980, rng.randint(850, 1200), 5000])):
        made = [made] if rng.random() < 0.7 else {"cards": made}
    return made


def paths_of(raw: Any) -> list[Path]:
    """Every place in a record."""
    found: list[Path] = []
    waiting: list[tuple[Path, Any]] = [((), raw)]
    while waiting:
        path, value = waiting.pop()
        inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, each in inner:
            found.append((*path, key))
            waiting.append(((*path, key), each))
    return found


def copied(value: Any) -> Any:
    """The value again, sharing no list or object with it, however deep it goes: no record may come to hold itself."""
    top = [value]
    waiting: list[tuple[Any, Any]] = [(top, 0)]
    while waiting:
        holder, key = waiting.pop()
        made = holder[key] = copy.copy(holder[key])
        if isinstance(made, dict | list):
            waiting += [(made, inner) for inner in (made if isinstance(made, dict) else range(len(made)))]
    return top[0]


def at(raw: Any, path: Path) -> Any:
    for part in path:
        raw = raw[part]
    return raw


class Breaker:
    """Breaks records, one way at a time, always the same for the same dice."""

    def __init__(self, rng: random.Random, records: list[Any]) -> None:
        self.rng = rng
        self.records = records
        self.ways: list[Callable[[Any, Path], None]] = [
            self.delete,
            self.replace,
            self.replace,
            self.reword,
            self.reword,
            self.reword,
            self.retype,
            self.repeat,
            self.rename,
            self.add,
            self.swap,
            self.splice,
            self.splice,
            self.nudge,
            self.nudge,
        ]

    def broken(self, raw: Any) -> Any:
        """The record after a few breaks."""
        for _ in range(self.rng.choice([1, 1, 1, 2, 2, 3, 6])):
            paths = paths_of(raw)
            if paths:
                self.rng.choice(self.ways)(raw, self.rng.choice(paths))
        return raw

    def delete(self, raw: Any, path: Path) -> None:
        del at(raw, path[:-1])[path[-1]]

    def replace(self, raw: Any, path: Path) -> None:
        value = self.rng.choice(NONSENSE)
        draw = self.rng.random()
        if draw < 0.06:
            value = self.rng.choice(HUGE)
        elif draw < 0.08:
            value = nested(self.rng)
        at(raw, path[:-1])[path[-1]] = copied(value)

    def reword(self, raw: Any, path: Path) -> None:
        at(raw, path[:-1])[path[-1]] = self.rng.choice(WORDS)

    def retype(self, raw: Any, path: Path) -> None:
        old = at(raw, path)
        plain = old if isinstance(old, (str, int, float)) and not isinstance(old, bool) else 7
        kinds = [str(plain)[:50], [old], {"card": old}, bool(old), None, float("nan") if plain == 7 else 1.5]
        at(raw, path[:-1])[path[-1]] = self.rng.choice(kinds)

    def repeat(self, raw: Any, path: Path) -> None:
        inner = at(raw, path[:-1])
        if isinstance(inner, list):
            inner.insert(self.rng.randint(0, len(inner)), copied(at(raw, path)))
        else:
            inner[self.rng.choice(FIELDS)] = copied(at(raw, path))

    def rename(self, raw: Any, path: Path) -> None:
        inner = at(raw, path[:-1])
        if isinstance(inner, dict):
            inner[self.rng.choice([*FIELDS, "\ud800", "", "a.b", "x: y"])] = inner.pop(path[-1])

    def add(self, raw: Any, path: Path) -> None:
        inner = at(raw, path[:-1])
        value = self.rng.choice([*WORDS, *NONSENSE])
        if isinstance(inner, list):
            inner.append(copied(value))
        else:
            inner[self.rng.choice(FIELDS)] = copied(value)

    def swap(self, raw: Any, path: Path) -> None:
        other = self.rng.choice(paths_of(raw))
        if other[: len(path)] == path or path[: len(other)] == other:
            return
        here, there = at(raw, path), at(raw, other)
        at(raw, path[:-1])[path[-1]], at(raw, other[:-1])[other[-1]] = there, here

    def splice(self, raw: Any, path: Path) -> None:
        """Put a piece of another record in, of the same field where there is one."""
        donor = self.rng.choice(self.records)
        places = paths_of(donor)
        alike = [place for place in places if place[-1] == path[-1]]
        piece = at(donor, self.rng.choice(alike or places))
        at(raw, path[:-1])[path[-1]] = copied(piece)

    def nudge(self, raw: Any, path: Path) -> None:
        old = at(raw, path)
        if isinstance(old, bool):
            at(raw, path[:-1])[path[-1]] = not old
        elif isinstance(old, int):
            at(raw, path[:-1])[path[-1]] = old + self.rng.choice([-1, 1, 100, -old, old])
        elif isinstance(old, list):
            self.rng.shuffle(old)

    def irregular(self, raw: Any) -> Any:
        """A record that says nothing unknown, of a round that nobody would deal."""
        for _ in range(self.rng.choice([1, 1, 2, 3, 5])):
            self.rng.choice([self.deal, self.decide, self.decide, self.wager, self.choose, self.call])(raw)
        if self.rng.random() < 0.6:
            for box in raw["boxes"]:
                box.pop("reported", None)
        return raw

    def card(self) -> str:
        return self.rng.choice("A23456789TJQK88A") + self.rng.choice("cdhs")

    def deal(self, raw: Any) -> None:
        """Other cards, fewer of them, or more."""
        cards = self.rng.choice([raw["dealer"], *raw["boxes"]])["cards"]
        way = self.rng.random()
        if cards and way < 0.6:
            cards[self.rng.randrange(len(cards))] = self.card()
        elif cards and way < 0.8:
            cards.pop()
        elif way < 0.9:
            cards.append(self.card())
        else:
            raw["dealer"]["reader"] = self.rng.choice([None, "blackjack", "no_blackjack", "small", "medium", "large"])

    def decide(self, raw: Any) -> None:
        """Another decision, or one fewer."""
        box = self.rng.choice(raw["boxes"])
        play = box.setdefault("play", [])
        if play and self.rng.random() < 0.25:
            play.pop(self.rng.randrange(len(play)))
            return
        do = self.rng.choice(DECISIONS)
        step: dict[str, Any] = {"do": do}
        if do in ("hit", "double", "split", "deal", "second_chance"):
            step["card"] = self.card()
        if do in ("double", "split") and self.rng.random() < 0.3:
            step["lammer"] = True
        elif do in ("double", "split", "second_chance"):
            step["wager"] = self.rng.choice([box["wagers"]["main"], 1, 999])
        play.insert(self.rng.randint(0, len(play)), step)

    def wager(self, raw: Any) -> None:
        """Another wager, of another amount, of another person; now and then beyond all measure."""
        box = self.rng.choice(raw["boxes"])
        amount = self.rng.choice([1, 99, 1000, 5000, 10**15, self.rng.choice(HUGE[:2])])
        behind = box.get("behind", [])
        if self.rng.random() < 0.2 and len(behind) < 2:
            box["behind"] = [*behind, {"wagers": {"main": amount}}]
            return
        wagers = self.rng.choice([box, *behind])["wagers"]
        wagers[self.rng.choice(["main", "double_attack", "push_22", "match_dealer", "bust_it", "insurance"])] = amount

    def choose(self, raw: Any) -> None:
        """Another rulebook, or another choice of the table."""
        rng, options = self.rng, raw.setdefault("options", {})
        way = rng.randint(0, 7)
        if way < 2:
            options["readings"] = [f"I-{rng.randint(1, 45):02d}" for _ in range(rng.choice([1, 3, 12]))]
        elif way == 2:
            raw["rulebook"] = rng.choice(["pa-590", "pa-673a", "pa-685a", "pa-665a", "nj-19-47-26"])
        elif way == 3:
            options[rng.choice(["reader", "hole_card", "reader_reveals_value"])] = rng.random() < 0.4
        elif way == 4:
            options[rng.choice(["decks", "positions", "chip_unit", "bonus_maximum"])] = rng.choice(
                [1, 4, 7, 8, 500, 10**40]
            )
        elif way == 5:
            options["side_wagers"] = rng.sample(["push_22", "match_dealer", "bust_it"], rng.randint(0, 2))
        else:
            raw["at"] = rng.choice(["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2015-06-01T12:00:00Z"])

    def call(self, raw: Any) -> None:
        """A dead hand or a void round, under any paragraph or none, often with too few cards."""
        rng = self.rng
        chapter = rng.choice(["590.13", "673a.13", "685a.12", "665a.13", "19:47-26.15"])
        call = rng.choice([f"{chapter}({rng.choice('abcdefghijklm')})", f"{chapter}(l)1", "", "rain"])
        if rng.random() < 0.4:
            raw["void"] = call
        for box in raw["boxes"]:
            if rng.random() < 0.6:
                box["dead"] = call
                del box["cards"][rng.choice([2, 2, 1, 0]) :]
        if rng.random() < 0.4:
            del raw["dealer"]["cards"][rng.choice([0, 1, 2]) :]

    def torn(self, text: str) -> str | bytes:
        """The text of a record, torn, flipped, joined or spoiled."""
        rng = self.rng
        cut = rng.randint(0, len(text))
        way = rng.randint(0, 6)
        if way == 0:
            return text[:cut]
        if way == 1:
            spoiled = bytearray(text.encode())
            for _ in range(rng.choice([1, 1, 2, 8])):
                spoiled[rng.randrange(len(spoiled))] ^= 1 << rng.randrange(8)
            return bytes(spoiled)
        if way == 2:
            other = json.dumps(rng.choice(self.records))
            return text[:cut] + other[rng.randint(0, len(other)) :]
        if way == 3:
            word = rng.choice(
                ["NaN", "Infinity", "1e999", "-", "\\ud800", '"', "}", "]", ",", "\x00", "1" * 5000, "[" * 990]
            )
            return text[:cut] + word + text[cut:]
        if way == 4:
            end = rng.randint(cut, min(len(text), cut + 40))
            return text[:cut] + text[end:]
        if way == 5:
            return rng.choice(["", "\ufeff", " \n", "[", "1 "]) + text + rng.choice(["", "\n", "x", text])
        return text.encode(rng.choice(["utf-16", "utf-32", "utf-8-sig", "utf-16-le"]))
