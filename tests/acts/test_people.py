"""People: adding, changing, disabling, secrets, sessions, signatures; each with its refusals."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest

from floorapp.domain.people import Badge, Person, Role, Session
from floorapp.domain.property import Place, Property
from floorapp.operations import presses
from floorapp.operations.acts import corrections, credentials, days, house, people, readers, sessions
from floorapp.operations.due import due
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.facts.registry import encode_fact
from floorapp.operations.moment import NO_OWN_PIN
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning, signer_words
from floorapp.screens.door import arrival_of
from tests.acts.floor import GIVEN, GIVEN_PIN, NOON, PASSWORD, PIN, PROVED, Floor, choose, refused


def person(floor: Floor, handle: str) -> Person:
    with floor.store.reading() as state:
        found = state.get(Person, handle)
    assert found is not None
    return found


def test_the_first_administrator_is_made_once(empty: Floor) -> None:
    desk = empty.desk()
    first = {"handle": "ada", "name": "Ada", "password": PASSWORD, "pin": PIN}
    sessions.make_first_administrator(desk, **first)
    assert person(empty, "ada").role is Role.ADMINISTRATOR
    again = refused(sessions.make_first_administrator, desk, **{**first, "handle": "eve"})
    assert again.code == "not-first"


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"handle": "a/b"}, "sign-in name"),
        ({"name": "  "}, "name is empty"),
        ({"password": "short"}, "password"),
        ({"password": "aaaaaaaaaaaaa"}, "password"),
        ({"pin": "7391"}, "PIN"),
        ({"pin": "123456"}, "PIN"),
        ({"pin": "987654"}, "PIN"),
        ({"pin": "777717"}, "PIN"),
        ({"pin": "121212"}, "PIN"),
        ({"pin": "407407"}, "PIN"),
        ({"pin": "198406"}, "PIN"),
        ({"pin": "062004"}, "PIN"),
        ({"pin": "12a4"}, "PIN"),
    ],
)
def test_bad_input_gets_a_sentence_and_changes_nothing(empty: Floor, change: dict[str, str], part: str) -> None:
    first = {"handle": "ada", "name": "Ada", "password": PASSWORD, "pin": PIN} | change
    refusal = refused(sessions.make_first_administrator, empty.desk(), **first)
    assert part in refusal.happened
    with empty.store.reading() as state:
        assert state.find(Person) == ()


def test_a_handle_is_never_given_twice(floor: Floor) -> None:
    desk = floor.desk("ada")
    people.disable_person(desk, person="dan", reason="left the house")
    new = {"handle": "Dan ", "name": "Daniela", "role": Role.DEALER, "pin": PIN}
    assert refused(people.add_person, desk, **new).code == "taken"


def test_dealers_sign_by_pin_and_have_no_password(floor: Floor) -> None:
    desk = floor.desk("ada")
    new = {"handle": "dee", "name": "Dee", "role": Role.DEALER, "pin": PIN}
    assert "by PIN" in refused(people.add_person, desk, **new, password=PASSWORD).happened
    people.add_person(desk, **new)  # type: ignore[arg-type]
    with pytest.raises(Refused):
        sessions.sign_in(floor.desk(), name="dee", password=PASSWORD)


def test_who_works_at_a_screen_needs_a_password(floor: Floor) -> None:
    desk = floor.desk("ada")
    new = {"handle": "fay", "name": "Fay", "role": Role.FLOORPERSON, "pin": PIN}
    assert "with a password" in refused(people.add_person, desk, **new).happened
    assert refused(people.change_role, desk, person="dan", role=Role.FLOORPERSON, reason="x").code == "no-password"
    for role in (Role.ADMINISTRATOR, Role.AUDITOR):
        said = refused(people.add_person, desk, **{**new, "role": role}).happened
        assert said == f"An {role.value} signs in with a password."


def test_a_role_changes_at_once_and_the_old_one_stays_on_record(floor: Floor) -> None:
    desk, flo = floor.desk("ada"), floor.desk("flo")
    people.change_role(desk, person="flo", role=Role.SHIFT_MANAGER, reason="promoted")
    assert person(floor, "flo").role is Role.SHIFT_MANAGER
    assert refused(people.change_role, desk, person="flo", role=Role.SHIFT_MANAGER, reason="x").code == "input"
    assert refused(people.change_role, desk, person="ada", role=Role.DEALER, reason="x").code == "oneself"
    assert refused(people.change_role, desk, person="nix", role=Role.DEALER, reason="x").code == "no-person"
    assert flo.ask(lambda moment: moment.guard("add_pit")) is None


def test_the_last_administrator_stays(floor: Floor) -> None:
    desk = floor.desk("ada")
    people.add_person(desk, handle="abe", name="Abe", role=Role.ADMINISTRATOR, pin=GIVEN_PIN, password=GIVEN)
    choose(floor, "abe")
    abe = floor.desk("abe")
    people.disable_person(abe, person="ada", reason="on leave")
    people.enable_person(abe, person="ada", reason="back")
    people.change_role(abe, person="ada", role=Role.COMPLIANCE_OFFICER, reason="moves")
    assert refused(people.disable_person, abe, person="abe", reason="x").code == "oneself"
    cora_desk = floor.desk("ada")
    assert refused(people.disable_person, cora_desk, person="abe", reason="x").code == "not-permitted"


def test_two_administrators_cannot_both_go(floor: Floor) -> None:
    """The last one is held even where the act comes from somebody whose own session was left open."""
    desk = floor.desk("ada")
    with desk.looking() as moment:
        assert people._last_administrator(moment, "ada") is not None
        assert people._last_administrator(moment, "sam") is None


def test_a_disabled_person_can_neither_act_nor_sign_in_nor_sign(floor: Floor) -> None:
    ada, flo = floor.desk("ada"), floor.desk("flo")
    people.disable_person(ada, person="flo", reason="left")
    assert refused(sessions.lock_screen, flo).code == "disabled"
    assert refused(people.disable_person, ada, person="flo", reason="left").code == "input"
    assert refused(sessions.sign_in, floor.desk(), name="flo", password=PASSWORD).code == "wrong"
    with pytest.raises(Refused):
        floor.sign(ada, "flo", Meaning.OVERRIDE)
    people.enable_person(ada, person="flo", reason="came back")
    assert refused(people.enable_person, ada, person="flo", reason="x").code == "input"
    floor.desk("flo")


def test_renaming_keeps_the_handle(floor: Floor) -> None:
    desk = floor.desk("ada")
    people.rename_person(desk, person="flo", name="Flora Meyer")
    assert person(floor, "flo").name == "Flora Meyer"
    assert refused(people.rename_person, desk, person="flo", name=" ").code == "input"


def test_own_password_and_pin_ask_for_the_password(floor: Floor) -> None:
    desk = floor.desk("flo")
    assert refused(people.change_password, desk, old="wrong password", new="another good one").code == "wrong"
    people.change_password(desk, old=PASSWORD, new="another good one")
    people.change_pin(desk, password="another good one", new="971364")
    assert refused(people.change_pin, desk, password="another good one", new="1111").code == "input"
    assert refused(sessions.sign_in, floor.desk(), name="flo", password=PASSWORD).code == "wrong"
    sessions.sign_in(floor.desk(), name=" FLO ", password="another good one")


def test_an_administrator_gives_new_secrets(floor: Floor) -> None:
    desk = floor.desk("ada")
    people.reset_password(desk, person="flo", password="a fresh password")
    people.reset_pin(desk, person="dan", pin="864213")
    assert refused(people.reset_password, desk, person="flo", password="x").code == "input"
    assert refused(people.reset_pin, desk, person="dan", pin="x").code == "input"
    sessions.sign_in(floor.desk(), name="flo", password="a fresh password")


def test_a_session_ends_locks_unlocks_and_expires(floor: Floor) -> None:
    desk = floor.desk("flo")
    session = desk.session
    assert refused(sessions.unlock_screen, desk, secret=PIN).code == "not-locked"
    sessions.lock_screen(desk)
    assert refused(sessions.lock_screen, desk).code == "locked"
    assert refused(sessions.unlock_screen, desk, secret="0000").code == "wrong"
    sessions.unlock_screen(desk, secret=PIN)
    sessions.lock_screen(desk)
    sessions.unlock_screen(desk, secret=PASSWORD, proof=Proof.PASSWORD)
    floor.clock.advance(hours=11, minutes=59, seconds=59)
    sessions.lock_screen(desk)
    floor.clock.advance(seconds=1)
    assert refused(sessions.unlock_screen, desk, secret=PIN).code == "expired"
    sessions.sign_out(desk)
    assert desk.session is None
    assert refused(sessions.sign_out, desk).code == "signed-out"
    with floor.store.reading() as state:
        assert session is not None
        ended = state.get(Session, session)
    assert ended is not None and ended.ended_at == floor.clock.now()


def test_changing_person_at_a_desk_ends_the_session_before(floor: Floor) -> None:
    desk = floor.desk("flo")
    before = desk.session
    sessions.sign_in(desk, name="sam", password=PASSWORD)
    with floor.store.reading() as state:
        assert before is not None
        old = state.get(Session, before)
    assert old is not None and old.ended_at is not None
    assert desk.ask(lambda moment: moment.guard("add_pit")) is None


def test_a_signature_is_fresh_used_once_and_of_this_desk(floor: Floor) -> None:
    desk = floor.desk("sam")
    signature = floor.sign(desk, "dan", Meaning.OVERRIDE)
    assert (signature.person, signature.role, signature.meaning) == ("dan", "dealer", Meaning.OVERRIDE)
    assert signature.at == floor.clock.now()
    assert (
        refused(
            credentials.sign, floor.desk(), person="dan", secret=PIN, proof=Proof.PIN, meaning=Meaning.OVERRIDE
        ).code
        == "signed-out"
    )
    assert floor.clock.now() - signature.at < timedelta(minutes=5)


def test_secrets_and_hashes_never_enter_the_logbook(floor: Floor) -> None:
    desk = floor.desk("ada")
    people.reset_password(desk, person="flo", password="a fresh password")
    refused(sessions.sign_in, floor.desk(), name="hunter2-typed-as-name", password="hunter2")
    texts = [encode_fact(entry.fact).decode() for entry in floor.store.page(limit=1000)]
    for secret in (PASSWORD, "a fresh password", "cheap$", "hunter2", floor.hasher.hash(PIN)[6:]):
        assert not [text for text in texts if secret in text]


def test_until_both_secrets_are_ones_own_nothing_is_done_or_signed(floor: Floor) -> None:
    ada = floor.desk("ada")
    people.add_person(ada, handle="una", name="Una", role=Role.SHIFT_MANAGER, pin=GIVEN_PIN, password=GIVEN)
    una = floor.desk()
    sessions.sign_in(una, name="una", password=GIVEN)
    assert refused(house.add_pit, una, pit="P9", name="Nine", place=Place(0, 0)).code == "given-secret"
    signing = {"person": "una", "secret": GIVEN_PIN, "proof": Proof.PIN, "meaning": Meaning.OVERRIDE}
    assert refused(credentials.sign, floor.desk("flo"), **signing).code == "given-secret"
    same = {"old": GIVEN, "password": PASSWORD, "pin": GIVEN_PIN}
    assert "the PIN you have" in refused(presses.choose_secrets, una, **same).happened
    assert refused(presses.choose_secrets, una, old=GIVEN, password=GIVEN, pin=PIN).code == "input"
    sessions.sign_in(una, name="una", password=GIVEN)  # of two secrets neither was taken
    people.change_password(una, old=GIVEN, new=PASSWORD)
    assert refused(house.add_pit, una, pit="P9", name="Nine", place=Place(0, 0)).code == "given-secret"
    people.change_pin(una, password=PASSWORD, new=PIN)
    house.add_pit(una, pit="P9", name="Nine", place=Place(0, 0))
    credentials.sign(floor.desk("flo"), **(signing | {"secret": PIN}))  # type: ignore[arg-type]


def test_after_a_reset_a_secret_is_chosen_anew_and_both_go_in_one_act(floor: Floor) -> None:
    ada, sam = floor.desk("ada"), floor.desk("sam")
    people.reset_pin(ada, person="sam", pin=GIVEN_PIN)
    assert refused(house.add_pit, sam, pit="P9", name="Nine", place=Place(0, 0)).code == "given-secret"
    sessions.lock_screen(sam)
    sessions.unlock_screen(sam, secret=GIVEN_PIN)
    change = presses.choose_secrets(sam, old=PASSWORD, password="another good one", pin="739146")
    assert len(change.entries) == 2
    house.add_pit(sam, pit="P9", name="Nine", place=Place(0, 0))


def test_those_who_only_sign_choose_their_own_pin_without_signing_in(floor: Floor) -> None:
    """24.7: an administrator's PIN need not stay theirs."""
    people.reset_pin(floor.desk("ada"), person="dan", pin=GIVEN_PIN)
    desk = floor.desk()
    assert refused(people.choose_pin, desk, person="dan", old="1379", new="864213").code == "wrong"
    assert "the PIN you have" in refused(people.choose_pin, desk, person="dan", old=GIVEN_PIN, new=GIVEN_PIN).happened
    assert refused(people.choose_pin, desk, person="dan", old=GIVEN_PIN, new="1111").code == "input"
    assert "password" in refused(people.choose_pin, desk, person="flo", old=PIN, new="864213").happened
    people.choose_pin(desk, person="Dan", old=GIVEN_PIN, new="864213")
    assert not person(floor, "dan").given_pin
    assert floor.last().actor == "dan"
    credentials.sign(floor.desk("flo"), person="dan", secret="864213", proof=Proof.PIN, meaning=Meaning.INSPECTED)


