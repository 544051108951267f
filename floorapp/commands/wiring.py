"""Joins the windows with the store: how a floor is opened, how the sample is made, whom it lists."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from db.credentials import Argon2
from db.store import Store, open_store
from floorapp.bootstrap import RESOURCES, Places, SystemClock, reader_secrets, readings, rulebooks, sample_plan
from floorapp.commands.floor_services import OpenFloor
from floorapp.domain.people import SIGNING_ONLY, Person
from floorapp.domain.property import Property
from floorapp.operations.desk import Clock, Desk
from floorapp.operations.faults import LogbookFault
from floorapp.screens.door import DoorView, KnownPerson
from floorapp.screens.snapshot import Snapshot
from floorapp.system import put_in_place, remove, remove_folder
from floorapp.ui.live.context import Setting
from floorapp.ui.live.writer import FloorService, Opened, Opening, Progress

if TYPE_CHECKING:
    from floorapp.operations.book import Book
    from floorapp.operations.papers.office import Office
    from floorapp.operations.reader_lines import LinesAtWork
    from floorapp.operations.upkeep import Chore

#: So many entries say what the time was lately.
LATELY = 500

#: A sample is a floor as it is now; one left alone this long is put aside and made anew.
SAMPLE_LASTS = timedelta(hours=10)


def opening(places: Places, clock: Clock) -> Opening:
    """How to open one's own floor, or the sample, which is made where it is not there."""

    def open_it(progress: Progress) -> Opened:
        _make_folder(places.database.parent)
        if places.server is not None:
            return _at_station(places, places.server, clock, progress)
        store = open_store(places.database, station=places.station, progress=progress)
        if places.sample:
            store = _with_sample(store, places, clock, progress)
        desk = Desk(logbook=store, clock=clock, hasher=Argon2(), rulebooks=rulebooks())

        def later() -> tuple[tuple[FloorService, ...], LinesAtWork]:
            from floorapp.commands.upkeep import UpkeepThread  # not before the floor is in view

            lines = lines_of(places, store, clock)
            chores = UpkeepThread(places, clock, lambda logbook: chores_of(places, logbook, clock))
            return (chores, lines), lines

        return Opened(desk, store, later=later)

    return open_it


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogbookFault(
            f"The folder {folder} cannot be used: {error.strerror}.",
            "There is no logbook to open, and nothing was changed.",
            "Check the drive, its space and permissions, or name another folder with --data.",
        ) from error


def _at_station(places: Places, server: str, clock: Clock, progress: Progress) -> Opened:
    """A floor on a server: opened on the copy where the server does not answer and a copy is there."""
    from db.server_link import ServerLink  # psycopg is not for every start
    from db.station import StationStore
    from floorapp.commands.upkeep import UpkeepThread

    station = StationStore(server, places.data, station=places.station, now=clock.now)
    try:
        station.meet(progress)
    except LogbookFault:
        if not station.page(limit=1):  # never been in step: there is nothing to show
            station.close()
            raise
    desk = Desk(logbook=station, clock=clock, hasher=Argon2(), rulebooks=rulebooks())
    lines = lines_of(places, station, clock)
    chores = UpkeepThread(places, clock, lambda logbook: chores_of(places, logbook, clock), at=station)
    return Opened(desk, station, (ServerLink(station), chores, lines), lines, station)


def lines_of(places: Places, store: Store, clock: Clock) -> LinesAtWork:
    """The reader lines of this station, at a desk of their own; one reader of the sample keeps silent."""
    from floorapp.operations.sample.present import SILENT
    from floorapp.readers.station import StationLines  # start-up does not wait for it

    desk = Desk(logbook=store, clock=clock, hasher=Argon2(), rulebooks=rulebooks())
    return StationLines(
        desk=desk,
        keeper=store,
        secrets=lambda: reader_secrets(places.data),
        silent=SILENT if places.sample else (),
        folders=(RESOURCES / "readers", places.data / "drivers"),
    )


def office_at(places: Places, book: Book, clock: Clock) -> Office:
    """The office of an open floor."""
    from floorapp.commands.paper_office import office_of  # not at start: reportlab takes its time
    from floorapp.commands.seals import sealing_of

    assert isinstance(book, Store)
    return office_of(places, book, clock, lambda: sealing_of(places, book, clock))


