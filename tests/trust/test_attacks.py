"""Changes by hand, with the powers of an insider who has the file: each passed as good once, each is found or said."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import msgspec
import pytest

from db.frames import described, spell
from db.heads import keep_head
from db.keys import key_of, station_key
from db.store import open_store
from db.verify import verify
from floorapp.domain.heads import Head, Reason
from floorapp.domain.incidents import Attachment
from floorapp.domain.readers import RawFrame
from floorapp.operations.acts import people, sessions
from floorapp.operations.audit import packs
from floorapp.operations.canonical import canonical, digest, instant_text
from floorapp.operations.entry import GENESIS, written_of
from floorapp.operations.facts.heads import HeadsCountersigned, HeadSigned, KeyIntroduced, introduction
from floorapp.operations.frame_seals import seal_frames
from floorapp.operations.heads import Sealing, fingerprint, sworn
from tests.acts.floor import NOON, PASSWORD, DrivenClock, Floor
from tests.acts.test_incidents import FACE_UP, report
from tests.trust.house import Kept, drop_guards, keep_house, raw
from tests.trust.test_verify import attack, edit, look, reseal, seq_of


@pytest.fixture(scope="module")
def day(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A day with rounds packed, frames sealed, and heads that left; made once."""
    kept = keep_house(house, tmp_path_factory.mktemp("day") / "kept")
    kept.move(3)
    kept.deal("r1", "r2", "r3")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packs, "WORTH_PACKING", 1)
        assert packs.pack_rounds(kept.floor.desk(), kept.floor.store) is not None
    at = kept.floor.clock.now()
    kept.floor.store.keep_frames(tuple(RawFrame("L1", at, bytes([n]), False) for n in range(3)))
    seal_frames(kept.floor.desk(), kept.floor.store)
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    assert look(kept).good, look(kept).words()
    return kept


@pytest.fixture
def worked(day: Kept, tmp_path: Path) -> Iterator[Kept]:
    """The same, to do things to."""
    path = Path(copytree(day.folder, tmp_path / "kept")) / "floor.sqlite"
    kept = Kept(path.parent, Floor(open_store(path), path, DrivenClock(day.floor.clock.now())))
    yield kept
    kept.close()


def rewritten(kept: Kept) -> None:
    """The whole chain anew under a key of one's own: heads signed again, inside and in `heads/`, and rebuilt."""
    mine, connection = key_of(b"mine" * 8), raw(kept.path)
    drop_guards(connection)
    cursor = connection.execute("SELECT * FROM entry WHERE station = 'MAIN' ORDER BY seq")
    names = [each[0] for each in cursor.description]
    previous, heads = GENESIS, list[Head]()
    for row in [dict(zip(names, each, strict=True)) for each in cursor.fetchall()]:
        row["payload"], row["previous"] = row["payload"].replace("Moved 1", "Lies 1"), previous
        if row["kind"] == KeyIntroduced.KIND:
            said = introduction(station="MAIN", key=mine.key, replaces="", previous=previous)
            payload = {"key": mine.key, "proof": mine.sign(said), "replaces": "", "station": "MAIN"}
            row["payload"] = canonical(payload).decode()
        elif row["kind"] == HeadSigned.KIND:
            head = msgspec.json.decode(row["payload"], type=HeadSigned).head
            head = replace(head, hash=previous, key=mine.key, signature="")
            heads.append(replace(head, signature=mine.sign(sworn(head))))
            row["payload"] = canonical(HeadSigned(head=heads[-1])).decode()
        previous = written_of(row).sealed()
        change = "UPDATE entry SET payload = ?, previous = ?, hash = ? WHERE station = 'MAIN' AND seq = ?"
        connection.execute(change, (row["payload"], row["previous"], previous, row["seq"]))
    connection.close()
    rmtree(kept.heads)
    for head in heads:
        keep_head(head, [kept.heads])
    store = open_store(kept.path)  # which puts the guards back where they are missing
    store.rebuild()
    store.close()


def test_a_the_whole_chain_rewritten_under_another_key_is_found_by_any_head_that_left(worked: Kept) -> None:
    rewritten(worked)
    assert {"head", "resealed"} & {flaw.code for flaw in look(worked).flaws}


