"""A logbook told as a floor log, in the order in which things happened: its entries as they are read now, its rounds.

What `floorapp logbook floor-log` writes and what the app's own judge hears are the same lines.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.policy import Policy
from floorapp.domain.property import RulesSubmission
from floorapp.domain.rounds import KeptRound
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.judge import Judge
from floorapp.engine.conduct.log import FORMAT, UnreadableLine, event_of
from floorapp.engine.conduct.table import TableConduct
from floorapp.operations import first_forms
from floorapp.operations.conduct import Line, prepared_line
from floorapp.operations.facts import decks, house
from floorapp.operations.facts.registry import Fact
from floorapp.operations.floor_log import lines_of, setup_line, table_of, telling_kinds
from floorapp.operations.papers.record import Record, RecordLine, Replayed

#: What is replayed besides the facts that tell of a table.
BESIDES: tuple[type[Fact], ...] = (house.PropertySet, house.PropertyDescribed, house.PolicySet, house.RulesSubmitted)
#: Every version of the property's policy.
POLICIES = (house.PolicySet, house.PolicyDecided, house.PolicyPaced, house.PolicyByJurisdiction)
#: Entries, then what a date begins, then rounds: so things of one second follow each other.
ENTRY, DATE, ROUND = range(3)
#: A set whose rounds came in though no cards were ever brought to the table.
UNRECORDED = "cards not on record"
FIRST, LAST = datetime(1900, 1, 1, tzinfo=UTC), datetime(8999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line that the logbook tells and the judge cannot read, and why: nothing of it is in the log."""

    line: Line
    why: str

    @property
    def says(self) -> str:
        where = f"table {self.line['table']}, " if "table" in self.line else ""
        return f"{where}{self.line['at']}, {self.line['do']}: {self.why}"


class FloorTeller:
    """Tells a record line by line, and judges it on the way: a line is only told if it can have happened."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._shelves = Replayed()
        #: Sets that came are known to what was written after it: a correction may have one opened before it came.
        self._received = sorted(record.lines(decks.DecksReceived), key=lambda line: -line.entry.position)
        self.judge = Judge(record.books)
        #: What could not be told; whoever writes a log says so.
        self.left_out: list[LeftOut] = []
        #: The shoes that rounds without one on record are told with: the set, by table.
        self._unrecorded: dict[str, str] = {}

    def lines(self) -> Iterator[Line]:
        """Every line of the log, heard by the judge before the next one is told."""
        first = True
        for line in self._told():
            try:
                self.judge.take(event_of(line))
            except UnreadableLine as fault:
                self.left_out.append(LeftOut(line, str(fault)))
                continue
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
        for table in tuple(self._unrecorded):
            yield self._recorded_again(table, happened[-1][0])

    def _entries(self) -> Iterator[tuple[datetime, int, int, Any]]:
        for line in self._record.lines(*telling_kinds(), *BESIDES):
            if line.now is not None:  # of one second in the order in which they were written, as the app keeps them
                yield line.at.replace(microsecond=0), ENTRY, line.entry.position, line

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
        while self._received and self._received[-1].entry.position < entry.position:
            self._shelves.take(self._received.pop())
        self._shelves.take(line)
        fact = entry.fact
        if isinstance(fact, house.PropertySet | house.PropertyDescribed):
            yield _line(at, "house", zone=fact.zone, day_begins=fact.day_begins.isoformat("minutes"))
        elif isinstance(fact, POLICIES):
            yield _line(at, "house", policy=_policy(fact.decided))
        elif (name := table_of(fact)) is not None:
            if name in self._unrecorded:
                yield self._recorded_again(name, at)
            for told in lines_of(fact, self._shelves, self._conduct(name)):
                more = {"readings": self._readings(told["rulebook"], at)} if told["do"] == "setup" else {}
                yield {"at": entry.occurred_at.isoformat(), **told, **more}

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
        """A round, out of the shoe on record or of one that nobody wrote down."""
        at, table = dealt.at, dealt.table
        assert at is not None
        conduct, known = self._conduct(table), self._record.table_at(table, at)
        if conduct.setup is None and known is not None:  # dealt before the table was set up here: as it is known
            yield setup_line(at, known, self._readings(known.rulebook, at))
        if table in self._unrecorded and self._unrecorded[table] != self._dealt_from(conduct, at):
            yield self._recorded_again(table, at)
        if conduct.shoe is None and known is not None:
            yield from self._unrecorded_shoe(conduct, known, at)
        yield _line(at, "round", table, id=dealt.id, hands=max(dealt.hands, 1))

    def _dealt_from(self, conduct: TableConduct, at: datetime) -> str:
        """Where no shoe is on record: the cards dealt last, or cards that nobody wrote down, other ones each day."""
        last = conduct.last_shoe_set
        if last is not None and conduct.set_here(last.name) is not None and not last.name.startswith(UNRECORDED):
            return last.name
        return f"{UNRECORDED}, {self.judge.house.clock.day_of(at)}"

    def _unrecorded_shoe(self, conduct: TableConduct, known: Table, at: datetime) -> Iterator[Line]:
        """A shoe that nobody wrote down, made ready as its table does it."""
        name = self._unrecorded[conduct.name] = self._dealt_from(conduct, at)
        if name.startswith(UNRECORDED):
            book = self._record.books.get(known.rulebook)
            cards = {"back": "not on record", "design": "not on record", "cards": "preshuffled"}
            tens = book is None or book.cards.tens.value
            yield _line(at, "bring", conduct.name, set=name, decks=known.decks, tens=tens, **cards)
        yield _line(at, "shoe", conduct.name, set=name, **prepared_line(first_forms.preparation(conduct, name)))
        yield _line(at, "burn", conduct.name)

    def _recorded_again(self, table: str, at: datetime) -> Line:
        """Something else is on record of a table: its unrecorded shoe is over, and unknown cards are gone."""
        name = self._unrecorded.pop(table)
        taken = name.startswith(UNRECORDED)
        return _line(at, "take_away", table, set=name) if taken else _line(at, "end_shoe", table)


def public_lines(lines: Iterable[Line], known: Container[str], own: set[str]) -> Iterator[Line]:
    """A log as everybody can read it: while a table is under a rulebook of the property's own, it goes into `own`."""
    first, hidden = True, set[str]()
    for line in lines:
        table = line.get("table", "")
        if line["do"] == "setup":
            (hidden.discard if line["rulebook"] in known else hidden.add)(table)
            own |= hidden
        if table not in hidden:
            yield {"format": FORMAT, **line} if first else line
            first = False


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
