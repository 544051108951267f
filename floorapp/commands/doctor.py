"""`floorapp doctor`: says in plain words what is wrong with an installation, and bundles what a helper needs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from floorapp.bootstrap import SystemClock, UnusablePlace, find_places
from floorapp.commands.doctor_checks import How, examine
from floorapp.commands.progress import bar
from floorapp.commands.status import WRONG


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Looks at the program, the data folder, the keys, the heads, the backups and the logbook. Nothing is changed."
    )
    parser.add_argument("--data", default=argparse.SUPPRESS, metavar="DIR", help="the data folder")
    parser.add_argument("--database", default=argparse.SUPPRESS, metavar="FILE", help="the logbook's file")
    parser.add_argument("--whole", action="store_true", help="check the whole logbook and its state")
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE.zip", help="create the support file; it holds no passwords or PINs"
    )


def run(call: argparse.Namespace) -> int:
    try:
        places = find_places(data=call.data, database=call.database, sample=call.sample)
    except UnusablePlace as fault:
        print(f"WRONG  {fault}", file=sys.stderr)
        return WRONG
    if call.bundle is not None:
        from floorapp.commands.diagnostics import make_bundle

        try:
            print(f"{make_bundle(places, call.bundle)} holds the diagnostics; no secrets are in it.")
        except OSError as error:
            print(f"floorapp: {call.bundle} could not be written: {error.strerror}", file=sys.stderr)
            return WRONG
        return 0
    wrong = 0
    for seen in examine(places, now=SystemClock().now(), whole=call.whole, progress=bar("entries")):
        print(seen, flush=True)
        wrong += seen.how is How.WRONG
    print(f"{wrong} problem(s) found." if wrong else "Nothing is wrong.")
    return WRONG if wrong else 0
