"""How a table's conduct is kept in the state: what each entry told, and now and then a page of the judge's view.

An entry writes down its own lines and where the table stands, never the whole view anew. What was read or written
last is remembered, so the next entry of a table, and the next look at it, mostly read nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from floorapp.domain.conduct import ConductPage, KeptConduct
from floorapp.domain.rounds import LastRound
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.table import TableConduct
from floorapp.operations.canonical import digest
from floorapp.operations.conduct_view import NOTHING, RoundsOnRecord, Told, ToldSince, instant, replayed, second
from floorapp.operations.state import StateView, TrailShelves


@dataclass(frozen=True, slots=True)
class RememberedView:
    """A view as it was kept, and how many of its lines were told then; entries may have gone on with it since."""

    kept: KeptConduct
    view: ToldSince
    count: int
    #: The table after these lines, without rounds; whoever takes the view out of memory owns it.
    conduct: TableConduct | None = None

    @property
    def lines(self) -> ToldSince:
        """The view up to its count."""
        return replace(self.view, tail=self.view.tail[: self.count])

    def since(self, before: RememberedView) -> list[Told] | None:
        """The lines told since it was remembered before; none where they came in between."""
        return self.view.tail[before.count : self.count] if before.view is self.view else None


#: So much of a digest tells two trails apart.
TRAIL = 32
_REMEMBERED: dict[str, RememberedView] = {}


def remember(kept: KeptConduct, view: ToldSince, conduct: TableConduct | None = None) -> RememberedView:
    """What is kept now, for whoever asks next."""
    made = _REMEMBERED[kept.table] = RememberedView(kept, view, len(view.tail), conduct)
    return made


def taken_out(
    kept: KeptConduct | None, name: str, shelves: TrailShelves, zone: ZoneInfo
) -> tuple[ToldSince, TableConduct]:
    """The view of a table to go on from, and the table after it: both the asker's own."""
    known = _REMEMBERED.pop(name, None)
    if kept is None:
        return ToldSince(NOTHING), TableConduct(name)
    if known is None or known.kept != kept:
        page = shelves.recall(ConductPage, name, str(kept.page))
        known = RememberedView(kept, _read(page, _versions(shelves, name, page)), 0)
    return known.view, replayed(known.view, name, zone) if known.conduct is None else known.conduct


def looked_up(kept: KeptConduct, state: StateView) -> RememberedView:
    """The view of a table as it is kept, to be read only, up to its count."""
    known = _REMEMBERED.get(kept.table)
    if known is not None and known.kept == kept:
        return known
    page = state.get(ConductPage, kept.table, str(kept.page))
    return remember(kept, _read(page, _versions(state, kept.table, page)))


def before_page(kept: KeptConduct, at: int, shelves: TrailShelves) -> tuple[int, ToldSince]:
    """The number of the newest page that begins no later than a second, and its view with every line told since."""
    number = kept.page
    page = shelves.recall(ConductPage, kept.table, str(number))
    while page is not None and at < _view(page).begins:
        number = page.before
        page = shelves.recall(ConductPage, kept.table, str(number))
    return number, _read(page, _versions(shelves, kept.table, page))


def _versions(shelves: TrailShelves | StateView, table: str, page: ConductPage | None) -> tuple[KeptConduct, ...]:
    """What every entry told since a page."""
    return shelves.versions(KeptConduct, table, after=-1 if page is None else page.position)


def _view(page: ConductPage | None) -> ToldSince:
    return ToldSince(NOTHING) if page is None else msgspec.json.decode(page.view, type=ToldSince)


def _read(page: ConductPage | None, told: Iterable[KeptConduct]) -> ToldSince:
    """A page with the lines told since, each in the place of its time."""
    view = _view(page)
    for each in told:
        lines = msgspec.json.decode(each.lines, type=list[Told])
        if lines:
            place = view.place(lines[0][0])
            view.tail[place:place] = lines
    return view


def gone_on(kept: KeptConduct | None, table: str, told: list[Told], at: datetime) -> KeptConduct:
    """Where a table stands after an entry told these lines."""
    lines = msgspec.json.encode(told).decode()
    page, trail, since = (0, "", at) if kept is None else (kept.page, kept.trail, kept.at)
    return KeptConduct(table, page, lines, digest(f"{trail}{lines}".encode())[:TRAIL], max(since, at))


def turn_page(kept: KeptConduct, before: int, view: ToldSince, position: int, shelves: TrailShelves) -> KeptConduct:
    """A new page from here on, which goes on from another one."""
    number = kept.page + 1
    shelves.put(ConductPage(kept.table, str(number), before, position, msgspec.json.encode(view).decode()))
    return replace(kept, page=number)


def rounds_on_record(view: ToldSince, table: str, last: LastRound | None, state: StateView) -> RoundsOnRecord:
    """The rounds that a look at a table hears, and what it asks of those before its view."""
    if last is None:
        return RoundsOnRecord()
    since = tuple(map(second, state.dealt_at(table, instant(view.since)))) if second(last.at) >= view.since else ()
    before, ended = None, False
    if view.shoes and not _dealt_at_once(view, since):
        dealt = state.dealt(table, _just_before(view.shoes[0][0]), _just_before(view.since))
        before = None if dealt.last is None else second(dealt.last)
    if view.idle is not None:
        ended = state.dealt(table, _just_before(view.idle), _just_before(view.since)).rounds > 0
    return RoundsOnRecord(since, before, ended)


def _dealt_at_once(view: ToldSince, rounds: Sequence[int]) -> bool:
    """Whether the shoe that a view ends in was dealt from: no earlier one is the last then."""
    next_shoe = next((at for at, do, _ in view.tail if do == "shoe"), None)
    return view.since < view.begins and bool(rounds) and (next_shoe is None or rounds[0] < next_shoe)


def _just_before(at: int) -> datetime:
    return instant(at) - timedelta(microseconds=1)
