"""Facts about tables in use: who has them, opening and closing, stopping and going on."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.findings import Noted
from floorapp.domain.tables import Assignment, Cards, KnownCount, Phase, Post, Shoe, ShoePhase, TableStatus
from floorapp.domain.values import dataclass
from floorapp.operations.entry import Entry
from floorapp.operations.facts.findings import put_findings
from floorapp.operations.facts.house import AboutTable
from floorapp.operations.facts.registry import Subject, fact
from floorapp.operations.state import Shelves, applies

#: Findings under which a count is not a known good one.
MISCOUNTED = frozenset({"card-missing-at-count", "extra-card-at-count"})


@fact("post.taken", correctable=True)
class PostTaken(AboutTable):
    """A floorperson or dealer was assigned to a table."""

    table: str
    post: Post
    person: str
    reason: str = ""
    findings: tuple[Noted, ...] = ()

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("person", self.person),)


@applies(PostTaken)
def _post_taken(entry: Entry, fact: PostTaken, shelves: Shelves) -> None:
    before = shelves.get(Assignment, fact.table, fact.post)
    shelves.put(Assignment(fact.table, fact.post, fact.person, entry.occurred_at))
    put_findings(entry, fact.table, fact.findings, shelves)
    shoe = shelves.get(Shoe, fact.table) if fact.post is Post.DEALER else None
    changed = before is None or before.person != fact.person
    if shoe is not None and changed and shoe.phase is not ShoePhase.ENDED:
        shelves.put(replace(shoe, burn_due=True))


@fact("post.left", correctable=True)
class PostLeft(AboutTable):
    """A floorperson or dealer was relieved and nobody took over yet."""

    table: str
    post: Post
    person: str

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return (Subject("person", self.person),)


@applies(PostLeft)
def _post_left(entry: Entry, fact: PostLeft, shelves: Shelves) -> None:
    shelves.put(Assignment(fact.table, fact.post, None, entry.occurred_at))


@dataclass(frozen=True, slots=True)
class StepDone:
    """One step of a checklist, done by somebody."""

    step: str
    who: str
    cite: str


@fact("table.checked", correctable=True)
class TableChecked(AboutTable):
    """Somebody looked at a table: which checks are as they should be, which are not; the others were not looked at."""

    table: str
    steps: tuple[StepDone, ...]
    wrong: tuple[StepDone, ...] = ()
    says: str = ""
    findings: tuple[Noted, ...] = ()


@applies(TableChecked)
def _table_checked(entry: Entry, fact: TableChecked, shelves: Shelves) -> None:
    put_findings(entry, fact.table, fact.findings, shelves)


@fact("table.opened", correctable=True)
class TableOpened(AboutTable):
    """A table was opened: with which cards, by which steps, under whom, and past what, if anything."""

    table: str
    cards: Cards
    steps: tuple[StepDone, ...]
    floorperson: str
    deck_sets: tuple[str, ...]
    counted: int
    exception: str = ""
    findings: tuple[Noted, ...] = ()

    @property
    def mentions(self) -> tuple[Subject, ...]:
        return tuple(Subject("deck-set", name) for name in self.deck_sets)


def _status(entry: Entry, table: str, shelves: Shelves) -> tuple[TableStatus | None, bool]:
    """How a table stands, and whether something came in that happened before that: it changes nothing any more."""
    status = shelves.get(TableStatus, table)
    return status, status is not None and entry.occurred_at < status.since


@applies(TableOpened)
def _table_opened(entry: Entry, fact: TableOpened, shelves: Shelves) -> None:
    at = entry.occurred_at
    if not _status(entry, fact.table, shelves)[1]:
        shelves.put(TableStatus(table=fact.table, phase=Phase.OPEN, since=at, opened_at=at))
    if not MISCOUNTED & {noted.code for noted in fact.findings}:  # an exception does not make a count good
        shelves.put(KnownCount(fact.table, at, fact.counted, "counted at opening", entry.id))
    put_findings(entry, fact.table, fact.findings, shelves)


@fact("table.suspended", correctable=True)
class TableSuspended(AboutTable):
    """Dealing stopped; `stopped_by` names the paragraph where one stopped it."""

    table: str
    reason: str
    stopped_by: str = ""


@applies(TableSuspended)
def _table_suspended(entry: Entry, fact: TableSuspended, shelves: Shelves) -> None:
    status, over = _status(entry, fact.table, shelves)
    if status is not None and not over:
        changed = replace(
            status, phase=Phase.SUSPENDED, since=entry.occurred_at, stopped_by=fact.stopped_by, reason=fact.reason
        )
        shelves.put(changed)


@fact("table.resumed", correctable=True)
class TableResumed(AboutTable):
    """Dealing went on."""

    table: str
    exception: str = ""
    findings: tuple[Noted, ...] = ()


@applies(TableResumed)
def _table_resumed(entry: Entry, fact: TableResumed, shelves: Shelves) -> None:
    status, over = _status(entry, fact.table, shelves)
    if status is not None and not over:
        changed = replace(status, phase=Phase.OPEN, since=entry.occurred_at, stopped_by="", reason="")
        shelves.put(changed)
    put_findings(entry, fact.table, fact.findings, shelves)


@fact("table.closed", correctable=True)
class TableClosed(AboutTable):
    """A table was closed; the age of its cards runs on."""

    table: str
    reason: str = ""


@applies(TableClosed)
def _table_closed(entry: Entry, fact: TableClosed, shelves: Shelves) -> None:
    status, over = _status(entry, fact.table, shelves)
    opened = status.opened_at if status else None
    open_then = opened is not None and opened <= entry.occurred_at  # a stop since then has opened nothing
    if not over or (status is not None and status.phase is not Phase.CLOSED and open_then):
        shelves.put(TableStatus(fact.table, Phase.CLOSED, entry.occurred_at, opened, reason=fact.reason))
