"""Acts on deck sets that are not done every day: counted, one card replaced, out of play, held.

Each is about one of several sets, such as the two batches of a table; where there is a choice it is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from floorapp.domain.cards import RANK_NAMES, SUIT_NAMES
from floorapp.domain.decks import AT_TABLE, DeckSet, Spot
from floorapp.domain.people import Role
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import custody, decks
from floorapp.operations.desk import Change, Desk
from floorapp.operations.floor_queries import rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal
from floorapp.screens.forms import Act, Asked, Counting, Form, Scan
from floorapp.screens.glance import glances
from floorapp.screens.offers.cards import label_asked, two_looked, ways_of_the_tens
from floorapp.screens.offers.counts import counted_twice, second_of
from floorapp.screens.offers.happened import recorded_anyway
from floorapp.screens.offers.offer import Maker, Offer, Values, asks_signature, never, number, usual

Sets = tuple[DeckSet, ...]
NO_CARDS = Refusal("no-cards", "No cards are at this table.", "Nothing was changed.", "Deliver a set first (F3).")
#: Where a set lies, in the words of the pit.
LIES = {
    Spot.SHOE: "in the shoe",
    Spot.SHUFFLER: "in the shuffler",
    Spot.RACK: "in the discard rack",
    Spot.TABLE: "on the table",
    Spot.ISSUED: "not opened yet",
}
#: What a card shows, as it is picked: a number in figures, the others by name.
RANKS = {
    rank.replace("T", "10") if rank in "23456789T" else name.capitalize(): rank for rank, name in RANK_NAMES.items()
}
SUITS = {name.capitalize(): suit for suit, name in SUIT_NAMES.items()}


class May(Protocol):
    """Whether an act can be done with a deck set."""

    def __call__(self, moment: Moment, *, deck_set: str) -> Refusal | None: ...


def of_sets(make: Callable[[Moment, Sets], Offer]) -> Maker:
    """A form about a deck set, or about one of a table's."""
    return lambda snapshot, id: make(snapshot.moment, _sets(snapshot.moment, id))


def _sets(moment: Moment, id: str) -> Sets:
    """A table's sets, the one that is dealt first; or a set, and where it is at a table those beside it."""
    this = moment.state.get(DeckSet, id)
    if this is None:
        return _at(moment, id)
    beside = _at(moment, this.table) if this.table and this.spot in AT_TABLE else ()
    return (this, *(each for each in beside if each.id != id))


def _at(moment: Moment, table: str) -> Sets:
    here = [each for each in moment.state.find(DeckSet, table=table) if each.spot in (Spot.ISSUED, *AT_TABLE)]
    return tuple(sorted(here, key=lambda each: (each.spot is not Spot.SHOE, each.spot is Spot.ISSUED, each.id)))


def _fit(moment: Moment, sets: Sets, may: May) -> tuple[Sets, Refusal | None]:
    """The sets that allow it; where none does, why the first does not."""
    fit = tuple(each for each in sets if may(moment, deck_set=each.id) is None)
    if fit or not sets:
        return fit, None if fit else NO_CARDS
    return (), may(moment, deck_set=sets[0].id)


def _said(each: DeckSet) -> str:
    return f"{each.id} · {each.back} · {LIES.get(each.spot, each.spot)}"


def _which(fit: Sets, step: str) -> tuple[Asked, ...]:
    """Asked where there is a choice, the usual one first in the list; a label that is scanned says it too."""
    if len(fit) == 1:
        return (label_asked(step, fit[0].id),)
    scan = Scan(step, tuple((each.id, _said(each)) for each in fit))
    return (Asked("set", "Which set (or scan its label)", choices=tuple(map(_said, fit)), scan=scan),)


def _chosen(fit: Sets, values: Values) -> str:
    return fit[0].id if len(fit) == 1 else next(each.id for each in fit if _said(each) == values["set"])


def _sentence(fit: Sets, says: str) -> str:
    return says if len(fit) > 1 else f"{_said(fit[0])}. {says}"


@of_sets
def count_decks(moment: Moment, sets: Sets) -> Offer:
    """Count a set at its table, whenever there is a doubt."""
    fit, refusal = _fit(moment, sets, decks.may_count_decks)
    if refusal is not None:
        return Offer(never, refusal=refusal)
    whole = " or ".join(str(count) for count in sorted({each.cards for each in fit}))
    form = Form(
        Acts.count_decks.name,
        fit[0].id,
        f"Count cards at {fit[0].table}",
        _sentence(fit, "All its cards, wherever they are."),
        (),
        (*_which(fit, Acts.count_decks.name), Asked("counted", f"Cards counted (full count: {whole})", digits=True)),
        Act("do", "Record the count", "F9"),
        "A wrong count is a finding; where the rulebook says so, it stops the table.",
        counting=Counting(
            ("counted",), fit[0].cards, by="set", wholes=tuple((_said(each), each.cards) for each in fit)
        ),
    )

    def do(desk: Desk, values: Values) -> Change:
        name, counted = _chosen(fit, values), number(values, "counted", "the count")
        return decks.count_decks(desk, deck_set=name, counted=counted, second=second_of(desk, values))

    glance = glances(moment).get(fit[0].table or "")
    offer = Offer(do, form)
    return offer if glance is None else counted_twice(moment, glance, offer, Acts.count_decks.name)


