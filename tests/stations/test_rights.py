"""What a station's account may do on a server, read from its catalog: nothing else, of any table, now or later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from db.postgres_views import WRITTEN, Views
from db.server import prepare
from db.server_check import guard_flaws, verify_server
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from tests.stations.databases import APP, OWNER, Databases
from tests.stations.podium import podium

#: Of every table, view and sequence in the database, in any schema, what an account may do with it.
HELD = """
SELECT relname, string_agg(held, ' ' ORDER BY held) FROM pg_class,
    unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS held
WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND relnamespace = current_schema()::regnamespace
    AND (has_table_privilege(%(role)s, oid, held)
        OR held IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') AND has_any_column_privilege(%(role)s, oid, held))
GROUP BY relname
"""
SEQUENCES = """
SELECT relname FROM pg_class WHERE relkind = 'S' AND (has_sequence_privilege(%(role)s, oid, 'USAGE')
    OR has_sequence_privilege(%(role)s, oid, 'SELECT') OR has_sequence_privilege(%(role)s, oid, 'UPDATE'))
"""
#: The owner's functions that do more than their caller may.
FUNCTIONS = """
SELECT oid::regprocedure::text, has_function_privilege(%(role)s, oid, 'EXECUTE') FROM pg_proc
WHERE pronamespace = current_schema()::regnamespace AND prosecdef AND prorettype <> 'trigger'::regtype
"""
MAKES = "SELECT has_schema_privilege(%(role)s, current_schema(), 'CREATE'), pg_has_role(%(role)s, %(owner)s, 'USAGE')"


def test_of_every_table_an_account_may_what_is_listed_here(url: str) -> None:
    with psycopg.connect(url) as connection:
        tables = {
            str(name) for (name,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        }
        held: dict[str, str] = dict(connection.execute(HELD, {"role": APP}).fetchall())
        sequences = connection.execute(SEQUENCES, {"role": APP}).fetchall()
        functions: dict[str, bool] = dict(connection.execute(FUNCTIONS, {"role": APP}).fetchall())
        makes = connection.execute(MAKES, {"role": APP, "owner": OWNER}).fetchone()
    appended = {"attached", "entry", "round", "round_block"}
    assert held == {name: "INSERT SELECT" if name in appended else "SELECT" for name in tables - {"credential"}}
    assert {name for name in tables if name.startswith("state_")} > {"state_person", "state_history", "state_looked"}
    assert not sequences and makes == (False, False)
    assert functions == dict.fromkeys(
        (
            "floor_guesses_counted(text,integer,text,integer)",
            "floor_secret_asked(text,text)",
            "floor_secret_digests()",
            "floor_secret_kept(text,text,text)",
            "floor_secret_proved(text,text,text,text)",
            "floor_secrets_sealed()",
            "floor_sweep(text[])",
            "floor_views_written(jsonb)",
        ),
        True,
    )
    assert guard_flaws(url) == []


def told(**changes: object) -> tuple[str, tuple[str]]:
    return f"SELECT {WRITTEN}(CAST(%s AS jsonb))", (json.dumps(changes),)


RAISED = {"key": "flo", "role": "administrator", "body": "{}"}
APPENDED = """
INSERT INTO entry (position, id, station, seq, kind, payload, previous, hash, version, subject_kind, subject_id, actor,
    occurred_at, recorded_at, gaming_day, signatures)
SELECT (SELECT max(position) + 1 FROM entry), id || 'x', station, seq + 1, %s, %s, hash, hash, version, subject_kind,
    subject_id, actor, occurred_at, recorded_at, gaming_day, signatures
FROM entry WHERE station = 'MAIN' ORDER BY seq DESC LIMIT 1
"""


@pytest.fixture
def account(url: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    with psycopg.connect(url) as connection:
        yield connection
        connection.rollback()


def append(connection: psycopg.Connection[tuple[object, ...]], kind: str = "pit.placed", payload: str = "{}") -> int:
    connection.execute(APPENDED, (kind, payload))
    (position,) = connection.execute("SELECT max(position) FROM entry").fetchone() or (0,)
    assert isinstance(position, int)
    return position


def test_the_state_is_written_with_an_entry_of_ones_own_only(account: psycopg.Connection[tuple[object, ...]]) -> None:
    (newest,) = account.execute("SELECT max(position) FROM entry").fetchone() or (0,)
    tried: tuple[dict[str, object], ...] = (
        {"state_person": [RAISED]},
        {"gone": {"state_person": ["flo"]}},
        {"again": [newest]},
        {"mention": [{"kind": "person", "id": "flo", "position": newest}]},
        {"entry_words": [{"position": newest, "words": ["a"], "about": []}]},
        {"state_history": [{"shelf": "person", "key": "flo", "position": newest, "body": "{}"}]},
        {},
    )
    for changes in tried:
        with pytest.raises(psycopg.errors.RestrictViolation):
            account.execute(*told(**changes))
        account.rollback()
    append(account)
    account.commit()
    with pytest.raises(psycopg.errors.RestrictViolation):
        account.execute(*told(state_person=[RAISED]))  # the transaction before does not count


@pytest.mark.parametrize("off", [-1, 1])
@pytest.mark.parametrize("table", ["mention", "entry_words", "state_looked", "state_history", "again", "gone"])
def test_with_an_entry_of_ones_own_nothing_of_others_is_written(
    account: psycopg.Connection[tuple[object, ...]], table: str, off: int
) -> None:
    at = append(account) + off
    rows: dict[str, object] = {
        "mention": [{"kind": "person", "id": "flo", "position": at}],
        "entry_words": [{"position": at, "words": ["a"], "about": []}],
        "state_looked": [{"shelf": "person", "key": "flo", "position": at}],
        "state_history": [{"shelf": "person", "key": "flo", "position": at, "body": "{}"}],
        "again": [at],
        "gone": {"state_person": ["flo"]},
    }
    with pytest.raises(psycopg.errors.RestrictViolation):
        account.execute(*told(**{table: rows[table]}))


def test_a_correction_reaches_back_to_what_it_corrects_and_no_further(
    account: psycopg.Connection[tuple[object, ...]],
) -> None:
    rows = account.execute("SELECT position, id FROM entry ORDER BY position DESC LIMIT 3").fetchall()
    (_, _), (at, id), (before, _) = rows
    assert isinstance(before, int)
    append(account, "entry.corrected", json.dumps({"entry": id}))
    account.execute(*told(again=[at]))
    with pytest.raises(psycopg.errors.RestrictViolation):
        account.execute(*told(again=[at, before]))


def test_a_row_of_state_under_an_entry_of_ones_own_is_found_by_its_look(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot be refused: what an entry does to the state only the app knows."""
    with podium(url, tmp_path, "POD-1") as pod:
        pod.wait_in_step()
        desk = pod.desk("sam")
        house.move_pit(desk, pit="P1", name="Moved", place=Place(3, 3))
        assert verify_server(url, state=True).good
        with psycopg.connect(url) as connection:
            (body,) = connection.execute("SELECT body FROM state_person WHERE key = 'flo'").fetchone() or ("",)
        raised = RAISED | {"body": str(body).replace("floorperson", "administrator")}
        honest = Views.call

        def lying(self: Views) -> Any:
            self._told.setdefault("state_person", []).append(raised)
            return honest(self)

        monkeypatch.setattr(Views, "call", lying)
        house.move_pit(desk, pit="P1", name="Moved again", place=Place(3, 4))
        monkeypatch.undo()
    assert verify_server(url).good
    assert [flaw.code for flaw in verify_server(url, state=True).flaws] == ["state"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (f"GRANT UPDATE ON state_person TO {APP}", "UPDATE state_person"),
        (f"GRANT INSERT (kind) ON mention TO {APP}", "INSERT mention"),
        ("GRANT DELETE ON attached TO PUBLIC", "DELETE attached"),
        (f"CREATE TABLE of_tomorrow (a int); GRANT INSERT ON of_tomorrow TO {APP}", "INSERT of_tomorrow"),
        (f"GRANT USAGE ON SEQUENCE floor_tries_{{key}} TO {APP}", "USAGE floor_tries_"),
        (f"GRANT {OWNER} TO {APP}", "acts as"),
        (f"GRANT CREATE ON SCHEMA public TO {APP}", "CREATE"),
        (f"ALTER ROLE {APP} BYPASSRLS", "past the rights"),
        (f"ALTER ROLE {APP} SUPERUSER", "past the rights"),
    ],
)
def test_a_right_that_no_account_should_have_is_found(url: str, server: Databases, given: str, says: str) -> None:
    with psycopg.connect(server.server.url(url.split("@/")[1].split("?")[0]), autocommit=True) as superuser:
        (key,) = superuser.execute("SELECT floor_guess_key('flo', 'pin')").fetchone() or ("",)
        try:
            superuser.execute(given.format(key=key).encode())
            assert [flaw.says for flaw in guard_flaws(url) if says in flaw.says]
        finally:
            superuser.execute(f"REVOKE {OWNER} FROM {APP}".encode())
            superuser.execute(f"ALTER ROLE {APP} NOBYPASSRLS NOSUPERUSER".encode())


