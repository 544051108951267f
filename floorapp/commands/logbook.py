"""`floorapp logbook`: look through it, show it, rebuild its state, export, back up and restore it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from db.attachments import copy_attachments
from db.backup import Newer, backup, carried_frames, restore
from db.credentials import Argon2, is_on_record
from db.export import export
from db.export_check import check_export
from db.extract import Extract, LogbookFolders, check_extract, extract, is_extract
from db.frame_seals import FrameFiles
from db.heads import find_heads
from db.issued_papers import check_papers, copy_papers
from db.read_only import read_only
from db.store import Store, open_store
from db.verify import verify
from floorapp.bootstrap import Places, SystemClock, UnusablePlace, find_places, rulebooks
from floorapp.commands.at_desk import (
    ask_secret,
    at_desk,
    note_reading,
    open_floor,
    person_argument,
    reader_argument,
    recorded,
    work,
)
from floorapp.commands.days import FIRST, LAST, check_period, read_day
from floorapp.commands.progress import bar
from floorapp.commands.proof import proof_arguments
from floorapp.commands.seals import own_frames
from floorapp.commands.shown_entries import entry_lines
from floorapp.commands.status import REFUSED, UNREADABLE, WRONG
from floorapp.operations.acts import sessions, upkeep
from floorapp.operations.credentials import handle_of
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Proof
from floorapp.operations.facts.upkeep import LeftEnd
from floorapp.operations.faults import LogbookFault
from floorapp.operations.heads import spelled_fingerprint
from floorapp.operations.logbook_check import Checked
from floorapp.operations.refusal import Refused

#: What shows what is on record; it takes who reads it.
READS = ("show", "export", "floor-log")
#: More entries than this are for `logbook export`.
MOST_SHOWN = 1_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Checks, shows, exports and backs up the logbook; none of these ever changes it."
    works = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)
    looks = work(works, "verify", "look through every entry and say what is wrong", _verify)
    looks.add_argument(
        "--against",
        action="append",
        type=Path,
        default=[],
        metavar="HEADS",
        help="a head, a folder of heads, a syslog server's file or a saved mail with heads that left the station "
        "(besides the heads/ of the data folder)",
    )
    looks.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="FINGERPRINT",
        help="the first key of a station, as it was written down elsewhere when the floor was new",
    )
    looks.add_argument(
        "--stamps",
        type=Path,
        metavar="PEM",
        help="look at the time stamps beside heads too; the certificates of whom you trust with the time",
    )
    _take_frames(looks)
    looks.add_argument("--state", action="store_true", help="compare the state with a rebuild too")
    shows = work(works, "show", "print entries, newest first", _show)
    shows.add_argument("number", nargs="?", help="one entry, such as MAIN-1204")
    shows.add_argument("--limit", type=_count, default=20, metavar="N", help="how many (default 20)")
    shows.add_argument("--about", nargs=2, metavar=("NOUN", "NAME"), help="a timeline, such as: table FB-01")
    shows.add_argument("--json", action="store_true", help="one JSON object a line")
    rebuilds = work(works, "rebuild", "discard the state and rebuild it from the entries; on record", _rebuild)
    person_argument(rebuilds)
    exports = work(works, "export", "write JSON Lines and CSV that need no software to read", _export)
    exports.add_argument("folder", type=Path, help="a new folder; with --check an exported one")
    _take_frames(exports)
    exports.add_argument("--from", dest="first", metavar="DAY", help="a part: gaming days from this one on")
    exports.add_argument("--to", dest="last", metavar="DAY", help="a part: gaming days up to this one")
    exports.add_argument("--table", default="", metavar="TABLE", help="a part: what is about this table")
    exports.add_argument("--check", action="store_true", help="check an exported folder instead")
    proof_arguments(works)
    work(works, "floor-log", "print what happened at the tables, for floorapp conduct", _floor_log)
    backs = work(works, "backup", "copy the logbook while it is in use, and look through the copy", _backup)
    backs.add_argument("into", type=Path, help="a folder, or the name of a new file")
    for name in READS:
        reader_argument(works.choices[name])
    puts = work(works, "restore", "put a backup in the logbook's place; the old one is kept aside", _restore)
    puts.add_argument("backup", type=Path)
    puts.add_argument(
        "--force", action="store_true", help="also over newer entries, or with a backup that is wrong; on record"
    )
    puts.add_argument("--as", dest="person", metavar="NAME", help="with --force: your sign-in name in the backup")
    puts.add_argument("--reason", help="with --force: reason; it is on record")


def _take_frames(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--frames",
        type=Path,
        metavar="FOLDER",
        help="raw frames that `floorapp station frames` wrote at other podiums, on a floor with a server",
    )


def _frames(call: argparse.Namespace) -> FrameFiles | None:
    """Where raw frames lie: this station's own, and those that were carried here."""
    own = own_frames(_places(call))
    if call.frames is None:
        return own
    if own is None:
        raise UnusablePlace("On a floor in a file the raw frames are in that file: leave --frames out.")
    return {**carried_frames(call.frames), **own}


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 9 or not 1 <= int(text) <= MOST_SHOWN:
        raise argparse.ArgumentTypeError(f"must be a number from 1 to {MOST_SHOWN:,}")
    return int(text)


