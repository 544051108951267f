"""Proofs that need no logbook: the tree of RFC 9162, checkpoints of C2SP, and a second verifier in another language."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from db.keys import station_key
from db.proofs import check_proof, proof_bytes, prove
from floorapp.cli import main
from floorapp.domain.heads import Reason
from floorapp.operations.heads import fingerprint
from floorapp.operations.tree import Tree, goes_on, includes, leaf
from tests.trust.house import Kept
from tests.trust.test_verify import attack, edit, reseal, seq_of

#: The leaves and roots that implementations of certificate transparency are tried with.
LEAVES = ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


def test_the_tree_is_that_of_rfc_9162() -> None:
    tree = Tree([leaf(bytes.fromhex(each)) for each in LEAVES])
    assert [tree.root(size).hex() for size in range(1, 9)] == list(ROOTS)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 13, 32, 33])
def test_every_place_and_every_earlier_size_is_proved_and_nothing_else(size: int) -> None:
    leaves = [bytes([number]) for number in range(size)]
    tree = Tree([leaf(each) for each in leaves])
    for place, each in enumerate(leaves):
        path = tree.inclusion(place)
        assert includes(each, place, size, path, tree.root())
        assert not includes(b"other", place, size, path, tree.root())
        assert not includes(each, place, size, [*path, bytes(32)], tree.root())
        assert size == 1 or not includes(each, (place + 1) % size, size, path, tree.root())
    for earlier in range(1, size + 1):
        steps = tree.consistency(earlier)
        assert goes_on(earlier, tree.root(earlier), size, tree.root(), steps)
        assert not goes_on(earlier, leaf(b"other"), size, tree.root(), steps)
        assert earlier == size or not goes_on(earlier, tree.root(earlier), size, leaf(b"other"), steps)


@pytest.fixture
def proofs(kept: Kept, tmp_path: Path) -> tuple[Path, Path]:
    """A proof of today, and one of the day after that goes on from it."""
    kept.move(3)
    kept.sealing.sign(Reason.REQUEST)
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    at = ["--data", str(kept.folder)]
    assert main(["logbook", "prove", "MAIN-5", str(first), *at]) == 0
    kept.floor.clock.advance(days=1)
    kept.move(4)
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    assert main(["logbook", "prove", f"MAIN-{seq_of(kept, 'Moved 3')}", str(second), "--since", str(first), *at]) == 0
    return first, second


def test_an_entry_is_proved_without_the_logbook_and_any_change_is_found(
    proofs: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    for file in proofs:
        assert file.stat().st_size < 4096
        assert main(["logbook", "check-proof", str(file)]) == 0
    assert "continues the log of" in capsys.readouterr().out
    content = proofs[1].read_bytes()
    key = msgspec.json.decode(content)["key"]
    assert not check_proof(content, key=fingerprint(key)).wrong
    assert check_proof(content, key=fingerprint("ab" * 32)).wrong
    for place in range(0, len(content), 7):
        changed = bytearray(content)
        changed[place] ^= 1
        found = check_proof(bytes(changed))
        assert found.wrong, changed


def test_a_log_that_was_rewritten_does_not_go_on_from_what_was_signed(kept: Kept, tmp_path: Path) -> None:
    kept.move(3)
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    signer = station_key(kept.folder / "keys", "MAIN")
    before = prove(kept.path, "MAIN", 5, signer)
    seq = seq_of(kept, "Moved 1")

    def rewrite(connection: Any) -> None:
        edit(seq, "Moved", "Lies")(connection)
        reseal(connection, seq)

    attack(kept, rewrite)
    after = prove(kept.path, "MAIN", seq, signer, earlier=(before.checkpoint, before.key))
    assert "rewritten" in check_proof(proof_bytes(after)).wrong


@pytest.mark.unix
def test_another_language_says_the_same(proofs: tuple[Path, Path], tmp_path: Path) -> None:
    verifier = Path(__file__).parent / "verifier.mjs"

    def says(file: Path) -> tuple[int, str]:
        done = subprocess.run(["node", str(verifier), str(file)], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    for file in proofs:
        status, said = says(file)
        assert status == 0 and said.startswith("proved: MAIN-"), said
    spoilt, content = tmp_path / "spoilt.json", proofs[1].read_text()
    proof = msgspec.json.decode(content)
    for old, new in (
        ("Moved 3", "Lies 3"),
        (proof["inclusion"][0], "ab" * 32),
        (proof["consistency"][0], "ab" * 32),
        (proof["checkpoint"].split("\n")[2], "A" * 43 + "="),
        (proof["key"], proof["earlier_key"]),
    ):
        assert old in content
        spoilt.write_text(content.replace(old, new))
        assert says(spoilt)[0] != 0 and check_proof(spoilt.read_bytes()).wrong, old
