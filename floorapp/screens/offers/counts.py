"""Counts in a form: how far from full, and one that is not full is counted again with a second person."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.people import Role
from floorapp.operations.acts.shoes import ShoeCount
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal
from floorapp.operations.rules import STOPS_TABLE
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import Act, Asked, Counting, Form
from floorapp.screens.glance import Glance
from floorapp.screens.offers.offer import Anyway, Offer, Values, asks_signature, number, sign, usual

AGAIN = "count-again"


def shoe_asked(glance: Glance) -> tuple[Asked, ...]:
    """The count of a shoe that has to be ended first; nothing where it has."""
    if not glance.dealing or glance.shoe is None:
        return ()
    return (
        Asked("discarded", f"In the discard rack, of {_whole(glance)}", hint="counted", digits=True),
        Asked("remaining", "Left in the shoe", hint="counted", beside=True, digits=True),
    )


def _whole(glance: Glance) -> int:
    """How many cards the shoe's set must count."""
    assert glance.shoe is not None
    return next((each.cards for each in glance.sets if each.id == glance.shoe.deck_set), glance.shoe.cards)


def counting_of(glance: Glance) -> Counting | None:
    """The running count of a shoe that is ended with an act."""
    return Counting(("discarded", "remaining"), _whole(glance)) if shoe_asked(glance) else None


def shoe_count(desk: Desk, values: Values) -> ShoeCount | None:
    """The typed counts of a shoe that is ended with an act, where they were asked; with who counted a second time."""
    if "discarded" not in values:
        return None
    return ShoeCount(
        discarded=number(values, "discarded", "the count of the discard rack"),
        remaining=number(values, "remaining", "the count of the shoe"),
        second=second_of(desk, values),
    )


def second_of(desk: Desk, values: Values) -> Signature | None:
    """Who counted again with whoever is signed in, where that was asked."""
    return sign(desk, values, "second", Meaning.RECOUNTED) if "second" in values else None


def counted_twice(moment: Moment, glance: Glance, offer: Offer, act: str, *, two: bool = False) -> Offer:
    """The same offer, in which a count that is not full is counted again before anything is written.

    With a second person, who signs it; where `two` sign the count anyway, they count and sign again.
    """
    form = offer.form
    if form is None or form.counting is None:
        return offer
    counting, table, about = form.counting, glance.table.id, Subject("table", glance.table.id)

    def do(desk: Desk, values: Values) -> Change:
        total = counting.total(values)
        if total is not None and "second" not in values and counting.may_be(values) and total != counting.full(values):
            with desk.acting(act, about) as acting:  # the first count stays on record
                acting.ask(_again(counting, values, table, two=two))
        return offer.do(desk, values)

    def anyway(refusal: Refusal, values: Values) -> Offer | None:
        if refusal.code != AGAIN:
            return offer.anyway(refusal, values) if offer.anyway is not None else None
        again = _form(moment, form, counting, values, table, two=two)
        return Offer(lambda desk, typed: offer.do(desk, values | typed), again, anyway=_carry(offer, values))

    return replace(offer, do=do, anyway=anyway)


def _carry(offer: Offer, first: Values) -> Anyway:
    """What the act offers after a refusal, with everything that was typed in both forms."""
    return lambda refusal, typed: offer.anyway(refusal, first | typed) if offer.anyway is not None else None


def _again(counting: Counting, values: Values, table: str, *, two: bool) -> Refusal:
    return Refusal(
        AGAIN,
        f"{counting.says(values)[1]}.",
        f"Nothing is recorded at table {table} but this first count.",
        "Count again, both of you." if two else "Count again with a second person.",
    )


def _form(moment: Moment, form: Form, counting: Counting, values: Values, table: str, *, two: bool) -> Form:
    """The second count: the same figures, empty, and who counts with one."""
    asks = tuple(asked for asked in form.asks if asked.name in counting.names)
    asks += asks_signature("second", "Counted with", usual(moment, table, Role.DEALER))
    if two:  # everything but the figures and the PINs stays as it was typed
        anew = {asked.name for asked in form.asks if asked.secret} | set(counting.names)
        asks = tuple(each if each.name in anew else replace(each, value=values[each.name]) for each in form.asks)
    company = "both of you" if two else "together with a second person"
    stops = not two and any(
        each.effect == STOPS_TABLE and each.code in ("card-missing-at-count", "extra-card-at-count")
        for each in rulebook_of(moment, table).irregularities
    )
    return Form(
        f"{form.name} {AGAIN}",
        form.about,
        f"Count again at {table}",
        f"First count: {counting.says(values)[1]}. Count all the cards again, {company}.",
        (),
        asks,
        Act("do", f"Record the second count of {counting.full(values)}", "F9"),
        "If it is still not full, dealing stops." if stops else "If it is still not full, it is a finding.",
        counting=counting,
    )
