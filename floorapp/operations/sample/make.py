"""Making the sample floor: two weeks acted out on a driven clock, in one transaction, the same for a seed."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from floorapp.domain.gaming_day import HouseClock
from floorapp.domain.people import SIGNING_ONLY, Role
from floorapp.domain.values import dataclass
from floorapp.operations.credentials import Hasher
from floorapp.operations.desk import Logbook
from floorapp.operations.identity import chance_from
from floorapp.operations.rules import Rulebooks
from floorapp.operations.sample.crew import Crew, RememberingHasher, Rota
from floorapp.operations.sample.devices import Devices
from floorapp.operations.sample.hours import OpeningHours
from floorapp.operations.sample.house import furnish
from floorapp.operations.sample.incidents import Incidents
from floorapp.operations.sample.inspections import Inspections
from floorapp.operations.sample.making import DAYS, Making
from floorapp.operations.sample.off_the_pits import OffThePits
from floorapp.operations.sample.one_transaction import OneTransaction, in_one_transaction
from floorapp.operations.sample.own_tables import OwnTables
from floorapp.operations.sample.plan import Plan
from floorapp.operations.sample.planted import Planted
from floorapp.operations.sample.present import StagedPresent
from floorapp.operations.sample.rounds import Rounds
from floorapp.operations.sample.shifts import Shifts
from floorapp.operations.sample.slips import Slips
from floorapp.operations.sample.supply import Supply
from floorapp.operations.sample.table import TableAtWork
from floorapp.operations.sample.timeline import DrivenClock, ScriptTimeline

#: A sample has a floor that looks the same whenever it is made; this is the one that ships.
SEED = 7


@dataclass(frozen=True, slots=True)
class SampleSignIn:
    """Somebody one can be on the sample floor; those without a password only sign, by PIN."""

    handle: str
    name: str
    role: Role
    shift: str
    on_duty: bool
    password: str | None
    pin: str


@dataclass(frozen=True, slots=True)
class Sample:
    """What was made: how many entries up to which instant."""

    name: str
    present: datetime
    entries: int


def sign_ins(plan: Plan, now: datetime) -> tuple[SampleSignIn, ...]:
    """The people of the sample for the sign-in screen: who is on duty now first, in the order of roles."""
    house = HouseClock(ZoneInfo(plan.zone), plan.day_begins)
    rota = Rota(plan, house, house.day_of(now))
    shift = rota.shift_at(now)
    on_duty = {person.handle for person in rota.on_posts(Role.FLOORPERSON, shift.name, rota.today)}
    on_duty |= {rota.manager(now), rota.compliance(now)}
    on_duty |= {person.handle for person in plan.staff(Role.ADMINISTRATOR)}
    listed = [
        SampleSignIn(
            handle=person.handle,
            name=person.name,
            role=person.role,
            shift=person.shift,
            on_duty=person.handle in on_duty,
            password=None if person.role in SIGNING_ONLY else plan.password,
            pin=plan.pin,
        )
        for person in plan.people
    ]
    return tuple(sorted(listed, key=lambda each: not each.on_duty))


def make_sample(
    logbook: Logbook,
    *,
    hasher: Hasher,
    rulebooks: Rulebooks,
    plan: Plan,
    now: datetime,
    seed: int = SEED,
    progress: Callable[[int, int], None] = lambda day, of: None,
) -> Sample:
    """Fill a fresh logbook with the sample floor up to an instant; whole, or not at all where it is stopped.

    `progress` hears the day and how many there are; what it raises stops the making and leaves nothing.
    """
    present = now.astimezone(UTC).replace(microsecond=0)
    chance = random.Random(seed)
    with _nothing_collected(), in_one_transaction(logbook) as together, chance_from(chance.randbytes):
        making = _making(together, hasher, rulebooks, plan, present, random.Random(seed + 1))
        furnish(making, making.days[0].date)
        _plan(making)
        first = making.timeline.house.start_of(making.days[0])
        said = -1

        def passed(instant: datetime) -> None:
            nonlocal said
            day = max(0, (instant - first).days)
            if day != said:
                said = day
                progress(day, DAYS + 1)

        making.timeline.run(passed)
        making.crew.sign_out_all_but()
        return Sample(plan.name, present, together.entered)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """What is made here stays: looking for garbage would take a tenth of the time."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def _making(
    logbook: OneTransaction, hasher: Hasher, rulebooks: Rulebooks, plan: Plan, present: datetime, chance: random.Random
) -> Making:
    house = HouseClock(ZoneInfo(plan.zone), plan.day_begins)
    today = house.day_of(present)
    clock = DrivenClock(house.start_of(today) - timedelta(days=DAYS, hours=20))
    crew = Crew(plan, logbook, clock, RememberingHasher(hasher), rulebooks)
    rota = Rota(plan, house, today)
    supply = Supply(plan, crew, rota, clock, chance)
    return Making(plan, ScriptTimeline(clock, present, house), crew, rota, supply, chance, rulebooks)


def _plan(making: Making) -> None:
    """Lay out everything that will happen."""
    rounds = Rounds(making)
    planted = Planted(making, rounds)
    for table in making.plan.tables:
        making.tables[table.id] = TableAtWork(table, making, after_shoe=planted.after_shoe)
    inspections = Inspections(making)
    happenings = Incidents(making, rounds)
    Shifts(making).plan()
    inspections.plan()
    OpeningHours(making).plan()
    happenings.plan()
    Devices(making, inspections).plan()
    Slips(making).plan()
    StagedPresent(making, happenings, inspections).plan()
    planted.plan()
    OffThePits(making).plan()
    OwnTables(making).plan()
