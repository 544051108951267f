"""Each station has an account of its own on the server, which appends to its own chain only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from db.server_check import guard_flaws
from floorapp.cli import main
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from floorapp.operations.faults import LogbookFault
from tests.stations.databases import APP, Databases
from tests.stations.podium import podium
from tests.waiting import wait_until

#: An entry of a station, linked to the head of its chain as the guard of the entries wants it.
FORGED = """
INSERT INTO entry SELECT (SELECT max(position) + 1 FROM entry), id || 'x', station, seq + 1, version, kind,
    subject_kind, subject_id, actor, occurred_at, recorded_at, gaming_day, late, payload, signatures, hash, hash
FROM entry WHERE station = %s ORDER BY seq DESC LIMIT 1
"""


def of(url: str, role: str) -> str:
    return url.replace(f"{APP}@", f"{role}@")


@pytest.fixture
def bound(server: Databases, url: str) -> Iterator[str]:
    """A house in which POD-1 and POD-2 have accounts of their own."""
    known = {str(name) for (name,) in server.server.do("SELECT rolname FROM pg_roles")}
    for name in ("POD-1", "POD-2"):
        role = name.lower()
        if role not in known:
            server.server.do(f'CREATE ROLE "{role}" LOGIN')
        words = ["station", "prepare", "--database", server.owner(url), "--role", role, "--station", name]
        assert main(words) == 0
    yield url


def test_a_stations_account_appends_to_its_own_chain_only(bound: str, tmp_path: Path) -> None:
    for name in ("POD-1", "POD-2"):
        with podium(of(bound, name.lower()), tmp_path / name, name) as pod:
            pod.wait_in_step()
            house.move_pit(pod.desk("sam"), pit="P1", name=f"By {name}", place=Place(3, 3))
    with psycopg.connect(of(bound, "pod-1")) as connection:
        connection.execute(FORGED, ("POD-1",))  # its own: found by the replay of authority, not refused
        connection.rollback()
        for other in ("POD-2", "MAIN"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
                connection.execute(FORGED, (other,))
            connection.rollback()


def test_a_station_with_the_account_of_another_is_told_so(bound: str, tmp_path: Path) -> None:
    with podium(of(bound, "pod-1"), tmp_path, "POD-2") as pod:
        pod.wait_in_step()
        with pytest.raises(LogbookFault, match="account on the server is another station's"):
            pod.desk("sam")


def test_what_a_station_kept_waits_where_its_account_is_another_ones(bound: str, tmp_path: Path) -> None:
    with podium(of(bound, "pod-2"), tmp_path, "POD-2") as pod:
        pod.wait_in_step()
        pod.know("flo")
        pod.line.stop()
        pod.station.lose()
        pod.desk("flo")
        assert pod.station.standing().waiting == 1
    with podium(of(bound, "pod-1"), tmp_path, "POD-2") as pod:
        wait_until(lambda: pod.station.standing().trouble is not None)
        trouble = pod.station.standing().trouble
        assert trouble is not None and "another station's" in trouble.happened
        assert pod.station.standing().waiting == 1
    with podium(of(bound, "pod-2"), tmp_path, "POD-2") as pod:
        pod.wait_in_step()


def test_an_account_without_a_station_only_reads_where_others_have_one(server: Databases, bound: str) -> None:
    assert main(["station", "prepare", "--database", server.owner(bound), "--role", APP]) == 0
    with psycopg.connect(bound) as connection:
        assert connection.execute("SELECT count(*) FROM entry").fetchone() == (66,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(FORGED, ("MAIN",))


def test_policies_that_are_not_ours_are_found(server: Databases, bound: str) -> None:
    assert guard_flaws(of(bound, "pod-1")) == []
    changes = (
        ("CREATE POLICY more ON entry FOR INSERT TO PUBLIC WITH CHECK (true)", "more"),
        ("ALTER POLICY floor_all_read ON entry USING (station <> 'MAIN')", "floor_all_read"),
        ("CREATE POLICY less ON entry AS RESTRICTIVE FOR SELECT USING (seq > 3)", "less"),
        ("ALTER TABLE entry DISABLE ROW LEVEL SECURITY", "switched off"),
        ("ALTER TABLE mention ENABLE ROW LEVEL SECURITY", "mention"),
    )
    for change, says in changes:
        with psycopg.connect(server.owner(bound), autocommit=True) as owner:
            owner.execute(change.encode())
        assert any(says in flaw.says for flaw in guard_flaws(of(bound, "pod-1"))), change
