"""`floorapp station`: prepare a server for the logbook, move a floor there, add stations and list them."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from db.backup import carry_frames
from db.durable import write_durably
from db.keys import key_file, station_key
from db.outbox_recovery import open_outbox
from db.postgres import shown
from db.server import prepare, stations
from db.server_move import move, take_frames
from db.shared_files import share_all
from db.station import COPY, FILES, FRAMES, KEPT, OUTBOX, StationStore
from floorapp.bootstrap import STATION_NAME, STATION_NAMES, Places, UnusablePlace, find_places
from floorapp.commands.at_desk import ask_secret, at_desk, person_argument, recorded, work
from floorapp.commands.progress import bar
from floorapp.commands.status import REFUSED
from floorapp.domain.written_time import file_stamp
from floorapp.operations.acts import upkeep
from floorapp.operations.acts.credentials import sign
from floorapp.operations.entry import Proof
from floorapp.operations.signatures import Meaning
from floorapp.system import put_in_place


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Several stations on one PostgreSQL server; the page “Many stations” says how, step by step."
    works = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)
    prepares = work(works, "prepare", "set up the logbook on a server, or update it, as its owner", _prepare)
    prepares.add_argument(
        "--role", required=True, help="the account of a station, or of all; it gets only the rights it needs"
    )
    _of_station(prepares)
    moves = work(works, "move", "move an embedded floor to an empty logbook on a server, as its owner", _move)
    moves.add_argument("file", type=Path, help="the floor's file, such as floor.sqlite")
    moves.add_argument("--role", help="the account of a station, or of all")
    _of_station(moves)
    adds = work(works, "add", "make this computer a station of a floor on a server", _add)
    adds.add_argument("name", help="the station's name, such as PODIUM-2: it begins its entries' numbers")
    work(works, "list", "which stations write into the logbook, and how far each is", _list)
    frames = work(works, "frames", "copy this station's raw frames, to check with `logbook verify --frames`", _frames)
    frames.add_argument("folder", type=Path, help="where to, such as a stick; the file gets the station's name")
    keys = work(works, "key", "put a new key of this station on record, where the one before is lost", _key)
    person_argument(keys)
    keys.add_argument("--reason", required=True, help="reason; it is on record")
    work(works, "rejoin", "take the server as it is now, after a backup was restored there", _rejoin)


def _of_station(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--station", metavar="NAME", help="whose account it is: it then appends to the entries of this station only"
    )


def run(call: argparse.Namespace) -> int:
    return int(call.does(call))


def _at(call: argparse.Namespace) -> tuple[Places, str]:
    places = find_places(data=call.data, database=call.database)
    if places.server is None:
        raise UnusablePlace("Name the server with --database postgresql://USER@HOST/DATABASE.")
    return places, places.server


def _named(call: argparse.Namespace) -> str | None:
    """The station an account is for, where one is named."""
    if call.station is not None and not STATION_NAME.fullmatch(call.station):
        raise UnusablePlace(STATION_NAMES)
    return None if call.station is None else str(call.station)


def _prepare(call: argparse.Namespace) -> int:
    _, url = _at(call)
    before = prepare(url, role=call.role, station=_named(call), progress=bar("entries"))
    done = "laid out" if before is None else f"updated from {before}"
    own = f"the entries of {call.station}" if call.station else "while no account has a station of its own"
    print(f"The logbook in {shown(url)} is {done}; {call.role} may read, and append {own}.")
    return 0


def _move(call: argparse.Namespace) -> int:
    _, url = _at(call)
    heads = move(call.file, url, role=call.role, station=_named(call), progress=bar("entries"))
    files = share_all(url, call.file.parent / FILES)
    for station, (seq, hash_) in sorted(heads.items()):
        print(f"{station}-{seq}  {hash_}")
    print(f"{files:,} attached files are on the server.")
    print(f"{call.file} is now in {shown(url)}, entry by entry the same. Keep the file; nothing writes to it any more.")
    return 0


def _add(call: argparse.Namespace) -> int:
    places, url = _at(call)
    if not STATION_NAME.fullmatch(call.name):
        raise UnusablePlace(STATION_NAMES)
    settings = places.data / "settings.toml"
    before = settings.read_text(encoding="utf-8") if settings.exists() else ""
    if "station" in before or "database" in before:
        raise UnusablePlace(f"{settings} already names a station or a database. Use another --data folder.")
    if call.name in {each.name for each in stations(url)} and not key_file(places.keys, call.name).exists():
        print(f"There is already a station {call.name}; choose another name.", file=sys.stderr)
        return REFUSED
    places.data.mkdir(parents=True, exist_ok=True)
    embedded = places.data / "floor.sqlite"
    if embedded.exists() and not (places.data / FRAMES).exists():
        take_frames(embedded, places.data / FRAMES)
    station = StationStore(url, places.data, station=call.name)
    try:
        station.meet(bar("entries"))
    finally:
        station.close()
    station_key(places.keys, call.name)
    content = f'{before}# Written by `floorapp station add`.\ndatabase = {json.dumps(url)}\nstation = "{call.name}"\n'
    write_durably(settings, content.encode(), mode=0o600)
    print(f"This computer is station {call.name} of {shown(url)}. Start the app: floorapp --data {places.data}")
    return 0


def _list(call: argparse.Namespace) -> int:
    _, url = _at(call)
    for each in stations(url):
        print(f"{each.name:12} {each.entries:>9,} entries  last {each.last_at}")
    return 0


def _frames(call: argparse.Namespace) -> int:
    places, _ = _at(call)
    print(
        f"The raw frames of {places.station} are in {carry_frames(places.data / FRAMES, places.station, call.folder)}."
    )
    return 0


def _key(call: argparse.Namespace) -> int:
    """Always a fresh key: one that lies there may be somebody else's."""
    places = find_places(data=call.data, database=call.database)
    with at_desk(call) as desk:
        new = station_key(places.keys, places.station).renewed()
        secret = ask_secret(f"PIN of {call.person}, to sign: “{Meaning.NEW_KEY}”")
        signature = sign(desk, person=call.person, secret=secret, proof=Proof.PIN, meaning=Meaning.NEW_KEY)
        change = upkeep.replace_station_key(desk, key=new.key, reason=call.reason, signature=signature)
        new.moved_to(new.key)
        return recorded(change)


def _rejoin(call: argparse.Namespace) -> int:
    """The copy is put aside, so that it can be compared; the outbox stays and is sent."""
    places, url = _at(call)
    stamp = file_stamp(datetime.now(UTC))
    for ending in ("", "-wal", "-shm"):
        old = places.data / f"{COPY}{ending}"
        if old.exists():
            put_in_place(old, places.data / f"before-{stamp}-{COPY}{ending}")
    outbox = open_outbox(places.data / OUTBOX, places.data / KEPT, f"{places.station}-kept")
    waiting = outbox.waiting
    outbox.forget_meant()
    outbox.close()
    station = StationStore(url, places.data, station=places.station)
    try:
        station.meet(bar("entries"))
    finally:
        station.close()
    print(f"{places.station} follows {shown(url)} as it is now; {waiting} saved actions were sent.")
    return 0
