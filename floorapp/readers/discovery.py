"""Discovery: which ports are there, and which of them a line or a reader's maker means."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit

from serial.tools import list_ports

from floorapp.domain.reader_lines import VIRTUAL, ReaderLine
from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class PortSeen:
    """A port of this station, with what its USB side says of itself; `virtual` if the app plays it."""

    name: str
    vendor: int | None = None
    product: int | None = None
    serial: str | None = None
    says: str = ""
    virtual: bool = False
    maker: str = ""
    #: The system's own lasting name, where USB numbers do not single it out.
    link: str = ""

    @property
    def target(self) -> str:
        """How a line should name it: by USB numbers if it has a serial number, which stay wherever it is plugged in."""
        if self.link or self.vendor is None or self.product is None or not self.serial:
            return self.link or self.name
        return f"usb:{self.vendor:04x}:{self.product:04x}:{self.serial}"

    @property
    def words(self) -> str:
        """What a technician knows it by: name, serial number, maker, description, USB numbers."""
        numbers = "" if self.vendor is None or self.product is None else f"{self.vendor:04X}:{self.product:04X}"
        says = "" if self.says == "n/a" else self.says
        serial = f"serial {self.serial}" if self.serial else ""
        return ", ".join(each for each in (self.name, serial, self.maker, says, numbers) if each)


Ports = Callable[[], Iterable[PortSeen]]

#: Seconds for which a list of ports is believed.
LATELY = 0.5
#: Where Linux links ports under names that stay.
LINKS = Path("/dev/serial")
_USB = re.compile(r"usb:([0-9a-f]{4}):([0-9a-f]{4})(?::(.+))?", re.I)


class NoSuchPort(OSError):
    """No port of this station answers to the target."""


def ports_here() -> list[PortSeen]:
    """The serial ports of this station."""
    return with_links(
        PortSeen(
            port.device, port.vid, port.pid, port.serial_number, port.description or "", maker=port.manufacturer or ""
        )
        for port in list_ports.comports()
    )


def with_links(ports: Iterable[PortSeen], links: Path = LINKS) -> list[PortSeen]:
    """The same ports; those of an adapter with several, or without a serial number, by a name that stays as well."""
    found = list(ports)
    alike = Counter(each.target for each in found)
    vague = {each.name for each in found if each.vendor and (not each.serial or alike[each.target] > 1)}
    return [replace(each, link=_link(each, links) or each.name) if each.name in vague else each for each in found]


def _link(port: PortSeen, links: Path) -> str:
    """By the adapter and its port where there is a serial number, else by the socket it is plugged into."""
    folder = links / ("by-id" if port.serial else "by-path")
    return next((str(each) for each in sorted(folder.glob("*")) if os.path.realpath(each) == port.name), "")


def seen_lately(ports: Ports) -> Ports:
    """The same ports, looked for at most twice a second, however many lines ask."""
    kept: list[tuple[float, list[PortSeen]]] = []

    def look() -> list[PortSeen]:
        now = monotonic()
        if not kept or now - kept[0][0] > LATELY:
            kept[:] = [(now, list(ports()))]
        return kept[0][1]

    return look


def resolve(target: str, ports: Ports) -> str:
    """The name under which a target can be opened now; a USB target keeps its meaning when its name changes."""
    if target.startswith(VIRTUAL):
        return _played(target, ports)
    if not target.lower().startswith("usb:"):
        return target
    parts = _USB.fullmatch(target)
    if parts is None:
        raise ValueError(f"not usb:VENDOR:PRODUCT[:SERIAL]: {target}")
    vendor, product, serial = int(parts[1], 16), int(parts[2], 16), parts[3]
    meant = [
        port.name
        for port in ports()
        if (port.vendor, port.product) == (vendor, product) and serial in (None, port.serial)
    ]
    if len(meant) > 1:
        raise ValueError(f"{len(meant)} ports answer to {target}: name the serial number too")
    if not meant:
        raise NoSuchPort(2, "no such port", target)
    return meant[0]


def serial_of(name: str, ports: Ports) -> str:
    """The serial number of the USB adapter behind a port; empty where it has none."""
    return next((port.serial or "" for port in ports() if name in (port.name, port.link)), "")


def _played(target: str, ports: Ports) -> str:
    serial = target.removeprefix(VIRTUAL)
    for port in ports():
        if port.virtual and port.serial == serial:
            return port.name
    raise NoSuchPort(2, "nobody plays this virtual reader", target)


def group_of(line: ReaderLine) -> str:
    """What fails together with this line: its device server, else only itself."""
    if line.group:
        return line.group
    far = "://" in line.target and not line.target.startswith("listen://")
    host = urlsplit(line.target).hostname if far else None
    return f"device server {host}" if host else f"line {line.id}"
