"""The owner's functions and guards on a server, changed by whoever owns it: each change is named by every look."""

from __future__ import annotations

import psycopg
import pytest

from db.server_check import guard_flaws
from tests.stations.databases import Databases

BODY = "CREATE OR REPLACE FUNCTION {} RETURNS {} LANGUAGE plpgsql AS $$ BEGIN RETURN {}; END $$"
CHANGES = {
    "a guard does nothing": (BODY.format("floor_never()", "trigger", "NEW"), "floor_never was altered"),
    "there are two of a name": (
        "CREATE FUNCTION floor_secret_asked(who text) RETURNS text LANGUAGE sql AS 'SELECT who'",
        "floor_secret_asked was altered",
    ),
    "a function acts as its caller": ("ALTER FUNCTION floor_secret_kept SECURITY INVOKER", "floor_secret_kept"),
    "a function looks elsewhere first": (
        "ALTER FUNCTION floor_secret_kept SET search_path = pg_temp, public",
        "floor_secret_kept was altered",
    ),
    "a guard looks elsewhere first": (
        "ALTER FUNCTION floor_entry_at_head RESET search_path",
        "floor_entry_at_head was",
    ),
    "a function more acts as the owner": (
        "CREATE FUNCTION mine() RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT hashed FROM credential LIMIT 1'",
        "mine is not part of a logbook",
    ),
    "what is written beside the entries is not what is told": (
        "CREATE OR REPLACE FUNCTION floor_views_written(changes jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER "
        "SET search_path = public, pg_temp AS $$ BEGIN UPDATE state_person SET role = 'administrator'; END $$",
        "floor_views_written was altered",
    ),
    "a trigger more": (
        "CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;"
        "CREATE TRIGGER mine BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION mine()",
        "mine on entry is not part of a logbook",
    ),
    "a trigger on the state": (
        "CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;"
        "CREATE TRIGGER mine BEFORE UPDATE ON state_person FOR EACH ROW EXECUTE FUNCTION mine()",
        "mine on state_person is not part of a logbook",
    ),
    "a rule": ("CREATE RULE mine AS ON INSERT TO round DO INSTEAD NOTHING", "the rule mine on round"),
    "a guard that does not fire": ("ALTER TABLE entry DISABLE TRIGGER entry_never_deleted", "gone or switched off"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_function_or_guard_that_its_owner_changed_is_named(url: str, server: Databases, what: str) -> None:
    change, says = CHANGES[what]
    assert guard_flaws(url) == []
    with psycopg.connect(server.owner(url), autocommit=True) as owner:
        owner.execute(change.encode())
    assert [flaw.says for flaw in guard_flaws(url) if says in flaw.says]


def test_guards_that_no_session_fires_are_named(url: str, server: Databases) -> None:
    """Only a superuser can: sessions of this database then run past every guard."""
    name = url.split("@/")[1].split("?")[0]
    server.server.do(f"ALTER DATABASE {name} SET session_replication_role = replica")
    assert [flaw.says for flaw in guard_flaws(url) if "session_replication_role" in flaw.says]


def test_a_table_that_is_only_a_view_of_itself_is_no_logbook(url: str, server: Databases) -> None:
    with psycopg.connect(server.owner(url), autocommit=True) as owner:
        owner.execute("ALTER TABLE round RENAME TO rounds_before")
        owner.execute("CREATE VIEW round AS SELECT * FROM rounds_before WHERE id <> 'r1'")
    with pytest.raises(Exception, match="the rounds that were imported"):
        guard_flaws(url)
