"""What corrections, exposure and the guest's page tell is so: both values, only what lasted, one's own spot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from floorapp.domain.people import Role
from floorapp.domain.tables import Cards
from floorapp.operations.acts import corrections, incidents, opening, shoes
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.papers.builder import Request, Signed
from floorapp.operations.papers.catalogue import FORMS, make_paper, settled
from floorapp.operations.sheet import Signatures
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor
from tests.papers.test_period_reports import printed
from tests.papers.two_days import MONDAY, TUESDAY, deal, record, sheets, spot

pytestmark = pytest.mark.unix  # read back with poppler's tools

# Corrections


def test_a_correction_says_before_and_after_also_of_what_no_column_shows(monday: Floor, tmp_path: Path) -> None:
    line = record(monday).lines(IncidentReported)[0]
    written = line.entry.fact
    assert isinstance(written, IncidentReported)
    desk = monday.desk("flo")
    corrections.correct_entry(
        desk,
        entry=line.entry.id,
        fact=replace(written, says="two cards lay face up"),
        reason="one was overlooked",
        signature=monday.sign(desk, "flo", Meaning.CORRECTED),
    )
    text = printed(sheets(monday, "register"), tmp_path)
    assert "Remarks: a card lay face up, corrected" in text
    assert "two cards lay face up. Reason: one was overlooked." in text


# Exposure

TOLD = ("floorperson", "surveillance", "security", "compliance-officer", "shift-manager", "regulator", "board")


def report(floor: Floor, code: str) -> str:
    """An irregularity of the list, at FB-03, now; everybody was notified."""
    desk, now = floor.desk("flo"), floor.clock.now()
    made = incidents.IncidentReport(
        table="FB-03", says="seen", code=code, happened_at=now, discovered_at=now, told=TOLD
    )
    incidents.report_irregularity(desk, report=made, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    return str(record(floor).lines(IncidentReported)[-1].fact.incident)


def test_exposure_is_told_only_where_something_lasted_and_by_the_judge(monday: Floor, tmp_path: Path) -> None:
    floor = monday
    (red,) = floor.stock("FB-03", "yellow")
    opening.open_table(floor.desk("flo"), table="FB-03", cards=Cards.NEW, done=floor.steps("FB-03"))
    shoes.begin_shoe(floor.desk("flo"), table="FB-03", deck_set=red)
    shoes.burn_card(floor.desk("flo"), table="FB-03")
    for number in range(3):
        floor.clock.advance(minutes=10)
        deal(floor, number, table="FB-03")
    slip = report(floor, "late-wager")
    text = printed(sheets(floor, "incident", TUESDAY, about=slip), tmp_path)
    assert "Exposure does not apply" in text and "no round named" in text and "last known good count" not in text
    shoes.end_shoe(floor.desk("flo"), table="FB-03", remaining=211, discarded=100)
    short = report(floor, "card-missing-at-count")
    made = sheets(floor, "incident", TUESDAY, about=short)
    text = printed(made, tmp_path)
    assert "3 dealt in that time, none named" in text
    assert "20 min" in text and "3 rounds" in text and "3 hands" in text


# The guest's page


def test_the_guests_page_speaks_of_the_guests_own_spot_alone(monday: Floor, tmp_path: Path) -> None:
    deal(monday, 20, boxes=[spot(1, 1000), spot(4, 500)])
    mine = printed(sheets(monday, "guest", TUESDAY, about="FB-01/20#1"), tmp_path)
    assert "Your spot: 1" in mine and "Spot 4" not in mine and "Every bet was settled by the rules." in mine
    other = printed(sheets(monday, "guest", TUESDAY, about="FB-01/20#4"), tmp_path)
    assert "is due to you" in other and "FB-01/20" in other
    both = printed(sheets(monday, "guest", TUESDAY, about="FB-01/20"), tmp_path).split("I explained")[0]
    assert "Spot 1" in both and "Spot 4" in both and "your" not in both.lower()


def test_the_guests_page_has_its_own_number_and_printing_it_explains_nothing(monday: Floor) -> None:
    numbers = [form.number for form in FORMS.values()]
    assert len(set(numbers)) == len(numbers)
    looked = record(monday)
    signed = Signed("Sam", Role.SHIFT_MANAGER, "11/17/2026 6:30:00 AM EST")
    (made,) = make_paper(looked, settled(looked, Request("guest", MONDAY, MONDAY, about="FB-01/2")), signed)
    blocks = next(each.blocks for each in made.sections if isinstance(each, Signatures))
    assert [(each.meaning, each.name) for each in blocks] == [
        ("I issue this page.", "Sam"),
        ("I explained this page to the guest.", ""),
        ("I received this page. Signing is your choice.", ""),
    ]
