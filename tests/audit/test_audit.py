"""An audit of stored rounds finds what is wrong with them, whichever way they are stored, and is an entry."""

from __future__ import annotations

import io
import json
import threading
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from db import sqlite
from db.verify import verify
from floorapp.commands import at_desk, status
from floorapp.domain.rounds import RoundBlock
from floorapp.engine.decode import read_round
from floorapp.engine.unpacker import unpack_block
from floorapp.operations.acts import audits
from floorapp.operations.audit import packs
from floorapp.operations.audit.audit import Audit
from floorapp.operations.audit.packs import pack_rounds
from floorapp.operations.audit.run import audit_stored
from floorapp.operations.audit.selection import AuditAsked
from floorapp.operations.facts.audits import AuditMade, RoundsPacked
from tests.acts.floor import NOON, PASSWORD, Floor, refused
from tests.acts.rulebooks import RULEBOOKS
from tests.audit.tables import Record, dealt, take_in

TODAY = date(2026, 11, 16)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "WORTH_PACKING", 100)
    monkeypatch.setattr(packs, "BLOCK", 64)


def spoil(record: Record) -> None:
    """The first box is paid a dollar too much."""
    record["boxes"][0]["reported"][0]["net"] += 100


def audited(floor: Floor, asked: AuditAsked = AuditAsked(TODAY, TODAY), jobs: int = 1) -> Audit:  # noqa: B008
    found = audit_stored(floor.desk("sam"), floor.store, asked, jobs=jobs)
    assert found is not None
    return found


def two_tables(floor: Floor) -> list[Record]:
    """Three hundred rounds at two tables, with one wrongly paid, one in dispute without a report, one unreadable."""
    records = [*dealt("FB-01", "pa-590", 160, NOON, seed=1), *dealt("NJ-01", "nj-19-47-26", 140, NOON, seed=2, decks=8)]
    spoil(records[40])
    spoil(records[200])
    for box in records[10]["boxes"]:
        del box["reported"]
    take_in(floor, records)
    return records


def test_packed_or_not_on_one_core_or_two_an_audit_says_the_same(floor: Floor, small_blocks: None) -> None:
    records = two_tables(floor)
    wrong = {records[40]["id"], records[200]["id"]}
    loose = audited(floor)
    assert pack_rounds(floor.desk(), floor.store) is None, "the audit itself has packed them"
    packed, kept = floor.store.packed_upto()
    assert (packed, kept) == (300, 300)
    take_in(floor, list(dealt("FB-02", "pa-673a", 50, NOON, seed=3)))
    for found in (audited(floor), audited(floor, jobs=2)):
        assert found.verdicts == loose.verdicts + found.verdicts.__class__(ok=50)
        assert {each.id for each in found.wrong} == {each.id for each in loose.wrong} == wrong
    assert loose.verdicts == {"ok": 297, "settled": 1, "mismatch": 2}
    first = next(each for each in loose.wrong if each.id == records[40]["id"])
    assert (first.table, first.verdict, first.at) == ("FB-01", "mismatch", NOON + timedelta(minutes=40))
    assert first.says and first.cite


def test_packed_rounds_are_the_rounds_that_came_in(floor: Floor, small_blocks: None) -> None:
    records = two_tables(floor)
    change = pack_rounds(floor.desk(), floor.store)
    assert change is not None
    places = floor.store.block_places(NOON - timedelta(days=1), NOON + timedelta(days=2), None)
    blocks = [floor.store.block(place) for place, _ in places]
    unpacked = {each.id: each for block in blocks for each in unpack_block(block.packed)}
    assert unpacked == {each["id"]: read_round(each, RULEBOOKS) for each in records}
    only = floor.store.block_places(NOON - timedelta(days=1), NOON + timedelta(days=2), ("NJ-01",))
    assert 0 < len(only) < len(places)
    stated = floor.last().fact
    assert isinstance(stated, RoundsPacked)
    assert (stated.rounds, stated.upto, stated.last) == (300, 300, len(blocks))


@pytest.mark.parametrize(
    ("asked", "rounds"),
    [
        (AuditAsked(TODAY, TODAY, table="FB-01"), 160),
        (AuditAsked(TODAY, TODAY, table="NJ-01"), 140),
        (AuditAsked(TODAY, TODAY, pit="Main pit"), 300),
        (AuditAsked(TODAY, TODAY, shift="Day"), 240),  # noon to two, a round a minute at each table
        (AuditAsked(TODAY, TODAY, shift="Swing"), 60),
        (AuditAsked(TODAY, TODAY, shift="Grave"), 0),
        (AuditAsked(TODAY, TODAY, table="FB-01", shift="Swing"), 40),
        (AuditAsked(date(2026, 11, 17), date(2026, 11, 20)), 0),
        (AuditAsked(date(2026, 11, 1), date(2026, 11, 30)), 300),
    ],
)
def test_an_audit_keeps_to_table_pit_shift_and_period(
    floor: Floor, small_blocks: None, asked: AuditAsked, rounds: int
) -> None:
    two_tables(floor)
    assert audited(floor, asked).rounds == rounds


