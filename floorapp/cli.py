"""The command line: finds the command and runs it; without one the app opens."""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from floorapp.commands.status import BUG, USAGE, told
from floorapp.system import show_words, speak_utf8

#: Every command; its file in `floorapp/commands/` is imported only when it is called.
COMMANDS = {
    "verify": "check reported rounds: what each bet should have paid",
    "conduct": "check a log of tables against the rulebooks, or list what is due",
    "rulebooks": "list the rulebooks, show one, or check a rulebook file",
    "irregularities": "what a rulebook prescribes when something happened",
    "tour": "walk through the app on the sample floor and save a picture of each step",
    "audit": "verify the stored rounds of a period, or a file of rounds, again and record the result",
    "odds": "exact odds of a side wager, of insurance, or of the dealer's hand",
    "people": "people and permissions; add and change people",
    "rounds": "import reported rounds into the logbook",
    "report": "make, sign and check reports",
    "labels": "labels with codes for deck sets, seals and tables, as a PDF or on a label printer",
    "logbook": "check the logbook, show, rebuild, export, back up and restore it",
    "station": "prepare a server, add stations to it, list them, move an embedded floor there",
    "doctor": "say in plain words what is wrong with this installation",
    "reader-check": "listen to one device, decode it and pass or fail it",
    "reader-sim": "play virtual readers on pseudo-terminals or TCP ports",
}

#: What commands were called before; scripts may still say so.
FORMERLY = {"report": ("paper",)}


def _help(prog: str) -> argparse.HelpFormatter:
    """Help as wide as the terminal; argparse would ask `shutil` at every argument, which takes its time to come."""
    try:
        return argparse.HelpFormatter(prog, width=os.get_terminal_size().columns - 2)
    except (OSError, ValueError):
        return argparse.HelpFormatter(prog, width=78)


class Arguments(argparse.ArgumentParser):
    """Arguments that answer a wrong call with the status for it; those of a command are learned when it is called."""

    #: The command whose arguments are still to be learned.
    unlearned = ""

    def __init__(self, **words: Any) -> None:
        super().__init__(formatter_class=_help, **words)

    def parse_known_args(self, *given: Any) -> Any:  # type: ignore[override]
        name, self.unlearned = self.unlearned, ""
        if name:
            self.add_argument("-h", "--help", action="help", help="show this help message and exit")
            _command(name).arguments(self)
        return super().parse_known_args(*given)

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
    unseen = _stand_in_for_closed_streams()
    ended: int | str | None = BUG
    try:
        ended = _run(words)
        return ended
    except SystemExit as end:
        ended = end.code
        raise
    finally:
        if ended and unseen and not COMMANDS.keys() & set(words):  # somebody wanted a window, and there is none
            show_words("".join(unseen))


def _run(words: Sequence[str]) -> int:
    speak_utf8()
    os.umask(0o077)  # what is written is its owner's: logbooks, backups, exports, reports
    gc.disable()  # until the command is there: what is imported stays
    parser = Arguments(prog="floorapp", description="Tables, decks, readers and rounds of a casino floor.")
    parser.add_argument("--version", action=_SayVersion, nargs=0, help="show program's version number and exit")
    parser.add_argument("--data", metavar="DIR", help="the folder to work in (FLOORAPP_DATA)")
    parser.add_argument("--database", metavar="PATH|URL", help="the logbook (FLOORAPP_DATABASE)")
    parser.add_argument("--sample", action="store_true", help="open the sample floor")
    parser.add_argument(
        "--kiosk", action="store_true", help="fill the whole screen, on a computer used for nothing else"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", prog="floorapp")
    for name, help_ in COMMANDS.items():
        made = commands.add_parser(name, help=help_, add_help=False)
        made.unlearned = name
        commands.choices.update(dict.fromkeys(FORMERLY.get(name, ()), made))  # not an alias: the help would name it
    call = parser.parse_args(words)
    try:
        now = {old: name for name, olds in FORMERLY.items() for old in olds}
        command = _command(now.get(call.command, call.command or "app"))
        gc.freeze()
        gc.enable()
        status = int(command.run(call))
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # whoever read our output has gone
        _stop_telling()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as fault:  # the edge of the program
        _stop_telling()
        ended = told(fault)
        if ended is not None:
            return ended
        import logging

        logging.getLogger(__name__).exception("an unexpected error")  # a bug is said as one, and shown whole
        print(
            "floorapp: unexpected error; what was saved before is unaffected.\n"
            "`floorapp doctor --bundle FILE.zip` creates the support file.",
            file=sys.stderr,
        )
        return BUG


def _stand_in_for_closed_streams() -> list[str]:
    """Where the caller closed a stream nothing is read from it; answers what then goes to the one for errors."""
    unseen = list[str]()
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, _Unseen(unseen) if name == "stderr" else open(os.devnull, mode, encoding="utf-8"))
    return unseen


class _Unseen(io.TextIOBase):
    """Keeps the last that is said where nobody sees it."""

    def __init__(self, said: list[str]) -> None:
        super().__init__()
        self._said = said

    def write(self, text: str) -> int:
        self._said.append(text)
        del self._said[:-50]
        return len(text)


def _stop_telling() -> None:
    """What is left to write has no reader, or no room: the interpreter's end must not try again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _command(name: str) -> ModuleType:
    return import_module(f"floorapp.commands.{name.replace('-', '_')}")
