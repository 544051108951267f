"""Deck sets from receipt to destruction: two people, seals, counts, 24 hours, one place at a time."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from floorapp.domain.decks import DeckSet, Spot, TensDisposal
from floorapp.domain.property import Choices
from floorapp.operations.acts import corrections, custody, decks, house, shoes
from floorapp.operations.deck_hours import deck_hours
from floorapp.operations.desk import Desk
from floorapp.operations.facts.registry import Subject
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor, refused


def where(floor: Floor, name: str) -> tuple[Spot, str | None]:
    found = floor.get(DeckSet, name)
    return found.spot, found.table


def test_603a_16_a_cards_are_received_by_a_shift_manager_with_security(floor: Floor) -> None:
    desk = floor.desk("sam")
    call: dict[str, Any] = {"design": "Bee", "back": "red", "decks": 6, "seals": ("A1", "A2")}
    signed = floor.sign(desk, "flo", Meaning.RECEIVED)
    assert refused(custody.receive_decks, desk, **call, security=signed).code == "unsigned"
    signed = floor.sign(desk, "sid", Meaning.RECEIVED)
    for bad in ({"seals": ()}, {"seals": ("A1", "A1")}, {"seals": (" ",)}, {"decks": 0}, {"back": ""}, {"design": " "}):
        assert refused(custody.receive_decks, desk, **(call | bad), security=signed).code == "input"
    change = custody.receive_decks(desk, **call, security=signed)
    assert [subject.id for subject in change.subjects] == ["DS-2026-0001", "DS-2026-0002"]
    signed = floor.sign(desk, "sid", Meaning.RECEIVED)
    assert refused(custody.receive_decks, desk, **call, security=signed).code == "seal-used"
    again = custody.receive_decks(desk, **(call | {"seals": ("A3",)}), security=signed)
    assert again.subjects[0].id == "DS-2026-0003", "a refusal leaves no gap"


def test_cards_leave_the_store_before_a_witness(floor: Floor) -> None:
    desk = floor.desk("sam")
    security = floor.sign(desk, "sid", Meaning.RECEIVED)
    name = (
        custody.receive_decks(desk, design="Bee", back="red", decks=6, seals=("A1",), security=security).subjects[0].id
    )
    own = floor.sign(desk, "sam", Meaning.ISSUED)
    call = {"deck_set": name, "table": "FB-01"}
    assert refused(custody.issue_decks, desk, **call, witness=own).code == "unsigned"
    seen = floor.sign(desk, "sid", Meaning.ISSUED)
    assert refused(custody.issue_decks, desk, **(call | {"deck_set": "DS-0"}), witness=seen).code == "no-deck set"
    custody.issue_decks(desk, deck_set=name, table="FB-01", witness=seen)
    assert where(floor, name) == (Spot.ISSUED, "FB-01")
    seen = floor.sign(desk, "sid", Meaning.ISSUED)
    assert refused(custody.issue_decks, desk, **call, witness=seen).code == "wrong-spot"


def issued(floor: Floor, table: str = "FB-01", back: str = "red") -> str:
    desk = floor.desk("sam")
    security = floor.sign(desk, "sid", Meaning.RECEIVED)
    change = custody.receive_decks(
        desk, design="Bee", back=back, decks=6, seals=(f"Q{floor.last().seq}",), security=security
    )
    name = change.subjects[0].id
    custody.issue_decks(desk, deck_set=name, table=table, witness=floor.sign(desk, "sid", Meaning.ISSUED))
    return name


def test_590_4_a_the_dealer_inspects_and_the_floorperson_verifies(floor: Floor) -> None:
    name, desk = issued(floor), floor.desk("flo")
    dealer, verified = floor.sign(desk, "dan", Meaning.INSPECTED), floor.sign(desk, "flo", Meaning.VERIFIED)
    wrong = floor.sign(desk, "flo", Meaning.INSPECTED)
    call = {"deck_set": name, "counted": 312}
    assert refused(decks.open_decks, desk, **call, dealer=wrong, floorperson=verified).code == "unsigned"
    assert refused(decks.open_decks, desk, **call, dealer=dealer, floorperson=dealer).code == "unsigned"
    bad = call | {"counted": -1}
    assert refused(decks.open_decks, desk, **bad, dealer=dealer, floorperson=verified).code == "input"
    decks.open_decks(desk, **call, dealer=dealer, floorperson=verified)  # type: ignore[arg-type]
    opened = floor.get(DeckSet, name)
    assert (opened.spot, opened.opened_at, opened.complete) == (Spot.TABLE, floor.clock.now(), True)
    assert [s.person for s in floor.last().signatures] == ["dan", "flo"]


@pytest.mark.parametrize(
    ("counted", "intact", "codes"),
    [
        (311, True, ["card-missing-at-count"]),
        (313, True, ["extra-card-at-count"]),
        (312, False, ["seal-broken"]),
        (312, True, []),
    ],
)
def test_a_wrong_count_or_a_broken_seal_is_a_finding(
    floor: Floor, counted: int, intact: bool, codes: list[str]
) -> None:
    name, desk = issued(floor), floor.desk("flo")
    decks.open_decks(desk, deck_set=name, counted=counted, seal_intact=intact, **floor.two(desk))
    assert [code for code, _ in floor.findings("FB-01")] == codes


def destroyed(floor: Floor, desk: Desk) -> dict[str, Any]:
    return {"disposed": TensDisposal.DESTROYED, **floor.two(desk)}


def test_19_47_26_3_b_all_tens_are_removed(floor: Floor) -> None:
    name, desk = issued(floor, "NJ-01"), floor.desk("flo")
    decks.open_decks(desk, deck_set=name, counted=312, **floor.two(desk))
    few = refused(decks.remove_tens, desk, deck_set=name, removed=23, **destroyed(floor, desk))
    assert (few.code, few.cite) == ("tens", "19:47-26.2(a)")
    decks.remove_tens(desk, deck_set=name, removed=24, **destroyed(floor, desk))
    after = floor.get(DeckSet, name)
    assert (after.counted, after.cards, after.complete) == (288, 288, True)
    assert refused(decks.remove_tens, desk, deck_set=name, removed=24, **destroyed(floor, desk)).code == "tens"
    (red,) = floor.stock("FB-01", "red")
    assert refused(decks.remove_tens, desk, deck_set=red, removed=24, **destroyed(floor, desk)).cite == "590.3(d)"


def test_a_single_card_is_replaced_by_the_same_back(floor: Floor) -> None:
    (red,) = floor.stock("FB-01", "red")
    desk = floor.desk("flo")
    call: dict[str, Any] = {"deck_set": red, "card": "Th", "back": "red", "reason": "torn"}
    other = refused(decks.replace_card, desk, **(call | {"back": "blue"}), **floor.two(desk))
    assert other.code == "card-with-wrong-back"
    assert refused(decks.replace_card, desk, **(call | {"card": "1h"}), **floor.two(desk)).code == "input"
    decks.replace_card(desk, **call, **floor.two(desk))
    assert floor.get(DeckSet, red).replaced == 1


def test_590_3_c_decks_over_24_hours_is_a_finding(floor: Floor) -> None:
    (old,) = floor.stock("FB-01", "red")
    floor.clock.advance(hours=23, minutes=50)
    (new,) = floor.stock("FB-01", "blue")
    desk = floor.desk("flo")
    floor.clock.advance(minutes=10)
    decks.change_decks(desk, table="FB-01", out=(old,), into=(new,))
    assert floor.findings("FB-01") == [], "24 hours to the second are in time"
    assert where(floor, old)[0] is Spot.WITHDRAWN
    floor.clock.advance(hours=23, minutes=50, seconds=1)
    desk = floor.desk("flo")
    decks.withdraw_decks(desk, deck_set=new, reason="end of day")
    assert floor.findings("FB-01") == [("decks-over-hours", "590.3(c)")]


def test_a_change_written_late_is_judged_by_when_it_happened(floor: Floor) -> None:
    (old,) = floor.stock("FB-01", "red")
    floor.clock.advance(hours=23, minutes=50)
    then = floor.clock.now()
    floor.clock.advance(hours=1)
    desk = floor.desk("flo")
    decks.withdraw_decks(desk, deck_set=old, reason="changed", occurred_at=then, late="reader trouble next door")
    assert floor.findings("FB-01") == []


def test_i_37_the_clock_begins_with_the_seal_or_where_submitted_with_play(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    opened = floor.get(DeckSet, red).opened_at
    assert opened is not None
    floor.clock.advance(hours=1)
    desk = floor.desk("cora")
    with desk.looking() as moment:
        assert deck_hours(moment, "FB-01")[red].by == opened + timedelta(hours=24)
    house.submit_rules(
        desk,
        rulebook="pa-590",
        holds_from=date(2026, 11, 16),
        reference="RS-1",
        choices=Choices(collect_and_pay="losing-first", readings=("I-37",)),
    )
    with desk.looking() as moment:
        assert deck_hours(moment, "FB-01") == {}
    shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
    with desk.looking() as moment:
        assert deck_hours(moment, "FB-01")[red].by == opened + timedelta(hours=25)


def test_what_cannot_come_into_play(floor: Floor) -> None:
    (red,) = floor.stock("FB-01", "red")
    (short,) = floor.stock("FB-01", "blue", counted=311)
    (far,) = floor.stock("FB-03", "red")
    desk = floor.desk("flo")
    call: dict[str, Any] = {"table": "FB-01", "out": ()}
    assert refused(decks.change_decks, desk, **call, into=()).code == "input"
    assert refused(decks.change_decks, desk, **call, into=(short,)).code == "card-missing-at-count"
    assert refused(decks.change_decks, desk, **call, into=(far,)).code == "elsewhere"
    assert refused(decks.change_decks, desk, table="FB-01", out=(far,), into=(red,)).code == "input"
    assert refused(decks.change_decks, desk, table="FB-01", out=(red,), into=(red,)).code == "input"
    floor.clock.advance(hours=25)
    assert refused(decks.change_decks, floor.desk("flo"), **call, into=(red,)).code == "decks-over-hours"


def test_from_play_to_destruction(floor: Floor) -> None:
    (name,) = floor.stock("FB-01", "red")
    desk = floor.desk("sam")
    seen = floor.sign(desk, "sid", Meaning.DESTROYED)
    assert refused(custody.seal_decks, desk, deck_set=name, seal="B-1").code == "wrong-spot"
    decks.withdraw_decks(desk, deck_set=name, reason="worn")
    assert refused(custody.collect_decks, desk, deck_set=name, security=seen).code == "wrong-spot"
    custody.seal_decks(desk, deck_set=name, seal="B-1")
    assert refused(custody.collect_decks, desk, deck_set=name, security=seen).code == "unsigned"
    custody.collect_decks(desk, deck_set=name, security=floor.sign(desk, "sid", Meaning.COLLECTED))
    destroy: dict[str, Any] = {"deck_set": name, "how": "shredded", "witness": seen}
    assert refused(custody.destroy_decks, desk, **destroy).code == "input", "inspected first"
    assert refused(custody.inspect_decks, desk, deck_set=name, good=False).code == "input"
    custody.inspect_decks(desk, deck_set=name, good=False, says="a bent ace")
    assert refused(custody.destroy_decks, desk, **destroy).code == "evidence"
    custody.hold_decks(desk, deck_set=name, reason="bent ace")
    assert where(floor, name) == (Spot.HELD, None)
    assert refused(custody.hold_decks, desk, deck_set=name, reason="x").code == "wrong-spot"
    cora = floor.desk("cora")
    custody.destroy_decks(cora, deck_set=name, how="shredded", witness=floor.sign(cora, "sid", Meaning.DESTROYED))
    assert where(floor, name) == (Spot.DESTROYED, None)
    kinds = [entry.fact.KIND for entry in floor.store.page(about=Subject("deck-set", name), limit=50)]
    assert kinds[0] == "decks.destroyed" and kinds[-1] == "decks.received"


def test_a_count_at_the_table_is_known_good_or_a_finding(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    desk = floor.desk("flo")
    floor.clock.advance(hours=1)
    decks.count_decks(desk, deck_set=red, counted=312)
    good = floor.good_count("FB-01")
    assert (good.at, good.cards) == (floor.clock.now(), 312)
    floor.clock.advance(hours=1)
    decks.count_decks(desk, deck_set=red, counted=311)
    assert floor.good_count("FB-01") == good
    assert floor.findings("FB-01") == [("card-missing-at-count", "590.7(d)(1)")]
    assert refused(decks.count_decks, desk, deck_set=red, counted=-1).code == "input"


def test_where_a_set_was_at_any_time_also_after_a_correction(floor: Floor) -> None:
    start = floor.clock.now()
    name = issued(floor)
    floor.clock.advance(minutes=10)
    desk = floor.desk("flo")
    decks.open_decks(desk, deck_set=name, counted=312, **floor.two(desk))
    floor.clock.advance(minutes=10)
    decks.withdraw_decks(desk, deck_set=name, reason="marked")
    gone = floor.last()

    def spot_at(minute: int) -> Spot:
        at = start + timedelta(minutes=minute)
        return [decks_.spot for entry, decks_ in floor.store.trail(DeckSet, name) if entry.occurred_at <= at][-1]

    assert [spot_at(minute) for minute in (0, 9, 10, 19, 20)] == [
        Spot.ISSUED,
        Spot.ISSUED,
        Spot.TABLE,
        Spot.TABLE,
        Spot.WITHDRAWN,
    ]
    signature = floor.sign(desk, "flo", Meaning.CORRECTED)
    earlier = start + timedelta(minutes=15)
    corrections.correct_entry(
        desk, entry=gone.id, reason="it was at :15", signature=signature, fact=gone.fact, occurred_at=earlier
    )
    assert (spot_at(14), spot_at(15)) == (Spot.TABLE, Spot.WITHDRAWN)
