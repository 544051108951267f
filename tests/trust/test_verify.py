"""Looking through the logbook: each way of changing it quietly is found, and the first bad entry named."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from db.verify import Verifying, verify
from floorapp.domain.heads import Reason
from floorapp.domain.incidents import Attachment
from floorapp.domain.people import Role
from floorapp.domain.readers import RawFrame
from floorapp.operations.acts import people
from floorapp.operations.canonical import digest
from floorapp.operations.entry import written_of
from floorapp.operations.frame_seals import seal_frames
from floorapp.operations.logbook_check import CANNOT_FIND, WHAT_TO_DO, Checked
from tests.acts.test_incidents import FACE_UP, report
from tests.trust.house import Kept, drop_guards, raw


@pytest.fixture
def sealed(kept: Kept) -> Kept:
    """A morning's work with heads that left: one early, one in the middle, one at the end."""
    kept.sealing.sign(Reason.REQUEST)
    kept.move(6)
    kept.deal("r1", "r2", "r3")
    kept.sealing.sign(Reason.REQUEST)
    kept.move(6, "Again")
    kept.deal("r4")
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    return kept


def look(kept: Kept, **more: Any) -> Checked:
    """A look against the heads that left, with the state."""
    return verify(kept.path, against=[kept.away], state=True, **more)


def seq_of(kept: Kept, name: str) -> int:
    """The number of the entry that moved the pit to a name."""
    connection = raw(kept.path)
    (seq,) = connection.execute("SELECT seq FROM entry WHERE payload LIKE ?", (f'%"{name}"%',)).fetchone()
    connection.close()
    return int(seq)


