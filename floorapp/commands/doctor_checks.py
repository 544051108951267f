"""What `floorapp doctor` looks at: each check says in plain words what is right, what is wrong, and what helps."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path

import msgspec

from db import sqlite
from db.backup import newest_entries
from db.heads import find_heads
from db.issued_papers import check_papers
from db.keys import key_file, station_key
from db.read_only import read_only
from db.retention import backups_in
from db.schema import REVISION
from db.upkeep import known_mark
from db.verify import verify
from floorapp.bootstrap import Places, rulebooks, shipped
from floorapp.commands.seals import witnesses_of
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import utc_stamp
from floorapp.engine.toml_values import RulebookFault
from floorapp.operations.canonical import instant_of
from floorapp.operations.facts.heads import HeadSigned
from floorapp.operations.facts.papers import PaperKeyIntroduced
from floorapp.operations.faults import LogbookAway, LogbookFault
from floorapp.operations.heads import INTERVAL
from floorapp.system import how_to_make_private, is_private, may_write, others_can_add, own_ports_closed

#: Less room than this is wrong, than that worth a word.
FULL, TIGHT = 200 << 20, 2 << 30
#: A running station backs up every day: after two there is something wrong.
OLD_BACKUP = timedelta(days=2)


class How(Enum):
    """How something was found."""

    GOOD = "good"
    NOTE = "note"
    WRONG = "WRONG"


@dataclass(frozen=True, slots=True)
class Checkup:
    """One thing looked at, in words, and what to do where it is not good."""

    how: How
    says: str
    todo: str = ""

    def __str__(self) -> str:
        return f"{self.how.value:5}  {self.says}" + (f"\n       {self.todo}" if self.todo else "")


def examine(places: Places, *, now: datetime, whole: bool, progress: Callable[[int, int], None]) -> Iterator[Checkup]:
    """Look at everything an installation needs, the logbook last."""
    yield from _program()
    yield from _folder(places)
    yield from _ports()
    yield from _key(places)
    yield from _paper_key(places)
    yield from _log(places)
    path = places.database
    if places.server is not None:
        yield from _server(places.server)
        yield from _put_aside(places)
        yield from _heads(places)
    elif not path.exists():
        yield Checkup(How.NOTE, f"There is no logbook {path} yet.", "It is made when the app is first opened.")
    else:
        yield from _logbook(path, now)
        yield from _look(places, path, whole, progress)
        yield from _heads(places)
        yield from _backups(places, now)


def _server(server: str) -> Iterator[Checkup]:
    from db.server_check import guard_flaws  # only where there is one

    try:
        for flaw in guard_flaws(server):
            todo = "Call its administrator; until it is fixed, `floorapp logbook verify` says what still holds."
            yield Checkup(How.WRONG, f"On the server {flaw.says}", todo)
    except LogbookAway as away:
        means = "This station keeps working with what it has and keeps entries that state facts."
        todo = "Check the network, the server, its address, and this station's account there."
        yield Checkup(How.WRONG, f"{away.happened} {means}", todo)
        return
    except LogbookFault as fault:
        yield Checkup(How.WRONG, f"{fault.happened} {fault.means}", fault.todo)
        return
    todo = "`floorapp logbook verify` checks it; its administrator backs it up."
    yield Checkup(How.GOOD, "The logbook on the server answers and is of this version.", todo)


def _put_aside(places: Places) -> Iterator[Checkup]:
    from db.outbox_recovery import ASIDE  # only where there is a server

    for path in sorted(places.data.glob(f"{ASIDE}*.sqlite")):
        says = f"What was kept on this station could not be read and was put aside as {path}."
        todo = "What the second copy held of it was sent. Compare it with the logbook, then keep the file elsewhere."
        yield Checkup(How.WRONG, says, todo)


def _program() -> Iterator[Checkup]:
    version = sqlite.module().sqlite_version
    if sqlite.wal_is_safe(sqlite.module().sqlite_version_info):
        yield Checkup(How.GOOD, f"SQLite {version} is free of the WAL-reset fault.")
    else:
        todo = "Install the app's own packages (make) to write faster."
        yield Checkup(How.NOTE, f"SQLite {version} has the WAL-reset fault: the rollback journal is used.", todo)
    try:
        count = sum(bool(list(book.provisions())) for book in rulebooks().values())  # which reads to the end
        fonts = sum(each.name.endswith(".ttf") for each in shipped("fonts").iterdir())
        yield Checkup(How.GOOD, f"{count} rulebooks and {fonts} fonts are in place.")
    except (OSError, RulebookFault) as fault:
        yield Checkup(How.WRONG, f"A shipped file cannot be read: {fault}.", "Install the app again.")


def _folder(places: Places) -> Iterator[Checkup]:
    folder = places.data
    if not folder.is_dir():
        yield Checkup(How.NOTE, f"The data folder {folder} is not there yet.", "It is made at the first start.")
        return
    if not may_write(folder):
        todo = "Give the person who runs the app permission to write to it."
        yield Checkup(How.WRONG, f"The data folder {folder} cannot be written.", todo)
        return
    if is_private(folder) is False:
        says = f"Others on this computer can look into the data folder {folder}."
        yield Checkup(How.NOTE, says, how_to_make_private(folder))
    free = shutil.disk_usage(folder).free
    says = f"The data folder {folder} can be written; {free / (1 << 30):,.1f} GB are free."
    how = How.WRONG if free < FULL else How.NOTE if free < TIGHT else How.GOOD
    yield Checkup(how, says, "" if how is How.GOOD else "Make room: without it nothing more can be recorded.")


def _ports() -> Iterator[Checkup]:
    closed, ports = own_ports_closed()
    if closed:
        todo = "Add this person to the group dialout, then sign in to the computer again."
        yield Checkup(How.WRONG, f"The serial ports {', '.join(closed)} may not be opened.", todo)
    elif ports:
        yield Checkup(How.GOOD, f"{ports} serial port(s) may be opened.")


def _key(places: Places) -> Iterator[Checkup]:
    path = key_file(places.keys, places.station)
    if not path.exists():
        yield Checkup(How.NOTE, "This station has no key yet.", "It is made with the first head.")
        return
    try:
        station_key(places.keys, places.station)
    except LogbookFault as fault:
        yield Checkup(How.WRONG, f"{fault.happened} {fault.means}", fault.todo)
        return
    added = others_can_add(places.keys)
    if added:
        yield Checkup(How.WRONG, f"Others can put keys into {places.keys}.", how_to_make_private(places.keys))
    elif added is None:
        says = "The station's key is there; this system does not tell who else can read it."
        yield Checkup(How.NOTE, says, f"Check the permissions of {places.keys} in its properties.")
    else:
        yield Checkup(How.GOOD, "The station's key is there and for its owner only.")


def _paper_key(places: Places) -> Iterator[Checkup]:
    """The key for papers: there, readable, its certificate's own, and the one on record."""
    from floorapp.commands.paper_office import paper_key_file, read_paper_key  # only where it is looked for

    path, known = paper_key_file(places.keys, places.station), _paper_keys_on_record(places)
    if not path.exists() and not known:
        yield Checkup(How.NOTE, "This station has no key for reports yet.", "It is made with the first report.")
        return
    if not path.exists():
        says = f"The key for reports {path} is gone. Reports issued before can still be checked."
        todo = "Restore it from where it was saved; the next report would be signed with a new one. Ask who removed it."
        yield Checkup(How.WRONG, says, todo)
        return
    try:
        found = read_paper_key(path).fingerprint
    except LogbookFault as fault:
        yield Checkup(How.WRONG, f"{fault.happened} {fault.means}", fault.todo)
        return
    if known and found not in known:
        says = f"The key for reports {path} is not one this station put on record."
        todo = "Put its own key back; the next report would put this one on record. Notify a compliance officer."
        yield Checkup(How.WRONG, says, todo)
    elif is_private(path) is None:
        says = "The key for reports is there, with its own certificate; this system does not tell who else can read it."
        yield Checkup(How.NOTE, says, f"Check the permissions of {path} in its properties.")
    else:
        yield Checkup(How.GOOD, "The key for reports is there, with its own certificate and for its owner only.")


