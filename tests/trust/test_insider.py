"""Entries put in by hand by somebody with the file and a PIN of their own: what the replay of authority has to refuse.

Each was called good once, after `logbook rebuild` and with the station's own head over it.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from db.keys import key_of
from db.verify import verify
from floorapp.domain.heads import Reason
from floorapp.operations.acts import people, sessions
from floorapp.operations.authority import KINDS, SIGNED
from floorapp.operations.canonical import canonical, digest, instant_text
from floorapp.operations.credentials import NewSecret, Signer, new_secret
from floorapp.operations.entry import GENESIS
from floorapp.operations.logbook_check import Checked
from floorapp.operations.signatures import Meaning
from floorapp.operations.signed_content import signed_content
from tests.acts.floor import PASSWORD
from tests.acts.test_incidents import report
from tests.trust.house import Kept, keep_house, raw
from tests.trust.test_attacks import FORGED, PROMOTED, append

#: Who stands in the house that can be made to enter anything.
ROLES = {"ada": "administrator", "cora": "compliance-officer", "flo": "floorperson", "sam": "shift-manager"}
MINE = "known to me only"
APPROVED: dict[str, Any] = {"incident": "IR-2026-0001", "says": ""}
ON_INCIDENT: dict[str, Any] = {"subject_kind": "incident", "subject_id": "IR-2026-0001"}
ON_FLO: dict[str, Any] = {"subject_kind": "person", "subject_id": "flo"}
ON_ADA: dict[str, Any] = {"subject_kind": "person", "subject_id": "ada"}
ON_MINE: dict[str, Any] = {"subject_kind": "session", "subject_id": "mine"}
AT_POD: dict[str, Any] = {"station": "POD-9", "seq": 1, "previous": GENESIS}


@pytest.fixture
def worked(house: Path, tmp_path: Path) -> Kept:
    """A morning's work, with an incident reported by flo."""
    kept = keep_house(house, tmp_path / "kept")
    report(kept.floor, kept.floor.desk("flo"))
    kept.sealing.sign(Reason.REQUEST)
    return kept


def looked(kept: Kept) -> Checked:
    """What a look finds once the state is made of it and the station has signed a head over it."""
    kept.floor.store.rebuild()
    kept.floor.store.index_again()
    kept.sealing.sign(Reason.REQUEST)
    kept.close()
    return verify(kept.path, against=[kept.heads], state=True)


def codes(kept: Kept) -> set[str]:
    return {flaw.code for flaw in looked(kept).flaws}


def key_of_flo(kept: Kept) -> Signer:
    """What an insider has: the key that their own password gives."""
    connection = raw(kept.path)
    query = "SELECT hashed FROM credential WHERE person = 'flo' AND proof = 'password'"
    (hashed,) = connection.execute(query).fetchone()
    connection.close()
    return kept.floor.hasher.signer(hashed, PASSWORD)


def swap(kept: Kept, proof: str) -> NewSecret:
    """The hash of ada's secret is one of the attacker's making."""
    made = new_secret(kept.floor.hasher, MINE)
    connection = raw(kept.path)
    connection.execute("UPDATE credential SET hashed = ? WHERE person = 'ada' AND proof = ?", (made.hashed, proof))
    connection.close()
    return made


def set_by_hand(made: NewSecret) -> dict[str, object]:
    return {"by_owner": True, "digest": made.digest, "key": made.key, "person": "ada"}


def at_end_of(kept: Kept, station: str) -> dict[str, Any]:
    connection = raw(kept.path)
    query = "SELECT seq, hash FROM entry WHERE station = ? ORDER BY seq DESC LIMIT 1"
    seq, previous = connection.execute(query, (station,)).fetchone()
    connection.close()
    return {"station": station, "seq": seq + 1, "previous": previous}


def append_signed(
    kept: Kept, kind: str, payload: dict[str, Any], meaning: Meaning, *, signer: Signer | None = None, **more: Any
) -> None:
    """Put an entry at the end by hand under a true signature of flo."""
    connection = raw(kept.path)
    query = "SELECT position, occurred_at FROM entry ORDER BY position DESC LIMIT 1"
    place, happened = connection.execute(query).fetchone()
    connection.close()
    entry = {"actor": more["actor"], "id": f"forged-{place}", "kind": kind, "occurred_at": happened, "version": 1}
    signer, at = signer or key_of_flo(kept), kept.floor.clock.now()
    said = FORGED | {"at": at, "key": signer.key, "meaning": meaning, "person": "flo", "proof": "password"}
    signature = msgspec.json.decode(canonical(said | {"role": "floorperson"}))
    content = signed_content(signature, entry, canonical(payload).decode())
    signatures = canonical([signature | {"value": signer.sign(content)}]).decode()
    append(kept, kind, payload, signatures=signatures, **more)


