"""A report is reviewed: a second digital signature at the place that waited for it, and nothing else may change."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from asn1crypto.x509 import Certificate  # type: ignore[import-untyped]
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import ModificationLevel
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from floorapp.operations.papers.outside_check import look_from_outside
from printing.press import PaperLoupe, issue_paper
from printing.seal import Countersignature, PaperKey, Verdict, check, countersign, make_key, open_places, rows_of
from tests.papers import more_samples, samples
from tests.papers.reading import texts

pytestmark = pytest.mark.unix  # read back with poppler's tools

NOW = datetime(2026, 11, 16, 2, 33, 8, tzinfo=UTC)
BY = Countersignature("Compliance officer", "Ines Hale", "Received and filed.", "Signed electronically 11/16/2026")


@pytest.fixture(scope="module")
def key() -> PaperKey:
    return make_key(property_name=samples.PROPERTY, station="DESK-1", instant=NOW)


@pytest.fixture(scope="module")
def issued(key: PaperKey) -> bytes:
    return issue_paper(samples.inspection_log(), issue=samples.ISSUE, key=key)


@pytest.fixture(scope="module")
def reviewed(issued: bytes, key: PaperKey) -> bytes:
    return countersign(issued, key=key, instant=NOW + timedelta(hours=2), by=BY)


def test_a_place_waits_for_each_role_and_says_so(issued: bytes, tmp_path: Path) -> None:
    waiting = open_places(issued)
    assert BY.role in waiting
    assert sum(page.count("not yet signed") for page in texts(issued, tmp_path)) == len(waiting)


def test_the_reviewers_name_stands_where_nothing_stood(issued: bytes, reviewed: bytes, tmp_path: Path) -> None:
    said, before = "\n".join(texts(reviewed, tmp_path)), "\n".join(texts(issued, tmp_path))
    assert BY.name in said and BY.said in said and BY.name not in before
    assert said.count("not yet signed") == before.count("not yet signed") - 1
    assert set(open_places(reviewed)) == set(open_places(issued)) - {BY.role}


def test_both_signatures_hold_and_the_first_allows_the_second(reviewed: bytes, key: PaperKey) -> None:
    assert check(reviewed, certificates=[key.certificate]) is Verdict.UNCHANGED
    trust = ValidationContext(trust_roots=[Certificate.load(key.certificate)], allow_fetching=False, moment=NOW)
    first, second = PdfFileReader(BytesIO(reviewed)).embedded_signatures
    status = validate_pdf_signature(first, trust)
    assert status.bottom_line and status.modification_level is ModificationLevel.FORM_FILLING
    assert validate_pdf_signature(second, trust).bottom_line
    assert str(second.sig_object["/Name"]) == BY.name and str(second.sig_object["/Reason"]) == BY.meaning


def test_whoever_received_it_is_told_who_reviewed_it_and_who_has_not(
    issued: bytes, reviewed: bytes, key: PaperKey
) -> None:
    waits = look_from_outside(PaperLoupe(), issued, [key.certificate], []).found
    assert f"Not signed yet as {BY.role.lower()}." in waits and not any("Signed as" in said for said in waits)
    found = look_from_outside(PaperLoupe(), reviewed, [key.certificate], []).found
    assert any(said.startswith(f"Signed as {BY.role.lower()} by {BY.name}") for said in found)
    assert f"Not signed yet as {BY.role.lower()}." not in found


def test_the_reviewed_report_begins_with_the_issued_one_and_keeps_its_rows(issued: bytes, reviewed: bytes) -> None:
    assert reviewed.startswith(issued)
    assert rows_of(reviewed) == rows_of(issued)


def test_a_flipped_byte_of_either_revision_is_found(issued: bytes, reviewed: bytes, key: PaperKey) -> None:
    dice = random.Random(5)
    places = [*dice.sample(range(len(issued)), 40), *dice.sample(range(len(issued), len(reviewed)), 60)]
    for place in places:
        flipped = bytearray(reviewed)
        flipped[place] ^= 1 << dice.randrange(8)
        assert check(bytes(flipped), certificates=[key.certificate]) is Verdict.CHANGED, place


def test_what_is_added_without_a_signature_is_found(issued: bytes, reviewed: bytes, key: PaperKey) -> None:
    for grown in (reviewed + b"\n", reviewed + reviewed[len(issued) :], issued + reviewed[len(issued) : -200]):
        assert check(grown, certificates=[key.certificate]) is Verdict.CHANGED


def test_a_strangers_second_signature_makes_it_altered(issued: bytes, key: PaperKey) -> None:
    stranger = make_key(property_name="Elsewhere", station="X", instant=NOW)
    forged = countersign(issued, key=stranger, instant=NOW, by=BY)
    assert check(forged, certificates=[key.certificate]) is Verdict.CHANGED


def test_nobody_signs_twice_or_where_no_place_is(reviewed: bytes, key: PaperKey) -> None:
    for role in (BY.role, "Dealer"):
        with pytest.raises(LookupError):
            countersign(reviewed, key=key, instant=NOW, by=Countersignature(role, "A", "B", "C"))


def test_a_pack_is_signed_once_for_all_its_reports(key: PaperKey, tmp_path: Path) -> None:
    pack = issue_paper(more_samples.pack(), issue=samples.ISSUE, key=key)
    assert len(open_places(pack)) == len(set(open_places(pack)))
    reviewed = countersign(pack, key=key, instant=NOW, by=Countersignature(open_places(pack)[0], "Ines Hale", "M", "S"))
    assert check(reviewed, certificates=[key.certificate]) is Verdict.UNCHANGED
