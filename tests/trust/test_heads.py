"""Heads: signed when due, on record, outside the database, and never half written."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from db import durable
from db.heads import find_heads, keep_head, read_head
from db.keys import holds, key_of, station_key
from db.store import open_store
from db.verify import verify
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.heads import Reason, SeenHead, Station
from floorapp.domain.property import Place
from floorapp.operations.acts import days, house, upkeep
from floorapp.operations.facts.heads import HeadSigned, KeyIntroduced
from floorapp.operations.faults import LogbookFault
from floorapp.operations.heads import Sealing, sworn
from floorapp.operations.signatures import Meaning
from floorapp.operations.upkeep import SignsHeads
from tests.trust.house import Kept
from tests.trust.test_attacks import append


def test_a_head_is_signed_on_record_and_in_both_places(kept: Kept) -> None:
    kept.move()
    reached = kept.floor.last()
    head = kept.sealing.sign(Reason.REQUEST)
    introduced, signed = reversed(kept.floor.store.page(limit=2))
    assert isinstance(introduced.fact, KeyIntroduced) and isinstance(signed.fact, HeadSigned)
    assert (head.seq, head.hash) == (introduced.seq, introduced.hash)
    assert introduced.previous == reached.hash
    assert signed.actor == "station/MAIN" and signed.fact.head == head
    assert holds(head.key, sworn(head), head.signature)
    for place in kept.places:
        (found,) = find_heads(place)
        assert found.head == head and not found.wrong


def test_every_quarter_of_an_hour_where_something_is_new(kept: Kept) -> None:
    first = kept.sealing.tick()
    assert first is not None and first.reason is Reason.INTERVAL
    kept.floor.clock.advance(minutes=14)
    kept.move()
    assert kept.sealing.tick() is None
    kept.floor.clock.advance(minutes=1)
    second = kept.sealing.tick()
    assert second is not None and second.seq > first.seq
    before = kept.floor.last()
    kept.floor.clock.advance(hours=5)
    assert kept.sealing.tick() == second, "nothing is new: the last head stands"
    assert kept.floor.last() == before
    kept.floor.clock.advance(hours=-9)
    kept.move()
    assert kept.sealing.tick() is not None, "a clock set back does not keep heads away"


def test_stations_where_nobody_acts_countersign_a_head_once_and_each_other_hour_for_themselves(kept: Kept) -> None:
    """A day of four stations, one of them at work: 192 entries of each idle one before."""
    clock, names = kept.floor.clock, ("POD-1", "POD-2", "POD-3")
    stores = {name: open_store(kept.path, station=name) for name in names}
    seals = [
        Sealing(store, clock, station_key(kept.folder / name, name), keep=lambda head: None)
        for name, store in stores.items()
    ]
    for sealing in seals:
        sealing.sign(Reason.REQUEST)
    seen = Counter[str]()
    for _ in range(24 * 4):
        clock.advance(minutes=15)
        house.move_pit(kept.floor.desk("sam"), pit="P1", name="Moved", place=Place(3, 3))
        worked = kept.sealing.sign(Reason.INTERVAL)
        for sealing in seals:
            sealing.tick()
        with kept.floor.store.reading() as state:
            by = [each.id for each in state.find(Station) if SeenHead("MAIN", worked.seq) in each.seen]
        assert by, "within the quarter of an hour somebody has"
        seen.update(by)
    for name, store in stores.items():
        written = store.page(limit=1000)
        own = sum(each.station == name for each in written)
        assert seen[name] >= 24 and own <= 2 * seen[name] + 10, name
        store.close()
    assert sum(seen.values()) <= 24 * 4 + 3 * 26
    kept.close()
    assert verify(kept.path, structure=False).good


def test_at_the_end_of_a_gaming_day_at_once(kept: Kept) -> None:
    kept.floor.clock.advance(days=1)
    kept.sealing.sign(Reason.INTERVAL)
    desk = kept.floor.desk("sam")
    with desk.looking() as moment:
        day: GamingDay = moment.day.previous()
    kept.floor.clock.advance(minutes=1)
    days.end_gaming_day(desk, day=day, signature=kept.floor.sign(desk, "sam", Meaning.DAY_ENDED), says="ok")
    head = kept.sealing.tick()
    assert head is not None and head.reason is Reason.END_OF_DAY
    kept.floor.clock.advance(minutes=1)
    assert kept.sealing.tick() is None


@pytest.mark.unix
def test_the_key_is_for_its_owner_only_and_made_once(kept: Kept) -> None:
    folder = kept.folder / "keys"
    key = station_key(folder, "MAIN").key
    assert station_key(folder, "MAIN").key == key
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    os.chmod(path, 0o644)
    with pytest.raises(LogbookFault, match="read by others"):
        station_key(folder, "MAIN")
    os.chmod(path, 0o600)
    path.write_bytes(b"not a key")
    with pytest.raises(LogbookFault, match="cannot be read"):
        station_key(folder, "MAIN")


def test_keys_move_forward_each_gaming_day_and_the_one_before_is_gone(kept: Kept) -> None:
    old = kept.sealing.sign(Reason.REQUEST)
    kept.floor.clock.advance(days=1)
    kept.move()
    new = kept.sealing.sign(Reason.INTERVAL)
    assert new.key != old.key
    introduced = kept.floor.store.page(limit=2)[1].fact
    assert isinstance(introduced, KeyIntroduced) and introduced.replaces == old.key
    assert kept.floor.get(Station, "MAIN").key == new.key
    assert [each.name for each in (kept.folder / "keys").iterdir()] == ["MAIN.pem"], "a stolen key signs no yesterday"
    assert station_key(kept.folder / "keys", "MAIN").key == new.key
    kept.move()
    assert kept.sealing.sign(Reason.REQUEST).key == new.key, "one a day"
    kept.close()
    assert verify(kept.path, against=[kept.away]).good


@pytest.mark.unix
def test_a_crash_between_the_new_keys_entry_and_its_file_loses_nothing(kept: Kept) -> None:
    kept.sealing.sign(Reason.REQUEST)
    kept.floor.clock.advance(days=1)
    kept.move()
    folder = kept.folder / "keys"
    before = (folder / "MAIN.pem").read_bytes()
    new = kept.sealing.sign(Reason.INTERVAL)
    (folder / "MAIN.pem").replace(folder / "MAIN.next.pem")
    (folder / "MAIN.pem").write_bytes(before)
    (folder / "MAIN.pem").chmod(0o600)
    kept.move()
    assert kept.sealing.sign(Reason.REQUEST).key == new.key
    assert [each.name for each in folder.iterdir()] == ["MAIN.pem"]


def test_yesterdays_head_signed_with_todays_key_is_found(kept: Kept) -> None:
    """Whoever has the key of today, and the head of yesterday that it would have to replace."""
    old = kept.sealing.sign(Reason.REQUEST)
    kept.floor.clock.advance(days=1)
    kept.move()
    kept.sealing.sign(Reason.INTERVAL)
    stolen = station_key(kept.folder / "keys", "MAIN")
    forged = replace(old, key=stolen.key, signature="")
    keep_head(replace(forged, signature=stolen.sign(sworn(forged))), [kept.folder / "forged"])
    kept.close()
    found = verify(kept.path, against=[kept.folder / "forged"])
    assert [flaw.code for flaw in found.flaws] == ["head"]


def test_i_a_replaced_key_file_is_an_alarm_and_signs_nothing(kept: Kept) -> None:
    kept.sealing.sign(Reason.REQUEST)
    (kept.folder / "keys" / "MAIN.pem").unlink()
    kept.move()
    before = kept.floor.last()
    kept.floor.clock.advance(minutes=20)
    wrong = SignsHeads(lambda: kept.sealing).do(kept.floor.clock.now(), lambda: None)
    assert wrong is not None and wrong.alarm and "not the one on record" in wrong.says
    assert kept.floor.last() == before, "nothing was signed with it, and it was not introduced"


def test_a_lost_key_is_replaced_by_an_administrators_signature_and_always_said(kept: Kept) -> None:
    kept.sealing.sign(Reason.REQUEST)
    (kept.folder / "keys" / "MAIN.pem").unlink()
    desk, new = kept.floor.desk("ada"), station_key(kept.folder / "keys", "MAIN").renewed()
    signature = kept.floor.sign(desk, "ada", Meaning.NEW_KEY)
    upkeep.replace_station_key(desk, key=new.key, reason="the disk failed", signature=signature)
    assert kept.sealing.sign(Reason.REQUEST).key == new.key
    kept.close()
    found = verify(kept.path, against=[kept.away])
    assert found.good and any("not signed by the one before it" in line for line in found.words())


@pytest.mark.parametrize("version", [1, 2])
def test_a_key_that_the_one_before_did_not_sign_is_found(kept: Kept, version: int) -> None:
    old = kept.sealing.sign(Reason.REQUEST)
    kept.close()
    mine = key_of(b"m" * 32)
    payload = {"key": mine.key, "replaces": old.key, "station": "MAIN"}
    proof = {"proof": mine.sign(b"whatever")} if version == 2 else {}
    by = {"actor": "station/MAIN", "subject_kind": "station", "subject_id": "MAIN", "version": version}
    append(kept, "station.key-introduced", payload | proof, **by)
    assert [flaw.code for flaw in verify(kept.path).flaws] == ["key"]


def test_a_place_that_fails_does_not_keep_a_head_from_the_other(kept: Kept) -> None:
    kept.away.write_text("a file stands where the folder should be")
    with pytest.raises(LogbookFault, match="away"):
        kept.sealing.sign(Reason.REQUEST)
    assert len(list(find_heads(kept.heads))) == 1
    kept.away.unlink()
    assert kept.sealing.catch_up() is not None
    assert len(list(find_heads(kept.away))) == 1


def test_a_write_that_fails_leaves_the_old_file_and_nothing_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "head.json"
    durable.write_durably(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        durable.write_durably(path, b"new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_a_head_changed_in_any_byte_does_not_hold(kept: Kept, counted: Callable[[str], None]) -> None:
    head = kept.sealing.sign(Reason.REQUEST)
    (found,) = find_heads(kept.heads)
    content = found.path.read_bytes()
    tried = 0
    for place in range(len(content)):
        for bit in (0, 3, 5):
            changed = bytearray(content)
            changed[place] ^= 1 << bit
            found.path.write_bytes(changed)
            assert read_head(found.path).wrong or read_head(found.path).head is None, changed
            tried += 1
    for odd in (b"", b"[]", b"null", content + b" ", content[:-1], b" " + content, b"\xff\xfe", b"[" * 9000):
        found.path.write_bytes(odd)
        assert read_head(found.path).wrong
    counted(f"{tried} changed heads, none holds")
    keep_head(head, [kept.heads])
    assert not read_head(found.path).wrong
