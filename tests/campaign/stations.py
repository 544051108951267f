"""Many stations at full length: servers killed and replaced, lines broken, entries gathered offline, two reviewers.

At full length the suites that act in a house run on PostgreSQL too.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

from db.store import open_store
from db.trial_server import folder
from tests.acts.floor import Floor, furnish
from tests.acts.presses import PRESSES
from tests.campaign.table import Row
from tests.stations import trials
from tests.stations.databases import APP, Databases, databases
from tests.stations.one_press import walk
from tests.stations.podium import Podium, podium
from tests.stations.proxy import Mode, Proxy, proxied
from tests.waiting import wait_until

ROOT = Path(__file__).parents[2]
STATIONS, KILLS, TAKEOVERS, GATHERED, REVIEWS, FAULTS = 20, 100, 10, 2_001, 500, 200
#: A message that is cut does not reach the server, or is not answered.
WAYS: tuple[Callable[[int], bool], ...] = (lambda _message: False, lambda _message: True)
#: Everything that can stand on a server (`tests/conftest.py` says what cannot), and what the stations promise.
SUITES = tuple(f"tests/{name}" for name in ("acts", "app", "audit", "papers", "sample", "signals", "sixth", "stations"))


def rows(scale: float) -> Iterator[Row]:
    """All of it."""
    with trials.patient():
        yield _kills(max(3, round(KILLS * scale)))
        for _ in range(max(1, round(TAKEOVERS * scale))):
            yield _takeover()
        with databases() as made:
            furnish(made.make("house"))
            yield _gathered(made, max(60, round(GATHERED * scale)))
            yield _reviews(made, max(20, round(REVIEWS * scale)))
            yield _faults(made, max(8, round(FAULTS * scale)))
            for name in list(PRESSES)[: max(1, round(len(PRESSES) * scale))]:
                yield _press(made, name)
    if scale >= 1:
        yield _suite()


def _row(what: str, often: int, said: str) -> Row:
    return Row(what, f"{often:,}", said)


def _kills(times: int) -> Row:
    with _mortal() as (made, url), tempfile.TemporaryDirectory() as home:
        said = trials.kills(made.server, url, Path(home), writers=STATIONS, times=times, acts=2 * (times + 2))
    return _row("server killed under twenty stations", times, said)


def _takeover() -> Row:
    with _mortal() as (made, _), tempfile.TemporaryDirectory() as pods, folder() as home:
        primary = made.server
        standby = trials.standby_of(primary, home, 5433)
        try:
            standby.start()
            primary.do("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
            query = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            wait_until(lambda: primary.do(query) == [(1,)])
            hosts = quote(f"{primary.home},{home}", safe="")
            url = f"postgresql://{APP}@/house?host={hosts}&port={primary.port},{standby.port}"
            said = trials.failover(primary, standby, url, Path(pods), acts=30)
        finally:
            standby.stop()
    return _row("primary killed, synchronous standby promoted", 1, said)


@contextmanager
def _mortal() -> Iterator[tuple[Databases, str]]:
    """A furnished server of its own."""
    with databases(fsync="on", wal_level="replica", max_wal_senders="4") as made:
        url = made.make("house")
        furnish(url)
        yield made, url


@contextmanager
def _behind_a_proxy(made: Databases, count: int) -> Iterator[tuple[Proxy, list[Podium], str]]:
    """Stations whose line can be cut."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(made.copy("house"))
        proxy = stack.enter_context(proxied(made.server))
        line = proxy.url(url.partition("?")[0].rpartition("/")[2], APP)
        pods = [stack.enter_context(podium(line, home / f"{n}", f"POD-{n}")) for n in range(count)]
        for pod in pods:
            pod.wait_in_step()
        yield proxy, pods, url


def _gathered(made: Databases, entries: int) -> Row:
    with _behind_a_proxy(made, 3) as (proxy, pods, url):
        said = trials.gathered(
            lambda: proxy.set(Mode.REFUSED), lambda: proxy.set(Mode.OPEN), pods, url, entries=entries
        )
    return _row("gathered offline by three stations", entries, said)


def _faults(made: Databases, times: int) -> Row:
    with _behind_a_proxy(made, 1) as (proxy, (pod,), url):
        said = trials.line_faults(proxy, pod, url, times=times)
    return _row("faults of the line while saving", times, said)


def _press(made: Databases, name: str) -> Row:
    said = []
    for way in WAYS:
        with made.copy("house") as url, proxied(made.server) as proxy, _folder() as home:
            floor = Floor(open_store(url), url)
            line = proxy.url(url.partition("?")[0].rpartition("/")[2], APP)
            said.append(walk(name, line, home, proxy, floor, unanswered=way))
            floor.store.close()
    return _row(f"one press is one act: {name}", 2, "; unanswered: ".join(said))


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as home:
        yield Path(home)


def _reviews(made: Databases, times: int) -> Row:
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(made.copy("house"))
        a, b = (stack.enter_context(podium(url, home / name, f"POD-{name}")) for name in "AB")
        for pod in (a, b):
            pod.wait_in_step()
        said = trials.double_reviews(a, b, times=times)
    return _row("two stations review one incident", times, said)


def _suite() -> Row:
    call = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--on", "postgresql", *SUITES]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    said = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else "nothing was said"
    count = re.search(r"(\d+) passed", said)
    return Row("the suites on PostgreSQL", count[1] if count else "0", said.strip("= "), good=done.returncode == 0)
