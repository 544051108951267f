"""What stands beside the chain and is sealed into it by digest: rounds and attached files; frames: `db.frame_seals`."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from db.attachments import digest_of, find_attachment
from floorapp.domain.rounds import KeptRound
from floorapp.operations.canonical import digest, instant_of
from floorapp.operations.facts.audits import RoundsPacked
from floorapp.operations.facts.rounds import RoundsImported, seal_of
from floorapp.operations.logbook_check import Flaw, counted

_IMPORTED = msgspec.json.Decoder(RoundsImported)
_PACKED = msgspec.json.Decoder(RoundsPacked)
_ROUNDS = (
    "SELECT place, digest, id, table_id, shoe, at, rulebook, verdict, findings, hands, boxes, record "
    "FROM round WHERE place > ? AND place <= ? ORDER BY place"
)
_BLOCKS = "SELECT place, digest, packed FROM round_block WHERE place >= ? AND place <= ? ORDER BY place"


class Seal(NamedTuple):
    """An entry that seals something beside the chain."""

    kind: str
    version: int
    station: str
    seq: int
    position: int
    at: str
    payload: str

    def flaw(self, about: str, says: str) -> Flaw:
        """What is wrong with what it sealed."""
        where = {"station": self.station, "seq": self.seq, "position": self.position, "at": self.at}
        return Flaw(code=about, says=says, about=about, **where)  # type: ignore[arg-type]


def check_import(connection: Any, entry: Seal, after: int) -> tuple[int, list[Flaw]]:
    """Hold the rounds an entry sealed against its seals; answers the place of the last one."""
    try:
        stated = _IMPORTED.decode(entry.payload)
    except (msgspec.MsgspecError, UnicodeError):
        return after, [entry.flaw("rounds", "the seals in it cannot be read.")]
    count = sum(seal.rounds for seal in stated.seals)
    rows = connection.execute(_ROUNDS, (after, after + count)).fetchall()
    flaws = []
    if [row[0] for row in rows] != list(range(after + 1, after + count + 1)):
        gone = count - len(rows)
        says = (
            f"it sealed {counted(count, 'round', 'rounds')}, and {gone:,} of them {'is' if gone == 1 else 'are'} gone."
        )
        flaws.append(entry.flaw("rounds", says))
    shoes: dict[tuple[str, str], list[KeptRound]] = {}
    for row in rows:
        kept = _kept(row)
        if kept is None:
            flaws.append(entry.flaw("rounds", f"round {row[2]!r}, which it sealed, is not what came in."))
        else:
            shoes.setdefault((kept.table, kept.shoe), []).append(kept)
    for seal in stated.seals:
        if not flaws and seal_of(shoes.get((seal.table, seal.shoe), ())) != seal.digest:
            what = f"table {seal.table}, shoe {seal.shoe}"
            flaws.append(entry.flaw("rounds", f"the rounds of {what}, which it sealed, are not what was kept."))
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
        digest=row[1],
        id=row[2],
        table=row[3],
        shoe=row[4],
        at=at,
        rulebook=row[6],
        verdict=row[7],
        findings=row[8],
        hands=row[9],
        boxes=row[10],
        record=record,
    )


def check_blocks(connection: Any, entry: Seal) -> list[Flaw]:
    """Hold the packed rounds an entry sealed against its seal, a block at a time."""
    try:
        stated = _PACKED.decode(entry.payload)
    except (msgspec.MsgspecError, UnicodeError):
        return [entry.flaw("rounds", "the seal in it cannot be read.")]
    digests = []
    for place, sealed, packed in connection.execute(_BLOCKS, (stated.first, stated.last)):
        if not isinstance(packed, bytes) or digest(packed) != sealed:
            return [
                entry.flaw("rounds", f"the packed rounds of block {place}, which it sealed, are not what was kept.")
            ]
        digests.append(sealed)
    gone = stated.last - stated.first + 1 - len(digests)
    if gone:
        return [entry.flaw("rounds", f"{gone:,} blocks of packed rounds, which it sealed, are gone.")]
    if digest("\n".join(digests).encode()) != stated.digest:
        return [entry.flaw("rounds", "the packed rounds, which it sealed, are not what was kept.")]
    return []


def check_rest(connection: Any, after: int) -> list[Flaw]:
    """Rounds that no entry seals."""
    (found,) = connection.execute("SELECT count(*) FROM round WHERE place > ? OR place < 1", (after,)).fetchone()
    says = f"{counted(found, 'round is', 'rounds are')} sealed by no entry."
    return [Flaw(code="rounds", says=says)] if found else []


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
