"""A shoe that ends before its cut card: by a reshuffle that was ordered, or by a player who ends a dead game."""

from __future__ import annotations

from floorapp.domain.findings import Noted
from floorapp.domain.tables import ShoePhase, ShufflingMethod
from floorapp.engine.conduct.conditions import POLICY
from floorapp.operations.acts.shoes import LIVE, shoe_in, the_shoe
from floorapp.operations.conduct import conduct_seen
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.facts.shoes import PlayerArrived, ReshuffleOrdered
from floorapp.operations.floor_log import EMPTIED, ON_REQUEST, STEPS
from floorapp.operations.floor_queries import note_of, refusal_of, rulebook_of, the_table
from floorapp.operations.foresight import foreseen
from floorapp.operations.moment import Moment
from floorapp.operations.next_shoe import NextShoe, against, shoe_facts, shoe_planned
from floorapp.operations.refusal import Refusal, Refused, needs_words
from floorapp.operations.rules import ChecklistStep, must_do

#: What the next shoe of a dead game answers for later.
STILL_TO_COME = frozenset({"not-burned", "dealer-not-burned"})


def _planned(moment: Moment, table: str) -> NextShoe:
    plan = shoe_planned(moment, table)
    if isinstance(plan, Refusal):
        raise Refused(plan)
    return plan


def may_reshuffle_shoe(moment: Moment, *, table: str) -> Refusal | None:
    """While a shoe is dealt and its cut card is not out: then it is ended and counted."""
    refusal = shoe_in(moment, "reshuffle_shoe", table, *LIVE)
    if refusal is None and the_shoe(moment, table).phase is ShoePhase.COVER_CARD:
        return Refusal(
            "cut-card-out",
            f"The cut card is out at table {table}.",
            "The cards are counted before they are shuffled.",
            "End the shoe with its count (F4).",
            note_of(rulebook_of(moment, table), "card-missing-at-count", "").cite,
        )
    return refusal


def reshuffle_shoe(desk: Desk, *, table: str, reason: str, happened: bool = False) -> Change:
    """Have the cards shuffled before the cut card: the shoe ends, and the next one is of the batch whose turn it is."""
    with desk.acting("reshuffle_shoe", Subject("table", table)) as act:
        moment = act.moment
        act.ask(may_reshuffle_shoe(moment, table=table), needs_words(reason, "reason"))
        shoe, plan = the_shoe(moment, table), _planned(moment, table)
        ordered = ReshuffleOrdered(
            table=table, shoe=shoe.name, reason=reason.strip(), deck_set=shoe.deck_set or plan.ends
        )
        noted = against(moment, plan, ordered)
        means, todo = "The shoe stays in play.", "Correct that first, or record that it happened."
        act.ask(None if happened else refusal_of(noted, means, todo))
        return act.enter(ordered, *shoe_facts(moment, plan, burned=False, noted=noted))


def resuming_steps(moment: Moment, table: str, *, asked: bool = False) -> tuple[ChecklistStep, ...]:
    """What is done before a dead game goes on: emptied, spread, and as the game and its shuffler have it.

    `asked` if a player wants the batch from the shuffler spread and reshuffled.
    """
    method = the_table(moment, table).method
    if method is ShufflingMethod.BATCH_SHUFFLER and not conduct_seen(moment, table).shuffler_in_use:
        method = ShufflingMethod.BY_HAND
    steps = rulebook_of(moment, table).checklist("idle", method=method.value)
    wanted = {*(step.id for step in must_do(steps)), *STEPS, EMPTIED, *((ON_REQUEST,) if asked else ())}
    return tuple(step for step in steps if step.id in wanted)


def may_resume_shoe(moment: Moment, *, table: str) -> Refusal | None:
    """While a shoe is idle."""
    return shoe_in(moment, "resume_shoe", table, ShoePhase.IDLE)


def resume_shoe(
    desk: Desk, *, table: str, done: tuple[str, ...], asked: bool = False, happened: bool = False
) -> Change:
    """A player ends a dead game: its cards were treated as the rulebook has it, and the next shoe is begun."""
    with desk.acting("resume_shoe", Subject("table", table)) as act:
        moment = act.moment
        act.ask(may_resume_shoe(moment, table=table))
        steps = resuming_steps(moment, table, asked=asked)
        arrived, plan = _arrived(moment, table, tuple(step.id for step in steps if step.id in done), asked)
        noted = _not_done(moment, table, (arrived, *shoe_facts(moment, plan, burned=False)))
        means, todo = "The table stays a dead game.", "Do the steps and check them off, or record that it happened."
        act.ask(None if happened else _undone(steps, done) or refusal_of(noted, means, todo))
        return act.enter(arrived, *shoe_facts(moment, plan, burned=False, noted=noted))


def _arrived(moment: Moment, table: str, steps: tuple[str, ...], asked: bool) -> tuple[PlayerArrived, NextShoe]:
    shoe, plan = the_shoe(moment, table), _planned(moment, table)
    own = shoe.deck_set or plan.ends
    other = plan.begins if plan.begins != own else ""
    return PlayerArrived(table=table, shoe=shoe.name, steps=steps, deck_set=own, other=other, asked=asked), plan


def _not_done(moment: Moment, table: str, facts: tuple[Fact, ...]) -> tuple[Noted, ...]:
    would = foreseen(moment, table, facts)
    return tuple(each.noted for each in would if each.duty not in STILL_TO_COME and each.basis != POLICY)


def _undone(steps: tuple[ChecklistStep, ...], done: tuple[str, ...]) -> Refusal | None:
    missing = [step for step in steps if step.id not in done]
    if not missing:
        return None
    says = f"Not done yet: {missing[0].says}"
    todo = "Do the steps and check them off."
    return Refusal("steps-missing", says, "The table stays a dead game.", todo, missing[0].cite)
