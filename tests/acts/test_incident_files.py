"""An incident's file answers who, how much, who was told and what was done; what of it waits stands in Due now."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from floorapp.domain.duties import Duty, Urgency
from floorapp.domain.incident_files import ErrorBy, IncidentDetails, IncidentFile, IncidentPatron, NoticeTable
from floorapp.domain.incidents import Incident
from floorapp.operations.acts import corrections, days, incident_files, reviews
from floorapp.operations.correction_form import restated, stated
from floorapp.operations.due import due
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell
from floorapp.operations.facts.days import HandoverGiven
from floorapp.operations.facts.incident_files import CorrectiveActionSet, RegulatorNotified, SurveillanceCalled
from floorapp.operations.incident_sentences import read_patron
from floorapp.operations.refusal import Refused
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor, refused
from tests.acts.test_incidents import report, review

DETAILS = IncidentDetails(
    dealers=("Dan",),
    patrons=(IncidentPatron("man in a red cap", 3, "4471"), IncidentPatron("woman in blue", 4)),
    error=ErrorBy.DEALER,
    overpaid=5_000,
    reimbursed=2_500,
    rounds=("FB-01/77",),
)
STOPS = NoticeTable(effects=("table-stopped",), from_cents=10_000, whom="casino compliance representative")


def file_of(floor: Floor, number: str) -> IncidentFile:
    return floor.get(IncidentFile, number)


def waiting(floor: Floor, who: str = "sam") -> list[Duty]:
    with floor.desk(who).looking() as moment:
        return [each for each in due(moment) if each.kind == "incident-file"]


def test_the_file_says_who_how_much_and_with_which_cards(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    (cards,) = floor.stock("FB-01", "red")
    flo = floor.desk("flo")
    incident_files.describe_incident(flo, incident=number, details=replace(DETAILS, deck_sets=(cards,)))
    file = file_of(floor, number)
    assert (file.details.error, file.details.overpaid, file.details.reimbursed) == (ErrorBy.DEALER, 5_000, 2_500)
    assert floor.get(Incident, number).rounds == ("FB-01/77",)
    says = tell(floor.last()).says
    assert "dealer Dan; patron man in a red cap, spot 3, player 4471; woman in blue, spot 4" in says
    assert "error by: dealer; overpaid $50.00, reimbursed $25.00" in says
    floor.check()
    assert refused(incident_files.describe_incident, flo, incident=number, details=replace(DETAILS, underpaid=1))
    nowhere = replace(DETAILS, deck_sets=("DS-0",))
    assert "DS-0" in refused(incident_files.describe_incident, flo, incident=number, details=nowhere).happened


def test_a_patron_is_written_as_people_write_one() -> None:
    assert read_patron("woman in blue, spot 4, player 88") == IncidentPatron("woman in blue", 4, "88")
    assert read_patron("Jo Doe, #4471") == IncidentPatron("Jo Doe", None, "4471")


def test_a_requested_review_is_due_until_surveillance_answers(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    flo, sam = floor.desk("flo"), floor.desk("sam")
    assert refused(incident_files.answer_review, sam, incident=number, says="seen", held=True)
    call: dict[str, Any] = {"incident": number, "at": floor.clock.now(), "taken_by": "Val", "reference": "SV-88"}
    incident_files.call_surveillance(flo, **call, camera="PTZ 14", review=True, hold=True)
    (duty,) = waiting(floor)
    assert (duty.act, duty.urgency) == ("answer_review", Urgency.DUE)
    review(floor, sam, "sam", number, floor.get(Incident, number).version)
    closing: dict[str, Any] = {"incident": number, "outcome": "done"}
    seen = floor.get(Incident, number).version
    assert refused(reviews.close_incident, sam, **closing, seen=seen).code == "file-open"
    incident_files.answer_review(sam, incident=number, says="The card lay face up", held=True)
    (answered,) = file_of(floor, number).calls
    assert (answered.reference, answered.camera, answered.held) == ("SV-88", "PTZ 14", True)
    assert answered.answered_by == "sam" and not waiting(floor)
    reviews.close_incident(sam, **closing, seen=seen + 1)
    assert refused(incident_files.call_surveillance, flo, **call).code == "incident-closed"
    floor.check()


def test_the_propertys_table_says_of_which_incidents_the_regulator_is_notified(floor: Floor) -> None:
    cora, flo = floor.desk("cora"), floor.desk("flo")
    first = report(floor, floor.desk("flo"))
    assert not waiting(floor), "nothing is asked until the property sets its table"
    incident_files.set_notices(cora, table=replace(STOPS, effects=("", "continue", "reshuffle", "hand-dead")))
    number = report(floor, floor.desk("flo"))
    (duty,) = waiting(floor)
    assert (duty.id, duty.act, duty.urgency) == (number, "notify_regulator", Urgency.WARNING)
    assert "casino compliance representative" in duty.says
    floor.clock.advance(minutes=61)
    assert waiting(floor)[0].urgency is Urgency.ALARM
    flo = floor.desk("flo")
    incident_files.notify_regulator(flo, incident=number, whom="CCR Jones", at=floor.clock.now(), reference="N-4")
    assert tell(floor.last()).says == f"{number}: CCR Jones notified, reference N-4"
    assert not waiting(floor)
    incident_files.set_notices(floor.desk("cora"), table=STOPS)
    incident_files.describe_incident(flo, incident=first, details=replace(DETAILS, overpaid=10_000))
    (duty,) = waiting(floor)
    assert duty.id == first and "amount paid in error" in duty.says
    assert refused(incident_files.set_notices, cora, table=replace(STOPS, whom=" ")).given == "whom"
    floor.check()


def test_a_corrective_action_has_an_owner_and_a_day_and_is_due_until_it_is_done(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    sam = floor.desk("sam")
    action: dict[str, Any] = {"incident": number, "says": "Retrain Dan on the cut", "owner": "flo"}
    action["due_on"] = date(2026, 11, 20)
    assert refused(incident_files.set_action, sam, **action | {"owner": "nobody"}).given == "owner"
    assert refused(incident_files.set_action, sam, **action | {"due_on": date(2026, 11, 1)}).given == "due_on"
    incident_files.set_action(sam, **action)
    (duty,) = waiting(floor)
    assert duty.urgency is Urgency.DUE and "Flo to retrain Dan on the cut" in duty.says
    floor.clock.advance(days=6)
    assert waiting(floor)[0].urgency is Urgency.WARNING
    incident_files.finish_action(floor.desk("flo"), incident=number, says="two hours with the trainer")
    assert not waiting(floor)
    incident_files.set_action(floor.desk("sam"), **action | {"owner": "cora", "due_on": date(2026, 12, 1)})
    assert refused(incident_files.finish_action, floor.desk("flo"), incident=number, says="done").code == "not-yours"
    floor.check()


def test_what_waits_of_a_file_is_in_the_shift_change(floor: Floor) -> None:
    incident_files.set_notices(floor.desk("ada"), table=replace(STOPS, effects=("", "continue", "reshuffle")))
    number = report(floor, floor.desk("flo"))
    flo = floor.desk("flo")
    incident_files.call_surveillance(flo, incident=number, at=floor.clock.now(), taken_by="Val", review=True)
    signature = floor.sign(flo, "flo", Meaning.HANDED_OVER)
    days.give_handover(flo, to="sam", shift="Day", says="", signature=signature)
    given = floor.last().fact
    assert isinstance(given, HandoverGiven)
    left = " ".join(given.open_duties)
    assert "surveillance has not answered the review" in left and "notify the casino compliance" in left


def test_what_was_entered_in_a_file_is_corrected_as_everything_is(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    flo = floor.desk("flo")
    at = floor.clock.now() - timedelta(minutes=2)
    incident_files.call_surveillance(flo, incident=number, at=at, taken_by="Val", reference="SV-1")
    entry = floor.last()
    assert isinstance(entry.fact, SurveillanceCalled)
    signature = floor.sign(flo, "flo", Meaning.CORRECTED)
    fact = replace(entry.fact, reference="SV-2")
    corrections.correct_entry(flo, entry=entry.id, reason="typed wrong", signature=signature, fact=fact)
    assert [call.reference for call in file_of(floor, number).calls] == ["SV-2"]
    incident_files.notify_regulator(flo, incident=number, whom="DGE agent", at=at)
    entry = floor.last()
    assert isinstance(entry.fact, RegulatorNotified)
    signature = floor.sign(flo, "flo", Meaning.CORRECTED)
    corrections.correct_entry(flo, entry=entry.id, reason="not yet", signature=signature, fact=None)
    assert file_of(floor, number).notices == ()
    floor.check()


def test_a_closed_incident_is_not_described(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    sam = floor.desk("sam")
    review(floor, sam, "sam", number, 1)
    reviews.close_incident(sam, incident=number, outcome="done", seen=2)
    assert refused(incident_files.describe_incident, sam, incident=number, details=DETAILS).code == "incident-closed"


def newest(floor: Floor) -> Entry:
    """The newest entry that can be corrected; people sign in meanwhile."""
    return next(each for each in floor.store.page(limit=20) if each.fact.CORRECTABLE)


def fields(floor: Floor) -> dict[str, str]:
    with floor.desk("flo").looking() as moment:
        return {each.label: each.text for each in stated(newest(floor).fact, moment)}


def typed_anew(floor: Floor, **texts: str) -> None:
    """The newest is corrected as the form does it: by names of what it states, a dot for what is within."""
    flo, entry = floor.desk("flo"), newest(floor)
    with flo.looking() as moment:
        fact = restated(entry.fact, {name.replace("__", "."): text for name, text in texts.items()}, moment)
    signature = floor.sign(flo, "flo", Meaning.CORRECTED)
    corrections.correct_entry(flo, entry=entry.id, reason="mistyped", signature=signature, fact=fact)


def test_every_detail_of_an_incident_is_typed_anew_in_its_correction(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    (cards,) = floor.stock("FB-01", "red")
    incident_files.describe_incident(floor.desk("flo"), incident=number, details=DETAILS)
    shown = fields(floor)
    assert shown["Overpaid, dollars"] == "50.00" and shown["Underpaid, dollars"] == ""
    assert shown["Patrons"] == "man in a red cap, spot 3, player 4471; woman in blue, spot 4"
    assert shown["Error"] == "dealer" and shown["Dealers"] == "Dan"
    typed_anew(
        floor,
        details__overpaid="$75",
        details__patrons="man in a green cap, spot 3; woman in blue, spot 5, player 88",
        details__error="equipment",
        details__deck_sets=cards,
        details__reimbursed="",
    )
    details = file_of(floor, number).details
    patrons = (IncidentPatron("man in a green cap", 3), IncidentPatron("woman in blue", 5, "88"))
    assert (details.overpaid, details.reimbursed, details.error) == (7_500, None, ErrorBy.EQUIPMENT)
    assert (details.patrons, details.deck_sets, details.dealers) == (patrons, (cards,), ("Dan",))
    assert floor.verified().wrong == 0


def test_a_call_a_notice_and_a_due_date_are_corrected_with_their_times(floor: Floor) -> None:
    number, flo, now = report(floor, floor.desk("flo")), floor.desk("flo"), floor.clock.now()
    call: dict[str, Any] = {"taken_by": "Val", "reference": "SV-88", "camera": "", "review": True, "hold": False}
    incident_files.call_surveillance(flo, incident=number, at=now, **call)
    shown = fields(floor)
    assert shown["Reference"] == "SV-88" and shown["Review"] == "yes" and "Call" not in shown
    assert shown["When it was done"] == "11/16/2026 12:00 PM"
    typed_anew(floor, reference="SV-89", at="11/16/2026 11:52 AM", hold="yes")
    (made,) = file_of(floor, number).calls
    assert (made.reference, made.at, made.hold) == ("SV-89", now - timedelta(minutes=8), True)
    incident_files.notify_regulator(flo, incident=number, whom="CCR", at=now, reference="")
    typed_anew(floor, whom="casino compliance representative", reference="22-7")
    (notice,) = file_of(floor, number).notices
    assert (notice.whom, notice.reference, notice.at) == ("casino compliance representative", "22-7", now)
    incident_files.set_action(floor.desk("sam"), incident=number, says="retrain", owner="flo", due_on=date(2026, 12, 1))
    with floor.desk("sam").looking() as moment:
        fact = newest(floor).fact
        changed = restated(fact, {"due_on": "12/4/2026"}, moment)
        assert isinstance(changed, CorrectiveActionSet) and changed.due_on == date(2026, 12, 4)
        with pytest.raises(Refused) as caught:
            restated(fact, {"due_on": "soon"}, moment)
        assert caught.value.refusal.given == "due_on"
    floor.check()


def test_what_is_no_amount_or_no_such_set_is_refused_in_a_correction(floor: Floor) -> None:
    number = report(floor, floor.desk("flo"))
    incident_files.describe_incident(floor.desk("flo"), incident=number, details=DETAILS)
    with floor.desk("flo").looking() as moment, pytest.raises(Refused) as caught:
        restated(newest(floor).fact, {"details.overpaid": "a lot"}, moment)
    assert caught.value.refusal.given == "details.overpaid" and "not an amount" in caught.value.refusal.happened
    with pytest.raises(Refused) as caught:
        typed_anew(floor, details__deck_sets="DS-0")
    assert "DS-0" in caught.value.refusal.happened


def test_a_correction_of_an_incident_is_asked_what_its_acts_ask(floor: Floor) -> None:
    report(floor, floor.desk("flo"))
    refusals = {
        ("says", " "): "cannot be empty",
        ("happened_at", "11/17/2026 9:04 PM"): "discovered before it happened",
        ("effect", "whatever"): "not the result",
        ("chosen", "Give him a dollar."): "no such choice",
    }
    for (name, text), said in refusals.items():
        with pytest.raises(Refused, match=said) as caught:
            typed_anew(floor, **{name: text})
        assert caught.value.refusal.given == name, "it is said beside its field"
    floor.check()


def test_a_correction_of_an_incidents_file_is_asked_what_its_acts_ask(floor: Floor) -> None:
    number, flo, now = report(floor, floor.desk("flo")), floor.desk("flo"), floor.clock.now()

    def stays(**texts: str) -> str:
        with pytest.raises(Refused) as caught:
            typed_anew(floor, **texts)
        assert caught.value.refusal.given == next(iter(texts)).replace("__", ".")
        return caught.value.refusal.happened

    incident_files.describe_incident(flo, incident=number, details=DETAILS)
    with pytest.raises(Refused, match="both over- and underpaid"):
        typed_anew(floor, details__underpaid="10")
    incident_files.call_surveillance(flo, incident=number, at=now, taken_by="Val")
    assert "in the future" in stays(at="11/17/2026 9:04 PM") and "empty" in stays(taken_by="")
    incident_files.notify_regulator(flo, incident=number, whom="CCR", at=now)
    assert "in the future" in stays(at="11/17/2026 9:04 PM") and "empty" in stays(whom=" ")
    incident_files.set_action(floor.desk("sam"), incident=number, says="retrain", owner="flo", due_on=date(2026, 12, 1))
    sam = floor.desk("sam")
    entry = newest(floor)
    assert isinstance(entry.fact, CorrectiveActionSet)
    for name, fact in (("owner", replace(entry.fact, owner="nobody")), ("says", replace(entry.fact, says=""))):
        signature = floor.sign(sam, "sam", Meaning.CORRECTED)
        with pytest.raises(Refused) as caught:
            corrections.correct_entry(sam, entry=entry.id, reason="slip", signature=signature, fact=fact)
        assert caught.value.refusal.given == name
    floor.check()
