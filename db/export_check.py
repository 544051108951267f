"""An export looked at again: its files against the manifest, then all they hold against what signed entries say.

The manifest is signed by nobody, so whoever alters a file can write it anew. What vouches is the chain in
`entries.jsonl`, under its heads: it seals rounds and raw frames by digest, and names attached files by hash.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import zlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from db import frame_seals, seals, sqlite
from db.attachments import digest_of, every_attachment, find_attachment
from db.chain import COLUMNS, Chain
from db.export import FORMAT, ROUND, files_in, safe_row
from db.frames import described, spell
from db.heads import find_heads
from floorapp.domain.readers import RawFrame
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical, digest, instant_of
from floorapp.operations.facts.rounds import RoundsImported
from floorapp.operations.facts.signals import FramesSealed
from floorapp.operations.faults import LogbookFault
from floorapp.operations.logbook_check import CANNOT_FIND, LogbookFlaw, counted

_BESIDE = f"""
CREATE TABLE round ({", ".join(ROUND)}, record);
CREATE INDEX round_place ON round (place);
CREATE TABLE frame_bundle (place, first_at, last_at, lines, digest, packed, frames);
CREATE INDEX bundle_place ON frame_bundle (place);
"""
_GOOD = "Intact: the export is what was exported."
_GOOD_BY_ITSELF = "Intact on its own. Where no head vouches, a logbook rewritten as a whole would not show."
_NOBODY = "No entry vouches for README.txt, nor for what manifest.json says of when and how the export was made."


@dataclass(frozen=True, slots=True)
class ExportChecked:
    """The answer: what is wrong, how far entries and heads vouch, and for what they do not."""

    flaws: tuple[LogbookFlaw, ...]
    vouched: tuple[str, ...] = ()
    #: Whether every station's chain in it stands under a head.
    headed: bool = False

    def words(self) -> tuple[str, ...]:
        """The answer in lines for a person."""
        found = [f"wrong: {flaw}" for flaw in self.flaws] or [_GOOD if self.headed else _GOOD_BY_ITSELF]
        return (*found, *self.vouched, CANNOT_FIND)


def check_export(folder: Path) -> ExportChecked:
    """Whether an exported folder is still what was exported, file by file, entry by entry, seal by seal."""
    try:
        manifest = msgspec.json.decode((folder / "manifest.json").read_bytes())
        if manifest["format"] != FORMAT:
            raise ValueError(manifest["format"])
        changed = tuple(_changed(folder, manifest["files"]))
        return ExportChecked(changed) if changed else _Looking(folder, manifest).answer()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, msgspec.MsgspecError) as error:
        why = error.strerror if isinstance(error, OSError) else "it does not hold what an export writes"
        raise LogbookFault(
            f"{folder} could not be read as an export: {why}.",
            "Nothing can be said about it.",
            "Choose the folder that holds manifest.json; if it is this one, take another copy of the export.",
        ) from error


def _changed(folder: Path, listed: dict[str, dict[str, Any]]) -> Iterator[LogbookFlaw]:
    found = files_in(folder)
    for name in sorted(listed.keys() | found.keys() - {"manifest.json", "SHA256SUMS"}):
        if name not in found:
            yield LogbookFlaw(code="export", says=f"{name} is gone.")
        elif name not in listed:
            yield LogbookFlaw(code="export", says=f"{name} is not part of the export.")
        elif found[name] != listed[name]:
            yield LogbookFlaw(code="export", says=f"{name} was changed.")


class _Digested:
    """Rows that are written nowhere: what is left of them is a digest."""

    def __init__(self) -> None:
        self.running = hashlib.sha256()
        self.sheet = csv.writer(self)

    def write(self, text: str) -> None:
        """What the writer of rows writes into."""
        self.running.update(text.encode())


class _Table:
    """A CSV file as its JSON Lines give it: the rows are written once more, and only their digest is kept.

    Earlier versions wrote cells as they were, also those that a spreadsheet would run.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self._now, self._earlier = _Digested(), _Digested()
        self.row(names)

    def row(self, values: tuple[Any, ...]) -> None:
        """One row more."""
        self._now.sheet.writerow(safe_row(values))
        self._earlier.sheet.writerow(values)

    def wrong(self, path: Path) -> list[LogbookFlaw]:
        """Whether the file holds these rows and nothing else."""
        says = f"{path.name} does not say what {path.stem}.jsonl says."
        known = {each.running.hexdigest() for each in (self._now, self._earlier)}
        return [] if digest_of(path) in known else [LogbookFlaw(code="export", says=says)]


