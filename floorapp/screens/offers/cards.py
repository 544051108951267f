"""Acts on cards: changing decks with the usual values, bringing and opening sets, the next shoe, custody."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TypedDict

from floorapp.domain.decks import DeckSet, Spot, TensDisposal
from floorapp.domain.people import Role
from floorapp.domain.seals import BadRange, seals_of
from floorapp.domain.tables import Cards, Phase, Table
from floorapp.domain.written_time import span
from floorapp.operations import presses
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import custody, decks
from floorapp.operations.conduct import disposal_asked
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, Refused, bad_input
from floorapp.operations.rules import DutyBook
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import NO, YES, Act, Asked, Counting, Form, Scan
from floorapp.screens.glance import Glance, glances
from floorapp.screens.offers.counts import counted_twice, counting_of, shoe_asked, shoe_count
from floorapp.screens.offers.happened import recorded_anyway
from floorapp.screens.offers.offer import (
    Offer,
    Values,
    asks_signature,
    at_table,
    fresh_sets,
    never,
    number,
    of_moment,
    sets_needed,
    sign,
    usual,
)
from floorapp.screens.phrases import because
from floorapp.screens.text_line import TextLine, Words, line

#: How a seal was found.
WHOLE, BROKEN = "intact", "broken"
#: What was done with the tens.
REMOVED, TENS_LEFT = "removed and", "not removed"


@at_table
def change_decks(moment: Moment, glance: Glance) -> Offer:
    """All sets in play go, the fresh ones that lie at the table come; without any, one is brought first."""
    table = glance.table.id
    fresh = fresh_sets(glance)
    old = tuple(each for each in glance.sets if each not in fresh)
    if len(fresh) < sets_needed(glance):
        return bring_decks(moment, glance, fresh)
    into, out = tuple(each.id for each in fresh), tuple(each.id for each in old)

    def do(desk: Desk, values: Values, *, happened: bool = False) -> Change:
        count = shoe_count(desk, values)
        return decks.change_decks(desk, table=table, out=out, into=into, done=done, count=count, happened=happened)

    steps = decks.preparing_steps(moment, table=table, into=into)
    done = tuple(step.id for step in steps)
    stated = "\n".join(f"{place}. {step.says} ({step.cite})" for place, step in enumerate(steps, start=1))
    left = f"{span(glance.change_by - moment.now)} left" if glance.change_by else "no cards in play"
    form = Form(
        Acts.change_decks.name,
        table,
        f"Change decks at {table}",
        f"{left}\nBy saving you state that this was done with the new cards:\n{stated}" if steps else left,
        (*(_step("Out", each) for each in old), *(_step("In", each) for each in fresh)),
        (label_asked(Acts.change_decks.name, *into, *out), *shoe_asked(glance)),
        Act("do", "Change decks", "F9", because(decks.may_change_decks(moment, table=table, into=into))),
        "The sets coming out are then sealed and transferred to security.",
        counting=counting_of(glance),
    )
    anyway = recorded_anyway(form.name, table, partial(do, happened=True))
    return counted_twice(moment, glance, Offer(do, form, anyway=anyway), Acts.end_shoe.name)


def label_asked(step: str, *sets: str) -> Asked:
    """The label of a set, scanned at this step: it proves that this set was there, and a wrong one is said at once."""
    scan = Scan(step, tuple((each, each) for each in sets))
    return Asked("scan", "Label of the set", hint="scan it", needed=False, scan=scan)


def _step(word: str, each: DeckSet) -> tuple[TextLine, TextLine]:
    what = line(word, Words(each.id, 14, mono=True), f"· {each.back}", gap=5)
    counted = f"counted {each.counted} of {each.cards}" if each.counted is not None else "not counted"
    return what, line(Words(f"{each.decks} decks, {counted}, seal {each.seal}", 13, 400, "ink2", shrinks=True))


def bring_decks(moment: Moment, glance: Glance, fresh: tuple[DeckSet, ...]) -> Offer:
    """A set from the store to the table, opened, counted and verified there by two."""
    table = glance.table.id
    issued = [d for d in moment.state.find(DeckSet, table=table) if d.spot is Spot.ISSUED]
    stored = [d for d in moment.state.find(DeckSet, spot=Spot.STORE) if d.decks == glance.table.decks]
    sets = {_said(each): each for each in sorted(issued or stored, key=lambda each: _unlike(glance, fresh, each))}
    if not sets:
        return Offer(
            never,
            refusal=Refusal(
                "no-cards",
                f"There is no {glance.table.decks}-deck set in card storage.",
                f"Table {table} keeps its cards.",
                "Have a shift manager receive cards at Decks (Alt R).",
            ),
        )
    asks = () if issued else asks_signature("witness", "Security", usual(moment, table, Role.SECURITY))
    return _delivered(moment, glance, sets, asks)


def _delivered(moment: Moment, glance: Glance, sets: dict[str, DeckSet], first: tuple[Asked, ...]) -> Offer:
    """One of these sets opened at its table; tens that were not disposed of as they should be can be recorded so."""
    table, ways = glance.table.id, ways_of_the_tens(glance.rulebook)

    def do(desk: Desk, values: Values, *, happened: bool = False) -> Change:
        cards = sets[values["set"]] if len(sets) > 1 else next(iter(sets.values()))
        return presses.bring_decks(
            desk,
            deck_set=cards.id,
            table=table,
            counted=number(values, "counted", "the count"),
            seal_intact=values["whole"] == WHOLE,
            tens=ways.get(values.get("tens", TENS_LEFT)) if cards.tens else None,
            happened=happened,
            witness=sign(desk, values, "witness", Meaning.ISSUED) if "witness" in values else None,
            **two_looked(desk, values),
        )

    form = _opening_form(moment, glance, sets, first)
    offer = Offer(do, form, anyway=recorded_anyway(form.name, table, partial(do, happened=True)))
    return counted_twice(moment, glance, offer, Acts.open_decks.name, two=True)


def _unlike(glance: Glance, fresh: tuple[DeckSet, ...], each: DeckSet) -> tuple[bool, bool]:
    """What speaks against a set: a batch that lies there unused has its back already, or no set that goes has it."""
    lying = {one.back for one in glance.sets if one.spot is Spot.TABLE and one.in_play_at is None}
    going = {one.back for one in glance.sets if one not in fresh and one.back not in lying}
    return sets_needed(glance) > 1 and each.back in lying, bool(going) and each.back not in going


def _said(each: DeckSet) -> str:
    return f"{each.id} · {each.back} · seal {each.seal}"


def _opening_form(moment: Moment, glance: Glance, sets: dict[str, DeckSet], first: tuple[Asked, ...]) -> Form:
    table, best = glance.table.id, next(iter(sets.values()))
    whole = best.cards
    me = moment.person.handle if moment.person else ""
    labels = Scan(Acts.open_decks.name, tuple((each.id, said) for said, each in sets.items()))
    which = (Asked("set", "Which set (or scan its label)", choices=tuple(sets), scan=labels),)
    which = which if len(sets) > 1 else (label_asked(Acts.open_decks.name, best.id),)
    return Form(
        Acts.open_decks.name,
        best.id,
        f"Deliver cards to {table}",
        _still_to_come(glance),
        () if len(sets) > 1 else (_step("Set", best),),
        (
            *which,
            *first,
            Asked("counted", f"Cards counted (full count: {whole})", digits=True),
            Asked("whole", "Seal", choices=(WHOLE, BROKEN), beside=True),
            *_tens_asked(glance, sets),
            *asks_signature("dealer", "Dealer", usual(moment, table, Role.DEALER)),
            *asks_signature("floorperson", "Floorperson", me),
        ),
        Act("do", "Deliver and open this set", "F9", because(moment.guard(Acts.open_decks.name))),
        counting=Counting(("counted",), whole),
    )


def _still_to_come(glance: Glance) -> str:
    """How many new sets are still to be delivered before the decks can be changed."""
    there, needed = len(fresh_sets(glance)), sets_needed(glance)
    if there:
        said = f"{there} of {needed} new sets is at this table. Deliver the other, open it and count it"
    elif needed > 1:
        said = f"No new set at this table; it is dealt with {needed} batches. Deliver one, open it and count it"
    else:
        said = "No new set at this table. Deliver one, open it and count it"
    then = "deliver the other" if needed > there + 1 else "change the decks"
    return f"{said}." if glance.phase is Phase.CLOSED else f"{said}, then {then}."


def _tens_asked(glance: Glance, sets: dict[str, DeckSet]) -> tuple[Asked, ...]:
    """What became of the tens, where the game is played without and a set came with them."""
    if disposal_asked(glance.rulebook) is None or not any(each.tens for each in sets.values()):
        return ()
    says = f"The tens, if they came with the decks ({glance.rulebook.duty_named['tens-disposal', ''].cite})"
    return (Asked("tens", says, choices=(*ways_of_the_tens(glance.rulebook), TENS_LEFT)),)


def ways_of_the_tens(book: DutyBook) -> dict[str, TensDisposal]:
    """What can have become of tens that were taken out, as it is said; the game's own way first."""
    usual_way = disposal_asked(book)
    return {f"{REMOVED} {way.words}": way for way in sorted(TensDisposal, key=lambda each: each is not usual_way)}