def test_those_who_only_sign_sign_nothing_with_a_pin_that_another_one_chose(floor: Floor) -> None:
    """24.7: until it is their own nothing can be signed. It used to be taken, so as not to hold up a table; the form
    they sign on asks for a PIN of their own now, and the table waits for eight key presses."""
    people.reset_pin(floor.desk("ada"), person="dan", pin=GIVEN_PIN)
    flo = floor.desk("flo")
    signing = {"person": "dan", "proof": Proof.PIN, "meaning": Meaning.INSPECTED}
    refusal = refused(credentials.sign, flo, **signing, secret=GIVEN_PIN)
    assert refusal.code == NO_OWN_PIN and "Ada" in refusal.happened
    people.choose_pin(flo, person="dan", old=GIVEN_PIN, new="864213")
    credentials.sign(flo, **signing, secret="864213")  # type: ignore[arg-type]


BADGE = Badge("Floor supervisor", "Table games", "24101", date(2027, 1, 31))


def _policy(floor: Floor, *, expired_may_sign: bool) -> None:
    known = floor.get(Property, "house")
    house.set_property(
        floor.desk("ada"), name=known.name, zone=known.zone, shifts=known.shifts, expired_may_sign=expired_may_sign
    )


def test_a_signature_carries_name_title_and_license_as_they_were_when_signing(floor: Floor) -> None:
    ada = floor.desk("ada")
    people.set_badge(ada, person="flo", badge=BADGE)
    signature = floor.sign(floor.desk("sam"), "flo", Meaning.OVERRIDE)
    assert signer_words(signature, str) == f"{person(floor, 'flo').name}, Floor supervisor, license 24101"
    people.set_badge(ada, person="flo", badge=Badge("Pit manager", "Table games", "9"))
    assert (signature.title, signature.license) == ("Floor supervisor", "24101")
    assert person(floor, "flo").title == "Pit manager"


