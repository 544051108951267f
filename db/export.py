"""The logbook as plain files: JSON Lines and CSV with digests, readable and checkable without this software."""

from __future__ import annotations

import base64
import csv
import hashlib
import shutil
import zlib
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from db.attachments import copy_attachments, digest_of
from db.chain import COLUMNS
from db.durable import make_folder, sync_file, sync_folder
from db.frame_seals import FrameFiles
from db.frames import unpack
from db.heads import find_heads
from db.issued_papers import copy_papers
from db.read_only import read_only
from db.verify import verify
from floorapp.domain.readers import RawFrame
from floorapp.operations.canonical import canonical, instant_text
from floorapp.operations.entry import written_of
from floorapp.operations.faults import LogbookFault
from floorapp.operations.spreadsheet import safe_cell
from floorapp.system import put_in_place, remove_folder

FORMAT = "floor-export/1"
#: The columns of a round beside its record.
ROUND = ("place", "digest", "id", "table_id", "shoe", "at", "rulebook", "verdict", "findings", "hands", "boxes")

README = """This folder is a logbook of a casino floor, exported so that it can be read without the program.

entries.jsonl   one JSON object a line: {"entry": ..., "hash": ...}, in the order of the logbook
entries.csv     the same entries as a table; payload and signatures are JSON texts
rounds.jsonl    the rounds that were imported, as they came, with the verdict given then
rounds.csv      the same without the records
frames.jsonl    what the readers' lines carried, frame by frame, the octets in hexadecimal; on a floor of
                several stations those of the stations named in "frames_of" of manifest.json
attachments/    files that entries name by the SHA-256 of their content, each under that name
papers/         issued reports (PDF) by their number; entries of the kind document.* hold the SHA-256 of each
heads/          signed heads of the chain as they were written outside the database
manifest.json   what is here: size, rows and SHA-256 of every file, and what a look through the logbook found
SHA256SUMS      the same digests; check them with: sha256sum -c SHA256SUMS

How to check the chain: the hash of an entry is the SHA-256, in hexadecimal, of the entry's JSON with its names
in alphabetical order, without spaces, in UTF-8. "previous" is the hash of the entry of the same station whose
"seq" is one less (64 zeros for the first). In Python:

    import hashlib, json
    last = {}
    for line in open("entries.jsonl", encoding="utf-8"):
        record = json.loads(line)
        entry = record["entry"]
        text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert hashlib.sha256(text.encode()).hexdigest() == record["hash"]
        assert entry["previous"] == last.get(entry["station"], "0" * 64)
        last[entry["station"]] = record["hash"]

A head says: this station's entry "seq" had this "hash" at this time. Its signature (Ed25519, hexadecimal) is over
the text "floor-head/1", a line feed, and the head's JSON in the same spelling with "signature" set to "".
A digest of a round's record is the SHA-256 of the record's bytes.
The manifest is signed by nobody: what vouches is the chain under its heads, which seals rounds and raw frames by
digest and names attached files by hash. `floorapp logbook export --check` holds all of it against the entries.
"""


def export(
    path: Path,
    into: Path,
    *,
    now: datetime,
    heads: Iterable[Path] = (),
    attachments: Path | None = None,
    papers: Path | None = None,
    frames: FrameFiles | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, Any]:
    """Write everything into a new folder, which gets its name when it is whole; answers the manifest."""
    if into.exists():
        raise LogbookFault(f"{into} is already there.", "Nothing was exported.", "Choose a new folder.")
    heads = tuple(heads)
    checked = verify(path, own=heads, frames=frames, proved_here=frames is not None, progress=progress)
    part = into.with_name(f".{into.name}.part")
    remove_folder(part)
    try:
        make_folder(part)
        copy_heads(heads, part)  # before the entries: one signed meanwhile would reach further than they do
        with read_only(path) as connection:
            connection.execute("BEGIN")
            rows = {"entries": _entries(connection, part), "rounds": _rounds(connection, part)}
        rows["frames"] = _frames({"": path} if frames is None else frames, part)
        if attachments is not None:
            rows["attachments"] = copy_attachments(attachments, part / "attachments")
        if papers is not None:
            rows["papers"] = copy_papers(papers, part / "papers")
        (part / "README.txt").write_bytes(README.encode())
        manifest = {
            "format": FORMAT,
            "made_at": now.astimezone(UTC).isoformat(),
            "rows": rows,
            "good": checked.good,
            "frames_of": None if frames is None else sorted(frames),
            "found": list(checked.words()),
            "files": files_in(part),
        }
        close_export(part, manifest)
        put_in_place(part, into)
        sync_folder(into.parent)
    except OSError as error:
        remove_folder(part)
        raise LogbookFault(
            f"The export {into} could not be written: {error.strerror}.",
            "The logbook is unaffected.",
            "Check the space and permissions there, then try again.",
        ) from error
    return manifest


