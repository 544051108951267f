"""Changes by hand, with the powers of an insider who has the file: each passed as good once, each is found or said."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from db.frames import described, spell
from db.verify import verify
from floorapp.domain.heads import Reason
from floorapp.domain.incidents import Attachment
from floorapp.domain.readers import RawFrame
from floorapp.operations.audit import packs
from floorapp.operations.canonical import digest
from floorapp.operations.sealing import seal_frames
from tests.acts.test_incidents import FACE_UP, report
from tests.trust.house import Kept, drop_guards, raw
from tests.trust.test_verify import attack, edit, look, reseal, seq_of


@pytest.fixture
def worked(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    """A day with rounds packed, frames sealed, and heads that left."""
    monkeypatch.setattr(packs, "WORTH_PACKING", 1)
    kept.move(3)
    kept.deal("r1", "r2", "r3")
    assert packs.pack_rounds(kept.floor.desk(), kept.floor.store) is not None
    at = kept.floor.clock.now()
    kept.floor.store.keep_frames(tuple(RawFrame("L1", at, bytes([n]), False) for n in range(3)))
    seal_frames(kept.floor.desk(), kept.floor.store)
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    assert look(kept).good, look(kept).words()
    yield kept


def test_b_the_answer_names_from_which_entry_on_nobody_vouches(worked: Kept) -> None:
    """An entry after the last head can be changed and hashed again: nothing shows, so it is said how many there are."""
    worked.move(2, "Late")
    worked.close()
    seq = seq_of(worked, "Late 1")

    def rewrite(connection: Any) -> None:
        edit(seq, "Late", "Lies")(connection)
        reseal(connection, seq)

    attack(worked, rewrite)
    found = verify(worked.path, against=[worked.away])
    first = found.stations[0].vouched + 2
    assert first <= seq and any(f"from MAIN-{first} on nobody vouches" in line for line in found.words())
    assert not any(line.startswith("Intact:") for line in found.words())


@pytest.mark.parametrize(
    "change",
    [
        "first_at = '1970-01-01T00:00:00.000000Z'",
        "last_at = '1970-01-01T00:00:00.000000Z'",
        "tables = '[\"FB-02\"]'",
        "rounds = rounds + 1",
        "upto = upto - 1",
    ],
)
def test_f_a_packed_block_says_of_its_rounds_what_they_are(worked: Kept, change: str) -> None:
    attack(worked, lambda c: c.execute(f"UPDATE round_block SET {change}"))
    assert [flaw.code for flaw in look(worked).flaws] == ["rounds"]


@pytest.mark.parametrize("change", ["first_at = '1970-01-01T00:00:00.000000Z'", "lines = '[[\"L2\",3]]'"])
def test_f_a_bundle_of_frames_says_of_them_what_they_are(worked: Kept, change: str) -> None:
    attack(worked, lambda c: c.execute(f"UPDATE frame_bundle SET {change}"))
    assert [flaw.code for flaw in look(worked).flaws] == ["frames"]


def test_g_a_block_that_no_entry_seals_is_found(worked: Kept) -> None:
    columns = "upto, rounds, first_at, last_at, tables, digest, packed"
    attack(worked, lambda c: c.execute(f"INSERT INTO round_block SELECT place + 1, {columns} FROM round_block"))
    assert [flaw.says for flaw in look(worked).flaws] == ["1 block of packed rounds is sealed by no entry."]


def bundle(kept: Kept, *, ago: timedelta, line: str = "L1") -> None:
    """Somebody puts a bundle of frames at the end."""
    spelled = spell((RawFrame("L1", kept.floor.clock.now() - ago, b"forged", False),))
    first, last, lines = described(spelled)
    row = (2, first, last, lines.replace("L1", line), digest(spelled), zlib.compress(spelled))
    attack(kept, lambda c: c.execute("INSERT INTO frame_bundle VALUES (?, ?, ?, ?, ?, ?)", row))


def test_g_a_bundle_of_frames_that_no_entry_seals_is_said_while_it_may_wait_for_its_seal(worked: Kept) -> None:
    bundle(worked, ago=timedelta(minutes=5))
    found = look(worked)
    assert found.good and any("1 bundle of raw frames waits for the next seal" in line for line in found.words())


@pytest.mark.parametrize("how", [{"ago": timedelta(days=2)}, {"ago": timedelta(0), "line": "L2"}])
def test_g_a_bundle_that_should_have_been_sealed_or_is_not_itself_is_found(worked: Kept, how: dict[str, Any]) -> None:
    bundle(worked, **how)
    assert [flaw.code for flaw in look(worked).flaws] == ["frames"]


@pytest.mark.parametrize("revision", ["0001", "0004", "0000"])
def test_h_guards_are_looked_at_whatever_the_file_claims_to_be(worked: Kept, revision: str) -> None:
    connection = raw(worked.path)
    drop_guards(connection)
    connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.close()
    assert {flaw.code for flaw in look(worked).flaws} == {"guard"}


def test_a_changed_attachment_names_its_incident(worked: Kept) -> None:
    content, folder = b"a photograph", worked.folder / "attachments"
    folder.mkdir()
    attachment = Attachment(digest(content), "table.jpg", len(content))
    report(worked.floor, worked.floor.desk("flo"), what=replace(FACE_UP, attachments=(attachment,)))
    (folder / attachment.digest).write_bytes(b"a photogrxph")
    (flaw,) = look(worked, attachments=folder).flaws
    assert flaw.about == "incident IR-2026-0001" and flaw.number.startswith("MAIN-")
