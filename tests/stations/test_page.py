"""The administrator's page is true: every block of it is typed, in order, on a real server and a real station."""

from __future__ import annotations

import os
import random
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from db.trial_server import as_nobody, binaries, folder
from tests.acts.conftest import house
from tests.stations.test_command import embedded

__all__ = ["house"]

PAGE = (Path(__file__).parents[2] / "resources/help/many-stations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh (\w+)\n(.*?)```", PAGE, re.S)


def free_ports(count: int) -> list[int]:
    """Ports for a while from now: none that the system gives to whoever asks for any."""
    found: list[int] = []
    while len(found) < count:
        port = random.randrange(10_000, 30_000)
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            found.append(port)
    return found


@pytest.fixture
def server_home() -> Iterator[Path]:
    """The server's folder; whatever was started in it is stopped."""
    with folder() as home:
        try:
            yield home
        finally:
            for cluster in home.glob("*/postmaster.pid"):
                words: list[str | Path] = [binaries() / "pg_ctl", "-D", cluster.parent, "-w", "stop", "-m", "immediate"]
                subprocess.run(words, capture_output=True, cwd="/", check=False, **as_nobody())


@pytest.mark.unix
@pytest.mark.timeout(300)
def test_the_page_is_followed_word_by_word(
    server_home: Path, house: Path, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    embedded(house, tmp_path / "floor").store.close()
    names, *others = (text for kind, text in BLOCKS if kind == "names")
    assert not others
    ports = dict(zip(("5432", "5433", "5434"), map(str, free_ports(3)), strict=True))
    names = names.replace("/var/lib/floor", str(server_home)).replace("/usr/lib/postgresql/15/bin", str(binaries()))
    for usual, free in ports.items():
        names = names.replace(usual, free)
    station = {**os.environ, "HOME": str(tmp_path), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    station = {name: value for name, value in station.items() if not name.startswith(("FLOORAPP", "PG"))}
    answers = []
    for kind, text in BLOCKS:
        if kind == "names":
            continue
        on_server = kind == "server"
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", names + text],
            capture_output=True,
            text=True,
            check=False,
            cwd="/" if on_server else tmp_path,
            env={**station, "HOME": str(server_home)} if on_server else station,
            **(as_nobody() if on_server else {}),
        )
        assert done.returncode == 0, f"{text}\n--- said:\n{done.stdout}{done.stderr}"
        answers.append(str(done.stdout))
    said = "\n".join(answers)
    assert "|streaming|sync" in said.replace("walreceiver", "")
    assert said.count("Intact") + said.count("Nothing is wrong in itself") >= 3 and "WRONG" not in said, said
    counted(f"{len(answers)} blocks of the administrator's page typed, all did what the page says")
