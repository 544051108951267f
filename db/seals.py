"""What stands beside the chain and is sealed into it by digest: rounds and attached files; frames: `db.frame_seals`."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from db.attachments import digest_of, find_attachment
from floorapp.domain.rounds import KeptRound
from floorapp.operations.audit.packs import span_of
from floorapp.operations.canonical import digest, instant_of, instant_text
from floorapp.operations.facts.audits import RoundsPacked
from floorapp.operations.facts.rounds import RoundsImported, seal_of
from floorapp.operations.logbook_check import LogbookFlaw, counted

_IMPORTED = msgspec.json.Decoder(RoundsImported)
_PACKED = msgspec.json.Decoder(RoundsPacked)
_ROUNDS = (
    "SELECT place, digest, id, table_id, shoe, at, rulebook, verdict, findings, hands, boxes, record "
    "FROM round WHERE place > ? AND place <= ? ORDER BY place"
)
_BLOCKS = (
    "SELECT place, digest, packed, rounds, first_at, last_at, tables, upto "
    "FROM round_block WHERE place >= ? AND place <= ? ORDER BY place"
)
_LAST_PACKED = "SELECT payload FROM entry WHERE kind = ? ORDER BY position DESC LIMIT 1"


class Named(NamedTuple):
    """The entry that first named an attached file."""

    station: str
    seq: int
    position: int
    at: str
    about: str

    def flaw(self, says: str) -> LogbookFlaw:
        """What is wrong with the file it named."""
        return LogbookFlaw(code="attachment", says=says, **self._asdict())


class Seal(NamedTuple):
    """An entry that seals something beside the chain."""

    kind: str
    version: int
    station: str
    seq: int
    position: int
    at: str
    payload: str

    def flaw(self, about: str, says: str) -> LogbookFlaw:
        """What is wrong with what it sealed."""
        where = {"station": self.station, "seq": self.seq, "position": self.position, "at": self.at}
        return LogbookFlaw(code=about, says=says, about=about, **where)  # type: ignore[arg-type]


def check_import(connection: Any, entry: Seal, after: int) -> tuple[int, list[LogbookFlaw]]:
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


def check_blocks(connection: Any, entry: Seal) -> list[LogbookFlaw]:
    """Hold the packed rounds an entry sealed against its seal, a block at a time."""
    try:
        stated = _PACKED.decode(entry.payload)
    except (msgspec.MsgspecError, UnicodeError):
        return [entry.flaw("rounds", "the seal in it cannot be read.")]
    digests, rounds = [], 0
    for place, sealed, packed, *says in connection.execute(_BLOCKS, (stated.first, stated.last)):
        what = f"the packed rounds of block {place}, which it sealed,"
        if not isinstance(packed, bytes) or digest(packed) != sealed:
            return [entry.flaw("rounds", f"{what} are not what was kept.")]
        if not _describes(says, packed, stated.upto):
            return [entry.flaw("rounds", f"{what} are not of the times, tables and number that stand beside them.")]
        digests.append(sealed)
        rounds += says[0]
    gone = stated.last - stated.first + 1 - len(digests)
    if gone:
        return [entry.flaw("rounds", f"{gone:,} blocks of packed rounds, which it sealed, are gone.")]
    if digest("\n".join(digests).encode()) != stated.digest or rounds != stated.rounds:
        return [entry.flaw("rounds", "the packed rounds, which it sealed, are not what was kept.")]
    return []


def _describes(says: list[Any], packed: bytes, upto: int) -> bool:
    """Whether what stands beside a block is what its content gives."""
    try:
        rounds, first, last, tables = span_of(packed)
    except ValueError:  # sealed by its digest, and yet no block
        return False
    spelled = [rounds, instant_text(first), instant_text(last), msgspec.json.encode(tables).decode(), upto]
    return says == spelled


def check_rest(connection: Any, after: int) -> list[LogbookFlaw]:
    """Rounds that no entry seals."""
    (found,) = connection.execute("SELECT count(*) FROM round WHERE place > ? OR place < 1", (after,)).fetchone()
    says = f"{counted(found, 'round is', 'rounds are')} sealed by no entry."
    return [LogbookFlaw(code="rounds", says=says)] if found else []


def check_loose_blocks(connection: Any) -> list[LogbookFlaw]:
    """Packed rounds that no entry seals: they are packed and sealed in one act, so there never are any."""
    sealed = connection.execute(_LAST_PACKED, (RoundsPacked.KIND,)).fetchone()
    try:
        last = 0 if sealed is None else _PACKED.decode(sealed[0]).last
    except (msgspec.MsgspecError, UnicodeError):
        return []  # said where the entry is
    query = "SELECT count(*) FROM round_block WHERE place > ? OR place < 1"
    (found,) = connection.execute(query, (last,)).fetchone()
    says = f"{counted(found, 'block of packed rounds is', 'blocks of packed rounds are')} sealed by no entry."
    return [LogbookFlaw(code="rounds", says=says)] if found else []


def check_attachments(folder: Path, digests: Mapping[str, Named]) -> list[LogbookFlaw]:
    """Attached files that are gone or changed; `digests` says which entry first named each."""
    flaws = []
    for name, entry in sorted(digests.items(), key=lambda each: each[1].position):
        path = find_attachment(folder, name)
        if path is None:
            flaws.append(entry.flaw(f"the attached file {name} is gone."))
        elif digest_of(path) != name:
            flaws.append(entry.flaw(f"the attached file {name} was changed."))
    return flaws


def attachments_in(payload: str) -> list[str]:
    """The digests of files an entry names."""
    try:
        found = msgspec.json.decode(payload)
    except (msgspec.MsgspecError, TypeError, UnicodeError, RecursionError):
        return []  # its hash does not fit either
    listed = found.get("attachments", []) if isinstance(found, dict) else []
    return [str(each.get("digest")) for each in listed if isinstance(each, dict)]
