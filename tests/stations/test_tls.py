"""The line to a server is TLS by `verify-full`: a certificate that does not fit is told as such, and sent nothing."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from db import postgres
from db.server import prepare
from db.trial_server import Server, as_nobody, folder
from floorapp.cli import main
from tests.stations.databases import APP, OWNER, Databases
from tests.stations.podium import podium
from tests.stations.proxy import proxied
from tests.stations.test_page import free_ports
from tests.waiting import wait_until

#: An authority, and a certificate of it that names the server; as the page “Many stations” has it, with smaller keys.
_MADE = """
for name in house other; do
openssl req -x509 -days 2 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=$name \
    -keyout $name.key -out $name.crt
done
openssl req -x509 -days 2 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=floor \
    -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE \
    -CA house.crt -CAkey house.key -keyout data/server.key -out data/server.crt
chmod 600 data/server.key
echo "hostssl all all 127.0.0.1/32 trust" > data/pg_hba.conf
echo "local all all trust" >> data/pg_hba.conf
"""


@dataclass
class Guarded:
    """A server that is reached by TLS only."""

    server: Server

    def url(self, *, host: str = "localhost", root: str = "house.crt", user: str = APP) -> str:
        there = f"postgresql://{user}@{host}:{self.server.port}/floor"
        return f"{there}?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert={self.server.home / root}"


@pytest.fixture(scope="module")
def guarded() -> Iterator[Guarded]:
    with folder() as home:
        server = Server(home, free_ports(1)[0], tcp=True, settings={"ssl": "on"})
        server.make()
        words = ["bash", "-euc", _MADE]
        subprocess.run(words, cwd=home, check=True, capture_output=True, **as_nobody())
        try:
            server.start()
            server.do(f"CREATE ROLE {OWNER} LOGIN", f"CREATE ROLE {APP} LOGIN", f"CREATE DATABASE floor OWNER {OWNER}")
            made = Guarded(server)
            prepare(made.url(user=OWNER), role=APP)
            yield made
        finally:
            server.stop()


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
