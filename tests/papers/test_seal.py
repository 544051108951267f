"""A changed byte is found: signing, checking, and what strangers' tools say."""

from __future__ import annotations

import random
import subprocess
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from printing.paper import render
from printing.press import issue_paper
from printing.rows import to_json
from printing.seal import PaperKey, Verdict, check, make_key, rows_of, sign
from tests.papers import more_samples, samples
from tests.papers.reading import poppler

pytestmark = pytest.mark.unix  # read back with poppler's tools

NOW = datetime(2026, 11, 16, 2, 33, 8, tzinfo=UTC)


@pytest.fixture(scope="module")
def key() -> PaperKey:
    return make_key(property_name=samples.PROPERTY, station="DESK-1", instant=NOW)


@pytest.fixture(scope="module")
def paper(key: PaperKey) -> bytes:
    return issue_paper(samples.inspection_log(), issue=samples.ISSUE, key=key)


def test_an_issued_paper_is_ours_and_unchanged(paper: bytes, key: PaperKey) -> None:
    other = make_key(property_name="Elsewhere", station="DESK-9", instant=NOW)
    assert check(paper, certificates=[key.certificate]) is Verdict.UNCHANGED
    assert check(paper, certificates=[other.certificate, key.certificate]) is Verdict.UNCHANGED
    assert check(paper, certificates=[other.certificate]) is Verdict.NOT_OURS
    assert check(paper, certificates=[]) is Verdict.NOT_OURS


def test_flipped_bytes_are_found(paper: bytes, key: PaperKey) -> None:
    """`make campaign` breaks two hundred thousand papers."""
    dice = random.Random(11)
    signature = paper.index(b"/Contents <3082")
    everywhere = dice.sample(range(len(paper)), 60)
    in_the_signature = dice.sample(range(signature, len(paper)), 30)
    for place in everywhere + in_the_signature:
        flipped = bytearray(paper)
        flipped[place] ^= 1 << dice.randrange(8)
        assert check(bytes(flipped), certificates=[key.certificate]) is Verdict.CHANGED, place


def test_every_byte_of_the_signature_counts(paper: bytes, key: PaperKey) -> None:
    start = paper.index(b"/Contents <3082")
    for place in range(start, start + 2100, 35):
        flipped = bytearray(paper)
        flipped[place] = ord("0") if paper[place] != ord("0") else ord("1")
        assert check(bytes(flipped), certificates=[key.certificate]) is Verdict.CHANGED, place
    lowered = bytearray(paper)
    lowered[start + 10 : start + 900] = paper[start + 10 : start + 900].lower()
    assert check(bytes(lowered), certificates=[key.certificate]) is Verdict.CHANGED


@pytest.mark.parametrize(
    "tail", [b"\n", b" ", b"%%EOF\n", b"0" * 4000, b"1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n"]
)
def test_appended_bytes_are_found(paper: bytes, key: PaperKey, tail: bytes, tmp_path: Path) -> None:
    assert check(paper + tail, certificates=[key.certificate]) is Verdict.CHANGED
    assert "Total document signed" not in poppler("pdfsig", paper + tail, tmp_path).replace("Not total", "not total")


