"""The property's own certificate: PKCS#12, time stamps from a service, PAdES up to B-LTA, checked without a logbook."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from asn1crypto.crl import CertificateList  # type: ignore[import-untyped]
from asn1crypto.x509 import Certificate  # type: ignore[import-untyped]
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko_certvalidator import ValidationContext

from floorapp.operations.faults import LogbookFault
from floorapp.operations.papers.outside_check import look_from_outside
from printing.press import PaperLoupe, StationPress, issue_paper
from printing.property_seal import PropertySeal
from printing.seal import BYTE_RANGE, Countersignature, PaperKey, Verdict, check, countersign, make_key, open_places
from tests.papers import samples
from tests.papers.authority import Issued, issued, pkcs12_file, revoked_by, time_stamping

NOW = datetime(2026, 11, 16, 2, 33, 8, tzinfo=UTC)
PASSPHRASE = "heron and bend"
STAMPED = pytest.mark.unix  # the service is openssl's


@pytest.fixture(scope="module")
def authority() -> Issued:
    return issued("Test authority")


@pytest.fixture(scope="module")
def owner(authority: Issued) -> Issued:
    return issued("Heron Bend reports", authority)


@pytest.fixture(scope="module")
def key() -> PaperKey:
    return make_key(property_name=samples.PROPERTY, station="DESK-1", instant=NOW)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, authority: Issued, owner: Issued) -> Path:
    folder = tmp_path_factory.mktemp("seal")
    pkcs12_file(folder, owner, PASSPHRASE)
    (folder / "chain.pem").write_bytes(authority.certificate.public_bytes(Encoding.PEM))
    (folder / "authority.crl").write_bytes(revoked_by(authority))
    return folder


@pytest.fixture(scope="module")
def stamps(authority: Issued, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    service = issued("Test time stamps", authority, stamps=True)
    with time_stamping(service, authority, tmp_path_factory.mktemp("stamps")) as url:
        yield url


def seal(place: Path, stamps: str = "", *, lasting: bool = False) -> PropertySeal:
    return PropertySeal(
        pkcs12=place / "house.p12",
        secret=PASSPHRASE,
        timestamps=stamps,
        chain=place / "chain.pem" if lasting else None,
        crls=(place / "authority.crl",) if lasting else (),
    )


@pytest.fixture(scope="module")
def sealed(key: PaperKey, place: Path, stamps: str) -> bytes:
    return issue_paper(samples.one_row_log(), issue=samples.ISSUE, key=key, seal=seal(place, stamps, lasting=True))


@STAMPED
def test_a_paper_under_the_propertys_seal_is_pades_b_lta(sealed: bytes, authority: Issued) -> None:
    reader = PdfFileReader(BytesIO(sealed))
    assert "/DSS" in reader.root and len(reader.embedded_timestamp_signatures) == 1
    _, property_ = reader.embedded_regular_signatures
    trust = ValidationContext(
        trust_roots=[Certificate.load(authority.der)],
        crls=[CertificateList.load(revoked_by(authority))],
        allow_fetching=False,
    )
    status = validate_pdf_signature(property_, trust)
    assert status.bottom_line and status.timestamp_validity is not None and status.timestamp_validity.trusted
    [last] = reader.embedded_timestamp_signatures
    stamped = validate_pdf_timestamp(last, trust)
    assert stamped.intact and stamped.valid and stamped.trusted
    assert reader.root["/DSS"]["/CRLs"] and len(reader.root["/DSS"]["/Certs"]) >= 2


@STAMPED
@pytest.mark.parametrize(("stamped", "level"), [(False, "B-B"), (True, "B-T")])
def test_without_a_service_or_a_chain_the_seal_says_how_far_it_reaches(
    key: PaperKey, place: Path, stamps: str, owner: Issued, stamped: bool, level: str
) -> None:
    how = seal(place, stamps if stamped else "")
    made = issue_paper(samples.one_row_log(), issue=samples.ISSUE, key=key, seal=how)
    assert how.level == level and check(made, certificates=[key.certificate, owner.der]) is Verdict.UNCHANGED
    *_, said = PaperLoupe().signatures(made)
    assert f"PAdES {level}" in said and ("time-stamped" in said) is stamped


@STAMPED
def test_an_outsider_with_both_certificates_finds_it_authentic_and_is_told_who_sealed_it(
    sealed: bytes, key: PaperKey, owner: Issued
) -> None:
    seen = look_from_outside(PaperLoupe(), sealed, [key.certificate, owner.der], [])
    assert seen.good and any("Heron Bend reports" in said and "PAdES B-LTA" in said for said in seen.found)
    assert check(sealed, certificates=[key.certificate]) is Verdict.CHANGED, "the seal is of a certificate not given"
    stranger = issued("Somebody else")
    assert check(sealed, certificates=[key.certificate, stranger.der]) is Verdict.CHANGED


@STAMPED
def test_a_reviewer_signs_after_the_seal_and_all_of_it_holds(sealed: bytes, key: PaperKey, owner: Issued) -> None:
    by = Countersignature(open_places(sealed)[0], "Ines Hale", "Received and filed.", "Signed electronically")
    reviewed = countersign(sealed, key=key, instant=NOW, by=by)
    assert check(reviewed, certificates=[key.certificate, owner.der]) is Verdict.UNCHANGED


@STAMPED
def test_a_changed_byte_or_an_addition_after_the_seal_is_found(sealed: bytes, key: PaperKey, owner: Issued) -> None:
    known = [key.certificate, owner.der]
    # What the last time stamp says of its own certificates is under no signature; everything it stamps is.
    _, length, after, _ = max(map(lambda m: tuple(map(int, m.groups())), BYTE_RANGE.finditer(sealed)))
    places = [*range(200, length, length // 60), *range(after, len(sealed), 90)]
    for place_ in places:
        flipped = bytearray(sealed)
        flipped[place_] ^= 1
        assert check(bytes(flipped), certificates=known) is Verdict.CHANGED, place_
    assert check(sealed + b"\n% more\n", certificates=known) is Verdict.CHANGED


def test_a_service_that_does_not_answer_keeps_the_report_from_being_issued(key: PaperKey, place: Path) -> None:
    press = StationPress(key, seal(place, "http://127.0.0.1:9/"))
    with pytest.raises(LogbookFault, match="certificate could not sign") as fault:
        press.issue((samples.one_row_log(),), issue=samples.ISSUE, size="Letter")
    assert "No report was issued" in str(fault.value)


def test_a_wrong_passphrase_is_said(key: PaperKey, place: Path) -> None:
    press = StationPress(key, PropertySeal(pkcs12=place / "house.p12", secret="wrong"))
    with pytest.raises(LogbookFault, match="certificate could not sign"):
        press.sealing()
