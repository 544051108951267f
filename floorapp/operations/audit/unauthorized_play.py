"""Play outside authorization: rounds and signals at a table while something stood against dealing, by the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from floorapp.domain.values import dataclass
from floorapp.engine.conduct.conditions import POLICY
from floorapp.engine.conduct.finding import ConductFinding
from floorapp.operations.audit.posts import tables_of
from floorapp.operations.audit.selection import Selection
from floorapp.operations.conduct_log import judged_record
from floorapp.operations.facts.signals import ReaderSignalled
from floorapp.operations.moment import Moment
from floorapp.operations.papers.pages import Pages
from floorapp.operations.papers.record import Record

#: Every position there is.
ALL = 2**62
#: A moment before the first round of a stretch.
BEFORE, INSTANT = timedelta(seconds=1), timedelta(microseconds=1)
#: Where a reader that is used tells of play, though no round was written down.
SIGNALS_TELL = frozenset({"closed", "reader-failed", "reader-not-inspected"})
#: What is found at one line: no time in which a table should not have dealt.
OF_A_COUNT = frozenset({"card-missing", "card-extra"})


@dataclass(frozen=True, slots=True)
class Breach:
    """What was dealt or signalled at a table although something stood against it.

    `since` and `until` tell how long it stood, `first` and `last` when the wrong rounds or signals were.
    """

    table: str
    code: str
    says: str
    cite: str
    since: datetime
    until: datetime
    first: datetime
    last: datetime
    rounds: int
    hands: int
    signals: int

    @property
    def minutes(self) -> int:
        """The minutes that the state fines by."""
        return begun_minutes(self.first, self.last)


def begun_minutes(first: datetime, last: datetime) -> int:
    """From the first wrong round or signal to the last, a begun minute as a whole one: a single round counts one."""
    return max(1, -((first - last) // timedelta(minutes=1)))


def negative_log(
    moment: Moment, pages: Pages, selection: Selection, told: Callable[[int, int], None] = lambda done, of: None
) -> tuple[Breach, ...]:
    """Every breach of a selection, table by table; `told` hears how many tables are done, and may raise."""
    names = tables_of(moment, selection.tables)
    told(0, len(names))
    judge = judged_record(Record(pages, upto=ALL, rulebooks=moment.rulebooks))
    stood: dict[str, list[ConductFinding]] = {}
    for each in judge.stretches():
        stood.setdefault(each.table, []).append(each)
    found = list[Breach]()
    for number, table in enumerate(names):
        told(number, len(names))
        for each in _used(moment, stood.get(table, [])):
            found += _breaches(moment, selection, each)
    return tuple(found)


def _used(moment: Moment, stood: list[ConductFinding]) -> Iterator[ConductFinding]:
    """The stretches in which a table was used; a long time without is passed over at once."""
    if not stood or not moment.state.used(stood[0].table, stood[0].since.at - BEFORE, _ends(moment, stood)):
        return
    if len(stood) == 1:
        yield from stood
        return
    half = len(stood) // 2
    yield from _used(moment, stood[:half])
    yield from _used(moment, stood[half:])


def _ends(moment: Moment, stood: list[ConductFinding]) -> datetime:
    return max(moment.now if each.until is None else each.until.at for each in stood) + BEFORE


def _breaches(moment: Moment, selection: Selection, stood: ConductFinding) -> Iterator[Breach]:
    """What was dealt or signaled in the parts of a stretch that were asked for."""
    used = stood.dealt.rounds and (stood.basis != POLICY or stood.duty == "closed")
    if stood.duty in OF_A_COUNT or not (used or stood.duty in SIGNALS_TELL):
        return
    until = min(stood.until.at if stood.until is not None else moment.now, moment.now)
    for begins, ends in selection.within(stood.since.at, until + BEFORE):
        breach = _breach(moment, stood, begins, ends)
        if breach is not None:
            yield breach


def _breach(moment: Moment, stood: ConductFinding, since: datetime, until: datetime) -> Breach | None:
    first, last = stood.dealt.first, stood.dealt.last
    signals = _signals(moment, stood.table, since, until) if stood.duty in SIGNALS_TELL else []
    times, rounds, hands = list(signals), 0, 0
    if first is not None and last is not None:
        dealt = moment.state.dealt(stood.table, max(since, first.at) - INSTANT, min(until - INSTANT, last.at + BEFORE))
        times += (at for at in (dealt.first, dealt.last) if at is not None)
        rounds, hands = dealt.rounds, dealt.hands
    if not times:
        return None
    return Breach(
        stood.table,
        stood.duty,
        stood.says,
        stood.cite,
        since,
        until,
        min(times),
        max(times),
        rounds,
        hands,
        len(signals),
    )


def _signals(moment: Moment, table: str, since: datetime, until: datetime) -> list[datetime]:
    """When a reader was used; that it beats or tests itself is no breach."""
    heard = moment.state.heard(table, since, until)
    return [event.at for event in heard if event.said == ReaderSignalled.KIND and since < event.at <= until]
