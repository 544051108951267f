"""Rounds: verified as they come in, kept for good, sealed by shoe, behind exposure and alarms."""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from floorapp.domain.incidents import Incident
from floorapp.operations.acts import incidents, opening, rounds
from floorapp.operations.due import due
from floorapp.operations.facts.rounds import RoundsImported, Verdicts, seal_of
from floorapp.operations.search import find
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor, refused

SAMPLE = Path(__file__).parents[2] / "resources" / "sample" / "rounds.jsonl"


def a_round(id: str, at: datetime, *, net: int = 1000, **more: Any) -> bytes:
    """Twenty against the dealer's nineteen, one box."""
    record = {
        "format": "floor-round/1",
        "id": id,
        "table": "FB-01",
        "at": at.isoformat(),
        "shoe": "s1",
        "rulebook": "pa-673a",
        "options": {"decks": 6, "positions": 6},
        "dealer": {"cards": ["9h", "Td"], "reader": None},
        "boxes": [
            {
                "box": 1,
                "cards": ["Tc", "Ks"],
                "wagers": {"main": 1000},
                "play": [{"do": "stand"}],
                "reported": [{"hand": 1, "wager": "main", "net": net}],
            }
        ],
    }
    return json.dumps(record | more).encode()


def fact(floor: Floor) -> RoundsImported:
    stated = floor.last().fact
    assert isinstance(stated, RoundsImported)
    return stated


@pytest.mark.parametrize(("odd", "verdict"), [("\ud800", "unreadable"), ("a\0b", "ok")])
@pytest.mark.parametrize("field", ["id", "table", "shoe"])
def test_a_name_that_no_database_holds_loses_neither_its_round_nor_the_file(
    floor: Floor, field: str, odd: str, verdict: str
) -> None:
    at = floor.clock.now()
    named = json.dumps(json.loads(a_round("FB-01/1", at)) | {field: odd}).encode()
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=[named, a_round("FB-01/2", at)])
    assert fact(floor).verdicts == Verdicts(**({"ok": 2} if verdict == "ok" else {"ok": 1, "unreadable": 1}))


def test_the_samples_come_in_with_the_verdicts_of_verify(floor: Floor) -> None:
    lines = SAMPLE.read_bytes().splitlines()
    rounds.import_rounds(floor.desk("flo"), source=SAMPLE.name, lines=lines)
    stated = fact(floor)
    counts = stated.verdicts
    assert counts.ok + counts.settled + counts.mismatch + counts.violation + counts.unreadable == len(lines)
    assert counts.mismatch and counts.ok
    assert sum(seal.rounds for seal in stated.seals) == len(lines)


def test_rounds_are_verified_kept_and_sealed_by_shoe(floor: Floor) -> None:
    now = floor.clock.now()
    lines = [a_round("r1", now), a_round("r2", now + timedelta(minutes=1), net=500), b"not json", b"  "]
    rounds.import_rounds(floor.desk("flo"), source="shoe.jsonl", lines=lines)
    stated = fact(floor)
    assert stated.verdicts == Verdicts(ok=1, mismatch=1, unreadable=1)
    assert stated.wrong == ("r2", "")
    seal = next(seal for seal in stated.seals if seal.shoe == "s1")
    (kept,) = floor.store.rounds("r2")
    assert seal.digest == seal_of((*floor.store.rounds("r1"), kept))
    assert (kept.record, kept.verdict, kept.hands, kept.boxes) == (lines[1], "mismatch", 1, 1)


def test_a_round_known_already_is_not_kept_twice_and_a_contradiction_is_named(floor: Floor) -> None:
    now, desk = floor.clock.now(), floor.desk("flo")
    rounds.import_rounds(desk, source="a", lines=[a_round("r1", now)])
    rounds.import_rounds(desk, source="b", lines=[a_round("r1", now), a_round("r1", now, net=0), a_round("r2", now)])
    stated = fact(floor)
    assert (stated.known_before, stated.contradicting) == (1, ("r1",))
    assert [kept.verdict for kept in floor.store.rounds("r1")] == ["ok", "mismatch"]