def test_prepare_takes_from_every_account_what_an_older_version_gave(url: str, server: Databases) -> None:
    with psycopg.connect(server.owner(url), autocommit=True) as owner:
        owner.execute(f"GRANT INSERT, UPDATE, DELETE ON state_person TO {APP}".encode())
        owner.execute(f"GRANT INSERT, UPDATE, DELETE ON note TO {APP}".encode())
    assert guard_flaws(url)
    prepare(server.owner(url), role=None)
    assert guard_flaws(url) == []


#: An entry some places beyond the head of its chain; where to.
BEYOND = """
INSERT INTO {}.entry (position, id, station, seq, kind, payload, previous, hash, version, subject_kind, subject_id,
    actor, occurred_at, recorded_at, gaming_day, signatures)
SELECT position + {more}, id || 'x', station, seq + {more}, kind, payload, hash, hash, version, subject_kind,
    subject_id, actor, occurred_at, recorded_at, gaming_day, signatures
FROM public.entry WHERE station = 'MAIN' ORDER BY seq DESC LIMIT 1
"""


def test_a_guard_is_not_led_astray_by_a_temporary_table_of_the_same_name(
    account: psycopg.Connection[tuple[object, ...]],
) -> None:
    """Once, an account with a table `entry` of its own put entries anywhere: the guard looked into that one."""
    account.execute("CREATE TEMP TABLE entry (LIKE public.entry)")
    account.execute(BEYOND.format("pg_temp", more=6).encode())
    with pytest.raises(psycopg.errors.RestrictViolation):
        account.execute(BEYOND.format("public", more=7).encode())
    account.rollback()
    account.execute("CREATE TEMP TABLE round_block (LIKE public.round_block)")
    account.execute("INSERT INTO pg_temp.round_block VALUES (8, 8, 8, '', '', '', '', '')")
    with pytest.raises(psycopg.errors.RestrictViolation):
        account.execute("INSERT INTO public.round_block VALUES (9, 9, 9, '', '', '', '', '')")
