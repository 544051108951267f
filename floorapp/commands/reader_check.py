"""`floorapp reader-check PORT`: decodes a line live, names each fault, and passes or fails a device without a floor."""

from __future__ import annotations

import argparse
import selectors
import sys
from time import monotonic

from floorapp.bootstrap import RESOURCES, find_places
from floorapp.commands.status import UNREADABLE, WRONG, misused
from floorapp.domain.reader_lines import ReaderLine
from floorapp.domain.readers import Flaw
from floorapp.operations.acts.lines import ASSERTS
from floorapp.readers.device_check import HARMLESS, DeviceCheck
from floorapp.readers.discovery import ports_here, resolve, serial_of
from floorapp.readers.driver import Conversation, Given, NoMemory, Said
from floorapp.readers.driver_folder import drivers_with
from floorapp.readers.floor_line import driver as floor_line
from floorapp.readers.keyed import secret_of
from floorapp.readers.loop import open_line
from floorapp.readers.ports import LOST, Port
from floorapp.readers.tally import said_in_words
from floorapp.readers.troubles import reason_of, trouble
from floorapp.screens.readers import FLAWS

TICK = 0.1


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Listens to one device and says what every frame means, what is wrong with it, and at the end whether it"
        " passed. Needs no floor. Without a port it lists those of this machine."
    )
    parser.add_argument(
        "port", nargs="?", help="device name, usb:VENDOR:PRODUCT:SERIAL, socket://, rfc2217:// or listen://"
    )
    parser.add_argument("--protocol", default=floor_line.name, metavar="NAME", help="floor-line, text-line, …")
    parser.add_argument("--settings", default="", metavar="TEXT", help="of the protocol, as on the screen")
    parser.add_argument("--baud", type=int, metavar="N", help="baud rate, if not the protocol's own")
    parser.add_argument("--framing", default="8N1", metavar="8N1", help="data bits, parity, stop bits")
    parser.add_argument("--asserts", default="", choices=ASSERTS[1:], help="raise these; they reset many a board")
    parser.add_argument("--answer", action="store_true", help="let this station ask and acknowledge")
    parser.add_argument("--secret", metavar="HEX", help="of a reader in keyed mode")
    parser.add_argument("--seconds", type=float, default=15.0, metavar="N", help="how long to listen (15)")


class _Secret(NoMemory):
    """Knows one secret, whoever asks."""

    def __init__(self, secret: bytes | None) -> None:
        self._secret = secret

    def secret(self, reader: str) -> bytes | None:
        return self._secret


def run(call: argparse.Namespace) -> int:
    if call.port is None:
        return _list()
    spoken = drivers_with((RESOURCES / "readers", find_places(data=call.data).data / "drivers"))
    if call.protocol not in spoken:
        return misused(f"no protocol {call.protocol!r}; there are: {', '.join(sorted(spoken))}")
    driver = spoken[call.protocol]
    try:
        secret = secret_of(call.secret) if call.secret else None
        name = resolve(call.port, ports_here)
        given = Given("check", _Secret(secret), settings=call.settings, usb_serial=serial_of(name, ports_here))
        conversation = driver.converse(given)
        plan = ReaderLine("check", call.port, framing=call.framing.upper(), asserts=call.asserts)
        port = open_line(plan, ports_here, ports_here, call.baud or driver.baud)
    except LOST as fault:
        words = trouble(reason_of(fault), line="check", target=call.port)
        says = f"{words.what.partition(': ')[2]} {words.do}" if words else str(fault)
        print(f"floorapp: {says}", file=sys.stderr)
        return UNREADABLE
    except ValueError as fault:
        return misused(f"{call.port}: {fault}")
    check = DeviceCheck(conversation, ours=driver is floor_line, now=monotonic())
    print(f"Listening to {name} for {call.seconds:g} seconds ({call.protocol}).", flush=True)
    try:
        _listen(port, conversation, check, call)
    except KeyboardInterrupt:
        print()
    finally:
        port.close()
    return _verdict(check)


def _list() -> int:
    ports = ports_here()
    for port in ports:
        print(f"{port.target}  {port.words}")
    if not ports:
        print("This machine has no serial port now. Plug an adapter in, or give the address of a device server.")
    return 0


def _listen(port: Port, conversation: Conversation, check: DeviceCheck, call: argparse.Namespace) -> None:
    began = monotonic()
    with selectors.DefaultSelector() as selector:
        if port.fd is not None:
            selector.register(port.fd, selectors.EVENT_READ)
        while (now := monotonic()) < began + call.seconds:
            if call.answer:
                for octets in conversation.due():
                    port.write(octets)
            if port.fd is not None and not selector.select(TICK):
                continue
            try:
                octets = port.read()
                gone = not octets and port.fd is not None
            except BlockingIOError:
                continue
            except LOST:
                gone = True
            if gone:
                print("The port went away.", flush=True)
                return
            for frame, said in check.take(octets, now):
                print(f"{now - began:8.3f}  {_words(said)}\n          {frame.hex(' ')}", flush=True)


def _words(said: tuple[Said, ...]) -> str:
    return ", ".join(map(_word, said)) or "nothing new"


def _word(said: Said) -> str:
    if not isinstance(said, Flaw):
        return said_in_words(said)
    words = FLAWS.get(said, said)
    return words if said in HARMLESS else f"BAD: {words}"


def _verdict(check: DeviceCheck) -> int:
    faults = check.faults(monotonic())
    faults += [f"{count} frame{'s' * (count != 1)}: {FLAWS.get(flaw, flaw)}." for flaw, count in check.spoiled()]
    who = check.identity.name if check.identity else "The device"
    for fault in faults:
        print(f"- {fault}")
    print(f"{'FAIL' if faults else 'PASS'}: {who}, {check.good} good frames.")
    return WRONG if faults else 0
