"""`floorapp report` as a person at a terminal uses it."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding

from db.credentials import Argon2
from db.heads import head_bytes, read_head
from db.keys import StationKey
from db.store import open_store
from floorapp.cli import main
from floorapp.operations import presses
from floorapp.operations.acts import people, sessions
from floorapp.operations.desk import Desk
from floorapp.operations.heads import sworn
from printing.seal import certificate_to_pem, make_key
from tests.acts.floor import PASSWORD, PIN, Floor, furnish
from tests.acts.rulebooks import RULEBOOKS
from tests.papers.authority import issued, pkcs12_file, revoked_by, time_stamping
from tests.papers.reading import texts

pytestmark = pytest.mark.unix  # read back with poppler's tools

REAL, REAL_PIN = "a real password of cora", "471182"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A house whose compliance officer has secrets that the real hasher knows."""
    folder = tmp_path_factory.mktemp("command")
    furnish(folder / "floor.sqlite")
    floor = Floor(open_store(folder / "floor.sqlite"), folder / "floor.sqlite")
    desk = Desk(logbook=floor.store, clock=floor.clock, hasher=floor.hasher, rulebooks=RULEBOOKS)
    sessions.sign_in(desk, name="ada", password=PASSWORD)
    assert PIN
    desk.hasher = Argon2()
    people.reset_password(desk, person="cora", password=f"{REAL} given")
    sessions.sign_in(desk, name="cora", password=f"{REAL} given")
    presses.choose_secrets(desk, old=f"{REAL} given", password=REAL, pin=REAL_PIN)
    floor.store.close()
    yield folder


