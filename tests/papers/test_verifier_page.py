"""Reports on the page that is not us: their signatures, certificates and the logbook behind them, by WebCrypto."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from floorapp.cli import main
from printing.press import issue_paper
from printing.seal import PaperKey, certificate_to_pem, countersign, make_key
from tests.papers import samples
from tests.papers.authority import Issued
from tests.papers.test_countersignature import BY, NOW
from tests.papers.test_property_seal import authority, key, owner, place, sealed, stamps
from tests.papers.test_report_command import REAL, REAL_PIN, call, data, typed
from tests.trust.browser import answer_of, chromium
from tests.trust.test_verifier_page import PAGE, page_says

__all__ = ["authority", "data", "key", "owner", "place", "sealed", "stamps"]


def folder_of(place: Path, **files: bytes) -> Path:
    """Files that belong together: `log_pdf` becomes `log.pdf`."""
    place.mkdir()
    for name, content in files.items():
        (place / name.replace("_", ".")).write_bytes(content)
    return place


@pytest.mark.unix
def test_the_page_checks_the_signatures_of_a_report_by_the_certificate_that_was_handed_over(
    sealed: bytes, key: PaperKey, owner: Issued, tmp_path: Path
) -> None:
    issued = issue_paper(samples.inspection_log(), issue=samples.ISSUE, key=key)
    reviewed = countersign(issued, key=key, instant=NOW, by=BY)
    ours = certificate_to_pem(key.certificate)
    theirs = ours + owner.certificate.public_bytes(Encoding.PEM)
    stranger = certificate_to_pem(make_key(property_name="X", station="X", instant=datetime.now(UTC)).certificate)
    flipped = bytearray(issued)
    flipped[len(issued) // 3] ^= 1
    good, bare, lasting, wrong, changed, longer, none = page_says(
        folder_of(tmp_path / "good", log_pdf=reviewed, papers_pem=ours),
        folder_of(tmp_path / "bare", log_pdf=issued),
        folder_of(tmp_path / "lasting", log_pdf=sealed, papers_pem=theirs),
        folder_of(tmp_path / "wrong", log_pdf=issued, papers_pem=stranger),
        folder_of(tmp_path / "changed", log_pdf=bytes(flipped), papers_pem=ours),
        folder_of(tmp_path / "longer", log_pdf=issued + b"\n", papers_pem=ours),
        folder_of(tmp_path / "none", log_pdf=b"%PDF-1.7 nothing", papers_pem=ours),
    )
    assert not good["wrong"] and any("signed by the key of" in each for each in good["says"]), good
    assert any("compare the certificate" in each for each in bare["open"]) and not bare["wrong"]
    assert not lasting["wrong"] and any("time stamp of 20" in each for each in lasting["says"]), lasting
    assert any("Heron Bend reports" in each for each in lasting["says"])
    assert any("under a time stamp alone" in each for each in lasting["open"])
    for answer, word in ((wrong, "not among those"), (changed, "altered"), (longer, "altered"), (none, "altered")):
        assert any(word in each for each in answer["wrong"]), answer


@pytest.mark.unix
def test_in_a_real_browser_an_export_vouches_for_the_reports_in_it_and_a_head_for_one_that_was_handed_over(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report, pem, exported = tmp_path / "log.pdf", tmp_path / "papers.pem", tmp_path / "exported"
    typed(monkeypatch, REAL, REAL_PIN)
    assert call(data, "devices", "--from", "today", "-o", str(report), "--as", "cora") == 0
    assert call(data, "certificate", "-o", str(pem)) == 0
    assert main(["--data", str(data), "logbook", "export", str(exported)]) == 0
    heads = sorted((data / "heads").rglob("*.json"))
    with chromium() as browser:
        browser.open(PAGE)
        browser.give("folder", [exported])
        verdict, lines = answer_of(browser)
        assert "Wrong" not in verdict, lines
        assert any("entries, each chained" in text for _kind, text in lines)
        assert any("is the one dropped beside it" in text for _kind, text in lines)
        assert not any(".pdf" in text for kind, text in lines if kind), lines

        browser.open(PAGE)
        browser.give("files", [report, pem, *heads])
        verdict, lines = answer_of(browser)
        assert verdict == "It holds.", lines

        changed = (exported / "entries.jsonl").read_text("utf-8").replace('"actor":"cora"', '"actor":"ada"', 1)
        (exported / "entries.jsonl").write_text(changed, "utf-8")
        browser.open(PAGE)
        browser.give("folder", [exported])
        assert answer_of(browser)[0] == "Wrong: it does not hold."
        assert browser.run("return performance.getEntriesByType('resource').length") == 0, "nobody was asked"
