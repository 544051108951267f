"""A station's account on the server reads no hash of a password or PIN, and changes none past the owner's functions."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from db.credentials import Argon2
from db.postgres_secrets import TRIES
from db.server_check import guard_flaws, verify_server
from floorapp.operations.acts import credentials, people, sessions
from floorapp.operations.canonical import canonical, digest
from floorapp.operations.entry import Proof, written_of
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from tests.acts.floor import PASSWORD, PIN, CheapHasher, furnish, refused
from tests.stations.databases import APP, Databases, databases
from tests.stations.podium import Podium, podium

NEW = "a longer password of hers"
MINE = "what I would have it be"
PROVED = "SELECT floor_secret_proved('flo', 'password', %s, 'POD-1')"
RIGHT = "cheap$" + digest(PASSWORD.encode())


@contextmanager
def account(url: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


def cut(pod: Podium) -> None:
    pod.line.stop()
    pod.station.lose()


def test_a_stations_account_reads_and_changes_no_hash(url: str, server: Databases) -> None:
    with account(url) as connection:
        for words in (
            "SELECT hashed FROM credential",
            "SELECT count(*) FROM credential",
            "COPY credential TO STDOUT",
            "UPDATE credential SET hashed = 'mine'",
            "DELETE FROM credential",
            "INSERT INTO credential VALUES ('flo', 'password', 'mine')",
            "DELETE FROM guess",
            "UPDATE guess SET failures = 0",
            "INSERT INTO guess VALUES ('k', -5, NULL, 0)",
            "SELECT setval('floor_tries_' || floor_guess_key('flo', 'password'), 1)",
            "CREATE FUNCTION mine() RETURNS text LANGUAGE sql AS 'SELECT 1'",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(words.encode())
    assert guard_flaws(url) == []
    with account(server.owner(url)) as owner:
        owner.execute(f"GRANT SELECT (hashed) ON credential TO {APP}".encode())
    assert any("may read hashes" in flaw.says for flaw in guard_flaws(url))


def test_no_secret_is_kept_without_the_entry_that_sets_it(url: str) -> None:
    with account(url) as connection, pytest.raises(psycopg.errors.RestrictViolation):
        connection.execute("SELECT floor_secret_kept('flo', 'password', 'cheap$mine')")


def test_what_is_on_record_and_the_salt_do_not_tell_a_secret(url: str, tmp_path: Path) -> None:
    """Once, salt and digest were enough to try every PIN away from the server."""
    with podium(url, tmp_path, "POD-1") as pod:
        pod.wait_in_step()
        ada = pod.desk("ada")
        ada.hasher = Argon2()
        people.reset_password(ada, person="flo", password=NEW)
        with account(url) as connection:
            (setting,) = connection.execute("SELECT floor_secret_asked('flo', 'password')").fetchone() or ("",)
            query = "SELECT payload::jsonb ->> 'digest' FROM entry WHERE kind = 'person.password-set' " + (
                "AND subject_id = 'flo' ORDER BY position DESC LIMIT 1"
            )
            (on_record,) = connection.execute(query.encode()).fetchone() or ("",)
            again = Argon2().again(str(setting), NEW)
            given = connection.execute("SELECT floor_secret_proved('flo', 'password', %s, 'POD-1')", (again,))
            (whole,) = given.fetchone() or ("",)
    assert isinstance(whole, list)
    assert str(setting).startswith("$argon2id$") and again.startswith(str(setting))
    assert digest(again.encode()) != on_record, "the right secret cannot be told from salt and digest"
    assert digest(str(whole[0]).encode()) == on_record


def test_undone_tries_are_counted_too(url: str) -> None:
    """A station's account that asks by itself takes nothing back by undoing its transactions."""
    with psycopg.connect(url) as connection:
        for number in range(TRIES):
            assert connection.execute(PROVED, (f"cheap${number}",)).fetchone() == (None,)
            connection.rollback()
        assert connection.execute(PROVED, (RIGHT,)).fetchone() == (None,), "not even the right one is answered"


