"""Signals against the cards: matched by table and time when rounds are taken in, a wrong one suggests an incident."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from floorapp.domain.cards import CARDS
from floorapp.domain.incidents import Incident
from floorapp.domain.property import Choices, Place
from floorapp.domain.readers import Heard, Hello, HoleCardSignal, ReaderIdentity, ReaderKind, Report, Signal
from floorapp.domain.signals import Suggestion
from floorapp.domain.tables import Cards, Fixture, Phase, ShufflingMethod, TableStatus
from floorapp.engine.catalogue import IrregularityFacts
from floorapp.operations.acts import house, incidents, rounds, tables
from floorapp.operations.desk import Acting
from floorapp.operations.due import due
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.signals import ReaderSignalled, SignalContradicted
from floorapp.operations.facts.tables import TableOpened
from floorapp.operations.moment import moment_of
from floorapp.operations.signals import Intake, News
from floorapp.operations.signatures import Meaning
from tests.acts.floor import LIMITS, Floor
from tests.signals.room import house_with


def a_round(table: str, rulebook: str, at: datetime, dealer: list[str], reader: str | None, **more: Any) -> bytes:
    """A nineteen against the dealer's cards."""
    play = [] if {"A", "K"} == {card[0] for card in dealer} else [{"do": "stand"}]
    record = {
        "format": "floor-round/1",
        "id": "r1",
        "table": table,
        "at": at.isoformat(),
        "rulebook": rulebook,
        "dealer": {"cards": dealer, "reader": reader},
        "boxes": [{"box": 1, "cards": ["Jc", "9s"], "wagers": {"main": 1000}, "play": play}],
    }
    return json.dumps(record | more).encode()


def opened(floor: Floor, table: str) -> None:
    """The table deals; how it came to that is told elsewhere."""
    desk = floor.desk()
    with floor.store.writing() as writing:
        moment = moment_of(writing.state, floor.clock.now(), None, desk.rulebooks)
        fact = TableOpened(table=table, cards=Cards.NEW, steps=(), floorperson="flo", deck_sets=(), counted=312)
        Acting(desk, writing, moment, "open", Subject("table", table)).enter(fact)


def said(floor: Floor, table: str, signal: Signal, up: str | None, *, sequence: int = 1, ago: int = 0) -> None:
    """A reader said something at a table some seconds ago."""
    masque = signal in (Signal.SMALL, Signal.MEDIUM, Signal.LARGE)
    kind = ReaderKind.MASQUE if masque else ReaderKind.BLACKJACK
    reader = ReaderIdentity("Acme", "One", f"RD-{table}", "1", kind)
    at = floor.clock.now() - timedelta(seconds=ago)
    event = HoleCardSignal(signal, None if up is None else CARDS[up])
    news = [Heard(0, 0, Hello(reader, bytes(8))), Heard(sequence, 5, event)]
    Intake(floor.desk()).take(News(Report("L1", table, reader, at, each), "00" * 8) for each in news)


def suggested(floor: Floor) -> list[Suggestion]:
    with floor.store.reading() as state:
        return list(state.find(Suggestion))


def taken_in(floor: Floor, *lines: bytes) -> list[SignalContradicted]:
    change = rounds.import_rounds(floor.desk("flo"), source="shoe.jsonl", lines=lines)
    facts = [entry.fact for id in change.ids if (entry := floor.store.entry(id)) is not None]
    return [fact for fact in facts if isinstance(fact, SignalContradicted)]


