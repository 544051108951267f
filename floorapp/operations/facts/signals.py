"""Facts that readers state about themselves and their tables, and what the lines' watch states about them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from floorapp.domain.findings import Noted
from floorapp.domain.signals import (
    LineAlarm,
    PartialEvidence,
    ReaderEvent,
    ReaderSession,
    SealedFrames,
    SealedShoe,
    Source,
    Suggestion,
    slot_of,
    suggestion_id,
)
from floorapp.domain.values import dataclass
from floorapp.operations.entry import Entry
from floorapp.operations.facts.findings import put_findings
from floorapp.operations.facts.house import AboutTable
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies


class SaidByReader(AboutTable):
    """A fact in a reader's own words, at its table."""

    __slots__ = ()
    table: str
    by: Source

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("equipment", self.by.serial),)


def _put_event(entry: Entry, fact: SaidByReader, shelves: Shelves, **more: object) -> None:
    at = entry.occurred_at
    event = ReaderEvent(
        id=fact.by.id, table=fact.table, at=at, said=fact.KIND, slot=slot_of(fact.table, at), virtual=fact.by.virtual
    )
    shelves.put(replace(event, **more))  # type: ignore[arg-type]


@fact("reader.greeted")
class ReaderGreeted(SaidByReader):
    """A reader said who it is and was believed; said again only when something about it is new."""

    table: str
    by: Source
    name: str
    kind: str
    firmware: str
    line: str


@applies(ReaderGreeted)
def _greeted(entry: Entry, fact: ReaderGreeted, shelves: Shelves) -> None:
    by = fact.by
    shelves.put(
        ReaderSession(by.reader, fact.table, fact.line, by.session, fact.firmware, entry.occurred_at, by.virtual)
    )


@fact("reader.signalled")
class ReaderSignalled(SaidByReader):
    """A reader was used: what it showed, with the up card where it knows it."""

    table: str
    by: Source
    signal: str
    up_card: str
    dealing: bool


@applies(ReaderSignalled)
def _signalled(entry: Entry, fact: ReaderSignalled, shelves: Shelves) -> None:
    _put_event(entry, fact, shelves, signal=fact.signal, up_card=fact.up_card, dealing=fact.dealing)


@fact("reader.self-tested")
class ReaderSelfTested(SaidByReader):
    """A reader tested itself."""

    table: str
    by: Source
    passed: bool
    says: str


@applies(ReaderSelfTested)
def _self_tested(entry: Entry, fact: ReaderSelfTested, shelves: Shelves) -> None:
    _put_event(entry, fact, shelves)


@fact("reader.tampered")
class ReaderTampered(SaidByReader):
    """A reader says that somebody tampered with it."""

    table: str
    by: Source
    cause: str
    says: str


@applies(ReaderTampered)
def _tampered(entry: Entry, fact: ReaderTampered, shelves: Shelves) -> None:
    _put_event(entry, fact, shelves)


@fact("reader.faulted")
class ReaderFaulted(SaidByReader):
    """A reader says that it is out of order."""

    table: str
    by: Source
    cause: str
    says: str


@applies(ReaderFaulted)
def _faulted(entry: Entry, fact: ReaderFaulted, shelves: Shelves) -> None:
    _put_event(entry, fact, shelves)


@fact("reader.cleared")
class ReaderCleared(SaidByReader):
    """A reader says that a fault or a tamper is over; people put it back into use, not the reader."""

    table: str
    by: Source
    what: str
    says: str


@applies(ReaderCleared)
def _cleared(entry: Entry, fact: ReaderCleared, shelves: Shelves) -> None:
    _put_event(entry, fact, shelves)


@fact("reader.partial")
class EvidencePartial(SaidByReader):
    """Frames of a reader are missing: evidence of that time is partial; `by` names the first of them."""

    table: str
    by: Source
    last: int
    after: datetime
    before: datetime
    findings: tuple[Noted, ...] = ()


@applies(EvidencePartial)
def _partial(entry: Entry, fact: EvidencePartial, shelves: Shelves) -> None:
    frames = fact.last - fact.by.sequence + 1
    shelves.put(PartialEvidence(gap_id(fact.by, fact.last), fact.table, fact.after, fact.before, frames))
    put_findings(entry, fact.table, fact.findings, shelves)


def gap_id(first: Source, last: int) -> str:
    """What a gap is known by."""
    return f"{first.id}-{last}"


