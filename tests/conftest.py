"""What holds for every test: no screen is needed, no thread is left behind, and what was counted is printed."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.examples import ROAMING

if TYPE_CHECKING:
    from tests.stations.databases import Databases

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

#: A file system in memory; a run of everything takes less than half of this room.
MEMORY, ROOM = Path("/dev/shm"), 4 << 30
# Thousands of small databases are made and thrown away: in memory where there is room. No test rests on a real disk;
# power cuts are simulated (`trust/disks.py`), and `make campaign` stays on the disk.
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = str(MEMORY)  # for programs under test too
    tempfile.tempdir = None
# Programs under test are stopped as by Ctrl C, which a run begun in the background ignores and would hand down.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, so that a red run can be had again; `make campaign` roams. None is too slow: on a
# busy machine a fifth of a second is nothing.
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("roaming", settings.get_profile("steady"), derandomize=False, print_blob=True)
settings.load_profile(os.environ.get(ROAMING, "steady"))

#: A thread that was told to stop may take this long to do so.
GRACE_SECONDS = 15.0


@pytest.fixture(autouse=True)
def no_thread_left_alive() -> Iterator[None]:
    """Fail a test that leaves a thread running: it would speak up in somebody else's test."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + GRACE_SECONDS
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        thread.join(max(0.0, deadline - time.monotonic()))
    alive = [thread.name for thread in left if thread.is_alive()]
    if alive:
        pytest.fail(f"the test left threads alive: {', '.join(alive)}")


# `--on postgresql` puts on a server whatever asks for `database`: acts, audit, signals, the sixth game, papers, the
# sample as it stands, and windows, each at a station with its line. These stay on files by nature:
# - `trust`: about one file and its folder: damage, power loss, crashes, backups, migrations, fuzzed headers. What a
#   server promises instead is in `stations` (guards, failing, files and frames, moving, the administrator's page);
# - making the sample: `stations/test_sample.py` makes it on a server and compares; and the command line on a folder;
# - `app/test_every_place.py`, the tour, readers on screen: a station reads its own copy, which is a file;
# - `signals`: a station keeps the raw frames of its readers in a file of its own, and a server's accounts write none;
# - tests marked `files`, which look into the file itself.

#: Files whose tests run on both databases always; `--on` runs everything that acts in a house on one of them.
ON_BOTH = {
    f"tests.acts.test_{name}"
    for name in ("store", "corrections", "remembering", "rounds", "incidents", "remembered_conduct")
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--on", choices=("sqlite", "postgresql"), help="on which database houses stand")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Ten thousand tests are read and stay to the end: no search for garbage need walk through them, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests that act in a house run on SQLite, on PostgreSQL, or on both; those about a file on files."""
    if "database" not in metafunc.fixturenames:
        return
    chosen = metafunc.config.getoption("--on")
    about_files = metafunc.definition.get_closest_marker("files") is not None
    about_files |= metafunc.module.__name__.startswith("tests.signals.")
    both = metafunc.module.__name__ in ON_BOTH
    if not about_files and (chosen == "postgresql" or (both and not chosen)):
        names = ["postgresql"] if chosen else ["sqlite", "postgresql"]
        metafunc.parametrize("database", names, scope="session")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What may take long begins first; what only Unix has is left out under Windows (and Wine), as are servers unless
    some were started for it."""
    items.sort(key=lambda item: item.get_closest_marker("timeout") is None)
    if sys.platform != "win32":
        return
    left_out = [item for item in items if item.get_closest_marker("unix") or _on_a_server(item)]
    items[:] = [item for item in items if item not in set(left_out)]
    config.hook.pytest_deselected(items=left_out)


def _on_a_server(item: pytest.Item) -> bool:
    spec = getattr(item, "callspec", None)
    on_both = spec is not None and spec.params.get("database") == "postgresql"
    wanted = on_both or "server" in getattr(item, "fixturenames", ())
    return wanted and "FLOORAPP_TRIAL_SERVERS" not in os.environ


@pytest.fixture(scope="session")
def database() -> str:
    """The database houses stand on, where a test does not say."""
    return "sqlite"


@pytest.fixture(scope="session")
def server() -> Iterator[Databases]:
    """A PostgreSQL server for the whole session, with a furnished house and an empty logbook to copy."""
    from tests.acts.floor import furnish
    from tests.stations.databases import databases

    with databases() as made:
        furnish(made.make("house"))
        yield made


#: Under this name a test's report carries what it counted, from whichever process it ran in.
COUNTED = "counted"


@pytest.fixture
def counted(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Say what a test counted; it is printed at the end of the run, passed or not."""

    def say(words: str) -> None:
        request.node.user_properties.append((COUNTED, words))

    return say


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was counted, by the test that counted it."""
    lines = []
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "call":
                said = [words for name, words in report.user_properties if name == COUNTED]
                lines += [f"{report.nodeid.rpartition('::')[2]}: {words}" for words in said]
    if lines:
        terminalreporter.section("what was counted")
        for line in sorted(lines):
            terminalreporter.line(line)
