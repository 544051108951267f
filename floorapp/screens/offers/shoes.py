"""Acts on a shoe that is under way: the cover card, an idle time, a recut, a reshuffle; and a reader that fails."""

from __future__ import annotations

from floorapp.domain.tables import ShoePhase
from floorapp.operations.acts import readers, shoes
from floorapp.operations.moment import Moment
from floorapp.operations.rules import must_do
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.glance import Glance
from floorapp.screens.offers.offer import Offer
from floorapp.screens.phrases import because


def idle(glance: Glance) -> bool:
    """Whether the shoe waits for somebody to play."""
    return glance.shoe is not None and glance.shoe.phase is ShoePhase.IDLE


def reach_cover_card(moment: Moment, glance: Glance) -> Offer:
    """The cover card came out; nothing is asked."""
    table = glance.table.id
    refusal = shoes.may_reach_cover_card(moment, table=table)
    return Offer(lambda desk, _v: shoes.reach_cover_card(desk, table=table), None, refusal)


def idle_shoe(moment: Moment, glance: Glance) -> Offer:
    """Nobody plays; nothing is asked."""
    table = glance.table.id
    return Offer(lambda desk, _v: shoes.idle_shoe(desk, table=table), None, shoes.may_idle_shoe(moment, table=table))


def resume_shoe(moment: Moment, glance: Glance) -> Offer:
    """Somebody plays again: whoever records it states the steps of the rulebook."""
    table = glance.table.id
    steps = must_do(glance.rulebook.checklist("idle", method=glance.table.method.value))
    listed = "\n".join(f"{place}. {step.says} ({step.cite})" for place, step in enumerate(steps, start=1))
    form = Form(
        "resume_shoe",
        table,
        f"Play again at {table}",
        f"With this you state that it was done before the next hand:\n{listed}",
        (),
        (),
        Act("do", "Play again", "F9", because(shoes.may_resume_shoe(moment, table=table))),
    )
    done = tuple(step.id for step in steps)
    return Offer(lambda desk, _v: shoes.resume_shoe(desk, table=table, done=done), form)


def recut_shoe(moment: Moment, glance: Glance) -> Offer:
    """The stack is cut again, for a reason."""
    table = glance.table.id
    form = Form(
        "recut_shoe",
        table,
        f"Recut at {table}",
        "The cards that were not dealt are cut once more.",
        (),
        (Asked("reason", "Why"),),
        Act("do", "Recut", "F9", because(shoes.may_recut_shoe(moment, table=table))),
    )
    return Offer(lambda desk, v: shoes.recut_shoe(desk, table=table, reason=v["reason"]), form)


def reshuffle_shoe(moment: Moment, glance: Glance) -> Offer:
    """The cards are shuffled before their turn, for a reason."""
    table = glance.table.id
    form = Form(
        "reshuffle_shoe",
        table,
        f"Reshuffle at {table}",
        "The floor has the cards shuffled before the shoe is over.",
        (),
        (Asked("reason", "Why"),),
        Act("do", "Reshuffle", "F9", because(shoes.may_reshuffle_shoe(moment, table=table))),
    )
    return Offer(lambda desk, v: shoes.reshuffle_shoe(desk, table=table, reason=v["reason"]), form)


def report_reader_failure(moment: Moment, glance: Glance) -> Offer:
    """The reader failed while it was used, between two inspections."""
    table = glance.table.id
    form = Form(
        "report_reader_failure",
        table,
        f"Reader of {table} failed",
        "Where the rulebook says so, the table stops until it is repaired or replaced.",
        (),
        (Asked("says", "What was seen"),),
        Act("do", "Record", "F9", because(readers.may_report_reader_failure(moment, table=table))),
    )
    return Offer(lambda desk, v: readers.report_reader_failure(desk, table=table, says=v["says"]), form)
