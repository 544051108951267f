"""Batches: into the shuffler, and the swap that gives the next shoe to the other one."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.tables import Phase, ShufflingMethod
from floorapp.operations.acts.shoes import against_shoe, begun_shoe, lies_at
from floorapp.operations.conduct import conduct_seen, duty_at, usual_preparation
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.shoes import BatchLoaded
from floorapp.operations.floor_queries import decks_at, in_phase, known_table, refusal_of, the_set, the_table
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input


def may_load_batch(moment: Moment, *, table: str, deck_set: str) -> Refusal | None:
    """A batch of this table, and a shuffler with no other batch in it."""
    return _may_load(moment, table, deck_set) or _mixed(moment, table, deck_set)


def _may_load(moment: Moment, table: str, deck_set: str) -> Refusal | None:
    refusal = moment.guard("load_batch") or known_table(moment, table)
    if refusal is None and the_table(moment, table).method is ShufflingMethod.BY_HAND:
        refusal = bad_input(f"Table {table} has no shuffler.", "Hand shuffle.")
    shuffler = conduct_seen(moment, table).shuffler if refusal is None else None
    if shuffler is not None and shuffler.out is not None:
        refusal = Refusal(
            "shuffler-out",
            f"The shuffler at table {table} is out of order.",
            "The batch was not loaded.",
            "Hand shuffle, or put the shuffler back in service first.",
        )
    return refusal or lies_at(moment, table, deck_set, Spot.TABLE, Spot.RACK)


def _mixed(moment: Moment, table: str, deck_set: str) -> Refusal | None:
    inside = [each for each in decks_at(moment, table) if each.spot is Spot.SHUFFLER and each.id != deck_set]
    if not inside:
        return None
    backs = f"{inside[0].back} and {the_set(moment, deck_set).back}"
    says = f"Batch {inside[0].id} is in the shuffler; {backs} backs would mix."
    todo = "Take the other batch out first; if they were mixed, report it (F5)."
    return Refusal("batches-mixed", says, "The batch was not loaded.", todo)


def load_batch(
    desk: Desk,
    *,
    table: str,
    deck_set: str,
    happened: bool = False,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Put a batch into the shuffler; mixing two is refused, unless it happened."""
    with desk.acting("load_batch", Subject("table", table)) as act:
        act.ask(_may_load(act.moment, table, deck_set))
        if not happened:
            act.ask(may_load_batch(act.moment, table=table, deck_set=deck_set))
        return act.enter(BatchLoaded(table=table, deck_set=deck_set), occurred_at=occurred_at, late=late)


def _batch_in(moment: Moment, table: str, spot: Spot) -> DeckSet | None:
    found = [each for each in decks_at(moment, table) if each.spot is spot]
    return found[0] if len(found) == 1 else None


def may_swap_batches(moment: Moment, *, table: str) -> Refusal | None:
    """One batch ended in the rack, the other one shuffled in the shuffler, the table open."""
    refusal = _may_swap(moment, table=table)
    out, inside = _batch_in(moment, table, Spot.RACK), _batch_in(moment, table, Spot.SHUFFLER)
    if refusal is not None or out is None or inside is None:
        return refusal
    means, todo = f"The batches of table {table} stay where they are.", "Correct that first, or record what happened."
    prepared = usual_preparation(moment, table, inside.id)
    return refusal_of(against_shoe(moment, table, inside.id, prepared, loaded=out.id), means, todo)


def _may_swap(moment: Moment, *, table: str) -> Refusal | None:
    refusal = moment.guard("swap_batches") or known_table(moment, table) or in_phase(moment, table, Phase.OPEN)
    if refusal is not None:
        return refusal
    out, inside = _batch_in(moment, table, Spot.RACK), _batch_in(moment, table, Spot.SHUFFLER)
    if out is None or inside is None:
        turns = duty_at(moment, table, "batches-two")
        return Refusal(
            "no-swap",
            "A swap takes one batch in the discard rack and one in the shuffler.",
            f"The batches of table {table} stay where they are.",
            "End the shoe, and see that the other batch is in the shuffler.",
            "" if turns is None else turns.cite,
        )
    return None


def swap_batches(
    desk: Desk, *, table: str, happened: bool = False, occurred_at: datetime | None = None, late: str | None = None
) -> Change:
    """The ended batch goes into the shuffler, the shuffled one into the shoe: the next shoe begins."""
    with desk.acting("swap_batches", Subject("table", table)) as act:
        act.ask((_may_swap if happened else may_swap_batches)(act.moment, table=table))
        out = _batch_in(act.moment, table, Spot.RACK)
        inside = _batch_in(act.moment, table, Spot.SHUFFLER)
        if out is None or inside is None:
            raise LookupError(table)
        prepared = usual_preparation(act.moment, table, inside.id)
        noted = against_shoe(act.moment, table, inside.id, prepared, loaded=out.id)
        begun = begun_shoe(act.moment, table, inside, prepared, noted)
        loaded = BatchLoaded(table=table, deck_set=out.id)
        return act.enter(begun, loaded, occurred_at=occurred_at, late=late)
