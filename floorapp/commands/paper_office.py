"""Joins the office that issues papers: the logbook, the press with the station's second key, and the archive."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from db.credentials import Argon2
from db.durable import make_folder, write_durably
from db.store import Store
from floorapp.bootstrap import Places, rulebooks
from floorapp.commands.seals import sealing_of
from floorapp.domain.property import Property
from floorapp.domain.values import dataclass
from floorapp.operations.desk import Clock, Desk
from floorapp.operations.faults import LogbookFault
from floorapp.operations.heads import Sealing
from floorapp.operations.papers.day_packs import MakesDayPacks
from floorapp.operations.papers.office import Office
from floorapp.system import how_to_make_private, is_private

#: The file among the keys that names the property's own certificate, and what it may say.
PROPERTY = "property.toml"
PROPERTY_WORDS = frozenset("pkcs12 module token label secret timestamps chain crls check_at".split())

if TYPE_CHECKING:
    from printing.press import StationPress
    from printing.property_seal import PropertySeal
    from printing.seal import PaperKey


@dataclass(frozen=True, slots=True)
class PaperFolder:
    """The archive as a folder: a file a paper, whole or not there."""

    folder: Path

    def keep(self, name: str, content: bytes) -> None:
        """Put a paper there, durably."""
        write_durably(self.folder / name, content)

    def fetch(self, name: str) -> bytes | None:
        """A paper that is kept."""
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None


def office_of(places: Places, store: Store, clock: Clock, sealing: Callable[[], Sealing]) -> Office:
    """The office of this station; its key is made when the first paper is issued."""
    from printing.press import PaperLoupe  # reportlab takes its time: not at start

    @cache
    def press() -> StationPress:
        from printing.press import StationPress

        with store.reading() as state:
            house = state.get(Property, "house")
        key = paper_key(places.keys, places.station, house.name if house else "floorapp", clock)
        return StationPress(key, read_property_seal(places.keys / PROPERTY))

    return Office(
        pages=store,
        rulebooks=rulebooks(),
        press=press,
        loupe=PaperLoupe(),
        archive=PaperFolder(places.papers),
        sealing=sealing,
        place_of=store.place_of,
        app_version=version("floorapp"),
        now=clock.now,
        check_at=_settings(places.keys / PROPERTY).get("check_at", ""),
    )


def packs_of(places: Places, store: Store, clock: Clock) -> MakesDayPacks:
    """The chore of making gaming-day packs, at a desk where nobody is signed in."""
    desk = Desk(logbook=store, clock=clock, hasher=Argon2(), rulebooks=rulebooks())
    office = cache(lambda: office_of(places, store, clock, lambda: sealing_of(places, store, clock)))
    return MakesDayPacks(office, desk)


def paper_key_file(folder: Path, station: str) -> Path:
    """Where a station's key for papers lies."""
    return folder / f"{quote(station, safe='')}-papers.pem"


def paper_key(folder: Path, station: str, house: str, clock: Clock) -> PaperKey:
    """The station's key for papers, made where there is none yet."""
    from printing.seal import key_to_pem, make_key

    path = paper_key_file(folder, station)
    try:
        if not path.exists():
            make_folder(folder, mode=0o700)
            made = make_key(property_name=house, station=station, instant=clock.now())
            write_durably(path, key_to_pem(made), mode=0o600, only_new=True)
    except OSError as error:
        raise _unusable(path) from error
    return read_paper_key(path)


def read_paper_key(path: Path) -> PaperKey:
    """The key for papers in a file; one that others can read, or that is not its certificate's, is refused."""
    from printing.seal import NotItsOwn, key_from_pem

    try:
        if is_private(path) is False:
            raise LogbookFault(
                f"The key for reports {path} can be read by others.",
                "Whoever copied it can sign reports in this station's name; no report was issued.",
                f"Make it private again ({how_to_make_private(path)}),"
                " and ask an administrator whether to make a new one.",
            )
        return key_from_pem(path.read_bytes())
    except NotItsOwn as error:
        raise LogbookFault(
            f"The key for reports in {path} and the certificate beside it do not match.",
            "No report can be signed; the logbook works without.",
            "Put the file back from where it was saved, and tell a compliance officer that it was altered.",
        ) from error
    except (OSError, ValueError) as error:
        raise _unusable(path) from error


def read_property_seal(path: Path) -> PropertySeal | None:
    """The property's own certificate as its file names it; none where there is no such file."""
    from printing.property_seal import PropertySeal

    said = _settings(path)
    if not said.keys() & {"pkcs12", "module"}:
        return None

    def beside(name: str) -> Path:
        return path.parent / name

    secret = beside(said["secret"]) if "secret" in said else None
    try:
        return PropertySeal(
            pkcs12=beside(said["pkcs12"]) if "pkcs12" in said else None,
            module=said.get("module", ""),
            token=said.get("token", ""),
            label=said.get("label", ""),
            secret=secret.read_text(encoding="utf-8").strip() if secret is not None else "",
            timestamps=said.get("timestamps", ""),
            chain=beside(said["chain"]) if "chain" in said else None,
            crls=tuple(beside(each) for each in said.get("crls", "").split()),
        )
    except OSError as error:
        raise _unusable(secret or path) from error


def _settings(path: Path) -> dict[str, str]:
    """What a small file of settings says; nothing where it is not there."""
    import tomllib  # few have it

    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _unusable(path) from error
    unknown = sorted(said.keys() - PROPERTY_WORDS) or sorted(k for k, v in said.items() if not isinstance(v, str))
    if unknown:
        raise LogbookFault(
            f"{path} says {unknown[0]}, which is not a known setting.",
            "No report can be signed; the logbook works without.",
            f"It may say: {', '.join(sorted(PROPERTY_WORDS))}.",
        )
    return said


def _unusable(path: Path) -> LogbookFault:
    return LogbookFault(
        f"The key for reports {path} cannot be read or made.",
        "No report can be signed; the logbook works without.",
        "Check the folder's permissions, or restore the key from where it was saved.",
    )
