"""Deck sets at a table: opened, tens removed, counted, a card replaced, changed, withdrawn."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.cards import CARDS
from floorapp.domain.decks import AT_TABLE, Spot, TensDisposal
from floorapp.domain.findings import Noted
from floorapp.domain.people import Role
from floorapp.operations.acts.corrected_findings import broken_seal
from floorapp.operations.acts.shoes import ShoeCount, counted_with, end_counted, no_count
from floorapp.operations.conduct import found_by, miscounted, with_new_sets
from floorapp.operations.deck_hours import over_hours
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.decks import (
    CardReplaced,
    DecksChanged,
    DecksCounted,
    DecksOpened,
    DecksPrepared,
    DecksWithdrawn,
    TensDisposed,
)
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import (
    at_spots,
    decks_at,
    known_table,
    note_of,
    refusal_of,
    rulebook_of,
    the_set,
    the_table,
)
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, first, needs_words
from floorapp.operations.rules import ChecklistStep, must_do
from floorapp.operations.signatures import Meaning, needs_signature
from floorapp.operations.stops import stopping

SUPERVISORS = (Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER)


def table_of(moment: Moment, deck_set: str) -> str:
    """The table a deck set is at."""
    table = the_set(moment, deck_set).table
    if table is None:
        raise LookupError(f"deck set {deck_set} is at no table")
    return table


def two_looked(dealer: Signature, floorperson: Signature) -> Refusal | None:
    """The dealer inspected, a supervisor verified; two different people."""
    return first(
        needs_signature((dealer,), Meaning.INSPECTED, roles=(Role.DEALER,), given="dealer"),
        needs_signature(
            (floorperson,), Meaning.VERIFIED, roles=SUPERVISORS, other_than=(dealer.person,), given="floorperson"
        ),
    )


def may_open_decks(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A deck set that was issued to a table."""
    return moment.guard("open_decks") or at_spots(moment, deck_set, Spot.ISSUED)


