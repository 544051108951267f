"""The sheet: what a screen shows and a paper prints, as frozen values in the reader's own words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from urllib.parse import urlencode

from floorapp.domain.values import dataclass
from floorapp.operations.card_round import CardRound, Settlement
from floorapp.operations.chart import Chart

AUTOMATIC = "automatic"  # the role of a station that makes a report by itself
UPRIGHT = 8  # so many columns, beside the record number, stand on an upright page
#: What stands at a place that somebody may still sign.
NOT_YET_SIGNED = "Name and date: not yet signed"


class SheetSign(StrEnum):
    """The shape before a word: a state of the floor, or a box of a checklist."""

    OKAY = "okay"
    DUE = "due"
    WARNING = "warning"
    ALARM = "alarm"
    OFFLINE = "offline"
    SHELVED = "shelved"
    DONE = "done"
    OPEN = "open"
    FALLS_AWAY = "falls away"


class Kind(StrEnum):
    """What stands in a column: its lettering and its side follow from it."""

    NAME = "name"
    TEXT = "text"
    ID = "id"
    TIME = "time"
    STATE = "state"
    PERSON = "person"
    NUMBER = "number"
    MONEY = "money"


class Align(StrEnum):
    """The side a column's texts stand on."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of a table: its head, what stands in it, and its share of the width."""

    head: str
    kind: Kind = Kind.TEXT
    weight: float = 1.0
    align: Align | None = None

    def __post_init__(self) -> None:
        if not self.head.strip():
            raise ValueError("a column needs a head")
        if not self.weight > 0:
            raise ValueError(f"column {self.head}: its weight must be more than nothing")

    @property
    def right(self) -> bool:
        """Whether its texts stand on the right: numbers and money do unless told otherwise."""
        return (self.align or Align.LEFT) is Align.RIGHT or (
            self.align is None and self.kind in (Kind.NUMBER, Kind.MONEY)
        )


class Instant(str):
    """A time in words that knows its instant, for those who reckon with it."""

    at: datetime

    def __new__(cls, words: str, at: datetime) -> Instant:
        made = super().__new__(cls, words)
        made.at = at
        return made

    def __getnewargs__(self) -> tuple[str, datetime]:  # type: ignore[override]
        return str(self), self.at


@dataclass(frozen=True, slots=True)
class MarkedWord:
    """A word with the sign before it."""

    text: str
    sign: SheetSign

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Dash:
    """Nothing stands here, and this is why."""

    meaning: str

    def __str__(self) -> str:
        return "–"


Cell = str | MarkedWord | Dash