def session(kept: Kept, person: str, station: str = "MAIN") -> dict[str, object]:
    until = kept.floor.clock.now() + timedelta(hours=12)
    return {"expires_at": until, "person": person, "session": "mine", "station": station, "turned_away": 0}


def test_what_is_put_in_here_by_hand_is_good_where_it_is_true(worked: Kept) -> None:
    append_signed(worked, "session.began", session(worked, "flo"), Meaning.SIGNED_IN, actor="flo", **ON_MINE)
    assert looked(worked).good


def test_an_approval_that_nobody_signed_is_found(worked: Kept) -> None:
    worked.floor.desk("cora")
    append(worked, "incident.approved", APPROVED, actor="cora", **ON_INCIDENT)
    assert codes(worked) == {"signature"}


def test_an_approval_in_anothers_name_under_ones_own_signature_is_found(worked: Kept) -> None:
    worked.floor.desk("cora")
    append_signed(worked, "incident.approved", APPROVED, Meaning.REVIEWED, actor="cora", **ON_INCIDENT)
    assert codes(worked) == {"signature"}


@pytest.mark.parametrize("kind", sorted(SIGNED))
def test_whatever_takes_a_signature_is_found_without_it(worked: Kept, kind: str) -> None:
    """Also by somebody who is signed in and may: only the signature is what they cannot make."""
    may = next(name for name in ("flo", "ada", "cora", "sam") if kind in KINDS[ROLES[name]])
    worked.floor.desk(may)
    append(worked, kind, {}, actor=may)
    worked.close()
    flaws = {each.code: each.says for each in verify(worked.path, structure=False).flaws}
    assert "lacks the signature" in flaws["signature"] and "authority" not in flaws


def test_a_pin_of_somebody_else_set_under_ones_own_name_is_found(worked: Kept) -> None:
    """The entry stands under flo, who may change her own PIN, and sets that of the administrator."""
    worked.floor.desk("flo")
    append(worked, "person.pin-set", set_by_hand(swap(worked, "pin")), version=2, actor="flo", **ON_FLO)
    assert codes(worked) == {"authority"}


def test_a_session_of_somebody_else_signed_for_by_oneself_is_found(worked: Kept) -> None:
    append_signed(worked, "session.began", session(worked, "ada"), Meaning.SIGNED_IN, actor="flo", **ON_MINE)
    append(worked, "person.role-changed", PROMOTED, actor="ada", **ON_FLO)
    assert codes(worked) == {"authority"}


@pytest.mark.parametrize("named", ["ada", "flo"])
def test_a_screen_unlocked_by_somebody_else_is_found(worked: Kept, named: str) -> None:
    desk = worked.floor.desk("ada")
    mine = desk.session
    on: dict[str, Any] = {"subject_kind": "session", "subject_id": mine}
    sessions.lock_screen(desk)
    unlocked = {"person": named, "proof": "password", "session": mine}
    append_signed(worked, "session.unlocked", unlocked, Meaning.UNLOCKED, actor="flo", **on)
    append(worked, "person.role-changed", PROMOTED, actor="ada", **ON_FLO)
    assert codes(worked) == {"authority"}


def test_a_pin_set_as_before_there_were_keys_takes_none_away(worked: Kept) -> None:
    """In the older spelling, which has neither digest nor key, so that any signature would do after it."""
    worked.floor.desk("ada")
    worked.floor.desk("cora")
    on = {"subject_kind": "person", "subject_id": "cora"}
    append(worked, "person.pin-set", {"by_owner": True, "person": "cora"}, actor="ada", **on)
    made_up = FORGED | {"at": worked.floor.clock.now(), "meaning": Meaning.REVIEWED}
    append(worked, "incident.approved", APPROVED, actor="cora", signatures=canonical([made_up]).decode(), **ON_INCIDENT)
    assert codes(worked) == {"authority"}


