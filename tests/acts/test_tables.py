"""Assignment, opening through the gate and the checklist, suspending, resuming, closing."""

from __future__ import annotations

import pytest

from floorapp.domain.devices import Inspection, SeenBy, proofs_said
from floorapp.domain.duties import Urgency
from floorapp.domain.readers import Signal
from floorapp.domain.tables import Assignment, Cards, Phase, Post, Shoe, Table, TableStatus
from floorapp.operations.acts import assignments, batches, opening, readers, shoes, tables
from floorapp.operations.due import due
from floorapp.operations.entry_sentences import tell
from floorapp.operations.facts.devices import ReaderInspected, ReaderInspectedBy
from floorapp.operations.facts.tables import TableOpened
from floorapp.operations.floor_queries import last_known_count
from floorapp.operations.gate import gate
from floorapp.operations.proof_tests import UNHEARD, begin_at, fill_inspection, inspect
from floorapp.operations.signatures import Meaning
from tests.acts.floor import LIMITS, PROVED, Floor, refused

TABLES = ("FB-01", "FB-02", "FB-03", "NJ-01", "NJ-02")


def phase(floor: Floor, table: str) -> Phase:
    return floor.get(TableStatus, table).phase


def test_a_floorperson_has_at_most_four_tables_but_for_a_co_signed_exception(floor: Floor) -> None:
    desk = floor.desk("flo")
    for table in TABLES[:4]:
        assignments.assign(desk, table=table, post=Post.FLOORPERSON, person="flo")
    fifth = {"table": TABLES[4], "post": Post.FLOORPERSON, "person": "flo"}
    over = refused(assignments.assign, desk, **fifth)
    assert (over.code, over.cite) == ("too-many-tables", "")
    own = floor.sign(desk, "flo", Meaning.OVERRIDE)
    assert refused(assignments.assign, desk, **fifth, exception=own, reason="short").code == "unsigned"
    sam = floor.sign(desk, "sam", Meaning.OVERRIDE)
    assert refused(assignments.assign, desk, **fifth, exception=sam, reason=" ").code == "input"
    assignments.assign(desk, **fifth, exception=sam, reason="two people are ill")  # type: ignore[arg-type]
    assert [each.id for each in floor.last().signatures] == [sam.id]
    assert floor.findings(TABLES[4]) == [("too-many-tables", "")]


def test_a_table_taken_over_does_not_count_for_the_one_before(floor: Floor) -> None:
    desk = floor.desk("sam")
    for table in TABLES[:4]:
        assignments.assign(desk, table=table, post=Post.FLOORPERSON, person="flo")
    assignments.assign(desk, table=TABLES[0], post=Post.FLOORPERSON, person="sam")
    assignments.assign(desk, table=TABLES[4], post=Post.FLOORPERSON, person="flo")
    assert floor.get(Assignment, TABLES[0], Post.FLOORPERSON).person == "sam"


def test_who_cannot_be_assigned(floor: Floor) -> None:
    desk = floor.desk("flo")
    call = {"table": "FB-01", "post": Post.FLOORPERSON}
    assert refused(assignments.assign, desk, **call, person="dan").code == "wrong-role"
    assert refused(assignments.assign, desk, **call, person="nix").code == "no-person"
    assert refused(assignments.assign, desk, **{**call, "table": "XX"}, person="flo").code == "no-table"
    assignments.assign(desk, **call, person="flo")  # type: ignore[arg-type]
    assert refused(assignments.assign, desk, **call, person="flo").code == "input"
    assert refused(assignments.relieve, desk, table="FB-01", post=Post.DEALER).code == "input"


