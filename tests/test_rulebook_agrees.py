"""What a rulebook file says in two places it says alike: its checklists, its catalog and the judge's duties."""

from __future__ import annotations

import pytest

from tests.acts.rulebooks import RULEBOOKS

PENNSYLVANIA = ("pa-590", "pa-665a", "pa-673a", "pa-685a")
FIVE = (*PENNSYLVANIA, "nj-19-47-26")
#: How a checklist names the methods that a duty falls away for.
CHECKLIST_METHOD = {"continuous": "continuous-shuffler", "counting_device": "reshuffling-device"}


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize(
    ("code", "duty"), [("card-missing-at-count", "card-missing"), ("extra-card-at-count", "card-extra")]
)
def test_an_incident_of_a_wrong_count_cites_what_the_judge_cites(book: str, code: str, duty: str) -> None:
    """FA-104 and FA-112 print the one, FA-102 and FA-110 the other, of the same count."""
    [known] = [each for each in RULEBOOKS[book].irregularities if each.code == code]
    assert known.cite == RULEBOOKS[book].duty_named[duty, ""].cite


@pytest.mark.parametrize("book", PENNSYLVANIA)
@pytest.mark.parametrize(
    ("checklist", "duty"), [("cut", "not-cut"), ("recut", "recut-late"), ("idle", "idle-not-done"), ("reshuffle", "")]
)
def test_a_checklist_asks_nothing_that_the_method_spares(book: str, checklist: str, duty: str) -> None:
    """(b) to (g) of .5 fall away for a device of (h), and a continuous shuffler is taken for one."""
    spared = RULEBOOKS[book].duty_named[duty, ""].spared if duty else tuple(CHECKLIST_METHOD)
    assert set(spared) == set(CHECKLIST_METHOD)
    for step in RULEBOOKS[book].checklist(checklist):
        assert not {CHECKLIST_METHOD[each] for each in spared} & set(step.methods), step.id


@pytest.mark.parametrize("book", PENNSYLVANIA)
def test_pennsylvania_does_not_say_how_the_burned_card_lies(book: str) -> None:
    """673a.7(c) and its like: the first card goes to the rack; face down is New Jersey's word (26.7(c))."""
    assert "face down" not in RULEBOOKS[book].duty_named["not-burned", ""].says
    assert "face down" in RULEBOOKS["nj-19-47-26"].duty_named["not-burned", ""].says


def test_new_jersey_asks_for_no_cut_after_a_machine_shuffled_at_a_dead_game() -> None:
    """26.4(i) has 26.3(c) done: washed, stacked and shuffled; 26.4(b)1 has no cut after a machine."""
    assert "cut" not in RULEBOOKS["nj-19-47-26"].duty_named["idle-not-done", ""].says


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize(
    ("step", "part"), [("opening-dealer-inspects", "inspected"), ("opening-floorperson-verifies", "verified")]
)
def test_the_opening_checklist_cites_what_the_judge_cites(book: str, step: str, part: str) -> None:
    [known] = [each for each in RULEBOOKS[book].checklist("opening") if each.id == step]
    assert known.cite == RULEBOOKS[book].duty_named["step-missing", part].cite
