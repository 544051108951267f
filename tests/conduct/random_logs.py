"""Random logs of floor-log/1: days as a floor has them, with steps left out, wrong sets, and a few unreadable lines.

`python -m tests.conduct.random_logs 2000` counts what is found in that many: every duty under every rulebook.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

from tests.conduct.floor_days import BOOKS, TableDay
from tests.conduct.plain_conditions import House
from tests.conduct.plain_judge import judge
from tests.conduct.plain_reading import Event

ZONES = ("America/New_York", "America/Chicago", "America/Phoenix", "Asia/Kolkata", "Europe/London")
DAY_BEGINS = ("06:00", "06:00", "02:30", "01:30", "00:00", "09:15", "23:59")
STARTS = ("2026-03-07T14:00", "2026-03-08T05:30", "2026-10-31T13:00", "2026-11-01T04:30", "2026-11-10T14:00")
NAMES = ("T1", "T2", "t1", "Ä", "T10")


NJ, PA = "nj-19-47-26", ("pa-590", "pa-673a", "pa-685a", "pa-665a")
EVERYWHERE = """card-missing card-extra closed cover-card-passed dealer-not-burned decks-number decks-over-hours
    faulted-shuffle inspected-by-another no-floorperson not-burned not-cut not-shuffled reader-not-inspected recut-late
    setup-boxes shuffler-standing idle-not-done:spread idle-not-done:washed idle-not-done:shoe step-missing:inspected
    step-missing:verified step-missing:spread step-missing:washed""".split()
IN_PENNSYLVANIA = """batch-not-alternated batch-outside batches-color batches-design batches-equal batches-two
    drop-box-missing layout-missing rack-height rack-missing rack-mixed reader-failed reader-kind reader-missing
    tip-box-missing""".split()
IN_SOME = {
    "tens-missing": PA[:3],
    "tens-in-shoe": ("pa-665a", NJ),
    "tens-disposal": ("pa-665a", NJ),
    "setup-decks": ("pa-685a", "pa-665a", NJ),
    "setup-match": ("pa-685a",),
    "setup-reader": ("several",),
    "recut-by-whom": (NJ,),
    "idle-not-done:load": PA[:2],
    "idle-not-done:reshuffled": PA[:2],
    "idle-not-done:inspected": ("pa-685a",),
    "idle-not-done:verified": ("pa-685a",),
}

# Every duty under every rulebook where it can arise.
REACHABLE = {(duty, book) for duty in EVERYWHERE for book in (*PA, NJ)}
REACHABLE |= {(duty, book) for duty in IN_PENNSYLVANIA for book in PA}
REACHABLE |= {(duty, book) for duty, books in IN_SOME.items() for book in books}


class Day:
    """A floor of a few tables, some hours or days long; `lines` is its log."""

    def __init__(self, chance: random.Random, length: int) -> None:
        self.chance = chance
        self.lines: list[str] = []
        start = datetime.fromisoformat(chance.choice(STARTS)).replace(tzinfo=UTC)
        self.now = int(start.timestamp()) + chance.randrange(-900, 900)
        self.house = House()
        careless = chance.choice((0.0, 0.02, 0.1, 0.3))
        names = chance.sample(NAMES, chance.choice((1, 1, 1, 2, 3)))
        self.tables = [TableDay(chance, name, chance.choice(BOOKS), careless) for name in names]
        for table in self.tables:
            table.now = self.now
        if chance.random() < 0.4:
            self.change_the_house()
        while len(self.lines) < length:
            table = chance.choice(self.tables)
            for event in table.something():
                self.write({"table": table.name} | event)
                if chance.random() < 0.3:
                    self.wait(short=True)
            self.wait(short=chance.random() < 0.6)
            if chance.random() < 0.04:
                self.change_the_house()

    def change_the_house(self) -> None:
        chance = self.chance
        event: Event = {"do": "house"}
        if chance.random() < 0.5:
            event["zone"] = chance.choice(ZONES)
        if chance.random() < 0.5:
            event["day_begins"] = chance.choice(DAY_BEGINS)
        if chance.random() < 0.6:
            policy = {
                "inspection_minutes": chance.choice((0, 1, 60, 90, 1440)),
                "nj_change_hours": chance.choice((None, 1, 12, 24, 48)),
                "nj_inspection": chance.random() < 0.7,
            }
            event["policy"] = {name: policy[name] for name in policy if chance.random() < 0.6}
        self.write(event)
        said = {"zone": event.get("zone"), "day_begins": event.get("day_begins"), "policy": event.get("policy", {})}
        self.house = self.house.after(said)

    def write(self, event: Event) -> None:
        first = {"format": "floor-log/1"} if not self.lines or self.chance.random() < 0.02 else {}
        self.lines.append(json.dumps(first | {"at": self.at()} | event, ensure_ascii=False))
        if self.chance.random() < 0.01:
            self.lines.append(self.chance.choice(("", "  ")))

    def at(self) -> str:
        way = self.chance.randrange(6)
        instant = datetime.fromtimestamp(self.now, UTC)
        if way == 0:
            return instant.isoformat().replace("+00:00", f".{self.chance.randrange(1000):03}Z")
        if way == 1:
            return instant.astimezone(timezone(timedelta(hours=self.chance.choice((-5, -4, 1, 5.5))))).isoformat()
        return instant.isoformat().replace("+00:00", "Z")

    def wait(self, *, short: bool) -> None:
        self.now = self.later(short=short)
        for table in self.tables:
            table.now = self.now

    def later(self, *, short: bool) -> int:
        """Some seconds or hours, or until just before, on or after a moment at which time alone does something."""
        chance = self.chance
        if short:
            return self.now + chance.choice((0, 0, 0, 1, 20, 59, 60, 61, 300))
        if chance.random() < 0.35:
            return self.now + chance.choice((600, 1800, 3600, 5 * 3600, 12 * 3600))
        day = self.house.next_gaming_day(self.now)
        minutes = 60 * self.house.policy["inspection_minutes"]
        marks = [day, day, day + minutes, self.house.gaming_day(self.now) + minutes]
        hours = (24, 24, self.house.policy["nj_change_hours"] or 24)
        marks += [opened + 3600 * chance.choice(hours) for table in self.tables for opened in table.opened_at()]
        mark = chance.choice(marks) + chance.choice((-1, 0, 0, 1, 1, 30))
        return mark if self.now <= mark <= self.now + 3 * 86400 else self.now


def broken(chance: random.Random, line: str) -> str:
    """A line that cannot be read any more, or is only odd."""
    event: dict[str, Any] = json.loads(line or "{}")
    ways = chance.randrange(10)
    if ways == 0:
        return line[: len(line) // 2]
    if ways == 1:
        return json.dumps([event])
    if ways == 2 and event:
        del event[chance.choice(list(event))]
    elif ways == 3 and event:
        event[chance.choice(list(event))] = None
    elif ways == 4 and event:
        event[chance.choice([name for name in event if name != "id"] or ["at"])] = chance.choice(
            (0, -1, 1.5, True, "x", [], {}, "")
        )
    elif ways == 5:
        event["at"] = "2026-01-01T00:00:00Z"
    elif ways == 6:
        event["at"] = str(event.get("at", "")).removesuffix("Z")
    elif ways == 7:
        event["format"] = "floor-log/2"
    elif ways == 8:
        event["set"] = "nobody's"
    else:
        event["unknown"] = {"a": [1, None]}
    return json.dumps(event)


def random_log(chance: random.Random, length: int | None = None) -> list[str]:
    """A log of about this many lines."""
    lines = Day(chance, length or chance.choice((15, 40, 80, 120))).lines
    if chance.random() < 0.12:
        place = chance.randrange(len(lines))
        lines[place] = broken(chance, lines[place].strip())
    return lines


def seeded_log(seed: int, length: int | None = None) -> list[str]:
    return random_log(random.Random(seed), length)


def logs() -> st.SearchStrategy[list[str]]:
    """The same as a strategy of hypothesis."""
    return st.randoms(use_true_random=False).map(lambda chance: random_log(chance, 25))


def rulebooks_of(lines: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """For each table its setups: when, and which rulebook."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in lines:
        try:
            event = json.loads(line or "{}")
        except ValueError:
            continue
        if isinstance(event, dict) and event.get("do") == "setup" and event.get("rulebook") in BOOKS:
            found.setdefault(str(event.get("table")), []).append((str(event.get("at")), event["rulebook"]))
    return found


def coverage(seeds: Iterable[int]) -> Counter[tuple[str, str, str, str]]:
    """How often each duty was found, by rulebook, basis and severity, at tables that had one rulebook all day."""
    counted: Counter[tuple[str, str, str, str]] = Counter()
    for seed in seeds:
        lines = seeded_log(seed)
        books = rulebooks_of(lines)
        for finding in judge(lines)[0]:
            of_table = {book for _, book in books.get(finding["table"], [])}
            book = of_table.pop() if len(of_table) == 1 else "several"
            duty = finding["duty"]
            if duty in ("step-missing", "idle-not-done"):
                duty = f"{duty}:{finding['subject']}"
            counted[duty, book, finding["basis"] + "".join(finding["readings"]), finding["severity"]] += 1
    return counted


if __name__ == "__main__":
    for (duty, book, basis, severity), often in sorted(coverage(range(int(sys.argv[1]))).items()):
        print(f"{duty:28}{book:14}{basis:18}{severity:10}{often:7}")
