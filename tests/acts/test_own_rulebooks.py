"""Rulebooks of the property's own: installed with a signature, tables set up with them, each version from its day."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from floorapp.bootstrap import shipped
from floorapp.domain.policy import Policy
from floorapp.domain.property import Place
from floorapp.domain.readers import ReaderKind
from floorapp.domain.rulebooks import InstalledRulebook
from floorapp.domain.tables import Fixture, Post, ShufflingMethod, Table
from floorapp.engine.conduct.judge import Judge
from floorapp.engine.conduct.log import event_of
from floorapp.operations import own_rulebooks
from floorapp.operations.acts import assignments, custody, house, rulebooks, tables
from floorapp.operations.acts.decks import open_decks
from floorapp.operations.acts.rulebooks import digest_of
from floorapp.operations.conduct import inspection_asked, inspection_owed
from floorapp.operations.conduct_log import FloorTeller, public_lines
from floorapp.operations.deck_hours import deck_hours
from floorapp.operations.desk import Change
from floorapp.operations.dispute.sources import begin, cannot_settle
from floorapp.operations.due import due
from floorapp.operations.facts.rulebooks import RulebookInstalled
from floorapp.operations.own_rulebooks import read_book
from floorapp.operations.papers.record import Record
from floorapp.operations.signatures import Meaning
from floorapp.screens.glance import glances
from tests.acts.floor import LIMITS, Floor, refused
from tests.acts.rulebooks import RULEBOOKS

TEMPLATE = shipped("rulebooks", "templates", "house-blackjack.toml").read_text(encoding="utf-8")
TODAY, TOMORROW = date(2026, 11, 16), date(2026, 11, 17)
SECOND = TEMPLATE.replace('version = "1"', 'version = "2"').replace("value = 24\n", "value = 12\n")
EVERYTHING = 1 << 60


def install(floor: Floor, text: str = TEMPLATE, day: date = TODAY, who: str = "cora") -> Change:
    desk = floor.desk(who)
    signature = floor.sign(desk, who, Meaning.INSTALLED)
    return rulebooks.install_rulebook(desk, text=text, holds_from=day, signature=signature)


def not_installed(floor: Floor, text: str = TEMPLATE, day: date = TODAY, who: str = "cora") -> str:
    desk = floor.desk(who)
    signature = floor.sign(desk, who, Meaning.INSTALLED)
    told = refused(rulebooks.install_rulebook, desk, text=text, holds_from=day, signature=signature)
    return told.code


def set_up(floor: Floor, decks: int = 6, boxes: int = 7) -> None:
    desk = floor.desk("sam")
    tables.add_table(
        desk,
        table="BJ-01",
        pit="P1",
        place=Place(5, 1),
        rulebook="house-blackjack",
        boxes=boxes,
        decks=decks,
        method=ShufflingMethod.BY_HAND,
        limits=LIMITS,
    )


def stock(floor: Floor) -> None:
    """A set received, issued and opened at the table."""
    desk = floor.desk("sam")
    decks = floor.get(Table, "BJ-01").decks
    received = custody.receive_decks(
        desk, design="Bee", back="red", decks=decks, seals=("S-77",), security=floor.sign(desk, "sid", Meaning.RECEIVED)
    )
    name = received.subjects[0].id
    custody.issue_decks(desk, deck_set=name, table="BJ-01", witness=floor.sign(desk, "sid", Meaning.ISSUED))
    open_decks(desk, deck_set=name, counted=52 * decks, **floor.two(desk))


def test_the_text_the_hash_and_the_date_go_on_record_and_tables_are_set_up_with_it_from_then_on(floor: Floor) -> None:
    with pytest.raises(Exception, match="rulebook"):
        set_up(floor)
    install(floor)
    fact = floor.last().fact
    assert isinstance(fact, RulebookInstalled)
    assert (fact.text, fact.digest, fact.holds_from) == (TEMPLATE, digest_of(TEMPLATE), TODAY)
    assert [each.person for each in floor.last().signatures] == ["cora"]
    set_up(floor)
    assert floor.get(Table, "BJ-01").rulebook == "house-blackjack"


def test_only_a_compliance_officer_installs_a_rulebook(floor: Floor) -> None:
    assert [not_installed(floor, who=who) for who in ("sam", "flo", "ada")] == ["not-permitted"] * 3


def test_errors_are_named_and_what_settles_or_is_shipped_otherwise_is_refused(floor: Floor) -> None:
    assert not_installed(floor, TEMPLATE.replace("value = 24\n", "")) == "rulebook-errors"
    assert not_installed(floor, TEMPLATE.replace('id = "house-blackjack"', 'id = "pa-590"')) == "shipped-rulebook"
    sixth = shipped("..", "tests", "sixth", "house-blackjack.toml").read_text(encoding="utf-8")
    assert not_installed(floor, sixth) == "own-settlement"
    assert not_installed(floor, day=date(2026, 11, 15)) == "input"


def test_a_version_is_one_text(floor: Floor) -> None:
    install(floor)
    assert not_installed(floor) == "input"
    assert not_installed(floor, TEMPLATE.replace("value = 24\n", "value = 20\n"), TOMORROW) == "input"


def test_a_shipped_rulebook_is_pinned_the_same_way(floor: Floor) -> None:
    text = shipped("rulebooks", "pa-590.toml").read_text(encoding="utf-8")
    install(floor, text)
    with floor.desk().looking() as moment:
        (pinned,) = moment.state.find(InstalledRulebook)
        assert (pinned.rulebook, pinned.digest) == ("pa-590", digest_of(text))
        assert moment.books["pa-590"] == RULEBOOKS["pa-590"]


def test_a_rulebook_of_a_later_day_cannot_be_chosen_yet(floor: Floor) -> None:
    install(floor, day=TOMORROW)
    with floor.desk().looking() as moment:
        assert "house-blackjack" not in moment.books
    floor.clock.advance(days=1)
    set_up(floor)


def test_a_later_version_holds_from_its_day_and_earlier_days_keep_theirs(floor: Floor) -> None:
    install(floor)
    install(floor, SECOND, TOMORROW)
    set_up(floor)
    stock(floor)
    with floor.desk().looking() as moment:
        (hours,) = deck_hours(moment, "BJ-01").values()
        assert (hours.by - hours.began).total_seconds() == 24 * 3600
        assert moment.books["house-blackjack"].version == "1"
    floor.clock.advance(days=1)
    with floor.desk().looking() as moment:
        (hours,) = deck_hours(moment, "BJ-01").values()
        assert (hours.by - hours.began).total_seconds() == 12 * 3600
    record = Record(floor.store, upto=EVERYTHING, rulebooks=RULEBOOKS)
    first, second = (record.rulebook_at("BJ-01", floor.clock.now() - each) for each in (timedelta(days=1), timedelta()))
    assert first is not None and second is not None and (first.version, second.version) == ("1", "2")


def test_cards_dealt_from_the_hand_are_changed_every_four_hours(floor: Floor) -> None:
    install(floor)
    set_up(floor, decks=2)
    stock(floor)
    with floor.desk().looking() as moment:
        (hours,) = deck_hours(moment, "BJ-01").values()
        assert (hours.by - hours.began).total_seconds() == 4 * 3600
    floor.clock.advance(hours=3, minutes=30)
    with floor.desk("flo").looking() as moment:
        (announced,) = [each for each in due(moment) if each.key.startswith("change-decks/BJ-01")]
        assert announced.cite == ""


def test_the_dispute_desk_says_that_it_cannot_settle_there(floor: Floor) -> None:
    install(floor)
    set_up(floor)
    with floor.desk("flo").looking() as moment:
        told = cannot_settle(moment, "BJ-01")
        assert told is not None and "cannot settle" in told.means and "Blackjack, house policy" in told.happened
        assert begin(moment, "BJ-01") is None
        assert cannot_settle(moment, "FB-01") is None


def test_there_is_nothing_to_submit_of_house_policy(floor: Floor) -> None:
    install(floor)
    with floor.desk("cora").looking() as moment:
        told = house.may_submit_rules(moment, rulebook="house-blackjack")
    assert told is not None and told.code == "duties-only"


def test_the_judge_of_conduct_finds_against_such_a_table_as_policy_by_the_version_of_the_day(floor: Floor) -> None:
    install(floor)
    install(floor, SECOND, TOMORROW)
    set_up(floor)
    manager = floor.desk("sam")
    assignments.assign(manager, table="BJ-01", post=Post.FLOORPERSON, person="flo")
    teller = FloorTeller(Record(floor.store, upto=EVERYTHING, rulebooks=RULEBOOKS))
    lines = list(teller.lines())
    assert not teller.left_out
    judge = teller.judge
    take(judge, "2026-11-16T18:00:00Z", do="bring", set="A", decks=6, back="red", design="Bee", cards="new")
    for step in ("inspected", "verified", "spread", "washed"):
        take(judge, "2026-11-16T18:00:00Z", do="step", set="A", step=step)
    take(judge, "2026-11-16T18:00:00Z", do="open")
    take(judge, "2026-11-16T18:00:00Z", do="shoe", set="A", shuffled="hand", cut=True)
    take(judge, "2026-11-16T18:00:00Z", do="burn")
    take(judge, "2026-11-17T10:30:00Z", do="round")  # 5:30 in the morning: still the first day, under 24 hours
    take(judge, "2026-11-17T12:00:00Z", do="round")  # 12 hours hold from 6:00
    (found,) = [each for each in judge.findings() if each.duty == "decks-over-hours"]
    assert (found.basis, found.cite, found.severity, found.dealt.rounds) == ("policy", "", "advisory", 1)
    assert str(found.since) == "2026-11-17T06:00:00-05:00"
    assert lines


def take(judge: Judge, at: str, **said: object) -> None:
    judge.take(event_of({"at": at, "table": "BJ-01", **said}))


def test_an_inspection_that_the_own_rulebook_asks_stays_asked_where_new_jersey_needs_none(floor: Floor) -> None:
    """The screens once took New Jersey's switch for every policy; the judge does not."""
    install(floor)
    set_up(floor)
    desk = floor.desk("ada")
    tables.fit_equipment(desk, table="BJ-01", fixture=Fixture.READER, serial="RD-9", kind=ReaderKind.BLACKJACK)
    house.set_policy(desk, policy=Policy(nj_inspection=False))
    with floor.desk("flo").looking() as moment:
        assert inspection_owed(moment, "BJ-01")
        assert inspection_asked(moment, "BJ-01") is not None
        assert inspection_asked(moment, "NJ-01") is None


