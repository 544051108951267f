"""A table's conduct as it is remembered between acts is what its entries say, whatever came in between."""

from __future__ import annotations

import random
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from db import transactions
from db.store import open_store
from floorapp.domain.tables import Post
from floorapp.operations.acts import assignments, shoes
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.conduct import conduct_of, standing
from floorapp.operations.facts import shoes as shoe_facts
from floorapp.operations.facts import tables as table_facts
from floorapp.operations.facts.registry import Subject
from floorapp.operations.table_presses import next_shoe
from tests.acts.floor import Floor
from tests.acts.test_random_floor import BATCHES, EVERY, LATE, OFTEN, TABLES, forget_looks, shown, told, walk_on
from tests.acts.test_walks import MOVES, Step, Walk
from tests.examples import examples

TABLE = "FB-02"


class Unplugged(Exception):
    """What ends an act in the middle here."""


@pytest.fixture
def other(floor: Floor) -> Iterator[Floor]:
    """Another station on the same logbook."""
    made = Floor(open_store(floor.where, station="POD-2"), floor.where)
    made.clock = floor.clock
    yield made
    made.store.close()


def conduct(floor: Floor) -> Any:
    """The judge's whole view of the table, but for the numbers of lines, which only tell their order."""
    with floor.desk("sam").looking() as moment:
        seen = conduct_of(moment, TABLE)
    return {
        name: (each.where, each.in_rack, each.opened, each.first_shoe, sorted(each.done), each.faulted, each.full)
        for name, each in seen.sets.items()
    } | {
        "shoe": seen.shoe and (seen.shoe.number, seen.shoe.cards.name, seen.shoe.burned, seen.shoe.cover_card),
        "people": (seen.floorperson, seen.dealer, seen.last_dealer, seen.is_open, seen.stopped),
        "dead game": seen.dead_game and (sorted(seen.dead_game.sets), seen.dead_game.player is None),
    }


def same_when_cold(*floors: Floor) -> None:
    """Every floor shows what one that remembers nothing does, and what its export is found to owe."""
    warm = [(shown(each), conduct(each)) for each in floors]
    forget_looks()
    cold = shown(floors[0]), conduct(floors[0])
    assert all(each == cold for each in warm)
    assert cold[0] == told(floors[0], whole=False)


def opened(floor: Floor) -> Floor:
    floor.open(TABLE, "red", "blue")
    assignments.assign(floor.desk("flo"), table=TABLE, post=Post.DEALER, person="dan")
    next_shoe(floor.desk("flo"), table=TABLE)
    floor.clock.advance(minutes=1)
    return floor


def looked_at(floor: Floor) -> set[str]:
    with floor.desk("sam").looking() as moment:
        return {each.duty for each in standing(moment, TABLE)}


def break_off(floor: Floor) -> None:
    """An act that enters much, looks at what it brought about, and is undone."""
    desk = floor.desk("flo")
    with pytest.raises(Unplugged), desk.acting("reach_cover_card", Subject("table", TABLE)) as act:
        act.enter(table_facts.PostTaken(table=TABLE, post=Post.DEALER, person="flo"))
        act.enter(shoe_facts.CoverCardReached(table=TABLE, shoe=""))
        assert {each.duty for each in standing(act.moment, TABLE)} >= {"cover-card-passed", "dealer-not-burned"}
        act.enter(table_facts.PostLeft(table=TABLE, post=Post.FLOORPERSON, person="flo"))
        assert "no-floorperson" in {each.duty for each in standing(act.moment, TABLE)}
        raise Unplugged


def test_an_act_that_was_rolled_back_leaves_no_trace(floor: Floor) -> None:
    opened(floor)
    before = looked_at(floor), conduct(floor)
    break_off(floor)
    assert (looked_at(floor), conduct(floor)) == before
    same_when_cold(floor)
    break_off(floor)
    shoes.reach_cover_card(floor.desk("flo"), table=TABLE)
    assert looked_at(floor) == {"cover-card-passed"}
    same_when_cold(floor)


def test_another_station_is_heard_before_and_after_an_act_that_was_rolled_back(floor: Floor, other: Floor) -> None:
    opened(floor)
    for here, there in ((floor, other), (other, floor), (floor, other)):
        break_off(here)
        shoes.reach_cover_card(there.desk("flo"), table=TABLE)
        assert "cover-card-passed" in looked_at(here)
        next_shoe(here.desk("flo"), table=TABLE, count=ShoeCount(remaining=60, discarded=252))
        assert looked_at(there) == set()
        same_when_cold(floor, other)


def test_a_rebuild_begins_anew(floor: Floor) -> None:
    opened(floor)
    shoes.reach_cover_card(floor.desk("flo"), table=TABLE)
    before = conduct(floor)
    floor.rebuild()
    assert conduct(floor) == before
    same_when_cold(floor)


def _deal_elsewhere(where: Path | str, often: int) -> None:
    there = Floor(open_store(where, station="POD-3"), where)
    for _ in range(often):
        shoes.reach_cover_card(there.desk("flo"), table=TABLE)
        next_shoe(there.desk("flo"), table=TABLE, count=ShoeCount(remaining=60, discarded=252))
    shoes.reach_cover_card(there.desk("flo"), table=TABLE)
    there.store.close()


def test_another_process_is_heard(floor: Floor) -> None:
    """More than a page of lines came from elsewhere, while this one remembered how the table stood before."""
    opened(floor)
    assert looked_at(floor) == set()
    elsewhere = get_context("spawn").Process(target=_deal_elsewhere, args=(floor.where, 12))
    elsewhere.start()
    elsewhere.join()
    assert elsewhere.exitcode == 0
    assert looked_at(floor) == {"cover-card-passed"}
    same_when_cold(floor)
    next_shoe(floor.desk("flo"), table=TABLE, count=ShoeCount(remaining=60, discarded=252))
    assert looked_at(floor) == set()
    same_when_cold(floor)


@pytest.mark.parametrize("seed", range(examples(1)))
def test_whatever_came_in_between(floor: Floor, other: Floor, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two stations, late things, corrections, acts lost at their commit, rebuilds: a look is what the entries say."""
    for name, move in {**LATE, "correct": MOVES["correct"]}.items():
        monkeypatch.setitem(EVERY, name, move)
    chance, walks, lost = random.Random(f"between {seed}"), [walk_on(floor)], 0
    walks.append(Walk(other, EVERY))
    for number, walk in enumerate(walks):
        walk.chance = random.Random(seed + number)
    moves = (*sorted(EVERY), *OFTEN, *LATE, *("correct",) * 8)
    for number in range(45):
        walk = chance.choice(walks)
        step = chance.choice(moves), chance.choice((*TABLES, *BATCHES)), chance.randrange(7)
        if chance.random() < 0.2:
            lost += _lost(walk, step)
        else:
            walk.step(*step)
        if number % 20 == 19:
            floor.rebuild()
        if number % 7 == 6:
            same_when_cold(floor, other)
    assert lost > 3
    assert sum(each.done["correct"] for each in walks) > 0


def _lost(walk: Walk, step: Step) -> bool:
    """Do a step, and lose the line before its commit."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(transactions, "commit", _no_line)
        try:
            walk.step(*step)
        except Unplugged:
            return True
    return False


def _no_line(*_given: object) -> None:
    raise Unplugged
