"""Raw frames held against the entries that sealed them: by their bundles, and by the shoe they came in."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec

from db.frames import described, unpack
from db.read_only import read_only
from db.seals import Seal
from floorapp.domain.readers import RawFrame
from floorapp.operations.canonical import digest, instant_of, instant_text
from floorapp.operations.facts.signals import FramesSealed, ShoeFramesNoted, ShoeFramesSealed
from floorapp.operations.faults import LogbookFault
from floorapp.operations.frames import frames_digest
from floorapp.operations.logbook_check import LogbookFlaw

KINDS = {FramesSealed.KIND, ShoeFramesSealed.KIND}

_BUNDLES = msgspec.json.Decoder(FramesSealed)
_SHOES: dict[int, msgspec.json.Decoder[ShoeFramesNoted] | msgspec.json.Decoder[ShoeFramesSealed]] = {
    ShoeFramesNoted.VERSION: msgspec.json.Decoder(ShoeFramesNoted),
    ShoeFramesSealed.VERSION: msgspec.json.Decoder(ShoeFramesSealed),
}
_BUNDLE = "SELECT place, digest, packed, first_at, last_at, lines FROM frame_bundle"
_BY_PLACE = f"{_BUNDLE} WHERE place >= ? AND place <= ? ORDER BY place"
_BY_TIME = f"{_BUNDLE} WHERE last_at >= ? AND first_at <= ? ORDER BY place"
_REST = f"{_BUNDLE} WHERE place > ? OR place < 1 ORDER BY place"
_LAST_SEAL = "SELECT payload FROM entry WHERE kind = ? AND station = ? ORDER BY position DESC LIMIT 1"
#: A station seals its frames every quarter of an hour: one that nobody sealed for so long was put there by others.
SEALED_WITHIN = timedelta(days=1)


#: Where the raw frames of stations on a server lie, by station: each in a file of its own, brought here or not.
FrameFiles = Mapping[str, Path]


def check_file(path: Path, seals: Sequence[Seal]) -> list[LogbookFlaw]:
    """Hold the frames of a station's own file against its seals."""
    try:
        with read_only(path) as connection:
            return [flaw for seal in seals for flaw in check_frames(connection, seal)]
    except LogbookFault as fault:
        return [seals[0].flaw("frames", f"the raw frames, which it sealed, cannot be read: {fault}")]


def check_loose_file(path: Path, chains: Any, station: str, now: str) -> tuple[list[LogbookFlaw], int]:
    """The same for frames of a station's own file; one that cannot be read is told where its seals are held."""
    try:
        with read_only(path) as connection:
            return check_rest(connection, chains, station, now)
    except LogbookFault:
        return [], 0


def check_frames(connection: Any, seal: Seal) -> list[LogbookFlaw]:
    """Hold the frames an entry sealed against its seal; the first thing that is wrong is named."""
    try:
        says = _bundles_wrong(connection, seal) if seal.kind == FramesSealed.KIND else _shoe_wrong(connection, seal)
    except (msgspec.MsgspecError, UnicodeError):
        says = "the seal in it cannot be read."
    return [seal.flaw("frames", says)] if says else []


def _bundles_wrong(connection: Any, seal: Seal) -> str:
    stated = _BUNDLES.decode(seal.payload)
    rows = connection.execute(_BY_PLACE, (stated.first, stated.last)).fetchall()
    gone = stated.last - stated.first + 1 - len(rows)
    if gone:
        return f"{gone:,} bundles of raw frames, which it sealed, are gone."
    changed = _first_changed(rows)
    if changed is not None:
        return f"the raw frames of bundle {changed}, which it sealed, are not what came in."
    if digest("\n".join(str(row[1]) for row in rows).encode()) != stated.digest:
        return "the raw frames, which it sealed, are not what was kept."
    return ""


def _shoe_wrong(connection: Any, seal: Seal) -> str:
    decoder = _SHOES.get(seal.version)
    if decoder is None:  # of a newer version: kept, and not understood here
        return ""
    stated = decoder.decode(seal.payload)
    what = f"the raw frames of line {stated.line} in shoe {stated.shoe}, which it sealed,"
    rows, gone = _bundles_of(connection, stated)
    if gone:
        return f"{what} are gone in part: {gone:,} bundles are missing."
    changed = _first_changed(rows)
    if changed is not None:
        return f"{what} are not what came in: bundle {changed} was changed."
    frames = tuple(
        frame
        for row in rows
        for frame in unpack(row[2])
        if frame.line == stated.line and stated.began_at <= frame.at <= stated.ended_at
    )
    if len(frames) < stated.frames:
        return f"{what} are gone in part: {len(frames):,} of {stated.frames:,} are there."
    return "" if _holds(stated, frames) else f"{what} are not what was kept."


def _bundles_of(connection: Any, stated: ShoeFramesNoted | ShoeFramesSealed) -> tuple[list[tuple[Any, ...]], int]:
    """The bundles that a shoe's frames lie among, and how many of them are gone."""
    if isinstance(stated, ShoeFramesSealed):
        rows = connection.execute(_BY_PLACE, (stated.first, stated.last)).fetchall()
        return rows, stated.last - stated.first + 1 - len(rows)
    span = instant_text(stated.began_at), instant_text(stated.ended_at)
    return connection.execute(_BY_TIME, span).fetchall(), 0


def _holds(stated: ShoeFramesNoted | ShoeFramesSealed, frames: tuple[RawFrame, ...]) -> bool:
    if isinstance(stated, ShoeFramesSealed):
        return len(frames) == stated.frames and frames_digest(frames) == stated.digest
    # Sought by time alone, others may be among them since a clock was set back; the sealed ones stand together.
    starts = range(len(frames) - stated.frames + 1)
    return any(frames_digest(frames[start : start + stated.frames]) == stated.digest for start in starts)


def _first_changed(rows: Sequence[tuple[Any, ...]]) -> int | None:
    """The first bundle that is not what its own digest says, or whose times and lines are not its frames'."""
    return next((row[0] for row in rows if not _intact(row)), None)


def _intact(row: tuple[Any, ...]) -> bool:
    try:
        spelled = zlib.decompress(row[2])
        return digest(spelled) == row[1] and described(spelled) == row[3:6]
    except (zlib.error, TypeError, ValueError, OverflowError, IndexError):
        return False


def check_rest(connection: Any, chains: Any, station: str, now: str) -> tuple[list[LogbookFlaw], int]:
    """Bundles after the last seal: what is wrong with them, and how many only wait for the next one.

    `connection` holds the frames and `chains` the entries; `now` is when the station's last entry was recorded.
    """
    seal = chains.execute(_LAST_SEAL, (FramesSealed.KIND, station)).fetchone()
    try:
        stated = None if seal is None else _BUNDLES.decode(seal[0])
        oldest = instant_text(instant_of(now) - SEALED_WITHIN) if now else ""
    except (msgspec.MsgspecError, UnicodeError, TypeError, ValueError, OverflowError):
        return [LogbookFlaw(code="frames", says="the last seal of raw frames, or its time, cannot be read.")], 0
    rows = connection.execute(_REST, (stated.last if stated else 0,)).fetchall()
    for row in rows:
        what = f"the bundle {row[0]} of raw frames, which no entry seals,"
        if not _intact(row) or row[0] < 1:
            return [LogbookFlaw(code="frames", says=f"{what} is not what came in.")], 0
        if str(row[4]) < oldest:
            return [
                LogbookFlaw(
                    code="frames", says=f"{what} should have been sealed long ago: a station did not put it there."
                )
            ], 0
    return [], len(rows)
