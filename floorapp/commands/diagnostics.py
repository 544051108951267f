"""The diagnostics bundle: what a helper needs to understand a station, without entries, names or secrets."""

from __future__ import annotations

import json
import os
import platform
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from errno import EINVAL
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from uuid import uuid4

from db import sqlite
from db.read_only import read_only
from floorapp.bootstrap import Places
from floorapp.commands.doctor_checks import examine
from floorapp.domain.written_time import file_stamp
from floorapp.operations.faults import LogbookFault
from floorapp.operations.redaction import redacted
from floorapp.system import put_in_place, remove, sync_file

PACKAGES = (
    "floorapp",
    "PyQt6",
    "SQLAlchemy",
    "alembic",
    "pysqlite3",
    "msgspec",
    "cryptography",
    "reportlab",
    "pyserial",
)
#: Of a long log the end is what counts.
MOST_LOG = 2 << 20

README = """What is in here, for support:
about.json     versions of the app, of what it stands on, and of the computer
doctor.txt     what `floorapp doctor` says
logbook.json   how many entries of each kind, and the size of the file; no entry, no person's name
settings.txt   the settings, without secrets
logs/          the app's logs, without secrets
Nobody's password, PIN, key or entry is in here.
"""


def bundle_name(now: datetime) -> str:
    """How a bundle is called where nobody chose a name."""
    return f"floorapp-diagnostics-{file_stamp(now)}.zip"


def make_bundle(places: Places, into: Path) -> Path:
    """Write the bundle: it is there whole under its name, or not at all."""
    target = into / bundle_name(datetime.now(UTC)) if into.is_dir() else into
    if target.exists() and not target.is_file():  # a device must not be put out of its place
        raise OSError(EINVAL, "it is not a file", str(target))
    aside = target.with_name(f".{target.name}.{uuid4().hex}.part")
    try:
        with zipfile.ZipFile(aside, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text in _parts(places):
                bundle.writestr(name, redacted(text))
        sync_file(aside)
        put_in_place(aside, target)
    finally:
        if aside.exists():
            remove(aside)
    return target


def _parts(places: Places) -> Iterator[tuple[str, str]]:
    yield "README.txt", README
    yield "about.json", json.dumps(_about(places), indent=2) + "\n"
    seen = examine(places, now=datetime.now(UTC), whole=False, progress=lambda done, of: None)
    yield "doctor.txt", "".join(f"{each}\n" for each in seen)
    yield "logbook.json", json.dumps(_logbook(places), indent=2) + "\n"
    yield "settings.txt", _text(places.data / "settings.toml")
    for path in sorted(places.logs.glob("*.log*")) if places.logs.is_dir() else ():
        yield f"logs/{path.name}", _text(path)


def _text(path: Path) -> str:
    """The end of a file, as text; why it cannot be read where it cannot."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - MOST_LOG))
            return file.read().decode("utf-8", "replace")
    except OSError as error:
        return f"{path.name}: {error.strerror}\n"


def _about(places: Places) -> dict[str, object]:
    packages = {}
    for name in PACKAGES:
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            packages[name] = "no port"
    return {
        "made_at": datetime.now(UTC).isoformat(),
        "python": sys.version,
        "platform": platform.platform(),
        "sqlite": sqlite.module().sqlite_version,
        "packages": packages,
        "station": places.station,
        "sample": places.sample,
        "processors": os.cpu_count(),
    }


def _logbook(places: Places) -> dict[str, object]:
    path = places.database
    if places.server is not None:
        return {"place": "a server"}
    try:
        with read_only(path) as connection:
            kinds = connection.execute("SELECT kind, count(*) FROM entry GROUP BY kind ORDER BY kind").fetchall()
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            (rounds,) = connection.execute("SELECT count(*) FROM round").fetchone()
            (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    except LogbookFault as fault:
        return {"fault": str(fault)}
    size = path.stat().st_size
    return {"revision": revision, "bytes": size, "journal": journal, "rounds": rounds, "kinds": dict(kinds)}
