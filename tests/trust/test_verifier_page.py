"""The verifier that is not us: one HTML page without a network, here run by node's own WebCrypto."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from db.export import export
from db.verify import verify
from floorapp.bootstrap import shipped
from floorapp.cli import main
from floorapp.domain.heads import Reason
from tests.trust.house import Kept
from tests.trust.test_keeping import NOW
from tests.trust.test_proofs import proofs

__all__ = ["proofs"]
PAGE = shipped("verifier", "verify.html")


def page_says(*roots: Path, known: str = "") -> list[dict[str, Any]]:
    """What the page answers to each of these folders or files."""
    asked = json.dumps([{"root": str(each), "known": known} for each in roots])
    runner = ["node", "--no-warnings", str(Path(__file__).parent / "page.mjs"), str(PAGE)]
    done = subprocess.run(runner, input=asked, capture_output=True, encoding="utf-8", check=True)
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.unix
def test_the_page_says_of_an_export_what_the_app_says_and_finds_what_was_changed(kept: Kept, tmp_path: Path) -> None:
    kept.move(2)
    kept.sealing.sign(Reason.REQUEST)
    kept.floor.clock.advance(days=1)  # a second key
    kept.move(2)
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    good = tmp_path / "good"
    export(kept.path, good, now=NOW, heads=[kept.heads])
    found = verify(kept.path, own=[kept.heads])
    lines = (good / "entries.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (first,) = [each.split("first key is ")[1].rstrip(".") for each in found.words() if "first key is " in each]
    spoilt = [tmp_path / name for name in ("edited", "removed", "cut", "forged", "headless", "file")]
    for each in spoilt:
        shutil.copytree(good, each)
    edited, removed, cut, forged, headless, file = spoilt
    replaced(edited / "entries.jsonl", "Moved 1", "Lies 1")
    (removed / "entries.jsonl").write_text("".join(lines[:9] + lines[10:]), encoding="utf-8")
    (cut / "entries.jsonl").write_text("".join(lines[:-3]), encoding="utf-8")
    (head, *_) = sorted((forged / "heads").iterdir())
    replaced(head, '"seq":', '"seq":1')
    shutil.rmtree(headless / "heads")
    (headless / "SHA256SUMS").unlink()
    replaced(file / "README.txt", "logbook", "notebook")
    answers = page_says(good, *spoilt)
    whole = answers[0]
    assert not whole["wrong"], whole
    assert any(first in each for each in whole["says"]) and len(whole["open"]) == 1  # the entry of the last head itself
    assert f"MAIN: {found.entries} entries" in whole["says"][1]
    for answer, word in zip(answers[1:5], ("not what was written", "missing", "cut off", "signature"), strict=True):
        assert any(word in each for each in answer["wrong"]), answer
    assert not answers[5]["wrong"] and any("rewritten as a whole" in each for each in answers[5]["open"])
    assert any("README.txt" in each for each in answers[6]["wrong"])
    assert not page_says(good, known=first)[0]["wrong"] and page_says(good, known="ab" * 16)[0]["wrong"]


@pytest.mark.unix
def test_the_page_checks_proofs_and_heads_by_themselves(proofs: tuple[Path, Path], kept: Kept, tmp_path: Path) -> None:
    content = proofs[1].read_text(encoding="utf-8")
    proof = json.loads(content)
    changes = (
        ("Moved 3", "Lies 3"),
        (proof["inclusion"][0], "ab" * 32),
        (proof["consistency"][0], "ab" * 32),
        (proof["checkpoint"].split("\n")[2], "A" * 43 + "="),
        (proof["key"], proof["earlier_key"]),
    )
    spoilt = []
    for number, (old, new) in enumerate(changes):
        spoilt.append(tmp_path / f"{number}.json")
        spoilt[-1].write_text(content.replace(old, new), encoding="utf-8")
    nothing = tmp_path / "notes.txt"
    nothing.write_text("nothing", encoding="utf-8")
    first, second, heads, other, *wrong = page_says(*proofs, kept.heads, nothing, *spoilt)
    assert first["verdict"] == second["verdict"] == heads["verdict"] == "It holds."
    assert "nothing of that was changed" in second["says"][1] and len(heads["says"]) == 2
    assert other["wrong"] and all(each["wrong"] for each in wrong)


def test_the_page_asks_nobody_and_is_handed_out_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.search(r"https?://|fetch\(|XMLHttp|import\(|src=|href=|localStorage|innerHTML|eval\(", text)
    out = tmp_path / "verify.html"
    assert main(["logbook", "verifier", str(out)]) == 0 and str(out) in capsys.readouterr().out
    assert out.read_bytes() == PAGE.read_bytes()
