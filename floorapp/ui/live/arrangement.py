"""Arranging the floor: moved and turned tables are a draft until they are written down, one entry a table."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.property import Place
from floorapp.screens.plan import Facing, FloorPlan, MapTable
from floorapp.screens.plan import MapSpot as MapPlace
from floorapp.ui.live.drafts import Drafts

DRAFT = "arranging/floor"


class Arranging:
    """Where tables were put and not yet written; kept through a lock and a crash."""

    def __init__(self, drafts: Drafts) -> None:
        self._drafts = drafts
        self.on = False

    @property
    def moved(self) -> dict[str, Place]:
        """The tables that stand elsewhere now."""
        return {name: _place(text) for name, text in self._drafts.get(DRAFT).items()}

    def _keep(self, moved: dict[str, Place]) -> None:
        if moved:
            self._drafts.keep(DRAFT, {name: f"{p.x} {p.y} {p.turned}" for name, p in moved.items()})
        else:
            self._drafts.drop(DRAFT)

    def take(self, places: tuple[MapPlace, ...], plan: FloorPlan) -> None:
        """Tables were dragged or pushed."""
        facing = {table.name: table.facing.value for table in plan.tables}
        put = {p.table: Place(round(p.x), round(p.y), facing.get(p.table, 0)) for p in places}
        self._keep(self.moved | put)

    def turn(self, table: MapTable) -> None:
        """Turn a table by a quarter."""
        turned = Place(round(table.x), round(table.y), (table.facing.value + 90) % 360)
        self._keep(self.moved | {table.name: turned})

    def put_back(self) -> None:
        """Forget what was moved; nothing was written."""
        self._keep({})

    def shown(self, plan: FloorPlan) -> FloorPlan:
        """The plan with the tables where they were put."""
        moved = self.moved if self.on else {}
        if not moved:
            return plan
        return replace(plan, tables=tuple(_put(table, moved.get(table.name)) for table in plan.tables))


def _put(table: MapTable, place: Place | None) -> MapTable:
    if place is None:
        return table
    return replace(table, x=float(place.x), y=float(place.y), facing=Facing(place.turned % 360))


def _place(text: str) -> Place:
    x, y, turned = (int(part) for part in text.split())
    return Place(x, y, turned)
