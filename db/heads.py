"""Heads outside the database: one JSON file each, in `heads/` and a second place if there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote, unquote

import msgspec

from db.durable import write_durably
from db.keys import holds
from floorapp.domain.heads import Head
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical
from floorapp.operations.faults import LogbookFault
from floorapp.operations.heads import FORMAT, sworn
from floorapp.system import for_all_to_read

_HEAD = msgspec.json.Decoder(Head)
#: A head as it stands in a line of something else: a syslog server's file, a saved mail.
_IN_TEXT = re.compile(rb'\{"at":"[^{}]*"format":"floor-head/[^{}]*\}')


@dataclass(frozen=True, slots=True)
class HeadFile:
    """A head as it was found outside: where, and either the head or what is wrong with the file."""

    path: Path
    head: Head | None
    wrong: str = ""


def keep_head(head: Head, places: Sequence[Path]) -> None:
    """Write a head into every place, durably; a place that fails does not keep it from the others."""
    failed = []
    for place in places:
        path = head_path(place, head)
        content = head_bytes(head)
        try:
            if not (path.exists() and path.read_bytes() == content):
                write_durably(path, content)
                for_all_to_read(path)  # a head is for everybody
        except OSError as error:
            failed.append((place, error))
    if failed:
        where = " and ".join(f"{place} ({error.strerror})" for place, error in failed)
        raise LogbookFault(
            f"The signed head {head.number} could not be written to {where}.",
            "It is on record in the logbook, but that place does not vouch for it.",
            "Check the space and permissions there; it is written there with the next head.",
        ) from failed[0][1]


def head_path(place: Path, head: Head) -> Path:
    """Where a head stands in a place."""
    return place / head.at.isoformat()[:7] / f"{quote(head.station, safe='')}-{head.seq:010d}.json"


def head_bytes(head: Head) -> bytes:
    """A head as it stands in its file."""
    return canonical(head) + b"\n"


def read_head(path: Path) -> HeadFile:
    """Read one head strictly: its spelling and its signature must both hold."""
    try:
        content = path.read_bytes()
    except OSError as error:
        return HeadFile(path, None, f"cannot be read: {error.strerror}")
    return _read(path, content)


def _heads_in(path: Path) -> Iterator[HeadFile]:
    """Every head in a file of other lines: what a syslog server wrote, or a mail somebody saved."""
    none = True
    try:
        with path.open("rb") as lines:
            for line in lines:
                for found in _IN_TEXT.findall(line):
                    none = False
                    yield _read(path, found + b"\n")
    except OSError as error:
        yield HeadFile(path, None, f"cannot be read: {error.strerror}")
        return
    if none:
        yield HeadFile(path, None, "is not a head, and holds none")


def _read(path: Path, content: bytes) -> HeadFile:
    try:
        head = _HEAD.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return HeadFile(path, None, "is not a head")
    return HeadFile(path, head, wrong_with(head, content))


def wrong_with(head: Head, content: bytes | None = None) -> str:
    """What keeps a head from vouching for anything; nothing where it is sound."""
    if head.format != FORMAT:
        return f"is of format {head.format!r}, which this version does not know"
    if head.seq < 1:
        return "names no entry"
    try:
        if content is not None and head_bytes(head) != content:
            return "is not spelled as a head is written"
        if not holds(head.key, sworn(head), head.signature):
            return "has a signature that does not hold"
    except (UnicodeEncodeError, ValueError):
        return "is not spelled as a head is written"
    return ""


def find_heads(place: Path, *, after: Mapping[str, int] | None = None) -> Iterator[HeadFile]:
    """Every head in a file or under a folder, by name; files that are being written are not heads yet.

    With `after`, those that by their name are of an entry up to this one of their station are left out unread.
    """
    if place.is_dir():
        for path in sorted(place.rglob("*.json")):
            if not path.name.startswith(".") and not _is_before(path, after or {}):
                yield read_head(path)
    elif place.suffix == ".json":
        yield read_head(place)
    else:
        yield from _heads_in(place)


def _is_before(path: Path, after: Mapping[str, int]) -> bool:
    station, _, seq = path.stem.rpartition("-")
    return seq.isascii() and seq.isdigit() and int(seq) <= after.get(unquote(station), 0)