def safe_row(row: Iterable[Any]) -> list[Any]:
    """A row of a table as it is written: no cell is taken for a formula."""
    return [safe_cell(each) if isinstance(each, str) else each for each in row]


def _entries(connection: Any, part: Path) -> int:
    cursor = connection.execute(f"SELECT {', '.join(COLUMNS)} FROM entry ORDER BY position")
    count = 0
    with (
        (part / "entries.jsonl").open("wb") as lines,
        (part / "entries.csv").open("w", encoding="utf-8", newline="") as table,
    ):
        sheet = csv.writer(table)
        sheet.writerow(COLUMNS)
        for row in cursor:
            named = dict(zip(COLUMNS, row, strict=True))
            lines.write(b'{"entry":%s,"hash":"%s"}\n' % (canonical(written_of(named)), str(named["hash"]).encode()))
            sheet.writerow(safe_row(row))
            count += 1
    return count


def _rounds(connection: Any, part: Path) -> int:
    cursor = connection.execute(f"SELECT {', '.join(ROUND)}, record FROM round ORDER BY place")
    count = 0
    with (
        (part / "rounds.jsonl").open("wb") as lines,
        (part / "rounds.csv").open("w", encoding="utf-8", newline="") as table,
    ):
        sheet = csv.writer(table)
        sheet.writerow(ROUND)
        for row in cursor:
            named = dict(zip(ROUND, row, strict=False)) | record_text(zlib.decompress(row[-1]))
            lines.write(canonical(named) + b"\n")
            sheet.writerow(safe_row(row[:-1]))
            count += 1
    return count


def _frames(files: FrameFiles, part: Path) -> int:
    count = 0
    with (part / "frames.jsonl").open("wb") as lines:
        for station, path in sorted(files.items()):
            heard = {"station": station} if station else {}
            with read_only(path) as connection:
                for place, packed in connection.execute("SELECT place, packed FROM frame_bundle ORDER BY place"):
                    for frame in unpack(packed):
                        lines.write(canonical(heard | _spelled(place, frame)) + b"\n")
                        count += 1
    return count


def _spelled(place: int, frame: RawFrame) -> dict[str, object]:
    return {
        "bundle": place,
        "line": frame.line,
        "at": instant_text(frame.at),
        "sent": frame.sent,
        "octets": frame.octets.hex(),
    }


def record_text(record: bytes) -> dict[str, str]:
    """A record as text where it is text; a record that is not is kept byte by byte."""
    try:
        return {"record": record.decode()}
    except UnicodeDecodeError:
        return {"record_base64": base64.b64encode(record).decode()}


def copy_heads(places: Iterable[Path], part: Path) -> None:
    """Bring the signed heads along."""
    for place in places:
        for found in find_heads(place) if place.exists() else ():
            into = part / "heads" / found.path.name
            into.parent.mkdir(exist_ok=True)
            shutil.copyfile(found.path, into)


def files_in(folder: Path) -> dict[str, dict[str, Any]]:
    """Size and digest of every file, by its name in the folder, which is the same on every system."""
    return {
        path.relative_to(folder).as_posix(): {"bytes": path.stat().st_size, "sha256": digest_of(path)}
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def close_export(part: Path, manifest: dict[str, Any]) -> None:
    """Write the manifest and the digests, and let all of it reach the disk."""
    content = msgspec.json.format(canonical(manifest), indent=2) + b"\n"
    (part / "manifest.json").write_bytes(content)
    sums = [f"{about['sha256']}  {name}\n" for name, about in manifest["files"].items()]
    sums.append(f"{hashlib.sha256(content).hexdigest()}  manifest.json\n")
    (part / "SHA256SUMS").write_bytes("".join(sums).encode())
    for path in part.rglob("*"):
        sync_file(path) if path.is_file() else sync_folder(path)
    sync_folder(part)
