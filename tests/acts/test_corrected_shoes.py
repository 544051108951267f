"""A shoe that was made ready otherwise than it was entered: its finding goes, and reports tell of it in words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from floorapp.domain.tables import Preparation, Shuffled
from floorapp.operations.acts import corrections, shoes
from floorapp.operations.papers.catalogue import FORMS
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor
from tests.papers.two_days import sheets

HAND = Shuffled.HAND
#: How Python shows a value to a programmer.
CODE = re.compile(r"\w+\(\w+=|<\w+\.\w+")


def begun(floor: Floor, entered: Preparation, truly: Preparation) -> None:
    (red,) = floor.open("FB-01", "red")
    desk = floor.desk("flo")
    done = shoes.begin_shoe(desk, table="FB-01", deck_set=red, prepared=entered, happened=True)
    written = floor.store.entry(done.ids[0])
    assert written is not None
    fact: Any = replace(written.fact, prepared=truly)  # type: ignore[type-var]
    signature = floor.sign(desk, "flo", Meaning.CORRECTED)
    corrections.correct_entry(desk, entry=written.id, reason="seen on video", signature=signature, fact=fact)


@pytest.mark.parametrize(
    ("entered", "truly", "left"),
    [
        (Preparation(HAND, False), Preparation(HAND, True), []),
        (Preparation(None, True), Preparation(HAND, True), []),
        (Preparation(None, False), Preparation(HAND, False), [("not-cut", "590.5(b)")]),
    ],
)
def test_a_shoe_that_was_made_ready_after_all_is_not_found(
    floor: Floor, entered: Preparation, truly: Preparation, left: list[tuple[str, str]]
) -> None:
    begun(floor, entered, truly)
    assert floor.findings("FB-01") == left


def test_reports_tell_of_a_correction_in_words(floor: Floor, tmp_path: Path) -> None:
    """FA-110 printed *Preparation(shuffled=<Shuffled.HAND: 'hand'>, cut=False, straight=False)*."""
    begun(floor, Preparation(None, False), Preparation(HAND, False))
    made = {paper: repr_free(floor, paper) for paper in FORMS.keys() - {"guest", "incident", "destruction"}}
    assert {paper: found for paper, found in made.items() if found} == {}
    told = [each.text for row in noted(floor) for each in row.corrections]
    assert told == ["Prepared: not shuffled, not cut, corrected to hand shuffled, not cut"]


def noted(floor: Floor) -> list[Any]:
    made = sheets(floor, "summary")[0]
    return [row for each in made.sections if getattr(each, "title", "") == "Notes on entries" for row in each.rows]  # type: ignore[union-attr]


def repr_free(floor: Floor, paper: str) -> list[str]:
    """What a correction's sentences on a report show as a programmer would see it."""
    tables = [each for sheet in sheets(floor, paper) for each in sheet.sections if hasattr(each, "rows")]
    told = [made.text for each in tables for row in each.rows for made in row.corrections]
    return [each for each in told if CODE.search(each)]
