"""A day of a hundred-table floor in fast motion: people do what is due, shoe after shoe, until the day is ended."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from db.store import open_store
from db.verify import verify
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.duties import Duty, Urgency
from floorapp.domain.people import Role
from floorapp.domain.property import Place
from floorapp.domain.tables import Cards, Phase, Post, Shoe, ShoePhase, ShufflingMethod, Table, TableStatus
from floorapp.operations.acts import assignments, custody, days, decks, opening, people, readers, shoes, tables
from floorapp.operations.desk import Desk
from floorapp.operations.due import due
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from tests.acts.floor import GIVEN, GIVEN_PIN, LIMITS, PROVED, Floor, choose, equip, furnish
from tests.acts.rulebooks import RULEBOOKS
from tests.campaign.table import Row

TABLES, HOURS = 100, 24
#: The floor is looked at every so many minutes; a shoe lasts four looks.
LOOK, SHOE = 15, 4


@dataclass
class Robots:
    """Everybody on the floor, doing what the app says is due."""

    floor: Floor
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    desks: dict[str, Desk] = field(default_factory=dict)

    def desk(self, who: str) -> Desk:
        """Somebody's desk; they sign in anew when their time is over."""
        known = self.desks.get(who)
        if known is None or known.ask(lambda moment: moment.present()) is not None:
            known = self.desks[who] = self.floor.desk(who)
        return known

    def do(self, name: str, act: Callable[[], object]) -> None:
        """An act that may be refused; how often is counted."""
        try:
            act()
        except Refused as refused:
            self.refused[f"{name}: {refused.refusal.code}"] += 1
        else:
            self.done[name] += 1


