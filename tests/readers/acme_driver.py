"""A vendor's protocol in one file: lines of text, numbered; what a second driver takes."""

from __future__ import annotations

from dataclasses import dataclass

from floorapp.domain.readers import (
    Flaw,
    Heard,
    Heartbeat,
    Hello,
    HoleCardSignal,
    Mark,
    ReaderIdentity,
    ReaderKind,
    Signal,
)
from floorapp.readers.driver import Conversation, Given, Said

SIGNALS = {"BJ": Signal.BLACKJACK, "NO": Signal.NO_BLACKJACK}
MOST = 80


class AcmeTalk:
    """`ID serial`, `OK`, `BJ`, `NO`, each ended by a line feed."""

    def __init__(self, given: Given) -> None:
        self._session = given.session
        self._held = b""
        self._number = 0

    def split(self, octets: bytes) -> list[bytes]:
        *lines, held = (self._held + octets).split(b"\n")
        self._held = held[-MOST:]
        return lines

    def read(self, frame: bytes) -> tuple[Said, ...]:
        word, _, rest = frame.decode("ascii", errors="replace").partition(" ")
        if word == "ID" and rest:
            identity = ReaderIdentity("Acme", "Text", rest, "1", ReaderKind.BLACKJACK)
            return (Heard(0, 0, Hello(identity, self._session)),)
        if word != "OK" and word not in SIGNALS:
            return (Flaw.FORM,)
        self._number += 1
        return (Heard(self._number, 0, Heartbeat() if word == "OK" else HoleCardSignal(SIGNALS[word])),)

    def due(self) -> list[bytes]:
        return []

    def mark(self) -> Mark | None:
        return None

    def keyed(self) -> bool:
        return False

    def silence(self) -> float | None:
        return None


@dataclass(frozen=True)
class AcmeDriver:
    name: str = "acme"
    baud: int = 9600
    asks: bool = False

    def converse(self, given: Given) -> Conversation:
        return AcmeTalk(given)


driver = AcmeDriver()
