"""A floor at random, judged twice: by the view the app keeps entry by entry, and by its export as a floor log."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any, TypedDict

import pytest

from db.store import open_store
from floorapp.bootstrap import rulebooks
from floorapp.domain.decks import DeckSet
from floorapp.domain.devices import OutOfOrder
from floorapp.domain.property import Place
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Cards, Fixture, Phase, Post, Preparation, Shuffled, ShufflingMethod
from floorapp.engine.conduct.judge import Judge
from floorapp.engine.conduct.log import event_of, own_event, read_log
from floorapp.operations import conduct, conduct_pages
from floorapp.operations.acts import assignments, batches, decks, opening, reshuffles, rounds, shoes, shufflers, tables
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.conduct import inspection_owed, standing
from floorapp.operations.conduct_log import FloorTeller
from floorapp.operations.deck_hours import deck_hours
from floorapp.operations.desk import Desk
from floorapp.operations.floor_queries import phase_of
from floorapp.operations.papers.record import Record
from floorapp.operations.table_presses import next_shoe
from tests.acts.floor import LIMITS, Floor, equip
from tests.acts.rulebooks import RULEBOOKS
from tests.acts.test_rounds import a_round
from tests.acts.test_walks import MOVES, PRELUDE, Move, Walk
from tests.examples import examples

ALL = 2**62
TABLES = ("FB-01", "FB-02", "FB-03", "NJ-01", "NJ-02", "DU-01")
BOOKS = {"FB": "pa-590", "NJ": "nj-19-47-26", "DU": "pa-685a"}
BATCHES = ("FB-02", "DU-01", "FB-02")
FULL = ShoeCount(remaining=60, discarded=252)


def _deal(walk: Walk, _desk: Desk, table: str, _set: str, pick: int) -> None:
    book, now = BOOKS[table[:2]], walk.floor.clock.now()
    lines = [a_round(f"{table}/{now.timestamp():.0f}/{each}", now, table=table, rulebook=book) for each in range(pick)]
    rounds.import_rounds(walk.floor.desk("flo"), source="shoe", lines=lines)


def _steps(walk: Walk, table: str, pick: int) -> tuple[str, ...]:
    with walk.floor.desk().looking() as moment:
        steps = tuple(step.id for step in reshuffles.resuming_steps(moment, table, asked=pick % 2 == 0))
    return steps if pick % 3 else steps[:1]


def _change_table(walk: Walk, _desk: Desk, table: str, _set: str, pick: int) -> None:
    book = ("pa-590", "pa-673a", "pa-685a", "pa-665a")[pick % 4]
    method, count = list(ShufflingMethod)[pick % 4], 8 if book == "pa-665a" else 6
    setup: dict[str, Any] = {"rulebook": book, "boxes": 6, "decks": count, "method": method, "limits": LIMITS}
    tables.change_table(walk.floor.desk("ada"), table=table, **setup)


def _fit(walk: Walk, _desk: Desk, table: str, _set: str, pick: int) -> None:
    fixture = (Fixture.READER, Fixture.SHUFFLER, Fixture.DISCARD_RACK, Fixture.LAYOUT)[pick % 4]
    more: dict[str, Any] = {"kind": list(ReaderKind)[pick % 2]} if fixture is Fixture.READER else {}
    more |= {"decks": 6 + pick} if fixture is Fixture.DISCARD_RACK else {}
    tables.fit_equipment(walk.floor.desk("sam"), table=table, fixture=fixture, serial=f"N-{pick}", **more)


def _remove(walk: Walk, _desk: Desk, table: str, _set: str, pick: int) -> None:
    fixture = (Fixture.READER, Fixture.SHUFFLER, Fixture.DISCARD_RACK, Fixture.TIP_BOX)[pick % 4]
    tables.remove_equipment(walk.floor.desk("sam"), table=table, fixture=fixture, reason="x", happened=True)


def _prepared(pick: int) -> Preparation:
    return Preparation((Shuffled.HAND, Shuffled.SHUFFLER, None)[pick % 3], cut=pick % 2 == 0, straight=pick == 3)


HAPPENED: dict[str, Move] = {
    "deal": _deal,
    "next shoe": lambda w, d, t, s, p: next_shoe(d, table=t, count=FULL if p % 2 else None, happened=True),
    "begin anyhow": lambda w, d, t, s, p: shoes.begin_shoe(
        d, table=t, deck_set=s, prepared=_prepared(p), happened=True
    ),
    "cut card": lambda w, d, t, s, p: shoes.reach_cover_card(d, table=t),
    "idle": lambda w, d, t, s, p: shoes.idle_shoe(d, table=t),
    "player": lambda w, d, t, s, p: reshuffles.resume_shoe(
        d, table=t, done=_steps(w, t, p), asked=p % 2 == 0, happened=True
    ),
    "reshuffle": lambda w, d, t, s, p: reshuffles.reshuffle_shoe(d, table=t, reason="x", happened=True),
    "recut": lambda w, d, t, s, p: shoes.recut_shoe(d, table=t, reason="x", happened=True),
    "reshuffle jam": lambda w, d, t, s, p: shufflers.reshuffle_after_fault(d, table=t, how="again"),
    "out uncovered": lambda w, d, t, s, p: shufflers.take_shuffler_out(
        d, table=t, how=list(OutOfOrder)[p % len(OutOfOrder)], reason="x", happened=True
    ),
    "change anyhow": lambda w, d, t, s, p: decks.change_decks(
        d, table=t, out=_out(w, t, s), into=(s,), done=w.floor.steps(t)[:p], happened=True
    ),
    "open anyhow": lambda w, d, t, s, p: opening.open_table(
        d, table=t, cards=Cards.NEW, done=w.floor.steps(t)[:p], happened=True
    ),
    "other dealer": lambda w, d, t, s, p: assignments.assign(d, table=t, post=Post.DEALER, person="dan"),
    "fit": _fit,
    "remove": _remove,
    "change table": _change_table,
}
#: How many minutes ago something happened that is entered now.
AGES = (0, 1, 5, 20, 60, 200, 600, 1500)


def _ago(walk: Walk) -> datetime:
    return walk.floor.clock.now() - timedelta(minutes=11 + walk.chance.choice(AGES) * walk.chance.random())


def _deal_late(walk: Walk, _desk: Desk, table: str, _set: str, pick: int) -> None:
    """Rounds come in that were dealt at some time, in no order."""
    found = sorted({_ago(walk) for _ in range(pick + 1)})
    lines = [a_round(f"{table}/late/{at.timestamp()}", at, table=table, rulebook=BOOKS[table[:2]]) for at in found]
    rounds.import_rounds(walk.floor.desk("flo"), source="shoe", lines=lines)


class When(TypedDict):
    occurred_at: datetime
    late: str


def _late(act: Callable[[Desk, str, str, int, When], object]) -> Move:
    """The same, entered after other things, such as by a station that was away."""
    return lambda w, d, t, s, p: act(d, t, s, p, When(occurred_at=_ago(w), late="was away"))


LATE: dict[str, Move] = {
    "late deal": _deal_late,
    "late dealer": _late(lambda d, t, s, p, w: assignments.assign(d, table=t, post=Post.DEALER, person="dan", **w)),
    "late cut": _late(lambda d, t, s, p, w: shoes.reach_cover_card(d, table=t, **w)),
    "late burn": _late(lambda d, t, s, p, w: shoes.burn_card(d, table=t, **w)),
    "late end": _late(lambda d, t, s, p, w: shoes.end_shoe(d, table=t, remaining=0, discarded=312, **w)),
    "late begin": _late(lambda d, t, s, p, w: shoes.begin_shoe(d, table=t, deck_set=s, happened=True, **w)),
    "late load": _late(lambda d, t, s, p, w: batches.load_batch(d, table=t, deck_set=s, happened=True, **w)),
    "late next shoe": _late(lambda d, t, s, p, w: next_shoe(d, table=t, count=FULL, happened=True, **w)),
    "late close": _late(lambda d, t, s, p, w: opening.close_table(d, table=t, **w)),
    "late stop": _late(lambda d, t, s, p, w: opening.suspend_table(d, table=t, reason="spill", **w)),
    "late change": _late(lambda d, t, s, p, w: decks.change_decks(d, table=t, out=(), into=(s,), happened=True, **w)),
}
EVERY = {name: move for name, move in {**MOVES, **HAPPENED}.items() if name != "correct"}
#: What happens most, so that walks get through whole shoes.
OFTEN = ("next shoe", "deal", "idle", "player", "swap", "load", "burn", "jam", "reshuffle", "reshuffle jam") * 4
OPENED = (*PRELUDE, *((name, "DU-01", pick) for name, _, pick in PRELUDE[5:]))


def _out(walk: Walk, table: str, but: str) -> tuple[str, ...]:
    with walk.floor.store.reading() as state:
        here = state.find(DeckSet, table=table)
    return tuple(each.id for each in here if each.id != but and each.spot.value in ("table", "rack", "shuffler"))


def shown(floor: Floor) -> set[tuple[object, ...]]:
    """What the app says of every table: what stands where it is open, and what is owed with its hour."""
    found: set[tuple[object, ...]] = set()
    with floor.desk("sam").looking() as moment:
        for table in TABLES:
            if phase_of(moment, table) is not Phase.CLOSED:
                found |= {(table, each.duty, each.subject, each.cite, each.basis) for each in standing(moment, table)}
            if inspection_owed(moment, table):
                found.add((table, "inspect-reader"))
            found |= {(table, "change-decks", name, each.by) for name, each in deck_hours(moment, table).items()}
    return found


def exported(floor: Floor, *, whole: bool = True) -> Judge:
    """A judge who has heard the export, as a file of JSON lines; where a delivery was withdrawn, without its cards."""
    teller = FloorTeller(Record(floor.store, upto=ALL, rulebooks=RULEBOOKS))
    lines = list(teller.lines())
    for line in lines:  # the app's own lines are read as everybody's
        if line["do"] not in ("house", "round"):
            at = datetime.fromisoformat(line["at"]).replace(microsecond=0)
            assert own_event(at, line) == event_of(line)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    assert not whole or teller.left_out == []
    judge = Judge(rulebooks())
    for _, event in read_log(BytesIO(text.encode())):
        judge.take(event)
    return judge


def told(floor: Floor, *, whole: bool = True) -> set[tuple[object, ...]]:
    """The same as `floorapp conduct --owed` has it of the export."""
    found: set[tuple[object, ...]] = set()
    for each in exported(floor, whole=whole).owed(floor.clock.now().replace(microsecond=0)):
        if each.duty == "change-decks":
            assert each.by is not None
            found.add((each.table, each.duty, each.subject, each.by.at))
        elif each.duty == "inspect-reader":
            found.add((each.table, each.duty))
        else:
            found.add((each.table, each.duty, each.subject, each.cite, each.basis))
    return found


def forget_looks() -> None:
    """As after a start: nothing of any table is remembered."""
    conduct_pages._REMEMBERED.clear()
    conduct._SEEN.clear()


def a_walk(house: Path, path: Path) -> Walk:
    """A walk on a copy of the house."""
    shutil.copy(house, path)
    return walk_on(Floor(open_store(path), path))


def walk_on(floor: Floor) -> Walk:
    """A floor with a table of another game too, two tables of it open."""
    ada, batch = floor.desk("ada"), ShufflingMethod.BATCH_SHUFFLER
    setup: dict[str, Any] = {"pit": "P1", "place": Place(9, 9), "boxes": 6, "decks": 6, "limits": LIMITS}
    tables.add_table(ada, table="DU-01", rulebook="pa-685a", method=batch, **setup)
    equip(ada, "DU-01", batch)
    walk = Walk(floor, EVERY)
    for step in OPENED:
        walk.step(*step)
    return walk


@pytest.mark.parametrize("seed", range(examples(3)))
def test_the_app_shows_what_the_judge_of_its_export_finds(house: Path, tmp_path: Path, seed: int) -> None:
    walk, chance, steps = a_walk(house, tmp_path / "floor.sqlite"), random.Random(seed), list[tuple[str, str]]()
    floor, moves = walk.floor, (*sorted(EVERY), *OFTEN)
    for number in range(80):
        name, table, pick = chance.choice(moves), chance.choice((*TABLES, *BATCHES)), chance.randrange(7)
        steps.append((name, table))
        walk.step("deal", table, 1)  # the app takes a shoe that ends as dealt from: so it is
        walk.step(name, table, pick)
        if number % 8 == 7:
            heard = told(floor)
            assert shown(floor) == heard, steps[-8:]
            forget_looks()
            assert shown(floor) == heard, steps[-8:]
    assert walk.done["refused"] < 100, walk.done
    floor.store.close()


@pytest.mark.parametrize("seed", range(examples(1)))
def test_what_was_corrected_is_judged_as_its_export_has_it(
    house: Path, tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries withdrawn and moved in time: cards opened before they came, deliveries that never were."""
    monkeypatch.setitem(EVERY, "correct", MOVES["correct"])
    walk, chance = a_walk(house, tmp_path / "floor.sqlite"), random.Random(seed)
    floor, moves = walk.floor, (*sorted(EVERY), *OFTEN, *("correct",) * 15)
    for _ in range(60):
        name, table, pick = chance.choice(moves), chance.choice((*TABLES, *BATCHES)), chance.randrange(7)
        walk.step("deal", table, 1)
        walk.step(name, table, pick)
        if name == "correct":
            assert shown(floor) == told(floor, whole=False), (table, pick)
    assert walk.done["correct"] > 5
    floor.store.close()


@pytest.mark.parametrize("seed", range(3, 3 + examples(1)))
def test_what_comes_in_late_is_judged_as_its_export_has_it(
    house: Path, tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds of any hour, and acts of a station that was away, in no order of time."""
    for name, move in LATE.items():
        monkeypatch.setitem(EVERY, name, move)
    walk, chance = a_walk(house, tmp_path / "floor.sqlite"), random.Random(seed)
    walk.chance = random.Random(-seed)
    floor, moves = walk.floor, (*sorted(EVERY), *OFTEN, *LATE, *("late deal",) * 20)
    for number in range(80):
        name, table, pick = chance.choice(moves), chance.choice((*TABLES, *BATCHES)), chance.randrange(7)
        walk.step(name, table, pick)
        if number % 8 == 7:
            heard = told(floor)
            assert shown(floor) == heard, (name, table)
            forget_looks()
            assert shown(floor) == heard, (name, table)
    assert sum(walk.done[name] for name in LATE) > 10
    floor.store.close()
