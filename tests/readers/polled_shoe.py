"""A shoe in the ENQ/ACK/STX…ETX style, written by the maker's sheet and apart from any driver."""

from __future__ import annotations

import os
import select
from collections import deque
from threading import Thread

STX, ETX, EOT, ENQ, ACK, NAK = 0x02, 0x03, 0x04, 0x05, 0x06, 0x15


class PolledShoe:
    """Says what is new when it is asked, again if that was refused, and forgets it once it was acknowledged."""

    def __init__(self) -> None:
        import tty  # Windows has none

        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.name = os.ttyname(self._theirs)
        self.news: deque[str] = deque()
        self.garbled = 0
        self.refused = 0
        self._running = True
        self._thread = Thread(target=self._run, name="polled-shoe")

    def __enter__(self) -> PolledShoe:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._running = False
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)

    def _run(self) -> None:
        while self._running:
            if select.select([self._ours], [], [], 0.05)[0]:
                for octet in os.read(self._ours, 256):
                    self._obey(octet)

    def _obey(self, octet: int) -> None:
        if octet == ENQ:
            os.write(self._ours, self._message() if self.news else bytes([EOT]))
        elif octet == ACK and self.news:
            self.news.popleft()
        elif octet == NAK:
            self.refused += 1

    def _message(self) -> bytes:
        covered = self.news[0].encode("ascii") + bytes([ETX])
        bcc = 0
        for octet in covered:
            bcc ^= octet
        if self.garbled:
            self.garbled -= 1
            bcc ^= 0x40
        return bytes([STX]) + covered + bytes([bcc])
