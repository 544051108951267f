"""A part of the logbook as plain files: the entries and rounds of a period or a table, what they name, and the heads.

An extract says what was asked of it. Every entry in it carries its own hash; that none between was left out only the
whole logbook, or a whole export, can say.
"""

from __future__ import annotations

import csv
import hashlib
import zlib
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from db.attachments import CHUNK, find_attachment, keep_content
from db.chain import COLUMNS
from db.durable import make_folder, sync_folder, write_durably
from db.export import ROUND, close_export, copy_heads, files_in, record_text, safe_row
from db.read_only import read_only
from floorapp.domain.gaming_day import GamingDay, HouseClock
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical, instant_text
from floorapp.operations.entry import written_of
from floorapp.operations.faults import LogbookFault
from floorapp.system import put_in_place, remove_folder

FORMAT = "floor-extract/1"
README = """This folder is a part of a logbook of a casino floor: manifest.json says which, under "extract".

entries.jsonl   one JSON object a line: {"entry": ..., "hash": ...}; the hash of an entry is the SHA-256, in
                hexadecimal, of its JSON with names in alphabetical order, without spaces, in UTF-8
entries.csv     the same entries as a table
rounds.jsonl    the rounds dealt at that time or table, as they came, with the verdict given then
attachments/    files that these entries name, each under the SHA-256 of its content
papers/         reports (PDF) that these entries issue
heads/          signed heads of the whole logbook
SHA256SUMS      digests of every file: sha256sum -c SHA256SUMS

What was left out cannot be seen in a part: a whole export (`floorapp logbook export`) holds the chain.
"""


@dataclass(frozen=True, slots=True)
class Extract:
    """Which part: gaming days from the first to the last, a table, or both."""

    first: date | None = None
    last: date | None = None
    table: str = ""

    def asked(self) -> dict[str, str]:
        """As the manifest says it."""
        days = {"from": self.first.isoformat() if self.first else "", "to": self.last.isoformat() if self.last else ""}
        return {**days, "table": self.table}


@dataclass(frozen=True, slots=True)
class LogbookFolders:
    """The folders that lie beside a logbook."""

    heads: tuple[Path, ...]
    attachments: Path
    papers: Path


def extract(path: Path, into: Path, which: Extract, *, beside: LogbookFolders, now: datetime) -> dict[str, Any]:
    """Write a part of a logbook into a new folder, which gets its name when it is whole; answers the manifest."""
    if into.exists():
        raise LogbookFault(f"{into} is already there.", "Nothing was exported.", "Choose a new folder.")
    part = into.with_name(f".{into.name}.part")
    remove_folder(part)
    try:
        make_folder(part)
        copy_heads(beside.heads, part)
        with read_only(path) as connection:
            connection.execute("BEGIN")
            _refuse_unknown(connection, which.table)
            texts = _entries(connection, part, which)
            rows = {"entries": len(texts), "rounds": _rounds(connection, part, which)}
        rows |= {"attachments": _files(texts, beside, part), "papers": _papers(texts, beside, part)}
        write_durably(part / "README.txt", README.encode())
        made = {"format": FORMAT, "extract": which.asked(), "made_at": now.astimezone(UTC).isoformat(), "rows": rows}
        close_export(part, {**made, "files": files_in(part)})
        put_in_place(part, into)
        sync_folder(into.parent)
    except LogbookFault:
        remove_folder(part)
        raise
    except OSError as error:
        remove_folder(part)
        raise LogbookFault(
            f"The extract {into} could not be written: {error.strerror}.",
            "The logbook is unaffected.",
            "Check the space and permissions there, then try again.",
        ) from error
    return made


def _refuse_unknown(connection: Any, table: str) -> None:
    """A part about a table that never was would be empty, and look as if nothing had happened there."""
    known = "SELECT 1 FROM mention WHERE kind = 'table' AND id = ? LIMIT 1"
    if table and connection.execute(known, (table,)).fetchone() is None:
        raise LogbookFault(
            f"There is no table {table} in this logbook.", "Nothing was exported.", "Write it as it is on the map."
        )