def test_counted_guesses_are_not_taken_back(url: str, tmp_path: Path) -> None:
    with podium(url, tmp_path, "POD-1") as pod:
        pod.wait_in_step()
        for _ in range(4):
            with pytest.raises(Refused):
                sessions.sign_in(pod.desk(), name="flo", password=MINE)
        with account(url) as connection:
            before = connection.execute("SELECT key, failures FROM guess ORDER BY key").fetchall()
            assert [failures for _, failures in before] == [4, 4], "at the name, and at the station"
            for key, _ in before:
                connection.execute("SELECT floor_guesses_counted(%s, 0, NULL, 0)", (key,))
            assert connection.execute("SELECT key, failures FROM guess ORDER BY key").fetchall() == before
        pod.desk("flo")
        with account(url) as connection:
            left = connection.execute("SELECT failures FROM guess").fetchall()
        assert left == [(3,)], "a right password forgives what was wrong at the name, and one at the station"


def test_an_administrator_forgives_and_says_so(url: str, tmp_path: Path) -> None:
    with podium(url, tmp_path, "POD-1") as pod:
        pod.wait_in_step()
        for _ in range(10):
            with pytest.raises(Refused):
                sessions.sign_in(pod.desk(), name="flo", password=MINE)
            pod.clock.advance(minutes=20)
        with pytest.raises(Refused) as caught:
            sessions.sign_in(pod.desk(), name="flo", password=PASSWORD)
        assert caught.value.refusal.code == "locked-out"
        people.readmit_person(pod.desk("ada"), person="flo", reason="it was her")
        pod.desk("flo")


def test_who_was_proved_at_a_station_is_proved_there_while_the_server_is_away(url: str, tmp_path: Path) -> None:
    with podium(url, tmp_path, "POD-1") as pod:
        pod.wait_in_step()
        flo = pod.desk("flo")
        sessions.lock_screen(flo)
        cut(pod)
        sessions.unlock_screen(flo, secret=PASSWORD, proof=Proof.PASSWORD)
        assert pod.desk("flo").session is not None and pod.station.standing().waiting
        stranger = refused(sessions.sign_in, pod.desk(), name="sam", password=PASSWORD)
        for says in (
            "used at this station before",
            "more tries lock your name",
            "where you have signed in",
            "on paper",
        ):
            assert says in stranger.todo
        nobody = refused(sessions.sign_in, pod.desk(), name="nobody", password=PASSWORD)
        assert nobody.todo == stranger.todo, "it does not tell who there is"
        signs = refused(credentials.sign, flo, person="sam", secret=PIN, proof=Proof.PIN, meaning=Meaning.VERIFIED)
        assert signs.todo == stranger.todo, "who signs is told the same"


def wrong(pod: Podium, times: int) -> None:
    for _ in range(times):
        with pytest.raises(Refused) as caught:
            sessions.sign_in(pod.desk(), name="flo", password=MINE)
        assert caught.value.refusal.code == "wrong"
        pod.clock.advance(minutes=10)


def answer(pod: Podium, password: str = PASSWORD) -> str:
    """How a sign-in as flo ends."""
    try:
        sessions.sign_in(pod.desk(), name="flo", password=password)
    except Refused as refused:
        return refused.refusal.code
    return "signed in"


def test_guesses_at_a_station_that_is_cut_off_count_again_and_again(url: str, tmp_path: Path) -> None:
    """Once, a pulled cable gave ten guesses more each time, and so did a start of the app without the server."""
    with podium(url, tmp_path, "POD-1") as pod:
        pod.wait_in_step()
        pod.know("flo")
        wrong(pod, 3)
        cut(pod)
        wrong(pod, 3)
    with podium("postgresql://nobody@127.0.0.1:1/none", tmp_path, "POD-1") as pod:
        pod.clock.advance(hours=2)
        wrong(pod, 3)
        assert answer(pod, MINE) == "locked-out" and answer(pod) == "locked-out"
    with podium(url, tmp_path, "POD-1") as pod:
        pod.wait_in_step()
        pod.clock.advance(days=1)
        assert answer(pod) == "locked-out"
        cut(pod)
        assert answer(pod) == "locked-out"


