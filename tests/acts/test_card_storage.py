"""Card storage as it is: places, transfers by two departments, canceled apart from destroyed, counts that name sets."""

from __future__ import annotations

from typing import Any

from floorapp.domain.card_storage import StorageCount, StorageKind, StoragePlace
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.duties import Urgency
from floorapp.operations.acts import card_storage, corrections, custody, decks
from floorapp.operations.card_storage import lost_sets, sets_named, stored_at
from floorapp.operations.correction_form import restated, stated
from floorapp.operations.due import due
from floorapp.operations.entry_sentences import tell
from floorapp.operations.refusal import Refusal
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor, refused


def place(floor: Floor, name: str, kind: StorageKind = StorageKind.PRIMARY, par: int = 0) -> None:
    card_storage.set_storage_place(floor.desk("sam"), place=name, name=f"Storage {name}", kind=kind, par=par)


def received(floor: Floor, *seals: str) -> tuple[str, ...]:
    sam = floor.desk("sam")
    security = floor.sign(sam, "sid", Meaning.RECEIVED)
    change = custody.receive_decks(sam, design="Bee", back="red", decks=6, seals=seals, security=security)
    return tuple(each.id for each in change.subjects)


def both(floor: Floor, desk: Any, meaning: Meaning) -> dict[str, Any]:
    return {"security": floor.sign(desk, "sid", meaning), "games": floor.sign(desk, "flo", meaning)}


def moved(floor: Floor, to: str, *sets: str) -> None:
    sam = floor.desk("sam")
    card_storage.transfer_decks(sam, deck_sets=sets, to_place=to, **both(floor, sam, Meaning.TRANSFERRED))


def counted(floor: Floor, at: str, *found: str, says: str = "") -> None:
    sam = floor.desk("sam")
    signed = both(floor, sam, Meaning.STORAGE_COUNTED)
    card_storage.count_storage(sam, place=at, found=found, says=says, **signed)


def in_place(floor: Floor, name: str) -> list[str]:
    with floor.store.reading() as state:
        return [each.id for each in stored_at(state, name)]


def test_cards_come_into_the_first_place_and_two_departments_sign_for_a_transfer(floor: Floor) -> None:
    place(floor, "MAIN", par=10)
    place(floor, "PIT-1", StorageKind.PIT_STAND, par=2)
    one, two = received(floor, "AP-1", "AP-2")
    assert in_place(floor, "MAIN") == [one, two]
    sam = floor.desk("sam")
    alone = {"security": floor.sign(sam, "sid", Meaning.TRANSFERRED), "games": floor.sign(sam, "sid", Meaning.ISSUED)}
    transfer: dict[str, Any] = {"deck_sets": (one,), "to_place": "PIT-1"}
    assert refused(card_storage.transfer_decks, sam, **transfer, **alone).given == "games"
    moved(floor, "PIT-1", one)
    assert (in_place(floor, "MAIN"), in_place(floor, "PIT-1")) == ([two], [one])
    assert f"{one} transferred from MAIN to PIT-1" in [tell(e).says for e in floor.store.page(limit=3)]
    again = both(floor, sam, Meaning.TRANSFERRED)
    assert "already" in refused(card_storage.transfer_decks, sam, **transfer, **again).happened
    nowhere = transfer | {"to_place": "ATTIC"}
    again = both(floor, sam, Meaning.TRANSFERRED)
    assert refused(card_storage.transfer_decks, sam, **nowhere, **again).code == "no-storage place"
    floor.check()


def test_a_place_says_how_many_sets_it_is_above_or_below_its_par() -> None:
    said = {par: StoragePlace("MAIN", "Main", StorageKind.PRIMARY, par).against_par(7) for par in (0, 3, 7, 12)}
    assert said == {0: "", 3: "4 above par", 7: "at par", 12: "5 below par"}


def test_sets_are_named_by_number_or_by_seal_in_ranges(floor: Floor) -> None:
    one, two, three = received(floor, "AP-1", "AP-2", "AP-3")
    with floor.store.reading() as state:
        assert sets_named(state, f"AP-1 to AP-2, {three}") == (one, two, three)
        wrong = sets_named(state, "AP-1 to AP-9")
    assert isinstance(wrong, Refusal) and "AP-4" in wrong.happened


def test_an_unopened_set_goes_back_into_storage(floor: Floor) -> None:
    place(floor, "MAIN")
    (one,) = received(floor, "AP-1")
    sam = floor.desk("sam")
    custody.issue_decks(sam, deck_set=one, table="FB-01", witness=floor.sign(sam, "sid", Meaning.ISSUED))
    signed = both(floor, sam, Meaning.TRANSFERRED)
    card_storage.return_decks(sam, deck_set=one, place="MAIN", **signed)
    cards = floor.get(DeckSet, one)
    assert (cards.spot, cards.table, cards.place) == (Spot.STORE, None, "MAIN")
    signed = both(floor, sam, Meaning.TRANSFERRED)
    assert refused(card_storage.return_decks, sam, deck_set=one, place="MAIN", **signed)


def out_of_play(floor: Floor, *, good: bool = True) -> str:
    (one,) = floor.stock("FB-01", "red")
    sam = floor.desk("sam")
    decks.withdraw_decks(sam, deck_set=one, reason="changed")
    custody.seal_decks(sam, deck_set=one, seal="B-1")
    custody.collect_decks(sam, deck_set=one, security=floor.sign(sam, "sid", Meaning.COLLECTED))
    cancel: dict[str, Any] = {"deck_set": one, "how": "drilled", "witness": floor.sign(sam, "sid", Meaning.CANCELED)}
    assert "not inspected" in refused(card_storage.cancel_decks, sam, **cancel).happened
    custody.inspect_decks(sam, deck_set=one, good=good, says="" if good else "a crimp")
    return one


