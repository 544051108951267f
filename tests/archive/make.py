"""`python -m tests.archive.make`: a small logbook as this version leaves it, put into the archive for good."""

from __future__ import annotations

import json
import lzma
import tempfile
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path

from db.heads import find_heads
from db.schema import REVISION
from db.verify import verify
from floorapp.domain.heads import Reason
from floorapp.domain.people import Role
from floorapp.domain.readers import RawFrame
from floorapp.operations.acts import people
from floorapp.operations.audit import packs
from floorapp.operations.frame_seals import seal_frames
from tests.acts.floor import Floor, furnish
from tests.acts.test_incidents import report
from tests.trust.house import keep_house

ARCHIVE = Path(__file__).parent


def make(into: Path) -> None:
    """A house with an open table, rounds, an incident, sealed frames, packed rounds and a head that left."""
    with tempfile.TemporaryDirectory() as rough:
        furnish(Path(rough) / "house.sqlite")
        kept = keep_house(Path(rough) / "house.sqlite", Path(rough) / "kept")
        floor = kept.floor
        floor.open("FB-01", "red", "blue")
        kept.deal("r1", "r2", "r3")
        report(floor, floor.desk("flo"))
        people.change_role(floor.desk("ada"), person="flo", role=Role.SHIFT_MANAGER, reason="promoted")
        _frames(floor)
        packs.WORTH_PACKING = 1
        assert packs.pack_rounds(floor.desk(), floor.store) is not None
        kept.sealing.sign(Reason.REQUEST)
        kept.close()
        checked = verify(kept.path, against=[kept.away], state=True)
        assert checked.good, checked.words()
        (head,) = find_heads(kept.away)
        into.mkdir()
        (into / "floor.sqlite.xz").write_bytes(lzma.compress(kept.path.read_bytes()))
        (into / "head.json").write_bytes(head.path.read_bytes())
        said = {
            "revision": REVISION,
            "entries": checked.entries,
            "rounds": checked.rounds,
            "last": checked.stations[0].hash,
        }
        (into / "expected.json").write_text(json.dumps(said, indent=2) + "\n")


def _frames(floor: Floor) -> None:
    at = floor.clock.now()
    frames = tuple(RawFrame("L1", at + timedelta(milliseconds=n), bytes([2, n, 3]), False) for n in range(9))
    floor.store.keep_frames(frames)
    seal_frames(floor.desk(), floor.store)


if __name__ == "__main__":
    make(ARCHIVE / f"{version('floorapp')}-r{REVISION}")