def reseal(connection: Any, first: int, upto: int = 1 << 60) -> None:
    """Hash the chain again from an entry on, as somebody would who knows how."""
    cursor = connection.execute("SELECT * FROM entry WHERE seq >= ? ORDER BY seq", (first - 1,))
    names = [each[0] for each in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    previous = rows[0]["hash"]
    for row in rows[1:]:
        if row["seq"] > upto:
            return
        row["previous"] = previous
        previous = written_of(row).sealed()
        query = "UPDATE entry SET previous = ?, hash = ? WHERE seq = ?"
        connection.execute(query, (row["previous"], previous, row["seq"]))


def attack(kept: Kept, do: Callable[[Any], None]) -> None:
    """Somebody with the file and other tools."""
    connection = raw(kept.path)
    guards = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    drop_guards(connection)
    do(connection)
    for (sql,) in guards:  # and puts the guards back, to be quiet
        connection.execute(sql)
    connection.close()


def edit(seq: int, old: str = "Moved", new: str = "Movex") -> Callable[[Any], None]:
    return lambda c: c.execute(f"UPDATE entry SET payload = replace(payload, '{old}', '{new}') WHERE seq = {seq}")


def test_a_sound_logbook_is_good_and_says_what_cannot_be_found(sealed: Kept) -> None:
    done: list[tuple[int, int]] = []
    found = look(sealed, progress=lambda *far: done.append(far))
    assert found.good, found.words()
    assert found.heads == 6 and found.rounds == 4 and found.state and not found.flaws
    assert done[-1] == (found.entries, found.entries)
    assert found.stations[0].vouched == found.entries - 1
    assert found.words()[-1] == CANNOT_FIND and "no head" in CANNOT_FIND


def test_an_edited_entry_is_named_and_what_follows_is_unaffected(sealed: Kept) -> None:
    seq = seq_of(sealed, "Moved 3")
    attack(sealed, edit(seq))
    found = look(sealed)
    assert found.first is not None
    assert (found.first.code, found.first.number, found.first.about) == ("changed", f"MAIN-{seq}", "pit P1")
    assert found.first.at.startswith("2026-11-16T17:") and found.wrong == 1
    assert "unaffected" in found.follows


def test_an_edited_and_rehashed_entry_is_named_too(sealed: Kept) -> None:
    seq = seq_of(sealed, "Moved 3")

    def rewrite(connection: Any) -> None:
        edit(seq)(connection)
        reseal(connection, seq, upto=seq)

    attack(sealed, rewrite)
    found = look(sealed)
    assert found.first is not None
    assert (found.first.code, found.first.number) == ("replaced", f"MAIN-{seq}")
    assert "unaffected" in found.follows


@pytest.mark.parametrize("own_heads", [True, False])
def test_a_chain_sealed_anew_is_found_against_a_head_that_left(sealed: Kept, own_heads: bool) -> None:
    seq = seq_of(sealed, "Again 3")

    def rewrite(connection: Any) -> None:
        edit(seq, "Again", "Nevex")(connection)
        if not own_heads:
            connection.execute(
                "UPDATE entry SET kind = 'station.nothing' WHERE kind = 'station.head-signed' AND seq > ?", (seq,)
            )
        reseal(connection, seq)

    attack(sealed, rewrite)
    found = look(sealed)
    assert found.first is not None and found.first.code == "resealed"
    assert found.first.seq <= seq < found.first.seq + found.first.among
    assert found.first.seq > seq_of(sealed, "Moved 5"), "the head in the middle vouches for what is before it"
    assert "cannot be relied on" in found.follows
    if not own_heads:
        assert verify(sealed.path, against=[]).good, "without a head that left nothing shows: said plainly"


def test_a_deleted_entry_is_named(sealed: Kept) -> None:
    seq = seq_of(sealed, "Moved 3")
    attack(sealed, lambda c: c.execute(f"DELETE FROM entry WHERE seq = {seq}"))
    found = look(sealed)
    assert found.first is not None
    assert (found.first.code, found.first.number) == ("removed", f"MAIN-{seq}")
    assert found.wrong == 1 and "unaffected" in found.follows


def test_deleted_and_everything_renumbered_is_found(sealed: Kept) -> None:
    seq = seq_of(sealed, "Moved 3")

    def rewrite(connection: Any) -> None:
        connection.execute(f"DELETE FROM entry WHERE seq = {seq}")
        for (each,) in connection.execute(f"SELECT seq FROM entry WHERE seq > {seq} ORDER BY seq").fetchall():
            connection.execute("UPDATE entry SET seq = seq - 1, position = position - 1 WHERE seq = ?", (each,))
        reseal(connection, seq)

    attack(sealed, rewrite)
    found = look(sealed)
    assert found.first is not None and found.first.code in ("resealed", "head")


def test_a_cut_tail_is_found_and_how_much(sealed: Kept) -> None:
    seq = seq_of(sealed, "Again 2")
    attack(sealed, lambda c: c.execute(f"DELETE FROM entry WHERE seq >= {seq}"))
    found = look(sealed)
    assert found.first is not None
    assert found.first.code == "cut" and found.first.seq == seq
    assert "older copy" in found.first.says


def test_an_older_copy_swapped_in_is_found(kept: Kept, tmp_path: Path) -> None:
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    shutil.copy(kept.path, tmp_path / "older.sqlite")
    kept.move(3)
    head = kept.sealing.sign(Reason.REQUEST)
    kept.close()
    assert look(kept).good
    shutil.copy(tmp_path / "older.sqlite", kept.path)
    assert verify(kept.path).good, "by itself the older copy is sound"
    found = look(kept)
    assert found.first is not None and found.first.code == "cut" and head.number in found.first.says


def test_dropped_guards_are_found(sealed: Kept) -> None:
    connection = raw(sealed.path)
    (guards,) = connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").fetchone()
    drop_guards(connection)
    connection.close()
    found = look(sealed)
    assert guards > 0
    assert found.wrong == guards and {flaw.code for flaw in found.flaws} == {"guard"}


def test_a_guard_of_somebody_else_is_found(sealed: Kept) -> None:
    connection = raw(sealed.path)
    connection.execute("CREATE TRIGGER quiet AFTER INSERT ON entry BEGIN DELETE FROM guess; END")
    connection.close()
    assert [flaw.says for flaw in look(sealed).flaws] == ["the guard quiet is not part of a logbook."]


def test_a_persons_role_edited_in_the_state_is_found(sealed: Kept) -> None:
    connection = raw(sealed.path)
    connection.execute(
        "UPDATE state_person SET role = 'administrator', body = replace(body, 'dealer', 'administrator') WHERE "
        "key = 'dan'"
    )
    connection.close()
    found = look(sealed)
    assert found.first is not None and "state_person" in found.first.says and "dan" in found.first.says


def test_a_persons_role_edited_in_the_entry_is_found(sealed: Kept) -> None:
    connection = raw(sealed.path)
    (seq,) = connection.execute("SELECT seq FROM entry WHERE kind = 'person.added' AND subject_id = 'dan'").fetchone()
    connection.close()
    attack(sealed, edit(seq, '"dealer"', '"administrator"'))
    found = look(sealed)
    assert found.first is not None and found.first.number == f"MAIN-{seq}"


def test_no_more_entries_are_called_wrong_than_there_are(sealed: Kept) -> None:
    """One entry may have several flaws, and what is missing at the end is no entry."""
    attack(sealed, lambda c: c.execute("UPDATE entry SET station = 'OTHER' WHERE seq > 40"))
    found = look(sealed)
    after, wrong = (int(each.replace(",", "")) for each in re.findall(r"([\d,]+) (?:entr|is|are)", found.follows))
    assert found.wrong > after >= wrong


def test_an_entry_of_other_letters_is_named_by_its_number_and_those_after_it_are_not(sealed: Kept) -> None:
    attack(sealed, lambda c: c.execute("UPDATE entry SET payload = CAST(payload AS BLOB) WHERE seq = 40"))
    found = look(sealed)
    assert [flaw.number for flaw in found.flaws] == ["MAIN-40"]
    assert WHAT_TO_DO in found.words() and WHAT_TO_DO not in look_at_good(found).words()


def look_at_good(found: Checked) -> Checked:
    """The same answer without its flaws."""
    return replace(found, flaws=(), wrong=0, follows="")


def test_a_swapped_password_is_found_until_one_is_set_by_an_act(sealed: Kept) -> None:
    connection = raw(sealed.path)
    connection.execute("UPDATE credential SET hashed = 'cheap$mine' WHERE person = 'ada'")
    connection.close()
    assert [(flaw.code, flaw.about) for flaw in look(sealed).flaws] == [("secrets", "person ada")] * 2


def test_the_next_head_does_not_make_a_swapped_password_good(kept: Kept) -> None:
    """A head swears to what is there: what changed unsaid since the head before it stays found."""
    kept.sealing.sign(Reason.REQUEST)
    kept.move(1)
    mark = look(kept).mark
    connection = raw(kept.path)
    connection.execute("UPDATE credential SET hashed = 'cheap$mine' WHERE person = 'ada'")
    connection.close()
    assert {flaw.code for flaw in look(kept, since=mark).flaws} == {"secrets"}, "found before the next head"
    head = kept.sealing.sign(Reason.REQUEST)
    kept.close()
    for found in (look(kept), verify(kept.path, since=mark, structure=False)):
        assert found.first is not None and (found.first.code, found.first.seq) == ("secrets", head.seq + 1)


def test_passwords_set_between_heads_are_no_flaw(kept: Kept) -> None:
    for number in range(3):
        people.reset_password(kept.floor.desk("ada"), person="sam", password=f"another good one {number}")
        kept.sealing.sign(Reason.REQUEST)
    kept.close()
    assert look(kept).good


def test_setting_a_password_is_not_a_flaw(sealed: Kept) -> None:
    people.reset_password(sealed.floor.desk("ada"), person="sam", password="another good one")
    people.change_role(sealed.floor.desk("ada"), person="flo", role=Role.SHIFT_MANAGER, reason="promoted")
    assert look(sealed).good


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE round SET verdict = 'ok', hands = 9 WHERE id = 'r2'",
        "UPDATE round SET record = x'00' WHERE id = 'r2'",
        "UPDATE round SET at = '2026-11-16T17:00:01.000000Z' WHERE id = 'r2'",
        "UPDATE round SET table_id = 'FB-02' WHERE id = 'r2'",
        "DELETE FROM round WHERE id = 'r2'",
        "DELETE FROM round WHERE id = 'r4'",
        "INSERT INTO round SELECT 99, 'x', id, table_id, shoe, at, rulebook, verdict, 0, 0, 0, record FROM "
        "round WHERE id = 'r1'",
    ],
)
def test_changed_rounds_are_found(sealed: Kept, change: str) -> None:
    attack(sealed, lambda c: c.execute(change))
    assert {flaw.code for flaw in look(sealed).flaws} == {"rounds"}


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE frame_bundle SET packed = x'00' WHERE place = 2",
        "UPDATE frame_bundle SET digest = 'x' WHERE place = 2",
        "DELETE FROM frame_bundle WHERE place = 3",
    ],
)
def test_changed_raw_frames_are_found(sealed: Kept, change: str) -> None:
    store = sealed.floor.store
    for n in range(3):
        store.keep_frames((RawFrame("L1", sealed.floor.clock.now(), bytes([n]), False),))
    seal_frames(sealed.floor.desk(), store)
    sealed.close()
    assert look(sealed).good
    attack(sealed, lambda c: c.execute(change))
    assert {flaw.code for flaw in look(sealed).flaws} == {"frames"}


