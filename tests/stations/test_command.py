"""`floorapp station`: a server prepared, a floor moved with its chains intact, stations added and listed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from db.heads import keep_head
from db.keys import station_key
from db.schema import metadata
from db.server_check import verify_server
from db.server_parts import HOLDS
from db.store import open_store
from floorapp.bootstrap import find_places
from floorapp.cli import main
from floorapp.commands.wiring import setting_of
from floorapp.domain.heads import Reason
from floorapp.domain.property import Pit, Place
from floorapp.operations.acts import house as house_acts
from floorapp.operations.acts import rounds
from floorapp.operations.faults import LogbookAway
from floorapp.operations.heads import Sealing
from floorapp.system import is_private
from tests.acts.conftest import house
from tests.acts.floor import Floor
from tests.acts.test_rounds import a_round
from tests.stations.databases import APP, OWNER, Databases
from tests.stations.podium import podium

__all__ = ["house"]


@pytest.fixture
def bare(server: Databases) -> Iterator[str]:
    """A database with nothing in it, as `createdb` leaves it."""
    server.server.do(f"CREATE DATABASE bare OWNER {OWNER} TEMPLATE template0")
    yield "bare"
    server.server.do("DROP DATABASE bare WITH (FORCE)")


def embedded(house: Path, folder: Path) -> Floor:
    """An embedded floor with corrected, sealed and signed things in it."""
    folder.mkdir()
    path = folder / "floor.sqlite"
    shutil.copy(house, path)
    floor = Floor(open_store(path), path)
    rounds.import_rounds(floor.desk("flo"), source="a", lines=[a_round("r1", floor.clock.now(), net=0)])
    for number in range(5):
        house_acts.move_pit(floor.desk("sam"), pit="P1", name=f"Moved {number}", place=Place(number, 0))
    signer = station_key(folder / "keys", "MAIN")
    keep = [folder / "heads"]
    Sealing(floor.store, floor.clock, signer, lambda head: keep_head(head, keep)).sign(Reason.REQUEST)
    return floor


def test_an_embedded_floor_moves_with_its_chains_and_goes_on(
    server: Databases, bare: str, house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "main"
    floor = embedded(house, folder)
    before = floor.store.page(limit=1000)
    digest = floor.store.state_digest()
    floor.store.close()
    owner, app = server.server.url(bare, OWNER), server.server.url(bare, APP)
    assert main(["station", "prepare", "--database", owner, "--role", APP]) == 0
    assert main(["station", "move", str(floor.path), "--database", owner, "--role", APP]) == 0
    said = capsys.readouterr().out
    assert f"{before[0].number}  {before[0].hash}" in said
    moved = open_store(app)
    assert moved.page(limit=1000) == before
    assert moved.state_digest() == digest
    assert [each.id for each in moved.rounds("r1")] == ["r1"]
    moved.close()
    assert main(["logbook", "verify", "--database", app, "--data", str(folder), "--state"]) == 0
    assert main(["station", "move", str(floor.path), "--database", owner]) == 2  # not twice
    assert main(["station", "add", "MAIN", "--database", app, "--data", str(folder)]) == 0
    assert main(["station", "add", "POD-2", "--database", app, "--data", str(tmp_path / "pod2")]) == 0
    capsys.readouterr()
    with podium(app, folder, "MAIN") as first, podium(app, tmp_path / "pod2", "POD-2") as second:
        for each in (first, second):
            each.wait_in_step()
            house_acts.move_pit(each.desk("sam"), pit="P1", name="And on", place=Place(0, 0))
    assert main(["station", "list", "--database", app]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == ["MAIN", "POD-2"]
    assert verify_server(app, against=[folder / "heads"], state=True).good


def test_a_station_is_added_once_under_a_plain_name(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    assert main(["station", "add", "pod two", "--database", url, "--data", one]) == 64
    assert main(["station", "add", "POD-2", "--data", one, "--database", str(tmp_path / "floor.sqlite")]) == 64
    assert main(["station", "add", "MAIN", "--database", url, "--data", one]) == 77  # the house has one
    assert main(["station", "add", "POD-2", "--database", url, "--data", one]) == 0
    assert is_private(tmp_path / "one" / "settings.toml")
    assert main(["station", "add", "POD-3", "--database", url, "--data", one]) == 64
    assert main(["station", "add", "POD-2", "--database", url, "--data", two]) == 0  # it has written nothing yet
    assert "Traceback" not in capsys.readouterr().err


def test_a_database_that_sorts_otherwise_cannot_hold_a_logbook(
    server: Databases, capsys: pytest.CaptureFixture[str]
) -> None:
    server.server.do(
        f"CREATE DATABASE latin OWNER {OWNER} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"
    )
    try:
        url = server.server.url("latin", OWNER)
        assert main(["station", "prepare", "--database", url, "--role", APP]) == 2
        assert "LATIN1" in capsys.readouterr().err
    finally:
        server.server.do("DROP DATABASE latin WITH (FORCE)")


def test_a_change_on_the_server_is_found_and_a_missing_guard_named(server: Databases, url: str) -> None:
    owner = server.owner(url)
    assert verify_server(url).good
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("ALTER TABLE entry DISABLE TRIGGER entry_never_changed")
        connection.execute("UPDATE entry SET actor = 'eve' WHERE position = 5")
    found = verify_server(url)
    assert not found.good
    assert {flaw.code for flaw in found.flaws} == {"changed", "guard"}
    assert any("MAIN-5" in str(flaw) for flaw in found.flaws)


@pytest.mark.parametrize(
    ("done", "told"),
    [
        (
            "CREATE OR REPLACE FUNCTION floor_never() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$",
            "the guards' function floor_never was altered.",
        ),
        (
            "CREATE OR REPLACE TRIGGER entry_never_changed BEFORE UPDATE ON entry FOR EACH ROW WHEN (false) "
            "EXECUTE FUNCTION floor_never('entries are never changed')",
            "the guard entry_never_changed was altered.",
        ),
        (
            "CREATE TRIGGER swallow BEFORE INSERT ON round FOR EACH ROW EXECUTE FUNCTION floor_never('x')",
            "the trigger swallow on round is not part of a logbook.",
        ),
        (
            "CREATE RULE quiet AS ON INSERT TO round DO INSTEAD NOTHING",
            "the rule quiet on round is not part of a logbook.",
        ),
        ("ALTER TABLE round ENABLE ROW LEVEL SECURITY", "a policy that hides rows on round is not part of a logbook."),
        ("REVOKE INSERT ON entry FROM floor_app", "may not read and append entries"),
    ],
)
def test_guards_that_guard_no_more_are_named_by_verify_and_doctor(
    server: Databases, url: str, tmp_path: Path, done: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with psycopg.connect(server.owner(url), autocommit=True) as connection:
        connection.execute(done.encode())
    assert [flaw.says for flaw in verify_server(url).flaws if told in flaw.says]
    assert main(["doctor", "--data", str(tmp_path), "--database", url]) == 1
    assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ("DROP TABLE round CASCADE", "Missing: the rounds that were imported (table round)."),
        (
            "DROP TABLE note, attached CASCADE",
            "the attached files (table attached); the notes on how it is kept (table note)",
        ),
        ("DROP TABLE alembic_version", "the mark of its version (table alembic_version)"),
        ("DROP TABLE state_pit CASCADE", "the state of the floor (table state_pit)"),
        ("DROP TABLE entry CASCADE", "the entries (table entry)"),
        ("ALTER TABLE entry DROP COLUMN actor CASCADE", "part of the entries (table entry: actor)"),
    ],
)
def test_a_part_that_the_owner_removed_is_named_by_verify_and_doctor_with_what_to_do(
    server: Databases, url: str, tmp_path: Path, done: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with psycopg.connect(server.owner(url), autocommit=True) as connection:
        connection.execute(done.encode())
    at = ["--data", str(tmp_path), "--database", url]
    assert main(["logbook", "verify", *at]) == 2
    said = capsys.readouterr().err
    assert told in said and "restore the last backup" in said
    assert main(["doctor", *at]) == 1
    assert told in capsys.readouterr().out


def test_every_table_of_a_logbook_has_a_name_in_the_floor_s_words() -> None:
    assert set(metadata.tables) <= HOLDS.keys()


@pytest.mark.parametrize(("old", "new"), [("floor_app@", "nobody9@"), ("", "/nowhere9")])
def test_a_server_that_lets_nobody_in_is_not_called_silent(
    url: str, tmp_path: Path, old: str, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = url.replace(old or f"/{database_of(url)}", new)
    assert main(["station", "list", "--data", str(tmp_path), "--database", wrong]) == 2
    said = capsys.readouterr().err
    assert "does not let this station in" in said and "does not exist" in said


def database_of(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


def test_after_a_restored_backup_a_station_rejoins_and_sends_what_it_kept(
    server: Databases, url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "pod"
    assert main(["station", "add", "POD-1", "--database", url, "--data", str(folder)]) == 0
    with podium(url, folder, "POD-1") as first:
        first.wait_in_step()
        house_acts.move_pit(first.desk("sam"), pit="P1", name="Lost with the disk", place=Place(0, 0))
    with server.copy("house") as older:
        settings = folder / "settings.toml"
        settings.write_text(settings.read_text().replace(url, older))
        assert main(["station", "rejoin", "--data", str(folder)]) == 0
        assert list(folder.glob("before-*known.sqlite"))
        with podium(older, folder, "POD-1") as again:
            again.wait_in_step()
            house_acts.move_pit(again.desk("sam"), pit="P1", name="On from here", place=Place(0, 0))
        assert verify_server(older, state=True).good


def test_the_app_opens_a_floor_on_a_server_with_all_that_runs_beside_it(url: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "pod")
    assert main(["station", "add", "POD-1", "--database", url, "--data", folder]) == 0
    places = find_places(data=folder)
    assert (places.server, places.station, places.database.name) == (url, "POD-1", "known.sqlite")
    opened = setting_of(places).opening(lambda done, of: None)
    try:
        assert opened.stationed is not None and opened.stationed.standing().in_step
        for each in opened.beside:
            each.start(lambda: None)
        with opened.desk.looking() as moment:
            assert moment.state.get(Pit, "P1") is not None
    finally:
        for each in opened.beside:
            each.stop()
        opened.book.close()


def test_a_station_that_never_met_its_server_does_not_open_empty(tmp_path: Path) -> None:
    nowhere = f"postgresql://nobody@/floor?host={tmp_path}"
    places = find_places(data=str(tmp_path / "pod"), database=nowhere)
    with pytest.raises(LogbookAway):
        setting_of(places).opening(lambda done, of: None)


def test_a_server_is_not_restored_over_by_a_file(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["logbook", "restore", str(tmp_path / "any.sqlite"), "--database", url]) == 64
    assert "Many stations" in capsys.readouterr().err
