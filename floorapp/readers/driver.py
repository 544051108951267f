"""Drivers: a vendor's protocol is one file that makes conversations; found by entry point."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Protocol, runtime_checkable

from floorapp.domain.reader_lines import LineReason
from floorapp.domain.readers import Flaw, Gap, Heard, Mark
from floorapp.domain.values import dataclass

_log = logging.getLogger(__name__)

GROUP = "floorapp.reader_drivers"


@dataclass(frozen=True, slots=True)
class Scanned:
    """A scanner read a code."""

    code: str


Said = Heard | Gap | Flaw | Scanned


class Memory(Protocol):
    """What a conversation may ask about the reader it hears."""

    def secret(self, reader: str) -> bytes | None:
        """The secret of a reader that speaks in keyed mode."""

    def mark(self, reader: str) -> Mark | None:
        """How far that reader had come when it was last heard."""


class NoMemory:
    """The memory of a station that knows no reader."""

    def secret(self, reader: str) -> bytes | None:
        return None

    def mark(self, reader: str) -> Mark | None:
        return None


@dataclass(frozen=True, slots=True)
class Given:
    """What a driver is given when a line is opened."""

    line: str
    memory: Memory
    #: The address on a line that several devices share.
    address: int = 1
    #: Fresh at every opening: a device that has no sessions speaks in this one, with numbers that begin at 1.
    session: bytes = b""
    #: The serial number of the USB adapter, where the port has one.
    usb_serial: str = ""
    #: What was typed under Settings when the line was set up.
    settings: str = ""


class Conversation(Protocol):
    """One line's protocol without its transport: bytes in, sayings out, and what would be said back."""

    def split(self, octets: bytes) -> list[bytes]:
        """The frames that ended in these bytes, as they stood on the line."""

    def read(self, frame: bytes) -> tuple[Said, ...]:
        """What one frame says; never raises."""

    def due(self) -> list[bytes]:
        """What the host would send now, if it may send at all; asked after each reading and a few times a second."""

    def mark(self) -> Mark | None:
        """How far the reader has come; None where the protocol has no sessions and numbers of its own."""

    def keyed(self) -> bool:
        """Whether the frames are signed."""

    def silence(self) -> float | None:
        """Seconds without a frame after which there is no signal: None for the station's own, 0 for never."""


@runtime_checkable
class Unclearing(Protocol):
    """A conversation with a device that may report what it can never report as over."""

    def lasting(self) -> frozenset[LineReason]:
        """What then stands until a person ends it."""


class Driver(Protocol):
    """Makes a conversation for each opened line."""

    @property
    def name(self) -> str: ...

    @property
    def baud(self) -> int: ...

    @property
    def asks(self) -> bool:
        """Whether the device speaks only when it is asked, so that the line must be allowed to answer."""

    def converse(self, given: Given) -> Conversation: ...


def drivers(own: Driver) -> Mapping[str, Driver]:
    """Our own driver and those of other packages; a name that is taken stays with the first."""
    found = {own.name: own}
    for entry in entry_points(group=GROUP):
        if entry.name in found:
            continue
        try:
            driver: Driver = entry.load()
        except (ImportError, AttributeError):
            _log.exception("the reader driver %s cannot be used", entry.name)
            continue
        found[entry.name] = driver
    return found