def _paper_keys_on_record(places: Places) -> set[str]:
    """The fingerprints of the keys for papers that this station introduced."""
    query = "SELECT payload FROM entry WHERE kind = ? AND subject_kind = 'station' AND subject_id = ?"
    try:
        with read_only(places.database) as connection:
            rows = connection.execute(query, (PaperKeyIntroduced.KIND, places.station)).fetchall()
        return {msgspec.json.decode(payload, type=PaperKeyIntroduced).fingerprint for (payload,) in rows}
    except (LogbookFault, msgspec.MsgspecError):
        return set()  # said where the logbook is looked at


def _log(places: Places) -> Iterator[Checkup]:
    path = places.logs / "floorapp.log"
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []
    except OSError as error:
        yield Checkup(How.WRONG, f"The log {path} cannot be read: {error.strerror}.", "Check its permissions.")
        return
    bugs = [line for line in lines if " CRITICAL " in line or " unexpected error" in line]
    if bugs:
        todo = "Send the diagnostics (floorapp doctor --bundle FILE.zip) to whoever supports the app."
        yield Checkup(How.NOTE, f"The log holds {len(bugs)} unexpected error(s), the last on {bugs[-1][:19]}.", todo)


def _logbook(path: Path, now: datetime) -> Iterator[Checkup]:
    try:
        with read_only(path) as connection:
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            entries, last = connection.execute("SELECT count(*), max(recorded_at) FROM entry").fetchone()
    except LogbookFault as fault:
        yield Checkup(How.WRONG, f"{fault.happened} {fault.means}", fault.todo)
        return
    if revision != REVISION:
        todo = "It is backed up and upgraded when the app is next opened."
        yield Checkup(How.NOTE, f"The logbook is of an older version ({revision}; now {REVISION}).", todo)
    yield Checkup(How.GOOD, f"The logbook {path} opens: {entries:,} entries, the last of {last or 'never'}.")
    if not may_write(path):
        todo = "Give the person who runs the app permission to write to it."
        yield Checkup(How.WRONG, f"The logbook {path} is read-only.", todo)
    if last and instant_of(last) > now + timedelta(minutes=1):
        todo = "Set the computer's clock; entries keep their order either way."
        yield Checkup(How.WRONG, f"The newest entry is of {last}, which has not come yet.", todo)


