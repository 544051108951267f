"""What can be done about a shuffler beside what is due: report its fault, put it out of order."""

from __future__ import annotations

from floorapp.domain.devices import OutOfOrder, ShufflerCondition
from floorapp.operations.acts import shufflers
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.offer import Offer, Values
from floorapp.screens.offers.tables import offer_for
from floorapp.screens.phrases import because

#: The faults in a word.
FAULTS = {"Jam": ShufflerCondition.JAMMED, "Stopped": ShufflerCondition.STOPPED, "Failed": ShufflerCondition.FAILED}
#: The ways to put it out of order in a word.
WAYS = {each.value.capitalize(): each for each in OutOfOrder}


def shuffler_offer(moment: Moment, act: str, table: str) -> Offer | None:
    """The act of a key, about the shuffler of a table."""
    if act == "report_shuffler_fault":
        return _report(moment, table)
    if act == "take_shuffler_out":
        return _take_out(moment, table)
    return offer_for(moment, act, table)


def _report(moment: Moment, table: str) -> Offer:
    def do(desk: Desk, values: Values) -> Change:
        fault = FAULTS[values["what"]]
        return shufflers.report_shuffler_fault(desk, table=table, condition=fault, says=values["says"])

    form = Form(
        "report_shuffler_fault",
        table,
        f"Shuffler of {table}",
        "Its cards are reshuffled, whatever it was.",
        (),
        (Asked("what", "What it does", choices=tuple(FAULTS)), Asked("says", "What was seen")),
        Act("do", "Report", "F9", because(shufflers.may_report_shuffler_fault(moment, table=table))),
    )
    return Offer(do, form)


def _take_out(moment: Moment, table: str) -> Offer:
    """Covered or signed in Pennsylvania, removed in New Jersey: what the state asks stands there already."""
    cite = shufflers.must_be_removed(moment, table)
    usual = OutOfOrder.REMOVED if cite else OutOfOrder.SIGNED
    says = (
        f"Here a shuffler that is not used is removed from the table ({cite})."
        if cite
        else "Before the cards are shuffled another way it is covered, or signed as out of order."
    )

    def do(desk: Desk, values: Values) -> Change:
        return shufflers.take_shuffler_out(desk, table=table, how=WAYS[values["how"]], reason=values["reason"])

    refusal = shufflers.may_take_shuffler_out(moment, table=table, how=usual)
    form = Form(
        "take_shuffler_out",
        table,
        f"Shuffler of {table} out of order",
        says,
        (),
        (
            Asked("how", "How it is put out of order", usual.value.capitalize(), choices=tuple(WAYS)),
            Asked("reason", "Why"),
        ),
        Act("do", "Out of order", "F9", because(refusal)),
    )
    return Offer(do, form)
