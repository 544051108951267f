"""Finds what every room needs first: shipped files, a floor's folders, the log; `commands.wiring` joins the rooms."""

from __future__ import annotations

import faulthandler
import hashlib
import json
import logging
import os
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from floorapp.domain.values import dataclass
from floorapp.engine.loader import read_readings, rulebook_of, toml_of
from floorapp.engine.readings import Reading
from floorapp.engine.rulebook import Rulebook
from floorapp.operations.redaction import redacted

if TYPE_CHECKING:
    from floorapp.operations.sample.plan import Plan

log = logging.getLogger(__name__)

RESOURCES = Path(__file__).parents[1] / "resources"


def shipped(*path: str) -> Path:
    """A file or folder among the shipped resources."""
    return RESOURCES.joinpath(*path)


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """The shipped rulebooks by their id."""
    files = sorted(each for each in shipped("rulebooks").iterdir() if each.suffix == ".toml")
    books = (rulebook_of(tables_of(file), file.name) for file in files)
    return {book.id: book for book in books}


def tables_of(file: Path) -> dict[str, Any]:
    """The tables of a TOML file; kept beside it as Python keeps what it compiled, because reading TOML is slow."""
    content = file.read_text(encoding="utf-8")
    kept = file.parent / "__pycache__" / f"{file.stem}.{hashlib.sha256(content.encode()).hexdigest()[:16]}.json"
    try:
        found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"), object_hook=_date_again)
        return found
    except (OSError, ValueError):  # not there, or not whole
        tables = toml_of(content, file.name)
        with suppress(OSError):  # a folder that may not be written: then it is read every time
            kept.parent.mkdir(exist_ok=True)
            for old in kept.parent.glob(f"{file.stem}.*.json"):
                old.unlink(missing_ok=True)
            fresh = kept.with_suffix(f".{os.getpid()}")
            fresh.write_text(json.dumps(tables, default=lambda day: {"__date__": day.isoformat()}), encoding="utf-8")
            fresh.replace(kept)
        return tables


def _date_again(table: dict[str, Any]) -> Any:
    return date.fromisoformat(table["__date__"]) if "__date__" in table else table


@cache
def readings() -> tuple[Reading, ...]:
    """The register of readings of silent text."""
    return read_readings(shipped("readings.toml").read_text(encoding="utf-8"), "readings.toml")