def _look(places: Places, path: Path, whole: bool, progress: Callable[[int, int], None]) -> Iterator[Checkup]:
    own, against = ([each for each in found if each.is_dir()] for found in (places.heads[:1], places.heads[1:]))
    try:
        found = verify(
            path,
            own=own,
            against=against,
            attachments=places.attachments,
            seen=known_mark(places.looked),
            proved_here=places.server is not None,
            state=whole,
            progress=progress,
        )
        found = found.also(check_papers(path, places.papers))
    except LogbookFault:
        return  # said above
    if found.good:
        entries = f"{found.entries:,} {'entry' if found.entries == 1 else 'entries'}"
        yield Checkup(How.GOOD, f"The logbook holds what was written: everything in it checked, {entries}.")
    else:
        todo = "Change nothing, keep the file and the heads, and call a compliance officer."
        yield Checkup(How.WRONG, f"The logbook does not hold what was written: {found.first}", todo)
    yield from _cut_since_backup(places, path)


def _cut_since_backup(places: Places, path: Path) -> Iterator[Checkup]:
    """The newest backup's end must still be in the logbook."""
    newest = max(backups_in(places.backups), key=lambda each: each.at, default=None)
    if newest is None:
        return
    try:
        ends = newest_entries(newest.path)
        with read_only(path) as connection:
            query = "SELECT 1 FROM entry WHERE station = ? AND seq = ? AND hash = ?"
            gone = [f"{each[0]}-{each[1]}" for each in ends if not connection.execute(query, each).fetchall()]
    except LogbookFault as fault:
        yield Checkup(How.NOTE, f"The backup {newest.path} cannot be compared with the logbook. {fault.happened}")
        return
    if gone:
        says = f"The logbook no longer holds {', '.join(gone)}, which the backup {newest.path.name} holds."
        todo = "The end was cut off, or an older copy put in its place. Change nothing; call a compliance officer."
        yield Checkup(How.WRONG, says, todo)


