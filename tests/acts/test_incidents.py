"""Irregularities and incidents: numbered without gaps, reviewed by another, exposure from the last good count."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from floorapp.domain.incidents import Attachment, Exposure, Incident, IncidentPhase
from floorapp.domain.tables import Phase, TableStatus
from floorapp.engine.catalogue import IrregularityFacts
from floorapp.operations.acts import corrections, decks, incidents, reviews
from floorapp.operations.acts.incidents import IncidentReport
from floorapp.operations.desk import Desk
from floorapp.operations.facts.incidents import IncidentReported
from floorapp.operations.signatures import Meaning
from tests.acts.floor import NOON, Floor, refused

FACE_UP = IncidentReport(
    table="FB-01", says="a king face up", code="card-face-up-in-shoe", happened_at=NOON, discovered_at=NOON
)


def report(floor: Floor, desk: Desk, who: str = "flo", what: IncidentReport = FACE_UP, **named: Any) -> str:
    now = floor.clock.now()
    if what.discovered_at == NOON:
        what = replace(what, happened_at=now, discovered_at=now)
    signature = floor.sign(desk, who, Meaning.REPORTED)
    change = incidents.report_irregularity(desk, report=what, signature=signature, **named)
    return change.subjects[0].id


def bad(floor: Floor, desk: Desk, **changes: Any) -> Any:
    signature = floor.sign(desk, "flo", Meaning.REPORTED)
    what = replace(FACE_UP, happened_at=floor.clock.now(), discovered_at=floor.clock.now())
    return refused(incidents.report_irregularity, desk, report=replace(what, **changes), signature=signature)


def test_590_13_a_a_catalogued_irregularity_carries_its_paragraph(floor: Floor) -> None:
    desk = floor.desk("flo")
    number = report(floor, desk)
    incident = floor.get(Incident, number)
    assert (incident.number, incident.cite, incident.effect) == ("IR-2026-0001", "590.13(a)", "continue")
    assert incident.reporter == "flo" and incident.phase is IncidentPhase.REPORTED
    assert floor.last().signatures[0].meaning == Meaning.REPORTED


def test_incidents_are_numbered_per_year_without_gaps(floor: Floor) -> None:
    desk = floor.desk("flo")
    assert report(floor, desk) == "IR-2026-0001"
    bad(floor, desk, says=" ")
    assert report(floor, desk) == "IR-2026-0002"
    floor.clock.advance(days=50)
    desk = floor.desk("flo")
    assert report(floor, desk) == "IR-2027-0001"


def test_what_cannot_be_reported(floor: Floor) -> None:
    desk = floor.desk("flo")
    now = floor.clock.now()
    assert bad(floor, desk, table="XX").code == "no-table"
    assert bad(floor, desk, code="levitation").code == "input"
    assert bad(floor, desk, code="", title="").code == "input"
    assert bad(floor, desk, code="", title="lorem ipsum " * 120).given == "title"
    assert bad(floor, desk, happened_at=now, discovered_at=now - timedelta(hours=1)).code == "input"
    assert bad(floor, desk, happened_at=now.replace(tzinfo=None)).code == "input"
    assert bad(floor, desk, hands_dealt=-1).code == "input"
    unsigned = floor.sign(desk, "sam", Meaning.REPORTED)
    assert refused(incidents.report_irregularity, desk, report=FACE_UP, signature=unsigned).code == "unsigned"


def test_590_13_h_the_player_chooses_among_the_rulebooks_options(floor: Floor) -> None:
    desk = floor.desk("flo")
    missed: dict[str, Any] = {"code": "card-requested-not-dealt"}
    unsaid = bad(floor, desk, **missed)
    assert (unsaid.code, unsaid.cite) == ("unsaid", "590.13(h)")
    missed["known"] = IrregularityFacts(hole_card_exposed=False)
    none = bad(floor, desk, **missed)
    assert (none.code, none.cite) == ("choice", "590.13(h)")
    assert bad(floor, desk, **missed, chosen="Give him a dollar.").code == "choice"
    dead = "Have the hand called dead: the original Blackjack Wager goes back."
    assert bad(floor, desk, **missed, chosen=dead).code == "input", "who chose is said"
    number = report(floor, desk, what=replace(FACE_UP, **missed, chosen=dead, chosen_by="player, box 3"))
    incident = floor.get(Incident, number)
    assert (incident.effect, incident.chosen_by) == ("hand-dead", "player, box 3")


def test_19_47_26_15_b_more_than_one_ten_voids_the_round(floor: Floor) -> None:
    desk = floor.desk("flo")
    ten = replace(FACE_UP, table="NJ-01", code="ten-in-shoe", told=("floorperson",))
    one = report(floor, desk, what=replace(ten, known=IrregularityFacts(cards=1)))
    two = report(floor, desk, what=replace(ten, known=IrregularityFacts(cards=2)))
    assert floor.get(Incident, one).effect == "continue"
    assert floor.get(Incident, two).effect == "round-void"


def test_what_stops_the_table_stops_it_and_who_must_be_told_is(floor: Floor) -> None:
    floor.open("FB-01")
    desk = floor.desk("flo")
    assert bad(floor, desk, code="card-with-wrong-back").code == "not-told"
    report(floor, desk, what=replace(FACE_UP, code="card-with-wrong-back", told=("floorperson",)))
    status = floor.get(TableStatus, "FB-01")
    assert (status.phase, status.stopped_by) == (Phase.SUSPENDED, "590.3(a)")


def test_a_free_report_has_a_title(floor: Floor) -> None:
    number = report(floor, floor.desk("cora"), "cora", replace(FACE_UP, code="", title="A dog on the layout"))
    incident = floor.get(Incident, number)
    assert (incident.title, incident.cite) == ("A dog on the layout", "")


def test_exposure_runs_from_the_last_known_good_count_to_discovery(floor: Floor) -> None:
    """A card short for 58 minutes and 42 hands is what a state fined by."""
    (red,) = floor.open("FB-01")
    floor.clock.advance(minutes=30)
    desk = floor.desk("flo")
    decks.count_decks(desk, deck_set=red, counted=312)
    good = floor.last()
    floor.clock.advance(minutes=58)
    short = replace(
        FACE_UP,
        happened_at=floor.clock.now() - timedelta(minutes=50),
        discovered_at=floor.clock.now(),
        rounds_dealt=40,
        hands_dealt=42,
    )
    floor.clock.advance(minutes=5)
    incident = floor.get(Incident, report(floor, desk, what=short))
    assert incident.exposure == Exposure(good.occurred_at, good.id, 58, 40, 42, None)
    assert incident.recorded_at - incident.discovered_at == timedelta(minutes=5)
    decks.count_decks(desk, deck_set=red, counted=312)
    late = replace(
        short,
        discovered_at=good.occurred_at - timedelta(minutes=10),
        happened_at=good.occurred_at - timedelta(minutes=10),
    )
    number = report(floor, desk, what=late, late="found on the video")
    assert floor.get(Incident, number).exposure.minutes == 20, "later counts do not shorten it"


def test_exposure_is_unknown_without_a_known_good_count(floor: Floor) -> None:
    incident = floor.get(Incident, report(floor, floor.desk("flo")))
    assert incident.exposure == Exposure(None, "", None)


def review(floor: Floor, desk: Desk, who: str, number: str, seen: int) -> None:
    signature = floor.sign(desk, who, Meaning.REVIEWED)
    reviews.approve_incident(desk, incident=number, seen=seen, signature=signature)


def test_an_incident_is_returned_answered_approved_closed_and_reopened(floor: Floor) -> None:
    flo, sam = floor.desk("flo"), floor.desk("sam")
    number = report(floor, flo)
    assert refused(reviews.return_incident, sam, incident=number, reason=" ", seen=1).code == "input"
    reviews.return_incident(sam, incident=number, reason="which box?", seen=1)
    assert refused(reviews.close_incident, sam, incident=number, outcome="x", seen=2).code == "incident-phase"
    assert refused(reviews.answer_incident, flo, incident=number, says=" ", seen=2).code == "input"
    reviews.answer_incident(flo, incident=number, says="box 3", seen=2)
    review(floor, sam, "sam", number, 3)
    assert floor.get(Incident, number).reviewer == "sam"
    assert refused(reviews.close_incident, sam, incident=number, outcome="", seen=4).code == "input"
    reviews.close_incident(sam, incident=number, outcome="dealer retrained", seen=4)
    assert refused(incidents.add_to_incident, flo, incident=number, says="x").code == "incident-closed"
    assert refused(reviews.reopen_incident, sam, incident=number, reason="").code == "input"
    reviews.reopen_incident(sam, incident=number, reason="a video turned up")
    assert floor.get(Incident, number).phase is IncidentPhase.REPORTED
    assert refused(reviews.reopen_incident, sam, incident=number, reason="x").code == "incident-phase"
    assert refused(reviews.reopen_incident, sam, incident="IR-0", reason="x").code == "no-incident"


def test_nobody_reviews_their_own_report(floor: Floor) -> None:
    sam = floor.desk("sam")
    number = report(floor, sam, "sam")
    signature = floor.sign(sam, "sam", Meaning.REVIEWED)
    assert refused(reviews.approve_incident, sam, incident=number, seen=1, signature=signature).code == "own-incident"
    assert refused(reviews.return_incident, sam, incident=number, reason="x", seen=1).code == "own-incident"
    cora = floor.desk("cora")
    review(floor, cora, "cora", number, 1)
    assert refused(reviews.close_incident, sam, incident=number, outcome="x", seen=2).code == "own-incident"


def test_who_responds_for_the_reporter_does_not_approve(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    sam, cora = floor.desk("sam"), floor.desk("cora")
    reviews.return_incident(cora, incident=number, reason="which card?", seen=1)
    reviews.answer_incident(sam, incident=number, says="the king", seen=2)
    signature = floor.sign(sam, "sam", Meaning.REVIEWED)
    told = refused(reviews.approve_incident, sam, incident=number, seen=3, signature=signature)
    assert told.code == "own-incident" and "responded for the reporter" in told.happened
    signature = floor.sign(cora, "cora", Meaning.REVIEWED)
    reviews.approve_incident(cora, incident=number, seen=3, signature=signature)


def test_only_the_reporter_or_a_manager_answers(floor: Floor) -> None:
    cora, sam = floor.desk("cora"), floor.desk("sam")
    number = report(floor, sam, "sam")
    reviews.return_incident(cora, incident=number, reason="which box?", seen=1)
    flo = floor.desk("flo")
    assert refused(reviews.answer_incident, flo, incident=number, says="box 3", seen=2).code == "not-reporter"
    reviews.answer_incident(sam, incident=number, says="box 3", seen=2)


def test_the_second_of_two_reviewers_is_told_and_nothing_is_overwritten(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    sam, cora = floor.desk("sam"), floor.desk("cora")
    seen = floor.get(Incident, number).version
    review(floor, sam, "sam", number, seen)
    second = refused(reviews.return_incident, cora, incident=number, reason="unclear", seen=seen)
    assert second.code == "moved-on" and "sam" in second.happened
    assert floor.get(Incident, number).phase is IncidentPhase.APPROVED


def test_files_people_and_rounds_are_added(floor: Floor) -> None:
    desk = floor.desk("flo")
    number = report(floor, desk)
    photo = Attachment("ab" * 32, "photo.jpg", 1234)
    counted = Exposure(None, "", None, rounds=3, hands=9, boxes=4)
    incidents.add_to_incident(
        desk, incident=number, says="photo", attachments=(photo,), told=("surveillance",), rounds=("FB-01/7",)
    )
    incidents.add_to_incident(desk, incident=number, says="counted on video", attachments=(photo,), counted=counted)
    incident = floor.get(Incident, number)
    assert (incident.attachments, incident.told, incident.rounds) == ((photo,), ("surveillance",), ("FB-01/7",))
    assert incident.exposure == counted and incident.version == 3
    assert refused(incidents.add_to_incident, desk, incident=number, says=" ").code == "input"
    assert [e.subject.id for e in floor.store.search("photo", about="incident")] == [number] * 2


def test_a_corrected_report_keeps_its_review(floor: Floor) -> None:
    flo, sam = floor.desk("flo"), floor.desk("sam")
    number = report(floor, flo)
    entry = floor.last()
    review(floor, sam, "sam", number, 1)
    assert isinstance(entry.fact, IncidentReported)
    signature = floor.sign(flo, "flo", Meaning.CORRECTED)
    corrections.correct_entry(
        flo, entry=entry.id, reason="wrong card", signature=signature, fact=replace(entry.fact, says="a queen face up")
    )
    incident = floor.get(Incident, number)
    assert (incident.says, incident.phase) == ("a queen face up", IncidentPhase.APPROVED)
    stale = refused(reviews.close_incident, sam, incident=number, outcome="done", seen=2)
    assert stale.code == "moved-on" and "flo" in stale.happened
    reviews.close_incident(sam, incident=number, outcome="done", seen=3)
