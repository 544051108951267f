"""Raw frames of the readers' lines: kept packed before anyone interprets them, sealed into the chain by digest."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Protocol

from floorapp.domain.readers import Mark, RawFrame
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import digest, instant_text
from floorapp.operations.desk import Writing


@dataclass(frozen=True, slots=True)
class Bundle:
    """Frames that were stored together: their place, how many of which line, from when to when, their digest."""

    place: int
    first_at: datetime
    last_at: datetime
    lines: tuple[tuple[str, int], ...]
    digest: str

    @property
    def frames(self) -> int:
        return sum(count for _, count in self.lines)


class FrameKeeper(Protocol):
    """Where raw frames are kept, a bundle at a time."""

    def keep_frames(
        self,
        frames: tuple[RawFrame, ...],
        /,
        *,
        entered: int | None = None,
        marks: tuple[Mark, ...] | None = None,
        within: Writing | None = None,
    ) -> int:
        """Keep frames as they came; answers their bundle's place.

        `entered` notes up to which bundle everything has become entries; `marks` how far the readers had come. They
        become durable with a transaction on the logbook that is under way, where one is named; else now.
        """
        ...

    @property
    def frames_apart(self) -> bool:
        """Whether frames lie apart from the logbook: then no transaction holds both."""
        ...

    def note_entered(self, place: int, marks: tuple[Mark, ...] | None = None) -> None:
        """Note that everything up to this bundle has become entries."""
        ...

    def entered(self) -> tuple[int, tuple[Mark, ...]]:
        """Up to which bundle everything has become entries, and how far the readers had come."""
        ...

    def bundles(self, *, after: int = 0) -> tuple[Bundle, ...]:
        """The bundles after a place, without their frames."""
        ...

    def frames(self, *, after: int = 0) -> Iterator[tuple[RawFrame, ...]]:
        """The frames of the bundles after a place, a bundle at a time."""
        ...


def sealed_digest(bundles: tuple[Bundle, ...]) -> str:
    """One digest over the bundles' own, in order."""
    return digest("\n".join(each.digest for each in bundles).encode())


def frames_digest(frames: tuple[RawFrame, ...]) -> str:
    """One digest over frames as they came: which line, when, which way, which bytes."""
    lines = (f"{each.line} {instant_text(each.at)} {int(each.sent)} {each.octets.hex()}" for each in frames)
    return digest("\n".join(lines).encode())
