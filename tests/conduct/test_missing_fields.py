"""A field that a line needs, and one that it may leave out: missing and null are the same."""

from __future__ import annotations

import pytest

from floorapp.engine.conduct.log import UnreadableLine
from tests.conduct.floor import NJ, shoe_by_hand
from tests.conduct.lines import BEFORE, LINES, after, base, whole


@pytest.mark.parametrize("kind", LINES)
def test_a_line_with_all_its_fields_and_one_with_those_it_needs_are_read(kind: str) -> None:
    after(whole(kind)).judge()
    after({**base(kind), **LINES[kind][0]}).judge()


@pytest.mark.parametrize(
    ("kind", "field"), [(kind, field) for kind in LINES for field in (*base(kind), *LINES[kind][0])]
)
@pytest.mark.parametrize("null", [True, False])
def test_a_field_that_is_missing_or_null_is_missed(kind: str, field: str, null: bool) -> None:
    line = {**whole(kind), field: None}
    if not null:
        del line[field]
    with pytest.raises(UnreadableLine, match=f"^{field}: missing") as fault:
        after(line).judge()
    assert fault.value.line == len(BEFORE.lines) + 1


@pytest.mark.parametrize(("kind", "field"), [(kind, field) for kind in LINES for field in LINES[kind][1]])
def test_null_is_a_missing_value(kind: str, field: str) -> None:
    nulled, left_out = after({**whole(kind), field: None}), after(whole(kind))
    del left_out.lines[-1][field]
    for floor in (nulled, left_out):
        floor.do("open").do("shoe", set="A").do("round", after=90_000)
    assert nulled.findings(all_=True) == left_out.findings(all_=True)


def test_null_hours_are_no_hours_and_null_of_other_policy_says_nothing() -> None:
    later = shoe_by_hand(NJ).do("house", policy={"nj_change_hours": None}).do("round", after=90_000)
    assert "decks-over-hours" not in {each["duty"] for each in later.findings()}
    kept = shoe_by_hand(NJ).do("house", policy={"nj_change_hours": 3, "nj_inspection": False})
    kept.do("house", policy={"inspection_minutes": None, "nj_inspection": None}).do("round", after=90_000)
    assert {each["duty"] for each in kept.findings()} == {"decks-over-hours"}