def test_a_key_for_a_secret_that_nobody_set_is_found(worked: Kept) -> None:
    mine = key_of(b"mine" * 8)
    keyed = {"digest": digest(b"x"), "key": mine.key, "person": "ada", "proof": "badge"}
    append(worked, "person.secret-keyed", keyed, actor="ada", **ON_ADA)
    worked.close()
    assert "authority" in {flaw.code for flaw in verify(worked.path, structure=False).flaws}


@pytest.mark.parametrize("proof", ["badge", "pin"])
def test_a_session_begun_with_a_secret_that_nobody_has_is_found(worked: Kept, proof: str) -> None:
    append(worked, "session.began", session(worked, "ada") | {"proof": proof}, actor="ada", **ON_MINE)
    worked.close()
    assert {flaw.code for flaw in verify(worked.path, structure=False).flaws} == {"signature"}


def test_another_station_does_what_somebodys_role_never_allowed(worked: Kept) -> None:
    """Not having heard of a change excuses only what a station keeps while it is cut off."""
    append_signed(
        worked, "session.began", session(worked, "flo", "POD-9"), Meaning.SIGNED_IN, actor="flo", **ON_MINE, **AT_POD
    )
    append(worked, "person.role-changed", PROMOTED, actor="flo", **ON_FLO, **at_end_of(worked, "POD-9"))
    assert codes(worked) == {"authority"}


@pytest.mark.parametrize("in_touch", [False, True])
def test_an_old_password_signs_no_more_once_its_station_was_in_touch(worked: Kept, in_touch: bool) -> None:
    """One that was given up, because somebody knew it, is good at another station only while that is cut off."""
    old = key_of_flo(worked)
    began = session(worked, "flo", "POD-9")
    append_signed(worked, "session.began", began, Meaning.SIGNED_IN, actor="flo", **ON_MINE, **AT_POD)
    people.change_password(worked.floor.desk("flo"), old=PASSWORD, new="another password")
    worked.floor.clock.advance(minutes=10)
    if in_touch:  # no station keeps who takes a post
        append(worked, "post.taken", {}, actor="flo", **at_end_of(worked, "POD-9"))
    there = at_end_of(worked, "POD-9")
    append_signed(worked, "incident.reported", {}, Meaning.REPORTED, signer=old, actor="flo", **there)
    worked.close()
    flaws = [flaw for flaw in verify(worked.path, structure=False).flaws if flaw.code != "authority"]
    assert [flaw.code for flaw in flaws] == ["signature"] * in_touch


def test_an_act_dated_back_into_a_session_that_is_over_is_said(worked: Kept) -> None:
    """Nothing in a logbook proves a clock; who left without signing out lends their name to nobody unseen."""
    worked.floor.desk("ada")
    at = instant_text(worked.floor.clock.now())
    worked.floor.clock.advance(days=3)
    worked.move(1, "Later")
    append(worked, "person.role-changed", PROMOTED, actor="ada", **ON_FLO, recorded_at=at, occurred_at=at)
    found = looked(worked)
    assert any("1 action is dated within a session that was over" in line for line in found.words())


def test_an_administrator_let_in_from_the_computer_itself_is_said_in_every_answer(worked: Kept) -> None:
    """Whoever owns the computer can, and by hand too: it is on record, and never good without a word."""
    made, by = swap(worked, "password"), {"actor": "station/MAIN"}
    append(worked, "person.rescued", {"findings": [], "person": "ada", "reason": "lost"}, **by, **ON_ADA)
    append(worked, "person.password-set", set_by_hand(made) | {"by_owner": False}, version=2, **by, **ON_ADA)
    found = looked(worked)
    assert any("password of ada" in line and "without a sign-in" in line for line in found.words())


def test_a_rescue_gives_no_pin(worked: Kept) -> None:
    made, by = swap(worked, "pin"), {"actor": "station/MAIN"}
    append(worked, "person.rescued", {"findings": [], "person": "ada", "reason": "lost"}, **by, **ON_ADA)
    append(worked, "person.pin-set", set_by_hand(made) | {"by_owner": False}, version=2, **by, **ON_ADA)
    assert codes(worked) == {"authority"}


@pytest.mark.parametrize("column", ["recorded_at", "occurred_at", "actor"])
def test_a_column_that_is_no_text_is_found_and_ends_no_look(worked: Kept, column: str) -> None:
    """Hashed as it stands there, a number for a time ended the look itself."""
    append(worked, "incident.approved", APPROVED, **({"actor": "cora"} | {column: b"7"}), **ON_INCIDENT)
    worked.close()
    assert verify(worked.path, structure=False).flaws
