"""What the lines ask of whoever listens to them; the recorder is who does."""

from __future__ import annotations

from typing import Protocol

from floorapp.domain.reader_lines import Alarm, LineChange
from floorapp.domain.readers import Missing, RawFrame, Report


class NotRecorded(Exception):
    """A raw frame could not be stored; it will not be interpreted."""


class Listener(Protocol):
    """Called on the lines' thread, in order; must come back quickly, so it puts things in a queue."""

    def raw(self, frame: RawFrame) -> None:
        """Keep the bytes as received, before they are interpreted; raises NotRecorded if that fails."""

    def heard(self, report: Report) -> None:
        """A trusted reader said something other than that it is alive."""

    def scanned(self, line: str, code: str) -> None:
        """A scanner read a code."""

    def missing(self, missing: Missing) -> None:
        """Frames of a trusted reader are missing: evidence of that time is partial."""

    def changed(self, change: LineChange) -> None:
        """A line's state changed; each change once."""

    def alarm(self, alarm: Alarm) -> None:
        """An alarm was raised, has grown, or is over."""