def test_canceled_and_destroyed_are_two_things(floor: Floor) -> None:
    one = out_of_play(floor)
    sam = floor.desk("sam")
    witness = floor.sign(sam, "sid", Meaning.CANCELED)
    card_storage.cancel_decks(sam, deck_set=one, how="drilled", witness=witness)
    assert floor.get(DeckSet, one).spot is Spot.CANCELED
    witness = floor.sign(sam, "sid", Meaning.DESTROYED)
    custody.destroy_decks(sam, deck_set=one, how="shredded", witness=witness)
    assert floor.get(DeckSet, one).spot is Spot.DESTROYED
    floor.check()


def test_what_is_held_for_an_investigation_is_neither_canceled_nor_destroyed(floor: Floor) -> None:
    one = out_of_play(floor, good=False)
    sam = floor.desk("sam")
    cancel: dict[str, Any] = {"deck_set": one, "how": "drilled"}
    witness = floor.sign(sam, "sid", Meaning.CANCELED)
    assert "evidence" in refused(card_storage.cancel_decks, sam, **cancel, witness=witness).happened
    custody.hold_decks(sam, deck_set=one, reason="crimped")
    witness = floor.sign(sam, "sid", Meaning.CANCELED)
    assert refused(card_storage.cancel_decks, sam, **cancel, witness=witness)
    assert floor.get(DeckSet, one).spot is Spot.HELD


def test_a_count_that_differs_is_explained_and_names_the_lost_set_until_it_is_located(floor: Floor) -> None:
    place(floor, "MAIN")
    place(floor, "PIT-1", StorageKind.PIT_STAND)
    one, two = received(floor, "AP-1", "AP-2")
    sam = floor.desk("sam")
    signed = both(floor, sam, Meaning.STORAGE_COUNTED)
    silent = refused(card_storage.count_storage, sam, place="MAIN", found=(one,), **signed)
    assert silent.given == "says"
    counted(floor, "MAIN", one, says="one short, asked the pit")
    assert floor.get(StorageCount, "MAIN").missing == (two,)
    with floor.desk("sam").looking() as moment:
        (duty,) = (each for each in due(moment) if each.kind == "storage")
    assert duty.urgency is Urgency.ALARM and two in duty.says and duty.act == "count_storage"
    counted(floor, "PIT-1", two, says="it lay in the stand, never signed over")
    with floor.store.reading() as state:
        assert lost_sets(state) == ()
    moved(floor, "PIT-1", two)
    counted(floor, "MAIN", one)
    count = floor.get(StorageCount, "MAIN")
    assert (count.missing, count.extra) == ((), ())
    floor.check()


def test_a_place_with_sets_stays_in_use_and_a_transfer_is_corrected(floor: Floor) -> None:
    place(floor, "MAIN")
    place(floor, "RES", StorageKind.RESERVE)
    (one,) = received(floor, "AP-1")
    sam = floor.desk("sam")
    closing: dict[str, Any] = {"place": "MAIN", "name": "Main", "kind": StorageKind.PRIMARY, "par": 1}
    assert "There are sets" in refused(card_storage.set_storage_place, sam, **closing, in_use=False).happened
    moved(floor, "RES", one)
    entry = next(e for e in floor.store.page(limit=5) if e.fact.KIND == "decks.transferred")
    signature = floor.sign(sam, "sam", Meaning.CORRECTED)
    corrections.correct_entry(sam, entry=entry.id, reason="another set", signature=signature, fact=None)
    assert in_place(floor, "MAIN") == [one]
    assert floor.verified().wrong == 0


def test_a_count_entered_for_the_wrong_place_is_voided_and_its_remarks_are_corrected(floor: Floor) -> None:
    place(floor, "MAIN")
    one, two = received(floor, "AP-1", "AP-2")
    counted(floor, "MAIN", one, two)
    counted(floor, "MAIN", one, says="one short")
    sam = floor.desk("sam")
    entry = next(e for e in floor.store.page(limit=8) if e.fact.KIND == "storage.counted")
    with sam.looking() as moment:
        assert [each.name for each in stated(entry.fact, moment)] == ["says"], "sets are counted again, not typed"
        fact, blank = (restated(entry.fact, {"says": says}, moment) for says in ("one short, asked the pit", ""))
    signature = floor.sign(sam, "sam", Meaning.CORRECTED)
    silent = {"entry": entry.id, "reason": "mistyped", "signature": signature, "fact": blank}
    assert refused(corrections.correct_entry, sam, **silent).given == "says"
    signature = floor.sign(sam, "sam", Meaning.CORRECTED)
    corrections.correct_entry(sam, entry=entry.id, reason="mistyped", signature=signature, fact=fact)
    assert floor.get(StorageCount, "MAIN").says == "one short, asked the pit"
    signature = floor.sign(sam, "sam", Meaning.CORRECTED)
    corrections.correct_entry(sam, entry=entry.id, reason="another place", signature=signature, fact=None)
    count = floor.get(StorageCount, "MAIN")
    assert (count.missing, count.found) == ((), (one, two))
    with floor.store.reading() as state:
        assert lost_sets(state) == ()
    assert floor.verified().wrong == 0
    floor.check()