class AboutLines(Fact):
    """A fact about reader lines."""

    __slots__ = ()
    alarm: str
    tables: tuple[str, ...]

    @property
    def subject(self) -> Subject:
        return Subject("reader-lines", self.alarm)

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return tuple(Subject("table", table) for table in self.tables)


@fact("reader.alarm-raised")
class LineAlarmRaised(AboutLines):
    """Lines are not heard, not trusted or out of order; stated again when it spreads to more lines."""

    alarm: str
    kind: str
    lines: tuple[str, ...]
    tables: tuple[str, ...]
    says: str
    means: str
    todo: str


@applies(LineAlarmRaised)
def _alarm_raised(entry: Entry, fact: LineAlarmRaised, shelves: Shelves) -> None:
    known = shelves.get(LineAlarm, fact.alarm)
    since = known.raised_at if known is not None and known.standing else entry.occurred_at
    shelves.put(LineAlarm(fact.alarm, fact.kind, fact.lines, fact.tables, since, fact.says, fact.todo))


@fact("reader.alarm-over")
class LineAlarmOver(AboutLines):
    """An alarm over reader lines no longer stands."""

    alarm: str
    tables: tuple[str, ...]
    says: str


@applies(LineAlarmOver)
def _alarm_over(_: Entry, fact: LineAlarmOver, shelves: Shelves) -> None:
    known = shelves.get(LineAlarm, fact.alarm)
    if known is not None:
        shelves.put(replace(known, standing=False))


@dataclass(frozen=True, slots=True)
class Suggested:
    """An irregularity of the catalog as it stands under what is known here."""

    code: str
    title: str
    cite: str
    effect: str
    remedy: str
    says: str
    device_reveals: bool | None = None


@fact("reader.contradicted")
class SignalContradicted(AboutTable):
    """A reader's signal does not agree with the cards of its round, or should not have been asked for."""

    table: str
    round: str
    digest: str
    event: str
    signal: str
    findings: tuple[Noted, ...]
    suggests: tuple[Suggested, ...]

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("round", self.round),)


@applies(SignalContradicted)
def _contradicted(entry: Entry, fact: SignalContradicted, shelves: Shelves) -> None:
    put_findings(entry, fact.table, fact.findings, shelves)
    for each in fact.suggests:
        name = suggestion_id(fact.table, fact.round, each.code)
        known = shelves.get(Suggestion, name)
        shelves.put(
            Suggestion(
                id=name,
                table=fact.table,
                round=fact.round,
                code=each.code,
                title=each.title,
                cite=each.cite,
                effect=each.effect,
                remedy=each.remedy,
                says=each.says,
                at=entry.occurred_at,
                device_reveals=each.device_reveals,
                incident=known.incident if known else "",
            )
        )


@dataclass(frozen=True, slots=True)
class LineFrames:
    """How many frames came over a line."""

    line: str
    frames: int


@fact("frames.sealed")
class FramesSealed(Fact):
    """Raw frames are bound into the chain: which bundles, how many frames of which line, one digest over all."""

    station: str
    first: int
    last: int
    first_at: datetime
    last_at: datetime
    lines: tuple[LineFrames, ...]
    digest: str

    @property
    def subject(self) -> Subject:
        return Subject("frames", self.station)


@applies(FramesSealed)
def _sealed(_: Entry, fact: FramesSealed, shelves: Shelves) -> None:
    shelves.put(SealedFrames(fact.station, fact.last))


@fact("frames.shoe-sealed")
class ShoeFramesNoted(AboutTable):
    """A shoe's raw frames, as they were sealed before their bundles were named."""

    table: str
    shoe: str
    line: str
    began_at: datetime
    ended_at: datetime
    frames: int
    digest: str


@fact("frames.shoe-sealed", version=2)
class ShoeFramesSealed(AboutTable):
    """The raw frames of a table's line during one shoe: in which bundles, how many, and one digest over them."""

    table: str
    shoe: str
    line: str
    began_at: datetime
    ended_at: datetime
    #: The bundles they lie among; where there are none, the last is before the first.
    first: int
    last: int
    frames: int
    digest: str


def _shoe_sealed(_: Entry, fact: ShoeFramesNoted | ShoeFramesSealed, shelves: Shelves) -> None:
    shelves.put(SealedShoe(fact.table, fact.shoe, fact.ended_at))


applies(ShoeFramesNoted)(_shoe_sealed)
applies(ShoeFramesSealed)(_shoe_sealed)