def call(data: Path, *words: str) -> int:
    return main(["--data", str(data), "report", *words])


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_preview_says_that_it_is_one(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "log.pdf"
    assert call(data, "inspections", "--from", "2026-11-16", "--size", "A4", "-o", str(out)) == 0
    assert "Preview" in texts(out.read_bytes(), tmp_path)[0]
    assert "--as" in capsys.readouterr().err
    assert call(data, "check", str(out)) == 1
    assert "Not recognized" in capsys.readouterr().out


def test_the_same_rows_as_csv_and_json(data: Path, tmp_path: Path) -> None:
    for kind in ("csv", "json"):
        assert call(data, "access", "--from", "2026-11-16", f"--{kind}", "-o", str(tmp_path / kind)) == 0
    said = json.loads((tmp_path / "json").read_bytes())["sheets"][0]["tables"]
    lines = list(csv.reader(io.StringIO((tmp_path / "csv").read_text("utf-8-sig"), newline="")))
    people_rows = next(table["rows"] for table in said if table["title"] == "People")
    assert people_rows and all(row in lines for row in people_rows)


def test_signed_issued_checked_and_printed_again(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, copy = tmp_path / "log.pdf", tmp_path / "copy.pdf"
    typed(monkeypatch, REAL, REAL_PIN)
    assert call(data, "devices", "--from", "today", "-o", str(out), "--as", "cora") == 0
    assert "DOC-" in capsys.readouterr().err
    assert call(data, "check", str(out)) == 0
    said = capsys.readouterr().out
    assert "authentic" in said and "rows are what the logbook says" in said
    number = said.split(":")[0]
    typed(monkeypatch, REAL)
    assert call(data, "copy", number, "--reason", "lost", "-o", str(copy), "--as", "cora") == 0
    assert call(data, "check", str(copy)) == 0
    assert "copy 1" in capsys.readouterr().out
    out.write_bytes(out.read_bytes() + b"\n")
    assert call(data, "check", str(out)) == 1
    assert "Altered" in capsys.readouterr().out


def test_what_cannot_be_done_is_said(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "x.pdf")
    assert call(data, "incident", "--about", "IR-9", "-o", out) == 1
    assert "There is no incident IR-9 on record." in capsys.readouterr().err
    assert call(data, "check", str(tmp_path / "gone.pdf")) == 2
    assert call(data, "inspections", "--from", "someday", "-o", out) == 64
    assert call(data, "inspections", "--from", "2026-11-16", "--to", "2026-11-15", "-o", out) == 64
    typed(monkeypatch, REAL, "0000")
    assert call(data, "inspections", "-o", out, "--as", "cora") == 77, "a wrong PIN signs nothing"
    typed(monkeypatch, REAL, REAL_PIN)
    assert call(data, "inspections", "-o", "/nonexistent/x.pdf", "--as", "cora") == 1
    assert "archived as DOC-" in capsys.readouterr().err, "issued already: not lost"
    with pytest.raises(SystemExit) as ended:
        call(data, "poem", "-o", out)
    assert ended.value.code == 64


def test_an_outsider_checks_a_report_with_its_certificate_and_a_head(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, pem, elsewhere = tmp_path / "log.pdf", tmp_path / "papers.pem", tmp_path / "elsewhere"
    typed(monkeypatch, REAL, REAL_PIN)
    assert call(data, "devices", "--from", "today", "-o", str(out), "--as", "cora") == 0
    assert call(data, "certificate", "-o", str(pem)) == 0
    heads = tmp_path / "heads"
    shutil.copytree(data / "heads", heads)
    capsys.readouterr()
    first = pem.read_text(encoding="ascii").split("first key is ")[1].split(".")[0]
    assert main(["logbook", "verify", "--data", str(data), "--key", first]) == 0
    assert main(["logbook", "verify", "--data", str(data), "--key", "ab" * 16]) == 1, "handed over with the certificate"
    assert subprocess.run(["openssl", "x509", "-in", str(pem), "-noout"], check=False).returncode == 0
    capsys.readouterr()

    def check(*words: str) -> tuple[int, str]:
        status = call(elsewhere, "check", str(out), "--certificate", str(pem), *words)
        return status, capsys.readouterr().out

    status, said = check()
    assert status == 0 and "Authentic" in said and "DOC-" in said and "Give that head" in said
    status, said = check("--heads", str(heads))
    assert status == 0 and "vouches for the logbook behind it" in said
    assert not elsewhere.exists(), "nobody's logbook is opened or made"
    number = said.split("The head ")[1].split(",")[0]
    own = f"{int(number.rpartition('-')[2]):010d}"
    told, *others = sorted(heads.rglob("*.json"), key=lambda each: not each.stem.endswith(own))
    status, told_of = check("--heads", str(others[0]))
    assert status == 1 and "No head given is the one it was made from" in told_of, "asked for, and not found"

    # A head that tells of another logbook with the same numbers: signed well, by another key.
    key, true = StationKey(Ed25519PrivateKey.generate()), read_head(told).head
    assert true is not None
    other = replace(true, hash="0" * 64, key=key.key)
    told.write_bytes(head_bytes(replace(other, signature=key.sign(sworn(other)))))
    status, said = check("--heads", str(told))
    assert status == 1 and "has another hash" in said

    stranger = make_key(property_name="Elsewhere", station="X", instant=datetime.now(UTC))
    pem.write_bytes(certificate_to_pem(stranger.certificate))
    assert check()[0] == 1
    pem.write_text("no certificate")
    assert check()[0] == 2


@pytest.mark.unix
def test_under_the_propertys_certificate_a_report_is_b_lta_and_its_code_leads_to_the_propertys_page(
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    authority = issued("Test authority")
    owner, service = issued("Heron Bend reports", authority), issued("Time stamps", authority, stamps=True)
    (data / "keys").mkdir(mode=0o700, exist_ok=True)
    pkcs12_file(data / "keys", owner, "heron")
    secret, out = data / "keys" / "house.pass", tmp_path / "log.pdf"
    secret.write_text("heron\n")
    secret.chmod(0o600)
    (data / "keys" / "chain.pem").write_bytes(authority.certificate.public_bytes(Encoding.PEM))
    (data / "keys" / "authority.crl").write_bytes(revoked_by(authority))
    said = {"pkcs12": "house.p12", "secret": "house.pass", "chain": "chain.pem", "crls": "authority.crl"}
    with time_stamping(service, authority, tmp_path) as url:
        said |= {"timestamps": url, "check_at": "https://reports.example/check"}
        settings = data / "keys" / "property.toml"
        settings.write_text("".join(f'{name} = "{value}"\n' for name, value in said.items()))
        typed(monkeypatch, REAL, REAL_PIN)
        assert call(data, "devices", "--from", "today", "-o", str(out), "--as", "cora") == 0
        assert call(data, "certificate", "-o", str(tmp_path / "both.pem")) == 0
        settings.unlink()
    capsys.readouterr()
    given = ["--certificate", str(tmp_path / "both.pem"), "--heads", str(data / "heads")]
    assert call(tmp_path / "empty", "check", str(out), *given) == 0
    told_of = capsys.readouterr().out
    assert "Heron Bend reports" in told_of and "PAdES B-LTA" in told_of and "vouches for the logbook" in told_of
    assert not caplog.records, "no library says anything on the terminal"
    assert "https://reports.example/check" in " ".join(texts(out.read_bytes(), tmp_path))


def test_backups_and_exports_hold_issued_reports(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, REAL, REAL_PIN)
    assert call(data, "devices", "--from", "today", "-o", str(tmp_path / "log.pdf"), "--as", "cora") == 0
    kept_there = {each.name: each.read_bytes() for each in (data / "papers").glob("*.pdf")}

    def held(folder: Path) -> dict[str, bytes]:
        return {each.name: each.read_bytes() for each in (folder / "papers").glob("*.pdf")}

    assert main(["--data", str(data), "logbook", "backup", str(tmp_path / "backups")]) == 0
    assert held(tmp_path / "backups") == kept_there
    assert main(["--data", str(data), "logbook", "export", str(tmp_path / "export")]) == 0
    assert held(tmp_path / "export") == kept_there
    assert main(["--data", str(data), "logbook", "export", "--check", str(tmp_path / "export")]) == 0
    kept = next((tmp_path / "backups").glob("*.sqlite"))
    assert main(["--data", str(tmp_path / "new"), "logbook", "restore", str(kept)]) == 0
    assert "issued reports were restored" in capsys.readouterr().out
    assert held(tmp_path / "new") == kept_there
    (tmp_path / "export" / "papers" / next(iter(kept_there))).write_bytes(b"another")
    assert main(["--data", str(data), "logbook", "export", "--check", str(tmp_path / "export")]) == 1
