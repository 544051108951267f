"""Legal holds: on a record, a case, a set; nothing under one is destroyed until it is released."""

from __future__ import annotations

from floorapp.domain.decks import DeckSet
from floorapp.domain.holds import LegalHold
from floorapp.operations.acts import custody, decks, holds, incidents
from floorapp.operations.facts.registry import Subject
from floorapp.operations.holds import holds_on
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor, refused


def collected(floor: Floor) -> str:
    """A set that was played, sealed, collected and found good."""
    (name,) = floor.stock("FB-01", "red")
    desk = floor.desk("flo")
    decks.withdraw_decks(desk, deck_set=name, reason="worn")
    custody.seal_decks(desk, deck_set=name, seal="B-77")
    custody.collect_decks(desk, deck_set=name, security=floor.sign(desk, "sid", Meaning.COLLECTED))
    custody.inspect_decks(floor.desk("sam"), deck_set=name, good=True)
    return name


def place(floor: Floor, who: str, on: Subject) -> str:
    desk = floor.desk(who)
    held = floor.sign(desk, who, Meaning.HELD)
    holds.place_hold(desk, on=on, reason="subpoena", matter="MDJ-4471", signature=held)
    with floor.desk(who).looking() as moment:
        return moment.state.find(LegalHold, released=False)[-1].id


def test_a_set_under_legal_hold_is_destroyed_only_after_a_compliance_officer_released_it(floor: Floor) -> None:
    name = collected(floor)
    hold = place(floor, "sam", Subject("deck-set", name))
    assert hold == "LH-2026-0001"
    desk = floor.desk("sam")
    witness = floor.sign(desk, "sid", Meaning.DESTROYED)
    told = refused(custody.destroy_decks, desk, deck_set=name, how="shredded", witness=witness)
    assert told.code == "legal-hold" and "legal hold LH-2026-0001" in told.happened
    release = dict(hold=hold, reason="the matter is closed")
    assert refused(holds.release_hold, desk, **release, signature=floor.sign(desk, "sam", Meaning.HOLD_RELEASED))
    officer = floor.desk("cora")
    holds.release_hold(officer, **release, signature=floor.sign(officer, "cora", Meaning.HOLD_RELEASED))
    witness = floor.sign(desk, "sid", Meaning.DESTROYED)
    custody.destroy_decks(desk, deck_set=name, how="shredded", witness=witness)
    with desk.looking() as moment:
        decks_now, known = moment.state.get(DeckSet, name), moment.state.get(LegalHold, hold)
        assert decks_now is not None and decks_now.spot == "destroyed"
        assert known is not None and (known.released_by, known.released_because) == ("cora", "the matter is closed")


def test_a_hold_on_an_incident_covers_the_cards_of_its_table(floor: Floor) -> None:
    (name,) = floor.open("FB-01", "red")
    floor.clock.advance(minutes=9)
    desk, now = floor.desk("flo"), floor.clock.now()
    report = incidents.IncidentReport(
        table="FB-01", says="a card is missing", title="Short", happened_at=now, discovered_at=now
    )
    incidents.report_irregularity(desk, report=report, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    place(floor, "cora", Subject("incident", "IR-2026-0001"))
    decks.withdraw_decks(desk, deck_set=name, reason="short")
    with desk.looking() as moment:
        assert holds_on(moment.state, Subject("deck-set", name)) == ("legal hold LH-2026-0001",)
    floor.clock.advance(minutes=1)
    (later,) = floor.stock("FB-01", "red")
    with desk.looking() as moment:
        assert not holds_on(moment.state, Subject("deck-set", later)), "it came after"


def test_a_hold_asks_for_a_reason_and_ones_own_signature(floor: Floor) -> None:
    desk, on = floor.desk("sam"), Subject("table", "FB-01")
    assert refused(holds.place_hold, desk, on=on, reason=" ", signature=floor.sign(desk, "sam", Meaning.HELD))
    others = floor.sign(desk, "flo", Meaning.HELD)
    assert refused(holds.place_hold, desk, on=on, reason="r", signature=others).code == "unsigned"


def test_a_hold_on_an_entry_is_on_that_entry_alone(floor: Floor) -> None:
    place(floor, "cora", Subject("entry", "MAIN-4"))
    with floor.desk("cora").looking() as moment:
        assert holds_on(moment.state, Subject("entry", "MAIN-4")) == ("legal hold LH-2026-0001",)
        assert not holds_on(moment.state, Subject("entry", "MAIN-5"))
