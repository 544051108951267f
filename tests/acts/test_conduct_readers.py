"""Readers and the end of the day: what a floor may not do is refused, or found where it was done."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from floorapp.domain.decks import Spot
from floorapp.domain.duties import Urgency
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.readers import ReaderKind
from floorapp.domain.tables import Cards, Fixture, Phase, Shoe, TableStatus
from floorapp.operations.acts import days, decks, opening, readers, rounds, tables
from floorapp.operations.day_conduct import uninspected_on
from floorapp.operations.due import due
from floorapp.operations.signatures import Meaning
from floorapp.operations.table_presses import next_shoe
from tests.acts.conduct_floor import HAND, add, against, judged, spot
from tests.acts.floor import LIMITS, PROVED, Floor, refused
from tests.acts.test_rounds import a_round

# --- readers


def test_590_2_d_a_replaced_reader_does_not_keep_the_inspection(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    readers.report_reader_failure(desk, table="FB-01", says="dark")
    readers.mend_reader(desk, table="FB-01", says="another one", proofs=PROVED, serial="OTHER-9")
    assert "reader-not-inspected" in against(floor, "FB-01")


def test_590_2_d_a_reader_is_not_removed_while_the_table_deals_and_is_missed_where_it_was(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    next_shoe(floor.desk("flo"), table="FB-01")
    call: dict[str, Any] = {"table": "FB-01", "fixture": Fixture.READER, "reason": "dark"}
    held = refused(tables.remove_equipment, floor.desk("sam"), **call)
    assert (held.code, held.cite) == ("reader-missing", "590.2(d)")
    tables.remove_equipment(floor.desk("sam"), **call, happened=True)
    with floor.desk("flo").looking() as moment:
        found = [each for each in due(moment) if each.key.startswith("reader-missing/FB-01")]
    assert [(each.urgency, each.cite) for each in found] == [(Urgency.ALARM, "590.2(d)")]
    assert spot(floor, red) is Spot.SHOE


def test_590_2_d_no_co_signature_opens_a_table_without_a_reader_and_one_opened_so_is_found(floor: Floor) -> None:
    floor.ready("FB-01")
    tables.remove_equipment(floor.desk("sam"), table="FB-01", fixture=Fixture.READER, reason="dark")
    desk = floor.desk("flo")
    call: dict[str, Any] = {"table": "FB-01", "cards": Cards.NEW, "done": floor.steps("FB-01")}
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    assert refused(opening.open_table, desk, **call, exception=signed, reason="queue").code == "reader-missing"
    opening.open_table(desk, **call, happened=True)
    assert ("reader-missing", "590.2(d)") in floor.findings("FB-01")
    assert ("reader-missing", "590.2(d)") in judged(floor, "FB-01")


def test_685a_2_d_a_table_changed_to_down_under_needs_a_masque_reader(floor: Floor) -> None:
    add(floor, "X-73", "pa-673a")
    call: dict[str, Any] = {"rulebook": "pa-685a", "boxes": 6, "decks": 6, "method": HAND, "limits": LIMITS}
    tables.change_table(floor.desk("ada"), table="X-73", **call)
    floor.ready("X-73")
    held = refused(opening.open_table, floor.desk("flo"), table="X-73", cards=Cards.NEW, done=floor.steps("X-73"))
    assert (held.code, held.cite) == ("reader-kind", "685a.2(d)")
    masque = {"fixture": Fixture.READER, "serial": "M-1", "kind": ReaderKind.MASQUE}
    tables.fit_equipment(floor.desk("sam"), table="X-73", **masque)  # type: ignore[arg-type]
    assert "reader-kind" not in against(floor, "X-73")


def test_19_47_26_15_m_new_jersey_deals_on_with_a_failed_reader_and_owes_no_inspection(floor: Floor) -> None:
    floor.open("NJ-01")
    readers.report_reader_failure(floor.desk("flo"), table="NJ-01", says="no light")
    floor.clock.advance(hours=20)
    assert floor.get(TableStatus, "NJ-01").phase is Phase.OPEN
    assert not against(floor, "NJ-01") & {"reader-failed", "reader-not-inspected"}


def test_590_13_j_play_that_went_on_with_a_failed_reader_is_recorded_so_and_found(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    next_shoe(floor.desk("flo"), table="FB-01")
    desk = floor.desk("flo")
    readers.report_reader_failure(desk, table="FB-01", says="no light")
    held = refused(opening.resume_table, desk, table="FB-01")
    assert (held.code, held.cite) == ("reader-failed", "590.13(j)")
    opening.resume_table(desk, table="FB-01", happened=True)
    assert floor.get(TableStatus, "FB-01").phase is Phase.OPEN and floor.get(Shoe, "FB-01").deck_set == red
    assert ("reader-failed", "590.13(j)") in floor.findings("FB-01")
    dealt = a_round("R-1", floor.clock.now(), table="FB-01", rulebook="pa-590")
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=[dealt])
    assert ("reader-failed", "590.13(j)") in judged(floor, "FB-01")
    assert "closed" not in {duty for duty, _ in judged(floor, "FB-01")}, "it was not dealt while it was stopped"


# --- the end of the day

DAY = GamingDay(date(2026, 11, 17))
NEXT_SIX = datetime(2026, 11, 17, 11, 0, tzinfo=UTC)


def opened_uninspected(floor: Floor) -> None:
    """FB-01 opened on 17 November without an inspection, and closed in the evening."""
    floor.ready("FB-01")
    floor.clock.instant = NEXT_SIX
    desk = floor.desk("flo")
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    call: dict[str, Any] = {"table": "FB-01", "cards": Cards.NEW, "done": floor.steps("FB-01")}
    opening.open_table(desk, **call, exception=signed, reason="queue")
    floor.clock.advance(hours=11)
    opening.close_table(desk, table="FB-01")


def test_590_2_d_the_end_of_the_day_lists_a_missing_inspection_though_the_table_reopened(floor: Floor) -> None:
    opened_uninspected(floor)
    floor.clock.instant = datetime(2026, 11, 18, 15, 0, tzinfo=UTC)
    desk = floor.desk("flo")
    readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    (blue,) = floor.stock("FB-01", "blue")
    decks.change_decks(desk, table="FB-01", out=("DS-2026-0001",), into=(blue,))
    opening.open_table(desk, table="FB-01", cards=Cards.NEW, done=floor.steps("FB-01"))
    with desk.looking() as moment:
        assert [(each.code, each.cite) for each in uninspected_on(moment, DAY)] == [
            ("reader-not-inspected", "590.2(d)")
        ]
    tables.remove_equipment(floor.desk("sam"), table="FB-01", fixture=Fixture.READER, reason="dark", happened=True)
    with desk.looking() as moment:
        assert len(uninspected_on(moment, DAY)) == 1, "removing the reader later does not undo it"
        assert uninspected_on(moment, DAY.next()) == ()


def test_a_table_dealt_through_the_day_uninspected_is_listed_though_nothing_was_entered_since(floor: Floor) -> None:
    floor.open("FB-01")
    floor.clock.instant = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
    with floor.desk("sam").looking() as moment:
        assert [each.code for each in uninspected_on(moment, DAY)] == ["reader-not-inspected"]
        assert uninspected_on(moment, DAY.previous()) == ()


def test_the_duty_to_end_a_day_stays_until_it_is_ended(floor: Floor) -> None:
    opened_uninspected(floor)
    floor.clock.advance(days=4)
    desk = floor.desk("sam")

    def waiting() -> list[str]:
        with desk.looking() as moment:
            return [duty.id for duty in due(moment) if duty.act == "end_gaming_day"]

    assert waiting() == [str(DAY)]
    signed = floor.sign(desk, "sam", Meaning.DAY_ENDED)
    days.end_gaming_day(desk, day=DAY, signature=signed, says="nobody looked")
    assert waiting() == []