@dataclass(frozen=True, slots=True)
class Correction:
    """What replaces a row: the new value in words, the reason, who, when, and its own record number."""

    text: str
    reason: str
    by: str
    at: str
    record: str

    def __post_init__(self) -> None:
        if not all(each.strip() for each in (self.text, self.reason, self.by, self.at, self.record)):
            raise ValueError("a correction says what, why, who, when, and its record number")

    @property
    def sentence(self) -> str:
        """As it is printed under the struck row."""
        return f"Correction {self.at}: {self.text.rstrip('.')}. Reason: {self.reason.rstrip('.')}."


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its cells, its record number, the corrections it met, notes under it, a box if it differs."""

    cells: tuple[Cell, ...]
    record: str = ""
    corrections: tuple[Correction, ...] = ()
    notes: tuple[str, ...] = ()
    differs: bool = False

    def __post_init__(self) -> None:
        for cell in self.cells:
            text = cell.meaning if isinstance(cell, Dash) else str(cell)
            if not text or text.isspace():
                raise ValueError("no cell is blank: say it with a Dash and its meaning")


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under a common title, such as a pit's; without a title they simply follow."""

    rows: tuple[Row, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Rows in columns; one without rows still says so."""

    columns: tuple[SheetColumn, ...]
    groups: tuple[Group, ...]
    title: str = ""
    record_head: str = "Record"
    none: str = "No records in this period."
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        wanted = len(self.columns)
        odd = next((row for row in self.rows if len(row.cells) != wanted), None)
        if odd is not None:
            raise ValueError(f"{self.title or 'table'}: a row of {len(odd.cells)} cells for {wanted} columns")
        if any(row.record for row in self.rows) and not all(row.record for row in self.rows):
            raise ValueError(f"{self.title or 'table'}: every row has a record number or none has")

    @property
    def rows(self) -> Iterator[Row]:
        return (row for group in self.groups for row in group.rows)


def table(*columns: SheetColumn, rows: tuple[Row, ...], title: str = "", notes: tuple[str, ...] = ()) -> SheetTable:
    """A table whose rows are not grouped."""
    return SheetTable(columns, (Group(rows),), title=title, notes=notes)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and what it counts."""

    number: str
    words: str


@dataclass(frozen=True, slots=True)
class SheetTally:
    """The line under the title: the day in figures."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class SheetFact:
    """One thing to know, under its label."""

    label: str
    value: str | MarkedWord

    def __post_init__(self) -> None:
        if not str(self.value).strip():
            raise ValueError(f"{self.label}: no value is blank")


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """The key facts of a document, label beside value."""

    facts: tuple[SheetFact, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Prose:
    """Paragraphs in plain words; small ones are citations and duties."""

    paragraphs: tuple[str, ...]
    title: str = ""
    small: bool = False


@dataclass(frozen=True, slots=True)
class Callout:
    """The one thing that differs, boxed, with a figure at its side."""

    headline: str
    text: str
    figure: str = ""
    figure_label: str = ""


@dataclass(frozen=True, slots=True)
class MissingDuty:
    """What a duty lacks, and why."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class SheetDuty:
    """A duty of the day against what is on record."""

    duty: str
    citation: str
    expected: int
    recorded: int
    missing: tuple[MissingDuty, ...] = ()
    #: Why it is not due yet, where the day is not over.
    not_yet: str = ""

    def __post_init__(self) -> None:
        if self.recorded < self.expected and not self.missing:
            raise ValueError(f"{self.duty}: says that something is missing but not what and why")

    @property
    def complete(self) -> bool:
        return not self.missing and not self.not_yet


@dataclass(frozen=True, slots=True)
class Completeness:
    """The day's duties, what is on record, what is missing and why."""

    duties: tuple[SheetDuty, ...]
    title: str = "Gaming-day checklist"


@dataclass(frozen=True, slots=True)
class SheetSignature:
    """A place to sign: who, as what, meaning what; `signed` says when, or why it is not signed yet."""

    role: str
    meaning: str
    name: str = ""
    signed: str = NOT_YET_SIGNED


@dataclass(frozen=True, slots=True)
class Signatures:
    """The signature blocks that close a document."""

    blocks: tuple[SheetSignature, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A signature drawn on a pad, as `drawn_signature` writes it, with what it stands under."""

    drawn: str
    title: str
    caption: str


@dataclass(frozen=True, slots=True)
class Contents:
    """Where each sheet of a pack begins; the page numbers are the printer's."""

    title: str = "Contents"


Section = (
    SheetTable
    | SheetTally
    | SheetFacts
    | Prose
    | Callout
    | CardRound
    | Settlement
    | Completeness
    | Chart
    | Drawing
    | Contents
    | Signatures
)


@dataclass(frozen=True, slots=True)
class SheetHead:
    """What stands above every page: property, title, form, period, filters."""

    property: str
    title: str
    form: str
    revision: str
    period_label: str
    period: str
    hours: str = ""
    filters: str = ""
    audience: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole document's content; a large one is for a guest, and `one_page` shrinks until it fits."""

    head: SheetHead
    sections: tuple[Section, ...]
    large: bool = False
    one_page: bool = False

    @property
    def wide(self) -> bool:
        """Whether it is printed landscape: a table of it has more columns than an upright page has room for."""
        return any(len(each.columns) > UPRIGHT for each in self.sections if isinstance(each, SheetTable))

    @property
    def corrected(self) -> bool:
        """Whether any row of it is struck."""
        return any(row.corrections for each in self.sections if isinstance(each, SheetTable) for row in each.rows)


@dataclass(frozen=True, slots=True)
class Issue:
    """The facts of one printing: which document, from which logbook head, by whom, where, with what."""

    document: str
    logbook_record: str
    logbook_hash: str
    printed_at: str
    printed_by: str
    role: str
    station: str
    instant: datetime
    app_version: str
    rulebooks: tuple[str, ...]
    copy: int = 0
    key: str = ""
    records: str = ""
    #: The page on which the property lets others check reports, where it has one.
    check_at: str = ""

    def __post_init__(self) -> None:
        if self.instant.tzinfo is None:
            raise ValueError("an instant must carry its zone")

    @property
    def standing(self) -> str:
        """Original or which copy."""
        said = f"COPY {self.copy}, not the original" if self.copy else "original, not a reprint"
        return f"{said} · UNSIGNED by any person" if self.role == AUTOMATIC and not self.copy else said

    @property
    def code(self) -> str:
        """What the square code on the paper says: where it is checked, or with what, and what to look up."""
        if self.check_at:
            asked = {"document": self.document, "head": self.logbook_record, "hash": self.logbook_hash}
            return f"{self.check_at}?{urlencode(asked)}"
        return f"floorapp report check FILE: {self.document} {self.logbook_record} {self.logbook_hash}"
