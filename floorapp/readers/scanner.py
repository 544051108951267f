"""Bar-code scanners in serial mode: a line of text is a code. A scanner is no reader: its line needs no identity."""

from __future__ import annotations

from floorapp.domain.readers import Flaw, Mark, ReaderIdentity, ReaderKind
from floorapp.domain.values import dataclass
from floorapp.readers.driver import Conversation, Given, Said, Scanned

MOST = 200
ENDS = b"\r\n\x03"
#: What scanners put before a code, where they are set to: STX, and the prefix of those in keyboard mode.
BEFORE = "\x02~"


class ScannerTalk:
    """Codes ended by Enter, line feed or ETX; a device says nothing else."""

    def __init__(self) -> None:
        self._held = b""

    def split(self, octets: bytes) -> list[bytes]:
        found = list[bytes]()
        for octet in octets:
            self._held += bytes([octet])
            if octet in ENDS or len(self._held) > MOST:
                found.append(self._held)
                self._held = b""
        return [each for each in found if each.strip(ENDS)]

    def read(self, frame: bytes) -> tuple[Said, ...]:
        try:
            code = frame.decode("utf-8").strip().strip("\x03").lstrip(BEFORE).strip()
        except UnicodeDecodeError:
            return (Flaw.NOISE,)
        if len(frame) > MOST:
            return (Flaw.OVERLONG,)
        return (Scanned(code),) if code and code.isprintable() else (Flaw.FORM,)

    def due(self) -> list[bytes]:
        return []

    def mark(self) -> Mark | None:
        return None

    def keyed(self) -> bool:
        return False

    def silence(self) -> float | None:
        return 0.0  # it speaks only when it is used


@dataclass(frozen=True, slots=True)
class ScannerDriver:
    """The protocol `scanner`."""

    name: str = "scanner"
    baud: int = 9600
    asks: bool = False

    def converse(self, given: Given) -> Conversation:
        return ScannerTalk()


driver = ScannerDriver()


def scanner_on(line: str, usb_serial: str) -> ReaderIdentity:
    """Who stands on a scanner's line, for screens: the scanner of that line."""
    return ReaderIdentity("Scanner", line, usb_serial or line, "-", ReaderKind.BLACKJACK)
