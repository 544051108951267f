"""Proofs of a station: that an entry is in its log, and that its log goes on from an earlier one; without the logbook.

The root of the tree is signed as a checkpoint, a signed note of C2SP (tlog-checkpoint), which other tools check too.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

import msgspec

from db.keys import holds
from db.read_only import read_only
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical, digest
from floorapp.operations.credentials import Signer
from floorapp.operations.entry import written_of
from floorapp.operations.faults import LogbookFault
from floorapp.operations.heads import fingerprint
from floorapp.operations.tree import Tree, goes_on, includes, leaf

FORMAT = "floor-proof/1"
#: Before the public key in what a key's number is made of: Ed25519.
_ED25519 = b"\x01"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a station signed: the size of its log and the root of the tree over it."""

    origin: str
    size: int
    root: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeProof:
    """A proof as it stands in its file; hashes are in hexadecimal, `checkpoint` is the signed note."""

    format: str
    station: str
    key: str
    checkpoint: str
    #: The entry, as an export spells it, and the hashes on its way to the root.
    entry: msgspec.Raw
    inclusion: tuple[str, ...]
    #: An earlier checkpoint, its key, and the hashes that lead from it to this one; empty where none was asked for.
    earlier: str = ""
    earlier_key: str = ""
    consistency: tuple[str, ...] = ()


_PROOF = msgspec.json.Decoder(TreeProof, strict=True)


def _key_number(name: str, key: str) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + _ED25519 + bytes.fromhex(key)).digest()[:4]


def signed_checkpoint(station: str, size: int, root: bytes, signer: Signer) -> str:
    """A checkpoint of a station's log, signed as notes are."""
    origin = f"floorapp/{station}"
    text = f"{origin}\n{size}\n{base64.b64encode(root).decode()}\n"
    signature = _key_number(origin, signer.key) + bytes.fromhex(signer.sign(text.encode()))
    return f"{text}\n— {origin} {base64.b64encode(signature).decode()}\n"


def read_checkpoint(note: str, key: str) -> Checkpoint:
    """What a checkpoint says, where this key signed it; ValueError where it did not."""
    text, _, signed = note.partition("\n\n")
    origin, size, root, *more = text.split("\n")
    for line in signed.splitlines():
        mark, name, value = line.split(" ")
        signature = base64.b64decode(value, validate=True)
        mine = mark == "—" and name == origin and signature[:4] == _key_number(origin, key)
        if mine and holds(key, f"{text}\n".encode(), signature[4:].hex()):
            if more or str(int(size)) != size:
                raise ValueError("it is not spelled as checkpoints are")
            return Checkpoint(origin, int(size), base64.b64decode(root, validate=True))
    raise ValueError("it is not signed by that key")


def prove(path: Path, station: str, seq: int, signer: Signer, *, earlier: tuple[str, str] = ("", "")) -> TreeProof:
    """The proof that an entry is in the log of a station, which signs for it; with one that it goes on from another."""
    with read_only(path) as connection:
        query = "SELECT hash FROM entry WHERE station = ? ORDER BY seq"
        hashes = [leaf(bytes.fromhex(each)) for (each,) in connection.execute(query, (station,))]
        cursor = connection.execute("SELECT * FROM entry WHERE station = ? AND seq = ?", (station, seq))
        names, rows = [each[0] for each in cursor.description], cursor.fetchall()
    if not rows:
        raise LogbookFault(f"There is no entry {station}-{seq}.", "Nothing can be proved of it.", "Name another entry.")
    tree, before = Tree(hashes), int(earlier[0].split("\n")[1]) if earlier[0] else 0
    return TreeProof(
        format=FORMAT,
        station=station,
        key=signer.key,
        checkpoint=signed_checkpoint(station, len(tree), tree.root(), signer),
        entry=msgspec.Raw(canonical(written_of(dict(zip(names, rows[0], strict=True))))),
        inclusion=tuple(each.hex() for each in tree.inclusion(seq - 1)),
        earlier=earlier[0],
        earlier_key=earlier[1],
        consistency=tuple(each.hex() for each in tree.consistency(before)) if 0 < before <= len(tree) else (),
    )


def proof_bytes(proof: TreeProof) -> bytes:
    """A proof as it stands in its file."""
    return canonical(proof) + b"\n"


@dataclass(frozen=True, slots=True)
class ProofAnswer:
    """What a proof proves, in words, and what is wrong with it."""

    says: tuple[str, ...] = ()
    wrong: str = ""


def check_proof(content: bytes, *, key: str = "") -> ProofAnswer:
    """What a proof shows by itself; with the fingerprint of a key, that it is that key's."""
    try:
        proof = _PROOF.decode(content)
        if proof.format != FORMAT or proof_bytes(proof) != content:
            raise ValueError("it is of another format, or not spelled as proofs are written")
        return _checked(proof, key)
    except (msgspec.MsgspecError, ValueError, TypeError, KeyError, UnicodeError) as error:
        return ProofAnswer(wrong=f"It is not a proof, or is incomplete: {error}.")


def _checked(proof: TreeProof, known: str) -> ProofAnswer:
    if known and fingerprint(proof.key) != known:
        return ProofAnswer(wrong=f"It is signed with the key {fingerprint(proof.key)}, which is another one.")
    now, entry = read_checkpoint(proof.checkpoint, proof.key), bytes(proof.entry)
    said: dict[str, Any] = msgspec.json.decode(entry)
    number = f"{said['station']}-{said['seq']}"
    path = [bytes.fromhex(each) for each in proof.inclusion]
    if said["station"] != proof.station or now.origin != f"floorapp/{proof.station}":
        return ProofAnswer(wrong="It is of another station than it says.")
    if not includes(bytes.fromhex(digest(entry)), int(said["seq"]) - 1, now.size, path, now.root):
        return ProofAnswer(wrong=f"The entry {number} is not in the log that was signed, or not as it stands here.")
    says = [
        f"{number} ({said['kind']}, {said['recorded_at']}, by {said['actor']}) is in the log of {proof.station}, as "
        f"signed over {now.size:,} entries with the key {fingerprint(proof.key)}."
    ]
    if proof.earlier:
        before = read_checkpoint(proof.earlier, proof.earlier_key)
        steps = [bytes.fromhex(each) for each in proof.consistency]
        if before.origin != now.origin or not goes_on(before.size, before.root, now.size, now.root, steps):
            return ProofAnswer(wrong="The log does not continue the earlier one: it was rewritten.")
        by = f"signed with the key {fingerprint(proof.earlier_key)}"
        says.append(f"It continues the log of {before.size:,} entries, {by}: nothing of that was changed or removed.")
    return ProofAnswer(tuple(says))