class TwoSigned(TypedDict):
    """The two who look at cards before they are dealt, as the acts take them."""

    dealer: Signature
    floorperson: Signature


def two_looked(desk: Desk, values: Values) -> TwoSigned:
    """The signatures of the dealer who inspected and the floorperson who verified."""
    return {
        "dealer": sign(desk, values, "dealer", Meaning.INSPECTED),
        "floorperson": sign(desk, values, "floorperson", Meaning.VERIFIED),
    }


@of_moment
def open_decks(moment: Moment, deck_set: str) -> Offer:
    """An issued set that waits at its table."""
    best = moment.state.get(DeckSet, deck_set)
    glance = glances(moment).get(best.table or "") if best else None
    if best is None or glance is None:
        return Offer(never, refusal=decks.may_open_decks(moment, deck_set=deck_set))
    return _delivered(moment, glance, {_said(best): best}, ())


def _seals(text: str) -> tuple[str, ...]:
    """The seals that were typed, a range as all of them; or why it is none."""
    try:
        return seals_of(text)
    except BadRange as bad:
        todo = "Enter the first and the last number, such as AP-2001 to AP-2003, or every number."
        raise Refused(bad_input(str(bad), todo, "seals")) from bad


@of_moment
def receive_decks(moment: Moment, _id: str) -> Offer:
    """Sealed sets into the store."""
    usual_decks = Counter(table.decks for table in moment.state.find(Table, retired=False)).most_common(1)
    form = Form(
        Acts.receive_decks.name,
        "store",
        "Receive cards",
        "Sealed sets go into card storage; you and security check the seals.",
        (),
        (
            Asked(
                "seals",
                "Seal numbers, one per set, or scanned",
                hint="AP-2001 to AP-2003, AP-2010",
                scan=Scan(Acts.receive_decks.name, many=True),
            ),
            Asked("decks", "Decks per set", hint=str(usual_decks[0][0]) if usual_decks else "", digits=True),
            Asked("back", "Back color", hint="red", beside=True),
            Asked("design", "Brand and design"),
            Asked("condition", "Condition", choices=tuple(Cards), beside=True),
            Asked("tens", "Do the decks have their tens?", choices=(YES, NO)),
            *asks_signature("security", "Security", usual(moment, "", Role.SECURITY)),
        ),
        Act("do", "Receive", "F9", because(custody.may_receive_decks(moment))),
    )

    def do(desk: Desk, values: Values) -> Change:
        decks = number(values, "decks", "how many decks each set has")
        return custody.receive_decks(
            desk,
            design=values["design"],
            back=values["back"],
            decks=decks,
            seals=_seals(values["seals"]),
            condition=Cards(values["condition"]),
            tens=values["tens"] == YES,
            security=sign(desk, values, "security", Meaning.RECEIVED),
        )

    return Offer(do, form)