@of_sets
def remove_tens(moment: Moment, sets: Sets) -> Offer:
    """The tens of a set that was opened with them, in a game that is played without."""
    fit, refusal = _fit(moment, sets, decks.may_remove_tens)
    if refusal is not None:
        return Offer(never, refusal=refusal)
    table, book = fit[0].table or "", rulebook_of(moment, fit[0].table or "")
    ways, duty = ways_of_the_tens(book), book.duty_named.get(("tens-disposal", ""))
    became = "What became of them" if duty is None else f"What became of them ({duty.cite})"
    form = Form(
        Acts.remove_tens.name,
        fit[0].id,
        f"Tens removed at {table}",
        _sentence(fit, "All of them, four from each deck."),
        (),
        (
            *_which(fit, Acts.remove_tens.name),
            Asked("removed", "Tens removed", digits=True),
            Asked("disposed", became, choices=tuple(ways)),
            *asks_signature("dealer", "Dealer", usual(moment, table, Role.DEALER)),
            *asks_signature("floorperson", "Floorperson", moment.person.handle if moment.person else ""),
        ),
        Act("do", "Record", "F9"),
    )

    def do(desk: Desk, values: Values, *, happened: bool = False) -> Change:
        return decks.remove_tens(
            desk,
            deck_set=_chosen(fit, values),
            removed=number(values, "removed", "the tens"),
            disposed=ways[values["disposed"]],
            happened=happened,
            **two_looked(desk, values),
        )

    return Offer(do, form, anyway=recorded_anyway(form.name, table, partial(do, happened=True)))


@of_sets
def replace_card(moment: Moment, sets: Sets) -> Offer:
    """One card for the same card; its back is looked at and named, never filled in."""
    fit, refusal = _fit(moment, sets, decks.may_replace_card)
    if refusal is not None:
        return Offer(never, refusal=refusal)
    table = fit[0].table or ""
    backs = {each.back for each in (*fit, *moment.state.find(DeckSet, spot=Spot.STORE))}
    form = Form(
        Acts.replace_card.name,
        fit[0].id,
        f"Replace a card at {table}",
        _sentence(fit, "The same card with the same back takes its place."),
        (),
        (
            *_which(fit, Acts.replace_card.name),
            Asked("rank", "Card", hint="Choose", choices=tuple(RANKS)),
            Asked("suit", "Suit", hint="Choose", choices=tuple(SUITS), beside=True),
            Asked("back", "Back of the new card", hint="Check and choose", choices=tuple(sorted(backs))),
            Asked("reason", "Reason", hint="bent, torn, marked"),
            *asks_signature("dealer", "Dealer", usual(moment, table, Role.DEALER)),
            *asks_signature("floorperson", "Floorperson", moment.person.handle if moment.person else ""),
        ),
        Act("do", "Replace", "F9"),
    )

    def do(desk: Desk, values: Values) -> Change:
        return decks.replace_card(
            desk,
            deck_set=_chosen(fit, values),
            card=RANKS[values["rank"]] + SUITS[values["suit"]],
            back=values["back"],
            reason=values["reason"],
            **two_looked(desk, values),
        )

    return Offer(do, form)


@of_sets
def withdraw_decks(moment: Moment, sets: Sets) -> Offer:
    """Take a set out of play without another in its place."""
    fit, refusal = _fit(moment, sets, decks.may_withdraw_decks)
    if refusal is not None:
        return Offer(never, refusal=refusal)
    form = Form(
        Acts.withdraw_decks.name,
        fit[0].id,
        f"Out of service at {fit[0].table}",
        _sentence(fit, "No set replaces it."),
        (),
        (*_which(fit, Acts.withdraw_decks.name), Asked("reason", "Reason")),
        Act("do", "Take out of service", "F9"),
        "Next, seal it and transfer it to security, on Decks.",
    )
    return Offer(lambda desk, v: decks.withdraw_decks(desk, deck_set=_chosen(fit, v), reason=v["reason"]), form)


@of_sets
def hold_decks(moment: Moment, sets: Sets) -> Offer:
    """Keep a set that is out of play for an investigation."""
    fit, refusal = _fit(moment, sets, custody.may_hold_decks)
    if refusal is not None:
        return Offer(never, refusal=refusal)
    form = Form(
        Acts.hold_decks.name,
        fit[0].id,
        f"Hold {fit[0].id}",
        "It is kept for an investigation.",
        (),
        (label_asked(Acts.hold_decks.name, fit[0].id), Asked("reason", "Reason")),
        Act("do", "Hold", "F9"),
        "Only a compliance officer can have it destroyed.",
    )
    return Offer(lambda desk, v: custody.hold_decks(desk, deck_set=fit[0].id, reason=v["reason"]), form)
