"""The logbook up to a head, as papers read it: entries with their corrections, and the floor as it then stood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from datetime import date, datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from floorapp.domain.gaming_day import GamingDay, HouseClock
from floorapp.domain.people import Person
from floorapp.domain.property import Pit, Property
from floorapp.domain.rounds import KeptRound
from floorapp.domain.tables import Equipment, Table
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.judge import Judge
from floorapp.engine.dated import book_on
from floorapp.engine.decode import parse_json, read_round
from floorapp.engine.record import Unreadable
from floorapp.operations.canonical import digest
from floorapp.operations.corrections import effective
from floorapp.operations.entry import Entry
from floorapp.operations.facts import devices, house, people, rounds
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.disputes import DisputeSettled
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.facts.routes import EntriesSigned
from floorapp.operations.facts.rulebooks import RulebookInstalled
from floorapp.operations.moment import UNSET_CLOCK
from floorapp.operations.own_rulebooks import Installed, dated_books
from floorapp.operations.papers.history import History
from floorapp.operations.papers.pages import Pages
from floorapp.operations.rules import DutyBook, DutyBooks, Rulebooks
from floorapp.operations.shelves import BY_KIND
from floorapp.operations.state import key_text, reduce

if TYPE_CHECKING:
    from floorapp.operations.conduct_days import JudgedRecord
    from floorapp.operations.papers.at_table import AtTable

T = TypeVar("T")

#: What the floor is made of: few entries, replayed from the first one.
FURNISHING: tuple[type[Fact], ...] = (
    house.PropertySet,
    house.PropertyDescribed,
    house.PitPlaced,
    house.TableSetUp,
    house.TableMoved,
    house.TableRetired,
    house.EquipmentFitted,
    house.EquipmentRemoved,
    devices.ReaderMended,
    people.PersonAdded,
    people.PersonRenamed,
    people.BadgeSet,
    people.RoleChanged,
    people.PersonDisabled,
    people.PersonEnabled,
    people.PasswordSet,
    people.PinSet,
    house.RulesSubmitted,
    RulebookInstalled,
)

#: How many entries of a timeline are read at a time.
PAGE = 200


@dataclass(frozen=True, slots=True)
class RecordLine:
    """An entry as it was written, the corrections it met, and how it is read now: not at all if withdrawn."""

    entry: Entry
    corrections: tuple[Entry, ...] = ()

    @property
    def now(self) -> Entry | None:
        return _read(self.entry, self.corrections[-1] if self.corrections else None)

    @property
    def at(self) -> datetime:
        """When it happened, as it is read now."""
        now = self.now
        return self.entry.occurred_at if now is None else now.occurred_at

    @property
    def fact(self) -> Any:
        """What it states now; where it was withdrawn, what it stated."""
        now = self.now
        return self.entry.fact if now is None else now.fact

    def steps(self) -> Iterator[tuple[Entry, Entry | None]]:
        """Each correction, and the entry as it was read from then on."""
        for made in self.corrections:
            yield made, _read(self.entry, made)


def before_void(line: RecordLine, *kinds: type[Fact]) -> RecordLine:
    """What opened a thing, as it was read before it was voided: the thing stays on its register, struck."""
    while line.now is None and isinstance(line.entry.fact, kinds):
        line = RecordLine(line.entry, line.corrections[:-1])
    return line


def _read(entry: Entry, correction: Entry | None) -> Entry | None:
    if correction is None:
        return entry
    return effective(entry, corrected_by(correction))


def corrected_by(correction: Entry) -> EntryCorrected:
    """What an entry that is a correction states."""
    assert isinstance(correction.fact, EntryCorrected)
    return correction.fact


class Replayed:
    """Shelves in memory, filled by replaying entries as they are read."""

    def __init__(self, lines: Iterable[RecordLine] = ()) -> None:
        self._things: dict[type[object], dict[str, object]] = {}
        for line in lines:
            self.take(line)

    def take(self, line: RecordLine) -> None:
        """Let a line change what stands here."""
        now = line.now
        if now is not None:
            reduce(now, self)

    def get(self, kind: type[T], *key: str) -> T | None:
        found = self._things.get(kind, {}).get(key_text(key))
        return found if isinstance(found, kind) else None

    def put(self, thing: object) -> None:
        self._things.setdefault(type(thing), {})[key_text(BY_KIND[type(thing)].key_of(thing))] = thing

    def all(self, kind: type[T]) -> tuple[T, ...]:
        """Everything of a kind, by key."""
        found = self._things.get(kind, {})
        return tuple(each for _, each in sorted(found.items()) if isinstance(each, kind))


class Record:
    """The logbook up to a position: asked twice it says the same, whatever was written since."""

    def __init__(self, pages: Pages, *, upto: int, rulebooks: Rulebooks) -> None:
        self._pages = pages
        self.upto = upto
        self.rulebooks = rulebooks

    @cached_property
    def books(self) -> DutyBooks:
        """The rulebooks that tables were set up with, each version by the day it holds."""
        installed = [line.fact for line in self.lines(RulebookInstalled)]
        return dated_books(
            self.rulebooks,
            (
                Installed(each.rulebook, each.name, each.holds_from, each.digest, partial(str, each.text))
                for each in installed
            ),
        )

    @cached_property
    def now(self) -> datetime | None:
        """When the last entry up to here was made; nothing where there is none."""
        last = self._pages.page(before=self.upto + 1, limit=1)
        return last[0].recorded_at if last else None

    @cached_property
    def begun(self) -> datetime | None:
        """When the first entry was made."""
        first = next(iter(self._pages.entries(kinds=(), upto=self.upto)), None)
        return None if first is None else first.recorded_at

    # --- entries ---

    @cached_property
    def _corrections(self) -> dict[str, tuple[Entry, ...]]:
        made: dict[str, tuple[Entry, ...]] = {}
        for entry in self._pages.entries(kinds=(EntryCorrected.KIND,), upto=self.upto):
            if isinstance(entry.fact, EntryCorrected):
                made[entry.fact.entry] = (*made.get(entry.fact.entry, ()), entry)
        return made

    def line(self, entry: Entry) -> RecordLine:
        """An entry with its corrections."""
        return RecordLine(entry, self._corrections.get(entry.id, ()))

    def lines(
        self, *kinds: type[Fact], first: GamingDay | None = None, last: GamingDay | None = None
    ) -> tuple[RecordLine, ...]:
        """Entries of these kinds, of the days they were written under or are corrected to; by time."""
        names = tuple(dict.fromkeys(kind.KIND for kind in kinds))
        days = {"first_day": str(first) if first else "", "last_day": str(last) if last else ""}
        found = [self.line(each) for each in self._pages.entries(kinds=names, upto=self.upto, **days)]
        if first is not None or last is not None:
            found += self._moved_here(names, {each.entry.id for each in found}, first, last)
        return tuple(sorted(found, key=lambda each: (each.at, each.entry.position)))

    def _moved_here(
        self, names: tuple[str, ...], known: set[str], first: GamingDay | None, last: GamingDay | None
    ) -> Iterator[RecordLine]:
        """What was written under another day and is corrected to one of these."""
        for id, made in self._corrections.items():
            last_one = corrected_by(made[-1])
            at = last_one.occurred_at
            if id in known or at is None or last_one.kind not in names:
                continue
            day = self.clock.day_of(at)
            entry = self._pages.entry(id) if (first or day) <= day <= (last or day) else None
            if entry is not None:
                yield self.line(entry)

    def days_written(self, first: GamingDay, last: GamingDay) -> list[GamingDay]:
        """The days of a time under which something was written or is corrected to, in order."""
        written = self._pages.days_written(first_day=str(first), last_day=str(last), upto=self.upto)
        found = {GamingDay(date.fromisoformat(each)) for each in written}
        moved = (corrected_by(made[-1]).occurred_at for made in self._corrections.values())
        found.update(day for at in moved if at is not None and first <= (day := self.clock.day_of(at)) <= last)
        return sorted(found)

    def timeline(self, subject: Subject) -> tuple[RecordLine, ...]:
        """Everything about something, oldest first."""
        found: list[Entry] = []
        before: int | None = self.upto + 1
        while before is not None:
            page = self._pages.page(before=before, limit=PAGE, about=subject)
            found.extend(page)
            before = page[-1].position if len(page) == PAGE else None
        return tuple(self.line(each) for each in reversed(found) if not isinstance(each.fact, EntryCorrected))

    # --- what the judge of conduct says of it ---

    @cached_property
    def heard(self) -> JudgedRecord:
        """Everything up to here as the judge of conduct heard it, as it is read now."""
        from floorapp.operations.conduct_days import JudgedRecord  # which tells a record

        return JudgedRecord(self)

    @cached_property
    def covered(self) -> dict[str, Entry]:
        """By number, the entry of the signature that covers an entry at the end of a route."""
        made = self._pages.entries(kinds=(EntriesSigned.KIND,), upto=self.upto)
        return {each.number: entry for entry in reversed(list(made)) for each in getattr(entry.fact, "covers", ())}

    @cached_property
    def at_table(self) -> AtTable:
        """Who dealt where, and from which cards."""
        from floorapp.operations.papers.at_table import AtTable  # which reads a record

        return AtTable(self)

    @property
    def judge(self) -> Judge:
        return self.heard.judge

    # --- the floor as it stood ---

    @cached_property
    def _furnishing(self) -> tuple[RecordLine, ...]:
        names = tuple(kind.KIND for kind in FURNISHING)
        return tuple(self.line(each) for each in self._pages.entries(kinds=names, upto=self.upto))

    @cached_property
    def floor(self) -> Replayed:
        """Property, pits, tables, equipment and people."""
        return Replayed(self._furnishing)

    @cached_property
    def history(self) -> History:
        """The same at every moment of the past."""
        return History(self._furnishing)

    def fitted(self, fixture: str, at: datetime) -> dict[str, Equipment]:
        """What of a kind stood at each table at an instant."""
        return {e.table: e for e in self.history.at(at).all(Equipment) if e.fixture == fixture and e.fitted}

    def fitted_at(self, table: str, fixture: str, at: datetime) -> Equipment | None:
        """The piece that stood at a table at an instant; none where none did."""
        piece = self.history.at(at).get(Equipment, table, fixture)
        return piece if piece is not None and piece.fitted else None

    def serial(self, table: str, fixture: str, at: datetime) -> str:
        """Its serial; empty where none did."""
        piece = self.fitted_at(table, fixture, at)
        return "" if piece is None else piece.serial

    @cached_property
    def house(self) -> Property | None:
        return self.floor.get(Property, "house")

    @cached_property
    def clock(self) -> HouseClock:
        return UNSET_CLOCK if self.house is None else self.house.clock

    def by_clock(self, clock: HouseClock) -> Record:
        """The same record read by a clock that the property once had."""
        read = copy(self)
        read.clock = clock
        return read

    def house_on(self, day: GamingDay) -> Property | None:
        """The property as it stood at the end of a gaming day; as it first was where it came later."""
        known = self.history.versions(Property, "house")
        then = (house for at, house in reversed(known) if at < house.clock.end_of(day))
        return next(then, known[0][1] if known else None)

    @cached_property
    def tables(self) -> dict[str, Table]:
        return {each.id: each for each in self.floor.all(Table)}

    @cached_property
    def pits(self) -> dict[str, Pit]:
        return {each.id: each for each in self.floor.all(Pit)}

    def table_at(self, table: str, at: datetime) -> Table | None:
        """A table as it was set up at an instant, or first was where that came later."""
        return self.history.at(at).known(Table, table)

    def rulebook_at(self, table: str, at: datetime) -> DutyBook | None:
        """What a table played under at an instant; none where either is unknown."""
        known = self.table_at(table, at)
        if known is None or known.rulebook not in self.books:
            return None
        return book_on(self.books, known.rulebook, self.clock.day_of(at).date)

    def person(self, handle: str) -> Person | None:
        return self.floor.get(Person, handle)

    def name(self, handle: str) -> str:
        """A person's name as it was written last; a device or a station is named as such."""
        known = self.person(handle)
        if known is not None:
            return known.name
        kind, _, id = handle.partition("/")
        return f"{kind} {id}" if id else handle or "nobody named"

    # --- rounds ---

    @cached_property
    def _rounds_known(self) -> int:
        """How many rounds were ever kept up to here: every import seals how many it added."""
        imports = self._pages.entries(kinds=(rounds.RoundsImported.KIND,), upto=self.upto)
        return sum(seal.rounds for entry in imports for seal in getattr(entry.fact, "seals", ()))

    def rounds(
        self, since: datetime, until: datetime, *, table: str | None = None, wrong: bool = False
    ) -> Iterator[KeptRound]:
        """The rounds on record of a time."""
        return self._pages.rounds_between(since, until, known=self._rounds_known, table=table, wrong=wrong)

    def round(self, id: str) -> KeptRound | None:
        """A round as it was last told at the dispute desk, or else the first record under its id."""
        told = [line for line in self.timeline(Subject("round", id)) if isinstance(line.fact, DisputeSettled)]
        if not told:
            return next(iter(self._pages.rounds(id)), None)
        fact = told[-1].fact
        text = fact.record.encode()
        at = self._played(text) or told[-1].at
        return KeptRound(digest(text), id, fact.table, "", at, fact.rulebook, fact.verdict, 0, 0, 0, text)

    def _played(self, text: bytes) -> datetime | None:
        """When a round was played, by its record: it may be told at the desk hours later; none where nothing says."""
        try:
            return read_round(parse_json(text), self.rulebooks).at
        except Unreadable:
            return None
