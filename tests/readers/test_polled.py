"""A device that only speaks when it is asked: the host asks on its tick, not only after bytes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from threading import Thread
from time import monotonic

import pytest

from floorapp.domain.reader_lines import KnownReader, LineState, ReaderLine
from floorapp.domain.readers import Heard, Heartbeat, Hello, Mark, ReaderIdentity, ReaderKind
from floorapp.readers.driver import Conversation, Given, Said
from floorapp.readers.outlets import PtyOutlet
from floorapp.readers.supervisor import Supervisor
from tests.readers.floor import CALM, Memory

ENQ, ACK = b"\x05", b"\x06"


class Asking:
    """Sends ENQ ten times a second; whoever answers ACK is there."""

    def __init__(self, given: Given) -> None:
        self._session = given.session
        self._number = 0
        self._next = 0.0

    def split(self, octets: bytes) -> list[bytes]:
        return [bytes([each]) for each in octets]

    def read(self, frame: bytes) -> tuple[Said, ...]:
        self._number += 1
        identity = ReaderIdentity("Acme", "Polled", "5", "1", ReaderKind.BLACKJACK)
        return Heard(0, 0, Hello(identity, self._session)), Heard(self._number, 0, Heartbeat())

    def due(self) -> list[bytes]:
        if monotonic() < self._next:
            return []
        self._next = monotonic() + 0.1
        return [ENQ]

    def mark(self) -> Mark | None:
        return None

    def keyed(self) -> bool:
        return False

    def silence(self) -> float | None:
        return None


@dataclass(frozen=True)
class AskingDriver:
    name: str = "asking"
    baud: int = 9600
    asks: bool = True

    def converse(self, given: Given) -> Conversation:
        return Asking(given)


@pytest.mark.unix
def test_a_polled_device_is_asked_on_the_tick() -> None:
    outlet, memory = PtyOutlet(), Memory()
    os.set_blocking(outlet.descriptors()[0], True)
    asked: list[bytes] = []

    def device() -> None:
        """Ignores the first two questions, as one that is still starting would."""
        while len(asked) < 8:
            asked.extend(bytes([each]) for each in outlet.ready(0))
            if len(asked) > 2:
                outlet.write(ACK)

    thread = Thread(target=device, daemon=True)
    line = ReaderLine("L1", outlet.name, driver="asking", may_answer=True)
    known = KnownReader("Acme/Polled/5", ReaderKind.BLACKJACK, "T1")
    with Supervisor(listener=memory, lines=[line], known=[known], patience=CALM, spoken={"asking": AskingDriver()}):
        thread.start()
        memory.until(memory.is_("L1", LineState.LIVE))
        thread.join()
    outlet.unplug()
    assert set(asked) == {ENQ}