def test_a_cut_tail_a_cut_head_and_a_paper_never_signed_are_found(paper: bytes, key: PaperKey) -> None:
    for cut in (paper[:-1], paper[:-3000], paper[1:], paper[: len(paper) // 2] + paper[len(paper) // 2 + 1 :]):
        assert check(cut, certificates=[key.certificate]) is not Verdict.UNCHANGED
    assert check(b"", certificates=[key.certificate]) is Verdict.NOT_OURS
    assert check(b"%PDF-1.7 of somebody else", certificates=[key.certificate]) is Verdict.NOT_OURS


def test_a_signature_cannot_move_to_another_paper(paper: bytes, key: PaperKey) -> None:
    other = issue_paper(samples.deck_change_log(), issue=samples.ISSUE, key=key)
    contents = slice(paper.index(b"/Contents <3082"), paper.index(b"/ByteRange"))
    theirs = slice(other.index(b"/Contents <3082"), other.index(b"/ByteRange"))
    moved = other[: theirs.start] + paper[contents] + other[theirs.stop :]
    assert len(moved) == len(other)
    assert check(moved, certificates=[key.certificate]) is Verdict.CHANGED


def test_a_paper_that_only_claims_our_key_is_not_taken_for_ours(key: PaperKey) -> None:
    forger = make_key(property_name=samples.PROPERTY, station="DESK-1", instant=NOW)
    forged = issue_paper(samples.inspection_log(), issue=samples.ISSUE, key=forger)
    assert check(forged, certificates=[key.certificate]) is Verdict.NOT_OURS
    renamed = forged.replace(forger.fingerprint.encode(), key.fingerprint.encode())
    assert check(renamed, certificates=[key.certificate]) is Verdict.CHANGED


def test_pdfsig_agrees(paper: bytes, tmp_path: Path) -> None:
    said = poppler("pdfsig", paper, tmp_path)
    assert "Signature is Valid." in said
    assert "Total document signed" in said
    assert "Signature Type: ETSI.CAdES.detached" in said
    assert "Signing Time: Nov 16 2026 02:33:08" in said
    dice = random.Random(12)
    end = paper.index(b"/Contents <3082")
    for place in dice.sample(range(1000, end), 12):
        flipped = bytearray(paper)
        flipped[place] ^= 1
        assert "Signature is Valid." not in poppler("pdfsig", bytes(flipped), tmp_path)


def test_pyhanko_agrees_that_only_signatures_are_allowed(paper: bytes, key: PaperKey) -> None:
    from asn1crypto.x509 import Certificate  # type: ignore[import-untyped]
    from pyhanko.pdf_utils.reader import PdfFileReader
    from pyhanko.sign.fields import MDPPerm
    from pyhanko.sign.validation import validate_pdf_signature
    from pyhanko.sign.validation.status import SignatureCoverageLevel
    from pyhanko_certvalidator import ValidationContext

    [embedded] = PdfFileReader(BytesIO(paper)).embedded_signatures
    trust = ValidationContext(trust_roots=[Certificate.load(key.certificate)], allow_fetching=False, moment=NOW)
    status = validate_pdf_signature(embedded, trust)
    assert status.bottom_line
    assert status.coverage is SignatureCoverageLevel.ENTIRE_FILE
    assert embedded.docmdp_level is MDPPerm.FILL_FORMS


def test_signing_gives_the_same_bytes_every_time(paper: bytes, key: PaperKey) -> None:
    assert issue_paper(samples.inspection_log(), issue=samples.ISSUE, key=key) == paper


def test_only_a_paper_laid_out_for_the_key_is_signed(key: PaperKey) -> None:
    for issue in (None, samples.ISSUE):
        with pytest.raises(ValueError, match="another key, or is a preview"):
            sign(render(samples.one_row_log(), issue=issue), key=key, instant=NOW)


def test_the_rows_travel_inside_the_paper(paper: bytes, key: PaperKey) -> None:
    from dataclasses import replace

    named = replace(samples.ISSUE, key=key.fingerprint)
    assert rows_of(paper) == to_json(samples.inspection_log(), named)
    pack = issue_paper(more_samples.pack(), issue=samples.ISSUE, key=key)
    assert rows_of(pack) == to_json(more_samples.pack(), named)
    assert check(pack, certificates=[key.certificate]) is Verdict.UNCHANGED
    assert rows_of(render(samples.one_row_log(), issue=samples.ISSUE)) is None


def test_the_private_key_never_shows_itself(key: PaperKey) -> None:
    assert "private" not in repr(key)


def test_checking_and_laying_out_do_not_import_pyhanko() -> None:
    code = (
        "import sys, printing.paper, printing.seal, printing.press; "
        "printing.seal.check(b'', certificates=[]); sys.exit('pyhanko' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
