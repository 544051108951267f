"""Shoes: begun, cover card, ended and counted, recut, idle, burned."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.decks import SLIP, DeckSet, Spot
from floorapp.domain.findings import Noted
from floorapp.domain.people import Role
from floorapp.domain.tables import Phase, Preparation, RecutBy, Shoe, ShoePhase, Shuffled, ShufflingMethod
from floorapp.domain.values import dataclass
from floorapp.engine.conduct.conditions import POLICY
from floorapp.operations.conduct import (
    conduct_seen,
    duty_at,
    found_by,
    miscounted,
    prepared_line,
    usual_preparation,
    would_stand,
)
from floorapp.operations.desk import Acting, Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.shoes import CardBurned, CoverCardReached, RecutOrdered, ShoeBegunAs, ShoeEnded, ShoeIdle
from floorapp.operations.floor_queries import (
    at_spots,
    in_phase,
    known_table,
    refusal_of,
    rulebook_of,
    the_set,
    the_table,
)
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, needs_words
from floorapp.operations.series import next_number, shoe_name
from floorapp.operations.signatures import Meaning, needs_signature
from floorapp.operations.stops import stopping


def batches_rule(moment: Moment, table: str) -> bool:
    """Whether two batches take turns at this table."""
    by_batch = the_table(moment, table).method is ShufflingMethod.BATCH_SHUFFLER
    return by_batch and duty_at(moment, table, "batches-two") is not None


#: What a shoe that begins does not answer for: the card that is burned next, the other batch that is loaded next.
STILL_TO_COME = frozenset({"not-burned", "dealer-not-burned", "batch-outside", "idle-not-done"})


def against_shoe(
    moment: Moment, table: str, deck_set: str, prepared: Preparation, loaded: str = ""
) -> tuple[Noted, ...]:
    """What putting this set into the shoe, and another into the shuffler, would bring about by the judge of conduct."""
    at = {"at": moment.now.isoformat(), "table": table}
    loads = ({**at, "do": "load", "set": loaded},) if loaded else ()
    begins = {**at, "do": "shoe", "set": deck_set, **prepared_line(prepared)}
    would = would_stand(moment, table, (begins, *loads, {**at, "do": "burn"}))
    return tuple(each.noted for each in would if each.duty not in STILL_TO_COME and each.basis != POLICY)


def _misstated(moment: Moment, table: str, deck_set: str, prepared: Preparation) -> Refusal | None:
    """What is said to be shuffled by the shuffler has to lie in it; that is no duty but a slip."""
    in_use = conduct_seen(moment, table).shuffler_in_use and batches_rule(moment, table)
    if in_use and prepared.shuffled is Shuffled.SHUFFLER and the_set(moment, deck_set).spot is not Spot.SHUFFLER:
        todo = "Load it first, or state how it was shuffled."
        return bad_input(f"Batch {deck_set} does not come out of the shuffler.", todo, "prepared")
    return None


def lies_at(moment: Moment, table: str, deck_set: str, *spots: Spot) -> Refusal | None:
    """A deck set in one of these places of this table."""
    refusal = at_spots(moment, deck_set, *spots)
    if refusal is None and the_set(moment, deck_set).table != table:
        return bad_input(f"Deck set {deck_set} is not at table {table}.", "Choose one that is.")
    return refusal


def _dealt_from(moment: Moment, table: str, deck_set: str) -> Refusal | None:
    """A complete deck set at this table, and no shoe still being dealt."""
    refusal = lies_at(moment, table, deck_set, Spot.TABLE, Spot.SHUFFLER, Spot.RACK)
    if refusal is not None:
        return refusal
    return not_ended(moment, table)


def not_ended(moment: Moment, table: str) -> Refusal | None:
    """A shoe that is still dealt is counted before the next one."""
    shoe = moment.state.get(Shoe, table)
    if shoe is None or shoe.phase is ShoePhase.ENDED:
        return None
    return Refusal(
        "shoe-not-ended", f"Shoe {shoe.name} has not ended.", "No shoe was begun.", "End it and count its cards."
    )


def may_begin_shoe(moment: Moment, *, table: str, deck_set: str, prepared: Preparation | None = None) -> Refusal | None:
    """At an open table, with cards that are complete and, where batches take turns, have theirs."""
    refusal = _may_begin(moment, table, deck_set)
    if refusal is not None:
        return refusal
    prepared = prepared or usual_preparation(moment, table, deck_set)
    noted = against_shoe(moment, table, deck_set, prepared)
    refusal = refusal_of(noted, "No shoe was begun.", "Correct that first, or record that it happened.")
    return refusal or _misstated(moment, table, deck_set, prepared)


def _may_begin(moment: Moment, table: str, deck_set: str) -> Refusal | None:
    return (
        moment.guard("begin_shoe")
        or known_table(moment, table)
        or in_phase(moment, table, Phase.OPEN)
        or _dealt_from(moment, table, deck_set)
    )


def begin_shoe(
    desk: Desk,
    *,
    table: str,
    deck_set: str,
    prepared: Preparation | None = None,
    happened: bool = False,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """Begin a shoe; what stands against dealing it is refused or, if it happened anyway, a finding.

    Without `prepared` whoever begins it states that its cards were shuffled and cut as this table does it.
    """
    with desk.acting("begin_shoe", Subject("table", table)) as act:
        act.ask(_may_begin(act.moment, table, deck_set))
        prepared = prepared or usual_preparation(act.moment, table, deck_set)
        if not happened:
            act.ask(may_begin_shoe(act.moment, table=table, deck_set=deck_set, prepared=prepared))
        noted = against_shoe(act.moment, table, deck_set, prepared)
        begun = begun_shoe(act.moment, table, the_set(act.moment, deck_set), prepared, noted)
        return act.enter(begun, occurred_at=occurred_at, late=late)


def begun_shoe(
    moment: Moment, table: str, decks: DeckSet, prepared: Preparation, noted: tuple[Noted, ...] = ()
) -> ShoeBegunAs:
    """The next shoe of a table's day, with the cards of this set."""
    series = f"shoe-{table}-{moment.day}"
    number = next_number(moment.state, series)
    return ShoeBegunAs(
        table=table,
        shoe=shoe_name(series, table, number),
        series=series,
        number=number,
        deck_set=decks.id,
        cards=decks.counted or 0,
        prepared=prepared,
        findings=(*noted, *miscounted(moment, table, decks.id, decks.counted or 0)),
    )