def test_a_password_that_was_given_up_elsewhere_is_forgotten(url: str, tmp_path: Path) -> None:
    with podium(url, tmp_path / "1", "POD-1") as one, podium(url, tmp_path / "2", "POD-2") as two:
        one.wait_in_step()
        two.wait_in_step()
        one.desk("flo")
        people.change_password(two.desk("flo"), old=PASSWORD, new=NEW)
        one.station.catch_up()
        cut(one)
        assert refused(sessions.sign_in, one.desk(), name="flo", password=PASSWORD).code == "wrong"
        assert verify_server(url).good


def test_a_copy_of_before_forgets_whom_nobody_proved_there(url: str, tmp_path: Path) -> None:
    with podium(url, tmp_path, "POD-1") as pod:
        pod.wait_in_step()
        pod.desk("flo")
        with pod.station._copy.looking() as mine:
            known = mine.exec_driver_sql("SELECT person, proof FROM credential").all()
    assert sorted(known) == [("flo", "password"), ("flo", "pin")]


def test_tries_are_counted_on_after_the_server_crashed(tmp_path: Path) -> None:
    """Once, the count began again when the server was killed."""
    with databases() as made:
        furnish(made.make("house"))
        url = made.server.url("house", APP)
        with psycopg.connect(url) as connection:
            for number in range(TRIES):
                assert connection.execute(PROVED, (f"cheap${number}",)).fetchone() == (None,)
                connection.rollback()
        made.server.do("CREATE TABLE something_durable ()")  # what was undone leaves with it at the latest
        made.server.kill()
        made.server.start()
        with account(url) as connection:
            assert connection.execute(PROVED, (RIGHT,)).fetchone() == (None,), "not even the right one is answered"
        with account(made.owner(url)) as owner:
            key = "SELECT last_value FROM floor_tries_"
            (of_pin,) = owner.execute("SELECT floor_guess_key('flo', 'pin')").fetchone() or ("",)
            assert owner.execute(f"{key}{of_pin}".encode()).fetchone() == (1,), "and nobody else's jumps ahead"


def test_tries_at_the_same_time_are_all_counted(url: str) -> None:
    def tried(number: int) -> None:
        with psycopg.connect(url) as connection:
            for each in range(5):
                connection.execute(PROVED, (f"cheap${number}-{each}",))
                connection.rollback()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(tried, range(4)))
    with account(url) as connection:
        assert connection.execute(PROVED, (RIGHT,)).fetchone() == (None,)


def by_hand(connection: psycopg.Connection[dict[str, Any]], kind: str, payload: dict[str, Any], **more: Any) -> None:
    """An entry at the head of MAIN's chain, chained and hashed as the app does it."""
    last = connection.execute("SELECT * FROM entry WHERE station = 'MAIN' ORDER BY seq DESC LIMIT 1").fetchone()
    top = connection.execute("SELECT max(position) AS position FROM entry").fetchone()
    assert last is not None and top is not None
    row = last | {"id": "by-hand", "seq": last["seq"] + 1, "position": top["position"] + 1, "kind": kind, "version": 2}
    row |= {"payload": canonical(payload).decode(), "signatures": "[]", "previous": last["hash"], **more}
    row["hash"] = written_of(row).sealed()
    marks = ", ".join(f"%({name})s" for name in row)
    connection.execute(f"INSERT INTO entry ({', '.join(row)}) VALUES ({marks})".encode(), row)


def test_a_secret_set_by_an_entry_by_hand_is_found(url: str) -> None:
    """A station's account with an entry of its own making can give somebody a password: not refused, and found."""
    mine = CheapHasher().hash(MINE)
    with psycopg.connect(url, row_factory=dict_row) as connection:
        said = {"person": "flo", "digest": digest(mine.encode()), "key": "ab" * 32, "by_owner": False}
        by_hand(connection, "person.password-set", said, subject_kind="person", subject_id="flo", actor="ada")
        connection.execute("SELECT floor_secret_kept('flo', 'password', %s)", (mine,))
        connection.commit()
    found = verify_server(url)
    assert "authority" in {flaw.code for flaw in found.flaws}, found.words()
