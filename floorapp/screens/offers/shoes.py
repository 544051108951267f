"""Acts on a shoe that is under way: the cover card, an idle time, a recut, a reshuffle; and a reader that fails."""

from __future__ import annotations

from functools import partial

from floorapp.operations.act_table import Acts
from floorapp.operations.acts import readers, reshuffles, shoes
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.happened import recorded_anyway
from floorapp.screens.offers.next_shoe import ALL_DONE
from floorapp.screens.offers.offer import Offer, Values, of_moment
from floorapp.screens.phrases import because

#: Whether a player wants the other batch spread and reshuffled.
NOBODY, ASKED = "Nobody asked", "Asked: that batch spread and reshuffled first"


@of_moment
def reach_cover_card(moment: Moment, table: str) -> Offer:
    """The cover card came out; nothing is asked."""
    refusal = shoes.may_reach_cover_card(moment, table=table)
    return Offer(lambda desk, _v: shoes.reach_cover_card(desk, table=table), None, refusal)


@of_moment
def idle_shoe(moment: Moment, table: str) -> Offer:
    """Nobody plays; nothing is asked."""
    return Offer(lambda desk, _v: shoes.idle_shoe(desk, table=table), None, shoes.may_idle_shoe(moment, table=table))


@of_moment
def resume_shoe(moment: Moment, table: str) -> Offer:
    """Somebody plays again: whoever records it states the steps of the rulebook, or which was left out."""
    refusal = reshuffles.may_resume_shoe(moment, table=table)
    usual = reshuffles.resuming_steps(moment, table) if refusal is None else ()
    steps = reshuffles.resuming_steps(moment, table, asked=True) if refusal is None else ()
    listed = "\n".join(f"{place}. {step.says} ({step.cite})" for place, step in enumerate(usual, start=1))
    request = tuple(step for step in steps if step not in usual)
    form = Form(
        Acts.resume_shoe.name,
        table,
        f"Resume play at {table}",
        f"By saving you state that this was done before the next hand:\n{listed}",
        (),
        (
            *(Asked("asked", "If a player asks", needed=False, hint=NOBODY, choices=(NOBODY, ASKED)) for _ in request),
            Asked(
                "left out", "Skipped", needed=False, hint=ALL_DONE, choices=(ALL_DONE, *(each.says for each in steps))
            ),
        ),
        Act("do", "Resume play", "F9", because(refusal)),
    )

    def do(desk: Desk, values: Values, *, happened: bool = False) -> Change:
        asked = values.get("asked") == ASKED
        stated = [step for step in (steps if asked else usual) if step.says != values.get("left out")]
        done = tuple(step.id for step in stated)
        return reshuffles.resume_shoe(desk, table=table, done=done, asked=asked, happened=happened)

    return Offer(do, form, anyway=recorded_anyway(form.name, table, partial(do, happened=True)))


@of_moment
def recut_shoe(moment: Moment, table: str) -> Offer:
    """The stack is cut again, for a reason."""
    form = Form(
        Acts.recut_shoe.name,
        table,
        f"Recut at {table}",
        "The undealt cards are cut again.",
        (),
        (Asked("reason", "Reason"),),
        Act("do", "Recut", "F9", because(shoes.may_be_recut(moment, table=table))),
    )

    def do(desk: Desk, values: Values, *, happened: bool = False) -> Change:
        return shoes.recut_shoe(desk, table=table, reason=values["reason"], happened=happened)

    return Offer(do, form, anyway=recorded_anyway(form.name, table, partial(do, happened=True)))


@of_moment
def reshuffle_shoe(moment: Moment, table: str) -> Offer:
    """The cards are shuffled before their turn, for a reason."""
    form = Form(
        Acts.reshuffle_shoe.name,
        table,
        f"Reshuffle at {table}",
        "The floor orders a shuffle before the end of the shoe.",
        (),
        (Asked("reason", "Reason"),),
        Act("do", "Reshuffle", "F9", because(reshuffles.may_reshuffle_shoe(moment, table=table))),
    )

    def do(desk: Desk, values: Values, *, happened: bool = False) -> Change:
        return reshuffles.reshuffle_shoe(desk, table=table, reason=values["reason"], happened=happened)

    return Offer(do, form, anyway=recorded_anyway(form.name, table, partial(do, happened=True)))


@of_moment
def report_reader_failure(moment: Moment, table: str) -> Offer:
    """The reader failed while it was used, between two inspections."""
    form = Form(
        Acts.report_reader_failure.name,
        table,
        f"Reader of {table} failed",
        "Where the rulebook says so, the table stops until it is repaired or replaced.",
        (),
        (Asked("says", "What happened"),),
        Act("do", "Record", "F9", because(readers.may_report_reader_failure(moment, table=table))),
    )
    return Offer(lambda desk, v: readers.report_reader_failure(desk, table=table, says=v["says"]), form)
