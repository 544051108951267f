"""A corrected count says of itself what the right one would have said: whether it is full, and what is found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from floorapp.domain.findings import RecordedFinding
from floorapp.domain.tables import KnownCount, Preparation, Shuffled
from floorapp.operations.acts import batches, corrections, decks, opening, shoes
from floorapp.operations.correction_form import stated
from floorapp.operations.facts.registry import Fact
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor
from tests.papers.two_days import MONDAY, counted, sheets


def ended(floor: Floor, discarded: int, table: str = "FB-01") -> str:
    red, *others = floor.open(table, *(("red", "blue") if table == "FB-02" else ("red",)))
    for other in others:
        batches.load_batch(floor.desk("flo"), table=table, deck_set=other)
    by_hand = Preparation(Shuffled.HAND, True)
    shoes.begin_shoe(floor.desk("flo"), table=table, deck_set=red, prepared=by_hand)
    floor.clock.advance(minutes=20)
    return shoes.end_shoe(floor.desk("flo"), table=table, remaining=60, discarded=discarded).ids[0]


def corrected(floor: Floor, entry: str, **values: Any) -> Fact:
    desk, written = floor.desk("flo"), floor.store.entry(entry)
    assert written is not None
    signature = floor.sign(desk, "flo", Meaning.CORRECTED)
    fact: Any = replace(written.fact, **values)  # type: ignore[type-var]
    corrections.correct_entry(desk, entry=entry, reason="counted twice", signature=signature, fact=fact)
    return fact  # type: ignore[no-any-return]


def known_good(floor: Floor) -> set[str]:
    """The entries that count as a full count of the table's cards."""
    with floor.store.reading() as state:
        return {each.entry for each in state.find(KnownCount, table="FB-01")}


def test_a_count_that_was_full_after_all_is_no_finding(floor: Floor) -> None:
    entry = ended(floor, 253)
    assert floor.findings("FB-01") == [("extra-card-at-count", "590.3(a)")]
    corrected(floor, entry, discarded=252)
    assert floor.findings("FB-01") == []
    assert entry in known_good(floor)


def test_a_count_that_was_not_full_after_all_is_one(floor: Floor) -> None:
    entry = ended(floor, 252)
    assert entry in known_good(floor)
    corrected(floor, entry, discarded=251)
    assert floor.findings("FB-01") == [("card-missing-at-count", "590.7(d)(1)")]
    assert entry not in known_good(floor)


def test_a_wrong_count_corrected_to_another_wrong_one_says_the_number(floor: Floor) -> None:
    entry = ended(floor, 253)
    corrected(floor, entry, discarded=250)
    assert floor.findings("FB-01") == [("card-missing-at-count", "590.7(d)(1)")]
    with floor.store.reading() as state:
        [found] = state.find(RecordedFinding, table="FB-01")
    assert found.says.endswith("counts 310 cards instead of 312.")


def test_a_count_corrected_after_the_set_has_left_is_measured_by_what_was_full_then(floor: Floor) -> None:
    entry = ended(floor, 252)
    opening.close_table(floor.desk("flo"), table="FB-01")
    decks.withdraw_decks(floor.desk("sam"), deck_set="DS-2026-0001", reason="old")
    corrected(floor, entry, discarded=251)
    assert floor.findings("FB-01") == [("card-missing-at-count", "590.7(d)(1)")]


def test_an_opening_count_and_its_seal_are_corrected_with_their_findings(floor: Floor) -> None:
    floor.stock("FB-01", "red", counted=311)
    opened = next(each for each in floor.store.page(limit=30) if each.fact.KIND == "decks.opened")
    assert floor.findings("FB-01") == [("card-missing-at-count", "590.7(d)(1)")]
    desk = floor.desk("sam")
    signature = floor.sign(desk, "sam", Meaning.CORRECTED)
    fact: Any = replace(opened.fact, counted=312, seal_intact=False)  # type: ignore[type-var]
    corrections.correct_entry(desk, entry=opened.id, reason="slip", signature=signature, fact=fact)
    assert floor.findings("FB-01") == [("seal-broken", "603a.16(a)")]


@pytest.mark.parametrize("discarded", [252, 253])
def test_nobody_types_whether_a_count_is_full(floor: Floor, discarded: int) -> None:
    written = floor.store.entry(ended(floor, discarded))
    assert written is not None
    with floor.desk("flo").looking() as moment:
        assert "complete" not in {each.name for each in stated(written.fact, moment)}


def test_the_papers_of_a_corrected_count_agree(floor: Floor) -> None:
    """FA-103 printed *288 cards, not complete*, and FA-110 kept the note of the first count."""
    corrected(floor, ended(floor, 253, "FB-02"), discarded=252)
    assert counted(sheets(floor, "shufflers", MONDAY)[0])["incomplete"] == "0"
