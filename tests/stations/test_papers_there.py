"""Papers of several stations on one server: one series of numbers, each station's own key, checked at any of them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from floorapp.bootstrap import Places
from floorapp.commands.paper_office import office_of
from floorapp.commands.seals import sealing_of
from floorapp.domain.days import PaperCertificate
from floorapp.operations.acts import credentials
from floorapp.operations.entry import Proof
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.issue import Issuing
from floorapp.operations.papers.office import Office
from floorapp.operations.papers.paper_check import check_paper
from floorapp.operations.signatures import Meaning
from tests.acts.floor import PIN
from tests.stations.podium import Podium, podium
from tests.waiting import wait_until

DEVICES = Request("devices", date(2026, 11, 16), date(2026, 11, 16))


def office_at(which: Podium, folder: Path, name: str) -> Office:
    places = Places(folder, folder / "floor.sqlite", name, sample=False)
    return office_of(places, which.station, which.clock, lambda: sealing_of(places, which.station, which.clock))


def issue(which: Podium, office: Office) -> tuple[str, bytes]:
    desk = which.desk("cora")
    signature = credentials.sign(desk, person="cora", secret=PIN, proof=Proof.PIN, meaning=Meaning.PAPER)
    printed = Issuing(office, office.begin(desk, DEVICES, size="Letter", signature=signature)).finish(desk)
    return printed.begun.document, printed.content


def test_two_stations_issue_in_one_series_and_check_each_others_papers(url: str, tmp_path: Path) -> None:
    with podium(url, tmp_path / "a", "POD-A") as a, podium(url, tmp_path / "b", "POD-B") as b:
        a.wait_in_step()
        b.wait_in_step()
        offices = office_at(a, tmp_path / "a", "POD-A"), office_at(b, tmp_path / "b", "POD-B")
        number, first = issue(a, offices[0])
        wait_until(lambda: b.station.page(limit=1) == a.station.page(limit=1))
        next_number, second = issue(b, offices[1])
        assert (number, next_number) == ("DOC-2026-00001", "DOC-2026-00002")
        wait_until(lambda: b.station.page(limit=1) == a.station.page(limit=1))
        for office in offices:
            for paper in (first, second):
                found = check_paper(office, paper)
                assert found.good, found.words()
        with a.station.reading() as state:
            assert {each.station for each in state.find(PaperCertificate)} == {"POD-A", "POD-B"}
        sam = b.desk("sam")
        copy = Issuing(offices[1], offices[1].begin_copy(sam, number, reason="lost")).finish(sam)
        assert check_paper(offices[1], copy.content).good, "one station prints another's paper again"
