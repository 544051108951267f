"""What each form tells of its things, read back from the PDF: sets and batches, shoes, openings, devices."""

from __future__ import annotations

from pathlib import Path

import pytest

from floorapp.domain.tables import Fixture, Post
from floorapp.operations.acts import assignments, batches, decks, shoes, tables
from floorapp.operations.sheet import Dash
from tests.acts.floor import Floor
from tests.papers.test_period_reports import printed
from tests.papers.two_days import TUESDAY, at, rows, sheets

pytestmark = pytest.mark.unix  # read back with poppler's tools


def cells(floor: Floor, paper: str, title: str, key: str, *, column: int = 0, day: object = None) -> list[str]:
    """The one row of a table that has this in a column."""
    made = sheets(floor, paper) if day is None else sheets(floor, paper, TUESDAY)
    (found,) = [row for row in rows(made[0], title) if str(row.cells[column]) == key]
    return [str(getattr(cell, "word", getattr(cell, "text", cell))) for cell in found.cells]


def with_two_batches(floor: Floor) -> tuple[str, str]:
    """FB-02 opened at noon: one batch in the shoe, the other in the shuffler."""
    blue, green = floor.open("FB-02", "blue", "green")
    desk = floor.desk("flo")
    batches.load_batch(desk, table="FB-02", deck_set=blue)
    shoes.begin_shoe(desk, table="FB-02", deck_set=blue)
    batches.load_batch(desk, table="FB-02", deck_set=green)
    return blue, green


def test_fa_102_says_of_each_batch_when_it_was_opened_is_due_and_was_changed(floor: Floor, tmp_path: Path) -> None:
    blue, green = with_two_batches(floor)
    title = "Each set and batch in play"
    for name, back in ((blue, "blue"), (green, "green")):
        told = cells(floor, "deck-changes", title, name, column=1)
        assert told[0] == "FB-02" and told[2] == back and told[4] == "312"
        assert told[5:7] == ["11/16/2026 12:00 PM", "11/17/2026 12:00 PM"]
    text = printed(sheets(floor, "deck-changes"), tmp_path)
    assert all(each in text for each in (blue, green, "Change due", "Opened", "Changed"))


def test_fa_103_has_the_cut_card_the_dead_game_and_the_burn(floor: Floor, tmp_path: Path) -> None:
    with_two_batches(floor)
    desk = floor.desk("flo")
    shoes.burn_card(desk, table="FB-02")
    floor.clock.advance(minutes=5)
    shoes.idle_shoe(desk, table="FB-02")
    floor.clock.advance(minutes=5)
    text = printed(sheets(floor, "shufflers"), tmp_path)
    assert "1 card burned" in text and "1 dead game" in text and "0 cut cards out" in text


def test_fa_106_names_the_dealer(floor: Floor, tmp_path: Path) -> None:
    assignments.assign(floor.desk("flo"), table="FB-01", post=Post.DEALER, person="dan")
    floor.clock.advance(minutes=1)
    floor.open("FB-01", "red")
    text = printed(sheets(floor, "openings"), tmp_path)
    assert "Dealer Dan" in text and "Floorperson Flo" in text


def test_fa_106_names_who_inspected_the_cards_where_no_dealer_was_assigned(floor: Floor, tmp_path: Path) -> None:
    floor.open("FB-01", "red")
    text = printed(sheets(floor, "openings"), tmp_path)
    assert "Dan, who inspected the cards" in text


def test_fa_102_calls_no_row_unsigned_that_nobody_can_sign(floor: Floor) -> None:
    """A set taken out of service is no entry of the kinds that are signed: it read as wanting a signature for ever."""
    (red,) = floor.open("FB-01", "red")
    decks.withdraw_decks(floor.desk("flo"), deck_set=red, reason="marked")
    signed = {str(row.cells[2]): row.cells[-1] for row in rows(sheets(floor, "deck-changes")[0], "")}
    assert signed["taken out of service: marked"] == Dash("this kind is not signed")
    assert str(signed["table opened"]) == "unsigned"


def test_fa_109_has_make_and_model_kind_and_the_racks_mark(floor: Floor, tmp_path: Path) -> None:
    desk = floor.desk("ada")
    named = {"make": "Heron", "model": "Deal 3"}
    tables.fit_equipment(desk, table="FB-02", fixture=Fixture.SHUFFLER, serial="SH-9", **named)  # type: ignore[arg-type]
    tables.fit_equipment(desk, table="FB-02", fixture=Fixture.DISCARD_RACK, serial="DR-9", decks=6)
    at(floor, TUESDAY, 1)
    told = cells(floor, "devices", "", "SH-9", column=1, day=TUESDAY)
    assert told[2:4] == ["Heron Deal 3", "batch shuffler"]
    assert cells(floor, "devices", "", "DR-9", column=1, day=TUESDAY)[3] == "marked for 6 decks"
    assert cells(floor, "devices", "", "RD-FB-01", column=1, day=TUESDAY)[3] == "blackjack reader"
    text = printed(sheets(floor, "devices", TUESDAY), tmp_path)
    assert "Heron Deal 3" in text and "marked for 6" in text