def test_an_open_table_keeps_a_floorperson(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    call = {"table": "FB-01", "post": Post.FLOORPERSON}
    assert refused(assignments.relieve, desk, **call).code == "needs-floorperson"
    opening.close_table(desk, table="FB-01")
    assignments.relieve(desk, **call)  # type: ignore[arg-type]
    assert floor.get(Assignment, "FB-01", Post.FLOORPERSON).person is None


def test_590_7_c_a_new_dealer_burns_a_card(floor: Floor) -> None:
    (red,) = floor.open("FB-01")
    desk = floor.desk("flo")
    assignments.assign(desk, table="FB-01", post=Post.DEALER, person="dan")
    shoes.begin_shoe(desk, table="FB-01", deck_set=red)
    assert floor.get(Shoe, "FB-01").burn_due
    shoes.burn_card(desk, table="FB-01")
    assert not floor.get(Shoe, "FB-01").burn_due
    assert refused(shoes.burn_card, desk, table="FB-01").code == "input"
    assignments.relieve(desk, table="FB-01", post=Post.DEALER)
    assignments.assign(desk, table="FB-01", post=Post.DEALER, person="dan")
    assert floor.get(Shoe, "FB-01").burn_due
    shoes.burn_card(desk, table="FB-01")
    assert getattr(floor.last().fact, "cite", "") == "590.7(c)"


def test_a_table_opens_with_every_step_done(floor: Floor) -> None:
    floor.ready("FB-01")
    desk = floor.desk("flo")
    steps = floor.steps("FB-01")
    missing = refused(opening.open_table, desk, table="FB-01", cards=Cards.NEW, done=steps[:-1])
    assert (missing.code, missing.cite) == ("steps-missing", "590.4(c)")
    opening.open_table(desk, table="FB-01", cards=Cards.NEW, done=steps)
    assert phase(floor, "FB-01") is Phase.OPEN
    opened = floor.last().fact
    assert isinstance(opened, TableOpened)
    assert [step.cite for step in opened.steps][:2] == ["590.4(a)", "590.4(a)"]
    assert opened.floorperson == "flo" and opened.findings == ()
    assert floor.good_count("FB-01").cards == 312
    again = refused(opening.open_table, desk, table="FB-01", cards=Cards.NEW, done=steps)
    assert again.code == "table-open"


def test_590_4_e_preshuffled_cards_spare_the_inspection_steps(floor: Floor) -> None:
    new, shuffled = floor.steps("FB-01"), floor.steps("FB-01", Cards.PRESHUFFLED)
    assert "opening-dealer-inspects" in new
    assert shuffled == ("opening-preshuffled-spared",)


def test_590_2_d_no_table_opens_unless_its_reader_was_inspected_this_gaming_day(floor: Floor) -> None:
    floor.ready("FB-01")
    floor.clock.advance(hours=18)  # six in the morning: another gaming day
    desk = floor.desk("flo")
    gate = refused(opening.open_table, desk, table="FB-01", cards=Cards.NEW, done=floor.steps("FB-01"))
    assert (gate.code, gate.cite) == ("reader-not-inspected", "590.2(d)")
    readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    opening.open_table(desk, table="FB-01", cards=Cards.NEW, done=floor.steps("FB-01"))


def test_what_was_seen_by_eye_is_recorded_as_such_and_what_was_not_seen_not_at_all(floor: Floor) -> None:
    desk = floor.desk("flo")
    assignments.assign(desk, table="FB-01", post=Post.FLOORPERSON, person="flo")
    readers.inspect_reader(desk, table="FB-01", tampering=False, working=True)
    by_eye = floor.last().fact
    assert isinstance(by_eye, ReaderInspected) and by_eye.says == readers.BY_EYE
    assert [(proof.card, proof.passed) for proof in by_eye.proofs] == [("7c", True), ("Kh", True)]
    unproved = refused(readers.inspect_reader, desk, table="FB-01", tampering=False, working=True, proofs=())
    assert "No function test" in unproved.happened
    readers.inspect_reader(desk, table="FB-01", tampering=True, working=False, says="the seal is torn")
    (failed,) = [each.fact for each in floor.store.page(limit=1)]
    assert isinstance(failed, ReaderInspected) and failed.proofs == () and failed.says == "the seal is torn"


def test_590_3_c_no_table_opens_with_decks_over_24_hours(floor: Floor) -> None:
    floor.ready("FB-01")
    floor.clock.advance(hours=24, seconds=1)
    desk = floor.desk("flo")
    readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    gate = refused(opening.open_table, desk, table="FB-01", cards=Cards.NEW, done=floor.steps("FB-01"))
    assert (gate.code, gate.cite) == ("decks-over-hours", "590.3(c)")


def test_no_table_opens_without_cards_counted_and_complete(floor: Floor) -> None:
    desk = floor.desk("flo")
    assignments.assign(desk, table="FB-01", post=Post.FLOORPERSON, person="flo")
    readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    call = {"table": "FB-01", "cards": Cards.NEW, "done": floor.steps("FB-01")}
    assert refused(opening.open_table, desk, **call).code == "no-decks"
    floor.stock("FB-01", "red", counted=311)
    assert refused(opening.open_table, desk, **call).code == "card-missing-at-count"
    assert floor.findings("FB-01") == [("card-missing-at-count", "590.7(d)(1)")]


def test_a_table_opened_by_exception_with_a_card_short_has_no_known_good_count(floor: Floor) -> None:
    desk = floor.desk("flo")
    assignments.assign(desk, table="FB-01", post=Post.FLOORPERSON, person="flo")
    readers.inspect_reader(desk, table="FB-01", tampering=False, working=True, proofs=PROVED)
    floor.stock("FB-01", "red", counted=311)
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    opening.open_table(
        desk, table="FB-01", cards=Cards.NEW, done=floor.steps("FB-01"), exception=signed, reason="queue"
    )
    with desk.looking() as moment:
        assert last_known_count(moment, "FB-01", floor.clock.now()) is None


def test_no_table_opens_without_a_floorperson(floor: Floor) -> None:
    sam = floor.desk("sam")
    readers.inspect_reader(
        sam, table="FB-01", tampering=False, working=True, proofs=PROVED, instead_of="nobody is assigned yet"
    )
    floor.stock("FB-01", "red")
    call = {"table": "FB-01", "cards": Cards.NEW, "done": floor.steps("FB-01")}
    assert refused(opening.open_table, sam, **call).code == "no-floorperson"


def test_590_3_b_a_batch_shuffler_takes_two_equal_batches_of_different_colours(floor: Floor) -> None:
    floor.ready("FB-02", "red")
    desk = floor.desk("flo")
    call = {"table": "FB-02", "cards": Cards.NEW, "done": floor.steps("FB-02")}
    assert refused(opening.open_table, desk, **call).code == "batches-two"
    floor.stock("FB-02", "red")
    same = refused(opening.open_table, desk, **call)
    assert (same.code, same.cite) == ("batches-color", "590.3(b)(2)")


def test_590_3_b_a_third_opened_set_beside_two_batches_in_play_is_an_alarm(floor: Floor) -> None:
    red, blue = floor.open("FB-02", "red", "blue")
    desk = floor.desk("flo")
    batches.load_batch(desk, table="FB-02", deck_set=red)
    shoes.begin_shoe(desk, table="FB-02", deck_set=red)
    batches.load_batch(desk, table="FB-02", deck_set=blue)
    floor.stock("FB-02", "red")
    with desk.looking() as moment:
        alarms = [duty.cite for duty in due(moment) if duty.id == "FB-02" and duty.urgency is Urgency.ALARM]
        assert alarms == ["590.3(b)"]
        assert [noted.code for noted in gate(moment, "FB-02")] == []


def test_a_co_signed_exception_passes_the_gate_and_is_on_record(floor: Floor) -> None:
    floor.ready("FB-01")
    floor.clock.advance(hours=18)
    desk = floor.desk("flo")
    call = {"table": "FB-01", "cards": Cards.NEW, "done": floor.steps("FB-01")}
    for who, code in (("flo", "unsigned"), ("dan", "unsigned")):
        signed = floor.sign(desk, who, Meaning.OVERRIDE)
        assert refused(opening.open_table, desk, **call, exception=signed, reason="queue").code == code
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    assert refused(opening.open_table, desk, **call, exception=signed).code == "input"
    opening.open_table(desk, **call, exception=signed, reason="queue at the door")  # type: ignore[arg-type]
    opened = floor.last()
    assert isinstance(opened.fact, TableOpened) and opened.fact.exception == "queue at the door"
    assert opened.signatures[0].person == "sam"
    assert floor.findings("FB-01") == [("reader-not-inspected", "590.2(d)")]


def test_590_13_j_no_signature_opens_or_resumes_a_table_with_a_failed_reader(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    readers.report_reader_failure(desk, table="FB-01", says="no light")
    status = floor.get(TableStatus, "FB-01")
    assert (status.phase, status.stopped_by) == (Phase.SUSPENDED, "590.13(j)")
    signed = floor.sign(desk, "sam", Meaning.OVERRIDE)
    held = refused(opening.resume_table, desk, table="FB-01", exception=signed, reason="guests wait")
    assert (held.code, held.cite) == ("reader-failed", "590.13(j)")
    opening.close_table(desk, table="FB-01")
    call = {"table": "FB-01", "cards": Cards.NEW, "done": floor.steps("FB-01")}
    assert refused(opening.open_table, desk, **call, exception=signed, reason="x").code == "reader-failed"
    readers.mend_reader(desk, table="FB-01", says="new lamp", proofs=PROVED)
    opening.open_table(desk, **call)  # type: ignore[arg-type]


def test_19_47_26_15_m_new_jersey_deals_on_without_the_reader(floor: Floor) -> None:
    floor.open("NJ-01")
    readers.report_reader_failure(floor.desk("flo"), table="NJ-01", says="no light")
    assert phase(floor, "NJ-01") is Phase.OPEN


def test_suspend_resume_and_close(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    assert refused(opening.suspend_table, desk, table="FB-01", reason=" ").code == "input"
    assert refused(opening.resume_table, desk, table="FB-01").code == "table-open"
    opening.suspend_table(desk, table="FB-01", reason="a spilled drink")
    assert refused(opening.suspend_table, desk, table="FB-01", reason="x").code == "table-suspended"
    opening.resume_table(desk, table="FB-01")
    opening.close_table(desk, table="FB-01", reason="quiet")
    assert refused(opening.close_table, desk, table="FB-01").code == "table-closed"
    assert refused(opening.suspend_table, desk, table="NJ-02", reason="x").code == "table-closed"


def test_an_open_table_is_neither_set_up_differently_nor_retired(floor: Floor) -> None:
    floor.open("FB-01")
    sam = floor.desk("sam")
    setup = floor.get(Table, "FB-01")
    change = {"rulebook": "pa-590", "boxes": 5, "decks": 6, "method": setup.method, "limits": LIMITS}
    assert refused(tables.change_table, sam, table="FB-01", **change).code == "table-open"
    assert refused(tables.retire_table, sam, table="FB-01", reason="x").code == "table-open"


@pytest.mark.parametrize("minutes", [15, 16])
def test_an_act_written_down_late_says_why(floor: Floor, minutes: int) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    then = floor.clock.now()
    floor.clock.advance(minutes=minutes)
    call = {"table": "FB-01", "reason": "a fight", "occurred_at": then}
    if minutes > 15:
        assert refused(opening.suspend_table, desk, **call).code == "late"
        opening.suspend_table(desk, **call, late="we were busy with it")  # type: ignore[arg-type]
        assert floor.last().late == "we were busy with it"
    else:
        opening.suspend_table(desk, **call)  # type: ignore[arg-type]
    assert floor.get(TableStatus, "FB-01").since == then
    floor.clock.advance(minutes=1)
    ahead = {"table": "FB-01", "occurred_at": floor.clock.now().replace(year=2030)}
    assert refused(opening.resume_table, desk, **ahead).code == "input"


def test_a_step_that_is_taken_again_and_one_nobody_saw_stay_on_record_as_such(floor: Floor) -> None:
    floor.ready("FB-01")
    desk = floor.desk("flo")
    with desk.looking() as moment:
        test = begin_at(moment, table="FB-01", reader="acme/RD-FB-01")
    assert test.step is not None
    wrong = next(signal for signal in (Signal.BLACKJACK, Signal.NO_BLACKJACK) if signal != test.step.expected)
    test = test.hear(wrong, at=floor.clock.now()).again()
    for place, step in enumerate(test.steps):
        test = test.hear(step.expected, at=floor.clock.now(), by_eye=place == 1)
    inspect(desk, table="FB-01", working=True, test=test)
    made = floor.last().fact
    assert isinstance(made, ReaderInspectedBy) and made.working
    first, *others = made.proofs
    assert (first.again, first.seen, first.by) == (True, str(wrong), SeenBy.READER)
    assert [proof.by for proof in others[:3]] == [SeenBy.READER, SeenBy.EYE, SeenBy.READER]
    count = len(test.steps)
    assert proofs_said(made.proofs) == f"{count} of {count}: {count - 1} by the reader, 1 by eye, 1 step repeated"
    inspection = floor.get(Inspection, floor.last().id)
    assert inspection.passed and len(inspection.proofs) == count, "what was repeated does not count"


def test_a_test_that_was_broken_off_says_which_cards_nobody_tested(floor: Floor) -> None:
    floor.ready("FB-01")
    with floor.desk("flo").looking() as moment:
        test = begin_at(moment, table="FB-01", reader="acme/RD-FB-01")
    assert test.step is not None
    test = test.hear(test.step.expected, at=floor.clock.now()).hear(None, at=floor.clock.now()).break_off("a spill")
    filled = fill_inspection(test)
    assert [proof.by for proof in filled.proofs[:2]] == [SeenBy.READER, SeenBy.NOBODY]
    assert {proof.seen for proof in filled.proofs[2:]} == {"not tested"} and not filled.working


def test_a_pass_by_eye_at_a_connected_reader_says_that_nothing_was_heard(floor: Floor) -> None:
    floor.ready("FB-01")
    inspect(floor.desk("flo"), table="FB-01", working=True, connected=True)
    made = floor.last().fact
    assert isinstance(made, ReaderInspectedBy) and UNHEARD in made.says
    assert {proof.by for proof in made.proofs} == {SeenBy.EYE}
    assert "by eye" in tell(floor.last()).says
