"""Everything about one reader, deck set, table or person, as a report: what compliance is asked for years later."""

from __future__ import annotations

from datetime import date

import pytest

from db.store import Store
from floorapp.domain.tables import Cards, Equipment
from floorapp.operations.acts import opening, shoes
from floorapp.operations.facts.decks import DecksReceived
from floorapp.operations.facts.devices import ReaderInspected
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import UnknownSubject, make_paper, settled
from floorapp.operations.sheet import Sheet
from printing.rows import tables_of
from tests.acts.floor import Floor
from tests.papers.test_from_logbook import record
from tests.papers.two_days import MONDAY, TUESDAY, at, deal, rows, sheets

WEEK = (date(2026, 11, 9), date(2026, 11, 15))


def history(shown: Store, about: str) -> Sheet:
    looked = record(shown)
    [sheet] = make_paper(looked, settled(looked, Request("item", *WEEK, about=about)))
    return sheet


def entries(sheet: Sheet) -> set[str]:
    [table] = [each for each in tables_of(sheet) if each.title == "Every entry"]
    return {row.record for row in table.rows}


def test_a_reader_by_its_serial_has_every_inspection_of_it(shown: Store) -> None:
    looked = record(shown)
    with shown.reading() as state:
        piece = next(each for each in state.find(Equipment) if each.fixture == "reader" and each.fitted)
    found = entries(history(shown, piece.serial.lower()))
    inspected = {
        line.entry.number
        for line in looked.lines(ReaderInspected)
        if line.fact.table == piece.table
        and looked.serial(piece.table, "reader", line.at) == piece.serial
        and WEEK[0] <= looked.clock.day_of(line.at).date <= WEEK[1]
    }
    assert inspected and inspected <= found


def test_a_deck_set_is_found_by_its_seal(shown: Store) -> None:
    received = record(shown).lines(DecksReceived)[-1]
    sheet = history(shown, received.fact.seal)
    assert received.entry.number in entries(sheet)
    assert entries(sheet) == entries(history(shown, received.fact.deck_set))


def test_a_person_has_what_they_entered_and_what_they_signed(shown: Store) -> None:
    looked = record(shown)
    written = [line.entry for line in looked.lines() if WEEK[0] <= looked.clock.day_of(line.at).date <= WEEK[1]]
    handle = next(s.person for each in written for s in each.signatures if s.person != each.actor)
    mine = {each.number for each in written if handle in {each.actor, *(s.person for s in each.signatures)}}
    sheet = history(shown, looked.name(handle))
    assert mine <= entries(sheet)
    every = next(each for each in tables_of(sheet) if each.title == "Every entry")
    signers = {row.record: str(row.cells[4]) for row in every.rows}
    for each in written:
        if each.number in signers and each.signatures:
            assert all(looked.name(s.person) in signers[each.number] for s in each.signatures), each.number


def test_what_was_dealt_wrongly_at_a_table_is_totaled(shown: Store) -> None:
    looked = record(shown)
    dealt: dict[str, int] = dict.fromkeys(looked.tables, 0)
    for each in looked.judge.findings():
        if WEEK[0] <= looked.clock.day_of(each.since.at).date <= WEEK[1]:
            dealt[each.table] += each.dealt.rounds
    by_rounds = sorted(dealt, key=dealt.__getitem__)
    assert dealt[by_rounds[-1]] > dealt[by_rounds[0]]
    for table in (by_rounds[-1], by_rounds[0]):
        [sheet] = make_paper(looked, Request("item", *WEEK, about=table))
        exposed = next(each for each in tables_of(sheet) if each.title.startswith("Dealt with"))
        assert sum(int(str(row.cells[5])) for row in exposed.rows) == dealt[table]


def test_what_nobody_knows_is_refused(shown: Store) -> None:
    with pytest.raises(UnknownSubject, match="Nothing on record is called MQ-0"):
        history(shown, "MQ-0")


def test_what_began_before_the_period_and_was_dealt_in_it_counts_as_on_fa_124(monday: Floor) -> None:
    """A table stopped on Monday that deals on Tuesday: FA-124 of Tuesday had it, FA-120 did not."""
    (yellow,) = monday.stock("FB-03", "yellow")
    at(monday, MONDAY, 20)
    flo = monday.desk("flo")
    opening.open_table(flo, table="FB-03", cards=Cards.NEW, done=monday.steps("FB-03"))
    shoes.begin_shoe(flo, table="FB-03", deck_set=yellow)
    opening.suspend_table(monday.desk("flo"), table="FB-03", reason="Spill on the layout")
    at(monday, TUESDAY, 2)
    deal(monday, 1, table="FB-03")
    of_the_period = {str(row.cells[2]) for row in rows(sheets(monday, "exposure", TUESDAY)[0], "Each finding")}
    made = sheets(monday, "item", TUESDAY, about="FB-03")[0]
    of_the_item = {str(row.cells[0]) for row in rows(made, "Dealt with an open finding")}
    assert "The table is closed or stopped." in of_the_item and of_the_item == of_the_period
