"""Facts about how reader lines are set up, and which readers the house knows."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.reader_lines import ListedReader, ReaderLine
from floorapp.domain.readers import ReaderKind
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies


class AboutLine(Fact):
    """A fact about one reader line."""

    __slots__ = ()
    line: str

    @property
    def subject(self) -> Subject:
        return Subject("reader-line", self.line)


@fact("line.set-up")
class LineSetUpPlain(AboutLine):
    """A line as it was set up before data bits, parity and settings could be chosen."""

    line: str
    station: str
    target: str
    driver: str
    baud: int | None
    address: int
    expects: str | None
    may_answer: bool
    group: str | None


@fact("line.set-up", version=2)
class LineSetUp(AboutLine):
    """A line is listened to from now on, at this station; stated again when it is edited."""

    line: str
    station: str
    target: str
    driver: str
    baud: int | None
    address: int
    expects: str | None
    may_answer: bool
    group: str | None
    framing: str
    asserts: str
    settings: str


def _set_up(_: Entry, fact: LineSetUpPlain | LineSetUp, shelves: Shelves) -> None:
    line = ReaderLine(
        fact.line,
        fact.target,
        fact.driver,
        fact.baud,
        fact.address,
        fact.expects,
        fact.may_answer,
        fact.group,
        station=fact.station,
    )
    if isinstance(fact, LineSetUp):
        line = replace(line, framing=fact.framing, asserts=fact.asserts, settings=fact.settings)
    shelves.put(line)


applies(LineSetUpPlain)(_set_up)
applies(LineSetUp)(_set_up)


@fact("line.switched")
class LineSwitched(AboutLine):
    """A line was switched on or off; off, nothing is heard over it."""

    line: str
    on: bool
    reason: str


@applies(LineSwitched)
def _switched(_: Entry, fact: LineSwitched, shelves: Shelves) -> None:
    known = shelves.get(ReaderLine, fact.line)
    if known is not None:
        shelves.put(replace(known, on=fact.on))


@fact("line.removed")
class LineRemoved(AboutLine):
    """A line is no longer listened to."""

    line: str
    reason: str


@applies(LineRemoved)
def _removed(_: Entry, fact: LineRemoved, shelves: Shelves) -> None:
    known = shelves.get(ReaderLine, fact.line)
    if known is not None:
        shelves.put(replace(known, removed=True))


class AboutReader(Fact):
    """A fact about one reader of the house's list."""

    __slots__ = ()
    reader: str

    @property
    def subject(self) -> Subject:
        return Subject("equipment", self.reader.rpartition("/")[2])


@fact("reader.listed")
class ReaderListed(AboutReader):
    """The house knows this reader: on a line it is believed."""

    reader: str
    kind: ReaderKind
    virtual: bool


@applies(ReaderListed)
def _listed(entry: Entry, fact: ReaderListed, shelves: Shelves) -> None:
    shelves.put(ListedReader(fact.reader, fact.kind, fact.virtual, entry.occurred_at))


@fact("reader.unlisted")
class ReaderUnlisted(AboutReader):
    """The house no longer knows this reader: on a line it is a stranger."""

    reader: str
    reason: str


@applies(ReaderUnlisted)
def _unlisted(_: Entry, fact: ReaderUnlisted, shelves: Shelves) -> None:
    known = shelves.get(ListedReader, fact.reader)
    if known is not None:
        shelves.put(replace(known, forgotten=True))