def test_a_signature_of_an_older_release_says_name_and_role() -> None:
    old = Signature("id", "flo", "shift-manager", "I approve.", NOON, Proof.PIN)
    assert signer_words(old, {"flo": "Flora"}.__getitem__) == "Flora, Shift manager"


def test_an_expired_license_is_good_to_its_last_day_and_then_refused_where_the_policy_says_so(floor: Floor) -> None:
    expires = floor.clock.now().date()  # noon there too
    people.set_badge(floor.desk("ada"), person="flo", badge=Badge("Floor supervisor", "", "24101", expires))
    _policy(floor, expired_may_sign=False)
    floor.sign(floor.desk("sam"), "flo", Meaning.OVERRIDE)
    floor.clock.advance(days=1)
    signing = {"person": "flo", "secret": PIN, "proof": Proof.PIN, "meaning": Meaning.OVERRIDE}
    refusal = refused(credentials.sign, floor.desk("sam"), **signing)
    assert refusal.code == "expired-license"
    assert "24101" in refusal.happened and person(floor, "flo").name in refusal.happened
    _policy(floor, expired_may_sign=True)
    floor.sign(floor.desk("sam"), "flo", Meaning.OVERRIDE)


def test_a_badge_is_an_administrators_and_a_date_belongs_to_a_number(floor: Floor) -> None:
    assert refused(people.set_badge, floor.desk("sam"), person="flo", badge=BADGE).code == "not-permitted"
    ada = floor.desk("ada")
    assert refused(people.set_badge, ada, person="nix", badge=BADGE).code == "no-person"
    undated = Badge("Dealer", "", "", date(2027, 1, 31))
    assert "license number" in refused(people.set_badge, ada, person="dan", badge=undated).todo
    people.add_person(ada, handle="dee", name="Dee", role=Role.DEALER, pin=PIN, badge=BADGE)
    assert person(floor, "dee").badge == BADGE


