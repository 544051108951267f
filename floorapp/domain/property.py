"""A property: its clock and shifts, its pits, and what it chose where a rulebook leaves a choice."""

from __future__ import annotations

from datetime import date, time
from functools import lru_cache
from zoneinfo import ZoneInfo

from floorapp.domain.gaming_day import HouseClock
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import Style


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands on the map: whole steps from the upper left, and a turn in degrees."""

    x: int
    y: int
    turned: int = 0


#: How far the floor of a pit reaches beside and before its outermost tables, in steps.
BESIDE, BEFORE = 56, 50
#: How far behind a table its chips, its reader and the bracket of its floorperson reach.
BEHIND = 90


@dataclass(frozen=True, slots=True)
class Shift:
    """A named part of the day, by wall time; it may run over midnight."""

    name: str
    begins: time
    ends: time

    def covers(self, wall: time) -> bool:
        """Whether a wall time lies in the shift; one that ends when it begins lasts all day."""
        if self.begins < self.ends:
            return self.begins <= wall < self.ends
        return wall >= self.begins or wall < self.ends


@dataclass(frozen=True, slots=True)
class Property:
    """The house itself; there is one. A `sample` is made up, and screens and papers say so."""

    name: str
    zone: str
    day_begins: time = time(6, 0)
    shifts: tuple[Shift, ...] = ()
    sample: bool = False
    #: Its own license number, printed on every report.
    license: str = ""
    style: Style = Style()
    #: Whether somebody whose license has expired may still sign; it is flagged either way.
    expired_may_sign: bool = True
    id: str = "house"

    @property
    def on_reports(self) -> str:
        """Its name with its license number, as every report's head has it."""
        return f"{self.name}, license {self.license}" if self.license else self.name

    @property
    def clock(self) -> HouseClock:
        """Remembered for the property that was asked last: every look at the floor asks for it."""
        global _last
        house, clock = _last
        if house is not self:
            clock = _clock(self.zone, self.day_begins, self.style)
            _last = self, clock
        return clock


@lru_cache(maxsize=16)
def _clock(zone: str, begins: time, style: Style) -> HouseClock:
    return HouseClock(ZoneInfo(zone), begins, style)


_last: tuple[Property | None, HouseClock] = (None, HouseClock(ZoneInfo("UTC")))


@dataclass(frozen=True, slots=True)
class Pit:
    """A group of tables under one desk."""

    id: str
    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class Choices:
    """What a house chooses among what a rulebook leaves open; None leaves a matter unchosen."""

    adjacent_boxes: int = 1
    side_wagers: tuple[str, ...] = ()
    push_22_paytable: str = "A"
    collect_and_pay: str | None = None
    mid_shoe_entry: bool = True
    reader: bool = True
    hole_card: bool = True
    immediate_surrender: bool = False
    bonus_maximum: int | None = None
    people_per_box: int = 1
    readings: tuple[str, ...] = ()
    reader_reveals: bool | None = None


@dataclass(frozen=True, slots=True)
class RulesSubmission:
    """What the house told the regulator it chooses where a rulebook leaves a choice, from a date on."""

    id: str
    rulebook: str
    holds_from: date
    reference: str
    choices: Choices

    @property
    def readings(self) -> tuple[str, ...]:
        return self.choices.readings
