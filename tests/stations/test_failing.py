"""Servers that die: nothing that was told as done is lost, doubled or skipped. Counts are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote

import pytest

from db.trial_server import folder
from tests.acts.floor import furnish
from tests.stations import trials
from tests.stations.databases import APP, Databases, databases
from tests.stations.podium import Podium, podium
from tests.stations.proxy import Mode, Proxy
from tests.stations.test_offline import proxy, through
from tests.waiting import wait_until

__all__ = ["proxy"]

Say = Callable[[str], None]


@pytest.fixture
def mortal() -> Iterator[tuple[Databases, str]]:
    """A server of its own, which may be killed; what it says is on the disk is there."""
    with databases(fsync="on", wal_level="replica", max_wal_senders="4") as made, trials.patient():
        url = made.make("house")
        furnish(url)
        yield made, url


@pytest.mark.unix
@pytest.mark.timeout(300)
def test_three_server_kills_under_eight_writers(mortal: tuple[Databases, str], tmp_path: Path, counted: Say) -> None:
    made, url = mortal
    counted(trials.kills(made.server, url, tmp_path))


@pytest.mark.unix
@pytest.mark.timeout(300)
def test_a_synchronous_standby_takes_over(mortal: tuple[Databases, str], tmp_path: Path, counted: Say) -> None:
    made, _ = mortal
    primary = made.server
    with folder() as home:
        standby = trials.standby_of(primary, home, 5433)
        try:
            standby.start()
            primary.do("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
            query = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            wait_until(lambda: primary.do(query) == [(1,)])
            hosts = quote(f"{primary.home},{home}", safe="")
            url = f"postgresql://{APP}@/house?host={hosts}&port={primary.port},{standby.port}"
            counted(trials.failover(primary, standby, url, tmp_path))
        finally:
            standby.stop()


def test_entries_gathered_offline_by_three_stations_arrive_once(
    proxy: Proxy, url: str, tmp_path: Path, counted: Say
) -> None:
    with ExitStack() as stack:
        pods = [stack.enter_context(podium(through(proxy, url), tmp_path / f"{n}", f"POD-{n}")) for n in range(3)]
        for pod in pods:
            pod.wait_in_step()
        counted(trials.gathered(lambda: proxy.set(Mode.REFUSED), lambda: proxy.set(Mode.OPEN), pods, url, entries=150))


def test_two_stations_reviewing_one_incident(url: str, tmp_path: Path, counted: Say) -> None:
    with podium(url, tmp_path / "a", "POD-A") as a, podium(url, tmp_path / "b", "POD-B") as b:
        for each in (a, b):
            _in_step(each)
        counted(trials.double_reviews(a, b, times=40))


def _in_step(pod: Podium) -> None:
    pod.wait_in_step()
