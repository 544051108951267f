"""What the judge of conduct says of a period, as papers print it: what stood, and what was dealt meanwhile."""

from __future__ import annotations

from collections.abc import Container, Iterator
from datetime import datetime, timedelta

from floorapp.domain.values import dataclass
from floorapp.engine.conduct.finding import ConductFinding
from floorapp.engine.duty import MOMENTS
from floorapp.operations.papers.builder import Composing, plain_table
from floorapp.operations.sheet import Kind, Row, SheetColumn, SheetTable

COLUMNS = (
    SheetColumn("Table", Kind.NAME, 0.8),
    SheetColumn("From", Kind.TIME, 1.8),
    SheetColumn("To", Kind.TIME, 1.8),
    SheetColumn("Finding", Kind.TEXT, 4.4),
    SheetColumn("Section", Kind.TEXT, 2.2),
    SheetColumn("Rounds", Kind.NUMBER, 0.8),
    SheetColumn("Hands", Kind.NUMBER, 0.8),
    SheetColumn("Minutes dealt", Kind.NUMBER, 0.8),
)

#: Duties by the log they belong to.
READERS = frozenset({"reader-missing", "reader-kind", "reader-not-inspected", "reader-failed", "inspected-by-another"})
CARDS = frozenset(
    {"decks-over-hours", "decks-number", "tens-in-shoe", "tens-missing", "tens-disposal", "card-missing", "card-extra"}
)
SHUFFLING = frozenset(
    {
        "batches-two",
        "batches-equal",
        "batches-design",
        "batches-color",
        "batch-outside",
        "batch-not-alternated",
        "rack-mixed",
        "not-shuffled",
        "faulted-shuffle",
        "not-cut",
        "shuffler-standing",
        "not-burned",
        "dealer-not-burned",
        "cover-card-passed",
        "idle-not-done",
        "recut-late",
        "recut-by-whom",
    }
)
OF_A_MOMENT = frozenset({*MOMENTS, "setup-reader"})
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Stood:
    """A finding within a period: when it stood there, and what was dealt meanwhile."""

    found: ConductFinding
    since: datetime
    until: datetime
    still: bool
    rounds: int
    hands: int
    minutes: int


def stood(desk: Composing, duties: Container[str] | None = None, *, all_: bool = False) -> Iterator[Stood]:
    """What the judge finds at the tables and in the time asked for; with `all_` also what nothing was dealt in."""
    for each in desk.record.judge.findings(all_=all_):
        if (duties is None or each.duty in duties) and desk.wants(each.table):
            found = _of_a_moment(desk, each) if _is_of_a_moment(each) else _of_a_time(desk, each)
            yield from (one for one in found if all_ or one.rounds or one.found.duty in OF_A_MOMENT)


def _is_of_a_moment(found: ConductFinding) -> bool:
    return found.duty in OF_A_MOMENT or found.since == found.until


def _of_a_moment(desk: Composing, found: ConductFinding) -> Iterator[Stood]:
    """Of its own time: what a count found tells of the rounds since the last full one, whenever they were."""
    dealt, at = found.dealt, found.since.at if found.until is None else found.until.at
    if desk.covers(at):
        yield Stood(found, found.since.at, at, False, dealt.rounds, dealt.hands, dealt.minutes)


def _of_a_time(desk: Composing, found: ConductFinding) -> Iterator[Stood]:
    """As far as the time asked for saw it."""
    dealt, until = found.dealt, found.until.at if found.until is not None else None
    for begins, ends in desk.spans:
        since, last = max(found.since.at, begins), min(until or desk.so_far, ends)
        still = until is None or until > ends
        if since >= last:
            continue
        if since == found.since.at and last == until:
            yield Stood(found, since, last, still, dealt.rounds, dealt.hands, dealt.minutes)
            continue
        rounds = [each for each in desk.record.rounds(since, last, table=found.table) if _in(found, each.at)]
        times = [each.at for each in rounds if each.at is not None]
        minutes = max(1, -((min(times) - max(times)) // MINUTE)) if times else 0
        yield Stood(found, since, last, still, len(rounds), sum(max(each.hands, 1) for each in rounds), minutes)


def _in(found: ConductFinding, at: datetime | None) -> bool:
    first, last = found.dealt.first, found.dealt.last
    if at is None or first is None or last is None:
        return False
    return first.at <= at.replace(microsecond=0) <= last.at


def findings_table(desk: Composing, title: str, duties: Container[str] | None, none: str) -> SheetTable:
    """The findings of a period as a table; none is said too."""
    return plain_table(title, COLUMNS, (_row(desk, each) for each in stood(desk, duties)), none)


def _row(desk: Composing, each: Stood) -> Row:
    """Of a moment, its time stands on both sides."""
    return Row(
        (
            each.found.table,
            desk.time(each.since),
            f"{desk.time(each.until)}, still" if each.still else desk.time(each.until),
            each.found.says,
            desk.source(each.found.cite, each.found.basis),
            f"{each.rounds:,}",
            f"{each.hands:,}",
            f"{each.minutes:,}",
        )
    )
