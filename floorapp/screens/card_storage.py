"""Card storage from a moment: its places against their par levels, what lies in each, and what is not located."""

from __future__ import annotations

from collections import Counter

from floorapp.domain.card_storage import StorageCount, StoragePlace
from floorapp.domain.decks import DeckSet
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import card_storage
from floorapp.operations.card_storage import LostSet, lost_sets, storage_places, stored_at
from floorapp.operations.moment import Moment
from floorapp.screens.acts import button
from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.phrases import because, name_of, plural
from floorapp.screens.register import RegisterDetail, RegisterView
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.screens.text_line import Sign, Words, line

#: The place's form, for a place that is not there yet.
NEW = "new place"
#: Of a large place so many sets are named.
MOST = 40


def card_storage_of(snapshot: Snapshot, chosen: str | None) -> RegisterView:
    """Ask every place, and the chosen one; the first where none is chosen."""
    moment = snapshot.moment
    places, lost = storage_places(moment.state), lost_sets(moment.state)
    held = {each.id: stored_at(moment.state, each.id) for each in places}
    one = next((each for each in places if each.id == chosen), places[0])
    rows = tuple(_row(each, held[each.id], lost) for each in places)
    note = plural(sum(map(len, held.values())), "set") + " in storage"
    if lost:
        note += f" · {plural(len(lost), 'set')} not located"
    add = Act(NEW, "Add a place…", "Alt A", because(card_storage.may_set_storage_place(moment)))
    return RegisterView("Card storage", note, rows, _detail(moment, one, held[one.id], lost), (add,))


def _state(place: StoragePlace, held: tuple[DeckSet, ...], lost: tuple[LostSet, ...]) -> State:
    if any(each.place == place.id for each in lost):
        return State.ALARM
    return State.WARNING if len(held) < place.par else State.OKAY


def _word(place: StoragePlace, held: tuple[DeckSet, ...], lost: tuple[LostSet, ...]) -> str:
    if missing := sum(each.place == place.id for each in lost):
        return f"{missing} not located"
    return place.against_par(len(held)) or "all located"


def _row(place: StoragePlace, held: tuple[DeckSet, ...], lost: tuple[LostSet, ...]) -> ListRow:
    head = line(Words(place.name, 15, 600, shrinks=True))
    par = f", par {place.par}" if place.par else ""
    second = line(Words(f"{place.kind.words} · {plural(len(held), 'set')}{par}", 13, 400, "ink2", shrinks=True))
    note = line(Words(_word(place, held, lost), 13, 400, "ink2"))
    return ListRow(f"place {place.id}", Sign(_state(place, held, lost), 17), (head, second), note=note)


def _detail(
    moment: Moment, place: StoragePlace, held: tuple[DeckSet, ...], lost: tuple[LostSet, ...]
) -> RegisterDetail:
    kinds = Counter(f"{each.decks} decks, {each.back}, {each.design}" for each in held)
    count = moment.state.get(StorageCount, place.id)
    counted = "never counted"
    if count is not None:
        off = len(count.missing) + len(count.extra)
        differs = f", {off} different: {count.says}" if off else ", no difference"
        by = name_of(moment, count.by)
        counted = f"{moment.house.stamp(count.at)} by {by}, {plural(len(count.found), 'set')}{differs}"
    named = ", ".join(each.id for each in held[:MOST]) + (" …" if len(held) > MOST else "")
    facts = (
        ("On hand", f"{len(held)}" + (f" of par {place.par}" if place.par else "")),
        ("Last count", counted),
        ("Not located", ", ".join(each.decks.id for each in lost if each.place == place.id)),
        ("Cards", "; ".join(f"{many} × {kind}" for kind, many in sorted(kinds.items()))),
        ("Sets", named),
    )
    return RegisterDetail(
        f"place {place.id}",
        _state(place, held, lost),
        _word(place, held, lost),
        place.name,
        tuple((label, words) for label, words in facts if words),
        _acts(moment, place),
    )


def _acts(moment: Moment, place: StoragePlace) -> tuple[Act, ...]:
    why = "" if place.id else "Add a place first; cards are received into the first one."
    count = button(Acts.count_storage, "storage", card_storage.may_count_storage(moment))
    move = button(Acts.transfer_decks, "storage", why or card_storage.may_transfer_decks(moment))
    change = button(Acts.set_storage_place, "storage", why or card_storage.may_set_storage_place(moment))
    return count, move, change
