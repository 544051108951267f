"""A dispute is a case: the patron's claim with both figures, its deadline, and how it ended."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from floorapp.domain.disputes import Claim, DisputeCase, Receipt
from floorapp.domain.drawn_signature import strokes_of, written
from floorapp.domain.duties import Urgency
from floorapp.operations.acts import cases, corrections, custody, decks, reviews
from floorapp.operations.correction_form import restated, stated
from floorapp.operations.due import due
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell as tell_entry
from floorapp.operations.facts.registry import Subject
from floorapp.operations.holds import backup_years
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from floorapp.screens.dispute_case import figures_words
from floorapp.screens.due import due_rows
from tests.acts.floor import Floor, refused
from tests.acts.test_disputes import an_incident
from tests.acts.test_incidents import review
from tests.deal import box, record

TOUCHED = json.dumps(record("pa-590", "7h Kd", box("Ac Kd", "double 1000 5c"), id="FB-03/1182", table="FB-03"))
CLAIM = Claim("man in a red cap", 1, 3500, player_number="4471", dealer="dee")


def case_of(floor: Floor, id: str = "FB-03/1182#1") -> DisputeCase | None:
    with floor.desk("flo").looking() as moment:
        return moment.state.get(DisputeCase, id)


def test_a_claim_is_taken_down_with_both_figures_and_its_deadline(floor: Floor) -> None:
    cases.open_case(floor.desk("flo"), record=TOUCHED, claim=CLAIM)
    opened = floor.store.page(about=Subject("case", "FB-03/1182#1"), limit=9)
    assert any("man in a red cap claims $35.00" in tell_entry(entry).says for entry in opened)
    case = case_of(floor)
    assert case is not None and (case.as_dealt, case.required) == (-2000, 1500)
    assert case.claim.patron == "man in a red cap" and case.opened_by == "flo"
    assert case.answer_by == floor.clock.now() + timedelta(days=30)
    assert "already" in refused(cases.open_case, floor.desk("flo"), record=TOUCHED, claim=CLAIM).happened


def test_new_jersey_sets_no_thirty_days(floor: Floor) -> None:
    text = json.dumps(record("nj-19-47-26", "9h 8s", box("Kc 8d", "stand"), id="DA-01/7", table="DA-01"))
    cases.open_case(floor.desk("flo"), record=text, claim=Claim("a patron", 1, 500))
    case = case_of(floor, "DA-01/7#1")
    assert case is not None and case.answer_by is None and case.required is None


def test_where_the_text_leaves_a_choice_the_case_has_every_way_and_whose_it_is(floor: Floor) -> None:
    text = json.dumps(record("pa-685a", "9h 8s", box("Kc 6d", "hit 9c"), reader="large", id="DU-01/7", table="DU-01"))
    cases.open_case(floor.desk("flo"), record=text, claim=Claim("a patron", 1, 1000))
    case = case_of(floor, "DU-01/7#1")
    assert case is not None and case.as_dealt == -1000
    assert [(each.whose, each.net) for each in case.choices] == [("player’s choice", -1000), ("player’s choice", 0)]
    assert "$0.00: Call the hand dead" in figures_words(case) and "player’s choice" in figures_words(case)


def test_a_bettor_behind_has_a_case_of_their_own_with_their_own_figures(floor: Floor) -> None:
    raw = record("nj-19-47-26", "9h 8s", box("Kc 8d", "stand"), id="DA-01/8", table="DA-01")
    raw["boxes"][0]["behind"] = [{"wagers": {"main": 2500}, "follows": []}]
    text, flo = json.dumps(raw), floor.desk("flo")
    cases.open_case(flo, record=text, claim=Claim("the player", 1, 500))
    cases.open_case(flo, record=text, claim=Claim("the bettor behind", 1, 2500), behind=1)
    seated, behind = case_of(floor, "DA-01/8#1"), case_of(floor, "DA-01/8#1.1")
    assert seated is not None and behind is not None
    assert (seated.as_dealt, behind.as_dealt, behind.behind) == (1000, 2500, 1)
    nobody = refused(cases.open_case, flo, record=text, claim=Claim("nobody", 1, 1), behind=2)
    assert "behind spot 1" in nobody.happened


@pytest.mark.parametrize(("days", "urgency"), [(1, Urgency.DUE), (26, Urgency.WARNING), (31, Urgency.ALARM)])
def test_the_thirty_days_run_as_a_deadline_until_the_case_is_closed(floor: Floor, days: int, urgency: Urgency) -> None:
    cases.open_case(floor.desk("flo"), record=TOUCHED, claim=CLAIM)
    floor.clock.advance(days=days)
    with floor.desk("sam").looking() as moment:
        (duty,) = (each for each in due(moment) if each.kind == "case")
        (row,) = due_rows(moment, (duty,), {})
    assert (duty.urgency, duty.act, duty.id) == (urgency, "close_case", "FB-03/1182#1")
    left = {1: "29 days left", 26: "4 days left", 31: "24 h"}[days]
    assert (row.head, row.word, row.says) == ("Dispute", left, "FB-03: patron’s claim")


def test_a_case_is_decided_then_closed_with_what_was_paid_and_the_patrons_answer(floor: Floor) -> None:
    cases.open_case(floor.desk("flo"), record=TOUCHED, claim=CLAIM)
    close: dict[str, Any] = {
        "case": "FB-03/1182#1",
        "paid": 3500,
        "receipt": Receipt.REFUSED,
        "outcome": "paid as the text requires",
    }
    assert "decided" in refused(cases.close_case, floor.desk("sam"), **close).happened
    seen = datetime(2026, 11, 16, 12, tzinfo=UTC)
    decided = replace(
        CLAIM,
        decision="the Blackjack is paid",
        decided_by="sam",
        decided_at=seen,
        notified=("surveillance", "shift manager"),
        surveillance="CAM 14, clip 88",
        surveillance_at=seen,
    )
    cases.change_case(floor.desk("flo"), case="FB-03/1182#1", claim=decided)
    cases.close_case(floor.desk("sam"), **close)
    case = case_of(floor)
    assert case is not None and case.closed and case.claim == decided
    assert (case.paid, case.receipt, case.closed_by) == (3500, Receipt.REFUSED, "sam")
    with floor.desk("sam").looking() as moment:
        assert not any(each.kind == "case" for each in due(moment))
    assert "closed" in refused(cases.change_case, floor.desk("flo"), case="FB-03/1182#1", claim=CLAIM).happened


def test_a_claim_needs_a_patron_and_a_spot_that_was_played(floor: Floor) -> None:
    desk = floor.desk("flo")
    assert "spot 4" in refused(cases.open_case, desk, record=TOUCHED, claim=replace(CLAIM, spot=4)).happened
    refused(cases.open_case, desk, record=TOUCHED, claim=replace(CLAIM, patron=" "))
    refused(cases.open_case, desk, record=TOUCHED, claim=replace(CLAIM, claimed=-1))
    refused(cases.open_case, desk, record="{}", claim=CLAIM)
    refused(cases.change_case, desk, case="none#1", claim=CLAIM)


def test_an_incident_stays_open_until_its_case_is_closed(floor: Floor) -> None:
    number = an_incident(floor)
    decided = replace(CLAIM, decision="paid", decided_by="sam")
    cases.open_case(floor.desk("flo"), record=TOUCHED, claim=decided, incident=number)
    sam = floor.desk("sam")
    review(floor, sam, "sam", number, 1)
    close: dict[str, Any] = {"incident": number, "outcome": "done", "seen": 2}
    assert refused(reviews.close_incident, sam, **close).code == "case-open"
    cases.close_case(sam, case="FB-03/1182#1", paid=0, receipt=Receipt.ON_PAPER, outcome="explained")
    reviews.close_incident(sam, incident=number, outcome="done", seen=2)


# What a case holds, and the signature on the screen

DRAWN = "10,20 30,40 50,35/200,100"


def opened_at_a_table(floor: Floor) -> str:
    """A case about a round dealt from the cards at FB-01; answers the deck set."""
    (cards,) = floor.stock("FB-01", "red")
    text = json.dumps(record("pa-590", "7h Kd", box("Ac Kd", "double 1000 5c"), id="r-9", table="FB-01"))
    cases.open_case(floor.desk("flo"), record=text, claim=replace(CLAIM, decision="it is paid"))
    return cards


def closing(**more: Any) -> dict[str, Any]:
    return {"case": "r-9#1", "paid": 3500, "receipt": Receipt.REFUSED, "outcome": "paid"} | more


def test_what_a_case_rests_on_is_held_until_it_is_closed(floor: Floor) -> None:
    cards = opened_at_a_table(floor)
    words = f"On hold for case r-9, spot 1: round r-9, its reports and files, cards {cards}"
    assert words in tell_entry(floor.last()).says
    case = case_of(floor, "r-9#1")
    assert case is not None and (case.held, case.deck_sets) == (True, (cards,))
    with floor.desk("sam").looking() as moment:
        assert backup_years(moment.state) is None, "no backup is removed meanwhile"
    desk = floor.desk("sam")
    decks.withdraw_decks(desk, deck_set=cards, reason="end of day")
    custody.seal_decks(desk, deck_set=cards, seal="B-1")
    custody.collect_decks(desk, deck_set=cards, security=floor.sign(desk, "sid", Meaning.COLLECTED))
    custody.inspect_decks(desk, deck_set=cards, good=True)
    for who in ("sam", "cora"):  # not even compliance
        at = floor.desk(who)
        destroy = {"deck_set": cards, "how": "shredded", "witness": floor.sign(at, "sid", Meaning.DESTROYED)}
        held = refused(custody.destroy_decks, at, **destroy)
        assert held.code == "case-open" and "case r-9#1" in held.happened
    cases.close_case(desk, **closing())  # frees what it held, on record
    assert "Released from case r-9, spot 1" in tell_entry(floor.last()).says
    case = case_of(floor, "r-9#1")
    assert case is not None and not case.held and case.deck_sets == (cards,)
    with desk.looking() as moment:
        assert backup_years(moment.state) == 5
    witness = floor.sign(desk, "sid", Meaning.DESTROYED)
    custody.destroy_decks(desk, deck_set=cards, how="shredded", witness=witness)


def test_a_signature_on_the_screen_is_drawn_and_kept(floor: Floor) -> None:
    opened_at_a_table(floor)
    sam = floor.desk("sam")
    signed = closing(receipt=Receipt.SIGNED)
    assert "Nobody has signed" in refused(cases.close_case, sam, **signed).happened
    assert "cannot be read" in refused(cases.close_case, sam, **signed, signature="9999,1").happened
    assert "signed on the pad" in refused(cases.close_case, sam, **closing(), signature=DRAWN).happened
    cases.close_case(sam, **signed, signature=DRAWN)
    case = case_of(floor, "r-9#1")
    assert case is not None and (case.closed, case.signature) == (True, DRAWN)
    assert written(strokes_of(case.signature)) == DRAWN


# A complaint by hand

COMPLAINED: dict[str, Any] = {"claim": Claim("woman in blue", 4, 2_500), "about": "was paid short", "table": "FB-01"}


def complained(floor: Floor) -> str:
    cases.open_complaint(floor.desk("flo"), happened_at=floor.clock.now(), **COMPLAINED)
    return "PC-2026-0001"


def test_a_complaint_is_entered_by_hand_numbered_with_its_deadline_and_what_it_holds(floor: Floor) -> None:
    (cards,) = floor.stock("FB-01", "red")
    number = complained(floor)
    case = case_of(floor, number)
    assert case is not None and (case.by_hand, case.about, case.held) == (True, "was paid short", True)
    assert case.answer_by == floor.clock.now() + timedelta(days=30) and case.deck_sets == (cards,)
    with floor.desk("sam").looking() as moment:
        (duty,) = (each for each in due(moment) if each.kind == "case")
        (row,) = due_rows(moment, (duty,), {})
    assert (duty.id, row.says) == (number, "FB-01: patron’s complaint")
    flo = floor.desk("flo")
    now = floor.clock.now()
    nowhere: dict[str, Any] = {"happened_at": now, **COMPLAINED, "table": "XX-1"}
    assert refused(cases.open_complaint, flo, **nowhere).code == "no-table"
    assert refused(cases.open_complaint, flo, happened_at=now, **COMPLAINED | {"about": " "}).given == "about"
    later = now + timedelta(hours=2)
    assert "future" in refused(cases.open_complaint, flo, happened_at=later, **COMPLAINED).happened
    floor.check()


def test_the_form_offered_the_boards_number_its_deadline_and_the_evidence_stand_in_any_case(floor: Floor) -> None:
    cases.open_case(floor.desk("flo"), record=TOUCHED, claim=CLAIM)
    number = complained(floor)
    now = floor.clock.now()
    for id in (number, "FB-03/1182#1"):
        cases.file_case(
            floor.desk("flo"),
            case=id,
            form_offered_at=now,
            board_number="BIE-26-114",
            answer_by=now + timedelta(days=10),
            evidence=("SV-88", "photo of the layout"),
        )
        case = case_of(floor, id)
        assert case is not None and (case.board_number, case.evidence[0]) == ("BIE-26-114", "SV-88")
        assert case.form_offered_at == now and case.answer_by == now + timedelta(days=10)
    said = [tell_entry(each).says for each in floor.store.page(about=Subject("case", number), limit=9)]
    assert any("Board number BIE-26-114, evidence held: SV-88" in each for each in said)
    floor.check()


def test_a_complaint_is_decided_and_closed_as_a_dispute_is(floor: Floor) -> None:
    number = complained(floor)
    sam = floor.desk("sam")
    closing: dict[str, Any] = {"case": number, "paid": 0, "receipt": Receipt.ON_PAPER, "outcome": "explained"}
    assert "decided" in refused(cases.close_case, sam, **closing).happened
    decided = replace(COMPLAINED["claim"], decision="the payout was right", decided_by="sam")
    cases.change_case(sam, case=number, claim=decided)
    cases.close_case(sam, **closing)
    case = case_of(floor, number)
    assert case is not None and case.closed and not case.held
    filing: dict[str, Any] = {"form_offered_at": None, "board_number": "", "answer_by": None, "evidence": ()}
    assert "closed" in refused(cases.file_case, sam, case=number, **filing).happened
    assert floor.verified().wrong == 0


def entry_of(floor: Floor, kind: str) -> Entry:
    return next(each for each in floor.store.page(limit=40) if each.fact.KIND == kind)


def corrected(floor: Floor, kind: str, **texts: str) -> None:
    """The newest entry of a kind is corrected as the form does it; without texts it is voided."""
    sam, entry = floor.desk("sam"), entry_of(floor, kind)
    with sam.looking() as moment:
        typed = {name.replace("__", "."): text for name, text in texts.items()}
        fact = restated(entry.fact, typed, moment) if texts else None
    signature = floor.sign(sam, "sam", Meaning.CORRECTED)
    corrections.correct_entry(sam, entry=entry.id, reason="mistyped", signature=signature, fact=fact)


def decided_and_closed(floor: Floor, id: str, claim: Claim) -> None:
    sam = floor.desk("sam")
    cases.change_case(sam, case=id, claim=replace(claim, decision="the payout was short", decided_by="sam"))
    cases.close_case(sam, case=id, paid=1000, receipt=Receipt.ON_PAPER, outcome="paid")


def test_what_a_complaint_says_its_time_and_table_are_corrected(floor: Floor) -> None:
    number, earlier = complained(floor), floor.clock.now() - timedelta(hours=1)
    with floor.desk("sam").looking() as moment:
        fact = entry_of(floor, "dispute.complaint-opened").fact
        shown = {each.label: each.text for each in stated(fact, moment)}
        when = moment.house.stamp(earlier)
    assert shown["Claimed, dollars"] == "25.00" and not {"Case", "Round", "Series", "Number"} & shown.keys()
    corrected(
        floor, "dispute.complaint-opened", about="was not paid", table="FB-02", happened_at=when, claim__claimed="30"
    )
    case = case_of(floor, number)
    assert case is not None and (case.about, case.table, case.claim.claimed) == ("was not paid", "FB-02", 3000)
    assert case.happened_at == earlier.replace(second=0, microsecond=0)
    assert floor.verified().wrong == 0
    floor.check()


def test_a_case_opened_by_mistake_is_voided_holds_nothing_and_its_number_is_not_given_again(floor: Floor) -> None:
    floor.stock("FB-01", "red")
    number = complained(floor)
    corrected(floor, "dispute.complaint-opened")
    assert case_of(floor, number) is None
    with floor.desk("sam").looking() as moment:
        assert [each for each in due(moment) if each.kind == "case"] == [] and not moment.state.find(DisputeCase)
    cases.open_complaint(floor.desk("flo"), happened_at=floor.clock.now(), **COMPLAINED)
    assert case_of(floor, "PC-2026-0002") is not None
    cases.open_case(floor.desk("flo"), record=TOUCHED, claim=CLAIM)
    corrected(floor, "dispute.case-opened")
    assert case_of(floor) is None
    cases.open_case(floor.desk("flo"), record=TOUCHED, claim=CLAIM)
    assert case_of(floor) is not None
    assert floor.verified().wrong == 0
    floor.check()


def test_what_a_closed_case_paid_is_corrected_and_a_closing_by_mistake_opens_it_again(floor: Floor) -> None:
    floor.stock("FB-01", "red")
    number = complained(floor)
    decided_and_closed(floor, number, COMPLAINED["claim"])
    corrected(floor, "dispute.case-closed", paid="$12.50", receipt="refused to sign")
    case = case_of(floor, number)
    assert case is not None and (case.paid, case.receipt, case.closed) == (1250, Receipt.REFUSED, True)
    corrected(floor, "dispute.case-changed", claim__decision="one chip short")
    case = case_of(floor, number)
    assert case is not None and case.claim.decision == "one chip short"
    corrected(floor, "dispute.case-closed")
    case = case_of(floor, number)
    assert case is not None and (case.closed, case.paid, case.held) == (False, None, True)
    cases.close_case(floor.desk("sam"), case=number, paid=0, receipt=Receipt.ON_PAPER, outcome="withdrawn")
    case = case_of(floor, number)
    assert case is not None and case.closed and not case.held
    assert floor.verified().wrong == 0
    floor.check()


@pytest.mark.parametrize(
    ("kind", "texts", "said"),
    [
        ("dispute.complaint-opened", {"about": " "}, "complaint"),
        ("dispute.complaint-opened", {"claim__patron": ""}, "patron"),
        ("dispute.complaint-opened", {"claim__claimed": "-5"}, "not an amount"),
        ("dispute.complaint-opened", {"happened_at": "12/31/2026 9:04 PM"}, "future"),
        ("dispute.case-changed", {"claim__patron": " "}, "patron"),
        ("dispute.case-closed", {"outcome": ""}, "outcome"),
    ],
)
def test_a_correction_of_a_case_is_asked_what_its_act_asks(
    floor: Floor, kind: str, texts: dict[str, str], said: str
) -> None:
    number = complained(floor)
    decided_and_closed(floor, number, COMPLAINED["claim"])
    before = case_of(floor, number)
    with pytest.raises(Refused) as refusal:
        corrected(floor, kind, **texts)
    assert said in f"{refusal.value.refusal.happened} {refusal.value.refusal.todo}"
    assert case_of(floor, number) == before


def test_a_case_stays_with_its_spot_in_a_correction_too(floor: Floor) -> None:
    cases.open_case(floor.desk("flo"), record=TOUCHED, claim=CLAIM)
    with pytest.raises(Refused, match="its spot"):
        corrected(floor, "dispute.case-opened", claim__spot="2")
    floor.check()
