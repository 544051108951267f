"""Issued papers: numbered without gaps, signed, archived by hash, printed again as a copy, checked row by row."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from db.heads import find_heads
from db.store import open_store
from floorapp.bootstrap import Places, rulebooks
from floorapp.commands.paper_office import office_of
from floorapp.commands.seals import sealing_of
from floorapp.domain.days import Document, PaperCertificate
from floorapp.domain.tables import Post
from floorapp.operations.acts import assignments, corrections, papers, readers
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.devices import ReaderInspected
from floorapp.operations.facts.registry import Subject
from floorapp.operations.papers.builder import Request
from floorapp.operations.papers.catalogue import FORMS
from floorapp.operations.papers.issue import Issuing, Stage
from floorapp.operations.papers.office import Office
from floorapp.operations.papers.paper_check import check_paper
from floorapp.operations.refusal import Refused
from floorapp.operations.sheet import SheetTable
from floorapp.operations.signatures import Meaning
from tests.acts.floor import PROVED, Floor, refused
from tests.papers.reading import poppler, texts

pytestmark = pytest.mark.unix  # read back with poppler's tools

MONDAY = date(2026, 11, 16)
LOG = Request("inspections", MONDAY, MONDAY)


@dataclass
class Station:
    """A floor with its office."""

    floor: Floor
    office: Office
    folder: Path

    def issue(self, request: Request = LOG, handle: str = "cora", **more: Any) -> tuple[str, bytes]:
        """A paper issued by somebody: its number and its bytes."""
        desk = self.floor.desk(handle)
        signature = self.floor.sign(desk, handle, Meaning.PAPER)
        begun = self.office.begin(desk, request, size="Letter", signature=signature)
        printed = Issuing(self.office, begun).finish(desk, **more)
        return printed.begun.document, printed.content

    def inspect(self, table: str) -> str:
        desk = self.floor.desk("flo")
        assignments.assign(desk, table=table, post=Post.FLOORPERSON, person="flo")
        return readers.inspect_reader(desk, table=table, tampering=False, working=True, proofs=PROVED).ids[0]


def office_in(folder: Path, floor: Floor) -> Office:
    places = Places(folder, folder / "floor.sqlite", "MAIN", sample=False)
    return office_of(places, floor.store, floor.clock, lambda: sealing_of(places, floor.store, floor.clock))


@pytest.fixture
def station(floor: Floor, tmp_path: Path) -> Station:
    made = Station(floor, office_in(tmp_path, floor), tmp_path)
    made.inspect("FB-01")
    return made


def test_papers_are_numbered_archived_by_hash_and_on_record_with_how_they_were_made(station: Station) -> None:
    for place in (1, 2, 3):
        number, content = station.issue()
        assert number == f"DOC-2026-{place:05d}"
        kept = (station.folder / "papers" / f"{number}.pdf").read_bytes()
        document = station.floor.get(Document, number)
        assert kept == content and sha256(kept).hexdigest() == document.digest
        made = document.made
        assert made is not None and (made.paper, made.revision, made.size) == (
            "inspections",
            FORMS["inspections"].revision,
            "Letter",
        )
        assert document.issued_by == "cora" and document.pages == 1
        books = tuple(f"{book} {rulebooks()[book].version}" for book in ("nj-19-47-26", "pa-590"))
        assert made.rulebooks == books and made.app_version
        with_head = [each.head for each in find_heads(station.folder / "heads") if each.head is not None]
        assert (made.seq, made.head) in {(head.seq, head.hash) for head in with_head}, "its head left the database"
        known = station.floor.get(PaperCertificate, made.key)
        assert sha256(bytes.fromhex(known.certificate)).hexdigest() == made.key


def test_the_page_says_who_printed_what_from_which_head_and_who_signed(station: Station, tmp_path: Path) -> None:
    number, content = station.issue()
    made = station.floor.get(Document, number).made
    assert made is not None
    [page] = texts(content, tmp_path)
    for words in (
        f"Document {number}",
        f"logbook head MAIN-{made.seq}",
        "by Cora, compliance officer, at station MAIN",
        "original, not a reprint",
        "Signed electronically 11/16/2026 12:00:00 PM EST",
        "Page 1 of 1",
        f"Form FA-101, revision {FORMS['inspections'].revision}",
    ):
        assert words in page, words
    assert "Signature is Valid" in poppler("pdfsig", content, tmp_path)


def test_the_register_of_issued_documents_has_each_with_its_hash_and_its_copies(station: Station) -> None:
    number, content = station.issue()
    desk = station.floor.desk("cora")
    copied = Issuing(station.office, station.office.begin_copy(desk, number, reason="lost")).finish(desk)
    (made,) = station.office.sheets(Request("documents", MONDAY, MONDAY))
    issued, later = (list(each.rows) for each in made.sections if isinstance(each, SheetTable))
    [row] = issued
    assert [str(row.cells[place]) for place in (0, 5, 8)] == [number, "Cora", "1"]
    assert str(row.cells[9]) == sha256(content).hexdigest()[:16]
    [copy] = later
    assert str(copy.cells[2]) == "copy 1: lost" and str(copy.cells[4]) == sha256(copied.content).hexdigest()[:16]


def test_only_who_works_at_a_screen_issues_and_only_signed(station: Station) -> None:
    begun = station.office.begin(station.floor.desk("cora"), LOG, size="Letter")
    printed = station.office.print(begun)
    assert refused(station.office.finish, station.floor.desk("cora"), printed).code == "input", "only packs need nobody"
    desk = station.floor.desk("cora")
    forged = replace(station.floor.sign(desk, "cora", Meaning.REPORTED))
    begun = station.office.begin(desk, LOG, size="Letter", signature=forged)
    assert refused(station.office.finish, desk, station.office.print(begun)).code == "unsigned"
    assert station.issue()[0] == "DOC-2026-00001", "a refused paper takes no number"


def test_a_paper_whose_number_was_taken_is_printed_again_under_the_next_and_leaves_no_refusal(station: Station) -> None:
    desk = station.floor.desk("cora")
    signature = station.floor.sign(desk, "cora", Meaning.PAPER)
    paper = Issuing(station.office, station.office.begin(desk, LOG, size="Letter", signature=signature))
    paper.print()
    assert paper.printed is not None and paper.begun.document == "DOC-2026-00001"
    station.issue(handle="sam")
    before = station.office.record().upto
    assert paper.enter(desk) is None and paper.printed is None and paper.begun.document == "DOC-2026-00002"
    assert station.office.record().upto == before, "nothing was written"
    paper.print()
    assert paper.enter(desk) is not None and paper.stage is Stage.ISSUED
    assert {each.number for each in _documents(station)} == {"DOC-2026-00001", "DOC-2026-00002"}


def test_a_number_taken_meanwhile_is_never_printed_twice(station: Station) -> None:
    desk = station.floor.desk("cora")
    signature = station.floor.sign(desk, "cora", Meaning.PAPER)
    begun = station.office.begin(desk, LOG, size="Letter", signature=signature)
    printed = station.office.print(begun)
    other, _ = station.issue(handle="sam")
    assert other == begun.document
    assert refused(station.office.finish, desk, printed).code == "number-taken"
    again = station.office.again(desk, begun)
    assert again is not None and again.document == "DOC-2026-00002"
    signature = station.floor.sign(desk, "cora", Meaning.PAPER)
    station.office.finish(desk, station.office.print(replace(again, signature=signature)))
    assert {each.number for each in _documents(station)} == {"DOC-2026-00001", "DOC-2026-00002"}


def _documents(station: Station) -> tuple[Document, ...]:
    with station.floor.store.reading() as state:
        return state.find(Document)


def test_a_copy_says_which_one_it_is_and_why_is_on_record(station: Station, tmp_path: Path) -> None:
    number, original = station.issue()
    desk = station.floor.desk("sam")
    for place in (1, 2):
        begun = station.office.begin_copy(desk, number, reason="coffee on it")
        printed = Issuing(station.office, begun).finish(desk)
        [page] = texts(printed.content, tmp_path)
        assert f"COPY {place}" in page and "not the original" in page and "by Sam, shift manager" in page
        assert check_paper(station.office, printed.content).good
        assert (station.folder / "papers" / f"{number}-copy-{place}.pdf").read_bytes() == printed.content
    document = station.floor.get(Document, number)
    assert document.reprints == len(document.copies) == 2
    assert (station.folder / "papers" / f"{number}.pdf").read_bytes() == original, "the original stays"
    assert (
        refused(
            papers.reprint_document, desk, document=number, copy=2, reason="x", digest="ab" * 32, key="", app_version=""
        ).code
        == "copy-taken"
    )


def test_a_paper_is_ours_and_every_row_is_what_the_logbook_says(station: Station) -> None:
    number, content = station.issue()
    found = check_paper(station.office, content)
    assert found.good and found.verdict == "authentic" and found.document == number
    assert found.rows > 5 and not found.differing and not found.since
    assert "original" in found.found[0] and found.found[0].endswith("PM EST."), "by the property's clock, as printed"


def test_what_was_corrected_later_is_told_and_the_paper_stays_right(station: Station) -> None:
    entry = station.inspect("FB-02")
    _, content = station.issue()
    station.floor.clock.advance(minutes=20)
    desk = station.floor.desk("flo")
    written = station.floor.store.entry(entry)
    assert written is not None and isinstance(written.fact, ReaderInspected)
    corrections.correct_entry(
        desk,
        entry=entry,
        fact=replace(written.fact, working=False, says="showed nothing"),
        reason="wrong row",
        signature=station.floor.sign(desk, "flo", Meaning.CORRECTED),
    )
    found = check_paper(station.office, content)
    assert found.good and not found.differing
    assert any(written.number in row for row in found.since), found.words()
    _, later = station.issue()
    assert check_paper(station.office, later).since == ()


@pytest.mark.files
def test_a_logbook_changed_behind_its_back_no_longer_agrees_with_its_papers(station: Station) -> None:
    entry = station.inspect("FB-02")
    _, content = station.issue()
    written = station.floor.store.entry(entry)
    assert written is not None
    station.floor.store.close()
    changed = station.folder / "changed.sqlite"
    shutil.copy(station.floor.path, changed)
    with sqlite3.connect(changed) as plain:
        plain.execute("DROP TRIGGER entry_never_changed")
        plain.execute(
            'UPDATE entry SET payload = replace(payload, \'"by":"flo"\', \'"by":"sam"\') WHERE id = ?', (entry,)
        )
    plain.close()
    behind = Floor(open_store(changed), changed)
    found = check_paper(office_in(station.folder, behind), content)
    behind.store.close()
    assert not found.good and any(written.number in row for row in found.differing), found.words()


def test_a_signed_file_that_was_never_issued_is_not_good(station: Station) -> None:
    desk = station.floor.desk("cora")
    begun = station.office.begin(desk, LOG, size="Letter", signature=station.floor.sign(desk, "cora", Meaning.PAPER))
    printed = station.office.print(begun)
    found = check_paper(station.office, printed.content)
    assert not found.good and "no such document is on record" in " ".join(found.words())
    station.office.finish(desk, printed)
    assert check_paper(station.office, printed.content).good


def test_flipped_bytes_appended_ones_and_strangers_are_found(station: Station, counted: Callable[[str], None]) -> None:
    _, content = station.issue()
    chance = random.Random(16)
    for place in chance.sample(range(len(content)), 60):
        flipped = bytearray(content)
        flipped[place] ^= 1 << chance.randrange(8)
        assert check_paper(station.office, bytes(flipped)).verdict == "altered", place
    for tail in (b"\n", b"%%EOF\n", content[-500:]):
        assert not check_paper(station.office, content + tail).good
    for stranger in (b"", b"%PDF-1.7", bytes(chance.randrange(256) for _ in range(4000))):
        assert check_paper(station.office, stranger).verdict == "not recognized"
    counted("papers: 60 flipped bytes and 3 tails found")


def test_where_the_archive_cannot_be_written_nothing_is_issued_and_nothing_lost(station: Station) -> None:
    desk = station.floor.desk("cora")
    begun = station.office.begin(desk, LOG, size="Letter", signature=station.floor.sign(desk, "cora", Meaning.PAPER))
    paper = Issuing(station.office, begun)
    paper.print()
    (station.folder / "papers").write_text("in the way")
    with pytest.raises(OSError):
        paper.enter(desk)
    assert not _documents(station) and paper.stage is Stage.PRINTED
    (station.folder / "papers").unlink()
    assert paper.enter(desk) is not None and paper.printed is not None
    assert [each.number for each in _documents(station)] == [begun.document]
    assert check_paper(station.office, paper.printed.content).good


def test_the_key_is_private_and_a_new_one_leaves_old_papers_checkable(station: Station) -> None:
    _, content = station.issue()
    [key] = (station.folder / "keys").glob("*-papers.pem")
    assert key.stat().st_mode & 0o777 == 0o600
    key.unlink()
    office = office_in(station.folder, station.floor)
    later = replace(station, office=office)
    _, second = later.issue()
    assert check_paper(office, content).good and check_paper(office, second).good
    with station.floor.store.reading() as state:
        assert len(state.find(PaperCertificate)) == 2


def test_acts_on_papers_stand_on_the_documents_timeline(station: Station) -> None:
    number, _ = station.issue()
    sam = station.floor.desk("sam")
    Issuing(station.office, station.office.begin_copy(sam, number, reason="lost")).finish(sam)
    kinds = [entry.fact.KIND for entry in station.floor.store.page(about=Subject("document", number))]
    assert kinds == ["document.reprinted", "document.issued"]


def test_a_report_is_signed_by_its_issuer_and_by_its_reviewer(station: Station, tmp_path: Path) -> None:
    number, original = station.issue(handle="sam")
    desk = station.floor.desk("cora")
    signature = station.floor.sign(desk, "cora", Meaning.PAPER_SIGNED)
    content, _ = station.office.sign_further(desk, number, signature=signature)
    said = "\n".join(texts(content, tmp_path))
    assert "Sam" in said and "Cora" in said and "not yet signed" not in said
    assert content.startswith(original)
    found = check_paper(station.office, content)
    assert found.good and "also signed by compliance officer" in " ".join(found.found)
    assert check_paper(station.office, original).good, "what was issued stays what it is"
    document = station.floor.get(Document, number)
    assert [each.person for each in document.signed] == ["cora"]
    assert (station.folder / "papers" / document.file).read_bytes() == content


def test_a_further_signature_is_somebody_elses_at_a_place_that_waits(station: Station) -> None:
    number, _ = station.issue(handle="cora")

    def why(handle: str) -> str:
        desk = station.floor.desk(handle)
        signature = station.floor.sign(desk, handle, Meaning.PAPER_SIGNED)
        return _not_signed(station, desk, number, signature)

    assert why("cora") == "signed-already"
    assert why("flo") == "no-place"
    assert station.floor.get(Document, number).signed == ()


def test_a_file_that_is_not_the_one_on_record_is_not_signed(station: Station) -> None:
    number, content = station.issue(handle="sam")
    file = station.folder / "papers" / f"{number}.pdf"
    file.write_bytes(content + b"\n")
    desk = station.floor.desk("cora")
    signature = station.floor.sign(desk, "cora", Meaning.PAPER_SIGNED)
    assert _not_signed(station, desk, number, signature) == "archive"


def _not_signed(station: Station, desk: Desk, number: str, signature: Signature) -> str:
    """Why a further signature is refused before anything is written."""
    with pytest.raises(Refused) as caught:
        station.office.sign_further(desk, number, signature=signature)
    return caught.value.refusal.code
