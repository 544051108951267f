"""`floorapp logbook prove`, `check-proof` and `verifier`: what is proved without the logbook, or without us."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from db.durable import write_durably
from db.keys import station_key
from db.proofs import check_proof, proof_bytes, prove, read_checkpoint
from floorapp.bootstrap import UnusablePlace, find_places, shipped
from floorapp.commands.at_desk import Works, open_floor, work
from floorapp.commands.files import read_whole
from floorapp.commands.status import WRONG
from floorapp.domain.heads import Station
from floorapp.operations.heads import OtherKey, spelled_fingerprint

#: No proof is larger.
MOST = 16 << 20


def proof_arguments(works: Works) -> None:
    """The works of `floorapp logbook`."""
    proves = work(works, "prove", "prove one entry to somebody who has no logbook, signed by this station", _prove)
    proves.add_argument("number", help="the entry, such as MAIN-1204")
    proves.add_argument("file", type=Path, help="where the proof goes")
    proves.add_argument(
        "--since", type=Path, metavar="PROOF", help="an earlier proof: also prove that the log continues it"
    )
    checks = work(works, "check-proof", "check a proof; needs no logbook", _check)
    checks.add_argument("file", type=Path)
    checks.add_argument("--key", default="", metavar="FINGERPRINT", help="the key it must be signed with")
    hands = work(works, "verifier", "write the page that checks exports, heads and proofs in any browser", _hand_out)
    hands.add_argument("file", type=Path, help="where the page goes, such as verify.html")


def _prove(call: argparse.Namespace) -> int:
    places = find_places(data=call.data, database=call.database, sample=call.sample)
    station, _, seq = call.number.rpartition("-")
    if station != places.station or not seq.isdecimal() or len(seq) > 18:
        raise UnusablePlace(f"Name an entry of this station, such as {places.station}-1204.")
    store, _desk = open_floor(call)
    try:
        with store.reading() as state:
            known = state.get(Station, station)
    finally:
        store.close()
    own = station_key(places.keys, station)
    signer = own if known is None else own.moved_to(known.key)
    if signer is None:
        assert known is not None
        raise OtherKey(known)
    earlier = _earlier(call.since) if call.since else ("", "")
    content = proof_bytes(prove(places.database, station, int(seq), signer, earlier=earlier))
    write_durably(call.file, content)
    print(f"{call.file}: {len(content):,} bytes. {check_proof(content).says[0]}")
    return 0


def _hand_out(call: argparse.Namespace) -> int:
    write_durably(call.file, shipped("verifier", "verify.html").read_bytes())
    print(f"{call.file}: open it in a browser and drop an export, heads or a proof on it. It needs no network.")
    return 0


def _earlier(path: Path) -> tuple[str, str]:
    """The checkpoint of an earlier proof, and the key that signed it."""
    import msgspec  # only for this

    found = msgspec.json.decode(read_whole(path, most=MOST))
    read_checkpoint(found["checkpoint"], found["key"])
    return found["checkpoint"], found["key"]


def _check(call: argparse.Namespace) -> int:
    try:
        content = read_whole(call.file, most=MOST)
    except OSError as fault:
        raise UnusablePlace(f"{call.file} cannot be read: {fault.strerror}.") from fault
    found = check_proof(content, key=spelled_fingerprint(call.key))
    if found.wrong:
        print(f"WRONG: {found.wrong}", file=sys.stderr)
        return WRONG
    print("\n".join(found.says))
    return 0
