"""What every paper is made of: its form, what is asked of it, its rows from entries, the words all papers share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property

from floorapp.domain.findings import Noted
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.people import Person, Role
from floorapp.domain.property import Pit
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import Style
from floorapp.engine.conduct.conditions import POLICY
from floorapp.operations.entry import Entry
from floorapp.operations.moment import UNSET_CLOCK
from floorapp.operations.papers.correction_words import difference
from floorapp.operations.papers.history import FloorThen
from floorapp.operations.papers.record import Record, RecordLine, corrected_by
from floorapp.operations.rules import DutyBook
from floorapp.operations.sheet import (
    Cell,
    Correction,
    Dash,
    Figure,
    Group,
    Instant,
    MarkedWord,
    Row,
    Section,
    Sheet,
    SheetColumn,
    SheetFact,
    SheetFacts,
    SheetSign,
    SheetSignature,
    SheetTable,
    SheetTally,
)
from floorapp.operations.unsigned import SIGNED_KINDS, signed_by_maker

#: What a duty rests on that no text asks for.
HOUSE_POLICY = "house policy"
#: The standing of a chapter of which nothing else need be said.
IN_FORCE = "in force"
MIDNIGHT = time()
INSTANT = timedelta(microseconds=1)

#: Words after which a noun does not change with its count.
JOINING = (
    "of",
    "in",
    "that",
    "to",
    "not",
    "over",
    "on",
    "for",
    "with",
    "by",
    "begun",
    "counted",
    "taken",
    "loaded",
    "verified",
)


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked of a paper: which one, of which gaming days, and narrowed to what."""

    paper: str
    first: date
    last: date
    shift: str = ""
    pit: str = ""
    table: str = ""
    about: str = ""

    def __post_init__(self) -> None:
        if self.first > self.last:
            raise ValueError("a period begins before it ends")


@dataclass(frozen=True, slots=True)
class Signed:
    """The person who issues a paper, as it is printed in the signature block."""

    name: str
    role: Role
    at: str


Signer = tuple[str, str]

REVIEWED: Signer = ("Shift manager", "I have reviewed this report and it is complete.")
FILED: Signer = ("Compliance officer", "Received and filed.")


@dataclass(frozen=True, slots=True)
class PaperForm:
    """One kind of paper: its name on the command line, what stands in its head, what it can be narrowed to."""

    name: str
    title: str
    number: str
    revision: str
    compose: Callable[[Composing], Iterable[Section]]
    #: Which of shift, pit, table it knows.
    narrows: frozenset[str] = frozenset()
    #: What it is about, where it is about one thing: an incident, a deck set, a round.
    about: str = ""
    needs_about: bool = False
    signers: tuple[Signer, ...] = (REVIEWED, FILED)
    #: A state of affairs, not a period: what holds at the head.
    as_of: bool = False
    #: Shrunk until it fits one page, where it can.
    one_page: bool = False
    #: The gaming days of what it is about; none where that is not on record.
    days: Callable[[Record, str], tuple[GamingDay, GamingDay] | None] | None = None
    #: How the whole sheet is made where it is laid out in a way of its own.
    whole: Callable[[Record, Request, Signed | None], Sheet] | None = None


