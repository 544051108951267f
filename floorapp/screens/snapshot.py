"""What a screen's question sees of the floor: one state, whole, at one instant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from floorapp.domain.values import dataclass
from floorapp.operations.moment import Moment
from floorapp.operations.reader_lines import LinesAtWork
from floorapp.operations.station_status import Stationed

if TYPE_CHECKING:
    from floorapp.operations.book import Book


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a question sees: the moment, the book, and the reader lines where there are any."""

    moment: Moment
    book: Book
    station: str
    lines: LinesAtWork | None = None
    stationed: Stationed | None = None
