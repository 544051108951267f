"""Random walks of acts: whatever people try, in whatever order, what must hold holds."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.entries import every
from db.store import open_store
from floorapp.domain.decks import AT_TABLE, DeckSet, Spot
from floorapp.domain.devices import OutOfOrder, ReaderStatus, ShufflerCondition
from floorapp.domain.incidents import Incident
from floorapp.domain.tables import Assignment, Cards, Phase, Post, Shoe, ShoePhase, TableStatus
from floorapp.operations.acts import (
    assignments,
    batches,
    corrections,
    custody,
    decks,
    incidents,
    opening,
    readers,
    reviews,
    shoes,
    shufflers,
)
from floorapp.operations.desk import Desk
from floorapp.operations.entry import GENESIS
from floorapp.operations.facts.tables import TableOpened
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from tests.acts.floor import PROVED, Floor
from tests.acts.rulebooks import RULEBOOKS
from tests.examples import examples

TABLES = ("FB-01", "FB-02", "NJ-01")
Step = tuple[str, str, int]


class Walk:
    """A floor and what a person tries on it next; refusals are part of the walk."""

    def __init__(self, floor: Floor, moves: dict[str, Move] | None = None) -> None:
        self.floor = floor
        self.moves = MOVES if moves is None else moves
        self.done: Counter[str] = Counter()
        #: What moves take their own numbers from.
        self.chance = random.Random(0)

    def sets(self, table: str) -> list[str]:
        with self.floor.store.reading() as state:
            return [each.id for each in state.find(DeckSet)] or ["DS-0"]

    def step(self, name: str, table: str, pick: int) -> None:
        self.floor.clock.advance(minutes=7 + pick)
        desk = self.floor.desk("sam" if pick % 3 else "flo")
        known = self.sets(table)
        try:
            self.moves[name](self, desk, table, known[pick % len(known)], pick)
        except Refused:
            self.done["refused"] += 1
        else:
            self.done[name] += 1

    def sign(self, desk: Desk, who: str, meaning: Meaning) -> Any:
        return self.floor.sign(desk, who, meaning)


def _correct(walk: Walk, desk: Desk, pick: int) -> None:
    correctable = [e for e in walk.floor.store.page(limit=60) if getattr(e.fact, "CORRECTABLE", False)]
    if not correctable:
        return
    entry = correctable[pick % len(correctable)]
    who = walk.floor.desk("sam")
    corrections.correct_entry(
        who,
        entry=entry.id,
        reason="wrong",
        signature=walk.sign(who, "sam", Meaning.CORRECTED),
        fact=None if pick % 2 else entry.fact,
        occurred_at=entry.occurred_at - timedelta(minutes=pick),
    )


def _report(walk: Walk, desk: Desk, table: str) -> None:
    now = walk.floor.clock.now()
    who = walk.floor.desk("flo")
    report = incidents.IncidentReport(table=table, says="x", title="odd", happened_at=now, discovered_at=now)
    incidents.report_irregularity(who, report=report, signature=walk.sign(who, "flo", Meaning.REPORTED))


def _approve(walk: Walk, pick: int) -> None:
    who = walk.floor.desk("cora")
    signature = walk.sign(who, "cora", Meaning.REVIEWED)
    reviews.approve_incident(who, incident=f"IR-2026-{pick:04d}", seen=1, signature=signature)


def _inspect(walk: Walk, desk: Desk, table: str, pick: int) -> None:
    readers.inspect_reader(
        desk, table=table, tampering=pick == 5, working=True, proofs=PROVED, says="odd", instead_of="asked to"
    )


def _open(walk: Walk, desk: Desk, table: str) -> None:
    opening.open_table(desk, table=table, cards=Cards.NEW, done=walk.floor.steps(table))


def _receive(walk: Walk, pick: int, table: str) -> None:
    walk.floor.stock(table, "red" if pick % 2 else "blue", counted=None if pick else 311)


Move = Callable[[Walk, Desk, str, str, int], object]
JAM = ShufflerCondition.JAMMED
MOVES: dict[str, Move] = {
    "stock": lambda w, d, t, s, p: _receive(w, p, t),
    "assign": lambda w, d, t, s, p: assignments.assign(d, table=t, post=Post.FLOORPERSON, person="flo"),
    "dealer": lambda w, d, t, s, p: assignments.assign(d, table=t, post=Post.DEALER, person="dan"),
    "relieve": lambda w, d, t, s, p: assignments.relieve(d, table=t, post=Post.FLOORPERSON),
    "inspect": lambda w, d, t, s, p: _inspect(w, d, t, p),
    "fail": lambda w, d, t, s, p: readers.report_reader_failure(d, table=t, says="dark"),
    "mend": lambda w, d, t, s, p: readers.mend_reader(d, table=t, says="lamp", proofs=PROVED),
    "open": lambda w, d, t, s, p: _open(w, d, t),
    "suspend": lambda w, d, t, s, p: opening.suspend_table(d, table=t, reason="spill"),
    "resume": lambda w, d, t, s, p: opening.resume_table(d, table=t),
    "close": lambda w, d, t, s, p: opening.close_table(d, table=t),
    "load": lambda w, d, t, s, p: batches.load_batch(d, table=t, deck_set=s),
    "begin": lambda w, d, t, s, p: shoes.begin_shoe(d, table=t, deck_set=s),
    "end": lambda w, d, t, s, p: shoes.end_shoe(d, table=t, remaining=0, discarded=312 - (p == 6)),
    "swap": lambda w, d, t, s, p: batches.swap_batches(d, table=t),
    "burn": lambda w, d, t, s, p: shoes.burn_card(d, table=t),
    "count": lambda w, d, t, s, p: decks.count_decks(d, deck_set=s, counted=312),
    "withdraw": lambda w, d, t, s, p: decks.withdraw_decks(d, deck_set=s, reason="old"),
    "change": lambda w, d, t, s, p: decks.change_decks(d, table=t, out=(), into=(s,)),
    "seal": lambda w, d, t, s, p: custody.seal_decks(d, deck_set=s, seal=f"B-{w.floor.last().seq}"),
    "jam": lambda w, d, t, s, p: shufflers.report_shuffler_fault(d, table=t, condition=JAM, says="stuck"),
    "out": lambda w, d, t, s, p: shufflers.take_shuffler_out(d, table=t, how=OutOfOrder.SIGNED, reason="x"),
    "back": lambda w, d, t, s, p: shufflers.return_shuffler(d, table=t, says="fixed"),
    "report": lambda w, d, t, s, p: _report(w, d, t),
    "approve": lambda w, d, t, s, p: _approve(w, p),
    "correct": lambda w, d, t, s, p: _correct(w, d, p),
}

STEPS = st.lists(
    st.tuples(st.sampled_from(sorted(MOVES)), st.sampled_from(TABLES), st.integers(0, 6)), min_size=10, max_size=30
)

#: The usual way to an open table, so that walks get that far.
PRELUDE: tuple[Step, ...] = (
    ("assign", "FB-01", 0),
    ("inspect", "FB-01", 0),
    ("stock", "FB-01", 1),
    ("open", "FB-01", 0),
    ("begin", "FB-01", 0),
    ("assign", "FB-02", 0),
    ("inspect", "FB-02", 0),
    ("stock", "FB-02", 1),
    ("stock", "FB-02", 2),
    ("open", "FB-02", 0),
)


def hold(floor: Floor, *, corrected: bool) -> None:
    """What must hold after anything."""
    with floor.store.reading() as state:
        sets = state.find(DeckSet)
        for decks_ in sets:
            assert (decks_.spot in AT_TABLE) <= (decks_.table is not None), "a card set is in one place"
        for status in state.find(TableStatus, phase=Phase.OPEN):
            failed = state.get(ReaderStatus, status.table)
            book = RULEBOOKS["nj-19-47-26" if status.table.startswith("NJ") else "pa-590"]
            stopped = failed is not None and failed.failed_at is not None and ("reader-failed", "") in book.duty_named
            holder = state.get(Assignment, status.table, Post.FLOORPERSON)
            assert corrected or not stopped, "no table open past its gate"
            assert corrected or (holder is not None and holder.person is not None)
        for table in TABLES:
            here = [each for each in sets if each.table == table]
            shoe = state.get(Shoe, table)
            assert corrected or len([each for each in here if each.spot is Spot.RACK]) <= 1, "one batch in the rack"
            dealing = shoe is not None and shoe.phase is not ShoePhase.ENDED
            playing = [each.id for each in here if each.spot is Spot.SHOE]
            assert corrected or len(playing) <= 1
            assert corrected or dealing or not playing
        numbers = [incident.number for incident in state.find(Incident)]
        assert corrected or numbers == [f"IR-2026-{n:04d}" for n in range(1, len(numbers) + 1)], "no gaps"
    floor.check()


def chain_holds(floor: Floor) -> None:
    with floor.store._looking() as connection:
        previous = GENESIS
        for entry in every(connection):
            assert entry.previous == previous
            previous = entry.hash


@settings(max_examples=examples(15), deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
@pytest.mark.timeout(600)
def test_walks_keep_what_must_hold(house: Path, steps: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.sqlite"
        shutil.copy(house, path)
        floor = Floor(open_store(path), path)
        walk = Walk(floor)
        for step in (*PRELUDE, *steps):
            walk.step(*step)
        hold(floor, corrected=walk.done["correct"] > 0)
        chain_holds(floor)
        floor.store.close()


def test_the_prelude_of_the_walks_reaches_open_tables(floor: Floor) -> None:
    walk = Walk(floor)
    for step in PRELUDE:
        walk.step(*step)
    with floor.store.reading() as state:
        assert len(state.find(TableStatus, phase=Phase.OPEN)) == 2, walk.done
    opened = [e for e in floor.store.page(limit=100) if isinstance(e.fact, TableOpened)]
    assert len(opened) == 2
    hold(floor, corrected=False)
