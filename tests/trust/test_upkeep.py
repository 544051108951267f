"""A station's chores: heads, looks and backups by themselves; what they find is told to those it concerns."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from db.attachments import every_attachment, keep_attachment
from db.heads import find_heads
from db.retention import Dated, backups_in, no_longer_kept
from db.store import open_store
from db.upkeep import SLICE, BacksUp, LooksThrough, known_look
from db.verify import verify
from floorapp.bootstrap import Places
from floorapp.commands.upkeep import UpkeepThread
from floorapp.commands.wiring import chores_of
from floorapp.domain.duties import Duty, Urgency
from floorapp.domain.heads import Reason
from floorapp.domain.upkeep import StationTrouble
from floorapp.operations.acts import duties, holds
from floorapp.operations.canonical import canonical
from floorapp.operations.due import due
from floorapp.operations.facts.registry import Subject
from floorapp.operations.signatures import Meaning
from floorapp.operations.upkeep import Chore, MindsClock, SignsHeads, Stopping, Upkeep
from floorapp.system import remove_folder
from tests.acts.floor import Floor
from tests.acts.test_holds import place
from tests.trust.house import Kept, drop_guards, raw
from tests.trust.test_verify import reseal


@pytest.fixture(autouse=True)
def no_waiting_for_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that is busy with other tests the other process would hardly run."""
    monkeypatch.setattr("floorapp.commands.upkeep.gently", list)


def told(floor: Floor, handle: str) -> list[Duty]:
    """What somebody is told of the stations' findings."""
    with floor.desk(handle).looking() as moment:
        return [duty for duty in due(moment) if duty.kind == "station"]


def looks(kept: Kept) -> LooksThrough:
    return LooksThrough(
        kept.path, heads=kept.places, attachments=kept.folder / "attachments", looked=kept.folder / "looked.json"
    )


def upkeep(kept: Kept, *chores: Chore) -> Upkeep:
    return Upkeep(kept.floor.store, kept.floor.clock, chores)


def on(_: object = None) -> None:
    """A pace that never rests."""


def spoil(kept: Kept, change: str) -> None:
    connection = raw(kept.path)
    guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    drop_guards(connection)
    connection.execute(change)
    for (sql,) in guards:
        connection.execute(sql)
    connection.close()


def test_heads_are_signed_by_themselves_and_kept_after_a_start(kept: Kept) -> None:
    keeping = upkeep(kept, SignsHeads(lambda: kept.sealing))
    keeping.go_round(on)
    assert len(list(find_heads(kept.away))) == 1
    kept.move()
    keeping.go_round(on)
    assert len(list(find_heads(kept.away))) == 1, "not yet due"
    kept.floor.clock.advance(minutes=16)
    keeping.go_round(on)
    assert len(list(find_heads(kept.away))) == 2
    shutil.rmtree(kept.away)
    upkeep(kept, SignsHeads(lambda: kept.sealing)).go_round(on)
    assert len(list(find_heads(kept.away))) == 1, "the last one is kept once more after a start"


def test_a_head_is_signed_when_the_app_is_closed(kept: Kept) -> None:
    places = Places(kept.folder, kept.path, "MAIN", False)
    thread = UpkeepThread(places, kept.floor.clock, lambda log: chores_of(places, log, kept.floor.clock))
    kept.move()
    thread.start(on)
    thread.stop()
    (found,) = find_heads(kept.heads)
    assert found.head is not None and found.head.reason is Reason.CLOSING
    kept.close()
    (reached,) = verify(kept.path, against=[kept.heads]).stations
    assert reached.seq == reached.vouched + 1, "nothing is left that no head vouches for"


def test_what_is_new_is_looked_at_before_a_head_is_signed_over_it(kept: Kept) -> None:
    places = Places(kept.folder, kept.path, "MAIN", True)
    keeping = upkeep(kept, *chores_of(places, kept.floor.store, kept.floor.clock))
    keeping.go_round(on)
    kept.move(2)
    kept.floor.clock.advance(hours=30)
    spoil(kept, f"UPDATE entry SET actor = 'eve' WHERE seq = {kept.floor.last().seq}")
    keeping.go_round(on)
    kinds = [each.fact.KIND for each in kept.floor.store.page(limit=4)]
    assert kinds.index("station.trouble-found") > kinds.index("station.head-signed"), "told, and then signed over"


def test_an_old_entry_changed_after_a_look_is_found_by_the_next_one(kept: Kept) -> None:
    keeping = upkeep(kept, looks(kept))
    kept.move(2)
    assert not keeping.go_round(on)
    spoil(kept, "UPDATE entry SET actor = 'eve' WHERE seq = 5")
    kept.floor.clock.advance(minutes=16)
    assert keeping.go_round(on)
    assert "MAIN-5" in told(kept.floor, "cora")[0].says