def test_nothing_to_import_is_refused(floor: Floor) -> None:
    desk = floor.desk("flo")
    assert refused(rounds.import_rounds, desk, source="a", lines=[b" "]).code == "input"
    assert refused(rounds.import_rounds, desk, source=" ", lines=[b"{}"]).code == "input"


@pytest.mark.files
@pytest.mark.parametrize(
    "attack",
    ["UPDATE round SET verdict = 'ok'", "DELETE FROM round", "INSERT OR REPLACE INTO round SELECT * FROM round"],
)
def test_rounds_are_never_changed_deleted_or_replaced(floor: Floor, attack: str) -> None:
    rounds.import_rounds(floor.desk("flo"), source="a", lines=[a_round("r1", floor.clock.now(), net=0)])
    floor.store.close()
    raw = sqlite3.connect(floor.path)
    with pytest.raises(sqlite3.DatabaseError, match="never"):
        raw.execute(attack)
    raw.close()


def test_exposure_counts_the_rounds_on_record(floor: Floor) -> None:
    floor.open("FB-01")
    good = floor.clock.now()
    desk = floor.desk("flo")
    lines = [a_round(f"r{n}", good + timedelta(minutes=n)) for n in range(0, 60, 10)]
    rounds.import_rounds(desk, source="shoe.jsonl", lines=lines)
    floor.clock.advance(minutes=35)
    now = floor.clock.now()
    report = incidents.IncidentReport(
        table="FB-01", says="x", code="card-face-up-in-shoe", happened_at=now, discovered_at=now, rounds=("r10",)
    )
    signature = floor.sign(desk, "flo", Meaning.REPORTED)
    number = incidents.report_irregularity(desk, report=report, signature=signature).subjects[0].id
    incident = floor.get(Incident, number)
    exposure = incident.exposure
    assert (exposure.minutes, exposure.rounds, exposure.hands, exposure.boxes) == (35, 3, 3, 3)
    assert incident.rounds == ("r10",)


def alarms(floor: Floor, table: str) -> list[str]:
    with floor.desk().looking() as moment:
        return [duty.key.split("/")[0] for duty in due(moment) if duty.id == table and duty.urgency == 3]


def test_rounds_at_a_stopped_table_are_an_alarm(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    opening.suspend_table(desk, table="FB-01", reason="spill")
    stopped = floor.clock.now()
    rounds.import_rounds(desk, source="a", lines=[a_round("r1", stopped + timedelta(minutes=2))])
    assert alarms(floor, "FB-01") == [], "the round under way is finished"
    rounds.import_rounds(desk, source="b", lines=[a_round("r2", stopped + timedelta(minutes=3))])
    assert alarms(floor, "FB-01") == ["rounds-while-stopped"]


def test_rounds_from_a_table_that_was_never_opened_are_an_alarm(floor: Floor) -> None:
    rounds.import_rounds(floor.desk("flo"), source="a", lines=[a_round("r1", floor.clock.now())])
    assert alarms(floor, "FB-01") == ["rounds-while-stopped"]
    floor.open("FB-01")
    assert alarms(floor, "FB-01") == []


def test_a_round_is_found_by_its_id_with_its_verdict_in_words(floor: Floor) -> None:
    """Ctrl+K said *mismatch*."""
    at = floor.clock.now()
    lines = [a_round("FB-01/1", at), a_round("FB-01/2", at, net=500)]
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=lines)
    with floor.desk("flo").looking() as moment:
        said = [
            hit.says for id in ("FB-01/1", "FB-01/2") for hit in find(moment, floor.store, id) if hit.kind == "round"
        ]
    assert [each.rpartition(" · ")[2] for each in said] == ["paid correctly", "payout error"]
