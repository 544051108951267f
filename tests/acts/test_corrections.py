"""Corrections name the old entry, with reason and signature; the state is as if it had been right at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.store import open_store
from floorapp.domain.devices import ReaderStatus
from floorapp.domain.duties import Urgency
from floorapp.domain.tables import Equipment, Fixture
from floorapp.operations.acts import corrections, custody, readers, shoes, tables
from floorapp.operations.desk import Desk
from floorapp.operations.due import duties_of
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.devices import ReaderInspected
from floorapp.operations.facts.house import EquipmentNamed, EquipmentRemoved
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from floorapp.screens.entry_values import changed
from tests.acts.floor import PROVED, Floor, refused
from tests.acts.test_disputes import an_incident
from tests.examples import examples


def fitted(serial: str, **changes: Any) -> EquipmentNamed:
    named: dict[str, Any] = {
        "table": "FB-01",
        "fixture": Fixture.SHOE,
        "serial": serial,
        "place": "",
        "decks": None,
        "approval": "",
        "reader_kind": None,
        "modes": (),
        "make": "",
        "model": "",
    }
    return EquipmentNamed(**(named | changes))


def shoe(floor: Floor, table: str = "FB-01") -> Equipment | None:
    with floor.store.reading() as state:
        return state.get(Equipment, table, Fixture.SHOE)


def fit(desk: Desk, serial: str, table: str = "FB-01") -> str:
    return tables.fit_equipment(desk, table=table, fixture=Fixture.SHOE, serial=serial).ids[0]


def correct(floor: Floor, desk: Desk, who: str, entry: str, **named: Any) -> None:
    signature = floor.sign(desk, who, Meaning.CORRECTED)
    corrections.correct_entry(desk, entry=entry, reason="typed wrong", signature=signature, **named)


def test_a_corrected_serial_is_the_serial_and_both_entries_stay(floor: Floor) -> None:
    desk = floor.desk("flo")
    wrong = fit(desk, "SH-l")
    floor.clock.advance(minutes=3)
    correct(floor, desk, "flo", wrong, fact=fitted("SH-1"))
    now = shoe(floor)
    assert now is not None and now.serial == "SH-1"
    assert now.fitted_at == floor.clock.now() - timedelta(minutes=3)
    newest = floor.last()
    assert isinstance(newest.fact, EntryCorrected)
    assert newest.fact.entry == wrong and newest.signatures[0].meaning == Meaning.CORRECTED
    old = floor.store.entry(wrong)
    assert old is not None and old.fact == fitted("SH-l")


def test_a_correction_reaches_what_came_after_it(floor: Floor) -> None:
    desk = floor.desk("flo")
    wrong = fit(desk, "SH-l")
    tables.remove_equipment(desk, table="FB-01", fixture=Fixture.SHOE, reason="worn")
    correct(floor, desk, "flo", wrong, fact=fitted("SH-1"))
    now = shoe(floor)
    # The removal names the old serial: under the corrected entry it removes nothing, as a rebuild has it.
    assert now is not None and now.serial == "SH-1" and now.fitted
    correct(floor, desk, "flo", wrong, fact=fitted("SH-l"))
    now = shoe(floor)
    assert now is not None and now.serial == "SH-l" and not now.fitted


def test_a_correction_may_change_the_table_and_the_time(floor: Floor) -> None:
    desk = floor.desk("flo")
    wrong = fit(desk, "SH-1")
    earlier = floor.clock.now() - timedelta(minutes=40)
    correct(floor, desk, "flo", wrong, fact=fitted("SH-1", table="FB-02"), occurred_at=earlier)
    assert shoe(floor) is None
    moved = shoe(floor, "FB-02")
    assert moved is not None and moved.fitted_at == earlier
    assert {s.id for s in (floor.last().subject, *floor.last().fact.mentions)} >= {"FB-01", "FB-02"}


def test_an_entry_is_withdrawn(floor: Floor) -> None:
    desk = floor.desk("flo")
    first = fit(desk, "SH-1")
    second = fit(desk, "SH-2")
    correct(floor, desk, "flo", second, fact=None)
    now = shoe(floor)
    assert now is not None and now.serial == "SH-1"
    correct(floor, desk, "flo", first, fact=None)
    assert shoe(floor) is None


def test_the_number_of_what_was_voided_is_not_given_again(floor: Floor) -> None:
    """An incident, the cards that came and a shoe: two under one number could not be told apart."""
    sam, (red,) = floor.desk("sam"), floor.open("FB-01", "red")
    numbers: dict[str, list[str]] = {"incident.reported": [], "decks.received": [], "shoe.begun": []}
    for _ in range(2):
        an_incident(floor)
        custody.receive_decks(
            sam, design="Bee", back="red", decks=6, seals=("AP-1",), security=floor.sign(sam, "sid", Meaning.RECEIVED)
        )
        shoes.begin_shoe(floor.desk("flo"), table="FB-01", deck_set=red)
        for kind, had in numbers.items():
            entry = next(each for each in floor.store.page(limit=40) if each.fact.KIND == kind)
            fact: Any = entry.fact
            had.append(f"{fact.series} {fact.number}")
            correct(floor, sam, "sam", entry.id, fact=None)
    assert [kind for kind, (first, second) in numbers.items() if first == second] == []
    assert floor.verified().wrong == 0
    floor.check()


def test_only_ones_own_entry_is_corrected_signed_with_a_reason_and_by_a_fact_of_its_kind(floor: Floor) -> None:
    flo, sam = floor.desk("flo"), floor.desk("sam")
    own, others = fit(flo, "SH-1"), fit(sam, "SH-2")
    first_entry = floor.store.page(limit=1000)[-1].id

    def refusal(desk: Desk, who: str, entry: str, **changes: Any) -> str:
        named = {"reason": "typed wrong", "fact": fitted("SH-3")} | changes
        named.setdefault("signature", floor.sign(desk, who, Meaning.CORRECTED))
        return refused(corrections.correct_entry, desk, entry=entry, **named).code

    assert refusal(flo, "flo", "no such entry") == "no-entry"
    assert refusal(flo, "flo", first_entry) == "not-correctable"
    assert refusal(flo, "flo", others) == "not-yours"
    assert refusal(flo, "flo", own, reason=" ") == "input"
    assert refusal(flo, "sam", own) == "unsigned"
    assert refusal(flo, "flo", own, signature=floor.sign(flo, "flo", Meaning.OVERRIDE)) == "unsigned"
    assert refusal(flo, "flo", own, fact=fitted("SH-3", table="XX")) == "no-table"
    removed = EquipmentRemoved(table="FB-01", fixture=Fixture.SHOE, serial="SH-1", reason="x")
    assert refusal(flo, "flo", own, fact=removed) == "input"
    assert refusal(flo, "flo", own, occurred_at=floor.clock.now() + timedelta(hours=1)) == "input"
    assert refusal(flo, "flo", own, occurred_at=floor.clock.now().replace(tzinfo=None)) == "input"
    correct(floor, sam, "sam", own, fact=fitted("SH-9"))


def test_a_signature_is_used_once_and_within_five_minutes(floor: Floor) -> None:
    desk, other = floor.desk("flo"), floor.desk("flo")
    entry = fit(desk, "SH-1")
    named: dict[str, Any] = {"entry": entry, "reason": "typed wrong", "fact": fitted("SH-2")}
    signature = floor.sign(desk, "flo", Meaning.CORRECTED)
    assert refused(corrections.correct_entry, other, **named, signature=signature).code == "signature"
    corrections.correct_entry(desk, **named, signature=signature)
    assert refused(corrections.correct_entry, desk, **named, signature=signature).code == "signature"
    old = floor.sign(desk, "flo", Meaning.CORRECTED)
    floor.clock.advance(minutes=5, seconds=1)
    assert refused(corrections.correct_entry, desk, **named, signature=old).code == "signature"


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["fit", "remove", "correct", "withdraw"]),
        st.sampled_from(["FB-01", "FB-02", "NJ-01"]),
        st.sampled_from(["A", "B", "C"]),
        st.integers(0, 30),
    ),
    min_size=4,
    max_size=25,
)


@settings(max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
@pytest.mark.timeout(240)
def test_corrections_at_random_leave_what_a_rebuild_gives(floor: Floor, steps: list[tuple[str, str, str, int]]) -> None:
    desk = floor.desk("sam")
    entries: list[str] = []
    for what, table, serial, which in steps:
        floor.clock.advance(seconds=1)
        try:
            if what == "fit":
                entries.append(fit(desk, serial, table))
            elif what == "remove":
                tables.remove_equipment(desk, table=table, fixture=Fixture.SHOE, reason="worn")
            elif entries:
                fact = fitted(serial, table=table) if what == "correct" else None
                correct(floor, desk, "sam", entries[which % len(entries)], fact=fact)
        except Refused:
            continue
    floor.check()


def test_corrections_survive_closing_and_opening(floor: Floor) -> None:
    desk = floor.desk("flo")
    correct(floor, desk, "flo", fit(desk, "SH-l"), fact=fitted("SH-1"))
    floor.store.close()
    again = Floor(open_store(floor.where), floor.where)
    now = shoe(again)
    assert now is not None and now.serial == "SH-1"
    again.check()
    again.store.close()


def test_a_tampered_reader_found_by_a_correction_raises_the_alarm_it_would_have_raised(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    wrong = floor.last()
    assert isinstance(wrong.fact, ReaderInspected)

    def alarmed() -> list[str]:
        with floor.desk("flo").looking() as moment:
            return [each.act for each in duties_of(moment).due if each.id == "FB-01" and each.urgency is Urgency.ALARM]

    assert alarmed() == []
    correct(floor, desk, "flo", wrong.id, fact=replace(wrong.fact, tampering=True, says="seal torn"))
    correction = floor.last()
    assert floor.get(ReaderStatus, "FB-01").failed_at is not None
    assert alarmed(), "what the entry means now is due"
    with floor.desk("flo").looking() as moment:
        said = changed(moment, wrong, correction)
    assert "Tampering: no → yes" in said and "Remarks: none → seal torn" in said