def test_a_note_that_calls_a_chain_sealed_anew_good_is_not_believed(kept: Kept) -> None:
    """The note of the last look lies beside the logbook: once, whoever wrote both was found a day later."""
    kept.move(2)
    kept.sealing.sign(Reason.REQUEST)
    kept.move(2)
    assert not upkeep(kept, looks(kept)).go_round(on)
    connection = raw(kept.path)
    guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    drop_guards(connection)
    connection.execute("UPDATE entry SET payload = replace(payload, 'Moved 0', 'Lies 0') WHERE kind = 'pit.placed'")
    reseal(connection, 2)
    for (sql,) in guards:
        connection.execute(sql)
    (end,) = connection.execute("SELECT hash FROM entry ORDER BY position DESC LIMIT 1").fetchone()
    connection.close()
    note = kept.folder / "looked.json"
    known = known_look(note)
    assert known is not None
    (reached,) = known.mark.reached
    forged = replace(known, mark=replace(known.mark, reached=(replace(reached, hash=end),)))
    note.write_bytes(canonical(forged))
    kept.floor.clock.advance(minutes=16)
    assert upkeep(kept, looks(kept)).go_round(on)


def test_a_floor_nobody_has_set_up_swears_to_nothing(tmp_path: Path) -> None:
    store = open_store(tmp_path / "floor.sqlite")
    kept = Kept(tmp_path, Floor(store, tmp_path / "floor.sqlite"))
    upkeep(kept, SignsHeads(lambda: kept.sealing)).go_round(on)
    assert store.page() == ()
    store.close()


def test_a_place_for_heads_that_fails_is_a_warning_until_it_is_mended(kept: Kept) -> None:
    kept.away.write_text("a file stands where the folder should be")
    keeping = upkeep(kept, SignsHeads(lambda: kept.sealing))
    assert keeping.go_round(on)
    (duty,) = told(kept.floor, "cora")
    assert duty.urgency is Urgency.WARNING and "away" in duty.says
    assert not keeping.go_round(on), "told once"
    kept.away.unlink()
    assert keeping.go_round(on)
    assert told(kept.floor, "cora") == []
    assert len(list(find_heads(kept.away))) == 1


def test_a_drive_that_is_away_keeps_no_head_from_being_signed_and_no_paper_from_being_printed(kept: Kept) -> None:
    kept.sealing.sign(Reason.REQUEST)
    shutil.rmtree(kept.away)
    kept.away.write_text("the drive is away")
    keeping = upkeep(kept, SignsHeads(lambda: kept.sealing))
    for _ in range(3):
        kept.move()
        kept.floor.clock.advance(minutes=16)
        keeping.go_round(on)
    assert len(list(find_heads(kept.heads))) == 4
    kept.move()
    paper = kept.sealing.sign(Reason.PAPER)
    kept.away.unlink()
    keeping.go_round(on)
    assert [each.head for each in find_heads(kept.away)] == [paper]
    assert told(kept.floor, "cora") == []


def test_a_clock_that_was_set_back_is_an_alarm_until_it_is_right(kept: Kept) -> None:
    kept.move(2)
    keeping = upkeep(kept, MindsClock(lambda: kept.floor.store.page(limit=100)))
    assert not keeping.go_round(on)
    kept.floor.clock.advance(days=-365)
    assert keeping.go_round(on)
    kept.move(2, "In the wrong year")
    (duty,) = told(kept.floor, "cora")
    assert duty.urgency is Urgency.ALARM and "11/16/2025" in duty.says and "11/16/2026" in duty.says
    again = upkeep(kept, MindsClock(lambda: kept.floor.store.page(limit=100)))
    assert not again.go_round(on), "told once, also after a start"
    assert told(kept.floor, "cora")
    kept.floor.clock.advance(days=365)
    assert again.go_round(on)
    assert told(kept.floor, "cora") == []


def test_a_finding_is_an_alarm_for_compliance_officers_told_once_and_over_when_mended(kept: Kept) -> None:
    kept.move(3)
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    shutil.copy(kept.path, kept.folder / "sound.sqlite")
    keeping = upkeep(kept, looks(kept))
    assert not keeping.go_round(on)
    spoil(kept, "UPDATE entry SET payload = replace(payload, 'Moved 1', 'Movex 1')")
    kept.floor.clock.advance(hours=25)
    assert keeping.go_round(on)
    assert told(kept.floor, "flo") == []
    (duty,) = told(kept.floor, "cora")
    assert duty.urgency is Urgency.ALARM and "its hash does not fit" in duty.says and "pit P1" in duty.says
    assert told(kept.floor, "ada")
    duties.acknowledge_duty(kept.floor.desk("cora"), key=duty.key)
    assert told(kept.floor, "cora")[0].acknowledged
    for _ in range(3):
        kept.floor.clock.advance(hours=25)
        assert not keeping.go_round(on), "told once"
    kept.floor.clock.advance(minutes=16)
    assert not keeping.go_round(on)
    spoil(kept, "UPDATE entry SET payload = replace(payload, 'Movex 1', 'Moved 1')")
    kept.floor.clock.advance(hours=25)
    assert keeping.go_round(on)
    assert told(kept.floor, "cora") == []
    assert not kept.floor.get(StationTrouble, "MAIN", "logbook").standing