def run(call: argparse.Namespace) -> int:
    if call.what in READS:
        asked = (getattr(call, name, None) for name in ("number", "table", "first", "last"))
        note_reading(
            call, " ".join(("logbook", call.what, *(getattr(call, "about", None) or ()), *filter(None, asked)))
        )
    return int(call.does(call))


def _places(call: argparse.Namespace) -> Places:
    return find_places(data=call.data, database=call.database, sample=call.sample)


def _database(call: argparse.Namespace) -> Path:
    return _places(call).database


def _beside(call: argparse.Namespace, name: str) -> Path:
    """A folder of the data folder; with --database alone, the one beside the file."""
    own = call.data or os.environ.get("FLOORAPP_DATA") or not call.database
    return (_places(call).data if own else _database(call).parent) / name


def _verify(call: argparse.Namespace) -> int:
    for place in call.against:
        if not any(find_heads(place)):
            raise LogbookFault(
                f"There is no head in {place}, or it cannot be read.",
                "Nothing was checked: without a head kept elsewhere, a cut-off end does not show.",
                "Name a head's file, or the folder they were kept in.",
            )
    places, heads = _places(call), _beside(call, "heads")
    own = [heads] if heads.is_dir() else []
    against = [*(place for place in (places.second_heads,) if place and place.is_dir()), *call.against]
    frames = _frames(call)
    if places.server is not None and frames is not None:
        from db.server_check import verify_server  # only where there is one
        from db.station import COPY

        found = verify_server(
            places.server,
            frames=frames,
            against=against,
            own=own,
            keys=[spelled_fingerprint(each) for each in call.key],
            known=places.data / COPY,
            state=call.state,
            progress=bar("entries"),
        )
        return _told(call, found.also(check_papers(places.data / COPY, places.papers)), [*own, *against])
    found = verify(
        _database(call),
        against=against,
        own=own,
        attachments=_beside(call, "attachments"),
        keys=[spelled_fingerprint(each) for each in call.key],
        state=call.state,
        progress=bar("entries"),
    )
    papers = check_papers(_database(call), _beside(call, "papers"))
    return _told(call, found.also(papers), [*own, *against])


def _told(call: argparse.Namespace, found: Checked, heads: list[Path]) -> int:
    """Tell what was found, and what time stamps say where somebody asked for them."""
    print("\n".join(found.words()))
    if call.stamps is None:
        return 0 if found.good else WRONG
    from db.time_stamps import check_stamps, read_authorities  # few ask

    try:
        authorities = read_authorities(call.stamps)
    except (OSError, ValueError) as fault:
        raise UnusablePlace(f"{call.stamps} holds no certificate that can be read (PEM).") from fault
    stamps = check_stamps(heads, authorities)
    print("\n".join((*stamps.says, *(f"WRONG: {flaw.says}" for flaw in stamps.flaws))))
    return 0 if found.good and not stamps.flaws else WRONG


def _show(call: argparse.Namespace) -> int:
    with read_only(_database(call)) as connection:
        lines = entry_lines(connection, number=call.number, limit=call.limit, about=call.about, as_json=call.json)
    if call.number and not lines:
        print(f"There is no entry {call.number}.", file=sys.stderr)
        return WRONG
    print("\n".join(lines))
    return 0


def _floor_log(call: argparse.Namespace) -> int:
    """The logbook as a floor log: the very lines the app's own judge hears."""
    from floorapp.operations.conduct_log import FloorTeller, public_lines  # only for this
    from floorapp.operations.papers.record import Record

    store, _desk = open_floor(call)
    try:
        newest = store.page(limit=1)
        record = Record(store, upto=newest[0].position if newest else 0, rulebooks=rulebooks())
        teller = FloorTeller(record)
        for line in public_lines(teller.lines(), rulebooks(), own := set[str]()):
            print(json.dumps(line))
    finally:
        store.close()
    for table in sorted(own):
        print(f"floorapp: not in the log: table {table}, under a rulebook of the property's own", file=sys.stderr)
    for left in teller.left_out:
        print(f"floorapp: not in the log: {left.says}", file=sys.stderr)
    return UNREADABLE if teller.left_out else 0


def _refuse_server(call: argparse.Namespace) -> None:
    if _places(call).server is not None:
        raise UnusablePlace(
            "This is for a floor in a file. The page “Many stations” says how a server is looked after."
        )


def _rebuild(call: argparse.Namespace) -> int:
    _refuse_server(call)
    path = _database(call)
    with read_only(path):
        pass  # there must be one: a rebuild makes no new logbook
    with at_desk(call) as desk:
        refusal = desk.ask(upkeep.may_rebuild_state)
        if refusal is not None:
            raise Refused(refusal)
        store = desk.logbook
        assert isinstance(store, Store)
        before = store.state_digest()
        done = store.rebuild(bar("entries"))
        store.index_again()
        same = store.state_digest() == before
        recorded(upkeep.rebuild_state(desk, entries=done, same=same))
    said = "the state is what it was" if same else "the state was NOT what the entries give, and is now"
    print(f"{done:,} entries applied: {said}.")
    return 0 if same else WRONG


