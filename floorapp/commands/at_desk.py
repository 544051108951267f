"""A desk for a command: opens the logbook, asks for secrets out of sight, signs a person in and out."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from db.credentials import Argon2
from db.store import Store, open_store
from floorapp.bootstrap import SystemClock, UnusablePlace, find_places, rulebooks
from floorapp.commands.seals import sealing_of, witnesses_of
from floorapp.domain.heads import Reason
from floorapp.operations.acts import sessions
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.looks import COMMAND_LINE
from floorapp.operations.faults import LogbookFault
from floorapp.operations.look_notes import note_look

Works: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Does = Callable[[argparse.Namespace], int]


def work(works: Works, name: str, help_: str, does: Does) -> argparse.ArgumentParser:
    """One of the things a command can do, in a place."""
    parser = works.add_parser(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
    place_arguments(parser)
    parser.set_defaults(does=does)
    return parser


def place_arguments(parser: argparse.ArgumentParser) -> None:
    """The places, also after the subcommand's name."""
    parser.add_argument("--data", default=argparse.SUPPRESS, metavar="DIR", help="the folder to work in")
    parser.add_argument("--database", default=argparse.SUPPRESS, metavar="PATH", help="the logbook's file")


def person_argument(parser: argparse.ArgumentParser) -> None:
    """Who acts."""
    parser.add_argument(
        "--as",
        dest="person",
        required=True,
        metavar="NAME",
        help="your sign-in name; the password is asked for, or read from standard input where there is no terminal",
    )


def reader_argument(parser: argparse.ArgumentParser) -> None:
    """Who reads, where nobody has to say so."""
    parser.add_argument(
        "--as",
        dest="person",
        metavar="NAME",
        help="read it under this sign-in name: what an auditor or a regulator looks at is put on record",
    )


def ask_secret(what: str) -> str:
    """A secret typed out of sight, or the next line of standard input; never an argument, which others can read."""
    if sys.stdin.isatty():
        return getpass.getpass(f"{what}: ")
    try:
        line = sys.stdin.readline()
    except UnicodeDecodeError:
        raise UnusablePlace(f"{what} was asked for and standard input is not UTF-8 text.") from None
    if not line:
        raise UnusablePlace(f"{what} was asked for and standard input has ended.")
    return line.rstrip("\r\n")


def open_floor(call: argparse.Namespace) -> tuple[Store, Desk]:
    """The logbook, which must be there, and a desk at which nobody is signed in."""
    places = find_places(data=call.data, database=call.database, sample=call.sample)
    if places.server is None and not Path(places.database).exists():
        raise UnusablePlace(
            f"There is no logbook at {places.database}. Start the app once, or name it with --data or --database."
        )
    store = open_store(places.server or places.database, station=places.station)
    return store, Desk(logbook=store, clock=SystemClock(), hasher=Argon2(), rulebooks=rulebooks())


@contextmanager
def at_desk(call: argparse.Namespace) -> Iterator[Desk]:
    """A desk with the person of `--as` signed in, who is signed out at the end."""
    store, desk = open_floor(call)
    try:
        with signed_in(call, desk):
            yield desk
    finally:
        store.close()


def sign_head(call: argparse.Namespace, desk: Desk) -> None:
    """Sign a head over what a command did; where it cannot be, that is said, and the act stands."""
    places = find_places(data=call.data, database=call.database, sample=call.sample)
    try:
        sealing_of(places, desk.logbook, desk.clock).sign(Reason.CLOSING)
    except LogbookFault as fault:
        print(fault, file=sys.stderr)
    from floorapp.operations.witnesses import TellsWitnesses  # after an act only

    for name, why in TellsWitnesses(desk.logbook, lambda: witnesses_of(places)).tell():
        print(f"The signed head did not reach {name}: {why}.", file=sys.stderr)


@contextmanager
def signed_in(call: argparse.Namespace, desk: Desk) -> Iterator[None]:
    """The person of `--as` is signed in meanwhile; what they did ends under a signed head."""
    sessions.sign_in(desk, name=call.person, password=ask_secret(f"Password of {call.person}"))
    try:
        yield
    finally:
        sessions.sign_out(desk)
        sign_head(call, desk)


def recorded(change: Change) -> int:
    """Tell the entry's number: it is durable."""
    print(f"Recorded as {change.entry}.")
    return 0


@contextmanager
def read_by(call: argparse.Namespace, desk: Desk, what: str) -> Iterator[None]:
    """Whoever named themselves is signed in meanwhile, and of those who only read the look is on record."""
    if not call.person:
        yield
        return
    with signed_in(call, desk):
        note_look(desk, COMMAND_LINE, what)
        yield


def note_reading(call: argparse.Namespace, what: str) -> None:
    """The same for a command that opens the logbook's file by itself."""
    if call.person:
        store, desk = open_floor(call)
        try:
            with read_by(call, desk, what):
                pass
        finally:
            store.close()