def test_an_older_copy_swapped_in_is_found_at_the_next_start_by_what_is_new(kept: Kept) -> None:
    kept.close()
    shutil.copy(kept.path, kept.folder / "older.sqlite")
    kept.move(3)
    assert not upkeep(kept, looks(kept)).go_round(on)
    kept.close()
    shutil.copy(kept.folder / "older.sqlite", kept.path)
    upkeep(kept, looks(kept)).go_round(on)
    (duty,) = told(kept.floor, "cora")
    assert "no longer there" in duty.says


def test_a_note_of_the_last_look_that_cannot_be_read_means_looking_at_everything(kept: Kept) -> None:
    seen: list[int] = []
    (kept.folder / "looked.json").write_text("{}")
    kept.move(2)
    upkeep(kept, looks(kept)).go_round(lambda: seen.append(1))
    assert "floor-looked/2" in (kept.folder / "looked.json").read_text()


def test_a_look_is_left_off_at_a_slice_and_the_floor_goes_on(kept: Kept) -> None:
    for _ in range(SLICE // 8 + 1):
        kept.deal(*(f"r{kept.floor.last().seq}-{n}" for n in range(1)))

    def stop() -> None:
        raise Stopping

    snapshot = LooksThrough(kept.path, heads=(), attachments=kept.folder / "a", looked=kept.folder / "looked.json")
    backing = BacksUp(
        kept.path,
        kept.folder / "backups",
        attachments=kept.folder / "a",
        papers=kept.folder / "papers",
        keeps=lambda: 5,
    )
    with pytest.raises(Stopping):
        backing.do(kept.floor.clock.now(), stop)
    assert not [path for path in (kept.folder / "backups").iterdir()], "nothing half is left"
    kept.move()
    assert snapshot.do(kept.floor.clock.now(), on) is None


def test_the_logbook_is_backed_up_once_a_day_with_what_is_attached(kept: Kept) -> None:
    attachments, into = kept.folder / "attachments", kept.folder / "backups"
    photo = kept.folder / "photo.jpg"
    photo.write_bytes(b"a photograph")
    keep_attachment(attachments, photo)
    papers = kept.folder / "papers"
    keeping = upkeep(kept, BacksUp(kept.path, into, attachments=attachments, papers=papers, keeps=lambda: 5))
    for hours in (0, 1, 22, 2, 25):
        kept.floor.clock.advance(hours=hours)
        keeping.go_round(on)
    made = list(backups_in(into))
    assert len(made) == 3 and verify(made[-1].path).good
    assert len(list(every_attachment(into / "attachments"))) == 1
    remove_folder(into)
    into.write_text("no folder")
    kept.floor.clock.advance(hours=25)
    assert keeping.go_round(on) and "backup" in told(kept.floor, "ada")[0].says
    into.unlink()
    assert keeping.go_round(on) and told(kept.floor, "ada") == []


def test_of_old_backups_one_a_week_and_one_a_month_are_kept() -> None:
    now = datetime(2026, 11, 16, 12, tzinfo=UTC)
    daily = [Dated(Path(f"{n}"), now - timedelta(days=n)) for n in range(6 * 365)]
    gone = no_longer_kept(daily, now, 5)
    stays = [each for each in daily if each not in gone]
    ages = [(now - each.at).days for each in stays]
    assert ages[:15] == list(range(15))
    assert 7 <= sum(14 < age <= 70 for age in ages) <= 10
    assert 56 <= sum(age > 70 for age in ages) <= 61 and max(ages) <= 5 * 366
    assert no_longer_kept([Dated(Path("x"), now - timedelta(days=9000))], now, 5) == [], "the last one stays"
    assert no_longer_kept(stays, now, 5) == [], "what is kept today is not removed by looking again"
    assert max((now - each.at).days for each in daily if each not in no_longer_kept(daily, now, 3)) <= 3 * 366


def test_no_backup_is_removed_while_a_legal_hold_stands(kept: Kept) -> None:
    into, clock, old = kept.folder / "backups", kept.floor.clock, "old-20200101T120000Z.sqlite"
    into.mkdir()
    for name in (old, f"{old}.json"):
        (into / name).write_text("{}")
    places = Places(kept.folder, kept.path, "MAIN", False)
    (backs_up,) = (each for each in chores_of(places, kept.floor.store, clock) if isinstance(each, BacksUp))
    held = place(kept.floor, "cora", Subject("table", "FB-01"))
    assert backs_up.do(clock.now(), on) is None
    assert old in {each.path.name for each in backups_in(into)}, "a hold stands"
    officer = kept.floor.desk("cora")
    signature = kept.floor.sign(officer, "cora", Meaning.HOLD_RELEASED)
    holds.release_hold(officer, hold=held, reason="closed", signature=signature)
    assert backs_up.do(clock.now() + timedelta(days=1), on) is None
    assert old not in {each.path.name for each in backups_in(into)}, "and is pruned once none does"
