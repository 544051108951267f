"""A logbook told as a floor log, in the order in which things happened: its entries as they are read now, its rounds.

What `floorapp logbook floor-log` writes and what the app's own judge hears are the same lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.policy import Policy
from floorapp.domain.property import RulesSubmission
from floorapp.domain.rounds import KeptRound
from floorapp.domain.tables import Table
from floorapp.engine.conduct.judge import Judge
from floorapp.engine.conduct.log import FORMAT, UnreadableLine, event_of
from floorapp.engine.conduct.table import TableConduct
from floorapp.operations.conduct import Line
from floorapp.operations.facts import decks, house
from floorapp.operations.facts.registry import Fact
from floorapp.operations.floor_log import lines_of, setup_line, table_of, telling_kinds
from floorapp.operations.papers.record import Record, RecordLine, Replayed

#: What is replayed besides the facts that tell of a table.
BESIDES: tuple[type[Fact], ...] = (
    house.PropertySet,
    house.PropertyDescribed,
    house.PolicySet,
    house.RulesSubmitted,
    decks.DecksReceived,
)
#: Entries, then what a date begins, then rounds: so things of one second follow each other.
ENTRY, DATE, ROUND = range(3)
#: A set whose rounds came in though no cards were ever brought to the table.
UNRECORDED = "cards not on record"
FIRST, LAST = datetime(1900, 1, 1, tzinfo=UTC), datetime(8999, 1, 1, tzinfo=UTC)


class FloorTeller:
    """Tells a record line by line, and judges it on the way: a line is only told if it can have happened."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._shelves = Replayed()
        self.judge = Judge(record.rulebooks)

    def lines(self) -> Iterator[Line]:
        """Every line of the log, heard by the judge before the next one is told."""
        first = True
        for line in self._told():
            try:
                self.judge.take(event_of(line))
            except UnreadableLine:
                continue  # a slip of an earlier version's form: nothing at the table could have changed by it
            yield {"format": FORMAT, **line} if first else line
            first = False

    def _told(self) -> Iterator[Line]:
        happened = sorted((*self._entries(), *self._dates(), *self._rounds()), key=lambda each: each[:3])
        for at, kind, _, thing in happened:
            if kind == ROUND:
                yield from self._round(thing)
            elif kind == DATE:
                yield from self._submitted(thing, at)
            else:
                yield from self._entry(thing, at)

    def _entries(self) -> Iterator[tuple[datetime, int, int, Any]]:
        for number, line in enumerate(self._record.lines(*telling_kinds(), *BESIDES)):
            if line.now is not None:
                yield line.at.replace(microsecond=0), ENTRY, number, line

    def _dates(self) -> Iterator[tuple[datetime, int, int, Any]]:
        """Rules Submissions hold from the beginning of a gaming day."""
        for number, line in enumerate(self._record.lines(house.RulesSubmitted)):
            if line.now is not None:
                day = GamingDay(line.fact.holds_from)
                house_then = self._record.house_on(day)
                begins = (house_then.clock if house_then else self._record.clock).start_of(day)
                yield max(begins, line.at).replace(microsecond=0), DATE, number, line.fact.rulebook

    def _rounds(self) -> Iterator[tuple[datetime, int, int, Any]]:
        each_table = (self._record.rounds(FIRST, LAST, table=table) for table in sorted(self._record.tables))
        dealt = (
            (each.at.replace(microsecond=0), ROUND, 0, each) for rounds in each_table for each in rounds if each.at
        )
        return iter(sorted(dealt, key=lambda each: (each[0], each[3].table, each[3].id)))

    def _entry(self, line: RecordLine, at: datetime) -> Iterator[Line]:
        entry = line.now
        if entry is None:
            return
        self._shelves.take(line)
        fact = entry.fact
        if isinstance(fact, house.PropertySet | house.PropertyDescribed):
            yield _line(at, "house", zone=fact.zone, day_begins=fact.day_begins.isoformat("minutes"))
        elif isinstance(fact, house.PolicySet | house.PolicyDecided | house.PolicyPaced):
            yield _line(at, "house", policy=_policy(fact.decided))
        elif (name := table_of(fact)) is not None:
            for told in lines_of(fact, entry.occurred_at, self._shelves, self._conduct(name)):
                yield told if told["do"] != "setup" else {**told, "readings": self._readings(told["rulebook"], at)}

    def _submitted(self, rulebook: str, at: datetime) -> Iterator[Line]:
        """Other readings hold from now on at every table of a game."""
        for table in self._shelves.all(Table):
            if table.rulebook == rulebook:
                yield setup_line(at, table, self._readings(rulebook, at))

    def _conduct(self, table: str) -> TableConduct:
        watched = self.judge.tables.get(table)
        return TableConduct(table) if watched is None else watched.conduct

    def _readings(self, rulebook: str, at: datetime) -> list[str]:
        """The readings chosen otherwise by the submission that holds then: the last to begin, then the last given."""
        today = self.judge.house.clock.day_of(at).date
        held = [s for s in self._shelves.all(RulesSubmission) if s.rulebook == rulebook and s.holds_from <= today]
        chosen = max(held, key=lambda s: (s.holds_from, s.id), default=None)
        return [] if chosen is None else sorted(chosen.readings)

    def _round(self, dealt: KeptRound) -> Iterator[Line]:
        """A round; where no shoe was on record the cards dealt last were in one, or cards that nobody wrote down."""
        assert dealt.at is not None
        conduct, known = self._conduct(dealt.table), self._record.table_at(dealt.table, dealt.at)
        if known is None:
            return
        if conduct.setup is None:  # dealt before the table was set up here: as it is known
            yield setup_line(dealt.at, known, self._readings(known.rulebook, dealt.at))
        if conduct.shoe is None:
            last = conduct.last_shoe_set
            name = last.name if last is not None and conduct.set_here(last.name) is not None else UNRECORDED
            if conduct.set_here(name) is None:
                unknown = {"back": "not on record", "design": "not on record", "cards": "preshuffled"}
                yield _line(dealt.at, "bring", dealt.table, set=name, decks=known.decks, **unknown)
            yield _line(dealt.at, "shoe", dealt.table, set=name, shuffled="hand", cut=True)
            yield _line(dealt.at, "burn", dealt.table)
        yield _line(dealt.at, "round", dealt.table, id=dealt.id, hands=max(dealt.hands, 1))


def _policy(decided: Policy) -> Line:
    """What a policy says to the judge; no hours are written as null."""
    hours = decided.nj_change_hours or None
    minutes, inspection = decided.inspection_minutes, decided.nj_inspection
    return {"inspection_minutes": minutes, "nj_change_hours": hours, "nj_inspection": inspection}


def _line(at: datetime, do: str, table: str = "", **said: Any) -> Line:
    return {"at": at.astimezone(UTC).isoformat(), "do": do, **({"table": table} if table else {}), **said}


def judged_record(record: Record) -> Judge:
    """A judge who has heard all that a record tells."""
    teller = FloorTeller(record)
    for _ in teller.lines():
        pass
    return teller.judge
