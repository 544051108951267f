"""`floorapp audit`: verifies stored rounds, or a file of them, again, and puts the result on record."""

from __future__ import annotations

import argparse
import sys
import time
from datetime import date
from errno import EINVAL
from pathlib import Path

from floorapp.bootstrap import rulebooks
from floorapp.commands.at_desk import open_floor, person_argument, place_arguments, signed_in
from floorapp.commands.days import check_period, read_day
from floorapp.commands.files import jobs_argument
from floorapp.commands.one_line import one_line
from floorapp.commands.status import UNREADABLE, WRONG, misused
from floorapp.operations.acts import audits
from floorapp.operations.audit.audit import Audit, Progress, audit_file
from floorapp.operations.audit.run import audit_stored
from floorapp.operations.audit.selection import AuditAsked, Selection, select
from floorapp.operations.audit.unauthorized_play import Breach, negative_log
from floorapp.operations.desk import Desk
from floorapp.operations.quick.files import rarely_collect
from floorapp.operations.verification import VerdictTally

SHOWN = 50  # wrong rounds that are told one by one


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Verifies the rounds of a period, or of a file, again; the result becomes an entry."
    parser.add_argument("files", nargs="*", metavar="FILE", help="files of records instead of the stored rounds")
    parser.add_argument("--from", dest="first", type=_day, metavar="DAY", help="first gaming day, such as 11/15/2026")
    parser.add_argument("--to", dest="last", type=_day, metavar="DAY", help="last gaming day (default: the first)")
    parser.add_argument("--table", default="", metavar="TABLE", help="only this table")
    parser.add_argument("--pit", default="", metavar="PIT", help="only the tables of this pit")
    parser.add_argument("--shift", default="", metavar="SHIFT", help="only this shift of each day")
    jobs_argument(parser)
    person_argument(parser)
    place_arguments(parser)


def run(call: argparse.Namespace) -> int:
    if not call.files and call.first is None:
        return misused("say from which gaming day (--from), or name a file.")
    if call.first is not None:
        check_period(call.first, call.last or call.first)
    store, desk = open_floor(call)
    try:
        with signed_in(call, desk):
            if call.files:
                return max(_file(desk, Path(name), call.jobs or 1) for name in call.files)
            asked = AuditAsked(call.first, call.last or call.first, call.table, call.pit, call.shift)
            found = audit_stored(desk, store, asked, jobs=call.jobs or 1, progress=_progress())
            assert found is not None
            change = audits.audit_rounds(desk, asked=asked, found=found)
            with desk.looking() as moment:
                selection = select(moment, asked)
                assert isinstance(selection, Selection)
                breaches = negative_log(moment, store, selection)
                words = asked.written(moment.house.style)
            return _tell(words, found, breaches, change.entry)
    finally:
        store.close()


def _tell(what: str, found: Audit, breaches: tuple[Breach, ...], entry: str) -> int:
    for each in found.wrong[:SHOWN]:
        where = f" at {each.table}" if each.table else ""
        cite = f" [{each.cite}]" if each.cite else ""
        print(one_line(f"{each.id or 'a round without a name'}{where}: {each.verdict}: {each.says}{cite}"))
    if len(found.wrong) > SHOWN:
        print(f"… and {len(found.wrong) - SHOWN:,} more rounds with errors.")
    for says in found.damaged:
        print(f"DAMAGED: {says}")
    for comparison in found.comparisons:
        if comparison.alarm:
            print(f"OUT OF RANGE: {comparison.words}")
    for breach in breaches:
        print(
            f"AGAINST THE RULES: {breach.table}: {breach.says} Minutes {breach.minutes:,}, rounds "
            f"{breach.rounds:,}, hands {breach.hands:,}, "
            f"signals {breach.signals:,}.{f' [{breach.cite}]' if breach.cite else ''}"
        )
    rate = f", {found.rounds / found.seconds:,.0f} a second" if found.seconds > 0.1 else ""
    print(f"{what}: {VerdictTally(found.verdicts)}{rate}.")
    print(f"Recorded as {entry}.")
    status = VerdictTally(found.verdicts).status
    stands_out = found.damaged or breaches or any(each.alarm for each in found.comparisons)
    return max(status, WRONG if stands_out else 0)


def _file(desk: Desk, file: Path, jobs: int) -> int:
    """One file, named in the entry by its digest."""
    rarely_collect()
    try:
        if file.exists() and not file.is_file():
            raise OSError(EINVAL, "it is not a file")
        found = audit_file(file, rulebooks(), jobs=jobs, progress=_progress())
    except OSError as fault:
        print(f"{file}: cannot be read: {fault.strerror}; nothing was recorded.", file=sys.stderr)
        return UNREADABLE
    change = audits.audit_rounds(desk, source=file.name, found=found)
    return _tell(f"file {file.name}", found, (), change.entry)


def _progress() -> Progress:
    """How far it is, once a second, where somebody watches."""
    last = [time.monotonic()]

    def tell(done: int, of: int) -> None:
        if sys.stderr.isatty() and time.monotonic() - last[0] > 1:
            last[0] = time.monotonic()
            print(f"\r{done:,}{f' of {of:,}' if of else ''} rounds", end="", file=sys.stderr, flush=True)

    return tell


def _day(text: str) -> date:
    try:
        return read_day(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None
