"""What stands beside the chain and is sealed into it by digest: rounds, raw frames, and attached files."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from db.attachments import digest_of, find_attachment
from floorapp.domain.rounds import KeptRound
from floorapp.operations.canonical import digest, instant_of
from floorapp.operations.facts.audits import RoundsPacked
from floorapp.operations.facts.rounds import RoundsImported, seal_of
from floorapp.operations.facts.signals import FramesSealed
from floorapp.operations.trust import Flaw

_IMPORTED = msgspec.json.Decoder(RoundsImported)
_SEALED = msgspec.json.Decoder(FramesSealed)
_PACKED = msgspec.json.Decoder(RoundsPacked)
_ROUNDS = (
    "SELECT place, digest, id, table_id, shoe, at, rulebook, verdict, findings, hands, boxes, record "
    "FROM round WHERE place > ? AND place <= ? ORDER BY place"
)
_FRAMES = "SELECT place, digest, packed FROM frame_bundle WHERE place >= ? AND place <= ? ORDER BY place"
_BLOCKS = "SELECT place, digest, packed FROM round_block WHERE place >= ? AND place <= ? ORDER BY place"
#: Where an import is named: station, seq, position, time, payload.
Sealing = tuple[str, int, int, str, str]


def check_import(connection: Any, sealing: Sealing, after: int) -> tuple[int, list[Flaw]]:
    """Hold the rounds an entry sealed against its seals; answers the place of the last one."""
    station, seq, position, at, payload = sealing

    def flaw(says: str) -> Flaw:
        return Flaw(
            code="rounds", says=says, station=station, seq=seq, position=position, about="rounds", at=at
        )

    try:
        stated = _IMPORTED.decode(payload)
    except (msgspec.MsgspecError, UnicodeError):
        return after, [flaw("the seals in it cannot be read.")]
    count = sum(seal.rounds for seal in stated.seals)
    rows = connection.execute(_ROUNDS, (after, after + count)).fetchall()
    flaws = []
    if [row[0] for row in rows] != list(range(after + 1, after + count + 1)):
        flaws.append(flaw(f"it sealed {count:,} rounds, and {count - len(rows):,} of them are gone."))
    shoes: dict[tuple[str, str], list[KeptRound]] = {}
    for row in rows:
        kept = _kept(row)
        if kept is None:
            flaws.append(flaw(f"round {row[2]!r}, which it sealed, is not what came in."))
        else:
            shoes.setdefault((kept.table, kept.shoe), []).append(kept)
    for seal in stated.seals:
        if not flaws and seal_of(shoes.get((seal.table, seal.shoe), ())) != seal.digest:
            what = f"table {seal.table}, shoe {seal.shoe}"
            flaws.append(flaw(f"the rounds of {what}, which it sealed, are not what was kept."))
    return after + count, flaws


def _kept(row: tuple[Any, ...]) -> KeptRound | None:
    """A round as it stands; None where its record is not what its digest says."""
    try:
        record = zlib.decompress(row[11])
        at = None if row[5] is None else instant_of(row[5])
        if digest(record) != row[1]:
            return None
    except (zlib.error, ValueError, TypeError, OverflowError):
        return None
    return KeptRound(
        digest=row[1], id=row[2], table=row[3], shoe=row[4], at=at, rulebook=row[6], verdict=row[7],
        findings=row[8], hands=row[9], boxes=row[10], record=record,
    )  # fmt: skip


def check_frames(connection: Any, sealing: Sealing) -> list[Flaw]:
    """Hold the raw frames an entry sealed against its seal."""
    station, seq, position, at, payload = sealing

    def flaw(says: str) -> Flaw:
        return Flaw(code="frames", says=says, station=station, seq=seq, position=position, about="frames", at=at)

    try:
        stated = _SEALED.decode(payload)
    except (msgspec.MsgspecError, UnicodeError):
        return [flaw("the seal in it cannot be read.")]
    rows = connection.execute(_FRAMES, (stated.first, stated.last)).fetchall()
    gone = stated.last - stated.first + 1 - len(rows)
    if gone:
        return [flaw(f"{gone:,} bundles of raw frames, which it sealed, are gone.")]
    changed = [row[0] for row in rows if not _packed_holds(row[1], row[2])]
    if changed:
        return [flaw(f"the raw frames of bundle {changed[0]}, which it sealed, are not what came in.")]
    if digest("\n".join(str(row[1]) for row in rows).encode()) != stated.digest:
        return [flaw("the raw frames, which it sealed, are not what was kept.")]
    return []


def check_blocks(connection: Any, sealing: Sealing) -> list[Flaw]:
    """Hold the packed rounds an entry sealed against its seal, a block at a time."""
    station, seq, position, at, payload = sealing

    def flaw(says: str) -> Flaw:
        return Flaw(code="rounds", says=says, station=station, seq=seq, position=position, about="rounds", at=at)

    try:
        stated = _PACKED.decode(payload)
    except (msgspec.MsgspecError, UnicodeError):
        return [flaw("the seal in it cannot be read.")]
    digests = []
    for place, sealed, packed in connection.execute(_BLOCKS, (stated.first, stated.last)):
        if not isinstance(packed, bytes) or digest(packed) != sealed:
            return [flaw(f"the packed rounds of block {place}, which it sealed, are not what was kept.")]
        digests.append(sealed)
    gone = stated.last - stated.first + 1 - len(digests)
    if gone:
        return [flaw(f"{gone:,} blocks of packed rounds, which it sealed, are gone.")]
    if digest("\n".join(digests).encode()) != stated.digest:
        return [flaw("the packed rounds, which it sealed, are not what was kept.")]
    return []


def _packed_holds(sealed: object, packed: object) -> bool:
    try:
        return digest(zlib.decompress(packed)) == sealed  # type: ignore[arg-type]
    except (zlib.error, TypeError):
        return False


def check_rest(connection: Any, after: int) -> list[Flaw]:
    """Rounds that no entry seals."""
    (found,) = connection.execute("SELECT count(*) FROM round WHERE place > ? OR place < 1", (after,)).fetchone()
    return [Flaw(code="rounds", says=f"{found:,} rounds are sealed by no entry.")] if found else []


def check_attachments(folder: Path, digests: Mapping[str, int]) -> list[Flaw]:
    """Attached files that are gone or changed; `digests` says which entry first named each."""
    flaws = []
    for name, position in sorted(digests.items(), key=lambda each: each[1]):
        path = find_attachment(folder, name)
        if path is None:
            flaws.append(Flaw(code="attachment", says=f"the attached file {name} is gone.", position=position))
        elif digest_of(path) != name:
            flaws.append(Flaw(code="attachment", says=f"the attached file {name} was changed.", position=position))
    return flaws

