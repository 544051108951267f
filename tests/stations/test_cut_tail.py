"""A tail that the server's owner cuts off is found at every station by its copy; nothing is written over the cut."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from floorapp.cli import main
from floorapp.domain.property import Place
from floorapp.operations.acts import house
from floorapp.operations.faults import LogbookFault
from tests.stations.databases import Databases
from tests.stations.podium import Podium, podium
from tests.waiting import wait_until

OLDER = "older than what is known here"


def cut_off(server: Databases, url: str, entries: int) -> None:
    """What the owner can do: put the guards aside, remove the newest entries with all they left, put them back."""
    with psycopg.connect(server.owner(url)) as owner:
        owner.execute("ALTER TABLE entry DISABLE TRIGGER USER")
        gone = f"position > (SELECT max(position) - {entries} FROM entry)"
        for table in ("mention", "entry_words", "state_history", "state_looked", "entry"):
            owner.execute(f"DELETE FROM {table} WHERE {gone}".encode())
        owner.execute("ALTER TABLE entry ENABLE TRIGGER USER")


def told(pod: Podium) -> str:
    trouble = pod.station.standing().trouble
    return trouble.happened if trouble is not None else ""


def move_pit(pod: Podium, name: str) -> None:
    house.move_pit(pod.desk("sam"), pit="P1", name=name, place=Place(3, 3))


def test_a_cut_tail_is_found_at_every_station_while_it_stands_there(
    server: Databases, url: str, tmp_path: Path
) -> None:
    """Nobody writes: each station looks by itself."""
    with podium(url, tmp_path / "1", "POD-1") as first, podium(url, tmp_path / "2", "POD-2") as second:
        for pod in (first, second):
            pod.wait_in_step()
        move_pit(first, "Moved")
        newest = first.station.page(limit=1)[0]
        wait_until(lambda: second.station.page(limit=1)[0].number == newest.number)
        cut_off(server, url, 1)
        for pod in (first, second):
            pod.line.wake()
            wait_until(lambda pod=pod: bool(told(pod)))  # type: ignore[misc]
            assert OLDER in told(pod) and newest.number in told(pod)


def test_nothing_is_written_over_a_cut(server: Databases, url: str, tmp_path: Path) -> None:
    with podium(url, tmp_path / "1", "POD-1") as pod:
        pod.wait_in_step()
        move_pit(pod, "Moved")
        pod.line.stop()  # the act itself is quicker than the line
        desk = pod.desk("sam")
        cut_off(server, url, 2)
        with pytest.raises(LogbookFault, match=OLDER):
            house.move_pit(desk, pit="P1", name="Again", place=Place(4, 4))
        assert OLDER in told(pod)


def test_a_cut_that_was_written_over_is_found_at_every_station(server: Databases, url: str, tmp_path: Path) -> None:
    with podium(url, tmp_path / "1", "POD-1") as first:
        first.wait_in_step()
        for name in ("Moved", "Again"):
            move_pit(first, name)
    cut_off(server, url, 2)
    with podium(url, tmp_path / "2", "POD-2") as second:  # knows nothing of what was cut
        second.wait_in_step()
        for name in ("Other", "Another", "A third"):
            move_pit(second, name)
    with podium(url, tmp_path / "1", "POD-1") as first:
        wait_until(lambda: bool(told(first)))
        assert "is another one" in told(first)


def test_verify_at_a_station_holds_the_server_against_its_copy(
    server: Databases, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with podium(url, tmp_path / "1", "POD-1") as pod:
        pod.wait_in_step()
        move_pit(pod, "Moved")
        newest = pod.station.page(limit=1)[0]
    look = ["logbook", "verify", "--data", str(tmp_path / "1"), "--database", url]
    (tmp_path / "1/settings.toml").write_text('station = "POD-1"\n')
    assert main(look) == 0, capsys.readouterr().out
    cut_off(server, url, 1)
    assert main(look) == 1
    said = capsys.readouterr().out
    assert "POD-1" in said and newest.number in said and "this station's copy" in said