#: What a shoe is doing, as the floor says it.
PHASES = {
    ShoePhase.DEALING: "being dealt",
    ShoePhase.COVER_CARD: "at its cut card",
    ShoePhase.IDLE: "at a dead game",
    ShoePhase.ENDED: "ended",
}


def shoe_in(
    moment: Moment, act: str, table: str, *phases: ShoePhase, at: tuple[Phase, ...] = (Phase.OPEN,)
) -> Refusal | None:
    """At an open table with a shoe in one of these phases."""
    refusal = moment.guard(act) or known_table(moment, table) or in_phase(moment, table, *at)
    if refusal is not None:
        return refusal
    shoe = moment.state.get(Shoe, table)
    if shoe is None or shoe.phase not in phases:
        how = (
            f"The shoe at table {table} is {PHASES[shoe.phase]}." if shoe is not None else f"Table {table} has no shoe."
        )
        needed = " or ".join(PHASES[each] for each in phases)
        return Refusal("shoe-phase", how, "Nothing was changed.", f"This needs a shoe that is {needed}.")
    return None


def the_shoe(moment: Moment, table: str) -> Shoe:
    shoe = moment.state.get(Shoe, table)
    if shoe is None:
        raise LookupError(f"no shoe at table {table}; ask first")
    return shoe


LIVE = (ShoePhase.DEALING, ShoePhase.COVER_CARD, ShoePhase.IDLE)


def may_reach_cover_card(moment: Moment, *, table: str) -> Refusal | None:
    """While a shoe is dealt."""
    return shoe_in(moment, "reach_cover_card", table, ShoePhase.DEALING)


def reach_cover_card(desk: Desk, *, table: str, occurred_at: datetime | None = None, late: str | None = None) -> Change:
    """The cover card came out."""
    with desk.acting("reach_cover_card", Subject("table", table)) as act:
        act.ask(may_reach_cover_card(act.moment, table=table))
        return act.enter(CoverCardReached(table=table, shoe=_name(act, table)), occurred_at=occurred_at, late=late)


def may_end_shoe(moment: Moment, *, table: str) -> Refusal | None:
    """While a shoe has not ended, also at a table that was stopped."""
    return shoe_in(moment, "end_shoe", table, *LIVE, at=(Phase.OPEN, Phase.SUSPENDED))


def end_shoe(
    desk: Desk,
    *,
    table: str,
    remaining: int,
    discarded: int,
    second: Signature | None = None,
    occurred_at: datetime | None = None,
    late: str | None = None,
) -> Change:
    """End a shoe and count it; a right count is known good, a wrong one a finding.

    `second` is who counted a second time with whoever ends it, where the first count was not full.
    """
    with desk.acting("end_shoe", Subject("table", table)) as act:
        act.ask(may_end_shoe(act.moment, table=table))
        shoe = the_shoe(act.moment, table)
        decks = the_set(act.moment, shoe.deck_set or "")
        act.ask(
            no_count(min(remaining, discarded), decks.cards, "discarded", least=0),
            no_count(remaining + discarded, decks.cards, "remaining" if remaining > discarded else "discarded"),
            counted_with(act.moment, second),
        )
        noted = miscounted(act.moment, table, decks.id, remaining + discarded)
        ended = ShoeEnded(
            table=table,
            shoe=shoe.name,
            deck_set=decks.id,
            remaining=remaining,
            discarded=discarded,
            complete=not noted,
            findings=noted,
        )
        signed = (second,) if second is not None else ()
        stops = stopping(act.moment, table, noted)
        return act.enter(ended, *stops, occurred_at=occurred_at, late=late, signatures=signed)


