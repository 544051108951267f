"""What the judge of conduct saw, day by day: which tables were open, with which readers, and what was done by then."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import field
from datetime import datetime

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.finding import ConductFinding
from floorapp.engine.conduct.judge import Judge
from floorapp.engine.conduct.table import TableConduct
from floorapp.operations.conduct import Line
from floorapp.operations.conduct_log import FloorTeller
from floorapp.operations.papers.record import Record


@dataclass(slots=True)
class OpenDay:
    """A table that was open in a gaming day: since when, under which rulebook, and every reader that was on it."""

    table: str
    day: GamingDay
    since: datetime
    #: Open when the gaming day began.
    all_along: bool
    rulebook: str
    readers: dict[str, None] = field(default_factory=dict)


class JudgedRecord:
    """A record as the judge heard it."""

    def __init__(self, record: Record) -> None:
        teller = FloorTeller(record)
        self.judge: Judge = teller.judge
        self.open_days: dict[GamingDay, dict[str, OpenDay]] = {}
        #: The steps done with each set when a table was opened, by table and instant.
        self.at_opening: dict[tuple[str, datetime], dict[str, frozenset[str]]] = {}
        #: The sets that then still had their tens.
        self.with_tens: dict[tuple[str, datetime], frozenset[str]] = {}
        #: By when each set had to be changed, by table and set, and from when on that was so, while it was there.
        self._change_by: dict[tuple[str, str], list[tuple[datetime, datetime | None]]] = {}
        #: When each reader was inspected, by table and serial, and when the gaming day of that began.
        self._inspected: dict[tuple[str, str | None], list[tuple[datetime, datetime]]] = {}
        self._open: dict[str, GamingDay] = {}
        for line in teller.lines():
            if line["do"] == "house":
                self._reckon_all(datetime.fromisoformat(line["at"]))
            elif line["do"] != "round":
                self._take(line)
        if record.now is not None:
            for table in tuple(self._open):
                self._roll(self.judge.tables[table].conduct, record.now)

    def _take(self, line: Line) -> None:
        at, conduct = datetime.fromisoformat(line["at"]), self.judge.tables[line["table"]].conduct
        self._roll(conduct, at)
        if line["do"] == "inspect_reader" and conduct.reader is not None:
            clock = self.judge.house.clock
            made = (at.replace(microsecond=0), clock.start_of(clock.day_of(at)))
            self._inspected.setdefault((conduct.name, conduct.reader.serial), []).append(made)
        if line["do"] == "open":
            moment, sets = (conduct.name, at.replace(microsecond=0)), tuple(conduct.opened_sets())
            self.at_opening[moment] = {each.name: frozenset(each.done) for each in sets}
            self.with_tens[moment] = frozenset(each.name for each in sets if each.has_tens)
        self._reckon(conduct, at)
        if not conduct.is_open:
            self._open.pop(conduct.name, None)
        else:
            day = self.judge.house.clock.day_of(at)
            self._mark(conduct, day, at, all_along=False)

    def _roll(self, conduct: TableConduct, at: datetime) -> None:
        """Let the days pass that a table was open through."""
        day, today = self._open.get(conduct.name), self.judge.house.clock.day_of(at)
        while day is not None and day < today:
            day = day.next()
            begins = self.judge.house.clock.start_of(day)
            if begins < at or (begins == at and conduct.is_open):
                self._mark(conduct, day, begins, all_along=True)

    def _mark(self, conduct: TableConduct, day: GamingDay, since: datetime, *, all_along: bool) -> None:
        self._open[conduct.name] = day
        book = conduct.setup.rulebook if conduct.setup is not None else ""
        of_day = self.open_days.setdefault(day, {})
        mine = of_day.setdefault(conduct.name, OpenDay(conduct.name, day, since, all_along, book))
        if conduct.reader is not None:
            mine.readers[conduct.reader.serial] = None

    def _reckon_all(self, at: datetime) -> None:
        """The house's own hours may be others from now on."""
        for watched in self.judge.tables.values():
            self._reckon(watched.conduct, at)

    def _reckon(self, conduct: TableConduct, at: datetime) -> None:
        look = self.judge.look(conduct, self.judge.hour(at))
        for cards in conduct.opened_sets() if look is not None else ():
            by = look.change_by(cards) if look is not None else None
            known = self._change_by.setdefault((conduct.name, cards.name), [])
            if not known or known[-1][1] != by:
                known.append((at, by))

    def change_by(self, table: str, name: str, at: datetime) -> datetime | None:
        """By when a set had to be changed, as it was known then; none where no hours were set."""
        known = self._change_by.get((table, name), [])
        place = bisect_right(known, at, key=lambda each: each[0])
        return known[max(0, place - 1)][1] if known else None

    def inspected_after(self, found: ConductFinding) -> datetime | None:
        """When a reader that stood uninspected was inspected that gaming day after all, at a closed table too."""
        if found.until is None:
            return None
        inspections = self._inspected.get((found.table, found.subject), [])
        return next((at for at, begun in inspections if at >= found.until.at and begun <= found.since.at), None)
