"""Listening to a port for a few seconds and saying what speaks there: which protocol, at which rate, and who."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from time import monotonic, sleep

from floorapp.domain.readers import Flaw, Heard, Hello, ReaderIdentity
from floorapp.operations.reader_lines import Recognized
from floorapp.readers.checks import CHECKS
from floorapp.readers.driver import Driver, Given, NoMemory
from floorapp.readers.floor_line import driver as floor_line
from floorapp.readers.ports import LOST, Port

#: The rates devices are set to, the likeliest first.
RATES = (115_200, 9600, 19_200, 38_400, 57_600)
SECONDS = 5.0
#: Seconds in which nothing is said before devices that must be asked are asked, and for each of them.
QUIET = 1.0
ASKED = 0.8
#: So many bytes that make no sense are enough to try another rate.
SENSELESS = 24
MOST = 65_536
#: What a protocol must be told before it can ask at all.
TRIAL = {"modbus-rtu": 'inputs.0 = "blackjack"', "modbus-tcp": 'inputs.0 = "blackjack"'}
_STX_ETX = re.compile(rb"\x02([^\x02\x03]{1,200})\x03")
_LINE = re.compile(rb"([\x20-\x7e]{1,200})(\r\n|\n|\r)")

Opener = Callable[[int], Port]


def listen(
    opened: Opener,
    spoken: Mapping[str, Driver],
    *,
    rates: tuple[int, ...] = RATES,
    may_answer: bool = False,
    settings: str = "",
    seconds: float = SECONDS,
) -> Recognized:
    """What speaks at a port; a rate at which nothing makes sense is left for the next. Raises what opening raises.

    Where nothing comes and the station may answer, devices that must be asked are asked, each in its own protocol.
    """
    until = monotonic() + seconds
    unread = Recognized("")
    for rate in rates:
        port = opened(rate)
        try:
            heard, found = _hear(port, spoken, rate, min(until, monotonic() + QUIET) if may_answer else until, until)
        finally:
            port.close()
        if not heard and may_answer:
            found = _ask_all(opened, spoken, rates, settings)
        if found is not None:
            return found
        unread = unread if unread.says or not heard else _unread(heard, rate)
        if not heard or monotonic() >= until:
            break
    return unread if unread.says else Recognized(_SILENT if may_answer else f"{_SILENT} {_ASK}")


_SILENT = "Nothing came in five seconds. Check power and cable, and use the device while this station listens."
_ASK = "A device that only answers is asked once “May this station answer?” is Yes."


def _unread(heard: bytes, rate: int) -> Recognized:
    shown = heard[:16].hex(" ")
    return Recognized(
        f"{len(heard)} bytes came at {rate:,} baud and at the usual other rates, and none of it makes sense."
        f" They begin {shown}. Check the rate, the bits and parity, or find the protocol in the device's manual."
    )


def _hear(
    port: Port, spoken: Mapping[str, Driver], rate: int, patience: float, until: float
) -> tuple[bytes, Recognized | None]:
    """Listen until it is sure what speaks, or nothing makes sense; for as long as `patience` where nothing comes."""
    heard, found = b"", None
    while monotonic() < (until if heard else patience):
        more = _read(port)
        if more is None:
            return heard, found or Recognized("The port went away while this station listened.")
        heard = (heard + more)[-MOST:]
        if more:
            found = recognized(heard, spoken, rate, port.usb_serial)
            if found.sure if found is not None else len(heard) >= SENSELESS:
                break
    return heard, found


def _read(port: Port) -> bytes | None:
    """What has come, perhaps nothing; None when the port is gone."""
    if port.fd is not None:
        sleep(0.02)
    try:
        octets = port.read()
    except BlockingIOError:
        return b""
    except LOST:
        return None
    return None if not octets and port.fd is not None and "://" in port.name else octets


def _ask_all(opened: Opener, spoken: Mapping[str, Driver], rates: tuple[int, ...], settings: str) -> Recognized | None:
    """Ask as each protocol does whose devices must be asked, ours for its hello first, until one is answered.

    Each on an opening of its own: what one protocol asks may leave a device of another one confused.
    """
    for driver in (floor_line, *(each for each in spoken.values() if each.asks)):
        rate = driver.baud if driver.baud in rates else rates[0]
        port = opened(rate)
        try:
            said = _ask(port, driver, settings)
        finally:
            port.close()
        if said:
            return _of(driver, rate, _who(said))
    return None


def _ask(port: Port, driver: Driver, settings: str) -> list[Heard]:
    talk, over = driver.converse(_given(driver, port.usb_serial, settings)), monotonic() + ASKED
    while monotonic() < over:
        for octets in talk.due():
            port.write(octets)
        more = _read(port)
        if more is None:
            return []
        said = [each for frame in talk.split(more) for each in talk.read(frame) if isinstance(each, Heard)]
        if said:
            return said
    return []


def _given(driver: Driver, usb_serial: str, settings: str = "") -> Given:
    """With what was typed into the settings, where this protocol can use it."""
    typed = Given("", NoMemory(), usb_serial=usb_serial, settings=settings)
    try:
        if settings:
            driver.converse(typed)
            return typed
    except ValueError:
        pass  # they are another protocol's
    return Given("", NoMemory(), usb_serial=usb_serial, settings=TRIAL.get(driver.name, ""))


def _who(said: list[Heard]) -> ReaderIdentity | None:
    return next((each.event.identity for each in said if isinstance(each.event, Hello)), None)


def _of(driver: Driver, rate: int, who: ReaderIdentity | None, *, sure: bool = True) -> Recognized:
    if driver is floor_line:
        says = f"It speaks the open line protocol: {who.name}, firmware {who.firmware}." if who else _NAMELESS
        return Recognized(says, driver.name, rate, sure=sure)
    says = f"It answers as a device of the protocol {driver.name}. Enter in the settings who it is."
    return Recognized(says, driver.name, rate, _identity(""), sure=sure)


_NAMELESS = "It speaks the open line protocol and has not identified itself; it should, every five seconds."


def recognized(heard: bytes, spoken: Mapping[str, Driver], rate: int, usb_serial: str = "") -> Recognized | None:
    """What bytes look like; None where they make no sense."""
    return (
        _ours(heard, rate)
        or _of_drivers(heard, spoken, rate, usb_serial)
        or _framed(heard, rate, usb_serial)
        or _text(heard, rate, usb_serial)
    )


def _ours(heard: bytes, rate: int) -> Recognized | None:
    talk = floor_line.converse(Given("", NoMemory()))
    said = [each for frame in talk.split(heard) for each in talk.read(frame)]
    if any(each is Flaw.FORGED for each in said):
        says = "It speaks the open line protocol in keyed mode: its secret belongs into keys/readers.toml."
        return Recognized(says, floor_line.name, rate, sure=True)
    good = [each for each in said if isinstance(each, Heard)]
    if good or any(each is Flaw.STRANGER for each in said):
        who = _who(good)
        return _of(floor_line, rate, who, sure=who is not None)
    return None


def _of_drivers(heard: bytes, spoken: Mapping[str, Driver], rate: int, usb_serial: str) -> Recognized | None:
    """A description or a driver of this house that understands it."""
    for driver in spoken.values():
        if driver is floor_line or driver.name in TRIAL:
            continue
        try:
            talk = driver.converse(_given(driver, usb_serial))
        except ValueError:
            continue  # it must be told more first
        said = [each for frame in talk.split(heard) for each in talk.read(frame)]
        if any(isinstance(each, Heard) for each in said):
            return _of(driver, rate, None)
    return None


def _framed(heard: bytes, rate: int, usb_serial: str) -> Recognized | None:
    """STX text ETX, with the check that fits every message that came."""
    frames = list(_STX_ETX.finditer(heard))
    if not frames:
        return None
    for name, check in sorted(CHECKS.items(), key=lambda each: -each[1].size):
        fits = [check.made(each[1] + b"\x03") == heard[each.end() : each.end() + check.size] for each in frames[:-1]]
        last = heard[frames[-1].end() :][: check.size]
        if all(fits) and (len(last) < check.size or last == check.made(frames[-1][1] + b"\x03")):
            texts = _shown(each[1] for each in frames)
            says = f"Messages between STX and ETX, check “{name}”: {texts}. Say in the settings what each means."
            return Recognized(says, "enq-shoe", rate, f'{_identity(usb_serial)}; frame.check = "{name}"')
    return None


def _text(heard: bytes, rate: int, usb_serial: str) -> Recognized | None:
    lines = list(_LINE.finditer(heard))
    whole = sum(len(each[0]) for each in lines)
    if not lines or whole < 0.8 * heard.rfind(lines[-1][2]):
        return None
    end = '; frame.end = "0d"' if all(each[2] == b"\r" for each in lines) else ""
    kinds = list(dict.fromkeys(each[1].decode("ascii") for each in lines))[:6]
    meant = "".join(f'; says.{_quoted(re.escape(each))} = "?"' for each in kinds)
    says = (
        f"Lines of text: {_shown(each[1] for each in lines)}. Say in the settings who the device is and what each line"
        " means; for a bar-code scanner choose the protocol scanner."
    )
    return Recognized(says, "text-line", rate, f"{_identity(usb_serial)}{meant}{end}")


def _shown(texts: Iterable[bytes]) -> str:
    seen = dict.fromkeys(each.decode("latin-1") for each in texts)
    return ", ".join(f"“{each}”" for each in list(seen)[:6])


def _quoted(text: str) -> str:
    """As a name in TOML: plain in single quotes, unless it holds one."""
    if "'" not in text:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _identity(usb_serial: str) -> str:
    return f'identity = "MAKE/MODEL/{"usb" if usb_serial else "SERIAL"}"'
