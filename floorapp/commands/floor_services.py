"""The floor that is open, one's own or the sample: what the windows are handed of it, as plain functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from floorapp.bootstrap import Places
from floorapp.domain.incidents import Attachment
from floorapp.operations.desk import Clock
from floorapp.operations.station_status import Stationed
from floorapp.operations.storage import KeptBackup, Stored
from floorapp.ui.live.writer import Opened, Opening, Progress

if TYPE_CHECKING:
    from floorapp.operations.labels import Label, Symbol
    from floorapp.operations.papers.office import Office


class OpenFloor:
    """Whichever floor was entered last: its own folder keeps what is attached, its own office issues papers."""

    def __init__(self, places: Places, clock: Clock) -> None:
        self._places, self._clock = places, clock
        self._office: Callable[[], Office] | None = None
        self._station: Stationed | None = None

    def entering(self, places: Places, opening: Opening, office: Callable[[Opened], Office]) -> Opening:
        """How a floor is opened, and from then on the one that is meant."""

        def open_it(progress: Progress) -> Opened:
            opened = opening(progress)
            self._places, self._station = places, opened.stationed
            self._office = cache(lambda: office(opened))
            return opened

        return open_it

    def office(self) -> Office:
        """The office that issues its papers."""
        assert self._office is not None, "no floor is open"
        return self._office()

    def keep(self, source: Path) -> Attachment:
        """Keep a file by its hash, on a server too."""
        from db.attachments import keep_attachment  # not at start

        kept = keep_attachment(self._places.attachments, source)
        if self._station is not None:
            self._station.offer(kept)
        return kept

    def fetch(self, kept: Attachment) -> bytes:
        """The content of a kept file, brought from the server where another station attached it."""
        from db.attachments import fetch_attachment  # not at start

        if self._station is not None:
            self._station.bring(kept)
        return fetch_attachment(self._places.attachments, kept)

    def diagnose(self) -> Path:
        """Gather what a helper needs into a file."""
        from floorapp.commands.diagnostics import make_bundle  # not at start

        return make_bundle(self._places, self._places.data)

    def stored(self) -> Stored:
        """Where the logbook and its backups are."""
        from db.retention import backups_in  # not at start

        now = self._places
        size = now.database.stat().st_size if now.database.exists() else 0
        if now.server is not None:
            return Stored(_without_password(now.server), size, "as the server is run", (), server=True)
        kept = (KeptBackup(each.path.name, each.at, each.path.stat().st_size) for each in backups_in(now.backups))
        newest = tuple(sorted(kept, key=lambda each: each.at, reverse=True))
        return Stored(str(now.database), size, str(now.backups), newest)

    def labels(self, labels: Sequence[Label], symbol: Symbol, printer: str) -> bytes:
        """A PDF of labels, or ZPL that was sent to a label printer."""
        from printing.label_printer import send_labels  # not at start: reportlab takes its time
        from printing.labels import labels_pdf, labels_zpl

        if not printer:
            return labels_pdf(labels, symbol)
        octets = labels_zpl(labels, symbol)
        send_labels(octets, printer)
        return octets

    def back_up(self, far: Progress) -> Path:
        """Back the logbook up now, attached files too."""
        from db.attachments import copy_attachments  # not at start
        from db.backup import backup
        from db.issued_papers import copy_papers

        now = self._places
        made = backup(now.database, now.backups, now=self._clock.now(), progress=far)
        copy_attachments(now.attachments, now.backups / "attachments")
        copy_papers(now.papers, now.backups / "papers")
        return made.path


def _without_password(server: str) -> str:
    """A server's address as a screen may show it."""
    parts = urlsplit(server)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