def test_attached_files_are_sealed_too(sealed: Kept) -> None:
    content, folder = b"a photograph", sealed.folder / "attachments"
    folder.mkdir()
    attachment = Attachment(digest(content), "table.jpg", len(content))
    report(sealed.floor, sealed.floor.desk("flo"), what=replace(FACE_UP, attachments=(attachment,)))
    assert [flaw.code for flaw in look(sealed, attachments=folder).flaws] == ["attachment"]
    (folder / attachment.digest).write_bytes(content)
    found = look(sealed, attachments=folder)
    assert found.good and found.attachments == 1
    (folder / attachment.digest).write_bytes(b"a photogrxph")
    assert "changed" in look(sealed, attachments=folder).flaws[0].says


def test_slices_and_what_is_new_give_the_same_answer(sealed: Kept) -> None:
    whole = look(sealed)
    verifying, steps = Verifying(sealed.path, against=[sealed.away]), 1
    while verifying.step(7):
        steps += 1
    assert steps == whole.entries // 7 + 1
    assert verifying.answer().good and verifying.answer().mark == whole.mark
    sealed.move(4)
    sealed.sealing.sign(Reason.REQUEST)
    new = verify(sealed.path, against=[sealed.away], since=whole.mark)
    assert new.good and new.entries == sealed.floor.last().seq - whole.entries
    sealed.close()
    attack(sealed, lambda c: c.execute(f"DELETE FROM entry WHERE seq >= {whole.entries}"))
    assert not verify(sealed.path, since=whole.mark).good


