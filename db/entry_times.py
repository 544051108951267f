"""The times an entry says, held against each other: no clock is proved, but what the app never writes is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from floorapp.operations.canonical import instant_of
from floorapp.operations.entry import AHEAD_AT_MOST, LATE_AFTER
from floorapp.operations.logbook_check import counted

#: A clock that is set by the network goes back by less.
WENT_BACK = timedelta(minutes=5)
#: A gaming day is the date by some zone, or the one before.
_NEAR = timedelta(days=1)
#: So many places are named.
_NAMED = 3


class EntryTimes:
    """Follows the times of every station's entries."""

    def __init__(self) -> None:
        self._before: dict[str, str] = {}
        #: The hour and the gaming day of the entry that was looked at last: most are of the same.
        self._hour, self._day = "", ""
        self._went_back: list[str] = []

    def take(self, row: tuple[Any, ...]) -> Sequence[str]:
        """What is wrong with the times of an entry, in words."""
        recorded, station = row[8], row[11]
        before, self._before[station] = self._before.get(station, ""), recorded
        try:
            if recorded < before and instant_of(before) - instant_of(recorded) > WENT_BACK:
                self._went_back.append(f"{station}-{row[9]} of {recorded}")
            if row[5] == recorded and row[1] == self._day and recorded[:13] == self._hour:
                return ()
            return tuple(self._wrong(row))
        except (ValueError, TypeError):
            return ("its times are not spelled as times are.",)

    def _wrong(self, row: tuple[Any, ...]) -> Iterator[str]:
        happened, recorded = instant_of(row[5]), instant_of(row[8])
        if recorded - happened > LATE_AFTER and not row[4]:
            yield "it was entered late, and does not say so."
        if happened - recorded > AHEAD_AT_MOST:
            yield "it is of a time that had not come when it was entered."
        if abs(date.fromisoformat(row[1]) - happened.date()) > _NEAR:
            yield f"it stands under the gaming day {row[1]}, and is of another."
        else:
            self._hour, self._day = row[5][:13], row[1]

    def said(self) -> Iterator[str]:
        """What is not wrong, and what nobody vouches for."""
        if self._went_back:
            entries = counted(len(self._went_back), "entry is", "entries are")
            places = ", ".join(self._went_back[:_NAMED]) + (", …" if len(self._went_back) > _NAMED else "")
            yield (
                f"{entries} dated more than 5 minutes before the one before it ({places}): "
                "the clock was set back then, or somebody entered it by hand."
            )