def _entries(connection: Any, part: Path, which: Extract) -> list[str]:
    """Write the entries asked for; answers their payloads."""
    where, given = ["1"], list[str]()
    for words, day in (("gaming_day >= ?", which.first), ("gaming_day <= ?", which.last)):
        if day is not None:
            where.append(words)
            given.append(day.isoformat())
    if which.table:
        where.append("position IN (SELECT position FROM mention WHERE kind = 'table' AND id = ?)")
        given.append(which.table)
    query = f"SELECT {', '.join(COLUMNS)} FROM entry WHERE {' AND '.join(where)} ORDER BY position"
    texts = list[str]()
    with (
        (part / "entries.jsonl").open("wb") as lines,
        (part / "entries.csv").open("w", encoding="utf-8", newline="") as table,
    ):
        sheet = csv.writer(table)
        sheet.writerow(COLUMNS)
        for row in connection.execute(query, given):
            named = dict(zip(COLUMNS, row, strict=True))
            lines.write(b'{"entry":%s,"hash":"%s"}\n' % (canonical(written_of(named)), str(named["hash"]).encode()))
            sheet.writerow(safe_row(row))
            texts.append(f"{named['kind']} {named['payload']}")
    return texts


def _rounds(connection: Any, part: Path, which: Extract) -> int:
    """The rounds of the table, and of the gaming days, whenever they were taken in."""
    where, given = ["1"], list[str]()
    if which.first is not None:
        where.append("at >= ?")
        given.append(_begins(connection, which.first))
    if which.last is not None:
        where.append("at < ?")
        given.append(_begins(connection, which.last + timedelta(days=1)))
    if which.table:
        where.append("table_id = ?")
        given.append(which.table)
    query = f"SELECT {', '.join(ROUND)}, record FROM round WHERE {' AND '.join(where)} ORDER BY place"
    count = 0
    with (part / "rounds.jsonl").open("wb") as lines:
        for row in connection.execute(query, given):
            lines.write(canonical(dict(zip(ROUND, row, strict=False)) | record_text(zlib.decompress(row[-1]))) + b"\n")
            count += 1
    return count


def _begins(connection: Any, day: date) -> str:
    """When a gaming day began, by the property's clock as it was then, or was first set."""
    query = "SELECT gaming_day, payload FROM entry WHERE kind = 'property.set' ORDER BY position"
    known = connection.execute(query).fetchall()
    then = [payload for since, payload in known if since <= day.isoformat()] or [payload for _, payload in known[:1]]
    if not then:
        return day.isoformat()
    said = msgspec.json.decode(then[-1])
    clock = HouseClock(ZoneInfo(said["zone"]), time.fromisoformat(said["day_begins"]))
    return instant_text(clock.start_of(GamingDay(day)))


def _files(texts: Iterable[str], beside: LogbookFolders, part: Path) -> int:
    """The attached files that these entries name."""
    named = {
        each["digest"]
        for text in texts
        if '"attachments"' in text
        for each in msgspec.json.decode(text.partition(" ")[2]).get("attachments") or ()
    }
    found = [place for each in sorted(named) if (place := find_attachment(beside.attachments, each)) is not None]
    for place in found:
        with place.open("rb") as file:
            keep_content(part / "attachments", iter(lambda: file.read(CHUNK), b""))
    return len(found)


def _papers(texts: Iterable[str], beside: LogbookFolders, part: Path) -> int:
    """The reports that these entries issue, with their copies and further signatures."""
    issued = {
        str(msgspec.json.decode(text.partition(" ")[2])["document"]) for text in texts if text.startswith("document.")
    }
    found = [path for each in sorted(issued) for path in sorted(beside.papers.glob(f"{each}*.pdf"))]
    for path in found:
        write_durably(part / "papers" / path.name, path.read_bytes())
    return len(found)


def is_extract(folder: Path) -> bool:
    """Whether a folder says that it is a part of a logbook."""
    try:
        return bool(msgspec.json.decode((folder / "manifest.json").read_bytes())["format"] == FORMAT)
    except (OSError, KeyError, TypeError, msgspec.MsgspecError):
        return False


def check_extract(folder: Path) -> list[str]:
    """What is wrong with an extract, in sentences: files that changed, entries that are not what their hash says."""
    manifest = msgspec.json.decode((folder / "manifest.json").read_bytes())
    found = files_in(folder)
    listed = manifest["files"]
    names = sorted(listed.keys() | found.keys() - {"manifest.json", "SHA256SUMS"})
    changed = (name for name in names if found.get(name) != listed.get(name))
    wrong = [f"{name} was changed, is gone, or is not part of it." for name in changed]
    with (folder / "entries.jsonl").open("rb") as lines:
        for line in lines:
            record = msgspec.json.decode(line)
            if hashlib.sha256(canonical(record["entry"])).hexdigest() != record["hash"]:
                entry = record["entry"]
                wrong.append(f"Entry {entry['station']}-{entry['seq']} is not what its hash says.")
    return wrong
