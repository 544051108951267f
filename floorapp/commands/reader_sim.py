"""`floorapp reader-sim`: plays virtual readers on pseudo-terminals or TCP ports, with scripts and faults."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from random import Random

from floorapp.commands.status import REFUSED, UNREADABLE
from floorapp.domain.readers import ReaderKind
from floorapp.readers.keyed import secret_of
from floorapp.readers.outlets import Outlet, TcpOutlet, usual_outlet
from floorapp.readers.script import Script, UnreadableScript, cue, read_script
from floorapp.readers.simulation import Simulation, Tempo
from floorapp.readers.simulator_process import UNPLUGGED
from floorapp.readers.virtual import VirtualReader, virtual_identity, virtual_reader

MOST_READERS = 1000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Simulates readers on the open line protocol, prints where each is plugged in, and runs until"
        " interrupted. They identify as virtual."
    )
    parser.add_argument("--readers", type=_readers, default=1, metavar="N", help="how many (default 1)")
    parser.add_argument("--kind", choices=[str(kind) for kind in ReaderKind], default="blackjack")
    parser.add_argument("--first", type=_number, default=1, metavar="N", help="number of the first, as in VR-0001")
    parser.add_argument(
        "--tcp",
        type=_address,
        metavar="HOST:PORT",
        help="listen on this port and those after it, one a reader; without it, pseudo-terminals",
    )
    parser.add_argument("--script", type=Path, metavar="FILE", help="what happens when; see the protocol's page")
    parser.add_argument("--hands", type=_pace, metavar="N", help="chance hands a second on each reader")
    parser.add_argument("--beat", type=_often, default=1.0, metavar="SECONDS", help="between heartbeats (1)")
    parser.add_argument("--hello", type=_often, default=4.0, metavar="SECONDS", help="between greetings (4)")
    parser.add_argument("--secret", type=_secret, metavar="HEX", help="keyed mode with this secret")
    parser.add_argument("--seed", type=int, metavar="N", help="the same chance every time")
    parser.add_argument(
        "--obey",
        action="store_true",
        help="begin with none; take `attach SERIAL KIND`, `detach SERIAL` and `do SERIAL WORDS` from the input,"
        " and end with it",
    )
    parser.add_argument("--seconds", type=_often, metavar="N", help="end on its own")


def run(call: argparse.Namespace) -> int:
    try:
        script = read_script(call.script.read_text(encoding="utf-8")) if call.script else Script()
    except (OSError, UnicodeDecodeError, UnreadableScript) as fault:
        why = fault.strerror if isinstance(fault, OSError) else fault
        print(f"floorapp: {call.script}: cannot be played: {why}", file=sys.stderr)
        return UNREADABLE
    random = Random(call.seed)
    if call.obey:
        said = (words.decode(errors="replace") for words in sys.stdin.buffer)
        return obey(said, random, Tempo(call.beat, call.hello, call.hands))
    outlets: list[Outlet] = []
    try:
        for place in range(call.readers):
            outlets.append(usual_outlet() if call.tcp is None else TcpOutlet(call.tcp[0], call.tcp[1] + place))
    except (OSError, OverflowError) as fault:
        for outlet in outlets:
            outlet.unplug()
        print(f"floorapp: outlet {len(outlets) + 1} of {call.readers} cannot be made: {fault}", file=sys.stderr)
        return REFUSED
    cast = [(_reader(call, number, random), outlet) for number, outlet in enumerate(outlets, start=call.first)]
    tempo = Tempo(call.beat, call.hello, call.hands)
    with Simulation(cast, tempo=tempo, script=script, random=random, told=_tell):
        for reader, outlet in cast:
            _tell(f"{reader.identity.serial} {reader.identity.kind} virtual {outlet.name}")
        _wait(call.seconds)
    return 0


def obey(said: Iterable[str], random: Random, tempo: Tempo) -> int:
    """Play the readers one is told to, until the one who tells has gone."""

    def plugged(reader: VirtualReader, outlet: Outlet) -> None:
        name = outlet.name if outlet.descriptors() else UNPLUGGED
        _tell(f"{reader.identity.serial} {reader.identity.kind} virtual {name}")

    with Simulation((), tempo=tempo, random=random, plugged=plugged) as simulation:
        cast = _Cast(simulation, random)
        for words in said:
            try:
                cast.obey(*words.split(maxsplit=2))
            except (ValueError, TypeError, KeyError, OSError) as fault:
                _tell(f"not understood: {words.strip()}: {fault}")
    return 0


class _Cast:
    """The readers that were attached, by serial number."""

    def __init__(self, simulation: Simulation, random: Random) -> None:
        self._simulation, self._random = simulation, random
        self._numbers: dict[str, int] = {}
        self._joined = count()

    def obey(self, word: str, serial: str, rest: str = "") -> None:
        """Do one thing; raises where it makes no sense."""
        if word == "attach" and serial not in self._numbers:
            identity = virtual_reader(serial, ReaderKind(rest.strip()))
            outlet = usual_outlet()
            self._simulation.join(VirtualReader(identity, random=self._random), outlet)
            self._numbers[serial] = next(self._joined)
        elif word == "detach":
            self._simulation.leave(self._numbers.pop(serial))
        elif word == "do":
            self._simulation.play(self._numbers[serial], cue(rest))
        else:
            raise ValueError("no such word, or attached already")


def _reader(call: argparse.Namespace, number: int, random: Random) -> VirtualReader:
    identity = virtual_identity(number, ReaderKind(call.kind))
    return VirtualReader(identity, random=random, secret=call.secret)


def _tell(text: str) -> None:
    print(text, flush=True)


def _wait(seconds: float | None) -> None:
    if seconds is not None:
        time.sleep(seconds)
        return
    while True:
        time.sleep(3600)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        raise argparse.ArgumentTypeError("must be a number from 0 to 999999")
    return int(text)


def _readers(text: str) -> int:
    if not text.isdecimal() or len(text) > 4 or not 1 <= int(text) <= MOST_READERS:
        raise argparse.ArgumentTypeError(f"must be a number from 1 to {MOST_READERS}")
    return int(text)


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or len(port) > 5 or not 1 <= int(port) <= 65_535:
        raise argparse.ArgumentTypeError("must be HOST:PORT")
    return host, int(port)


def _often(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError("must be a number of seconds above 0")
    return seconds


def _pace(text: str) -> float:
    return 1.0 / _often(text)


def _secret(text: str) -> bytes:
    try:
        return secret_of(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(f"must be hex: {fault}") from None
