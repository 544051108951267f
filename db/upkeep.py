"""The chores that need the file: looking through it in slices, what is new first, and backing it up."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from db.attachments import copy_attachments
from db.backup import backup
from db.durable import write_durably
from db.frame_seals import FrameFiles
from db.issued_papers import copy_papers
from db.retention import backups_in, remove_old
from db.verify import Verifying, look_again
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical
from floorapp.operations.logbook_check import CheckProgress, LogbookFlaw
from floorapp.operations.upkeep import Pace, Wrong
from floorapp.system import remove

#: What is new is looked at this often, the whole logbook this often.
NEW_EVERY = timedelta(minutes=15)
WHOLE_EVERY = timedelta(hours=24)
BACKUP_EVERY = timedelta(hours=24)
SWEEP_EVERY = timedelta(hours=24)
#: So many entries that were good before are looked at once more with what is new: a year's in half a day.
AGAIN = 200_000
#: Entries of one slice: a few hundredths of a second.
SLICE = 1000

log = logging.getLogger(__name__)

FORMAT = "floor-looked/2"
CALL = (
    "Change nothing. Keep the file and the heads as they are, run `floorapp logbook verify` "
    "and call a compliance officer."
)


@dataclass(frozen=True, slots=True)
class Looked:
    """How far the logbook was found good, and when the whole of it was."""

    format: str
    whole_at: datetime
    mark: CheckProgress


_LOOKED = msgspec.json.Decoder(Looked)


class LooksThrough:
    """The chore of looking through the logbook: what is new every quarter of an hour, all of it once a day.

    Every look at what is new, the first after a start too, looks at the file's structure and at a good part of the
    old entries once more, in turn: somebody may have changed one that was found good.
    """

    name = "logbook"

    def __init__(
        self,
        path: Path,
        *,
        heads: Sequence[Path],
        attachments: Path | None,
        looked: Path,
        frames: FrameFiles | None = None,
        proved_here: bool = False,
        state: Callable[[Pace], Iterable[LogbookFlaw]] = lambda pace: (),
    ) -> None:
        self._path, self._heads, self._attachments, self._looked = path, heads, attachments, looked
        self._frames, self._proved_here = frames, proved_here
        self._state = state
        self._last: datetime | None = None
        self._was_wrong = False
        #: When all of it was looked at last, and up to where old entries were looked at once more.
        self._whole_at: datetime | None = None
        self._again = 0

    def is_due(self, now: datetime) -> bool:
        return self._new_is_due(now) or (not self._was_wrong and self._whole_is_due(now))

    def _new_is_due(self, now: datetime) -> bool:
        wait = WHOLE_EVERY if self._was_wrong else NEW_EVERY
        return self._last is None or abs(now - self._last) >= wait

    def _whole_is_due(self, now: datetime) -> bool:
        return self._whole_at is not None and abs(now - self._whole_at) >= WHOLE_EVERY

    def do(self, now: datetime, pace: Pace) -> Wrong | None:
        known = known_look(self._looked)
        self._whole_at = None if known is None else known.whole_at
        # What is new comes first, also where all of it is due: a head waits for it.
        whole = known is None or (self._whole_is_due(now) and not self._new_is_due(now))
        verifying = Verifying(
            self._path,
            own=[place for place in self._heads[:1] if place.is_dir()],
            against=[place for place in self._heads[1:] if place.is_dir()],
            attachments=self._attachments,
            since=None if whole or known is None else known.mark,
            frames=self._frames,
            proved_here=self._proved_here,
        )
        verifying.look_at_structure()
        while verifying.step(SLICE):
            pace()
        if not whole and known is not None:
            verifying.add(self._look_again(known.mark.position, pace))
        if whole and verifying.answer().good:
            verifying.add(self._state(pace))
        found = verifying.answer()
        self._last, self._was_wrong = now, not found.good
        if found.first is not None:
            remove(self._looked)  # only a look at everything can settle it
            first = found.first
            code = f"{first.code}/{first.station}"
            return Wrong(code, f"The logbook does not hold what was written: {first}", CALL, alarm=True)
        whole_at = self._whole_at = now if whole or known is None else known.whole_at
        write_durably(self._looked, canonical(Looked(FORMAT, whole_at, found.mark)) + b"\n")
        return None

    def _look_again(self, upto: int, pace: Pace) -> list[LogbookFlaw]:
        """The next part of what was found good before; from the beginning again at its end."""
        if self._again >= upto:
            self._again = 0
        found: list[LogbookFlaw] = []
        end = min(upto, self._again + AGAIN)
        while self._again < end and not found:
            found = look_again(self._path, self._again, min(end, self._again + SLICE))
            self._again = min(end, self._again + SLICE)
            pace()
        return found


def known_look(note: Path) -> Looked | None:
    """How far the logbook was good the last time; a note that cannot be read means looking at everything."""
    try:
        known = _LOOKED.decode(note.read_bytes())
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return None
    return known if known.format == FORMAT else None


def known_mark(note: Path) -> CheckProgress | None:
    """Where the last look stopped."""
    known = known_look(note)
    return None if known is None else known.mark


class SweepsFiles:
    """The chore of removing, once a day, files that were chosen and never attached."""

    def __init__(self, name: str, sweep: Callable[[], int]) -> None:
        self.name, self._sweep = name, sweep
        self._last: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        return self._last is None or abs(now - self._last) >= SWEEP_EVERY

    def do(self, now: datetime, pace: Pace) -> Wrong | None:
        gone, self._last = self._sweep(), now
        if gone:
            log.info("files that were never attached were removed (%s): %s", self.name, gone)
        return None


class BacksUp:
    """The chore of backing the logbook up once a day, with attached files and issued papers; what is too old goes."""

    name = "backup"

    def __init__(
        self, path: Path, into: Path, *, attachments: Path, papers: Path, keeps: Callable[[], int | None]
    ) -> None:
        self._path, self._into, self._attachments, self._papers = path, into, attachments, papers
        #: For how many years backups are kept; None while a hold stands, under which none is removed.
        self._keeps = keeps
        self._last: datetime | None = None

    def is_due(self, now: datetime) -> bool:
        if self._last is None:
            self._last = max((each.at for each in backups_in(self._into)), default=None)
        return self._last is None or abs(now - self._last) >= BACKUP_EVERY

    def do(self, now: datetime, pace: Pace) -> Wrong | None:
        made = backup(self._path, self._into, now=now, progress=lambda done, of: pace())
        copy_attachments(self._attachments, self._into / "attachments")
        copy_papers(self._papers, self._into / "papers")
        self._last = now
        if not made.checked.good:
            says = f"The backup {made.path.name} is wrong, because the logbook is: {made.checked.first}"
            return Wrong("wrong-backup", says, CALL, alarm=True)
        years = self._keeps()
        if years is not None:
            remove_old(self._into, now, years)
        return None
