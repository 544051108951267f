"""Card storage: its places, transfers and returns signed by two departments, canceling, and physical inventory."""

from __future__ import annotations

from floorapp.domain.card_storage import StorageKind, StoragePlace
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.people import OF_SECURITY, Role
from floorapp.operations.card_storage import place_of, storage_places, stored_at
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.card_storage import (
    DecksCanceled,
    DecksReturned,
    DecksTransferred,
    StorageCounted,
    StoragePlaceSet,
)
from floorapp.operations.facts.registry import Subject
from floorapp.operations.floor_queries import at_spots, the_set
from floorapp.operations.holds import refuse_held
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, first, needs_name, needs_words, unknown
from floorapp.operations.signatures import Meaning, needs_signature

#: Who signs for table games.
GAMES = (Role.FLOORPERSON, Role.PIT_MANAGER, Role.SHIFT_MANAGER)


def may_set_storage_place(moment: Moment) -> Refusal | None:
    """Whoever answers for card storage."""
    return moment.guard("set_storage_place")


def set_storage_place(desk: Desk, *, place: str, name: str, kind: StorageKind, par: int, in_use: bool = True) -> Change:
    """Name a place of card storage, with how many sets should be there; one that holds sets stays in use."""
    with desk.acting("set_storage_place", Subject("storage", place)) as act:
        act.ask(
            first(
                may_set_storage_place(act.moment),
                needs_name(place, "short name", "place"),
                needs_name(name, "name", "name"),
                None if par >= 0 else bad_input("A par level cannot be below zero.", "Enter it again.", "par"),
                None if in_use or not stored_at(act.moment.state, place) else _holds_sets(place),
            )
        )
        stated = StoragePlaceSet(place=place.strip(), name=name.strip(), kind=kind, par=par, in_use=in_use)
        return act.enter(stated)


def _holds_sets(place: str) -> Refusal:
    return bad_input(f"There are sets in {place}.", "Transfer them first.")


def _no_place(moment: Moment, place: str) -> Refusal | None:
    known = any(each.id == place for each in storage_places(moment.state))
    return None if known else unknown("storage place", place)


def _both(moment: Moment, security: Signature, games: Signature, meaning: Meaning) -> Refusal | None:
    """Both departments sign: security, and somebody else for table games."""
    return first(
        needs_signature((security,), meaning, roles=OF_SECURITY, given="security"),
        needs_signature((games,), meaning, roles=GAMES, other_than=(security.person,), given="games"),
    )


def may_transfer_decks(moment: Moment) -> Refusal | None:
    """A shift manager or security storage."""
    return moment.guard("transfer_decks")


def transfer_decks(
    desk: Desk, *, deck_sets: tuple[str, ...], to_place: str, security: Signature, games: Signature
) -> Change:
    """Move sealed sets from their places to another; two departments sign."""
    with desk.acting("transfer_decks", Subject("storage", to_place)) as act:
        act.ask(may_transfer_decks(act.moment), _no_place(act.moment, to_place), _none(deck_sets))
        act.ask(*(at_spots(act.moment, each, Spot.STORE) for each in deck_sets))
        act.ask(*(_there_already(act.moment, each, to_place) for each in deck_sets))
        act.ask(_both(act.moment, security, games, Meaning.TRANSFERRED))
        state = act.moment.state
        moved = (
            DecksTransferred(deck_set=each, from_place=place_of(state, the_set(act.moment, each)), to_place=to_place)
            for each in deck_sets
        )
        return act.enter(*moved, signatures=(security, games))


def _none(deck_sets: tuple[str, ...]) -> Refusal | None:
    return None if deck_sets else bad_input("No deck set was entered.", "Enter set numbers or seals.", "sets")


def _there_already(moment: Moment, deck_set: str, place: str) -> Refusal | None:
    if place_of(moment.state, the_set(moment, deck_set)) != place:
        return None
    return bad_input(f"Deck set {deck_set} is already in {place}.", "Leave it out.", "sets")


def may_return_decks(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A set that was delivered and not opened."""
    return moment.guard("return_decks") or at_spots(moment, deck_set, Spot.ISSUED)


def return_decks(desk: Desk, *, deck_set: str, place: str, security: Signature, games: Signature) -> Change:
    """Take a delivered set that was never opened back into card storage; two departments sign."""
    with desk.acting("return_decks", Subject("deck-set", deck_set)) as act:
        act.ask(may_return_decks(act.moment, deck_set=deck_set), _no_place(act.moment, place))
        act.ask(_both(act.moment, security, games, Meaning.TRANSFERRED))
        table = the_set(act.moment, deck_set).table or ""
        return act.enter(DecksReturned(deck_set=deck_set, table=table, place=place), signatures=(security, games))


def may_cancel_decks(moment: Moment, *, deck_set: str) -> Refusal | None:
    """A collected set that was inspected and found good, on which nothing is held."""
    refusal = moment.guard("cancel_decks") or at_spots(moment, deck_set, Spot.COLLECTED)
    if refusal is not None:
        return refusal
    found = the_set(moment, deck_set).found
    return first(
        refuse_held(moment.state, Subject("deck-set", deck_set), f"Deck set {deck_set}"),
        None if found else bad_input(f"Deck set {deck_set} was not inspected.", "Inspect it first."),
        None if found != "not good" else bad_input(f"Deck set {deck_set} may be evidence.", "Hold it instead."),
    )


def cancel_decks(desk: Desk, *, deck_set: str, how: str, witness: Signature) -> Change:
    """Cancel a set (drill or cut it) before security; what is canceled can still be destroyed later."""
    with desk.acting("cancel_decks", Subject("deck-set", deck_set)) as act:
        act.ask(may_cancel_decks(act.moment, deck_set=deck_set), needs_words(how, "way it was canceled", "how"))
        act.ask(needs_signature((witness,), Meaning.CANCELED, roles=OF_SECURITY, given="witness"))
        return act.enter(DecksCanceled(deck_set=deck_set, how=how.strip()), signatures=(witness,))


def may_count_storage(moment: Moment) -> Refusal | None:
    """A shift manager or security storage."""
    return moment.guard("count_storage")


def count_storage(
    desk: Desk, *, place: str, found: tuple[str, ...], security: Signature, games: Signature, says: str = ""
) -> Change:
    """Count a place by its sets; what differs from the record is named and explained."""
    with desk.acting("count_storage", Subject("storage", place)) as act:
        act.ask(may_count_storage(act.moment), _no_place(act.moment, place))
        unknown_ones = [each for each in found if act.moment.state.get(DeckSet, each) is None]
        act.ask(unknown("deck set", unknown_ones[0]) if unknown_ones else None)
        there = {each.id for each in stored_at(act.moment.state, place)}
        missing, extra = sorted(there - set(found)), sorted(set(found) - there)
        counted = StorageCounted(
            place=place, found=tuple(sorted(found)), missing=tuple(missing), extra=tuple(extra), says=says.strip()
        )
        act.ask(unexplained(counted), _both(act.moment, security, games, Meaning.STORAGE_COUNTED))
        return act.enter(counted, signatures=(security, games))


def unexplained(counted: StorageCounted) -> Refusal | None:
    """A count that differs from the record says why."""
    differs = counted.missing or counted.extra
    return needs_words(counted.says, "reason for the difference", "says") if differs else None


def known_place(moment: Moment, place: str) -> StoragePlace | None:
    """A place by its short name."""
    return moment.state.get(StoragePlace, place)