@of_moment
def seal_decks(moment: Moment, deck_set: str) -> Offer:
    """Seal cards that are out of play."""
    form = Form(
        Acts.seal_decks.name,
        deck_set,
        f"Seal {deck_set}",
        "It is out of service and not sealed yet.",
        (),
        (
            label_asked(Acts.seal_decks.name, deck_set),
            Asked("seal", "Number on the new seal", scan=Scan(Acts.seal_decks.name)),
        ),
        Act("do", "Seal", "F9", because(custody.may_seal_decks(moment, deck_set=deck_set))),
    )
    return Offer(lambda desk, values: custody.seal_decks(desk, deck_set=deck_set, seal=values["seal"]), form)


@of_moment
def collect_decks(moment: Moment, deck_set: str) -> Offer:
    """Hand sealed cards to security."""
    form = Form(
        Acts.collect_decks.name,
        deck_set,
        f"Transfer {deck_set} to security",
        "It is sealed and ready.",
        (),
        (
            label_asked(Acts.collect_decks.name, deck_set),
            *asks_signature("security", "Security", usual(moment, "", Role.SECURITY)),
        ),
        Act("do", "Transfer", "F9", because(custody.may_collect_decks(moment, deck_set=deck_set))),
    )

    def do(desk: Desk, values: Values) -> Change:
        signature = sign(desk, values, "security", Meaning.COLLECTED)
        return custody.collect_decks(desk, deck_set=deck_set, security=signature)

    return Offer(do, form)


@of_moment
def inspect_decks(moment: Moment, deck_set: str) -> Offer:
    """Look through collected cards."""
    form = Form(
        Acts.inspect_decks.name,
        deck_set,
        f"Inspect {deck_set}",
        "Leave blank if every card is good.",
        (),
        (Asked("says", "What was found", needed=False), label_asked(Acts.inspect_decks.name, deck_set)),
        Act("do", "Record", "F9", because(custody.may_inspect_decks(moment, deck_set=deck_set))),
    )

    def do(desk: Desk, values: Values) -> Change:
        return custody.inspect_decks(desk, deck_set=deck_set, good=not values["says"], says=values["says"])

    return Offer(do, form)


@of_moment
def destroy_decks(moment: Moment, deck_set: str) -> Offer:
    """Destroy inspected cards before a witness."""
    form = Form(
        Acts.destroy_decks.name,
        deck_set,
        f"Destroy {deck_set}",
        "It was inspected. Security witnesses and signs.",
        (),
        (
            label_asked(Acts.destroy_decks.name, deck_set),
            Asked("how", "How"),
            *asks_signature("witness", "Security", usual(moment, "", Role.SECURITY)),
        ),
        Act("do", "Destroy", "F9", because(custody.may_destroy_decks(moment, deck_set=deck_set))),
    )

    def do(desk: Desk, values: Values) -> Change:
        signature = sign(desk, values, "witness", Meaning.DESTROYED)
        return custody.destroy_decks(desk, deck_set=deck_set, how=values["how"], witness=signature)

    return Offer(do, form)
