"""The line to a server is TLS by `verify-full`: a certificate that does not fit is told as such, and sent nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from db import postgres
from floorapp.cli import main
from tests.stations.databases import APP, Databases
from tests.stations.guarded import Guarded, guarded_server
from tests.stations.podium import podium
from tests.stations.proxy import proxied
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def guarded() -> Iterator[Guarded]:
    with guarded_server() as made:
        yield made


@pytest.mark.unix
def test_a_station_works_over_tls_with_a_certificate_that_names_its_server(guarded: Guarded, tmp_path: Path) -> None:
    with podium(guarded.url(), tmp_path, "POD-1") as pod:
        pod.wait_in_step()
        lines = guarded.server.do(
            "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'floorapp'"
        )
        assert lines and all(ssl is True for (ssl,) in lines)


WRONG = [
    ({"host": "floor.example"}, "it is for “localhost”, and this station asked for “floor.example”"),
    ({"root": "other.crt"}, "nobody this station trusts has signed it"),
    ({"root": "nowhere.crt"}, "nowhere.crt"),
]


@pytest.mark.unix
@pytest.mark.parametrize(
    ("wrong", "says"), WRONG, ids=[next(iter(each)) + "-" + next(iter(each.values())) for each, _ in WRONG]
)
def test_a_certificate_that_does_not_fit_is_told_as_such(
    guarded: Guarded, tmp_path: Path, wrong: dict[str, str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = guarded.url(**wrong)
    assert main(["station", "list", "--data", str(tmp_path / "data"), "--database", url]) == 2
    told = capsys.readouterr().err
    assert "certificate" in told and says in told and "does not answer" not in told
    with podium(url, tmp_path / "pod", "POD-1") as pod:
        wait_until(lambda: pod.station.standing().trouble is not None)
        trouble = pod.station.standing().trouble
        assert trouble is not None and says in trouble.happened and says in pod.station.away


def test_a_server_without_tls_is_told_as_such(server: Databases, tmp_path: Path) -> None:
    with proxied(server.server) as proxy:
        url = proxy.url("empty", APP).replace("sslmode=disable", "sslmode=require")
        with podium(url, tmp_path, "POD-1") as pod:
            wait_until(lambda: pod.station.standing().trouble is not None)
            trouble = pod.station.standing().trouble
            assert trouble is not None and "does not speak TLS" in trouble.happened


@pytest.mark.unix
def test_a_server_that_lets_this_station_in_no_more_is_told_of_on_the_screen(guarded: Guarded, tmp_path: Path) -> None:
    """And a server that then does not answer at all is not still called so."""
    with podium(guarded.url(user="nobody9"), tmp_path, "POD-1") as pod:
        wait_until(lambda: pod.station.standing().trouble is not None)
        trouble = pod.station.standing().trouble
        assert trouble is not None and "does not let this station in" in trouble.happened
        guarded.server.stop()
        try:
            pod.line.wake()
            wait_until(lambda: pod.station.standing().trouble is None)
            assert pod.station.away == "The database does not answer."
        finally:
            guarded.server.start()


def test_any_other_word_of_the_line_is_no_certificate() -> None:
    fault = postgres.fault_of(psycopg.OperationalError("could not connect to server: Connection refused"))
    assert fault.happened == "The database does not answer."
