"""What the sample floor is made of, read from the TOML files that a person can change."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import field, replace
from datetime import time, timedelta
from typing import Any

from floorapp.domain.people import NO_BADGE, Badge, Role
from floorapp.domain.property import Choices, Place, Shift
from floorapp.domain.tables import Cards, Limits, ShufflingMethod
from floorapp.domain.values import dataclass

#: The days on which tables deal, by the word in the file: how many days before the present one, week by week.
#: Busy days are counted from the present and not by the calendar, so that whoever opens the sample finds it busy.
DAYS = {"always": range(7), "daily": range(7), "busy": range(3), "nights": range(1, 3)}


class PlanFault(ValueError):
    """A sample file that cannot be used, with the place of the fault."""


@dataclass(frozen=True, slots=True)
class Hours:
    """When a table deals: around the clock with cards of an age, or from one wall time to another."""

    days: tuple[int, ...]
    opens: time | None = None
    closes: time | None = None
    age: timedelta = timedelta()

    @property
    def always(self) -> bool:
        """Whether it deals around the clock."""
        return self.opens is None


@dataclass(frozen=True, slots=True)
class SampleTable:
    """One table: where it stands, what is played, when it deals, and the backs of its cards."""

    id: str
    pit: str
    place: Place
    game: Game
    hours: Hours
    method: ShufflingMethod
    backs: tuple[str, ...]

    @property
    def batches(self) -> bool:
        """Whether two batches take turns."""
        return len(self.backs) == 2


@dataclass(frozen=True, slots=True)
class Game:
    """What is the same at every table of a game."""

    rulebook: str
    boxes: int
    decks: int
    side_wagers: tuple[str, ...]
    limits: Limits
    reader: str
    cards: Cards = Cards.NEW


@dataclass(frozen=True, slots=True)
class PlannedPit:
    """A pit and its place."""

    id: str
    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class PlannedPerson:
    """Somebody of the house; `relief` stands in on others' days off."""

    handle: str
    name: str
    role: Role
    shift: str = ""
    relief: bool = False
    #: What the badge says; how many days after the present the license expires.
    badge: Badge = NO_BADGE
    license_days: int = 0


@dataclass(frozen=True, slots=True)
class Submission:
    """A Rules Submission of the house."""

    rulebook: str
    reference: str
    choices: Choices