def test_sentences_name_people_by_name_and_never_by_sign_in_name(floor: Floor) -> None:
    """23.3: not “inspected by ortiz, not by moreau”."""
    floor.open("FB-01")
    people.rename_person(floor.desk("ada"), person="flo", name="Flora Meyer")
    people.rename_person(floor.desk("ada"), person="sam", name="Samuel Orr")
    flo, sam = floor.desk("flo"), floor.desk("sam")
    inspecting: dict[str, Any] = {"table": "FB-01", "working": True, "tampering": False, "proofs": PROVED}
    said = [refused(readers.inspect_reader, sam, **inspecting).happened]
    readers.inspect_reader(sam, **inspecting, instead_of="at the cage")
    entry = floor.last()
    said += [noted.says for noted in entry.fact.findings]  # type: ignore[attr-defined]
    signed = floor.sign(flo, "flo", Meaning.CORRECTED)
    call = {"entry": entry.id, "reason": "typo", "signature": signed, "fact": entry.fact}
    said.append(refused(corrections.correct_entry, flo, **call).happened)
    signed = floor.sign(flo, "flo", Meaning.HANDED_OVER)
    handover = days.give_handover(flo, to="sam", shift="Day", says="quiet", signature=signed).subjects[0].id
    signed = floor.sign(flo, "flo", Meaning.TOOK_OVER)
    refusal = refused(days.accept_handover, flo, handover=handover, signature=signed)
    said += [refusal.happened, refusal.todo]
    with sam.looking() as moment:
        said += [duty.says for duty in due(moment) if duty.id == handover]
    people.rescue_administrator(floor.desk(), person="ada", password="a fresh password", reason="lost")
    said += [noted.says for entry in floor.store.page(limit=3) for noted in getattr(entry.fact, "findings", ())]
    assert len(said) == 7, said
    for sentence in said:
        assert not re.search(r"\b(flo|sam|ada)\b", sentence), sentence
        assert re.search(r"Flora Meyer|Samuel Orr|Ada Admin", sentence), sentence


def test_whose_password_an_administrator_set_is_told_who_when_and_who_signed_in_since(floor: Floor) -> None:
    """An administrator who resets a password, signs in with it and resets it again cannot do so unseen."""
    ada = floor.desk("ada")
    people.reset_password(ada, person="flo", password="known to ada too")
    floor.clock.advance(minutes=5)
    sessions.sign_in(floor.desk(), name="flo", password="known to ada too")
    floor.clock.advance(hours=1)
    people.reset_password(ada, person="flo", password="given to flo now")
    desk = floor.desk()
    sessions.sign_in(desk, name="flo", password="given to flo now")
    with desk.looking() as moment:
        told = arrival_of(moment).told
    assert "Your password or PIN was set by" in told and "on 11/16/2026 1:05 PM" in told and "times so far" in told
    assert "The last sign-in as you was 11/16/2026 12:05 PM at" in told
