"""Checking one device by its line alone: what it says, every fault by name, and whether it keeps to the protocol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from floorapp.domain.readers import Flaw, Gap, Heard, Hello, ReaderIdentity
from floorapp.readers.driver import Conversation, Said
from floorapp.readers.frames import unpack
from floorapp.readers.messages import Type

#: Seconds that may lie between two hellos and between two frames; a little more than the page asks.
HELLO_SECONDS = 5.5
BEAT_SECONDS = 1.5
MOST_A_SECOND = 200
#: What says nothing against a device.
HARMLESS = frozenset({Flaw.FOREIGN, Flaw.STRANGER})


class DeviceCheck:
    """Hears a line and keeps what speaks against the device; `ours` if it should speak the open line protocol."""

    def __init__(self, conversation: Conversation, *, ours: bool, now: float) -> None:
        self._conversation = conversation
        self._ours = ours
        self._began = self._last_hello = self._last_frame = now
        self._longest_hello = self._longest_silence = 0.0
        self._second: tuple[int, int] = (0, 0)
        self._busiest = 0
        self.identity: ReaderIdentity | None = None
        self.good = 0
        self.missing = 0
        self.flaws: Counter[Flaw] = Counter()

    def take(self, octets: bytes, now: float) -> Iterator[tuple[bytes, tuple[Said, ...]]]:
        """Every frame that ended in these bytes, with what it says."""
        for frame in self._conversation.split(octets):
            said = self._conversation.read(frame)
            self._note(frame, said, now)
            yield frame, said

    def _note(self, frame: bytes, said: tuple[Said, ...], now: float) -> None:
        second = int(now - self._began)
        count = self._second[1] + 1 if self._second[0] == second else 1
        self._second, self._busiest = (second, count), max(self._busiest, count)
        fields = unpack(frame) if self._ours else Flaw.NOISE
        if not isinstance(fields, Flaw) and fields[0] == Type.HELLO:
            self._longest_hello = max(self._longest_hello, now - self._last_hello)
            self._last_hello = now
        for each in said:
            if isinstance(each, Flaw):
                self.flaws[each] += 1
                if each is Flaw.STRANGER:  # a good frame all the same
                    self._came(now)
            elif isinstance(each, Gap):
                self.missing += each.missing
            elif isinstance(each, Heard):
                self._heard(each, now)
            else:
                self.good += 1

    def _heard(self, heard: Heard, now: float) -> None:
        self.good += 1
        self._came(now)
        if isinstance(heard.event, Hello):
            self.identity = heard.event.identity

    def _came(self, now: float) -> None:
        self._longest_silence = max(self._longest_silence, now - self._last_frame)
        self._last_frame = now

    def faults(self, now: float) -> list[str]:
        """What speaks against the device, in sentences; nothing if it passed."""
        if not self.good and not self.flaws[Flaw.STRANGER]:
            return ["Nothing it sent makes a message: check the baud rate, the protocol and the cable."]
        found = [] if self.identity is not None else ["It never identified itself."]
        if self._ours:
            hello = max(self._longest_hello, now - self._last_hello)
            if hello > HELLO_SECONDS:
                found.append(f"{hello:.1f} seconds went by without a hello; it must come at least every 5.")
            silence = max(self._longest_silence, now - self._last_frame)
            if silence > BEAT_SECONDS:
                found.append(f"{silence:.1f} seconds went by without a frame; a heartbeat must come every second.")
        if self.missing:
            found.append(f"{self.missing} frames are missing by their numbers.")
        if self._busiest > MOST_A_SECOND:
            found.append(f"It sent {self._busiest} frames in a second; more than {MOST_A_SECOND} are dropped.")
        return found

    def spoiled(self) -> list[tuple[Flaw, int]]:
        """The kinds of bad frames that speak against it, with how many there were."""
        return [(flaw, count) for flaw, count in sorted(self.flaws.items()) if flaw not in HARMLESS]
