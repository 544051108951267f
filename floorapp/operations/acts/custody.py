"""Custody of deck sets away from play: received, issued, sealed, collected, inspected, held, destroyed."""

from __future__ import annotations

from floorapp.domain.decks import Spot, UsedSeal
from floorapp.domain.people import OF_SECURITY, Role
from floorapp.domain.seals import BadRange, seals_of
from floorapp.domain.tables import Cards
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.decks import (
    DecksCollected,
    DecksDescribed,
    DecksDestroyed,
    DecksHeld,
    DecksInspected,
    DecksIssued,
    DecksSealed,
)
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import at_spots, known_table, the_set
from floorapp.operations.holds import refuse_held
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, first, needs_words
from floorapp.operations.series import next_number
from floorapp.operations.signatures import Meaning, needs_signature


def may_receive_decks(moment: Moment) -> Refusal | None:
    """A shift manager, together with security."""
    return moment.guard("receive_decks")


def receive_decks(
    desk: Desk,
    *,
    design: str,
    back: str,
    decks: int,
    seals: tuple[str, ...],
    security: Signature,
    condition: Cards = Cards.NEW,
    tens: bool = True,
) -> Change:
    """Take sealed deck sets into the store, one a seal, numbered without gaps; two people look at the seals.

    `tens` is whether the decks have them: some come without (see also § 603a.16).
    """
    with desk.acting("receive_decks", Subject("store", "cards")) as act:
        act.ask(
            may_receive_decks(act.moment),
            needs_words(design, "design"),
            needs_words(back, "back color"),
            None if decks > 0 else bad_input("A set has one deck or more.", "Enter the decks per set.", "decks"),
            _bad_seals(act.moment, seals),
            needs_signature((security,), Meaning.RECEIVED, roles=OF_SECURITY, given="security"),
        )
        series = f"deck-set-{act.moment.day.date.year}"
        first_number = next_number(act.moment.state, series)
        received = [
            DecksDescribed(
                deck_set=f"DS-{act.moment.day.date.year}-{number:04d}",
                series=series,
                number=number,
                design=design.strip(),
                back=back.strip(),
                decks=decks,
                condition=condition,
                seal=seal.strip(),
                tens=tens,
            )
            for number, seal in enumerate(seals, start=first_number)
        ]
        return act.enter(*received, signatures=(security,))


def _is_range(seal: str) -> bool:
    try:
        return seals_of(seal) != (seal,)
    except BadRange:
        return True


def _bad_seals(moment: Moment, seals: tuple[str, ...]) -> Refusal | None:
    plain = [seal.strip() for seal in seals]
    if not plain or "" in plain or len(set(plain)) != len(plain):
        return bad_input("Each set needs its own seal number.", "Enter one seal number per set.", "seals")
    ranges = [seal for seal in plain if _is_range(seal)]
    if ranges:
        return bad_input(f"“{ranges[0]}” is a range, not a seal number.", "Enter one seal number per set.", "seals")
    used = [seal for seal in plain if moment.state.get(UsedSeal, seal) is not None]
    if used:
        return Refusal(
            "seal-used",
            f"A seal was used before: {', '.join(used)}.",
            "No cards were received.",
            "Check the numbers; report a repeated number to compliance.",
            given="seals",
        )
    return None


def may_issue_decks(moment: Moment, *, deck_set: str, table: str) -> Refusal | None:
    """A stored deck set, for a table in use."""
    return moment.guard("issue_decks") or known_table(moment, table) or at_spots(moment, deck_set, Spot.STORE)


def issue_decks(desk: Desk, *, deck_set: str, table: str, witness: Signature) -> Change:
    """Bring a deck set from the store to a table, seen by security or another shift manager."""
    with desk.acting("issue_decks", Subject("deck-set", deck_set)) as act:
        act.ask(may_issue_decks(act.moment, deck_set=deck_set, table=table))
        roles = (*OF_SECURITY, Role.SHIFT_MANAGER)
        act.ask(
            needs_signature((witness,), Meaning.ISSUED, roles=roles, other_than=(act.moment.actor,), given="witness")
        )
        return act.enter(DecksIssued(deck_set=deck_set, table=table), signatures=(witness,))


