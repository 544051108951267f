"""The property's key on a PKCS#11 token: a real one in software, made for this test."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pkcs11
import pytest
from cryptography.hazmat.primitives import serialization
from pkcs11.util.rsa import decode_rsa_private_key
from pkcs11.util.x509 import decode_x509_certificate

from floorapp.operations.faults import LogbookFault
from printing.press import PaperLoupe, StationPress, issue_paper
from printing.property_seal import PropertySeal
from printing.seal import Verdict, check, make_key
from tests.papers import samples
from tests.papers.authority import Issued, issued

MODULE, TOKEN, LABEL, PIN = "/usr/lib/softhsm/libsofthsm2.so", "heron", "reports", "735182"
NOW = datetime(2026, 11, 16, 2, 33, 8, tzinfo=UTC)


@pytest.fixture
def owner() -> Issued:
    return issued("Heron Bend reports", issued("Test authority"))


@pytest.fixture
def token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: Issued) -> PropertySeal:
    (tmp_path / "tokens").mkdir()
    (tmp_path / "softhsm2.conf").write_text(f"directories.tokendir = {tmp_path / 'tokens'}\n", encoding="utf-8")
    monkeypatch.setenv("SOFTHSM2_CONF", str(tmp_path / "softhsm2.conf"))
    made = ["softhsm2-util", "--init-token", "--free", "--label", TOKEN, "--pin", PIN, "--so-pin", PIN]
    subprocess.run(made, check=True, capture_output=True)
    library = pkcs11.lib(MODULE)
    library.reinitialize()  # a library that was loaded before knows the tokens of then
    with library.get_token(token_label=TOKEN).open(user_pin=PIN, rw=True) as session:
        plain = owner.key.private_bytes(
            serialization.Encoding.DER, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        )
        named = {pkcs11.Attribute.LABEL: LABEL, pkcs11.Attribute.TOKEN: True}
        session.create_object(decode_rsa_private_key(plain) | named)
        session.create_object(decode_x509_certificate(owner.der) | named)
    return PropertySeal(module=MODULE, token=TOKEN, label=LABEL, secret=PIN)


@pytest.mark.unix
def test_a_paper_is_signed_by_the_key_on_a_token(token: PropertySeal, owner: Issued) -> None:
    key = make_key(property_name=samples.PROPERTY, station="DESK-1", instant=NOW)
    assert token.certificate() == owner.der
    made = issue_paper(samples.one_row_log(), issue=samples.ISSUE, key=key, seal=token)
    assert check(made, certificates=[key.certificate, owner.der]) is Verdict.UNCHANGED
    assert check(made, certificates=[key.certificate]) is Verdict.CHANGED
    *_, said = PaperLoupe().signatures(made)
    assert "Heron Bend reports" in said and "PAdES B-B" in said


@pytest.mark.unix
@pytest.mark.parametrize(
    "wrong", [{"secret": "000000"}, {"token": "another"}, {"label": "another"}, {"module": "/nonexistent/token.so"}]
)
def test_a_token_that_cannot_sign_is_said_and_no_report_is_issued(token: PropertySeal, wrong: dict[str, str]) -> None:
    key = make_key(property_name=samples.PROPERTY, station="DESK-1", instant=NOW)
    press = StationPress(key, replace(token, **wrong))  # type: ignore[arg-type]
    with pytest.raises(LogbookFault, match="certificate could not sign"):
        press.issue((samples.one_row_log(),), issue=samples.ISSUE, size="Letter")
    with pytest.raises(LogbookFault, match="certificate could not sign"):
        press.sealing()