def test_the_result_is_an_entry_with_rulebook_versions_and_a_digest(floor: Floor, small_blocks: None) -> None:
    two_tables(floor)
    asked = AuditAsked(TODAY, TODAY, table="FB-01")
    found = audited(floor, asked)
    audits.audit_rounds(floor.desk("cora"), asked=asked, found=found)
    stated = next(each.fact for each in floor.store.page() if isinstance(each.fact, AuditMade))
    assert stated.what == "table FB-01, gaming day 11/16/2026"
    assert (stated.rounds, stated.verdicts.mismatch, stated.wrong) == (160, 1, ("FB-01/41",))
    assert stated.rulebooks == tuple(sorted(f"{name}/{book.version}" for name, book in RULEBOOKS.items()))
    assert len(stated.digest) == 64


def test_a_floorperson_may_not_audit(floor: Floor) -> None:
    asked = AuditAsked(TODAY, TODAY)
    assert refused(audits.audit_rounds, floor.desk("flo"), asked=asked, found=Audit()).code == "not-permitted"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_cancelled_audit_leaves_nothing_half_written(floor: Floor, small_blocks: None, jobs: int) -> None:
    two_tables(floor)
    pack_rounds(floor.desk(), floor.store)
    desk = floor.desk("sam")
    before = (floor.last().position, floor.store.packed_upto())
    seen: list[int] = []
    found = audit_stored(
        desk,
        floor.store,
        AuditAsked(TODAY, TODAY),
        jobs=jobs,
        progress=lambda done, of: seen.append(done),
        cancelled=lambda: len(seen) > 1,
    )
    assert found is None
    assert seen[-1] < 300, "it went on to the end"
    assert (floor.last().position, floor.store.packed_upto()) == before


@pytest.mark.files
def test_a_changed_block_is_named_by_the_audit_and_by_the_logbook(floor: Floor, small_blocks: None) -> None:
    two_tables(floor)
    pack_rounds(floor.desk(), floor.store)
    assert verify(floor.path).good
    raw = sqlite.module().connect(floor.path, isolation_level=None)
    with pytest.raises(sqlite.module().DatabaseError, match="never changed"):
        raw.execute("UPDATE round_block SET packed = x'00' WHERE place = 2")
    raw.execute("DROP TRIGGER round_blocks_never_changed")
    (packed,) = raw.execute("SELECT packed FROM round_block WHERE place = 2").fetchone()
    raw.execute("UPDATE round_block SET packed = ? WHERE place = 2", (packed[:-1] + bytes([packed[-1] ^ 1]),))
    raw.close()
    found = audited(floor)
    assert found.damaged == ["block 2 of the packed rounds: it was changed after it was kept"]
    flaws = verify(floor.path).words()
    assert "block 2" in str(flaws)


def test_two_desks_packing_at_once_pack_everything_once(floor: Floor, small_blocks: None) -> None:
    """Between reading and writing, another process of the station packs the same rounds."""
    two_tables(floor)
    kept = floor.store

    class Slow:
        def __getattr__(self, name: str) -> object:
            return getattr(kept, name)

        def loose_rounds(self, after: int, upto: int) -> object:
            assert pack_rounds(floor.desk(), kept) is not None
            return kept.loose_rounds(after, upto)

    assert pack_rounds(floor.desk(), Slow()) is None  # type: ignore[arg-type]
    blocks: list[RoundBlock] = [
        kept.block(place) for place, _ in kept.block_places(NOON, NOON + timedelta(days=1), None)
    ]
    assert sum(block.rounds for block in blocks) == 300


@pytest.mark.files
def test_the_command_tells_the_wrong_rounds_and_records_the_result(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    records = two_tables(floor)
    monkeypatch.setattr(at_desk, "Argon2", lambda: floor.hasher)
    monkeypatch.setattr(at_desk, "SystemClock", lambda: floor.clock)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n{PASSWORD}\n"))
    from floorapp.cli import main

    place = ["--data", str(tmp_path), "--database", str(floor.path)]
    assert main([*place, "audit", "--from", "2026-11-16", "--as", "sam"]) == status.WRONG
    told = capsys.readouterr().out
    assert records[40]["id"] in told and "297 paid correctly" in told and "Recorded as" in told
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in records))
    assert main([*place, "audit", str(file), "--as", "sam"]) == status.WRONG
    assert "2 payout errors" in capsys.readouterr().out
    kinds = [each.fact for each in floor.store.page(limit=10) if isinstance(each.fact, AuditMade)]
    assert [each.source for each in kinds] == ["rounds.jsonl", "store"]
    assert main([*place, "audit", "--as", "sam"]) == status.USAGE


def test_a_shift_over_midnight_on_the_night_the_clocks_change(floor: Floor) -> None:
    """The grave shift of the day on which the clocks go back has an hour more."""
    from floorapp.operations.audit.selection import Selection, select

    with floor.desk("sam").looking() as moment:
        selection = select(moment, AuditAsked(date(2026, 10, 31), date(2026, 10, 31), shift="Grave"))
    assert isinstance(selection, Selection)
    ((since, until),) = selection.stretches
    assert until - since == timedelta(hours=9)
    assert since == datetime.fromisoformat("2026-10-31T22:00:00-04:00")


def test_beside_threads_other_processes_begin_afresh_and_say_the_same(floor: Floor, small_blocks: None) -> None:
    """As in the app, whose writer and readers have threads of their own."""
    two_tables(floor)
    alone = audited(floor)
    ending = threading.Event()
    thread = threading.Thread(target=ending.wait)
    thread.start()
    try:
        beside = audited(floor, jobs=2)
    finally:
        ending.set()
        thread.join()
    assert (beside.verdicts, beside.seen, beside.wrong) == (alone.verdicts, alone.seen, alone.wrong)
