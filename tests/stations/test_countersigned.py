"""Stations of one house countersign each other's heads by themselves."""

from __future__ import annotations

from pathlib import Path

from db.keys import station_key
from floorapp.cli import main
from floorapp.domain.heads import Head, Reason
from floorapp.operations.entry import Entry
from floorapp.operations.facts.heads import HeadsCountersigned
from floorapp.operations.heads import Sealing
from tests.stations.podium import Podium, podium
from tests.stations.test_cut_tail import move_pit
from tests.waiting import wait_until


def sign(pod: Podium, folder: Path) -> Head:
    signer = station_key(folder / "keys", pod.station.station)
    return Sealing(pod.station, pod.clock, signer, keep=lambda head: None).sign(Reason.REQUEST)


def test_each_station_countersigns_what_the_other_signed_also_where_nobody_acts(url: str, tmp_path: Path) -> None:
    """POD-2 does nothing but watch: it is a witness all the same."""
    with podium(url, tmp_path / "1", "POD-1") as first, podium(url, tmp_path / "2", "POD-2") as second:
        for pod in (first, second):
            pod.wait_in_step()
        for _ in range(2):
            move_pit(first, "Moved")
            signed = sign(first, tmp_path / "1")
            wait_until(lambda: second.station.page(limit=1)[0].seq > signed.seq)  # noqa: B023
            sign(second, tmp_path / "2")
            found = [each.fact for each in second.station.page(limit=4) if isinstance(each.fact, HeadsCountersigned)]
            assert found and signed in found[0].heads
    words = ["logbook", "verify", "--data", str(tmp_path / "2"), "--database", url]
    (tmp_path / "2" / "settings.toml").write_text('station = "POD-2"\n', encoding="utf-8")
    assert main(words) == 0


def test_two_idle_stations_do_not_countersign_each_other_without_end(url: str, tmp_path: Path) -> None:
    """What a station wrote since only to seal is no news: each would answer the other every quarter of an hour."""
    with podium(url, tmp_path / "1", "POD-1") as first, podium(url, tmp_path / "2", "POD-2") as second:
        folders = ((first, tmp_path / "1"), (second, tmp_path / "2"))
        for pod, _ in folders:
            pod.wait_in_step()
        move_pit(first, "Moved")

        def go_round() -> tuple[int, int]:
            for pod, folder in folders:
                signed = sign(pod, folder)
                for other, _ in folders:
                    wait_until(lambda: any(each.seq >= signed.seq for each in _of(other, signed.station)))  # noqa: B023
            return sign(first, tmp_path / "1").seq, sign(second, tmp_path / "2").seq

        go_round()
        quiet = go_round()
        assert go_round() == quiet and go_round() == quiet


def _of(pod: Podium, station: str) -> list[Entry]:
    return [each for each in pod.station.page(limit=20) if each.station == station]