def test_the_public_log_leaves_such_tables_out_and_says_so(floor: Floor) -> None:
    install(floor)
    set_up(floor)
    teller, own = FloorTeller(Record(floor.store, upto=EVERYTHING, rulebooks=RULEBOOKS)), set[str]()
    lines = list(public_lines(teller.lines(), RULEBOOKS, own))
    assert own == {"BJ-01"} and "BJ-01" not in json.dumps(lines)
    assert lines[0]["format"] == "floor-log/1" and any(each.get("table") == "FB-01" for each in lines)


def test_a_text_that_a_later_release_cannot_read_stops_no_floor_and_is_said(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(floor)
    install(floor, SECOND, TOMORROW)
    set_up(floor)
    stock(floor)
    floor.clock.advance(days=1)
    monkeypatch.setattr(own_rulebooks, "_READ", {})
    monkeypatch.setattr(own_rulebooks, "read_book", lambda text: read_book(text.replace("settles =", "settled =")))
    with floor.desk("flo").looking() as moment:
        book = moment.books["house-blackjack"]
        assert (book.name, book.standing.status, book.duties) == ("Blackjack, house policy", "cannot be read", ())
        assert "Install it again" in book.standing.note and not book.standing.in_force(TOMORROW)
        assert cannot_settle(moment, "BJ-01") is not None
        due(moment)
        assert "BJ-01" in glances(moment)
    assert Record(floor.store, upto=EVERYTHING, rulebooks=RULEBOOKS).books["house-blackjack"].duties == ()


def test_where_only_the_later_version_cannot_be_read_tables_go_by_the_one_before(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(floor)
    install(floor, SECOND, TOMORROW)
    set_up(floor)
    floor.clock.advance(days=1)
    monkeypatch.setattr(own_rulebooks, "_READ", {})
    spoiled = {SECOND: "version = 2", TEMPLATE: TEMPLATE}
    monkeypatch.setattr(own_rulebooks, "read_book", lambda text: read_book(spoiled[text]))
    with floor.desk("flo").looking() as moment:
        book = moment.books["house-blackjack"]
        assert (book.version, book.standing.status) == ("1", "cannot be read") and book.duties
        assert "go by version 1" in book.standing.note


def test_a_game_without_a_card_reader_need_say_nothing_about_one(floor: Floor) -> None:
    """Baccarat has fourteen spots and no hole card; its rulebook once had to invent a reader."""
    before, rest = TEMPLATE.split("# The card reader", 1)
    text = (before + "# Checklists" + rest.split("# Checklists", 1)[1]).replace("at_most = 7", "at_most = 14")
    install(floor, text.replace("[1, 2, 6, 8]", "[1, 2, 8]"))
    with floor.desk().looking() as moment:
        assert not any(key.startswith("reader") for key, _ in moment.books["house-blackjack"].provisions())
    set_up(floor, decks=8, boxes=14)
    assignments.assign(floor.desk("sam"), table="BJ-01", post=Post.FLOORPERSON, person="flo")
    stock(floor)
    with floor.desk("flo").looking() as moment:
        asked = [each.says for each in due(moment) if "BJ-01" in each.key]
        assert not inspection_owed(moment, "BJ-01") and not any("reader" in each for each in asked)
        assert "BJ-01" in glances(moment)
    floor.check()