@dataclass(frozen=True, slots=True)
class PlannedHappening:
    """An irregularity to come: where, how long before the present, what is said, and how far its review goes."""

    table: str
    ago: timedelta
    says: str
    state: str
    code: str = ""
    title: str = ""
    known: Mapping[str, Any] = field(default_factory=dict)
    option: int | None = None
    chosen_by: str = ""
    unseen: int = 2
    rounds: int | None = None
    hands: int | None = None
    reporter: str = ""
    #: A record of the round it is about, without its id, table, time, rulebook and options.
    round: str = ""
    returned: str = ""
    answer: str = ""
    ruling: str = ""
    outcome: str = ""
    reopened: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything the sample is made from."""

    name: str
    license: str
    zone: str
    day_begins: time
    design: str
    shifts: tuple[Shift, ...]
    posts: tuple[tuple[str, ...], ...]
    pits: tuple[PlannedPit, ...]
    tables: tuple[SampleTable, ...]
    submissions: tuple[Submission, ...]
    people: tuple[PlannedPerson, ...]
    left: PlannedPerson
    left_because: str
    password: str
    pin: str
    happenings: tuple[PlannedHappening, ...]
    #: The text of the property's own rulebook, under which it has two Blackjack tables; none where that is empty.
    own_rulebook: str = ""

    def staff(self, role: Role, shift: str = "", *, relief: bool = False) -> tuple[PlannedPerson, ...]:
        """The people of a role, of one shift or of any, the regular ones or the relief."""
        return tuple(
            each for each in self.people if each.role is role and each.relief is relief and shift in ("", each.shift)
        )


def read_plan(*, floor: str, people: str, happenings: str, own_rulebook: str = "") -> Plan:
    """The plan in the text of the three sample files; raises PlanFault where it cannot be used."""
    try:
        raw, crew, told = tomllib.loads(floor), tomllib.loads(people), tomllib.loads(happenings)
        return replace(_plan(raw, crew, told), own_rulebook=own_rulebook)
    except (KeyError, TypeError, ValueError) as fault:
        raise PlanFault(f"the sample files cannot be used: {fault!r}") from fault


def _plan(raw: dict[str, Any], crew: dict[str, Any], told: dict[str, Any]) -> Plan:
    house, left = raw["house"], crew["left"]
    games = {letters: _game(game) for letters, game in raw["game"].items()}
    people = tuple(
        _person(role, each, crew["badge"][role.value], place)
        for role in Role
        for place, each in enumerate(crew.get(role.value, ()))
    )
    return Plan(
        name=house["name"],
        license=house["license"],
        zone=house["zone"],
        day_begins=time.fromisoformat(house["day_begins"]),
        design=house["design"],
        shifts=tuple(Shift(s["name"], _wall(s["begins"]), _wall(s["ends"])) for s in house["shifts"]),
        posts=tuple(tuple(post) for post in house["posts"]),
        pits=tuple(PlannedPit(p["id"], p["name"], Place(p["x"], p["y"])) for p in raw["pit"]),
        tables=tuple(_table(each, pit["id"], games) for pit in raw["pit"] for each in pit["tables"]),
        submissions=tuple(_submission(each) for each in raw["submission"]),
        people=people,
        left=PlannedPerson(left["handle"], left["name"], Role(left["role"])),
        left_because=left["reason"],
        password=crew["password"],
        pin=crew["pin"],
        happenings=tuple(_happening(each) for each in told["happening"]),
    )


def _person(role: Role, raw: dict[str, Any], usual: dict[str, Any], place: int) -> PlannedPerson:
    """Somebody with the badge of their role: numbers count up, and licenses run out over the coming three years."""
    own = dict(raw)
    number = usual["first"] + 17 * place
    badge = Badge(own.pop("title", usual["title"]), usual["department"], str(number))
    return PlannedPerson(role=role, badge=badge, license_days=own.pop("license_days", 60 + number * 37 % 1000), **own)


def _game(raw: dict[str, Any]) -> Game:
    limits = Limits(raw["least"], raw["most"], raw["chip_unit"])
    wagers = tuple(raw["side_wagers"])
    return Game(
        raw["rulebook"], raw["boxes"], raw["decks"], wagers, limits, raw["reader"], Cards(raw.get("cards", "new"))
    )


def _table(raw: dict[str, Any], pit: str, games: Mapping[str, Game]) -> SampleTable:
    return SampleTable(
        id=raw["id"],
        pit=pit,
        place=Place(raw["x"], raw["y"], raw["turned"]),
        game=games[raw["id"].split("-")[0]],
        hours=_hours(raw["hours"]),
        method=ShufflingMethod(raw["shuffling"]),
        backs=tuple(raw["backs"]),
    )


def _hours(text: str) -> Hours:
    word, rest = text.split(" ")
    days = tuple(DAYS[word])
    if word == "always":
        return Hours(days, age=span(rest))
    opens, closes = rest.split("-")
    return Hours(days, _wall(opens), _wall(closes))


def _submission(raw: dict[str, Any]) -> Submission:
    choices: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in raw.items()
        if name not in ("rulebook", "reference")
    }
    return Submission(raw["rulebook"], raw["reference"], Choices(**choices))


def _happening(raw: dict[str, Any]) -> PlannedHappening:
    return PlannedHappening(**(raw | {"ago": span(raw["ago"]), "known": raw.get("known", {})}))


def _wall(text: str) -> time:
    return time.fromisoformat(text)


def span(text: str) -> timedelta:
    """Hours and minutes as `23:18`, or days before them as `3d 04:10`."""
    days, _, rest = text.rpartition("d ")
    hours, minutes = rest.split(":")
    return timedelta(days=int(days or 0), hours=int(hours), minutes=int(minutes))
