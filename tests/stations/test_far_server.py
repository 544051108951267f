"""A trial server on another machine: told to stop and start, as the tour under Wine tells one of Linux."""

from __future__ import annotations

import socket
from pathlib import Path
from threading import Thread

from db.trial_server import FarServer, Server, obey


class Noted(Server):
    def __init__(self) -> None:
        self.done: list[str] = []

    def start(self, *, ready: bool = True) -> None:
        self.done.append("start")

    def stop(self) -> None:
        self.done.append("stop")


def test_a_server_far_away_stops_and_starts_when_told() -> None:
    noted = Noted()
    with socket.create_server(("127.0.0.1", 0)) as ear:
        thread = Thread(target=obey, args=(noted, ear))
        thread.start()
        far = FarServer(Path(), ear.getsockname()[1] - 1)
        assert far.url("floor", "app") == f"postgresql://app@127.0.0.1:{far.port}/floor"
        far.stop()
        far.start()
        far._tell("end")
        thread.join()
    assert noted.done == ["stop", "start"]
