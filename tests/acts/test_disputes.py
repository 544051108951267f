"""A round told at the desk goes into the logbook, and to its incident; it starts from what is on file."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from floorapp.domain.incidents import Incident
from floorapp.domain.readers import Signal
from floorapp.operations.acts import disputes, incidents, rounds
from floorapp.operations.dispute.settlement import copies_left, settle
from floorapp.operations.dispute.sources import begin, named, offered, without_table
from floorapp.operations.entry_sentences import tell as tell_entry
from floorapp.operations.facts.disputes import DisputeSettled
from floorapp.operations.search import find
from floorapp.operations.signatures import Meaning
from floorapp.screens.incident import incidents_of
from floorapp.screens.snapshot import Snapshot
from tests.acts.floor import Floor, refused
from tests.acts.test_rounds import a_round
from tests.deal import box, record
from tests.dispute.telling import BOOKS, tell
from tests.dispute.test_words import PICTURE
from tests.signals.test_matching import opened, said


def an_incident(floor: Floor, *names: str) -> str:
    now = floor.clock.now()
    report = incidents.IncidentReport(
        table="FB-01", says="paid 8 to 1", title="A guest asks", happened_at=now, discovered_at=now, rounds=names
    )
    desk = floor.desk("flo")
    incidents.report_irregularity(desk, report=report, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    return floor.last().subject.id


def test_a_round_is_kept_whole_with_its_verdict(floor: Floor) -> None:
    record = tell("pa-590", PICTURE).record
    disputes.keep_dispute(floor.desk("flo"), record=record, of="FB-03/1182")
    entry = floor.last()
    fact = entry.fact
    assert isinstance(fact, DisputeSettled)
    assert json.loads(fact.record) == json.loads(json.dumps(record))
    assert (fact.verdict, fact.lines, fact.wrong, fact.owed) == ("mismatch", 7, 1, 6000)
    assert entry.subject.id == "FB-03/1182"
    assert "payout errors in 1 of 7 lines." in tell_entry(entry).says


def test_what_was_paid_as_the_text_requires_is_not_owed(floor: Floor) -> None:
    """A Blackjack that was drawn to and paid as one (590.7(h)(1)): wrong by the cards as dealt, and nothing is owed."""
    disputes.keep_dispute(floor.desk("flo"), record=tell("pa-590", "7hkd box 1 10 ackd double 5c =15 =0").record)
    entry = floor.last()
    assert isinstance(entry.fact, DisputeSettled)
    assert (entry.fact.verdict, entry.fact.wrong, entry.fact.owed) == ("mismatch", 2, 0)
    assert tell_entry(entry).says.endswith("payout errors in 2 of 2 lines as dealt; in all nothing is owed.")


def test_evidence_reaches_the_incident_with_the_round(floor: Floor) -> None:
    number = an_incident(floor)
    disputes.keep_dispute(floor.desk("flo"), record=tell("pa-590", PICTURE).record, incident=number)
    with floor.desk("flo").looking() as moment:
        incident = moment.state.get(Incident, number)
    assert incident is not None and incident.rounds == ("told",)


def test_a_round_added_to_an_incident_long_after_it_is_shown_there_in_words(floor: Floor) -> None:
    number = an_incident(floor)
    floor.clock.advance(hours=1)
    record = tell("pa-590", PICTURE).record | {"at": floor.clock.now().isoformat(), "table": "FB-01"}
    disputes.keep_dispute(floor.desk("flo"), record=record, incident=number)
    with floor.desk("flo").looking() as moment:
        opened_ = incidents_of(Snapshot(moment, floor.store, floor.store.station), "review", number).opened
    assert opened_ is not None
    assert [row.what.spoken for row in opened_.evidence if row.record == "told"] == ["Round told: payout error"]
    assert next(each.words for each in opened_.decision.engine if each.label == "Payouts") == "1 of 1 round with errors"


def test_a_round_that_cannot_be_settled_is_not_evidence(floor: Floor) -> None:
    record = tell("pa-590", "9htd box 1 25 tc5d").record
    refusal = refused(disputes.keep_dispute, floor.desk("flo"), record=record)
    assert "neither complete nor stood" in refusal.happened


def test_a_told_round_is_not_counted_among_those_dealt(floor: Floor) -> None:
    now = floor.clock.now()
    record = json.loads(a_round("r1", now))
    disputes.keep_dispute(floor.desk("flo"), record=record)
    with floor.desk("flo").looking() as moment:
        dealt = moment.state.dealt("FB-01", now - timedelta(hours=1), now + timedelta(hours=1))
    assert dealt.rounds == 0


def test_the_desk_starts_from_the_table_a_round_or_an_incident(floor: Floor) -> None:
    now = floor.clock.now()
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=[a_round("FB-01/7", now, net=5)])
    number = an_incident(floor, "FB-01/7")
    with floor.desk("flo").looking() as moment:
        empty, on_file, asked = (begin(moment, name) for name in ("FB-01", "FB-01/7", number))
        last = offered(moment, "FB-01")
        nothing = begin(moment, "no such thing")
    assert nothing is None
    assert empty is not None and on_file is not None and asked is not None
    assert empty.draft.empty and empty.draft.round.rulebook == "pa-590"
    assert (empty.draft.round.options.decks, empty.draft.round.options.positions) == (6, 6)
    assert empty.incidents == (number,)
    assert settle(on_file.draft, BOOKS).answer.verdict == "mismatch"
    assert (on_file.draft.of, on_file.draft.round.id.startswith("FB-01/7 reviewed ")) == ("FB-01/7", True)
    assert asked.draft.incident == number and asked.draft.of == "FB-01/7"
    assert [(each.id, each.verdict) for each in last] == [("FB-01/7", "mismatch")]


def test_a_round_told_at_the_desk_has_a_name_one_can_say(floor: Floor) -> None:
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=[a_round("FB-01/7", floor.clock.now())])
    with floor.desk("flo").looking() as moment:
        said = moment.house.stamp(moment.now, seconds=True)
        at_a_table, loose = begin(moment, "FB-01"), without_table(moment, "pa-590")
        review = begin(moment, "FB-01/7")
    assert at_a_table is not None and review is not None and " PM" in said
    names = [each.draft.round.id for each in (at_a_table, loose, review)]
    assert names == [f"FB-01 {said}", f"Dispute desk {said}", f"FB-01/7 reviewed {said}"]


def test_the_hour_that_comes_twice_names_no_two_rounds_alike(floor: Floor) -> None:
    names = set()
    for hour in (5, 6):  # 1:30 AM, by both of that night's clocks
        floor.clock.advance(seconds=(datetime(2026, 11, 1, hour, 30, tzinfo=UTC) - floor.clock.now()).total_seconds())
        with floor.desk("flo").looking() as moment:
            names.add(named(moment, "FB-01"))
    assert names == {"FB-01 11/01/2026 1:30:00 AM EDT", "FB-01 11/01/2026 1:30:00 AM EST"}


def test_a_told_round_is_found_by_its_name(floor: Floor) -> None:
    with floor.desk("flo").looking() as moment:
        told = named(moment, "FB-01")
    disputes.keep_dispute(floor.desk("flo"), record=json.loads(a_round(told, floor.clock.now())))
    for typed in (told, told.lower(), told.rpartition(":")[0]):
        with floor.desk("flo").looking() as moment:
            hits = find(moment, floor.store, typed)
        assert any(told in f"{hit.name} {hit.says}" for hit in hits), (typed, hits)


def test_what_the_reader_said_last_is_filled_in_while_it_is_fresh(floor: Floor) -> None:
    opened(floor, "FB-01")
    said(floor, "FB-01", Signal.NO_BLACKJACK, "As", sequence=1, ago=120)
    said(floor, "FB-01", Signal.NO_BLACKJACK, "Kh", sequence=2, ago=40)
    with floor.desk("flo").looking() as moment:
        fresh, other = begin(moment, "FB-01"), begin(moment, "FB-02")
    assert fresh is not None and other is not None
    assert (fresh.draft.round.signal, [str(card) for card in fresh.draft.round.dealer]) == ("no_blackjack", ["Kh"])
    assert "40 s ago" in fresh.says
    assert (other.draft.round.signal, other.draft.round.dealer) == ("unknown", ())
    floor.clock.advance(minutes=10)
    with floor.desk("flo").looking() as moment:
        late = begin(moment, "FB-01")
    assert late is not None and late.draft.round.signal == "unknown"


def test_copies_left_count_the_earlier_rounds_of_the_shoe(floor: Floor) -> None:
    now = floor.clock.now()
    dealt = [(f"FB-01/{n}", now - timedelta(minutes=20 - n)) for n in range(1, 4)]
    other = a_round("FB-01/0", now - timedelta(minutes=30), shoe="s0")
    lines = [other, *(a_round(name, at) for name, at in dealt)]
    rounds.import_rounds(floor.desk("flo"), source="shoe", lines=lines)

    def left(subject: str, card: str) -> int:
        with floor.desk("flo").looking() as moment:
            made = begin(moment, subject)
        assert made is not None
        return {str(each): count for each, count in copies_left(made.draft, BOOKS).items()}[card]

    assert left("FB-01", "Ks") == 6 - 3  # three rounds of this shoe; the shoe before does not count
    assert left("FB-01/3", "Ks") == 6 - 3  # two before it, and its own
    assert left("FB-01/1", "Ks") == 6 - 1
    assert left("FB-01", "2c") == 6
    floor.clock.instant = dealt[-1][1] + timedelta(seconds=30)
    assert left("FB-01", "Ks") == 6 - 2  # just dealt: that is the round the guest asks about


def test_a_round_without_a_payout_on_record_is_not_called_paid_right(floor: Floor) -> None:
    as_told = record("pa-590", "9h 8s", box("Kc 5d", "hit 2c, surrender"), id="told")
    disputes.keep_dispute(floor.desk("flo"), record=as_told)
    assert "not dealt by the rules, no payout error" in tell_entry(floor.last()).says
