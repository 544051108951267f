"""Where cards are kept before play: the places of a property with what each should hold, and what was counted there."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from floorapp.domain.values import dataclass


class StorageKind(StrEnum):
    """What a place is for."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    PIT_STAND = "pit-stand"
    RESERVE = "reserve"

    @property
    def words(self) -> str:
        """As people say it."""
        return self.value.replace("-", " ")


@dataclass(frozen=True, slots=True)
class StoragePlace:
    """A place in which sealed deck sets are kept, and how many should be there."""

    id: str
    name: str
    kind: StorageKind
    par: int
    in_use: bool = True

    def against_par(self, held: int) -> str:
        """How many sets it is above or below its par; empty where it has none."""
        over = held - self.par
        if not self.par:
            return ""
        return f"{abs(over)} {'above' if over > 0 else 'below'} par" if over else "at par"


#: Where sets are until the property names its places.
UNNAMED = StoragePlace("", "Card storage", StorageKind.PRIMARY, 0)


@dataclass(frozen=True, slots=True)
class StorageCount:
    """The last physical inventory of a place: what was found there, and what was not."""

    place: str
    at: datetime
    by: str
    entry: str
    found: tuple[str, ...]
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    says: str = ""
