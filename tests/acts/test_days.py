"""Handovers, the end of a gaming day and issued documents."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from floorapp.domain.days import EndedDay, Handover
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.tables import Cards
from floorapp.operations.acts import days, opening
from floorapp.operations.day_conduct import open_on
from floorapp.operations.due import due
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor, refused

DAY = GamingDay(date(2026, 11, 16))
NEXT_SIX = datetime(2026, 11, 17, 11, 0, tzinfo=UTC)


def waiting(floor: Floor, act: str) -> list[str]:
    with floor.desk().looking() as moment:
        return [duty.id for duty in due(moment) if duty.act == act]


def test_a_handover_is_accepted_by_the_incoming_person(floor: Floor) -> None:
    floor.open("FB-01")
    flo = floor.desk("flo")
    call: dict[str, Any] = {"to": "sam", "shift": "Day", "says": "box 3 argues"}
    for bad, code in (
        ({"to": "nix"}, "no-person"),
        ({"to": "dan"}, "input"),
        ({"to": "flo"}, "input"),
        ({"shift": ""}, "input"),
    ):
        signed = floor.sign(flo, "flo", Meaning.HANDED_OVER)
        assert refused(days.give_handover, flo, **(call | bad), signature=signed).code == code
    other = floor.sign(flo, "sam", Meaning.HANDED_OVER)
    assert refused(days.give_handover, flo, **call, signature=other).code == "unsigned"
    name = days.give_handover(flo, **call, signature=floor.sign(flo, "flo", Meaning.HANDED_OVER)).subjects[0].id
    assert any("FB-03" in duty for duty in floor.get(Handover, name).open_duties)
    assert waiting(floor, "accept_handover") == [name]
    cora, sam = floor.desk("cora"), floor.desk("sam")
    signed = floor.sign(cora, "cora", Meaning.TOOK_OVER)
    assert refused(days.accept_handover, cora, handover=name, signature=signed).code == "not-yours"
    assert refused(days.accept_handover, sam, handover="H", signature=signed).code == "no-handover"
    assert refused(days.accept_handover, sam, handover=name, signature=signed).code == "unsigned"
    days.accept_handover(sam, handover=name, signature=floor.sign(sam, "sam", Meaning.TOOK_OVER))
    assert floor.get(Handover, name).accepted
    assert waiting(floor, "accept_handover") == []
    signed = floor.sign(sam, "sam", Meaning.TOOK_OVER)
    assert refused(days.accept_handover, sam, handover=name, signature=signed).code == "input"


def end(floor: Floor, **named: Any) -> None:
    sam = floor.desk("sam")
    signature = floor.sign(sam, "sam", Meaning.DAY_ENDED)
    days.end_gaming_day(sam, day=DAY, signature=signature, **named)


def test_a_gaming_day_is_ended_when_it_is_over_and_once(floor: Floor) -> None:
    floor.open("FB-01")
    assert refused(end, floor).code == "input"
    assert waiting(floor, "end_gaming_day") == []
    floor.clock.instant = NEXT_SIX
    assert waiting(floor, "end_gaming_day") == ["2026-11-16"]
    end(floor)
    ended = floor.get(EndedDay, "2026-11-16")
    assert (ended.by, ended.tables, ended.missing) == ("sam", ("FB-01",), ())
    assert waiting(floor, "end_gaming_day") == []
    assert refused(end, floor).code == "input"


def test_what_a_gaming_day_lacks_is_named_and_explained(floor: Floor) -> None:
    floor.ready("FB-01")
    floor.clock.instant = NEXT_SIX
    desk = floor.desk("flo")
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    opening.open_table(
        desk, table="FB-01", cards=Cards.NEW, done=floor.steps("FB-01"), exception=signed, reason="queue"
    )
    floor.clock.advance(hours=3)
    opening.close_table(desk, table="FB-01")
    floor.clock.advance(hours=21)
    day = GamingDay(date(2026, 11, 17))
    sam = floor.desk("sam")
    signature = floor.sign(sam, "sam", Meaning.DAY_ENDED)
    assert refused(days.end_gaming_day, sam, day=day, signature=signature).code == "input"
    days.end_gaming_day(sam, day=day, signature=signature, says="the floorperson fell ill")
    ended = floor.get(EndedDay, "2026-11-17")
    assert [(noted.code, noted.cite) for noted in ended.missing] == [("reader-not-inspected", "590.2(d)")]
    assert ended.findings == 1
    with sam.looking() as moment:
        assert open_on(moment, day.previous()) == ()
        assert open_on(moment, day.next()) == ()
