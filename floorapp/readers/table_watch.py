"""The watch over tables: an installed reader that no line of this station accounts for is an alarm."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from floorapp.domain.reader_lines import KnownReader, LineState, Trouble
from floorapp.operations.reader_lines import LineStanding
from floorapp.readers.alarms import AlarmBoard
from floorapp.readers.line_session import LineSession
from floorapp.readers.troubles import NOT_HEARD


class TableWatch:
    """Knows which readers this station has heard, and which of their tables no line stands for now."""

    def __init__(self, board: AlarmBoard) -> None:
        self._board = board
        self._heard: set[str] = set()
        self._lost: dict[str, KnownReader] = {}

    def heard(self, reader: str) -> None:
        """A reader is trusted on a line of this station: from now on it is to be heard here."""
        self._heard.add(reader)

    def tick(self, lines: Iterable[LineSession], known: Iterable[KnownReader], now: float, at: datetime) -> None:
        """Raise an alarm for each table that is newly unheard, end those that are over.

        A line that stands for a table raises its own alarm when it fails, so only the others are looked for.
        """
        covered = {line.watch.table for line in lines}
        unheard = {
            each.table: each
            for each in known
            if each.table is not None
            and each.table not in covered
            and not each.elsewhere
            and (each.last_line is not None or each.key in self._heard)
        }
        for table in self._lost.keys() - unheard.keys():
            self._board.found(table)
        for table in unheard.keys() - self._lost.keys():
            self._board.lost(table, _words(table, unheard[table]), now, at)
        self._lost = unheard

    def standing(self) -> tuple[LineStanding, ...]:
        """The tables without a line, as screens count them."""
        return tuple(
            LineStanding("", table, LineState.ABSENT, reader.virtual) for table, reader in sorted(self._lost.items())
        )


def _words(table: str, reader: KnownReader) -> Trouble:
    serial = reader.key.rpartition("/")[2]
    return Trouble(
        f"Table {table}: no signal from its reader {serial} on any line.",
        NOT_HEARD,
        "Connect the reader again; if it was taken out, record the removal at the table.",
    )