def test_a_look_that_is_broken_off_is_never_good(sealed: Kept) -> None:
    found = verify(sealed.path, cancelled=lambda: True)
    assert not found.good and not found.complete and not found.wrong
    assert any("canceled" in line for line in found.words())


def test_a_stranger_head_or_an_unreadable_one_is_never_passed_over(sealed: Kept, tmp_path: Path) -> None:
    odd = tmp_path / "odd"
    odd.mkdir()
    (odd / "a.json").write_text("{}")
    assert not verify(sealed.path, against=[odd]).good
    assert not verify(sealed.path, against=[tmp_path / "nothing there"]).good
    (odd / "a.json").unlink()
    shutil.copy(sealed.path, tmp_path / "before.sqlite")
    sealed.floor.clock.advance(days=1)
    sealed.move()
    sealed.sealing.sign(Reason.REQUEST)  # a new key, introduced by the one before: sound
    sealed.close()
    assert look(sealed).good
    assert not verify(tmp_path / "before.sqlite", against=[sealed.away]).good


def test_a_table_whose_name_is_no_text_any_more_is_found(sealed: Kept) -> None:
    connection = raw(sealed.path)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_master SET type = CAST('index' AS BLOB) WHERE name = 'round_id'")
    connection.close()
    assert not look(sealed).good
