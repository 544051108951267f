"""The gaming-day pack by itself: once a day, also for days the app slept through, and complete."""

from __future__ import annotations

import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest

from floorapp.bootstrap import Places
from floorapp.commands.paper_office import office_of, packs_of
from floorapp.commands.seals import sealing_of
from floorapp.domain.days import Document
from floorapp.domain.gaming_day import GamingDay
from floorapp.domain.tables import Post
from floorapp.operations.acts import assignments, days, readers
from floorapp.operations.papers.catalogue import OF_THE_DAY
from floorapp.operations.papers.day_packs import PATIENCE, MakesDayPacks
from floorapp.operations.papers.paper_check import check_paper
from floorapp.operations.signatures import Meaning
from floorapp.operations.upkeep import Upkeep
from tests.acts.floor import PROVED, Floor
from tests.papers.reading import texts

pytestmark = pytest.mark.unix  # read back with poppler's tools

MONDAY = date(2026, 11, 16)


def rest() -> None:
    """Nothing to wait for."""


class Sleeper:
    """A floor whose station makes packs."""

    def __init__(self, floor: Floor, folder: Path) -> None:
        self.floor = floor
        self.places = Places(folder, folder / "floor.sqlite", "MAIN", sample=False)
        self.chore: MakesDayPacks = packs_of(self.places, self.floor.store, self.floor.clock)
        assignments.assign(self.floor.desk("flo"), table="FB-01", post=Post.FLOORPERSON, person="flo")

    def inspect(self) -> None:
        desk = self.floor.desk("flo")
        readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)

    def go_round(self) -> list[Document]:
        Upkeep(self.floor.store, self.floor.clock, (self.chore,)).go_round(rest)
        with self.floor.store.reading() as state:
            return sorted(state.find(Document), key=lambda each: each.number)


@pytest.fixture
def sleeper(floor: Floor, tmp_path: Path) -> Sleeper:
    return Sleeper(floor, tmp_path)


def test_a_day_that_nobody_ends_gets_its_pack_two_hours_after(sleeper: Sleeper) -> None:
    sleeper.inspect()
    clock, house = sleeper.floor.clock, GamingDay(MONDAY)
    with sleeper.floor.desk().looking() as moment:
        over = moment.house.end_of(house)
    clock.instant = over + PATIENCE - timedelta(seconds=1)
    assert sleeper.go_round() == []
    clock.instant = over + PATIENCE + timedelta(minutes=20)
    [pack] = sleeper.go_round()
    assert (pack.first_day, pack.issued_by, pack.form) == (MONDAY, "station/MAIN", "FA-114")
    clock.advance(minutes=30)
    assert len(sleeper.go_round()) == 1, "once"


def test_a_day_that_is_ended_gets_its_pack_at_once(sleeper: Sleeper) -> None:
    sleeper.inspect()
    sleeper.floor.clock.advance(hours=18.5)  # half past six on Tuesday
    assert sleeper.go_round() == []
    desk = sleeper.floor.desk("sam")
    signature = sleeper.floor.sign(desk, "sam", Meaning.DAY_ENDED)
    days.end_gaming_day(desk, day=GamingDay(MONDAY), signature=signature, says="all quiet")
    sleeper.floor.clock.advance(minutes=11)
    [pack] = sleeper.go_round()
    assert pack.first_day == MONDAY


def test_days_the_app_slept_through_get_theirs_at_start(sleeper: Sleeper, tmp_path: Path) -> None:
    for _ in range(3):
        sleeper.inspect()
        sleeper.floor.clock.advance(days=1)
    sleeper.floor.clock.advance(days=6)  # nobody was here: those days have no entries and get no pack
    packs = sleeper.go_round()
    assert [pack.first_day for pack in packs] == [MONDAY, date(2026, 11, 17), date(2026, 11, 18)]
    store, clock = sleeper.floor.store, sleeper.floor.clock
    office = office_of(sleeper.places, store, clock, lambda: sealing_of(sleeper.places, store, clock))
    for pack in packs:
        kept = (tmp_path / "papers" / f"{pack.number}.pdf").read_bytes()
        assert check_paper(office, kept).good
    pages = texts(kept, tmp_path)
    for form in OF_THE_DAY:
        assert form.title in pages[0], "the contents name every paper of the day"
    assert "by station MAIN, automatic" in pages[0]
    whole = "\n".join(pages)
    assert "nobody has ended it" in whole, "the completeness page says what is missing and why"


def test_a_disk_that_is_full_is_a_trouble_of_the_station_and_tried_again(sleeper: Sleeper, tmp_path: Path) -> None:
    sleeper.inspect()
    sleeper.floor.clock.advance(days=1, hours=3)
    (tmp_path / "papers").write_text("in the way")
    assert sleeper.go_round() == []
    assert any("gaming-day packs" in str(entry.fact) for entry in sleeper.floor.store.page(limit=3))
    (tmp_path / "papers").unlink()
    sleeper.floor.clock.advance(minutes=11)
    assert len(sleeper.go_round()) == 1
    shutil.rmtree(tmp_path / "papers")
