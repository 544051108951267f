"""Alarms: changes of lines in, one alarm for what fails together out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from datetime import datetime

from floorapp.domain.reader_lines import Alarm, AlarmKind, LineChange, LineReason, LineState, Trouble
from floorapp.domain.values import dataclass
from floorapp.readers.troubles import NOT_HEARD

#: Why an alarm is over, where nothing better can be said.
CONNECTED = "Connected and trusted again."

IDENTITY = frozenset(
    {
        LineReason.CLONED,
        LineReason.NAMESAKE,
        LineReason.CHANGED,
        LineReason.WRONG_IDENTITY,
        LineReason.STRANGER,
        LineReason.FORGED,
        LineReason.NO_IDENTITY,
    }
)


@dataclass(slots=True)
class _Cause:
    """One standing alarm and the lines it holds."""

    number: int
    kind: AlarmKind
    group: str
    raised_at: datetime
    trouble: Trouble
    tell_at: float | None
    told: bool = False
    ended: str = ""
    lines: dict[str, str | None] = field(default_factory=dict)


class AlarmBoard:
    """Gathers for a moment what fails together, then says it once."""

    def __init__(self, group_of: Callable[[str], str], gather: float) -> None:
        self._group_of = group_of
        self._gather = gather
        self._causes: dict[tuple[AlarmKind, str], _Cause] = {}
        self._over: list[Alarm] = []
        self._number = 0

    def note(self, change: LineChange, now: float) -> None:
        """Take a change in: it raises an alarm, joins one, leaves one, or is nothing to be alarmed about."""
        if change.now in (LineState.LIVE, LineState.OFF):
            self._leave(change.line, *AlarmKind, ended=_ended(change))
        elif change.now is LineState.FAULTY:
            self._leave(change.line, AlarmKind.UNREACHABLE)
            identity = change.reason in IDENTITY
            shared = change.reason is LineReason.CLONED and change.reader is not None
            group = f"reader {change.reader.key}" if shared and change.reader else f"line {change.line}"
            self._join(AlarmKind.IDENTITY if identity else AlarmKind.OUT_OF_ORDER, group, change, now)
        elif change.now in (LineState.ABSENT, LineState.SILENT):
            self._join(AlarmKind.UNREACHABLE, self._group_of(change.line), change, now)

    def vacated(self, line: str) -> None:
        """The line's reader is heard elsewhere: an empty port is nothing to be alarmed about."""
        self._leave(line, AlarmKind.UNREACHABLE, ended="Its reader is connected on another line.")

    def lost(self, table: str, words: Trouble, now: float, at: datetime) -> None:
        """No line stands for a table that has a reader."""
        self._number += 1
        cause = _Cause(self._number, AlarmKind.UNREACHABLE, f"table {table}", at, words, now + self._gather)
        cause.lines[""] = table
        self._causes[cause.kind, cause.group] = cause

    def found(self, table: str) -> None:
        """A line stands for the table again, or its reader was taken out on record."""
        cause = self._causes.pop((AlarmKind.UNREACHABLE, f"table {table}"), None)
        if cause is not None and cause.told:
            cause.ended = "A line stands for the table again, or its reader was removed."
            self._over.append(_alarm(cause, standing=False))

    def _join(self, kind: AlarmKind, group: str, change: LineChange, now: float) -> None:
        assert change.trouble is not None
        cause = self._causes.get((kind, group))
        if cause is None:
            self._number += 1
            cause = _Cause(self._number, kind, group, change.at, change.trouble, None)
            self._causes[kind, group] = cause
        if change.line not in cause.lines:
            cause.lines[change.line] = change.table
            if cause.tell_at is None:
                cause.tell_at = now if kind is AlarmKind.OUT_OF_ORDER else now + self._gather

    def _leave(self, line: str, *kinds: AlarmKind, ended: str = "") -> None:
        for place, cause in list(self._causes.items()):
            if cause.kind in kinds and line in cause.lines:
                kept = cause.lines.copy()
                del cause.lines[line]
                if not cause.lines:
                    del self._causes[place]
                    if cause.told:
                        cause.lines, cause.ended = kept, ended or CONNECTED
                        self._over.append(_alarm(cause, standing=False))

    def due(self, now: float) -> Iterator[Alarm]:
        """What is to be said now."""
        yield from self._over
        self._over.clear()
        for cause in self._causes.values():
            if cause.tell_at is not None and cause.tell_at <= now:
                grown, cause.told, cause.tell_at = cause.told, True, None
                yield _alarm(cause, grown=grown)


def _ended(change: LineChange) -> str:
    """Why a line's alarm is over: connected again is said only where it is."""
    if change.now is LineState.OFF:
        return f"Line {change.line} was switched off."
    return CONNECTED if change.reader is None else f"{change.reader.name} is connected there and trusted."


def _alarm(cause: _Cause, *, standing: bool = True, grown: bool = False) -> Alarm:
    tables = tuple(sorted({table for table in cause.lines.values() if table is not None}))
    words = cause.trouble
    if len(cause.lines) > 1 and cause.kind is AlarmKind.UNREACHABLE:
        what = f"{len(cause.lines)} lines of {cause.group} have no signal."
        where = f" Tables: {', '.join(tables)}." if tables else ""
        words = Trouble(what, NOT_HEARD + where, "Check its power and network cable; the lines come back on their own.")
    lines = tuple(line for line in cause.lines if line)
    return Alarm(
        cause.number, cause.kind, cause.group, cause.raised_at, lines, tables, words, standing, grown, cause.ended
    )
