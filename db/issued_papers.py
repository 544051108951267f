"""Issued papers in their folder: brought along into backups and exports, and back; held against what is on record."""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from db import sqlite
from db.durable import write_durably
from db.read_only import read_only
from db.seals import Named
from floorapp.operations.logbook_check import LogbookFlaw

_ISSUED = """
SELECT kind, payload, station, seq, position, recorded_at FROM entry
WHERE kind IN ('document.issued', 'document.reprinted', 'document.signed') ORDER BY position
"""


def copy_papers(folder: Path, into: Path) -> int:
    """Bring issued papers that are not there yet to a second place; answers how many. A paper never changes."""
    copied = 0
    for path in sorted(folder.glob("*.pdf")) if folder.is_dir() else ():
        if not (into / path.name).exists():
            write_durably(into / path.name, path.read_bytes())
            copied += 1
    return copied


def check_papers(logbook: Path, folder: Path) -> list[LogbookFlaw]:
    """Stored reports that are not the ones on record; one that lies elsewhere is not missed."""
    flaws = []
    for name, (digest, entry) in _on_record(logbook).items() if folder.is_dir() else ():
        path = folder / name
        if digest and path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            flaws.append(entry.flaw(f"the stored report {name} is not the one that is on record."))
    return flaws


def _on_record(logbook: Path) -> dict[str, tuple[str, Named]]:
    """The files of reports by name: the digest each has, and the entry that says so."""
    found: dict[str, tuple[str, Named]] = {}
    signed = Counter[str]()
    with (
        read_only(logbook) as connection,
        contextlib.suppress(sqlite.module().DatabaseError),
    ):  # said by the look itself
        for kind, payload, station, seq, position, at in connection.execute(_ISSUED):
            said = _read(payload)
            number = str(said.get("document"))
            if kind == "document.signed":
                signed[number] += 1
            ending = {"document.reprinted": f"-copy-{said.get('copy')}", "document.signed": f"-signed-{signed[number]}"}
            entry = Named(station, seq, position, at, f"document {number}")
            found[f"{number}{ending.get(kind, '')}.pdf"] = (str(said.get("digest", "")), entry)
    return found


def _read(payload: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(payload, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeError):
        return {}  # its hash does not fit either
