"""F4: the next shoe of a table. The first press shows everything it will write, the second press writes it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from floorapp.domain.decks import Spot
from floorapp.domain.tables import Preparation
from floorapp.operations import table_presses
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import batches, shoes
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.operations.next_shoe import NextShoe, against, backs_at, next_shoe_of
from floorapp.operations.refusal import Refusal
from floorapp.screens.acts import button
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.glance import Glance
from floorapp.screens.offers.counts import counted_twice, counting_of, shoe_asked, shoe_count
from floorapp.screens.offers.happened import recorded_anyway
from floorapp.screens.offers.offer import Doing, Offer, Values, at_table, never
from floorapp.screens.phrases import because
from floorapp.screens.text_line import TextLine, Words, line

#: What a floorperson can leave out of a next shoe: it is then not recorded as done.
ALL_DONE = "Nothing: all done"
NOT_BURNED, NOT_CUT, NOT_SHUFFLED = "First card not burned yet", "Not cut", "Not shuffled and not cut"


def shoe_act(moment: Moment, glance: Glance) -> Act:
    """F4 on its button: always the next shoe, or why there is none."""
    plan = moment.guard(Acts.begin_shoe.name) or next_shoe_of(moment, glance.table.id)
    return button(Acts.begin_shoe, "table", plan if isinstance(plan, Refusal) else None)


def next_shoe_says(moment: Moment, glance: Glance) -> str:
    """What F4 would write here, in a line; empty where it would write nothing."""
    plan = moment.guard(Acts.begin_shoe.name) or next_shoe_of(moment, glance.table.id)
    if isinstance(plan, Refusal):
        return ""
    return " · ".join(plan.says(backs_at(moment, glance.table.id)))


@at_table
def begin_shoe(moment: Moment, glance: Glance) -> Offer:
    """The next shoe in one press, said before it: ended, counted, loaded, begun, shuffled, cut, burned."""
    table = glance.table.id
    plan = moment.guard(Acts.begin_shoe.name) or next_shoe_of(moment, table)
    if isinstance(plan, Refusal):
        return Offer(never, refusal=plan)
    told = plan.says(backs_at(moment, table))
    form = Form(
        Acts.begin_shoe.name,
        table,
        f"Next shoe at {table}",
        "By pressing F4 again you state, in this order:",
        tuple(map(_step, told)),
        (*shoe_asked(glance), _left_out(plan)),
        Act("do", _button(plan, {}), "F4"),
        " ".join(f"{each.says} ({each.cite})" for each in against(moment, plan)),
        counting=counting_of(glance),
        words=partial(_button, plan),
    )
    anyway = recorded_anyway(Acts.begin_shoe.name, table, _doing(plan, happened=True), "the shoe was begun that way")
    offer = Offer(_doing(plan, happened=False), form, anyway=anyway)
    return counted_twice(moment, glance, offer, Acts.end_shoe.name)


def _step(told: str) -> tuple[TextLine, TextLine | None]:
    """One thing that is stated, how it was done under it."""
    what, _, how = told.partition(", ")
    first = line(Words(f"{what[:1].upper()}{what[1:]}", 15, shrinks=True))
    return first, line(Words(how, 13, 400, "ink2", shrinks=True)) if how else None


def _button(plan: NextShoe, values: Values) -> str:
    """What the press records, in the words of its button: without what was left out."""
    left_out = values.get("left out", "")
    shuffled = plan.prepared.shuffled is not None and left_out != NOT_SHUFFLED
    cut = plan.prepared.cut and left_out not in (NOT_CUT, NOT_SHUFFLED)
    done = {
        "end": bool(plan.ends),
        "count": bool(plan.ends),
        "load": bool(plan.shuffles or plan.loads),
        "begin": True,
        "shuffle": shuffled,
        "cut": cut,
        "burn": left_out != NOT_BURNED,
    }
    return ", ".join(word for word, so in done.items() if so).capitalize()


def _left_out(plan: NextShoe) -> Asked:
    prepared = plan.prepared
    choices = (
        NOT_BURNED,
        *((NOT_CUT,) if prepared.cut else ()),
        *((NOT_SHUFFLED,) if prepared.shuffled is not None else ()),
    )
    return Asked("left out", "Skipped", needed=False, hint=ALL_DONE, choices=(ALL_DONE, *choices))


def _doing(plan: NextShoe, *, happened: bool) -> Doing:
    def do(desk: Desk, values: Values) -> Change:
        left_out = values.get("left out", "")
        prepared = plan.prepared
        if left_out == NOT_CUT:
            prepared = replace(prepared, cut=False)
        elif left_out == NOT_SHUFFLED:
            prepared = Preparation(None, cut=False)
        return table_presses.next_shoe(
            desk,
            table=plan.table,
            count=shoe_count(desk, values),
            deck_set=plan.begins,
            prepared=prepared,
            burned=left_out != NOT_BURNED,
            happened=happened,
        )

    return do


@at_table
def end_shoe(moment: Moment, glance: Glance) -> Offer:
    """Count a shoe and end it, with no next one yet."""
    table = glance.table.id

    def do(desk: Desk, values: Values) -> Change:
        count = shoe_count(desk, values)
        if count is None:
            raise LookupError(table)
        return shoes.end_shoe(
            desk, table=table, remaining=count.remaining, discarded=count.discarded, second=count.second
        )

    form = Form(
        Acts.end_shoe.name,
        table,
        f"End the shoe at {table}",
        "Count the discard rack and the cards left in the shoe. This does not begin the next shoe.",
        (),
        shoe_asked(glance),
        Act("do", "End and count", "F9", because(shoes.may_end_shoe(moment, table=table))),
        counting=counting_of(glance),
    )
    return counted_twice(moment, glance, Offer(do, form), Acts.end_shoe.name)


@at_table
def load_batch(moment: Moment, glance: Glance) -> Offer:
    """The batch that belongs into the shuffler now: one that had no turn yet, else the one in the rack."""
    table = glance.table.id
    waiting = [each for each in glance.sets if each.spot in (Spot.TABLE, Spot.RACK)]
    for each in sorted(waiting, key=lambda one: one.spot is Spot.RACK):
        if batches.may_load_batch(moment, table=table, deck_set=each.id) is None:
            form = Form(
                Acts.load_batch.name,
                table,
                f"Load the shuffler at {table}",
                "By pressing F9 you state:",
                ((line(Words(f"{each.id} ({each.back}) loaded into the shuffler", 15, shrinks=True)), None),),
                (),
                Act("do", f"{each.back.capitalize()} is in the shuffler", "F9"),
            )
            return Offer(_loading(table, each.id), form)
    refusal = batches.may_load_batch(moment, table=table, deck_set=waiting[0].id if waiting else "")
    return Offer(never, refusal=refusal)


def _loading(table: str, deck_set: str) -> Doing:
    return lambda desk, _values: batches.load_batch(desk, table=table, deck_set=deck_set)