class Composing:
    """Where one paper is put together: the record, what was asked, and the words all papers share."""

    def __init__(self, record: Record, request: Request) -> None:
        self.record, self.request = record, request
        self.first, self.last = GamingDay(request.first), GamingDay(request.last)
        #: The property, and with it clock and shifts, as they were in the period.
        self.house = record.house_on(self.last)
        self.clock = UNSET_CLOCK if self.house is None else self.house.clock
        #: Signature blocks a paper brings of its own: who has signed already, by the entries.
        self.own_signatures: list[SheetSignature] = []
        #: Rulebooks that were cited and are no longer in force as they stand, or under another number.
        self.cited_before: dict[str, DutyBook] = {}

    # --- the period ---

    @property
    def begins(self) -> datetime:
        return self.clock.start_of(self.first)

    @property
    def ends(self) -> datetime:
        return self.clock.end_of(self.last)

    @property
    def so_far(self) -> datetime:
        """The period's end, or the head where the period was not over then."""
        return min(self.ends, self.record.now or self.ends)

    @property
    def running(self) -> bool:
        """Whether the period was not over at the head, though it had begun."""
        return self.begins < self.so_far < self.ends

    @cached_property
    def then(self) -> FloorThen:
        """The floor as it stood when the period was over, or at the head where it was not."""
        return self.record.history.at(min(self.ends - INSTANT, self.record.now or self.ends))

    @property
    def one_day(self) -> bool:
        return self.first == self.last

    @property
    def crosses_midnight(self) -> bool:
        """Whether the period has more than one date."""
        return not self.one_day or self.clock.begins != MIDNIGHT

    @property
    def style(self) -> Style:
        """How the property writes times and dates."""
        return self.clock.style

    def days(self) -> Iterator[GamingDay]:
        """Every gaming day of the period."""
        day = self.first
        while day <= self.last:
            yield day
            day = day.next()

    @cached_property
    def spans(self) -> tuple[tuple[datetime, datetime], ...]:
        """The time asked for: the whole period, or each stretch of the shift in it."""
        if not self.request.shift:
            return ((self.begins, self.ends),)
        known = self.house.shifts if self.house else ()
        shift = next((each for each in known if each.name == self.request.shift), None)
        found = []
        day = self.first.previous()
        while shift is not None and day <= self.last.next():
            begins = datetime.combine(day.date, shift.begins, tzinfo=self.clock.zone)
            over = shift.ends <= shift.begins
            ends = datetime.combine(day.date + timedelta(days=over), shift.ends, tzinfo=self.clock.zone)
            first, last = max(begins.astimezone(UTC), self.begins), min(ends.astimezone(UTC), self.ends)
            if first < last:
                found.append((first, last))
            day = day.next()
        return tuple(found)

    def covers(self, at: datetime) -> bool:
        """Whether an instant lies in the period and, where one was asked for, in its shift."""
        return any(begins <= at < ends for begins, ends in self.spans)

    def wants(self, table: str) -> bool:
        """Whether a table is among those asked for."""
        known = self.then.known(Table, table)
        if self.request.table and table != self.request.table:
            return False
        return not self.request.pit or (known is not None and known.pit == self.request.pit)

    def lines(self, *kinds: type) -> tuple[RecordLine, ...]:
        """Entries of the period, shift and tables asked for, by time."""
        found = self.record.lines(*kinds, first=self.first, last=self.last)
        return tuple(line for line in found if self.covers(line.at) and self._here(line))

    def _here(self, line: RecordLine) -> bool:
        table = getattr(line.fact, "table", None)
        return table is None or self.wants(table)

    # --- words ---

    def wall(self, at: datetime) -> datetime:
        return at.astimezone(self.clock.zone)

    def time(self, at: datetime) -> Instant:
        """The time of a row: with its date where the period covers more than one, as most gaming days do."""
        wall = self.wall(at)
        if not self.one_day:
            return Instant(self.style.stamp(wall, seconds=True), at)
        written = self.style.time(wall, seconds=True)
        return Instant(f"{self.style.short_date(wall)} {written}" if self.crosses_midnight else written, at)

    def dated(self, at: datetime) -> Instant:
        """A date and time to the minute."""
        return Instant(self.style.stamp(self.wall(at)), at)

    def minute(self, at: datetime) -> Instant:
        """A time to the minute, with its date where it is not of this gaming day."""
        same = self.one_day and self.begins <= at < self.ends
        return Instant(self.style.time(self.wall(at)), at) if same else self.dated(at)

    def stamp(self, at: datetime) -> Instant:
        """An instant in full, with its zone."""
        wall = self.wall(at)
        return Instant(f"{self.style.stamp(wall, seconds=True)} {wall.tzname()}", at)

    def name(self, handle: str) -> str:
        """A person by the name they then had; a device or a station is named as such."""
        known = self.then.known(Person, handle)
        return known.name if known is not None else self.record.name(handle)

    def pit_words(self, table: str) -> str:
        """The pit of a table, for the title of a group."""
        known = self.then.known(Table, table)
        pit = None if known is None else self.then.known(Pit, known.pit)
        return pit.name if pit is not None else "No pit"

    def second(self, entry: Entry) -> Cell:
        """Who else signed an entry."""
        others = [self.name(s.person) for s in entry.signatures if s.person != entry.actor]
        return ", ".join(dict.fromkeys(others)) or Dash("one person is enough")

    def signed(self, entry: Entry) -> Cell:
        """Whether whoever made an entry signed it: by PIN then and there, at the end of a route, or not at all."""
        if entry.fact.KIND not in SIGNED_KINDS:
            return Dash("this kind is not signed")
        if signed_by_maker(entry):
            return MarkedWord("by PIN", SheetSign.DONE)
        covering = self.record.covered.get(entry.number)
        if covering is None:
            return MarkedWord("unsigned", SheetSign.OPEN)
        return MarkedWord(f"{self.minute(covering.recorded_at)}, {covering.number}", SheetSign.DONE)

    def cited(self, cite: str) -> str:
        """A section in full, with what became of its chapter; one outside the rulebooks is a see also, none policy."""
        for book in self.record.books.values():
            if cite.startswith(f"{book.standing.cite}."):
                if book.standing.status == IN_FORCE:
                    return book.cited(cite)
                self.cited_before[book.id] = book
                return f"{book.cited(cite)} ({book.standing.status.partition(',')[0]})"
        return f"see also 58 Pa. Code § {cite}" if cite else HOUSE_POLICY

    def source(self, cite: str, basis: str) -> str:
        """What a finding rests on: a section, or the house's own policy where the texts ask for none."""
        return HOUSE_POLICY if basis == POLICY else self.cited(cite)

    # --- rows ---

    def row(
        self,
        line: RecordLine,
        columns: Sequence[SheetColumn],
        cells: Callable[[Entry], tuple[Cell, ...]],
        notes: Iterable[str] = (),
    ) -> Row:
        """A row as it was written, struck where corrected, with each correction in words under it."""
        was, before = cells(line.entry), line.entry
        corrections = []
        for made, now in line.steps():
            becomes = None if now is None else cells(now)
            corrections.append(
                Correction(
                    text=difference(self, columns, (was, becomes), (before, now)),
                    reason=corrected_by(made).reason,
                    by=self.name(made.actor),
                    at=self.minute(made.recorded_at),
                    record=made.number,
                )
            )
            was, before = becomes or was, now or before
        said = (*notes, *self._late(line.entry))
        return Row(cells(line.entry), line.entry.number, tuple(corrections), said)

    def _late(self, entry: Entry) -> tuple[str, ...]:
        if not entry.late:
            return ()
        return (f"Entered late, {self.minute(entry.recorded_at)}: {entry.late.rstrip('.')}.",)

    def by_pit(self, rows: Iterable[tuple[str, Row]]) -> tuple[Group, ...]:
        """Rows, each with its table, grouped by pit in the order of the floor."""
        groups: dict[str, list[Row]] = {}
        for table, row in rows:
            groups.setdefault(self.pit_words(table), []).append(row)
        return tuple(Group(tuple(groups[title]), title) for title in sorted(groups))