def no_count(counted: int, full: int, given: str, *, least: int = 1) -> Refusal | None:
    """Refuse a number that no count of these cards can give."""
    if counted < 0:
        return bad_input("A count cannot be below zero.", "Count again.", given)
    if counted < least:
        return bad_input("Zero cards is not a count.", "Count the cards.", given)
    if counted > SLIP * full:
        return bad_input(
            f"{counted:,} cards is not possible: the full count is {full}.", "Check what was typed.", given
        )
    return None


def counted_with(moment: Moment, second: Signature | None) -> Refusal | None:
    """Whoever counts a second time with somebody is another person, and signs."""
    if second is None:
        return None
    return needs_signature((second,), Meaning.RECOUNTED, other_than=(moment.actor,), given="second")


@dataclass(frozen=True, slots=True)
class ShoeCount:
    """The two counts that end a shoe, and who counted a second time where the first count was not full."""

    remaining: int
    discarded: int
    second: Signature | None = None


def end_counted(act: Acting, table: str, count: ShoeCount | None) -> None:
    """End the shoe as part of another act, where it was counted for that."""
    if count is not None:
        end_shoe(act.desk, table=table, remaining=count.remaining, discarded=count.discarded, second=count.second)


def _by_post(moment: Moment) -> RecutBy:
    """In which capacity whoever is signed in orders a cut."""
    manager = moment.person is not None and moment.person.role is Role.SHIFT_MANAGER
    return RecutBy.SUPERVISOR if manager else RecutBy.FLOORPERSON


def may_recut_shoe(moment: Moment, *, table: str) -> Refusal | None:
    """At a table whose text lets the cards be cut again now, by this person."""
    refusal = may_be_recut(moment, table=table)
    if refusal is not None:
        return refusal
    wrong = found_by(moment, table, "recut", by_post=_by_post(moment).value)
    return refusal_of(wrong, "The cards were not cut again.", "Order a reshuffle, or record that it happened.")


def may_be_recut(moment: Moment, *, table: str) -> Refusal | None:
    """Whether a recut can be recorded at all."""
    return moment.guard("recut_shoe") or known_table(moment, table) or in_phase(moment, table, Phase.OPEN)


def recut_shoe(desk: Desk, *, table: str, reason: str, happened: bool = False) -> Change:
    """Have the stack cut again; too late, or by somebody who may not, it can only be recorded."""
    with desk.acting("recut_shoe", Subject("table", table)) as act:
        moment = act.moment
        act.ask(may_be_recut(moment, table=table), needs_words(reason, "reason"))
        act.ask(None if happened else may_recut_shoe(moment, table=table))
        by_post, shoe = _by_post(moment), moment.state.get(Shoe, table)
        ordered = RecutOrdered(
            table=table,
            shoe=shoe.name if shoe is not None and shoe.phase is not ShoePhase.ENDED else "",
            reason=reason.strip(),
            by_post=by_post,
            findings=found_by(moment, table, "recut", by_post=by_post.value),
        )
        return act.enter(ordered)


def may_idle_shoe(moment: Moment, *, table: str) -> Refusal | None:
    """While a shoe is dealt."""
    return shoe_in(moment, "idle_shoe", table, ShoePhase.DEALING)


def idle_shoe(desk: Desk, *, table: str) -> Change:
    """Nobody plays for now."""
    with desk.acting("idle_shoe", Subject("table", table)) as act:
        act.ask(may_idle_shoe(act.moment, table=table))
        return act.enter(ShoeIdle(table=table, shoe=_name(act, table)))


def may_burn_card(moment: Moment, *, table: str) -> Refusal | None:
    """While a shoe is dealt and a card is to be burned."""
    refusal = shoe_in(moment, "burn_card", table, ShoePhase.DEALING)
    if refusal is None and not the_shoe(moment, table).burn_due:
        return bad_input(f"No burn card is due at table {table}.", "Continue dealing.")
    return refusal


def burn_card(desk: Desk, *, table: str, occurred_at: datetime | None = None, late: str | None = None) -> Change:
    """The first card of a full shoe, or of a new dealer, went to the discard rack."""
    with desk.acting("burn_card", Subject("table", table)) as act:
        act.ask(may_burn_card(act.moment, table=table))
        burned = burned_card(act.moment, table, _name(act, table))
        return act.enter(burned, occurred_at=occurred_at, late=late)


def burned_card(moment: Moment, table: str, shoe: str) -> CardBurned:
    """That the first card of a shoe went to the rack, with the section that asks for it."""
    steps = rulebook_of(moment, table).checklist("burn")
    return CardBurned(table=table, shoe=shoe, cite=steps[0].cite if steps else "")


def _name(act: Acting, table: str) -> str:
    return the_shoe(act.moment, table).name
