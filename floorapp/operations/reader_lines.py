"""The reader lines of a station as they are set up, and what the screens ask of the lines at work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from floorapp.domain.reader_lines import KnownReader, LineSheet, LineState, ListedReader, ReaderLine
from floorapp.domain.signals import ReaderSession
from floorapp.domain.tables import Equipment, Fixture
from floorapp.domain.values import dataclass
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input

if TYPE_CHECKING:
    from floorapp.domain.proof_test import ProofRun

#: What virtual readers fail together with: the process that plays them.
VIRTUAL_GROUP = "virtual readers"
VIRTUAL_MAKE = "Floorapp/Virtual/"

#: What a change must be about for the lines to be looked at anew.
CONCERNS = frozenset({"reader-line", "equipment", "table"})


def virtual_key(serial: str) -> str:
    """The identity of a virtual reader by its serial number."""
    return VIRTUAL_MAKE + serial


@dataclass(frozen=True, slots=True)
class LinesPlan:
    """What a station listens to, and whom it believes."""

    lines: tuple[ReaderLine, ...]
    known: tuple[KnownReader, ...]


def lines_plan(moment: Moment, station: str, secrets: Mapping[str, bytes]) -> LinesPlan:
    """The plan as the logbook has it; a known reader stands at the table where it is installed."""
    lines = moment.state.find(ReaderLine, station=station, removed=False)
    tables = {
        piece.serial: piece.table
        for piece in moment.state.find(Equipment, fitted=True)
        if piece.fixture is Fixture.READER
    }
    listed = sorted(moment.state.find(ListedReader, forgotten=False), key=lambda each: each.listed_at)
    known = [_known(each, listed, tables, secrets) for each in listed]
    return LinesPlan(lines, tuple(_last_heard(moment, station, each) for each in known))


def _known(
    reader: ListedReader, listed: list[ListedReader], tables: Mapping[str, str], secrets: Mapping[str, bytes]
) -> KnownReader:
    by_number = tables.get(reader.serial)
    owner = next(each for each in listed if each.serial == reader.serial) is reader
    table = tables.get(reader.key) or (by_number if owner else None)
    namesake = table is None and by_number is not None
    return KnownReader(reader.key, reader.kind, table, reader.virtual, secrets.get(reader.key), namesake=namesake)


def _alike(moment: Moment, serial: str) -> list[ListedReader]:
    """The registered readers of a serial number, the first to be registered first."""
    found = [each for each in moment.state.find(ListedReader, forgotten=False) if each.serial == serial]
    return sorted(found, key=lambda each: each.listed_at)


def owns_number(moment: Moment, key: str) -> bool:
    """Whether a bare serial number means this reader: of several on the list that share it, the first."""
    alike = _alike(moment, key.rpartition("/")[2])
    return not alike or alike[0].key == key


def installed_as(moment: Moment, key: str) -> str:
    """What a reader is installed by: its serial number, or its whole identity where another has that number too."""
    serial = key.rpartition("/")[2]
    installed = [each for each in moment.state.find(Equipment, serial=serial, fitted=True)]
    others = [each for each in _alike(moment, serial) if each.key != key]
    return key if others or any(each.fixture is Fixture.READER for each in installed) else serial


def shared_number(moment: Moment, serial: str) -> Refusal | None:
    """A serial number that says too little: several registered readers have it."""
    alike = _alike(moment, serial)
    if len(alike) < 2:
        return None
    return bad_input(
        f"{len(alike)} registered readers have the serial number {serial}.",
        f"Enter make, model and serial number of the one that is meant: {' or '.join(each.key for each in alike)}.",
        "serial",
    )


def _last_heard(moment: Moment, station: str, reader: KnownReader) -> KnownReader:
    """With the line it was last heard on: the station of that line is the one that misses it."""
    session = moment.state.get(ReaderSession, reader.key)
    line = None if session is None else moment.state.get(ReaderLine, session.line)
    if line is None:
        return reader
    here = line.station == station
    return replace(reader, last_line=line.id if here else None, elsewhere=not here)


@dataclass(frozen=True, slots=True)
class LineStanding:
    """How one line stands, in a few words: what the header and the floor show."""

    line: str
    table: str | None
    state: LineState
    virtual: bool
    #: The identity of the reader that is trusted there; empty while none is.
    reader: str = ""


@dataclass(frozen=True, slots=True)
class FreePort:
    """A port without a line: how a line would name it, and what is known of it."""

    target: str
    says: str


@dataclass(frozen=True, slots=True)
class Recognized:
    """What was heard at a port, in words; and the protocol, rate and settings by which a line would understand it."""

    says: str
    driver: str = ""
    baud: int | None = None
    settings: str = ""
    #: Nothing that might still come would change it.
    sure: bool = False


class LinesAtWork(Protocol):
    """The supervised lines of this station, as screens see them; answered from any thread."""

    def start(self, tell: Callable[[], None]) -> None:
        """Begin to listen; `tell` is called from any thread whenever a line changed something."""
        ...

    def stop(self) -> None:
        """Close every line; what is waiting is written first."""
        ...

    def heed(self, scanned: Callable[[str], None]) -> None:
        """Tell of every code that a scanner on a line reads; called from any thread."""
        ...

    def follow(self) -> None:
        """The set-up has changed: open and close lines accordingly."""
        ...

    def standing(self) -> tuple[LineStanding, ...]:
        """How every line stands."""
        ...

    def sheets(self) -> tuple[LineSheet, ...]:
        """All that is known of every line."""
        ...

    def ports(self) -> tuple[FreePort, ...]:
        """The ports of this station behind which no line listens yet."""
        ...

    def drivers(self) -> tuple[str, ...]:
        """The protocols this station can speak, by name."""
        ...

    def recognize(self, line: ReaderLine) -> Recognized:
        """Listen for a few seconds at the port a line would have, and say what speaks there; slow."""
        ...

    def unfit(self, driver: str, settings: str, *, may_answer: bool) -> str:
        """Why a protocol cannot be spoken so; empty where it can."""
        ...

    def play(self, serial: str, words: str) -> None:
        """Have a virtual reader do something, in the words of a script; raises ValueError on others."""
        ...

    def begin_test(self, test: ProofRun) -> None:
        """Let a reader's signals be the answers of its proof test from now on."""
        ...

    def test_of(self, reader: str) -> ProofRun | None:
        """How the proof test of a reader stands."""
        ...

    def end_test(self, reader: str) -> None:
        """Its signals belong to the table again."""
        ...
