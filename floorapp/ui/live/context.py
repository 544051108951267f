"""What the app is told at start, and what every place is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from floorapp.domain.incidents import Attachment
from floorapp.domain.values import dataclass
from floorapp.operations.storage import Stored
from floorapp.screens.door import DoorView
from floorapp.ui.look import Look

if TYPE_CHECKING:
    from floorapp.engine.readings import Reading
    from floorapp.operations.labels import Label, Symbol
    from floorapp.operations.papers.office import Office
    from floorapp.screens.snapshot import Snapshot
    from floorapp.ui.live.background_work import BackgroundWork
    from floorapp.ui.live.bell import Bell
    from floorapp.ui.live.drafts import Drafts
    from floorapp.ui.live.sheets import Sheets
    from floorapp.ui.live.writer import Opening, Writer


@dataclass(frozen=True)
class Setting:
    """How floors are opened, where drafts lie, whom the sample lists; rooms the windows may not import
    are handed in here as plain functions (one field each, with a default that does without)."""

    opening: Opening
    sample: Opening | None = None
    drafts: Path | None = None
    zone: str = "America/New_York"
    listed: Callable[[Snapshot], DoorView | None] = lambda _looking: None
    #: The register of readings of silent text.
    readings: Callable[[], Sequence[Reading]] = tuple
    #: Keeps a file by its hash, durably, to be named in an incident; slow: off the UI thread.
    keep: Callable[[Path], Attachment] | None = None
    #: The content of a kept file, checked against its hash, or a refusal; slow: off the UI thread.
    fetch: Callable[[Attachment], bytes] | None = None
    #: The office that issues papers, of the floor that is open; slow: off the UI thread.
    office: Callable[[], Office] | None = None
    #: Labels as a PDF; with the address of a label printer they are sent there. Raises OSError or ValueError; slow.
    labels: Callable[[Sequence[Label], Symbol, str], bytes] | None = None
    #: Gathers what a helper needs into a file and answers where it is; slow: off the UI thread.
    diagnose: Callable[[], Path] | None = None
    #: Where the logbook and its backups are; reads folders: off the UI thread.
    stored: Callable[[], Stored] | None = None
    #: Backs the logbook up now, says how far it is, and answers where the copy is; slow.
    back_up: Callable[[Callable[[int, int], None]], Path] | None = None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every place is given, so that its own arguments never grow."""

    look: Look
    setting: Setting
    writer: Writer
    sheets: Sheets
    drafts: Drafts
    works: BackgroundWork
    bell: Bell