def _furnish(path: Path, count: int) -> Robots:
    furnish(path)
    robots = Robots(Floor(open_store(path), path))
    ada, sam = robots.desk("ada"), robots.desk("sam")
    for number in range((count + 3) // 4):
        people.add_person(
            ada, handle=f"flo{number}", name=f"Flo {number}", role=Role.FLOORPERSON, pin=GIVEN_PIN, password=GIVEN
        )
        choose(robots.floor, f"flo{number}")
    for name in ("FB-01", "FB-02", "FB-03", "NJ-01", "NJ-02"):
        tables.retire_table(sam, table=name, reason="another floor")
    books = sorted(RULEBOOKS)
    for number in range(count):
        rulebook = books[number % len(books)]
        usual = RULEBOOKS[rulebook].cards.usual_decks.value
        name = f"T-{number:03d}"
        tables.add_table(
            sam,
            table=name,
            pit="P1",
            place=Place(number % 10, number // 10),
            rulebook=rulebook,
            boxes=6,
            decks=usual,
            method=ShufflingMethod.BY_HAND,
            limits=LIMITS,
        )
        equip(sam, name, decks=usual)
    return robots


def _open(robots: Robots, table: str, flo: str) -> None:
    desk = robots.desk(flo)
    assignments.assign(desk, table=table, post=Post.FLOORPERSON, person=flo)
    readers.inspect_reader(desk, table=table, tampering=False, working=True, proofs=PROVED)
    robots.floor.stock(table, "red")
    opening.open_table(desk, table=table, cards=Cards.NEW, done=robots.floor.steps(table))


def _change(robots: Robots, table: str, flo: str) -> None:
    """Fresh cards, issued and opened, take the place of the old ones; a shoe under way is ended and counted."""
    desk = robots.desk(flo)
    shoe = robots.floor.store.reading()
    with shoe as state:
        playing = state.get(Shoe, table)
        old = tuple(
            each.id for each in state.find(DeckSet, table=table) if each.spot in (Spot.SHOE, Spot.RACK, Spot.TABLE)
        )
    if playing is not None and playing.phase is not ShoePhase.ENDED:
        _end(robots, table, desk)
    (fresh,) = robots.floor.stock(table, "blue")
    with desk.looking() as moment:
        done = tuple(step.id for step in decks.preparing_steps(moment, table=table, into=(fresh,)))
    decks.change_decks(desk, table=table, out=old, into=(fresh,), done=done)


def _end(robots: Robots, table: str, desk: Desk) -> None:
    found = robots.floor.get(Table, table)
    whole = (52 if RULEBOOKS[found.rulebook].cards.tens.value else 48) * found.decks
    shoes.end_shoe(desk, table=table, remaining=0, discarded=whole)


def _next_shoe(robots: Robots, table: str, flo: str) -> None:
    desk = robots.desk(flo)
    with robots.floor.store.reading() as state:
        status, playing = state.get(TableStatus, table), state.get(Shoe, table)
        here = [each.id for each in state.find(DeckSet, table=table) if each.spot in (Spot.SHOE, Spot.RACK, Spot.TABLE)]
    if status is None or status.phase is not Phase.OPEN or not here:
        return
    if playing is not None and playing.phase is not ShoePhase.ENDED:
        robots.do("end_shoe", lambda: _end(robots, table, desk))
    robots.do("begin_shoe", lambda: shoes.begin_shoe(desk, table=table, deck_set=here[-1]))


def _answer(robots: Robots, duty: Duty, flo: str) -> None:
    floor, sam = robots.floor, robots.desk("sam")
    acts: dict[str, Callable[[], object]] = {
        "inspect_reader": lambda: readers.inspect_reader(
            robots.desk(flo), table=duty.id, tampering=False, working=True, proofs=PROVED
        ),
        "change_decks": lambda: _change(robots, duty.id, flo),
        "burn_card": lambda: shoes.burn_card(robots.desk(flo), table=duty.id),
        "seal_decks": lambda: custody.seal_decks(sam, deck_set=duty.id, seal=f"B-{floor.last().seq}"),
        "collect_decks": lambda: custody.collect_decks(
            sam, deck_set=duty.id, security=floor.sign(sam, "sid", Meaning.COLLECTED)
        ),
        "inspect_decks": lambda: custody.inspect_decks(sam, deck_set=duty.id, good=True),
        "destroy_decks": lambda: custody.destroy_decks(
            sam, deck_set=duty.id, how="shredded", witness=floor.sign(sam, "sid", Meaning.DESTROYED)
        ),
    }
    if duty.act in acts:
        robots.do(duty.act, acts[duty.act])


def rows(scale: float) -> Iterator[Row]:
    """All of it."""
    count, start = max(4, round(TABLES * min(1.0, scale * 10))), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="floorapp-campaign-") as folder:
        path = Path(folder) / "floor.sqlite"
        robots = _furnish(path, count)
        names = {f"T-{number:03d}": f"flo{number // 4}" for number in range(count)}
        for table, flo in names.items():
            _open(robots, table, flo)
        alarms, slowest = Counter[str](), 0.0
        for look in range(HOURS * 60 // LOOK):
            robots.floor.clock.advance(minutes=LOOK)
            if look % SHOE == 0:
                for table, flo in names.items():
                    _next_shoe(robots, table, flo)
            asked = time.monotonic()
            with robots.desk("sam").looking() as moment:
                duties = due(moment)
            slowest = max(slowest, time.monotonic() - asked)
            alarms.update(each.key.partition("/")[0] for each in duties if each.urgency is Urgency.ALARM)
            for duty in duties:
                _answer(robots, duty, names.get(duty.id, "flo0"))
        _end_day(robots)
        entries = robots.floor.last().seq
        robots.floor.store.close()
        good = verify(path, state=True).good
    took = time.monotonic() - start
    left = dict(alarms) | dict(robots.refused)
    told = (
        f"nothing; {entries:,} entries, the list of what is due in at most {1000 * slowest:.0f} ms; alarms "
        f"or refusals: {left or 'none'}"
    )
    what = f"a day of {count} tables in fast motion"
    yield Row(what, f"{sum(robots.done.values()):,} acts in {took:.0f} s", told, "–", good and not left)


def _end_day(robots: Robots) -> None:
    cora = robots.desk("cora")
    with cora.looking() as moment:
        yesterday = moment.day.previous()
    signed = robots.floor.sign(cora, "cora", Meaning.DAY_ENDED)
    robots.do("end_day", lambda: days.end_gaming_day(cora, day=yesterday, signature=signed, says="fast motion"))