def tally(**figures: int) -> SheetTally:
    """The line under the title: each count under its words, spaces as underscores."""
    return SheetTally(tuple(Figure(f"{count:,}", _counted(words, count)) for words, count in figures.items()))


def _counted(words: str, count: int) -> str:
    """`late entries`, or `late entry` where there is one: the last plural before a `of`, `in` or `that` gives way."""
    named = words.split("_")
    if count == 1:
        stop = next((place for place, word in enumerate(named) if word in JOINING), len(named))
        place = next((n for n in reversed(range(stop)) if named[n].endswith("s") and len(named[n]) > 3), None)
        if place is not None:
            named[place] = _one(named[place])
    return " ".join(named)


def _one(several: str) -> str:
    """`entry` of entries, `batch` of batches, `shoe` of shoes."""
    if several.endswith("ies"):
        return several[:-3] + "y"
    return several.removesuffix("es" if several.endswith(("ches", "shes", "xes")) else "s")


def facts(*pairs: tuple[str, object], title: str = "") -> SheetFacts:
    """Facts under their labels; what is not known says so."""
    return SheetFacts(
        tuple(SheetFact(label, str(value) if value not in (None, "") else "not on record") for label, value in pairs),
        title,
    )


def cited_together(cites: Iterable[str]) -> str:
    """Sections of one code with the code named once."""
    by_code: dict[str, list[str]] = {}
    for each in cites:
        code, sign, section = each.partition(" § ")
        by_code.setdefault(code if sign else "", []).append(section if sign else each)
    return "; ".join(
        f"{code} §{'§' * (len(sections) > 1)} {', '.join(sections)}" if code else ", ".join(sections)
        for code, sections in by_code.items()
    )


def noted_in(fact: object) -> tuple[Noted, ...]:
    """What an act noted as not being as it should."""
    found = getattr(fact, "findings", ())
    return found if isinstance(found, tuple) else ()


def or_dash(text: object, why: str) -> Cell:
    """A text, or a dash that says why there is none."""
    said = "" if text is None else str(text)
    return said if said.strip() else Dash(why)


def plain_table(title: str, columns: Sequence[SheetColumn], rows: Iterable[Row], none: str) -> SheetTable:
    """A table without groups that says so when it is empty."""
    return SheetTable(tuple(columns), (Group(tuple(rows)),), title=title, none=none)
