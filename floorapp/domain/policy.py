"""The house's own policy: times and numbers that no rulebook fixes, set by the house and kept on record."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class PolicyFigures:
    """The figures that the first version asked for."""

    #: A reader at a table that stays open into a new gaming day is inspected within this time.
    inspection_minutes: int = 60
    #: How long before its hours are over a deck set is announced.
    decks_announced_minutes: int = 60
    #: How long an incident may wait for a reviewer before it presses.
    review_hours: int = 24
    #: How many tables a floorperson supervises without a co-signed exception, in Pennsylvania (§ 465a.35(c)(1)).
    tables_each: int = 4
    #: How many deck sets an hour the house can change without haste.
    decks_an_hour: int = 4
    #: A screen that nobody touches locks after this time.
    lock_minutes: int = 5
    id: str = "house"

    @property
    def decks_announced(self) -> timedelta:
        return timedelta(minutes=self.decks_announced_minutes)

    @property
    def review_within(self) -> timedelta:
        return timedelta(hours=self.review_hours)


@dataclass(frozen=True, slots=True)
class PolicyForNewJersey(PolicyFigures):
    """With what the second version asked for."""

    #: New Jersey's subchapter has no hours for a deck: the house's own, 0 for none.
    nj_change_hours: int = 24
    #: Nor an inspection of readers each gaming day.
    nj_inspection: bool = True


@dataclass(frozen=True, slots=True)
class PolicyByEye(PolicyForNewJersey):
    """With what the third version asked for."""

    #: A reader that is passed by eye follows the last one by at least this time, else it is asked about.
    pass_seconds: int = 2


@dataclass(frozen=True, slots=True)
class TableException:
    """Whoever has a table of this game has at most so many tables; `approval` is what more than the text's rests on."""

    rulebook: str
    most: int
    approval: str = ""


@dataclass(frozen=True, slots=True)
class Policy(PolicyByEye):
    """What the house asks of itself; there is one, and until it is set these are its figures."""

    #: The tables a floorperson supervises where no text that we hold counts them.
    nj_tables_each: int = 4
    own_tables_each: int = 4
    #: Games for which another number holds.
    table_exceptions: tuple[TableException, ...] = ()


#: More tables than anybody can watch.
MOST_TABLES = 12

#: The least and the most of each figure, and what it is called.
BOUNDS: dict[str, tuple[int, int, str]] = {
    "inspection_minutes": (5, 480, "Minutes into the gaming day to inspect readers"),
    "decks_announced_minutes": (5, 720, "Minutes of notice before a deck change is due"),
    "review_hours": (1, 168, "Hours an incident may be pending review"),
    "tables_each": (1, 4, "Pennsylvania: tables per floorperson, maximum"),
    "nj_tables_each": (1, MOST_TABLES, "New Jersey: tables per floorperson, maximum"),
    "own_tables_each": (1, MOST_TABLES, "Own rulebooks: tables per floorperson, maximum"),
    "decks_an_hour": (1, 60, "Deck changes per hour at normal pace"),
    "nj_change_hours": (0, 168, "New Jersey: hours until decks are changed, 0 for none"),
    "lock_minutes": (1, 60, "Minutes until an idle screen locks"),
    "pass_seconds": (1, 120, "Seconds from one reader's pass by eye to the next"),
}
#: What is asked as yes or no.
FLAGS: dict[str, str] = {"nj_inspection": "New Jersey: readers inspected each gaming day"}