class _Looking:
    """One look through an export whose files are those of its manifest."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self._folder = folder
        self._manifest = manifest
        self._flaws: list[LogbookFlaw] = []
        self._vouched: list[str] = []
        #: By station, what stands beside the chain; under no name where a floor is in one file.
        self._beside = {"": _laid_out()}

    def answer(self) -> ExportChecked:
        """Look at everything."""
        try:
            self._lay_out_rounds()
            self._lay_out_frames()
            chain = self._chain()
            self._hold_rounds(chain)
            self._hold_frames(chain)
            self._hold_attachments(chain)
        finally:
            for each in self._beside.values():
                each.close()
        headed = all(link.vouched for link in chain.links.values())
        return ExportChecked((*chain.flaws, *self._flaws), (*self._vouched, _NOBODY), headed)

    @property
    def _in_one_file(self) -> bool:
        """Whether the floor was in one file, whose export holds all its raw frames and attached files."""
        of = self._manifest["frames_of"]
        return of is None or (not of and self._frames("") > 0)

    def _frames(self, station: str, after: int = 0) -> int:
        query = "SELECT coalesce(sum(frames), 0) FROM frame_bundle WHERE place > ? OR place < 1"
        return int(self._beside[station].execute(query, (after,)).fetchone()[0])

    def _lay_out_rounds(self) -> None:
        table, marks = _Table(ROUND), ", ".join("?" * (len(ROUND) + 1))
        for each in _lines(self._folder / "rounds.jsonl"):
            row = tuple(each[name] for name in ROUND)
            table.row(row)
            record = each["record"].encode() if "record" in each else base64.b64decode(each["record_base64"])
            self._beside[""].execute(f"INSERT INTO round VALUES ({marks})", (*row, zlib.compress(record, 1)))
        self._flaws += table.wrong(self._folder / "rounds.csv")

    def _lay_out_frames(self) -> None:
        for station in self._manifest["frames_of"] or ():
            self._beside[station] = _laid_out()
        lines = _lines(self._folder / "frames.jsonl")
        for (station, place), found in groupby(lines, key=lambda each: (each.get("station", ""), each["bundle"])):
            frames = tuple(
                RawFrame(each["line"], instant_of(each["at"]), bytes.fromhex(each["octets"]), each["sent"])
                for each in found
            )
            spelled = spell(frames)
            row = (place, *described(spelled), digest(spelled), zlib.compress(spelled, 1), len(frames))
            self._beside[station].execute("INSERT INTO frame_bundle VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def _chain(self) -> Chain:
        """The chain once more, from the exported lines alone, against the heads that were exported with them."""
        place = self._folder / "heads"
        heads = list(find_heads(place)) if place.is_dir() else []
        self._flaws += [LogbookFlaw(code="head", says=f"the head {e.path.name} {e.wrong}.") for e in heads if e.wrong]
        chain, table = Chain(each.head for each in heads if each.head is not None and not each.wrong), _Table(COLUMNS)
        for position, record in enumerate(_lines(self._folder / "entries.jsonl"), start=1):
            entry = {name: record["entry"][name] for name in COLUMNS[:-2]}
            entry["payload"] = canonical(entry["payload"]).decode()
            entry["signatures"] = canonical(entry["signatures"]).decode()
            row = (*entry.values(), position, record["hash"])
            chain.take(row)
            table.row(row)
        chain.finish()
        self._flaws += table.wrong(self._folder / "entries.csv")
        for link in chain.links.values():
            heads_say = f"heads vouch up to {link.station}-{link.vouched}" if link.vouched else "no head vouches"
            self._vouched.append(f"{link.station}: up to {link.station}-{link.seq} of {link.at}; {heads_say}.")
        expected = self._manifest["rows"]["entries"]
        if chain.entries != expected:
            says = f"{expected:,} entries were exported, {chain.entries:,} are here."
            self._flaws.append(LogbookFlaw(code="export", says=says))
        return chain

    def _hold_rounds(self, chain: Chain) -> None:
        place = 0
        for seal in chain.seals:
            if seal.kind == RoundsImported.KIND:
                place, flaws = seals.check_import(self._beside[""], seal, place)
                self._flaws += flaws
        self._flaws += seals.check_rest(self._beside[""], place)

    def _hold_frames(self, chain: Chain) -> None:
        sealed, elsewhere, in_one_file = dict.fromkeys(self._beside, 0), set(), self._in_one_file
        for seal in chain.seals:
            station = "" if in_one_file else seal.station
            if seal.kind not in frame_seals.KINDS:
                continue
            if station not in self._beside:
                elsewhere.add(station)
                continue
            self._flaws += frame_seals.check_frames(self._beside[station], seal)
            if seal.kind == FramesSealed.KIND:
                sealed[station] = max(sealed[station], msgspec.json.decode(seal.payload, type=FramesSealed).last)
        left = sum(self._frames(station, place) for station, place in sealed.items())
        if left:
            frames = counted(left, "raw frame", "raw frames")
            self._vouched.append(f"No entry seals all of the last {frames}: for what no seal covers, none vouches.")
        if elsewhere:
            self._vouched.append(f"Raw frames of {', '.join(sorted(elsewhere))} are sealed, and not in this export.")

    def _hold_attachments(self, chain: Chain) -> None:
        folder = self._folder / "attachments"
        named = dict(chain.attachments)
        away = [] if self._in_one_file else [each for each in named if find_attachment(folder, each) is None]
        for each in away:  # on a floor with a server they lie there
            self._vouched.append(f"The attached file {each} is named by an entry, and not in this export.")
            del named[each]
        self._flaws += seals.check_attachments(folder, named)
        strange = [path for path in every_attachment(folder) if path.name not in named]
        if strange:
            self._vouched.append(
                f"{counted(len(strange), 'attached file is', 'attached files are')} named by no entry."
            )
        for path in strange:
            if digest_of(path) != path.name:
                self._flaws.append(LogbookFlaw(code="attachment", says=f"the attached file {path.name} was changed."))


def _laid_out() -> Any:
    """A database of its own, which is gone when it is closed."""
    connection = sqlite.module().connect("", isolation_level=None)
    connection.executescript(_BESIDE)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    return connection


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line)
