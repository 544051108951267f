"""What card storage holds by the record, place by place, and which registered sets nobody has located."""

from __future__ import annotations

from floorapp.domain.card_storage import UNNAMED, StorageCount, StorageKind, StoragePlace
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.seals import BadRange, seals_of
from floorapp.domain.values import dataclass
from floorapp.operations.refusal import Refusal, bad_input
from floorapp.operations.state import StateView


def storage_places(state: StateView) -> tuple[StoragePlace, ...]:
    """The places in use, the primary one first; one without a name until the property names them."""
    kinds = list(StorageKind)
    found = [each for each in state.find(StoragePlace) if each.in_use]
    return tuple(sorted(found, key=lambda each: (kinds.index(each.kind), each.name))) or (UNNAMED,)


def place_of(state: StateView, decks: DeckSet) -> str:
    """Where a stored set is by the record: it is received into the first place."""
    return decks.place or storage_places(state)[0].id


def stored_at(state: StateView, place: str) -> tuple[DeckSet, ...]:
    """The sets that are in a place by the record."""
    return tuple(each for each in state.find(DeckSet, spot=Spot.STORE) if place_of(state, each) == place)


@dataclass(frozen=True, slots=True)
class LostSet:
    """A set that is registered at a place, was not found there, and was found nowhere since."""

    decks: DeckSet
    place: str
    count: StorageCount


def lost_sets(state: StateView) -> tuple[LostSet, ...]:
    """Compare what is registered with what was located: in each place's last count, and in all later ones."""
    counts = state.find(StorageCount)
    lost = []
    for count in counts:
        for name in count.missing:
            decks = state.get(DeckSet, name)
            located = any(name in other.found and other.at >= count.at for other in counts)
            if decks is not None and decks.spot is Spot.STORE and not located:
                if place_of(state, decks) == count.place:
                    lost.append(LostSet(decks, count.place, count))
    return tuple(lost)


def sets_named(state: StateView, text: str) -> tuple[str, ...] | Refusal:
    """Deck sets by their numbers or seals, ranges too; a refusal names the first that is not on record."""
    try:
        names = seals_of(text)
    except BadRange as fault:
        return bad_input(str(fault), "Type the first and the last seal: AP-2001 to AP-2003.", "sets")
    found = []
    for name in names:
        known = state.get(DeckSet, name) or next(iter(state.find(DeckSet, seal=name)), None)
        if known is None:
            return bad_input(f"No deck set {name} is on record.", "Check the number or the seal.", "sets")
        found.append(known.id)
    return tuple(dict.fromkeys(found))
