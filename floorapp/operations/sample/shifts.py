"""The course of a shift in the sample: tables given to floorpersons, handed over, the day looked through."""

from __future__ import annotations

from datetime import datetime, timedelta

from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.people import Role
from floorapp.domain.property import Shift
from floorapp.domain.tables import Post
from floorapp.operations.acts import assignments, days
from floorapp.operations.sample.making import Making
from floorapp.operations.sample.plan import SampleTable
from floorapp.operations.sample.timeline import Script
from floorapp.operations.signatures import Meaning

#: A floorperson has at most so many of these tables.
MOST_TABLES = 4

HANDED_OVER = (
    "All open tables staffed. Watch the shuffler at {table}.",
    "Quiet shift. {table} asked for new cards a little early.",
    "Two guests at {table} asked about the payouts on the sign; both satisfied.",
    "Delivery of cards expected in the next shift. {table} is full.",
)


class Shifts:
    """Who takes which table when, and what each shift does besides dealing."""

    def __init__(self, making: Making) -> None:
        self.making = making

    def plan(self) -> None:
        """Every shift of every day; the day before the present one is not looked through yet."""
        timeline = self.making.timeline
        for day in self.making.days:
            for shift in self.making.plan.shifts:
                timeline.begin(timeline.on(day, shift.begins), self.begin(day, shift))
            if self.making.days_ago(day) > 1:
                timeline.begin(timeline.house.end_of(day) + timedelta(hours=2, minutes=35), self.end_day(day))

    def begin(self, day: GamingDay, shift: Shift) -> Script:
        """Every table that needs one gets its floorperson; managers hand over, whoever leaves signs out."""
        making = self.making
        people = making.rota.on_posts(Role.FLOORPERSON, shift.name, day)
        waiting = [
            (table, person.handle)
            for person, tables in zip(people, self.posts(day, shift), strict=False)
            for table in tables
            if making.holders.get(table) != person.handle
        ]
        while waiting:
            waiting = self.give(waiting)
            yield 20
        yield from self.hand_over(shift)
        on_duty = {making.holders[each.id] for each in making.tables.values() if each.open or each.busy}
        making.crew.sign_off(making.rota.manager(making.now), *sorted(on_duty))

    def give(self, waiting: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Assign what can be: nobody has five tables, also while they change; answers what has to wait."""
        making = self.making
        still = []
        for table, person in waiting:
            held = [each for each, holder in making.holders.items() if holder == person]
            if len(held) < MOST_TABLES:
                assignments.assign(making.manager(), table=table, post=Post.FLOORPERSON, person=person)
                making.holders[table] = person
            else:
                still.append((table, person))
        return still

    def posts(self, day: GamingDay, shift: Shift) -> list[list[str]]:
        """The tables of each post: all of them in the morning, later those that deal in the shift."""
        making = self.making
        if shift is making.plan.shifts[0]:
            return [list(post) for post in making.plan.posts]
        begins = making.timeline.on(day, shift.begins)
        ends = begins + timedelta(hours=8)
        needed = {each.id for each in making.plan.tables if self.deals(each, begins, ends)}
        if shift is making.plan.shifts[-1]:
            walk = [table for post in making.plan.posts for table in post if table in needed]
            return [walk[start : start + MOST_TABLES] for start in range(0, len(walk), MOST_TABLES)]
        return [[table for table in post if table in needed] for post in making.plan.posts]

    def deals(self, table: SampleTable, begins: datetime, ends: datetime) -> bool:
        """Whether a table is open, or will be made ready to open between two instants."""
        work = self.making.tables[table.id]
        if work.open or work.busy or work.sets or table.hours.always:
            return True
        ready = timedelta(minutes=30)
        return any(begins <= opens < ends + ready for opens, _ in openings(self.making, table))

    def hand_over(self, shift: Shift) -> Script:
        """The manager who leaves tells the one who comes, by signature; of the older days once a day."""
        making = self.making
        before = making.rota.manager(making.now - timedelta(minutes=30))
        after = making.rota.manager(making.now)
        recent = making.present - making.now < timedelta(days=3)
        if before != after and (recent or shift is making.plan.shifts[1]):
            desk = making.crew.desk(before)
            table = making.chance.choice(making.plan.tables).id
            says = making.chance.choice(HANDED_OVER).format(table=table)
            signature = making.crew.sign(desk, before, Meaning.HANDED_OVER)
            given = days.give_handover(desk, to=after, shift=shift.name, says=says, signature=signature)
            handover = next(subject.id for subject in given.subjects if subject.kind == "handover")
            yield making.about(150)
            desk = making.crew.desk(after)
            signature = making.crew.sign(desk, after, Meaning.TOOK_OVER)
            days.accept_handover(desk, handover=handover, signature=signature)
            yield making.about(60)

    def end_day(self, day: GamingDay) -> Script:
        """The day manager looks through the day before and ends it."""
        manager = self.making.rota.manager(self.making.now)
        desk = self.making.crew.desk(manager)
        signature = self.making.crew.sign(desk, manager, Meaning.DAY_ENDED)
        days.end_gaming_day(desk, day=day, signature=signature, says="Reviewed with the day's reports.")
        yield 0


def openings(making: Making, table: SampleTable) -> list[tuple[datetime, datetime]]:
    """When a table opens and closes, over all days."""
    hours, timeline = table.hours, making.timeline
    if hours.opens is None or hours.closes is None:
        return []
    return [
        (timeline.on(day, hours.opens), timeline.on(day, hours.closes))
        for day in making.days
        if making.days_ago(day) % 7 in hours.days
    ]
