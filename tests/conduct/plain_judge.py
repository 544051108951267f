"""A second judge of conduct, written from the page of floor-log/1 alone: plain and slow, to hold the product's to.

It replays the log line by line. After every line, and wherever time alone changes something, it works out from
scratch which conditions are true, and compares them with those that were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.conduct.plain_conditions import NJ, Condition, House, Judged, Now, cite, conditions
from tests.conduct.plain_moments import count_finding, moments
from tests.conduct.plain_reading import Event, Unreadable, as_object, filled, seconds
from tests.conduct.plain_table import Table
from tests.conduct.plain_things import Moment, Round

Answer = dict[str, Any]


@dataclass
class Stretch:
    """A condition while it is true, or a finding of a moment."""

    table: str
    condition: Condition
    since: Moment
    until: Moment | None = None
    rounds: list[Round] = field(default_factory=list)
    momentary: bool = False

    def told(self, every: bool) -> bool:
        if self.momentary or self.rounds:
            return True
        passed = self.until is not None and self.until.seconds == self.since.seconds
        return every and self.condition.duty != "closed" and not passed

    def severity(self) -> str:
        if self.condition.basis == "policy" or not (self.rounds or self.momentary):
            return "advisory"
        implied = self.condition.duty == "setup-boxes" and self.condition.citation.startswith("19:47")
        return "advisory" if implied else "violation"


def written(moment: Moment | None) -> str | None:
    if moment is None:
        return None
    return datetime.fromtimestamp(moment.seconds, ZoneInfo(moment.zone)).isoformat()


def begun_minutes(rounds: list[Round]) -> int:
    if not rounds:
        return 0
    elapsed = rounds[-1].at.seconds - rounds[0].at.seconds
    return max(1, -(-elapsed // 60))


def as_answer(stretch: Stretch) -> Answer:
    rounds, condition = stretch.rounds, stretch.condition
    return {
        "table": stretch.table,
        "duty": condition.duty,
        "subject": condition.subject,
        "since": written(stretch.since),
        "until": written(stretch.until),
        "first": written(rounds[0].at) if rounds else None,
        "last": written(rounds[-1].at) if rounds else None,
        "rounds": sum(each.rounds for each in rounds),
        "hands": sum(each.hands for each in rounds),
        "minutes": begun_minutes(rounds),
        "citation": condition.citation,
        "basis": condition.basis,
        "readings": list(condition.readings),
        "severity": stretch.severity(),
    }


class Replay:
    """The floor, line by line."""

    def __init__(self) -> None:
        self.house = House()
        self.tables: dict[str, Table] = {}
        self.now: Now | None = None
        self.line = 0
        self.stretches: list[Stretch] = []
        self.open: dict[tuple[str, Condition], Stretch] = {}

    # Time

    def moment(self) -> Moment:
        assert self.now
        return Moment(self.now.seconds, self.house.zone)

    def deadlines(self) -> Iterator[int]:
        """Every second at which time alone may make something true, after its lines."""
        assert self.now
        for table in self.tables.values():
            if table.setup:
                judged = Judged(table, self.house, self.now)
                yield judged.minutes_over()
                for cards in table.sets.values():
                    over = judged.hours_over(cards)
                    if over is not None:
                        yield over

    def time_goes_on(self, until: int) -> None:
        """From now to the lines of that second: gaming days that begin, deadlines that end."""
        if self.now is None:
            self.now = Now(until)
        while self.now.seconds < until:
            here = self.now
            later = [Now(at, True) for at in self.deadlines() if here < Now(at, True) and at < until]
            day = self.house.next_gaming_day(here.seconds)
            if day <= until:
                later.append(Now(day))
            self.now = min(later, default=Now(until))
            self.look()

    def look(self) -> None:
        """Begin what has become true and end what has become false."""
        assert self.now
        true = {
            (name, condition)
            for name, table in self.tables.items()
            for condition in conditions(table, self.house, self.now)
        }
        for key in [key for key in self.open if key not in true]:
            self.open.pop(key).until = self.moment()
        for name, condition in sorted(true - set(self.open), key=lambda key: (key[0], str(key[1]))):
            stretch = Stretch(name, condition, self.moment())
            self.open[name, condition] = stretch
            self.stretches.append(stretch)

    # Lines

    def read(self, at: int, event: Event, line: int) -> None:
        """One line that can be read."""
        if event["do"] != "house":
            known = self.tables.get(event["table"])
            (known or Table(event["table"])).check(event)
        self.time_goes_on(at)
        self.line = line
        if event["do"] == "house":
            self.house = self.house.after(event)
        else:
            table = self.tables.setdefault(event["table"], Table(event["table"]))
            self.at_table(table, event)
        self.look()

    def at_table(self, table: Table, event: Event) -> None:
        now, line = self.moment(), self.line
        if event["do"] == "round":
            table.round_as_player(line)
            self.look()
            for (name, _), stretch in self.open.items():
                if name == table.name:
                    stretch.rounds.append(Round(now, event["count"], event["hands"]))
        if event["do"] == "count":
            table.seal_off(event, now)
            self.short_or_over(table, event)
        for condition in moments(table, event, self.house):
            self.stretches.append(Stretch(table.name, condition, now, now, momentary=True))
        table.do(event, line, now)

    def short_or_over(self, table: Table, event: Event) -> None:
        cards = table.sets[event["set"]]
        condition = count_finding(table, cards, event["cards"])
        if condition and cards.full_count:
            found = Stretch(table.name, condition, cards.full_count, self.moment(), momentary=True)
            found.rounds = list(cards.rounds)
            self.stretches.append(found)

    # Answers

    def findings(self, every: bool) -> list[Answer]:
        told = [each for each in self.stretches if each.told(every)]  # in the order they began, which sorting keeps

        def place(stretch: Stretch) -> tuple[Any, ...]:
            subject, until = stretch.condition.subject, stretch.until
            return (
                stretch.since.seconds,
                stretch.table,
                stretch.condition.duty,
                (subject is not None, subject or ""),
                (until is None, until.seconds if until else 0),
            )

        return [as_answer(each) for each in sorted(told, key=place)]

    def owed(self) -> list[Answer]:
        """What is owed now, at every table that has a setup."""
        found = []
        for name, table in self.tables.items():
            if table.setup:
                assert self.now
                judged = Judged(table, self.house, self.now)
                found += [(name, condition, by) for condition, by in self.owed_at(judged)]
        found.sort(key=lambda each: (each[0], each[1].duty, each[1].subject is not None, each[1].subject or ""))
        return [
            {
                "table": name,
                "duty": condition.duty,
                "subject": condition.subject,
                "by": None if by is None else written(Moment(by, self.house.zone)),
                "citation": condition.citation,
                "basis": condition.basis,
            }
            for name, condition, by in found
        ]

    def owed_at(self, judged: Judged) -> Iterator[tuple[Condition, int | None]]:
        for cards in judged.opened_here():
            over = judged.hours_over(cards)
            if over is not None:
                policy = judged.book == NJ
                citation = "" if policy else cite(judged.book, ".3(c)")
                yield Condition("change-decks", cards.name, citation, "policy" if policy else "law"), over
        missing, reader = judged.not_inspected(), judged.table.reader
        if missing and reader:
            timed = judged.minutes_run(reader) and "I-40" not in judged.other_answer
            yield missing._replace(duty="inspect-reader"), judged.minutes_over() if timed else None
        for condition in conditions(judged.table, judged.house, judged.now):
            if condition.duty != "closed":
                yield condition, None


def replayed(lines: Iterable[str], until: int | None = None) -> tuple[Replay, int | None]:
    """The floor after these lines, and the number of the line that cannot be read, if any."""
    replay, first, last = Replay(), True, None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = as_object(line)
            at = seconds(found.get("at"))
            if until is not None and at > until:
                break
            if last is not None and at < last:
                raise Unreadable
            replay.read(at, filled(found, first=first), number)
        except Unreadable:
            return replay, number
        first, last = False, at
    return replay, None


def judge(lines: Iterable[str], every: bool = False) -> tuple[list[Answer], int | None]:
    """The findings, and the number of the line that cannot be read; `every`: stretches without a round too."""
    replay, wrong = replayed(lines)
    return replay.findings(every), wrong


def findings(lines: Iterable[str], every: bool = False) -> list[Answer]:
    return judge(lines, every)[0]


def owed(lines: Iterable[str], at: str | None = None) -> tuple[list[Answer], int | None]:
    """What is owed at this time, or at the last line's, and the number of the line that cannot be read."""
    until = None if at is None else seconds(at)
    replay, wrong = replayed(lines, until)
    if replay.now is not None and until is not None:
        replay.time_goes_on(until)
    return (replay.owed() if replay.now is not None else []), wrong


def exit_status(found: list[Answer], wrong: int | None) -> int:
    if wrong is not None:
        return 2
    return int(any(each["severity"] == "violation" for each in found))