def chores_of(places: Places, logbook: Store, clock: Clock) -> tuple[Chore, ...]:
    """What this station does by itself; a sample is not worth a backup."""
    from db.upkeep import BacksUp, LooksThrough  # not at start
    from floorapp.commands.paper_office import packs_of
    from floorapp.commands.seals import own_frames, sealing_of, witnesses_of
    from floorapp.operations.audit.packs import PacksRounds
    from floorapp.operations.holds import backup_years
    from floorapp.operations.upkeep import MindsClock, SignsHeads
    from floorapp.operations.witnesses import TellsWitnesses

    path, attachments = places.database, places.attachments
    packs = PacksRounds(Desk(logbook=logbook, clock=clock, hasher=Argon2(), rulebooks=rulebooks()), logbook)
    minds = MindsClock(lambda: logbook.page(limit=LATELY))
    signs = SignsHeads(lambda: sealing_of(places, logbook, clock))
    tells = TellsWitnesses(logbook, lambda: witnesses_of(places))
    if places.server is not None:  # the server is backed up as a whole, and has what was attached
        looks = LooksThrough(
            path,
            heads=places.heads,
            attachments=None,
            looked=places.looked,
            frames=own_frames(places),
            proved_here=True,
        )
        return (minds, looks, signs, tells, packs, packs_of(places, logbook, clock), *_sweeping(places, logbook))
    if places.sample:
        looks = LooksThrough(path, heads=places.heads, attachments=attachments, looked=places.looked)
        return (minds, looks, signs)
    from floorapp.commands.upkeep import compare_state

    looks = LooksThrough(
        path,
        heads=places.heads,
        attachments=attachments,
        looked=places.looked,
        state=lambda pace: compare_state(places.data, path, pace),
    )

    def keeps() -> int | None:
        with logbook.reading() as state:
            return backup_years(state)

    backs_up = BacksUp(path, places.backups, attachments=attachments, papers=places.papers, keeps=keeps)
    return (minds, looks, signs, tells, packs, backs_up, packs_of(places, logbook, clock), *_sweeping(places, logbook))


def _sweeping(places: Places, logbook: Store) -> tuple[Chore, ...]:
    from db.attachments import sweep_folder
    from db.upkeep import SweepsFiles

    own = SweepsFiles("own files", lambda: sweep_folder(places.attachments, logbook, places.drafts))
    if places.server is None:
        return (own,)
    from db.station import StationStore  # only where there is a server

    assert isinstance(logbook, StationStore)
    return (SweepsFiles("files", logbook.sweep), own)


def _with_sample(store: Store, places: Places, clock: Clock, progress: Progress) -> Store:
    """The sample as it stands, if it is fresh; else a new one."""
    newest = store.page(limit=1)
    if newest and clock.now() - newest[0].recorded_at < SAMPLE_LASTS:
        return store
    if newest:
        store.close()
        put_aside(places.data)
        store = open_store(places.database, station=places.station)
    from floorapp.operations.sample.make import make_sample  # few starts make one

    make_sample(store, hasher=Argon2(), rulebooks=rulebooks(), plan=sample_plan(), now=clock.now(), progress=progress)
    return store


#: What belongs to one sample and not to the next.
_OF_A_SAMPLE = (
    "floor.sqlite",
    "floor.sqlite-wal",
    "floor.sqlite-shm",
    "heads",
    "attachments",
    "backups",
    "papers",
    "drafts.json",
    "looked.json",
)


def is_sample(places: Places) -> bool:
    """Whether a place holds no floor but a sample."""
    if not places.database.exists():
        return True
    store = open_store(places.database, station=places.station)
    try:
        with store.reading() as state:
            house = state.get(Property, "house")
    finally:
        store.close()
    return house is None or house.sample


def put_aside(folder: Path) -> None:
    """Give the last sample's files another name, in place of those of the one before."""
    for name in _OF_A_SAMPLE:
        old, aside = folder / name, folder / f"before-{name}"
        if aside.is_dir():
            remove_folder(aside)
        remove(aside)
        if old.exists():
            put_in_place(old, aside)


def listed(snapshot: Snapshot) -> DoorView | None:
    """The sample's people and their password; nobody is listed on a floor that is not made up."""
    house = snapshot.moment.state.get(Property, "house")
    if house is None or not house.sample:
        return None
    from floorapp.operations.sample.make import sign_ins  # not for one's own floor

    plan = sample_plan()
    there = {person.handle: person.title for person in snapshot.moment.state.find(Person, enabled=True)}
    people = tuple(
        KnownPerson(each.handle, each.name, there[each.handle], "on duty" if each.on_duty else each.shift)
        for each in sign_ins(plan, snapshot.moment.now)
        if each.handle in there and each.role not in SIGNING_ONLY
    )
    return DoorView(house.name, people, plan.password, plan.pin)


def setting_of(places: Places, clock: Clock | None = None) -> Setting:
    """Everything the app is told at start."""
    ticking = clock or SystemClock()
    sample = Places(places.data / "sample", places.data / "sample" / "floor.sqlite", places.station, True)
    floor = OpenFloor(places, ticking)

    def entering(which: Places) -> Opening:
        return floor.entering(which, opening(which, ticking), lambda opened: office_at(which, opened.book, ticking))

    return Setting(
        opening=entering(places),
        sample=None if places.sample else entering(sample),
        drafts=places.drafts,
        listed=listed,
        readings=readings,
        keep=floor.keep,
        fetch=floor.fetch,
        office=floor.office,
        labels=floor.labels,
        diagnose=floor.diagnose,
        stored=floor.stored,
        back_up=floor.back_up,
    )