def _signed_heads(places: Places) -> int:
    """How many heads the logbook says this station signed; none where it cannot be read."""
    query = "SELECT count(*) FROM entry WHERE kind = ? AND station = ?"
    try:
        with read_only(places.database) as connection:
            return int(connection.execute(query, (HeadSigned.KIND, places.station)).fetchone()[0])
    except LogbookFault:
        return 0  # said where the logbook is looked at


def _heads(places: Places) -> Iterator[Checkup]:
    signed = _signed_heads(places)
    kept = sum(each.head is not None for each in find_heads(places.heads[0])) if places.heads[0].is_dir() else 0
    if kept < signed:
        says = f"Of {signed:,} heads this station signed, {signed - kept:,} are no longer in {places.heads[0]}."
        todo = "Heads are never removed: without them a cut-off end does not show. Ask who removed them, and verify "
        yield Checkup(How.WRONG, says, todo + "against heads kept elsewhere (floorapp logbook verify --against).")
    for place in places.heads:
        if place.exists() and not place.is_dir():
            yield Checkup(
                How.WRONG, f"{place} is not a folder: no head is kept there.", "Name a folder in settings.toml."
            )
            continue
        if not place.is_dir():
            todo = "They are signed while the app runs; if this place is a drive, connect it."
            yield Checkup(How.NOTE, f"There are no signed heads in {place}.", todo)
            continue
        newest = max((each.head.at for each in find_heads(place) if each.head), default=None)
        if newest is None:
            yield Checkup(How.NOTE, f"There are no signed heads in {place} yet.")
        else:
            minutes = int(INTERVAL.total_seconds() // 60)
            yield Checkup(How.GOOD, f"The newest head in {place} is of {utc_stamp(newest)} (every {minutes} minutes).")
    yield from _witnesses(places)


def _witnesses(places: Places) -> Iterator[Checkup]:
    """Whoever outside hears of heads, by the newest one that this station signed."""
    told = witnesses_of(places)
    if len(places.heads) == 1 and not told:
        todo = (
            'Name a place or a witness in settings.toml: heads = "/a/drive/of/the/compliance/office", syslog or mail.'
        )
        yield Checkup(How.NOTE, "Heads are kept on this computer only, where its owner could change both.", todo)
    own = (each.head for each in find_heads(places.heads[0]) if each.head and each.head.station == places.station)
    newest = max(own, key=lambda head: head.seq, default=None) if places.heads[0].is_dir() else None
    if newest is None:
        return
    for each in told:
        if each.knows(newest):
            name = each.name[0].upper() + each.name[1:]
            yield Checkup(How.GOOD, f"{name} was told of the newest head, {newest.number}.")
        else:
            todo = "Check the network and the address in settings.toml; while the app runs it is tried every 5 minutes."
            yield Checkup(How.WRONG, f"The newest head, {newest.number}, has not reached {each.name}.", todo)


def _backups(places: Places, now: datetime) -> Iterator[Checkup]:
    if places.sample:
        return
    if places.backups.exists() and not places.backups.is_dir():
        says = f"{places.backups} is not a folder: no backup is made there."
        yield Checkup(How.WRONG, says, "Name a folder in settings.toml.")
        return
    newest = max((each.at for each in backups_in(places.backups)), default=None)
    if newest is None:
        yield Checkup(How.NOTE, f"There is no backup in {places.backups} yet.", "One is made each day the app runs.")
        return
    old = now - newest > OLD_BACKUP
    todo = "Leave the app running a few minutes, or run `floorapp logbook backup`." if old else ""
    says = f"The newest backup in {places.backups} is of {utc_stamp(newest)}."
    yield Checkup(How.WRONG if old else How.GOOD, says, todo)
