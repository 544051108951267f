"""Finds what every room needs first: shipped files, a floor's folders; `commands.wiring` joins the rooms."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from floorapp.domain.values import dataclass
from floorapp.engine.loader import read_readings, rulebook_of, toml_of
from floorapp.engine.readings import Reading
from floorapp.engine.rulebook import Rulebook
from floorapp.system import is_private, put_in_place

if TYPE_CHECKING:
    from floorapp.operations.sample.plan import Plan

RESOURCES = Path(__file__).parents[1] / "resources"


def shipped(*path: str) -> Path:
    """A file or folder among the shipped resources."""
    return RESOURCES.joinpath(*path)


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """The shipped rulebooks by their id."""
    return {book.id: book for book in map(_read_rulebook, _rulebook_files())}


class RulebooksAsNeeded(Mapping[str, Rulebook]):
    """The shipped rulebooks, each read when it is first asked for: a few rounds are of one game."""

    def __init__(self) -> None:
        self._files = {file.stem: file for file in _rulebook_files()}
        self._read: dict[str, Rulebook] = {}

    def __getitem__(self, id_: str) -> Rulebook:
        if id_ not in self._read:
            self._read[id_] = _read_rulebook(self._files[id_])
        return self._read[id_]

    def __contains__(self, id_: object) -> bool:
        return id_ in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def _rulebook_files() -> list[Path]:
    return sorted(each for each in shipped("rulebooks").iterdir() if each.suffix == ".toml")


def _read_rulebook(file: Path) -> Rulebook:
    return rulebook_of(tables_of(file), file.name)


def tables_of(file: Path) -> dict[str, Any]:
    """The tables of a TOML file; kept beside it as Python keeps what it compiled, because reading TOML is slow."""
    content = file.read_text(encoding="utf-8")
    kept = file.parent / "__pycache__" / f"{file.stem}.json"
    try:
        found = json.loads(kept.read_text(encoding="utf-8"), object_hook=_date_again)
        if found["text"] == content:
            tables: dict[str, Any] = found["tables"]
            return tables
    except (OSError, ValueError, TypeError, KeyError):  # not there, or not whole
        pass
    tables = toml_of(content, file.name)
    with suppress(OSError):  # a folder that may not be written: then it is read every time
        kept.parent.mkdir(exist_ok=True)
        fresh = kept.with_suffix(f".{os.getpid()}")
        made = {"text": content, "tables": tables}
        fresh.write_bytes(json.dumps(made, default=lambda day: {"__date__": day.isoformat()}).encode())
        put_in_place(fresh, kept)
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
    own = shipped("rulebooks", "templates", "house-blackjack.toml").read_text(encoding="utf-8")
    return read_plan(floor=floor, people=people, happenings=happenings, own_rulebook=own)


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
    #: Who is told of each signed head, each by its URL: a syslog server, a mailbox, a time-stamping service.
    syslog: str = ""
    mail: str = ""
    timestamps: str = ""
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
    def witnessed(self) -> Path:
        """What witnesses of heads were told last."""
        return self.data / "witnessed.json"

    @property
    def logs(self) -> Path:
        return self.data / "logs"

    @property
    def drafts(self) -> Path:
        return self.data / "drafts.json"


#: It stands in the numbers of entries and in the names of files.
STATION_NAME = re.compile(r"[A-Z0-9][A-Z0-9-]{0,15}")
STATION_NAMES = "A station's name is up to 16 capital letters, digits and hyphens, such as PODIUM-2."


#: In double quotes TOML reads `\t` as a tab, as many a path of Windows would have it.
IN_SINGLE_QUOTES = "In settings.toml a path with \\ stands in single quotes: heads = 'D:\\heads'."
#: What `settings.toml` may say.
SETTINGS = ("database", "station", "heads", "backups", "syslog", "mail", "timestamps")
#: How witnesses of heads are named there.
WITNESSES = {
    "syslog": (re.compile(r"(udp|tcp)://[^/\s@]+"), "udp://HOST:514 or tcp://HOST:601"),
    "mail": (re.compile(r"smtps?://[^/\s@]+/[^/\s?]+@[^/\s?]+(\?from=\S+@\S+)?"), "smtp://HOST:25/NAME@HOUSE"),
    "timestamps": (re.compile(r"https?://[^/\s]+\S*"), "http://HOST/PATH"),
}
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
        raise UnusablePlace(f"“{station}” in {home / 'settings.toml'} is not a station name. {STATION_NAMES}")
    return Places(
        home,
        file,
        station,
        sample,
        second_heads=_folder(settings.get("heads")),
        backups_to=_folder(settings.get("backups")),
        server=server,
        **{name: _witness(name, settings.get(name, "")) for name in WITNESSES},
    )


def _usual_folder() -> str:
    import platformdirs  # only where no folder is named

    return platformdirs.user_data_dir("floorapp", appauthor=False)


def _place(named: str) -> Path:
    """A path as somebody wrote it down."""
    try:
        if "\0" in named:
            raise UnusablePlace(f"{named!r} is not a path: a path holds no zero byte.")
        if not named.isprintable():
            raise UnusablePlace(f"{named!r} is not a path. {IN_SINGLE_QUOTES}")
        return Path(named).expanduser().absolute()
    except RuntimeError as fault:  # ~NAME of nobody
        raise UnusablePlace(f"“{named}” is not a place: there is no account of that name here.") from fault


def _folder(named: str | None) -> Path | None:
    if named and "://" in named:
        raise UnusablePlace("Heads and backups go into a folder: mount the drive, and name where it is mounted.")
    return _place(named) if named else None


def _witness(name: str, url: str) -> str:
    shape, such = WITNESSES[name]
    if url and not shape.fullmatch(url):
        raise UnusablePlace(f"“{url}” is not a place to send heads: write {name} as {such}.")
    return url


def _known_settings(path: Path) -> dict[str, str]:
    """The settings; one that would not be heeded is refused, so that nobody relies on it."""
    found = _settings(path)
    for name, value in found.items():
        if name not in SETTINGS:
            raise UnusablePlace(f"“{name}” in {path} is not a setting. There are {', '.join(SETTINGS)}.")
        if not isinstance(value, str):
            raise UnusablePlace(f'{name} in {path} must stand in quotes: {name} = "…".')
    return {name: value for name, value in found.items() if isinstance(value, str)}


def _settings(path: Path) -> dict[str, object]:
    try:
        if path.exists() and not path.is_file():
            raise UnusablePlace(f"{path} cannot be read: it is not a file.")
        with path.open("rb") as file:
            import tomllib  # takes its time, and few start with settings

            found = tomllib.loads(file.read(MOST_SETTINGS).decode("utf-8"))
    except FileNotFoundError:
        return {}
    except UnusablePlace:
        raise
    except OSError as fault:
        raise UnusablePlace(f"{path} cannot be read: {fault.strerror}.") from fault
    except ValueError as fault:  # no UTF-8, or no TOML
        how = f" {IN_SINGLE_QUOTES}" if "\\" in str(fault) else ""
        raise UnusablePlace(f"{path} cannot be read: {fault}.{how}") from fault
    return found


def reader_secrets(data: Path) -> dict[str, bytes]:
    """The secrets of readers in keyed mode, from `keys/readers.toml`: identity = hex; never in the logbook.

    A file that others may read, or that makes no sense, is not used: its readers are then not believed.
    """
    from logging import getLogger  # takes its time, and a command on a file has no readers

    log, path = getLogger(__name__), data / "keys" / "readers.toml"
    try:
        if path.exists() and is_private(path) is False:
            log.warning("%s can be read by others and is not used: let only its owner read it", path)
            return {}
        return {reader: bytes.fromhex(secret) for reader, secret in _settings(path).items() if isinstance(secret, str)}
    except (UnusablePlace, ValueError, OSError) as fault:
        log.warning("the secrets of readers cannot be used: %s", fault)
        return {}
