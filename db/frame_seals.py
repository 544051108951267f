"""Raw frames held against the entries that sealed them: by their bundles, and by the shoe they came in."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from db.frames import unpack
from db.read_only import read_only
from db.seals import Seal
from floorapp.domain.readers import RawFrame
from floorapp.operations.canonical import digest, instant_text
from floorapp.operations.facts.signals import FramesSealed, ShoeFramesNoted, ShoeFramesSealed
from floorapp.operations.faults import LogbookFault
from floorapp.operations.frames import frames_digest
from floorapp.operations.logbook_check import Flaw

KINDS = {FramesSealed.KIND, ShoeFramesSealed.KIND}

_BUNDLES = msgspec.json.Decoder(FramesSealed)
_SHOES: dict[int, msgspec.json.Decoder[ShoeFramesNoted] | msgspec.json.Decoder[ShoeFramesSealed]] = {
    ShoeFramesNoted.VERSION: msgspec.json.Decoder(ShoeFramesNoted),
    ShoeFramesSealed.VERSION: msgspec.json.Decoder(ShoeFramesSealed),
}
_BY_PLACE = "SELECT place, digest, packed FROM frame_bundle WHERE place >= ? AND place <= ? ORDER BY place"
_BY_TIME = "SELECT place, digest, packed FROM frame_bundle WHERE last_at >= ? AND first_at <= ? ORDER BY place"


#: Where the raw frames of stations on a server lie, by station: each in a file of its own, brought here or not.
FrameFiles = Mapping[str, Path]


def check_file(path: Path, seals: Sequence[Seal]) -> list[Flaw]:
    """Hold the frames of a station's own file against its seals."""
    try:
        with read_only(path) as connection:
            return [flaw for seal in seals for flaw in check_frames(connection, seal)]
    except LogbookFault as fault:
        return [seals[0].flaw("frames", f"the raw frames, which it sealed, cannot be read: {fault}")]


def check_frames(connection: Any, seal: Seal) -> list[Flaw]:
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
    """The first bundle that is not what its own digest says."""
    return next((row[0] for row in rows if not _intact(row[1], row[2])), None)


def _intact(sealed: object, packed: object) -> bool:
    try:
        return digest(zlib.decompress(packed)) == sealed  # type: ignore[arg-type]
    except (zlib.error, TypeError):
        return False
