"""The command line: finds the subcommand and runs it; without one the app opens."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

USAGE, BUG = 64, 70

#: Every subcommand; its file in `floorapp/commands/` is imported only when it is called.
COMMANDS = {
    "verify": "say of reported rounds what they should have paid",
    "rulebooks": "list the rulebooks, or show one",
    "irregularities": "what a rulebook prescribes when something happened",
    "tour": "walk through the app on the sample floor and save a picture of each step",
    "audit": "verify the stored rounds of a period, or a file of rounds, again and record the result",
    "odds": "exact odds of a side wager, of insurance, or of the dealer's hand",
    "people": "who works here and who may do what; add and change people",
    "rounds": "take reported rounds into the logbook",
    "paper": "make, sign and check the papers of the house",
    "logbook": "look through the logbook, show, rebuild, export, back up and restore it",
    "station": "prepare a server, add stations to it, list them, move an embedded floor there",
    "doctor": "say in plain words what is wrong with this installation",
    "reader-sim": "play virtual readers on pseudo-terminals or TCP ports",
}


class Arguments(argparse.ArgumentParser):
    """Arguments that answer a wrong call with the status for it."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {message}\n")


class _SayVersion(argparse.Action):
    """Says the version; looking it up takes its time, so only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_words: object) -> NoReturn:
        from importlib.metadata import version

        print(f"floorapp {version('floorapp')}")
        parser.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = Arguments(prog="floorapp", description="Tables, decks, readers and rounds of a casino floor.")
    parser.add_argument("--version", action=_SayVersion, nargs=0, help="show program's version number and exit")
    parser.add_argument("--data", metavar="DIR", help="the folder to work in (FLOORAPP_DATA)")
    parser.add_argument("--database", metavar="FILE", help="the logbook (FLOORAPP_DATABASE)")
    parser.add_argument("--sample", action="store_true", help="open the sample floor")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    called = next((word for word in words if word in COMMANDS), None)
    for name, help_ in COMMANDS.items():
        subparser = commands.add_parser(name, help=help_)
        if name == called:
            command = import_module(f"floorapp.commands.{name.replace('-', '_')}")
            command.arguments(subparser)
    call = parser.parse_args(words)
    if call.command is None:
        command = import_module("floorapp.commands.app")
    try:
        return int(command.run(call))
    except BrokenPipeError:
        # Whoever read our output has gone; what is left to write has no reader.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception:  # the edge of the program: a bug is said as one, and shown whole
        logging.getLogger(__name__).exception("an unexpected error")
        print(
            "floorapp: something went wrong that should not have; what was saved before is unaffected.\n"
            "`floorapp doctor --bundle FILE.zip` gathers what a helper needs.",
            file=sys.stderr,
        )
        return BUG
