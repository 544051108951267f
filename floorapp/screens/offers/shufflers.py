"""What can be done about a shuffler beside what is due: report its fault, put it out of order."""

from __future__ import annotations

from functools import partial

from floorapp.domain.devices import OutOfOrder, RedLight, ShufflerCondition
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import shufflers
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.screens.forms import NO, YES, Act, Asked, Form
from floorapp.screens.glance import Glance
from floorapp.screens.offers.happened import recorded_anyway
from floorapp.screens.offers.offer import Offer, Values, at_table, number, of_moment
from floorapp.screens.phrases import because

#: The faults in a word.
FAULTS = {"Jam": ShufflerCondition.JAMMED, "Stopped": ShufflerCondition.STOPPED, "Failed": ShufflerCondition.FAILED}
#: What a red light is for, in a word.
CAUSES = {each.words.capitalize(): each for each in RedLight}
#: The ways to put it out of order in a word.
WAYS = {each.words: each for each in OutOfOrder}


@at_table
def acknowledge_shuffler_fault(moment: Moment, glance: Glance) -> Offer:
    """Somebody is at it; nothing is asked."""
    table = glance.table.id
    refusal = shufflers.may_acknowledge_shuffler_fault(moment, table=table)
    return Offer(lambda desk, _v: shufflers.acknowledge_shuffler_fault(desk, table=table), None, refusal)


@at_table
def reshuffle_after_fault(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id
    form = Form(
        Acts.reshuffle_after_fault.name,
        table,
        f"Reshuffled at {table}",
        "The cards of the faulted shuffle.",
        (),
        (Asked("how", "How they were reshuffled", hint="Hand shuffle, all cards"),),
        Act("do", "Record", "F9", because(shufflers.may_reshuffle_after_fault(moment, table=table))),
    )
    return Offer(lambda desk, v: shufflers.reshuffle_after_fault(desk, table=table, how=v["how"]), form)


@at_table
def return_shuffler(moment: Moment, glance: Glance) -> Offer:
    table = glance.table.id
    form = Form(
        Acts.return_shuffler.name,
        table,
        f"Shuffler of {table} back in service",
        "",
        (),
        (Asked("says", "What was done"),),
        Act("do", "Return", "F9", because(shufflers.may_return_shuffler(moment, table=table))),
    )
    return Offer(lambda desk, v: shufflers.return_shuffler(desk, table=table, says=v["says"]), form)


@of_moment
def report_shuffler_fault(moment: Moment, table: str) -> Offer:
    def do(desk: Desk, values: Values) -> Change:
        fault = FAULTS[values["what"]]
        cause = CAUSES[values["cause"]]
        return shufflers.report_shuffler_fault(desk, table=table, condition=fault, says=values["says"], cause=cause)

    form = Form(
        Acts.report_shuffler_fault.name,
        table,
        f"Shuffler of {table}",
        "Its cards are reshuffled in any case.",
        (),
        (
            Asked("what", "Condition", choices=tuple(FAULTS)),
            Asked("cause", "Cause of the red light", choices=tuple(CAUSES), hint="Choose"),
            Asked("says", "What happened"),
        ),
        Act("do", "Report", "F9", because(shufflers.may_report_shuffler_fault(moment, table=table))),
    )
    return Offer(do, form)


@of_moment
def take_shuffler_out(moment: Moment, table: str) -> Offer:
    """Covered or signed in Pennsylvania, removed in New Jersey: the form says so, whoever did it says which."""
    cite = shufflers.must_be_removed(moment, table)
    usual = OutOfOrder.REMOVED if cite else OutOfOrder.SIGNED
    says = (
        f"Here a shuffler that is not used is removed from the table ({cite})."
        if cite
        else "Before the cards are shuffled another way it is covered, or signed as out of order."
    )

    def do(desk: Desk, values: Values, *, happened: bool = False) -> Change:
        how, reason = WAYS[values["how"]], values["reason"]
        inside = number(values, "cards_inside", "the cards inside") if values.get("cards_inside", "").strip() else None
        return shufflers.take_shuffler_out(
            desk,
            table=table,
            how=how,
            reason=reason,
            emptied=values["emptied"] == YES,
            cards_inside=inside,
            happened=happened,
        )

    refusal = shufflers.may_take_shuffler_out(moment, table=table, how=usual)
    form = Form(
        Acts.take_shuffler_out.name,
        table,
        f"Shuffler of {table} out of order",
        says,
        (),
        (
            Asked("how", "How it is taken out of service", choices=tuple(WAYS)),
            Asked("emptied", "Emptied", choices=(YES, NO), hint="Choose"),
            Asked("cards_inside", "Cards found inside", needed=False, digits=True),
            Asked("reason", "Reason"),
        ),
        Act("do", "Out of order", "F9", because(refusal)),
    )
    return Offer(do, form, anyway=recorded_anyway(form.name, table, partial(do, happened=True)))
