"""What is kept and what was destroyed, and the lists a compliance officer is asked for, as papers."""

from __future__ import annotations

from datetime import date

import pytest

from db.store import Store
from floorapp.domain.people import Person
from floorapp.domain.retention import RetentionSchedule
from floorapp.operations.acts import custody, house
from floorapp.operations.entry_sentences import tell as tell_entry
from floorapp.operations.facts.registry import Subject
from floorapp.operations.holds import backup_years
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import UnknownSubject, make_paper, settled
from floorapp.operations.papers.retention import _years_later
from floorapp.operations.sheet import Dash, Instant
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor, refused
from tests.acts.test_holds import collected, place
from tests.papers.test_from_logbook import FAR_AHEAD, LONG_AGO
from tests.papers.test_from_logbook import record as sample_record
from tests.papers.two_days import MONDAY, TUESDAY, at, counted, record, rows, sheets

WEEK = (date(2026, 11, 9), date(2026, 11, 15))
HOLDS = "Legal holds: nothing under one is destroyed or pruned"


def test_the_retention_schedule_dates_every_kind_and_says_house_policy(floor: Floor) -> None:
    collected(floor)
    (made,) = sheets(floor, "retention")
    kinds = {
        str(row.cells[0]): [str(cell) for cell in row.cells[1:]] for row in rows(made, "What is kept, and how long")
    }
    assert kinds["Entries of the logbook"][:2] == ["5 years", "house policy"]
    assert kinds["Deck custody"][3] == "11/16/2031"
    assert {each[1] for each in kinds.values()} == {"house policy"}
    assert not rows(made, HOLDS)


def test_the_property_sets_how_long_each_kind_is_kept_and_earlier_days_show_what_held_then(floor: Floor) -> None:
    collected(floor)
    wrong = refused(house.set_retention, floor.desk("cora"), schedule=RetentionSchedule(rounds=0))
    assert wrong.given == "rounds" and "from 1 to 99" in wrong.todo
    at(floor, TUESDAY, 1)
    schedule = RetentionSchedule(rounds=10, custody=7, backups=2, grounds=" internal controls 4.2 ")
    house.set_retention(floor.desk("cora"), schedule=schedule)
    for day, custody_kept, grounds in (
        (MONDAY, "5 years", "house policy"),
        (TUESDAY, "7 years", "internal controls 4.2"),
    ):
        (made,) = sheets(floor, "retention", day)
        kinds = {
            str(row.cells[0]): [str(cell) for cell in row.cells[1:]] for row in rows(made, "What is kept, and how long")
        }
        assert kinds["Deck custody"][:2] == [custody_kept, grounds]
    assert kinds["Deck custody"][3] == "11/16/2033" and kinds["Backups"][0] == "2 years"
    assert counted(made)["years kept at least"] == "2"
    with floor.desk().looking() as moment:
        assert backup_years(moment.state) == 2
    words = "Rounds and their records 10 years; Deck custody 7 years; Backups 2 years; everything else 5 years"
    assert tell_entry(floor.last()).says == f"Retention schedule set: {words} (internal controls 4.2)"


def test_the_oldest_round_is_the_one_dealt_first_whenever_it_came_in(shown: Store) -> None:
    looked = sample_record(shown)
    first = min(each.at for each in looked.rounds(LONG_AGO, FAR_AHEAD) if each.at)
    (made,) = make_paper(looked, Request("retention", *WEEK))
    (row,) = (row for row in rows(made, "What is kept, and how long") if str(row.cells[0]).startswith("Rounds"))
    assert isinstance(row.cells[3], Instant) and row.cells[3].at == first


def test_what_began_on_a_leap_day_is_kept_to_the_first_of_march() -> None:
    assert _years_later(date(2024, 2, 29), 5) == date(2029, 3, 1)
    assert _years_later(date(2026, 12, 31), 5) == date(2031, 12, 31)


def test_the_retention_schedule_lists_every_hold_that_stands(floor: Floor) -> None:
    place(floor, "cora", Subject("table", "FB-01"))
    (hold,) = rows(sheets(floor, "retention")[0], HOLDS)
    assert [str(cell) for cell in hold.cells[:4]] == ["LH-2026-0001", "table FB-01", "subpoena", "MDJ-4471"]


def test_the_certificate_of_destruction_names_the_set_the_way_and_the_witness(floor: Floor) -> None:
    name = collected(floor)
    with pytest.raises(UnknownSubject, match=f"no destroyed deck set {name}"):
        settled(record(floor), Request("destruction", MONDAY, MONDAY, about=name))
    desk = floor.desk("sam")
    witness = floor.sign(desk, "sid", Meaning.DESTROYED)
    custody.destroy_decks(desk, deck_set=name, how="shredded", witness=witness)
    (made,) = sheets(floor, "destruction", about=name)
    (row,) = rows(made, "")
    cells = [str(cell) for cell in row.cells]
    assert (cells[0], cells[4], cells[6]) == (name, "B-77", "shredded")
    looked = record(floor)
    assert cells[7:] == [looked.name("sam"), looked.name("sid")]
    assert counted(made)["set destroyed"] == "1"


def register(shown: Store, about: str = "") -> list[list[str]]:
    looked = sample_record(shown)
    (made,) = make_paper(looked, settled(looked, Request("register", *WEEK, about=about)))
    return [[str(cell) for cell in row.cells] for row in rows(made, "")]


def test_the_register_can_be_of_one_dealer(shown: Store) -> None:
    whole = register(shown)
    people = {each.name for each in sample_record(shown).floor.all(Person)}
    dealers = {row[5] for row in whole} & people
    assert dealers
    for dealer in dealers:
        assert register(shown, dealer) == [row for row in whole if row[5] == dealer]
    with pytest.raises(UnknownSubject, match="no dealer Nobody"):
        register(shown, "Nobody")


def test_a_total_of_the_register_stands_only_where_something_is_on_record(shown: Store) -> None:
    """A sum of $0.00 would say that nothing was paid; where no amount is on record nobody knows."""
    looked, known = sample_record(shown), set[bool]()
    for first in (*WEEK, date(2026, 10, 31)):
        (made,) = make_paper(looked, Request("register", first, WEEK[1]))
        *each, total = rows(made, "Exposure, amounts and notices")
        for column in range(1, 7):
            on_record = any(not isinstance(row.cells[column], Dash) for row in each)
            assert isinstance(total.cells[column], Dash) is not on_record, (first, column)
            known.add(on_record)
    assert known == {True, False}


def test_exposure_over_a_period_is_totaled_by_item_and_has_what_began_before(shown: Store) -> None:
    looked = sample_record(shown)
    (made,) = make_paper(looked, Request("exposure", *WEEK))
    day_of, mine = looked.clock.day_of, []
    for each in looked.judge.findings():
        first, last = each.dealt.first, each.dealt.last
        if first and last and day_of(first.at).date <= WEEK[1] and day_of(last.at).date >= WEEK[0]:
            mine.append(each)
    totals = {str(row.cells[0]): int(str(row.cells[3]).replace(",", "")) for row in rows(made, "By item")}
    assert mine and totals.pop("Total") == sum(totals.values()) == sum(each.dealt.rounds for each in mine)
    assert len(rows(made, "Each finding")) == len(mine)
