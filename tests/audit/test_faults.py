"""Faults planted in stored rounds are found: cards, readers, lights; what was dealt against the rules is counted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest

from db.state import SqlState
from floorapp.domain.cards import CARDS
from floorapp.domain.incidents import Incident
from floorapp.domain.signals import Source
from floorapp.domain.tables import Post
from floorapp.engine import fair
from floorapp.engine.odds_mix import ShoeMix
from floorapp.operations.acts import assignments, opening, shoes
from floorapp.operations.acts.incidents import IncidentReport, report_irregularity
from floorapp.operations.audit import packs
from floorapp.operations.audit.audit import Audit
from floorapp.operations.audit.observations import Posts
from floorapp.operations.audit.run import audit_stored
from floorapp.operations.audit.selection import AuditAsked, Selection
from floorapp.operations.audit.shoe_detective import (
    EXTRA,
    MISSING,
    TEN,
    Detected,
    deck_sets_with_rounds,
    detect,
    wandered,
)
from floorapp.operations.audit.suggested_reports import suggested
from floorapp.operations.audit.unauthorized_play import Breach, negative_log
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.signals import ReaderSignalled
from floorapp.operations.signatures import Meaning
from tests.acts.floor import Floor
from tests.audit.tables import Record, Tampered, dealt, take_in
from tests.noticing import rounds_to_notice, shoes_to_notice

WEEK = AuditAsked(date(2026, 11, 15), date(2026, 11, 22))


def audited(floor: Floor) -> Audit:
    found = audit_stored(floor.desk("sam"), floor.store, WEEK)
    assert found is not None
    return found


def dealing(floor: Floor, table: str, back: str = "red") -> str:
    """An open table with a shoe begun; answers its deck set."""
    (deck_set,) = floor.open(table, back)
    assignments.assign(floor.desk("sam"), table=table, post=Post.DEALER, person="dan")
    shoes.begin_shoe(floor.desk("flo"), table=table, deck_set=deck_set)
    shoes.burn_card(floor.desk("flo"), table=table)
    return deck_set


def play(
    floor: Floor,
    table: str,
    rulebook: str,
    count: int,
    *,
    decks: int = 6,
    seed: int = 5,
    tampered: Tampered | None = None,
) -> list[Record]:
    """Rounds at a table from now on, two a minute, taken in; the clock goes on to their end."""
    floor.clock.advance(minutes=1)
    records = list(
        dealt(table, rulebook, count, floor.clock.now(), decks=decks, seed=seed, tampered=tampered, minutes=0.5)
    )
    floor.clock.advance(minutes=count / 2 + 1)
    take_in(floor, records, f"{table}.jsonl")
    return records


def detected(floor: Floor, deck_set: str, table: str) -> Detected:
    with floor.desk("sam").looking() as moment:
        found = detect(moment, floor.store, deck_set=deck_set, table=table)
    assert isinstance(found, Detected), found
    return found


def test_a_card_of_the_other_batch_is_missing_here_and_too_many_there(floor: Floor) -> None:
    """An eight of the red cards lies among the blue ones.

    By twice the shoes that theory gives nearly every missing card is found (see `tests/test_shoe.py`).
    """
    red, blue = dealing(floor, "FB-01", "red"), dealing(floor, "FB-03", "blue")
    theory = shoes_to_notice(ShoeMix.fresh(6), CARDS["8c"], 250)
    records = play(floor, "FB-01", "pa-590", 20 * 2 * theory, seed=0, tampered=lambda shoe: shoe.remove("8c"))
    play(floor, "FB-03", "pa-590", 300, seed=0, tampered=lambda shoe: shoe.insert(150, "8c"))
    lacks, has = detected(floor, red, "FB-01"), detected(floor, blue, "FB-03")
    assert lacks.suggests == MISSING and "Eight of clubs is missing" in lacks.says
    assert str(lacks.found.verdict.suspects[0].card) == "8c"
    assert lacks.since is not None and 0 < lacks.exposure.rounds <= len(records)
    assert lacks.exposure.hands >= lacks.exposure.rounds
    assert has.suggests == EXTRA and "Eight of clubs" in has.says
    (told,) = wandered((lacks, has))
    assert red in told and blue in told and "Eight of clubs" in told


def test_the_report_that_is_suggested_has_all_that_was_found(floor: Floor) -> None:
    """Also after counts that missed it: minutes count from the last one before the card was there."""
    deck_set = dealing(floor, "FB-01")
    good = floor.good_count("FB-01")
    records = play(floor, "FB-01", "pa-590", 60, tampered=lambda shoe: shoe.extend(["8c"] * 40))
    shoes.end_shoe(floor.desk("flo"), table="FB-01", remaining=100, discarded=212)
    assert floor.good_count("FB-01").at > good.at
    found = detected(floor, deck_set, "FB-01")
    with floor.desk("sam").looking() as moment:
        made = suggested(moment, found, posts=Posts(()), since=moment.now)
    assert made is not None and (made.table, made.code, made.since) == ("FB-01", EXTRA, found.since)
    assert (made.rounds, made.hands) == (found.exposure.rounds, found.exposure.hands) and made.rounds
    dealt = [each for each in records if datetime.fromisoformat(str(each["at"])) >= made.since]
    assert made.rounds == len(dealt), "the round it began with counts too"
    assert set(made.linked) <= {each.round for each in found.found.verdict.impossible} and made.linked
    desk = floor.desk("flo")
    report = IncidentReport(
        table="FB-01",
        says=made.says,
        happened_at=made.since,
        discovered_at=floor.clock.now(),
        code=made.code,
        told=("floorperson",),
        rounds=made.linked,
        rounds_dealt=made.rounds,
        hands_dealt=made.hands,
    )
    report_irregularity(desk, report=report, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    incident = floor.get(Incident, "IR-2026-0001")
    assert (incident.exposure.good_at, incident.exposure.rounds) == (good.at, made.rounds)
    assert incident.exposure.minutes == (floor.clock.now() - good.at).total_seconds() // 60
    assert incident.rounds == made.linked


def test_cards_that_come_back_at_once_are_not_weighed_as_a_shoe(floor: Floor) -> None:
    """A continuous shuffler deals a card again within the same shoe."""
    deck_set = dealing(floor, "NJ-02")
    play(floor, "NJ-02", "nj-19-47-26", 60, decks=8)
    plain = dealing(floor, "NJ-01")
    play(floor, "NJ-01", "nj-19-47-26", 60, decks=8)
    with floor.desk("sam").looking() as moment:
        asked = moment.now - timedelta(days=1), moment.now
        assert deck_sets_with_rounds(moment, floor.store, "NJ-02", *asked) == (), deck_set
        assert deck_sets_with_rounds(moment, floor.store, "NJ-01", *asked) == (plain,)
        before = asked[0] - timedelta(days=1), asked[0]
        assert deck_sets_with_rounds(moment, floor.store, "NJ-01", *before) == ()


def test_a_ten_in_double_attack_is_named_at_once(floor: Floor) -> None:
    deck_set = dealing(floor, "NJ-01")
    records = play(floor, "NJ-01", "nj-19-47-26", 1, decks=8)
    records[0]["boxes"][0]["cards"][0] = "Th"
    records[0]["id"] = "with the ten"
    floor.clock.advance(minutes=1)
    take_in(floor, records, "ten.jsonl")
    found = detected(floor, deck_set, "NJ-01")
    assert found.suggests == TEN and "hold none" in found.says
    assert "with the ten" in {each.id for each in audited(floor).wrong}


def test_whole_decks_and_fair_readers_call_nobody(floor: Floor) -> None:
    deck_set = dealing(floor, "FB-01")
    play(floor, "FB-01", "pa-590", 600)
    play(floor, "FB-02", "pa-685a", 300, seed=8)
    assert detected(floor, deck_set, "FB-01").suggests == ""
    found = audited(floor)
    assert found.comparisons and not any(each.alarm for each in found.comparisons)
    nouns = {(each.noun, each.name) for each in found.comparisons}
    assert {("table", "FB-01"), ("dealer", "dan"), ("deck set", deck_set), ("reader", "RD-FB-01")} <= nouns
    families = {each.watched.family for each in found.comparisons}
    assert {fair.TWO_CARDS, fair.FINAL, "push 22", "match the dealer", fair.LIGHTS} <= families


@pytest.mark.parametrize("light", ["small", "large"])
def test_a_reader_that_never_lights_one_of_its_lights_is_found(floor: Floor, light: str) -> None:
    """Where it should light it keeps dark, and nobody writes a signal down."""
    dealing(floor, "FB-01")
    theory = rounds_to_notice(4 / 13 if light == "small" else 5 / 13, 0.0, 0.001 / 3)
    assert theory is not None
    floor.clock.advance(minutes=1)
    records = list(dealt("FB-01", "pa-685a", 3 * theory, floor.clock.now(), seed=9))
    for each in records:
        if each["dealer"]["reader"] == light:
            del each["dealer"]["reader"]
    floor.clock.advance(hours=5)
    take_in(floor, records)
    alarms = [each for each in audited(floor).comparisons if each.alarm]
    assert ("reader", "RD-FB-01") in {(each.noun, each.name) for each in alarms}
    for alarm in alarms:
        assert alarm.watched.family == fair.LIGHTS
        assert [outcome.seen for outcome in alarm.outcomes if outcome.name == light] == [0]
        assert f"{light} 0 times" in alarm.words


def test_a_wrong_light_is_a_violation_of_its_round(floor: Floor) -> None:
    dealing(floor, "FB-01")
    floor.clock.advance(minutes=1)
    records = list(dealt("FB-01", "pa-685a", 20, floor.clock.now(), seed=10))
    lit = records[4]["dealer"]
    lit["reader"] = "large" if lit["reader"] == "small" else "small"
    floor.clock.advance(hours=1)
    take_in(floor, records)
    (wrong,) = audited(floor).wrong
    assert (wrong.id, wrong.verdict) == (records[4]["id"], "violation")
    assert wrong.says.startswith("The reader showed ") and "the cards show " in wrong.says


def breaches(floor: Floor) -> list[Breach]:
    with floor.desk("sam").looking() as moment:
        now = floor.clock.now()
        return list(
            negative_log(moment, floor.store, Selection(frozenset({"FB-01"}), ((now - timedelta(days=2), now),)))
        )


def test_rounds_at_a_stopped_and_at_a_closed_table_are_counted(floor: Floor) -> None:
    dealing(floor, "FB-01")
    play(floor, "FB-01", "pa-590", 10)
    assert breaches(floor) == []
    opening.suspend_table(floor.desk("sam"), table="FB-01", reason="a spill")
    floor.clock.advance(minutes=5)
    play(floor, "FB-01", "pa-590", 6, seed=21)
    opening.resume_table(floor.desk("sam"), table="FB-01")
    play(floor, "FB-01", "pa-590", 4, seed=22)
    shoes.end_shoe(floor.desk("sam"), table="FB-01", remaining=100, discarded=212)
    opening.close_table(floor.desk("sam"), table="FB-01", reason="end of the evening")
    floor.clock.advance(minutes=5)
    play(floor, "FB-01", "pa-590", 3, seed=23)
    assert [(each.code, each.rounds) for each in breaches(floor)] == [("closed", 6), ("closed", 3)]
    assert all(each.hands >= each.rounds for each in breaches(floor))
    assert [each.minutes for each in breaches(floor)] == [3, 1], "two rounds a minute, not the time the table stood"


def test_rounds_before_the_inspection_and_with_old_cards_are_counted_with_their_paragraph(floor: Floor) -> None:
    dealing(floor, "FB-01")
    floor.clock.advance(hours=23)  # past six in the morning: another gaming day, and nobody inspected
    play(floor, "FB-01", "pa-590", 8, seed=24)
    floor.clock.advance(hours=2)  # past the 24 hours of the cards
    play(floor, "FB-01", "pa-590", 5, seed=25)
    found = {each.code: each for each in breaches(floor)}
    assert found["reader-not-inspected"].rounds == 13 and found["reader-not-inspected"].cite
    assert found["decks-over-hours"].rounds == 5 and found["decks-over-hours"].cite


def test_a_breach_is_counted_in_the_shift_that_was_asked_for(floor: Floor) -> None:
    """A table is stopped over two hours and deals on; only what was dealt in the first of them is asked for."""
    dealing(floor, "FB-01")
    opening.suspend_table(floor.desk("sam"), table="FB-01", reason="a spill")
    began = floor.clock.now()
    play(floor, "FB-01", "pa-590", 240, seed=26)
    with floor.desk("sam").looking() as moment:
        hour = began + timedelta(hours=1)
        (first,) = negative_log(moment, floor.store, Selection(None, ((began, hour),)))
        both = negative_log(
            moment, floor.store, Selection(None, ((began, hour), (hour + timedelta(minutes=10), moment.now)))
        )
    assert (first.until, first.rounds) == (hour, 118)  # two a minute
    assert (first.first, first.last) == (began + timedelta(minutes=1), hour - timedelta(seconds=30))
    assert [each.minutes for each in both] == [59, 51], "from the first round of each stretch to its last"
    assert [each.since for each in both] == [first.since, hour + timedelta(minutes=10)]
    assert 190 < sum(each.rounds for each in both) <= 240 - 19


def test_signals_at_a_table_that_does_not_deal_are_counted_too(floor: Floor) -> None:
    """A reader was used although the table was closed: no round was written down, but it spoke."""
    dealing(floor, "FB-01")
    shoes.end_shoe(floor.desk("sam"), table="FB-01", remaining=100, discarded=212)
    opening.close_table(floor.desk("sam"), table="FB-01")
    floor.clock.advance(minutes=30)
    desk = floor.desk("sam")
    for number in range(3):
        with desk.acting("inspect_reader", Subject("table", "FB-01")) as act:
            source = Source("Floorapp/Virtual/RD-FB-01", "s1", number)
            act.enter(ReaderSignalled(table="FB-01", by=source, signal="no_blackjack", up_card="Ah", dealing=False))
        floor.clock.advance(minutes=1)
    (found,) = breaches(floor)
    assert (found.code, found.rounds, found.signals) == ("closed", 0, 3)
    assert found.minutes == 2, "from the first signal to the last, not since the table closed"


def test_a_station_packs_what_came_in_by_itself(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "WORTH_PACKING", 20)
    monkeypatch.setattr(packs, "BLOCK", 30)
    monkeypatch.setattr(packs, "A_FEW", 10)
    play(floor, "FB-01", "pa-590", 70)
    rests: list[int] = []
    chore = packs.PacksRounds(floor.desk(), floor.store)
    assert chore.is_due(floor.clock.now())
    chore.do(floor.clock.now(), lambda: rests.append(1))
    assert floor.store.packed_upto() == (60, 70), "the last few wait for more"
    assert len(rests) >= 6 and not chore.is_due(floor.clock.now())


def test_ten_years_without_a_round_are_passed_over_and_the_breach_at_their_end_is_found(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealing(floor, "FB-01")
    began = floor.clock.now()
    floor.clock.advance(days=3650)
    play(floor, "FB-01", "pa-590", 5)
    questions: list[str] = []

    def counted(name: str, ask: Callable[..., object]) -> Callable[..., object]:
        return lambda *given: questions.append(name) or ask(*given)  # type: ignore[func-returns-value]

    for name in ("used", "dealt", "heard"):
        monkeypatch.setattr(SqlState, name, counted(name, getattr(SqlState, name)))
    with floor.desk("sam").looking() as moment:
        found = negative_log(moment, floor.store, Selection(frozenset({"FB-01"}), ((began, moment.now),)))
    assert {each.code: each.rounds for each in found} == {"decks-over-hours": 5, "reader-not-inspected": 5}
    assert len(questions) < 100