@cache
def sample_plan() -> Plan:
    """What the sample floor is made of."""
    from floorapp.operations.sample.plan import read_plan  # few calls need it

    floor, people, happenings = (
        shipped("sample", f"{name}.toml").read_text(encoding="utf-8") for name in ("floor", "people", "happenings")
    )
    return read_plan(floor=floor, people=people, happenings=happenings)


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        """An aware instant in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Places:
    """Where everything lies: an option beats a variable beats `settings.toml` beats the default."""

    data: Path
    database: Path
    station: str
    sample: bool
    #: A second place for heads, such as a drive of the compliance office; none where it is not set.
    second_heads: Path | None = None
    #: Where backups go, if not into the data folder.
    backups_to: Path | None = None
    #: The URL of the server the logbook is on; `database` is then this station's copy of it.
    server: str | None = None

    @property
    def keys(self) -> Path:
        return self.data / "keys"

    @property
    def heads(self) -> tuple[Path, ...]:
        """Where signed heads are written."""
        return (self.data / "heads", *([self.second_heads] if self.second_heads else []))

    @property
    def attachments(self) -> Path:
        return self.data / "attachments"

    @property
    def papers(self) -> Path:
        """Where issued papers are kept."""
        return self.data / "papers"

    @property
    def backups(self) -> Path:
        return self.backups_to or self.data / "backups"

    @property
    def looked(self) -> Path:
        """How far the logbook was looked through the last time."""
        return self.data / "looked.json"

    @property
    def logs(self) -> Path:
        return self.data / "logs"

    @property
    def drafts(self) -> Path:
        return self.data / "drafts.json"


#: It stands in the numbers of entries and in the names of files.
STATION_NAME = re.compile(r"[A-Z0-9][A-Z0-9-]{0,15}")
STATION_NAMES = "A station's name is up to 16 capital letters, digits and hyphens, such as PODIUM-2."


#: What `settings.toml` may say.
SETTINGS = ("database", "station", "heads", "backups")
#: Of a file larger than this nobody wrote the settings.
MOST_SETTINGS = 1 << 20


class UnusablePlace(ValueError):
    """A place that cannot be used, in words for the person who named it."""


def find_places(*, data: str | None = None, database: str | None = None, sample: bool = False) -> Places:
    """Find the folder and the file to work on."""
    home = _place(data or os.environ.get("FLOORAPP_DATA") or _usual_folder())
    home = home / "sample" if sample else home
    settings = _known_settings(home / "settings.toml")
    named = database or os.environ.get("FLOORAPP_DATABASE") or settings.get("database")
    server = named if named and "://" in named and not sample else None
    if server and not server.startswith(("postgresql://", "postgres://")):
        raise UnusablePlace("A database is a file, or a server named as postgresql://USER@HOST/DATABASE.")
    file = home / "floor.sqlite" if not named or sample else _place(named)
    if server:
        file = home / "known.sqlite"
    station = settings.get("station", "MAIN")
    if not STATION_NAME.fullmatch(station):
        raise UnusablePlace(f"“{station}” in {home / 'settings.toml'} is no station's name. {STATION_NAMES}")
    return Places(
        home,
        file,
        station,
        sample,
        second_heads=_folder(settings.get("heads")),
        backups_to=_folder(settings.get("backups")),
        server=server,
    )


def _usual_folder() -> str:
    import platformdirs  # only where no folder is named

    return platformdirs.user_data_dir("floorapp", appauthor=False)


def _place(named: str) -> Path:
    """A path as somebody wrote it down."""
    try:
        if "\0" in named:
            raise UnusablePlace(f"{named!r} is no path: a path holds no zero byte.")
        return Path(named).expanduser().absolute()
    except RuntimeError as fault:  # ~NAME of nobody
        raise UnusablePlace(f"“{named}” is no place: there is nobody of that name here.") from fault


def _folder(named: str | None) -> Path | None:
    if named and "://" in named:
        raise UnusablePlace("Heads and backups go into a folder: mount the drive, and name where it is mounted.")
    return _place(named) if named else None


def _known_settings(path: Path) -> dict[str, str]:
    """The settings; one that would not be heeded is refused, so that nobody relies on it."""
    found = _settings(path)
    for name, value in found.items():
        if name not in SETTINGS:
            raise UnusablePlace(f"“{name}” in {path} is no setting. There are {', '.join(SETTINGS)}.")
        if not isinstance(value, str):
            raise UnusablePlace(f'{name} in {path} must stand in quotes: {name} = "…".')
    return {name: value for name, value in found.items() if isinstance(value, str)}


def _settings(path: Path) -> dict[str, object]:
    try:
        if path.exists() and not path.is_file():
            raise UnusablePlace(f"{path} cannot be read: it is not a file.")
        with path.open("rb") as file:
            found = tomllib.loads(file.read(MOST_SETTINGS).decode("utf-8"))
    except FileNotFoundError:
        return {}
    except UnusablePlace:
        raise
    except OSError as fault:
        raise UnusablePlace(f"{path} cannot be read: {fault.strerror}.") from fault
    except ValueError as fault:  # no UTF-8, or no TOML
        raise UnusablePlace(f"{path} cannot be read: {fault}.") from fault
    return found


def reader_secrets(data: Path) -> dict[str, bytes]:
    """The secrets of readers in keyed mode, from `keys/readers.toml`: identity = hex; never in the logbook.

    A file that others may read, or that makes no sense, is not used: its readers are then not believed.
    """
    path = data / "keys" / "readers.toml"
    try:
        if os.name == "posix" and path.exists() and path.stat().st_mode & 0o077:
            log.warning("%s can be read by others and is not used: let only its owner read it", path)
            return {}
        return {reader: bytes.fromhex(secret) for reader, secret in _settings(path).items() if isinstance(secret, str)}
    except (UnusablePlace, ValueError, OSError) as fault:
        log.warning("the secrets of readers cannot be used: %s", fault)
        return {}


class DiscreetFormatter(logging.Formatter):
    """Lines of the log without the secrets that an error's words may carry."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def keep_log(places: Places) -> logging.Handler:
    """Write what goes wrong into a file that stays small, the ones before kept; a crash of Qt's own too."""
    from importlib.metadata import version  # these two take their time, and the windows do without
    from logging.handlers import RotatingFileHandler

    places.logs.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(places.logs / "floorapp.log", maxBytes=1_000_000, backupCount=3, encoding="utf-8")
    handler.setFormatter(DiscreetFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # the store says itself what it upgrades
    faulthandler.enable(os.open(places.logs / "crash.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644))
    root.info("floorapp %s begins, station %s", version("floorapp"), places.station)
    return handler