def may_seal_decks(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A deck set that was taken out of play."""
    return moment.guard("seal_decks") or at_spots(moment, deck_set, Spot.WITHDRAWN)


def seal_decks(desk: Desk, *, deck_set: str, seal: str) -> Change:
    """Seal a withdrawn deck set in its container."""
    with desk.acting("seal_decks", Subject("deck-set", deck_set)) as act:
        act.ask(may_seal_decks(act.moment, deck_set=deck_set), _bad_seals(act.moment, (seal,)))
        return act.enter(DecksSealed(deck_set=deck_set, seal=seal.strip()))


def may_collect_decks(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A sealed deck set."""
    return moment.guard("collect_decks") or at_spots(moment, deck_set, Spot.SEALED)


def collect_decks(desk: Desk, *, deck_set: str, security: Signature) -> Change:
    """Hand a sealed deck set to security."""
    with desk.acting("collect_decks", Subject("deck-set", deck_set)) as act:
        act.ask(
            may_collect_decks(act.moment, deck_set=deck_set),
            needs_signature((security,), Meaning.COLLECTED, roles=OF_SECURITY, given="security"),
        )
        return act.enter(DecksCollected(deck_set=deck_set), signatures=(security,))


def may_inspect_decks(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A collected deck set, or one held."""
    return moment.guard("inspect_decks") or at_spots(moment, deck_set, Spot.COLLECTED, Spot.HELD)


def inspect_decks(desk: Desk, *, deck_set: str, good: bool, says: str = "") -> Change:
    """Look through a collected deck set; what is not good is said in words."""
    with desk.acting("inspect_decks", Subject("deck-set", deck_set)) as act:
        act.ask(
            may_inspect_decks(act.moment, deck_set=deck_set),
            None if good else needs_words(says, "description of what was found"),
        )
        return act.enter(DecksInspected(deck_set=deck_set, good=good, says=says.strip()))


def may_hold_decks(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A deck set out of play and not yet destroyed."""
    spots = (Spot.WITHDRAWN, Spot.SEALED, Spot.COLLECTED)
    return moment.guard("hold_decks") or at_spots(moment, deck_set, *spots)


def hold_decks(desk: Desk, *, deck_set: str, reason: str) -> Change:
    """Keep a deck set for an investigation."""
    with desk.acting("hold_decks", Subject("deck-set", deck_set)) as act:
        act.ask(may_hold_decks(act.moment, deck_set=deck_set), needs_words(reason, "reason"))
        return act.enter(DecksHeld(deck_set=deck_set, reason=reason.strip()))


def may_destroy_decks(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A collected deck set that was inspected and found good; or one held, by compliance."""
    refusal = moment.guard("destroy_decks") or at_spots(moment, deck_set, Spot.COLLECTED, Spot.HELD, Spot.CANCELED)
    if refusal is not None:
        return refusal
    decks = the_set(moment, deck_set)
    held_back = decks.spot is Spot.HELD or decks.found == "not good"
    compliance = moment.person is not None and moment.person.role is Role.COMPLIANCE_OFFICER
    return first(
        refuse_held(moment.state, Subject("deck-set", deck_set), f"Deck set {deck_set}"),
        None if decks.found else bad_input(f"Deck set {deck_set} was not inspected.", "Inspect it first."),
        Refusal(
            "evidence",
            f"Deck set {deck_set} may be evidence.",
            "It was not destroyed.",
            "Ask a compliance officer to release and destroy it.",
        )
        if held_back and not compliance
        else None,
    )


def destroy_decks(desk: Desk, *, deck_set: str, how: str, witness: Signature) -> Change:
    """Destroy a deck set before a witness."""
    with desk.acting("destroy_decks", Subject("deck-set", deck_set)) as act:
        act.ask(may_destroy_decks(act.moment, deck_set=deck_set), needs_words(how, "way of destruction"))
        act.ask(needs_signature((witness,), Meaning.DESTROYED, roles=OF_SECURITY, given="witness"))
        return act.enter(DecksDestroyed(deck_set=deck_set, how=how.strip()), signatures=(witness,))