def open_decks(
    desk: Desk,
    *,
    deck_set: str,
    counted: int,
    dealer: Signature,
    floorperson: Signature,
    seal_intact: bool = True,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Break the seal: the dealer inspects and counts, the floorperson verifies; its hours begin."""
    with desk.acting("open_decks", Subject("deck-set", deck_set)) as act:
        act.ask(may_open_decks(act.moment, deck_set=deck_set), two_looked(dealer, floorperson))
        decks, table = the_set(act.moment, deck_set), table_of(act.moment, deck_set)
        act.ask(no_count(counted, decks.cards, "counted"))
        noted = miscounted(act.moment, table, deck_set, counted)
        if not seal_intact:
            noted += (broken_seal(decks),)
        opened = DecksOpened(deck_set=deck_set, table=table, counted=counted, seal_intact=seal_intact, findings=noted)
        return act.enter(opened, occurred_at=occurred_at, late=late, signatures=(dealer, floorperson))


def may_remove_tens(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A deck set on the table, or in the rack after its shoe, in a game that is played without tens."""
    refusal = moment.guard("remove_tens") or at_spots(moment, deck_set, Spot.TABLE, Spot.RACK)
    if refusal is not None:
        return refusal
    rule, cards = rulebook_of(moment, table_of(moment, deck_set)).cards.tens, the_set(moment, deck_set)
    if rule.value or not cards.has_tens:
        gone = "The tens are removed already." if cards.tens else "These decks came without tens."
        why = "This game is played with its tens." if rule.value else gone
        return Refusal("tens", why, "The cards are unchanged.", "There is nothing to remove.", rule.cite)
    return None


def remove_tens(
    desk: Desk,
    *,
    deck_set: str,
    removed: int,
    disposed: TensDisposal,
    dealer: Signature,
    floorperson: Signature,
    happened: bool = False,
) -> Change:
    """Take the tens out of a deck set; all four of each deck, seen by two, and disposed of as the text has it."""
    with desk.acting("remove_tens", Subject("deck-set", deck_set)) as act:
        act.ask(may_remove_tens(act.moment, deck_set=deck_set), two_looked(dealer, floorperson))
        decks, table = the_set(act.moment, deck_set), table_of(act.moment, deck_set)
        if removed != 4 * decks.decks:
            act.ask(
                Refusal(
                    "tens",
                    f"{removed} tens were removed; {decks.decks} decks have {4 * decks.decks}.",
                    f"Deck set {deck_set} cannot be used like this.",
                    "Check the cards again.",
                    rulebook_of(act.moment, table).cards.tens.cite,
                )
            )
        said = {"set": deck_set, "step": "tens_removed", "disposed": disposed.value}
        wrong = found_by(act.moment, table, "step", **said)
        means, todo = "The tens are not recorded as removed.", "Dispose of them as the section says, then record it."
        act.ask(None if happened else refusal_of(wrong, means, todo))
        taken = TensDisposed(deck_set=deck_set, table=table, removed=removed, disposed=disposed)
        return act.enter(taken, signatures=(dealer, floorperson))


def may_count_decks(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A deck set at a table."""
    return moment.guard("count_decks") or at_spots(moment, deck_set, *sorted(AT_TABLE))


def count_decks(
    desk: Desk,
    *,
    deck_set: str,
    counted: int,
    second: Signature | None = None,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Count a deck set at its table, with a second person where the first count was not full.

    A right count is where exposure starts anew.
    """
    with desk.acting("count_decks", Subject("deck-set", deck_set)) as act:
        act.ask(may_count_decks(act.moment, deck_set=deck_set))
        decks, table = the_set(act.moment, deck_set), table_of(act.moment, deck_set)
        act.ask(no_count(counted, decks.cards, "counted"), counted_with(act.moment, second))
        noted = miscounted(act.moment, table, deck_set, counted)
        done = DecksCounted(deck_set=deck_set, table=table, counted=counted, complete=not noted, findings=noted)
        signed = (second,) if second is not None else ()
        stops = stopping(act.moment, table, noted)
        return act.enter(done, *stops, occurred_at=occurred_at, late=late, signatures=signed)


def may_replace_card(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A deck set at a table."""
    return moment.guard("replace_card") or at_spots(moment, deck_set, *sorted(AT_TABLE))


def replace_card(
    desk: Desk, *, deck_set: str, card: str, back: str, reason: str, dealer: Signature, floorperson: Signature
) -> Change:
    """Replace one card by the same card with the same back; a wrong replacement is what states fined."""
    with desk.acting("replace_card", Subject("deck-set", deck_set)) as act:
        act.ask(
            may_replace_card(act.moment, deck_set=deck_set),
            needs_words(reason, "reason"),
            None if card in CARDS else bad_input(f"“{card}” is not a card.", "Write it like Th or As."),
            two_looked(dealer, floorperson),
        )
        decks, table = the_set(act.moment, deck_set), table_of(act.moment, deck_set)
        if back != decks.back:
            rulebook = rulebook_of(act.moment, table)
            noted = note_of(rulebook, "card-with-wrong-back", f"The card's back is {back}, the set's is {decks.back}.")
            means = f"Deck set {deck_set} was not changed."
            act.ask(Refusal(noted.code, noted.says, means, "Use a card with the same back.", noted.cite, "back"))
        if card[0] == "T" and not decks.has_tens:
            act.ask(bad_input("This deck set has no tens.", "Check the card again.", "rank"))
        done = CardReplaced(deck_set=deck_set, table=table, card=card, back=back, reason=reason.strip())
        return act.enter(done, signatures=(dealer, floorperson))


def may_change_decks(moment: Moment, *, table: str, into: tuple[str, ...]) -> Refusal | None:
    """Deck sets that lie opened, complete and in time at this very table."""
    refusal = moment.guard("change_decks") or known_table(moment, table)
    if refusal is None and not into:
        refusal = bad_input("No new cards were chosen.", "Choose the deck sets coming in.")
    for name in into:
        refusal = refusal or at_spots(moment, name, Spot.TABLE) or _unfit(moment, table, name)
    return refusal


def _unfit(moment: Moment, table: str, name: str) -> Refusal | None:
    decks = the_set(moment, name)
    if decks.table != table:
        return Refusal(
            "elsewhere", f"Deck set {name} is at table {decks.table}.", "Nothing was changed.", "Choose another one."
        )
    noted = over_hours(moment, table, (name,))
    if not decks.complete:
        noted += miscounted(moment, table, name, decks.counted or 0)
    if noted:
        return Refusal(
            noted[0].code,
            noted[0].says,
            f"It cannot be put in play at table {table}.",
            "Choose another one.",
            noted[0].cite,
        )
    return None


#: What opening a set states already.
OPENED = frozenset({"opening-dealer-inspects", "opening-floorperson-verifies"})


def preparing_steps(moment: Moment, *, table: str, into: tuple[str, ...]) -> tuple[ChecklistStep, ...]:
    """What is still done with new cards before they are dealt at this table: spread, washed, kept apart."""
    method, found = the_table(moment, table).method.value, dict[str, ChecklistStep]()
    for name in into:
        cards = the_set(moment, name).condition.value
        steps = must_do(rulebook_of(moment, table).checklist("opening", cards=cards, method=method))
        found |= {step.id: step for step in steps if step.id not in OPENED and "tens" not in step.id}
    return tuple(found.values())


#: What is wrong with the cards themselves, whoever deals them.
OF_THE_CARDS = frozenset({"tens-in-shoe", "tens-missing", "decks-number", "batches-two", "batches-equal"})
OF_THE_CARDS |= {"batches-design", "batches-color"}


def _wrong_cards(moment: Moment, table: str, out: tuple[str, ...], into: tuple[str, ...]) -> tuple[Noted, ...]:
    """Whether the cards that come into play are such as the rulebook and the other batch need."""
    stands = with_new_sets(moment, table, out, into)
    return tuple(each.noted for each in stands if each.duty in OF_THE_CARDS and each.cite)


def _refused(table: str, wrong: tuple[Noted, ...]) -> Refusal | None:
    return refusal_of(wrong, f"Table {table} keeps its cards.", "Choose a set that this game and this table can use.")


def change_decks(
    desk: Desk,
    *,
    table: str,
    out: tuple[str, ...],
    into: tuple[str, ...],
    done: tuple[str, ...] = (),
    count: ShoeCount | None = None,
    happened: bool = False,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Take deck sets out of play and put new ones in their place; one that was overdue is a finding.

    With its count a shoe that is still dealt is ended first. `done` are the opening steps done with the new cards.
    """
    with desk.acting("change_decks", Subject("table", table)) as act:
        end_counted(act, table, count)
        act.ask(may_change_decks(act.moment, table=table, into=into))
        here = {each.id for each in decks_at(act.moment, table)}
        wrong = [name for name in out if name not in here or name in into]
        if wrong:
            act.ask(bad_input(f"Not in play at table {table}: {', '.join(wrong)}.", "Choose the sets going out."))
        wrong_cards = _wrong_cards(act.moment, table, out, into)
        act.ask(*(_in_shoe(act.moment, name) for name in out), None if happened else _refused(table, wrong_cards))
        noted = (*over_hours(act.moment, table, out, occurred_at), *wrong_cards)
        changed = DecksChanged(table=table, out=out, into=into, findings=noted)
        steps = tuple(step.id for step in preparing_steps(act.moment, table=table, into=into) if step.id in done)
        prepared = (DecksPrepared(table=table, deck_sets=into, steps=steps),) if steps else ()
        return act.enter(changed, *prepared, occurred_at=occurred_at, late=late)


def may_withdraw_decks(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A deck set at a table."""
    refusal = moment.guard("withdraw_decks") or at_spots(moment, deck_set, Spot.ISSUED, *sorted(AT_TABLE))
    return refusal or _in_shoe(moment, deck_set)


def _in_shoe(moment: Moment, deck_set: str) -> Refusal | None:
    """Cards leave a shoe only by its end, counted: otherwise nobody knows later what it held."""
    if the_set(moment, deck_set).spot is not Spot.SHOE:
        return None
    return Refusal(
        "in-shoe", f"Deck set {deck_set} is being dealt.", "It stays in the shoe.", "End the shoe and count its cards."
    )


def withdraw_decks(
    desk: Desk, *, deck_set: str, reason: str, occurred_at: datetime | None = None, late: str | None = None
) -> Change:
    """Take a deck set out of play."""
    with desk.acting("withdraw_decks", Subject("deck-set", deck_set)) as act:
        act.ask(may_withdraw_decks(act.moment, deck_set=deck_set), needs_words(reason, "reason"))
        table = table_of(act.moment, deck_set)
        gone = DecksWithdrawn(
            deck_set=deck_set,
            table=table,
            reason=reason.strip(),
            findings=over_hours(act.moment, table, (deck_set,), occurred_at),
        )
        return act.enter(gone, occurred_at=occurred_at, late=late)
