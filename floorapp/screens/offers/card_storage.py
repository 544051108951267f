"""The forms of card storage: its places, transfers, returns, canceling, and the count of a place."""

from __future__ import annotations

from floorapp.domain.card_storage import StorageKind, StoragePlace
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.people import Role
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import card_storage
from floorapp.operations.card_storage import sets_named, storage_places, stored_at
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, Refused
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import NO, YES, Act, Asked, Form, Scan
from floorapp.screens.offers.cards import label_asked
from floorapp.screens.offers.offer import Offer, Values, asks_signature, number, of_moment, sign, usual
from floorapp.screens.phrases import because

#: What a place is for, as it is chosen.
KINDS = {kind.words: kind for kind in StorageKind}


def _two(moment: Moment) -> tuple[Asked, ...]:
    """Both departments sign."""
    games = moment.person.handle if moment.person and moment.person.role in card_storage.GAMES else ""
    security = asks_signature("security", "Security", usual(moment, "", Role.SECURITY))
    return (*security, *asks_signature("games", "Table games", games or usual(moment, "", Role.SHIFT_MANAGER)))


def _labels(moment: Moment, step: str, *spots: Spot) -> Scan | None:
    """The labels of all sets that are there; none where there are none."""
    sets = tuple((each.id, each.id) for spot in spots for each in moment.state.find(DeckSet, spot=spot))
    return Scan(step, sets, many=True) if sets else None


def _place_words(place: StoragePlace) -> str:
    return f"{place.name} · {place.id}" if place.id else place.name


def _chosen(moment: Moment, words: str) -> str:
    return next(each.id for each in storage_places(moment.state) if _place_words(each) == words)


def _sets(desk: Desk, text: str) -> tuple[str, ...]:
    with desk.looking() as moment:
        found = sets_named(moment.state, text)
    if isinstance(found, Refusal):
        raise Refused(found)
    return found


@of_moment
def set_storage_place(moment: Moment, id: str) -> Offer:
    """A new place, or the chosen one with other figures."""
    known = card_storage.known_place(moment, id)
    kind = known.kind.words if known else ""
    asks = (
        *(() if known else (Asked("place", "Short name", hint="PIT-1"),)),
        Asked("name", "Name", known.name if known else "", hint="Pit 1 stand"),
        Asked("kind", "Kind", kind, choices=tuple(KINDS), hint="Choose"),
        Asked("par", "Par level, sets", str(known.par) if known else "", digits=True, beside=True),
        *((Asked("in_use", "In use", YES, choices=(YES, NO)),) if known else ()),
    )
    title = f"Place {id}" if known else "New place of card storage"
    may = because(card_storage.may_set_storage_place(moment))
    form = Form(Acts.set_storage_place.name, id, title, "", (), asks, Act("do", "Save", "F9", may))

    def do(desk: Desk, values: Values) -> Change:
        return card_storage.set_storage_place(
            desk,
            place=id if known else values["place"],
            name=values["name"],
            kind=KINDS[values["kind"]],
            par=number(values, "par", "the par level"),
            in_use=values.get("in_use", YES) == YES,
        )

    return Offer(do, form)


@of_moment
def transfer_decks(moment: Moment, id: str) -> Offer:
    """Sealed sets go to another place."""
    labels = _labels(moment, Acts.transfer_decks.name, Spot.STORE)
    places = storage_places(moment.state)
    asks = (
        Asked("sets", "Sets or seals", hint="DS-2026-0012, AP-2001 to AP-2003", scan=labels),
        Asked("to", "To", choices=tuple(_place_words(each) for each in places), hint="Choose"),
        *_two(moment),
    )
    may = because(card_storage.may_transfer_decks(moment))
    sentence = "Both departments look at the seals and sign."
    form = Form(Acts.transfer_decks.name, id, "Transfer sealed sets", sentence, (), asks, Act("do", "Sign", "F9", may))

    def do(desk: Desk, values: Values) -> Change:
        return card_storage.transfer_decks(
            desk,
            deck_sets=_sets(desk, values["sets"]),
            to_place=_chosen(moment, values["to"]),
            security=sign(desk, values, "security", Meaning.TRANSFERRED),
            games=sign(desk, values, "games", Meaning.TRANSFERRED),
        )

    return Offer(do, form)


@of_moment
def return_decks(moment: Moment, id: str) -> Offer:
    """A delivered set that was not opened goes back."""
    places = storage_places(moment.state)
    asks = (
        label_asked(Acts.return_decks.name, id),
        Asked("to", "To", choices=tuple(_place_words(each) for each in places), hint="Choose"),
        *_two(moment),
    )
    may = because(card_storage.may_return_decks(moment, deck_set=id))
    sentence = "It was never opened; its seal is intact."
    form = Form(Acts.return_decks.name, id, f"Return {id}", sentence, (), asks, Act("do", "Sign", "F9", may))

    def do(desk: Desk, values: Values) -> Change:
        return card_storage.return_decks(
            desk,
            deck_set=id,
            place=_chosen(moment, values["to"]),
            security=sign(desk, values, "security", Meaning.TRANSFERRED),
            games=sign(desk, values, "games", Meaning.TRANSFERRED),
        )

    return Offer(do, form)


@of_moment
def cancel_decks(moment: Moment, id: str) -> Offer:
    """Drilled or cut, so that it cannot be played again."""
    asks = (
        label_asked(Acts.cancel_decks.name, id),
        Asked("how", "How", hint="Drilled"),
        *asks_signature("witness", "Security", usual(moment, "", Role.SECURITY)),
    )
    may = because(card_storage.may_cancel_decks(moment, deck_set=id))
    sentence = "It is canceled, not destroyed: that is recorded when it happens."
    form = Form(Acts.cancel_decks.name, id, f"Cancel {id}", sentence, (), asks, Act("do", "Sign", "F9", may))

    def do(desk: Desk, values: Values) -> Change:
        witness = sign(desk, values, "witness", Meaning.CANCELED)
        return card_storage.cancel_decks(desk, deck_set=id, how=values["how"], witness=witness)

    return Offer(do, form)


@of_moment
def count_storage(moment: Moment, id: str) -> Offer:
    """What lies there, by set or seal; the record is not shown, so that it is counted and not copied."""
    place = next((each for each in storage_places(moment.state) if each.id == id), storage_places(moment.state)[0])
    found = _labels(moment, Acts.count_storage.name, *(spot for spot in Spot if spot is not Spot.DESTROYED))
    asks = (
        Asked("sets", "Sets or seals found", hint="AP-2001 to AP-2040, AP-2044", needed=False, scan=found),
        Asked("says", "Explanation of a difference", needed=False),
        *_two(moment),
    )
    may = because(card_storage.may_count_storage(moment))
    sentence = f"On record: {len(stored_at(moment.state, place.id))} sets here. Scan or type what you find."
    act = Act("do", "Sign the count", "F9", may)
    form = Form(Acts.count_storage.name, place.id, f"Count {place.name}", sentence, (), asks, act)

    def do(desk: Desk, values: Values) -> Change:
        return card_storage.count_storage(
            desk,
            place=place.id,
            found=_sets(desk, values.get("sets", "")),
            security=sign(desk, values, "security", Meaning.STORAGE_COUNTED),
            games=sign(desk, values, "games", Meaning.STORAGE_COUNTED),
            says=values.get("says", ""),
        )

    return Offer(do, form)
