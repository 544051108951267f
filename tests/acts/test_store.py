"""The store: guards against change, the chain, two processes on one file, rebuild, search, odd files."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from dataclasses import make_dataclass
from pathlib import Path

import pytest
import sqlalchemy as sa

from db import migrate, schema, sqlite
from db.entries import every
from db.store import Store, open_store
from floorapp.domain.property import Place
from floorapp.domain.tables import Fixture
from floorapp.operations import kinds
from floorapp.operations.acts import house, tables
from floorapp.operations.entry import GENESIS, read, written_of
from floorapp.operations.facts import registry
from floorapp.operations.facts.house import PitPlaced
from floorapp.operations.facts.registry import MisspelledFact, Subject, UnknownFact, decode_fact
from floorapp.operations.faults import LogbookFault
from floorapp.operations.state import has_reducer
from tests.acts.floor import Floor

ROOT = Path(__file__).parents[2]

ATTACKS = {
    "update": "UPDATE entry SET actor = 'eve' WHERE seq = 3",
    "delete": "DELETE FROM entry WHERE seq = 3",
    "replace by position": "INSERT OR REPLACE INTO entry SELECT * FROM entry WHERE seq = 3",
    "replace by id": "INSERT OR REPLACE INTO entry SELECT 999999, id, station, 999999, version, kind, "
    "subject_kind, subject_id, 'eve', occurred_at, recorded_at, gaming_day, late, payload, signatures, "
    "previous, hash FROM entry WHERE seq = 3",
    "replace by place in the chain": "INSERT OR REPLACE INTO entry SELECT 999999, 'x', station, seq, version, "
    "kind, subject_kind, subject_id, 'eve', occurred_at, recorded_at, gaming_day, late, payload, signatures, "
    "previous, hash FROM entry WHERE seq = 3",
    "upsert": "INSERT INTO entry SELECT * FROM entry WHERE seq = 3 ON CONFLICT (position) DO UPDATE SET actor = 'eve'",
    "leave a gap": "INSERT INTO entry SELECT position + 500, 'x', station, seq + 500, version, kind, "
    "subject_kind, subject_id, actor, occurred_at, recorded_at, gaming_day, late, payload, signatures, "
    "previous, hash FROM entry WHERE seq = 3",
}


@pytest.mark.files
@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("library", ["bundled", "python's"])
def test_entries_are_never_changed_deleted_or_replaced(floor: Floor, attack: str, library: str) -> None:
    module = sqlite.module() if library == "bundled" else sqlite3
    before = floor.store.page(limit=1000)
    floor.store.close()
    raw = module.connect(floor.path)
    with pytest.raises(module.DatabaseError, match="never|head"):
        raw.execute(ATTACKS[attack])
    raw.rollback()
    raw.close()
    assert floor.store.page(limit=1000) == before


def test_the_chain_holds_from_the_first_entry(floor: Floor) -> None:
    with floor.store._looking() as connection:
        rows = [
            dict(row) for row in connection.execute(sa.select(schema.entry).order_by(schema.entry.c.seq)).mappings()
        ]
    previous = GENESIS
    for seq, row in enumerate(rows, start=1):
        assert (row["seq"], row["previous"]) == (seq, previous)
        assert written_of(row).sealed() == row["hash"]
        previous = str(row["hash"])
    assert len(rows) > 10


@pytest.mark.parametrize("column", ["actor", "payload", "occurred_at", "signatures", "subject_id", "late"])
def test_any_changed_letter_breaks_the_hash(floor: Floor, column: str) -> None:
    with floor.store._looking() as connection:
        row = dict(connection.execute(sa.select(schema.entry).where(schema.entry.c.seq == 3)).mappings().one())
    assert written_of(row | {column: f"{row[column]} "}).sealed() != row["hash"]


def test_an_unknown_kind_is_kept_shown_and_changes_nothing(floor: Floor) -> None:
    subject = Subject("table", "FB-01")
    fact = decode_fact("table.levitated", 7, b'{"height":3}', subject=subject)
    assert fact == UnknownFact("table.levitated", 7, '{"height":3}', subject)
    assert registry.encode_fact(fact) == b'{"height":3}'
    with floor.store._looking() as connection:
        row = dict(connection.execute(sa.select(schema.entry).where(schema.entry.c.seq == 3)).mappings().one())
    strange = read(
        written_of(row | {"kind": "table.levitated", "version": 7, "payload": '{"height":3}'}), position=3, hash="x"
    )
    assert isinstance(strange.fact, UnknownFact)


@pytest.mark.parametrize(
    "payload",
    [
        b'{"name":"Pit","pit":"P1","place":{"turned":0,"x":1,"y":1},"extra":1}',
        b'{"name":"Pit","pit":"P1"}',
        b'{"name":1,"pit":"P1","place":{"turned":0,"x":1,"y":1}}',
        b'{"name": "Pit","pit":"P1","place":{"turned":0,"x":1,"y":1}}',
        b"not json",
    ],
)
def test_a_payload_is_spelled_exactly_or_not_read(payload: bytes) -> None:
    with pytest.raises(MisspelledFact):
        decode_fact("pit.placed", 1, payload, subject=Subject("pit", "P1"))


def test_every_kind_says_what_it_does_to_the_state() -> None:
    assert [kind.KIND for kind in kinds.kinds() if not has_reducer(kind)] == []


def test_a_payload_holds_no_floats_however_deep() -> None:
    class Weighed(registry.Fact):
        grams: tuple[float | None, ...]

    with pytest.raises(TypeError, match="floating"):
        registry.fact("cards.weighed")(Weighed)
    for kind in kinds.kinds():
        registry.refuse_floats(kind, seen=set())
    weight = make_dataclass("Weight", [("grams", dict[str, float])])
    deep = make_dataclass("Deep", [("inside", tuple[weight, ...])])  # type: ignore[valid-type]
    with pytest.raises(TypeError, match="floating"):
        registry.refuse_floats(deep, seen=set())


@pytest.mark.timeout(240)
def test_two_processes_times_100_acts_lose_nothing(floor: Floor) -> None:
    before = floor.last().seq
    call = [sys.executable, "-m", "tests.acts.often", str(floor.where)]
    workers = [subprocess.Popen([*call, name, "100"], cwd=ROOT) for name in ("a", "b")]
    assert [worker.wait() for worker in workers] == [0, 0]
    with floor.store._looking() as connection:
        entries = list(every(connection))
    assert len(entries) == before + 2 * 100 + 2  # and two sign-ins
    moved = [entry.fact for entry in entries if entry.fact.KIND == "pit.placed"][1:]
    for name in ("a", "b"):
        mine = [fact.name for fact in moved if fact.name.startswith(name)]  # type: ignore[attr-defined]
        assert mine == [f"{name} {number}" for number in range(100)]
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    for one, next_one in zip(entries, entries[1:], strict=False):
        assert next_one.previous == one.hash


def test_the_check_after_every_test_notices_a_forged_state(floor: Floor) -> None:
    with floor.owned() as owned, owned._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE state_pit SET body = replace(body, 'Main pit', 'Forged')")
    with pytest.raises(AssertionError, match="state_pit"):
        floor.check()


def test_rebuild_gives_the_same_state(floor: Floor) -> None:
    desk = floor.desk("sam")
    house.move_pit(desk, pit="P1", name="Moved", place=Place(3, 3))
    live = floor.store.state_digest()
    with floor.owned() as owned, owned._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE state_pit SET body = replace(body, 'Moved', 'Forged')")
    assert floor.store.state_digest() != live
    done: list[tuple[int, int]] = []
    assert floor.rebuild(lambda *far: done.append(far)) == floor.last().seq
    assert floor.store.state_digest() == live
    assert done[-1][0] == done[-1][1] == floor.last().seq


@pytest.mark.files
def test_a_changed_layout_is_rebuilt_at_start(floor: Floor) -> None:
    live = floor.store.state_digest()
    with floor.store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE note SET value = 'older' WHERE name = 'state'")
        connection.exec_driver_sql("CREATE TABLE state_forgotten_shelf (key TEXT)")
        connection.exec_driver_sql("DELETE FROM state_person")
    floor.store.close()
    again = open_store(floor.path)
    assert again.state_digest() == live
    with again._looking() as connection:
        assert not sa.inspect(connection).has_table("state_forgotten_shelf")
    again.close()


def test_a_failing_act_leaves_nothing(floor: Floor) -> None:
    desk = floor.desk("sam")
    before, state = floor.last(), floor.store.state_digest()
    with pytest.raises(RuntimeError), desk.acting("move_pit", Subject("pit", "P1")) as act:
        act.enter(PitPlaced(pit="P1", name="half", place=Place(0, 0)))
        raise RuntimeError("pulled the plug")
    assert floor.last() == before
    assert floor.store.state_digest() == state


def test_words_find_entries_newest_first_and_by_noun(floor: Floor) -> None:
    desk = floor.desk("sam")
    house.move_pit(desk, pit="P1", name="Café Royal pit", place=Place(0, 0))
    tables.fit_equipment(desk, table="FB-01", fixture=Fixture.SHOE, serial="ROYAL-77")
    found = floor.store.search("royal")
    assert [entry.subject.kind for entry in found] == ["table", "pit"]
    assert [entry.subject.kind for entry in floor.store.search("cafe roy")] == ["pit"]
    assert [entry.subject.kind for entry in floor.store.search("royal", about="table")] == ["table"]
    assert len(floor.store.search("royal", before=found[0].position)) == 1
    for odd in ("", '"', "royal AND", "words:", "* ^ -", "NEAR(", "'; DROP TABLE entry"):
        floor.store.search(odd)


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 20])
def test_several_words_find_the_newest_page_whether_many_have_them_or_few(floor: Floor, limit: int) -> None:
    desk, texts = floor.desk("sam"), {}
    for number in range(12):
        text = f"amber {'brass' if number % 3 == 0 else 'tin'} {'cedar' if number in (2, 9) else 'oak'}"
        house.move_pit(desk, pit="P1", name=text, place=Place(0, 0))
        texts[floor.last().position] = text.split()
    for before in (None, max(texts), max(texts) - 4):
        for words in (["amber", "brass"], ["amber", "cedar"], ["cedar", "brass"], ["amber", "oak", "bras"]):
            older = [at for at in sorted(texts, reverse=True) if at < (before or at + 1)]
            held = [at for at in older if all(any(text.startswith(word) for text in texts[at]) for word in words)]
            found = floor.store.search(" ".join(words), before=before, limit=limit)
            assert [entry.position for entry in found] == held[:limit]


def test_a_subjects_timeline_pages_backwards(floor: Floor) -> None:
    desk = floor.desk("sam")
    for number in range(7):
        tables.move_table(desk, table="FB-01", pit="P1", place=Place(number, 0))
    about = Subject("table", "FB-01")
    newest = floor.store.page(limit=3, about=about)
    older = floor.store.page(limit=100, about=about, before=newest[-1].position)
    every_one = floor.store.page(limit=100, about=about)
    assert newest + older == every_one
    assert {entry.subject for entry in every_one} == {about}
    assert len(every_one) == 13


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 0), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 53, 4), True),
        ((4, 0, 0), True),
    ],
)
def test_wal_only_on_a_library_free_of_the_wal_reset_fault(version: tuple[int, ...], safe: bool) -> None:
    assert sqlite.wal_is_safe(version) is safe


@pytest.mark.parametrize("version", [(3, 40, 1), (3, 53, 4)])
def test_the_journal_follows_the_linked_library_and_sync_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: tuple[int, ...]
) -> None:
    monkeypatch.setattr(sqlite.module(), "sqlite_version_info", version)
    store = open_store(tmp_path / "floor.sqlite")
    with store._looking() as connection:
        journal = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
        synced = connection.exec_driver_sql("PRAGMA synchronous").scalar_one()
    store.close()
    # FULL, and EXTRA where the journal's own name must be on the disk too.
    assert (journal, synced) == (("wal", 2) if sqlite.wal_is_safe(version) else ("delete", 3))


def test_the_schema_is_what_the_migrations_make(floor: Floor) -> None:
    with floor.store._looking() as connection:
        assert migrate.revision_of(connection) == schema.REVISION
        inspector = sa.inspect(connection)
        for table in schema.metadata.sorted_tables:
            made = {column["name"]: column["nullable"] for column in inspector.get_columns(table.name)}
            assert made == {column.name: column.nullable for column in table.columns}
            indexes = {
                index["name"]: index["column_names"]
                for index in inspector.get_indexes(table.name)
                if not index["unique"]
            }
            assert indexes == {str(i.name): [c.name for c in i.columns] for i in table.indexes}


@pytest.mark.files
def test_a_newer_database_is_refused_kindly_and_left_alone(floor: Floor) -> None:
    with floor.store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    floor.store.close()
    content = floor.path.read_bytes()
    with pytest.raises(LogbookFault, match="newer version"):
        open_store(floor.path)
    assert floor.path.read_bytes() == content
    store = Store(floor.store._engine, "MAIN")
    with store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")


def test_what_is_not_a_database_gets_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    path.write_bytes(b"this is a shopping list, not a logbook" * 50)
    content = path.read_bytes()
    with pytest.raises(LogbookFault, match="could not be read"):
        open_store(path)
    assert path.read_bytes() == content