def test_a_without_a_head_from_outside_the_answer_says_so_and_a_key_known_outside_finds_it(worked: Kept) -> None:
    first = verify(worked.path).stations[0].keys[0]
    assert verify(worked.path, keys={fingerprint(first)}).good
    guards = raw(worked.path).execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    rewritten(worked)
    connection = raw(worked.path)
    for (sql,) in guards:
        connection.execute(sql)
    connection.close()
    found = verify(worked.path, own=[worked.heads])
    said = " ".join(found.words())
    assert found.good and "no head of MAIN from outside" in said and "Intact" not in said
    assert [flaw.code for flaw in verify(worked.path, keys={fingerprint(first)}).flaws] == ["key"]


def test_a_a_chain_rewritten_with_its_own_heads_is_found_by_the_station_that_countersigned_them(worked: Kept) -> None:
    """Two stations of one logbook; no head ever left. The other one signs once more only where there is news."""
    other = open_store(worked.path, station="POD-2")
    try:
        seals = Sealing(
            other, worked.floor.clock, station_key(worked.folder / "other", "POD-2"), keep=lambda head: None
        )
        first = seals.sign(Reason.REQUEST)
        assert seals.sign(Reason.REQUEST) == first
        seen = [each for each in other.page(limit=4) if isinstance(each.fact, HeadsCountersigned)]
        assert [each.number for each in seen] == ["POD-2-2"]
    finally:
        other.close()
    assert look(worked).good, look(worked).words()
    rewritten(worked)
    assert [flaw.code for flaw in verify(worked.path, structure=False).flaws] == ["countersigned"]


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


@pytest.mark.parametrize("column", ["payload", "recorded_at"])
def test_g_a_seal_of_frames_that_cannot_be_read_is_found_and_ends_no_look(worked: Kept, column: str) -> None:
    """Found by `make campaign`: the look itself ended with an error."""
    attack(worked, lambda c: c.execute(f"UPDATE entry SET {column} = 'x' WHERE kind LIKE 'frames.%sealed'"))
    assert "changed" in {flaw.code for flaw in look(worked).flaws}


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


def append(kept: Kept, kind: str, payload: dict[str, Any], **more: Any) -> None:
    """Put an entry at the end by hand, chained and hashed as the app does it."""
    connection = raw(kept.path)
    cursor = connection.execute("SELECT * FROM entry ORDER BY position DESC LIMIT 1")
    last = dict(zip((each[0] for each in cursor.description), cursor.fetchone(), strict=True))
    row = last | {
        "id": f"forged-{last['position']}",
        "seq": last["seq"] + 1,
        "position": last["position"] + 1,
        "kind": kind,
        "version": 1,
        "payload": canonical(payload).decode(),
        "signatures": "[]",
        "previous": last["hash"],
        **more,
    }
    row["hash"] = written_of(row).sealed()
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO entry ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
    connection.close()


def codes(kept: Kept) -> set[str]:
    """What a look finds, after the station has signed a head over all of it."""
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    return {flaw.code for flaw in look(kept).flaws}


PROMOTED = {"person": "flo", "role": "administrator", "reason": "because"}
FORGED = {"id": "x", "person": "cora", "role": "compliance-officer", "proof": "pin", "meaning": "I approve.", "key": ""}


def test_c_an_entry_appended_in_the_name_of_somebody_who_is_not_signed_in_is_found(worked: Kept) -> None:
    sessions.sign_out(worked.floor.desk("cora"))
    append(worked, "incident.approved", {"incident": "IR-2026-0001", "says": ""}, actor="cora")
    assert "authority" in codes(worked)


LATE: dict[str, Any] = {"actor": "sam", "subject_kind": "pit", "subject_id": "P1"}
PLACED = {"pit": "P1", "name": "Pit 1", "place": {"x": 1, "y": 1}}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"occurred_at": instant_text(NOON - timedelta(days=7))}, "entered late, and does not say so"),
        ({"gaming_day": "2026-11-09"}, "stands under the gaming day 2026-11-09"),
        ({"occurred_at": instant_text(NOON + timedelta(days=1))}, "had not come when it was entered"),
    ],
)
def test_c_what_was_left_out_is_not_put_in_later_under_another_day(
    worked: Kept, said: dict[str, Any], words: str
) -> None:
    """In the name of somebody who is signed in; once, the reports of that day had it."""
    append(worked, "pit.placed", PLACED, **LATE, **said)
    worked.sealing.sign(Reason.REQUEST)
    worked.close()
    assert any(flaw.code == "time" and words in flaw.says for flaw in look(worked).flaws)


