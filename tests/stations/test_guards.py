"""The same guards on a server: entries are never changed, by triggers and by rights."""

from __future__ import annotations

import traceback

import psycopg
import pytest

from db import replica, schema, server_move
from db.postgres_guards import GUARDS
from db.postgres_secrets import TRIGGERS
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from floorapp.operations.facts.registry import kinds
from floorapp.operations.faults import LogbookFault
from tests.acts.floor import Floor
from tests.stations.databases import Databases

CHANGES = (
    "UPDATE entry SET actor = 'nobody'",
    "DELETE FROM entry",
    "TRUNCATE entry",
    "TRUNCATE entry CASCADE",
    "INSERT INTO entry SELECT * FROM entry WHERE position = 3 ON CONFLICT (position) DO UPDATE SET actor = 'x'",
    "UPDATE round SET verdict = 'good'",
    "TRUNCATE round",
    "DELETE FROM round_block",
    "TRUNCATE round_block",
    "DELETE FROM frame_bundle",
    "TRUNCATE frame_bundle",
    "DELETE FROM attached",
    "TRUNCATE attached",
)


@pytest.mark.parametrize("change", CHANGES)
def test_the_apps_role_has_no_right_to_change_entries(url: str, change: str) -> None:
    with psycopg.connect(url) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(change.encode())


@pytest.mark.parametrize("change", [each for each in CHANGES if "entry" in each])
def test_not_even_the_owner_changes_entries_past_the_guards(server: Databases, url: str, change: str) -> None:
    with psycopg.connect(server.owner(url)) as connection, pytest.raises(psycopg.errors.RestrictViolation):
        connection.execute(change.encode())


@pytest.mark.parametrize("place", ["position + 7", "position"])
def test_an_entry_goes_to_the_head_only(url: str, place: str) -> None:
    columns = "id || 'x', station, seq + 1000, version, kind, subject_kind, subject_id, actor, occurred_at, "
    columns += "recorded_at, gaming_day, late, payload, signatures, previous, hash"
    with psycopg.connect(url) as connection, pytest.raises(psycopg.errors.RestrictViolation):
        query = f"INSERT INTO entry SELECT {place}, {columns} FROM entry ORDER BY position DESC LIMIT 1"
        connection.execute(query.encode())


def test_every_table_is_taken_over_moved_and_guarded(url: str) -> None:
    """A table that somebody adds is not forgotten on a server."""
    by_place = {table for table in schema.metadata.sorted_tables if "place" in table.c}
    assert by_place == {*replica.BESIDE, schema.frame_bundle}
    from_entries = {schema.entry, schema.mention, schema.note}
    assert set(schema.metadata.sorted_tables) == from_entries | set(server_move._ROW_BY_ROW)
    with psycopg.connect(url) as connection:
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
        assert {name for (name,) in connection.execute(query)} == {*GUARDS, *TRIGGERS}


def test_the_guard_of_named_files_knows_every_kind_of_entry_that_names_one() -> None:
    """One that begins otherwise wants a new guard: `db.postgres_guards`."""
    naming = {each.KIND for each in kinds() if "attachments" in each.__annotations__}
    assert naming and all(kind.startswith("incident.") for kind in naming)


@pytest.mark.unix
def test_an_act_on_a_server_becomes_an_entry_there(floor: Floor) -> None:
    desk = floor.desk("sam")
    house.move_pit(desk, pit="P1", name="Moved", place=Place(3, 3))
    assert floor.last().fact.KIND == "pit.placed"


def test_what_was_being_written_stays_out_of_the_log(server: Databases, floor: Floor) -> None:
    desk, secret = floor.desk("sam"), " ".join(("Nobody's", "business"))
    with psycopg.connect(server.owner(str(floor.where)), autocommit=True) as owner:
        owner.execute("REVOKE EXECUTE ON FUNCTION floor_views_written FROM floor_app")
    with pytest.raises(LogbookFault) as caught:
        house.move_pit(desk, pit="P1", name=secret, place=Place(3, 3))
    told = "".join(traceback.format_exception(caught.value))
    assert "floor_views_written" in told and secret not in told and secret.replace("'", "''") not in told