def test_a_wrong_light_over_a_real_line_suggests_an_incident_with_its_paragraph(floor: Floor) -> None:
    with house_with(floor, "FB-01") as wired:
        floor.open("FB-01")
        with wired.listening():
            wired.do(0, "wrong-light on")
            wired.do(0, "hand As Kh")
            wired.until_entered(ReaderSignalled)
        record = a_round("FB-01", "pa-590", datetime.now(UTC), ["As", "Kh"], "no_blackjack")
        (found,) = taken_in(floor, record)
    assert [(each.code, each.cite) for each in found.findings] == [("reader-signal-wrong", "590.13(j)")]
    (suggestion,) = suggested(floor)
    assert (suggestion.code, suggestion.cite) == ("reader-signal-wrong", "590.13(j)")
    assert suggestion.effect == "table-stopped" and suggestion.round == "r1"
    (duty,) = wired.due(code="suggested/")
    assert (duty.act, duty.cite, duty.id) == ("report_irregularity", "590.13(j)", "FB-01")
    desk = floor.desk("flo")
    now = floor.clock.now()
    report = incidents.IncidentReport(
        table="FB-01",
        says=suggestion.says,
        happened_at=now,
        discovered_at=now,
        code=suggestion.code,
        rounds=(suggestion.round,),
    )
    incidents.report_irregularity(desk, report=report, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    (answered,) = suggested(floor)
    assert floor.get(Incident, answered.incident).cite == "590.13(j)"
    assert wired.due(code="suggested/") == []
    assert floor.get(TableStatus, "FB-01").phase is Phase.SUSPENDED


def test_a_right_signal_is_no_finding_and_a_signal_of_another_table_or_time_no_witness(floor: Floor) -> None:
    opened(floor, "FB-01")
    opened(floor, "FB-03")
    now = floor.clock.now()
    said(floor, "FB-01", Signal.BLACKJACK, "As")
    said(floor, "FB-03", Signal.NO_BLACKJACK, "As")
    said(floor, "FB-01", Signal.NO_BLACKJACK, None, sequence=2, ago=200)
    assert taken_in(floor, a_round("FB-01", "pa-590", now, ["As", "Kh"], "blackjack")) == []
    assert suggested(floor) == []


def test_a_signal_belongs_to_the_nearest_round_also_of_an_earlier_import(floor: Floor) -> None:
    opened(floor, "FB-01")
    now = floor.clock.now()
    said(floor, "FB-01", Signal.BLACKJACK, None, ago=60)
    assert taken_in(floor, a_round("FB-01", "pa-590", now - timedelta(seconds=55), ["As", "Kh"], "blackjack")) == []
    later = a_round("FB-01", "pa-590", now, ["As", "9h"], "no_blackjack", id="r2")
    assert taken_in(floor, later) == [], "the earlier round has it"


def test_a_record_that_tells_another_story_than_the_reader_is_a_finding(floor: Floor) -> None:
    opened(floor, "FB-01")
    now = floor.clock.now()
    said(floor, "FB-01", Signal.NO_BLACKJACK, "Ks")
    (found,) = taken_in(floor, a_round("FB-01", "pa-590", now, ["As", "9h"], None))
    assert [each.code for each in found.findings] == ["reader-record-differs", "reader-up-card-differs"]
    assert found.suggests == ()


def test_a_proof_test_at_a_closed_table_is_matched_to_no_round(floor: Floor) -> None:
    said(floor, "FB-01", Signal.NO_BLACKJACK, "As")
    assert taken_in(floor, a_round("FB-01", "pa-590", floor.clock.now(), ["As", "Kh"], "blackjack")) == []


WRONG_UP = [
    ("pa-590", None, "590.13(i)", "continue"),
    ("pa-673a", None, "673a.13(i)", "continue"),
    ("pa-665a", True, "665a.13(h)(1)", "round-void"),
    ("pa-665a", False, "665a.13(h)(2)", "continue"),
    ("nj-19-47-26", True, "19:47-26.15(l)1", "round-void"),
    ("nj-19-47-26", False, "19:47-26.15(l)2", "continue"),
    ("nj-19-47-26", None, "19:47-26.15(l)", "continue"),
]


@pytest.mark.parametrize(("rulebook", "reveals", "cite", "effect"), WRONG_UP)
def test_use_with_a_wrong_up_card_suggests_each_rulebooks_own_paragraph(
    floor: Floor, rulebook: str, reveals: bool | None, cite: str, effect: str
) -> None:
    desk = floor.desk("ada")
    decks = 8 if rulebook == "pa-665a" else 6
    tables.add_table(
        desk,
        table="T-1",
        pit="P1",
        place=Place(4, 4),
        rulebook=rulebook,
        boxes=6,
        decks=decks,
        method=ShufflingMethod.BY_HAND,
        limits=LIMITS,
    )
    tables.fit_equipment(desk, table="T-1", fixture=Fixture.READER, serial="RD-T-1")
    if reveals is not None:
        choices = Choices(reader_reveals=reveals)
        house.submit_rules(
            floor.desk("cora"), rulebook=rulebook, holds_from=date(2026, 1, 1), reference="RS", choices=choices
        )
    opened(floor, "T-1")
    said(floor, "T-1", Signal.NO_BLACKJACK, "7d")
    (found,) = taken_in(floor, a_round("T-1", rulebook, floor.clock.now(), ["7d", "Kh"], "no_blackjack"))
    (suggestion,) = suggested(floor)
    assert (suggestion.code, suggestion.cite) == ("reader-used-wrong-up-card", cite)
    assert (suggestion.effect, suggestion.device_reveals) == (effect, reveals)
    assert [each.code for each in found.findings] == ["reader-needless"]
    with floor.desk().looking() as moment:
        assert [duty.cite for duty in due(moment) if duty.key.startswith("suggested/")] == [cite]
        known = moment.rulebooks[rulebook].irregularity(suggestion.code)
    assert known.given(IrregularityFacts(device_reveals=reveals)).remedy == suggestion.remedy


def test_a_masque_light_that_is_wrong_offers_the_choice_of_its_paragraph(floor: Floor) -> None:
    desk = floor.desk("ada")
    tables.add_table(
        desk,
        table="DU-1",
        pit="P1",
        place=Place(4, 4),
        rulebook="pa-685a",
        boxes=6,
        decks=6,
        method=ShufflingMethod.BY_HAND,
        limits=LIMITS,
    )
    tables.fit_equipment(desk, table="DU-1", fixture=Fixture.READER, serial="RD-DU-1")
    opened(floor, "DU-1")
    said(floor, "DU-1", Signal.SMALL, None)
    (found,) = taken_in(floor, a_round("DU-1", "pa-685a", floor.clock.now(), ["7d", "Kh"], "small"))
    assert [each.cite for each in found.suggests] == ["685a.12(h)"]