def test_c_an_entry_dated_back_as_a_whole_is_said(worked: Kept) -> None:
    """It says of no time that it is late; but the one before it is younger."""
    before = instant_text(NOON - timedelta(days=7))
    append(worked, "pit.placed", PLACED, **LATE, occurred_at=before, recorded_at=before, gaming_day="2026-11-09")
    worked.sealing.sign(Reason.REQUEST)
    worked.close()
    assert any("1 entry is dated more than 5 minutes before" in line for line in look(worked).words())


def test_c_a_kind_that_this_version_does_not_know_is_said(worked: Kept) -> None:
    append(worked, "pit.forgotten", PLACED, **LATE)
    worked.sealing.sign(Reason.REQUEST)
    worked.close()
    assert any("1 entry is of a kind that this version does not know" in line for line in look(worked).words())


def test_c_a_made_up_signature_is_found(worked: Kept) -> None:
    desk = worked.floor.desk("cora")
    incident = report(worked.floor, worked.floor.desk("flo"))
    signature = FORGED | {"at": worked.floor.clock.now()}
    payload = {"incident": incident, "says": ""}
    append(worked, "incident.approved", payload, actor="cora", signatures=canonical([signature]).decode())
    assert desk.session and codes(worked) == {"signature"}


def test_c_a_real_signature_under_another_entry_is_found(worked: Kept) -> None:
    """Cut out of the entry it was given for and put under another one."""
    desk = worked.floor.desk("flo")
    report(worked.floor, desk)
    worked.close()
    connection = raw(worked.path)
    columns = "signatures, actor, payload FROM entry WHERE kind = 'incident.reported'"
    signatures, actor, payload = connection.execute(f"SELECT {columns}").fetchone()
    connection.close()
    changed = payload.replace("a king face up", "a king face down")
    append(worked, "incident.reported", msgspec.json.decode(changed), actor=actor, signatures=signatures)
    assert codes(worked) == {"signature"}


def test_c_a_session_begun_by_hand_is_found(worked: Kept) -> None:
    until = worked.floor.clock.now() + timedelta(hours=12)
    began = {"session": "mine", "person": "ada", "station": "MAIN", "expires_at": until, "turned_away": 0}
    append(worked, "session.began", began, actor="ada", subject_kind="session", subject_id="mine")
    append(worked, "person.role-changed", PROMOTED, actor="ada", subject_kind="person", subject_id="flo")
    assert codes(worked) == {"signature"}


def test_d_a_swapped_hash_is_found_also_after_a_pin_was_set_by_an_act(worked: Kept) -> None:
    """Once, any set password or PIN made every hash good that stood there with it."""
    connection = raw(worked.path)
    mine = worked.floor.hasher.hash("known to me only")
    connection.execute("UPDATE credential SET hashed = ? WHERE person = 'ada' AND proof = 'password'", (mine,))
    connection.close()
    people.change_pin(worked.floor.desk("flo"), password=PASSWORD, new="739146")
    worked.sealing.sign(Reason.REQUEST)
    worked.close()
    assert [(flaw.code, flaw.about) for flaw in look(worked).flaws] == [("secrets", "person ada")]


def test_d_who_signs_in_with_a_swapped_hash_is_found_by_the_signature(worked: Kept) -> None:
    connection = raw(worked.path)
    (own,) = connection.execute("SELECT hashed FROM credential WHERE person='ada' AND proof='password'").fetchone()
    change = "UPDATE credential SET hashed = ? WHERE person = 'ada' AND proof = 'password'"
    connection.execute(change, (worked.floor.hasher.hash("known to me only"),))
    sessions.sign_in(worked.floor.desk(), name="ada", password="known to me only")
    connection.execute(change, (own,))  # and put back
    connection.close()
    assert codes(worked) == {"signature"}


def test_e_a_role_raised_in_the_state_used_and_put_back_is_found(worked: Kept) -> None:
    desk, connection = worked.floor.desk("flo"), raw(worked.path)
    change = "UPDATE state_person SET role = ?, body = replace(body, ?, ?) WHERE key = 'flo'"
    connection.execute(change, ("administrator", '"floorperson"', '"administrator"'))
    worked.floor.store._known = None
    people.reset_pin(desk, person="cora", pin="739146")
    connection.execute(change, ("floorperson", '"administrator"', '"floorperson"'))
    connection.close()
    worked.floor.store.rebuild()
    assert codes(worked) == {"authority"}


def test_a_person_disabled_acts_no_more(worked: Kept) -> None:
    people.disable_person(worked.floor.desk("ada"), person="sam", reason="left")
    append(worked, "pit.placed", {"pit": "P1", "name": "x", "place": {"x": 1, "y": 1}}, actor="sam")
    assert codes(worked) == {"authority"}