def _extract(call: argparse.Namespace) -> int:
    """A period or a table, with the files it names."""
    try:
        first, last = (read_day(each) if each else None for each in (call.first, call.last))
    except ValueError as fault:
        raise UnusablePlace(f"{fault}.") from None
    today = datetime.now().astimezone().date()
    check_period(first or FIRST, last or max(first or today, today), longest=LAST - FIRST)
    if first is not None and first > today:
        raise UnusablePlace(f"{call.first} is still to come. Choose gaming days that have begun.")
    heads = _beside(call, "heads")
    beside = LogbookFolders((heads,) if heads.is_dir() else (), _beside(call, "attachments"), _beside(call, "papers"))
    which = Extract(first, last, call.table)
    rows = extract(_database(call), call.folder, which, beside=beside, now=datetime.now(UTC))["rows"]
    print(
        f"{rows['entries']:,} entries, {rows['rounds']:,} rounds, {rows['attachments']:,} attached files and "
        f"{rows['papers']:,} reports exported to {call.folder}. It is a part: what was left out does not show in it."
    )
    return 0


def _check_extract(folder: Path) -> int:
    wrong = check_extract(folder)
    good = "Intact: every file and entry of this part is what was exported. What was left out does not show in it."
    print("\n".join(f"wrong: {each}" for each in wrong) or good)
    return WRONG if wrong else 0


def _export(call: argparse.Namespace) -> int:
    if call.check and is_extract(call.folder):
        return _check_extract(call.folder)
    if not call.check and (call.first or call.last or call.table):
        return _extract(call)
    if call.check:
        checked = check_export(call.folder)
        print("\n".join(checked.words()))
        return WRONG if checked.flaws else 0
    heads = _beside(call, "heads")
    made = export(
        _database(call),
        call.folder,
        now=datetime.now(UTC),
        heads=[heads] if heads.is_dir() else [],
        attachments=_beside(call, "attachments"),
        papers=_beside(call, "papers"),
        frames=_frames(call),
        progress=bar("entries"),
    )
    rows = made["rows"]
    print(
        f"{rows['entries']:,} entries, {rows['rounds']:,} rounds and {rows['frames']:,} raw frames "
        f"exported to {call.folder}."
    )
    print("\n".join(made["found"]))
    return 0 if made["good"] else WRONG


def _backup(call: argparse.Namespace) -> int:
    _refuse_server(call)
    made = backup(_database(call), call.into, now=datetime.now(UTC), progress=bar("pages"))
    copy_attachments(_beside(call, "attachments"), made.path.parent / "attachments")
    copy_papers(_beside(call, "papers"), made.path.parent / "papers")
    print(f"{made.path}\nSHA-256 {made.digest}")
    print("\n".join(made.checked.words()))
    return 0 if made.checked.good else WRONG


def _enter_restore(call: argparse.Namespace, part: Path, digest: str, left: tuple[LeftEnd, ...]) -> None:
    """In the copy that is about to be put in place: somebody signs in there and states what is left behind."""
    store = open_store(part, station=_places(call).station)
    try:
        with store.looking() as connection:
            if not is_on_record(connection, handle_of(call.person), Proof.PASSWORD):
                raise LogbookFault(
                    f"In this backup the password of {call.person} is not the one on record.",
                    "It was not put in place; the logbook that is there is unaffected.",
                    "Keep the backup as it is, call a compliance officer, and choose another one.",
                )
        desk = Desk(logbook=store, clock=SystemClock(), hasher=Argon2(), rulebooks=rulebooks())
        sessions.sign_in(desk, name=call.person, password=ask_secret(f"Password of {call.person}"))
        recorded(upkeep.restore_backup(desk, digest=digest, left=left, reason=call.reason))
        sessions.sign_out(desk)
    finally:
        store.close()


def _restore(call: argparse.Namespace) -> int:
    _refuse_server(call)
    onto = _database(call)
    if call.force and not (call.person and call.reason):
        raise UnusablePlace("A restore with --force goes on record: name yourself with --as, and the --reason.")
    enter = partial(_enter_restore, call) if call.force else None
    try:
        aside = restore(call.backup, onto=onto, now=datetime.now(UTC), force=call.force, enter=enter)
    except Newer as fault:
        print(fault, file=sys.stderr)
        return REFUSED
    print(f"{call.backup} is now {onto}.")
    if aside is not None:
        print(f"What was there before is kept as {aside}.")
    files = copy_attachments(call.backup.parent / "attachments", _beside(call, "attachments"))
    if files:
        print(f"{files:,} attached files were restored with it.")
    reports = copy_papers(call.backup.parent / "papers", _beside(call, "papers"))
    if reports:
        print(f"{reports:,} issued reports were restored with it.")
    heads = _beside(call, "heads")
    found = verify(onto, own=[heads] if heads.is_dir() else [])
    print("\n".join(found.words()))
    return 0 if found.good else WRONG
