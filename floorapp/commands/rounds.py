"""`floorapp rounds import`: takes reported rounds into the logbook, verified in the same transaction."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from floorapp.commands.at_desk import at_desk, person_argument, place_arguments
from floorapp.commands.files import read_records
from floorapp.commands.one_line import one_line
from floorapp.commands.status import REFUSED, UNREADABLE, WRONG
from floorapp.operations.acts.rounds import import_rounds
from floorapp.operations.desk import Desk
from floorapp.operations.facts.rounds import RoundsImported
from floorapp.operations.refusal import Refused
from floorapp.operations.verification import VERDICTS, counted_verdicts

#: A file of more bytes than this is not a day's rounds.
MOST = 1 << 30


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Imports floor-round/1 records into the logbook."
    works = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)
    imports = works.add_parser("import", help="verify the rounds of files and keep them, sealed by an entry each")
    imports.add_argument("files", nargs="+", metavar="FILE", help="a file of records, one a line")
    person_argument(imports)
    place_arguments(imports)


def run(call: argparse.Namespace) -> int:
    with at_desk(call) as desk:
        return max(_import(desk, Path(name)) for name in call.files)


def _import(desk: Desk, file: Path) -> int:
    try:
        lines = read_records(file, most=MOST)
    except OSError as fault:
        print(f"{file}: cannot be read: {fault.strerror}; none of its rounds was imported.", file=sys.stderr)
        return UNREADABLE
    try:
        change = import_rounds(desk, source=file.name, lines=lines)
    except Refused as refused:
        print(f"{file}: {refused.refusal}", file=sys.stderr)
        return UNREADABLE if refused.refusal.code == "input" else REFUSED
    return _tell(desk, file, change.ids[0])


def _tell(desk: Desk, file: Path, entry: str) -> int:
    with desk.logbook.writing() as writing:
        written = writing.entry(entry)
    assert written is not None and isinstance(written.fact, RoundsImported)
    found = written.fact
    counts = {name: getattr(found.verdicts, name) for name in VERDICTS}
    told = counted_verdicts(counts, [name for name, count in counts.items() if count]) or "none new"
    print(f"{file}: {told}; {found.known_before:,} already on record. Recorded as {written.number}.")
    for name in found.wrong:
        print(one_line(f"  wrong: {name or 'a round without a name'}"))
    for name in found.contradicting:
        print(one_line(f"  contradicts what is on record: {name}"))
    if counts["unreadable"]:
        return UNREADABLE
    return WRONG if found.wrong or found.contradicting else 0
