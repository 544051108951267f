"""A sixth game, added by one file of data: settled, reckoned, packed and dealt at a table like the other five."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.domain.devices import ProofTest
from floorapp.domain.property import Place
from floorapp.domain.tables import Cards, Fixture, Phase, Post, ShufflingMethod, Table, TableStatus
from floorapp.engine.chances import dealer_ends
from floorapp.engine.decode import read_round
from floorapp.engine.packer import pack_block
from floorapp.engine.unpacker import unpack_block
from floorapp.engine.verify import verify_json
from floorapp.operations.acts import assignments, custody, decks, incidents, opening, readers, tables
from floorapp.operations.desk import Desk
from floorapp.operations.due import due
from floorapp.operations.signatures import Meaning
from tests.acts.conftest import floor, house
from tests.acts.floor import LIMITS, Floor
from tests.deal import Verified, box, record
from tests.rulebook_raw import read_rulebook

FILE = Path(__file__).with_name("house-blackjack.toml")
SIXTH = read_rulebook(FILE.read_text(encoding="utf-8"), FILE.name)
BOOKS = {**rulebooks(), SIXTH.id: SIXTH}

__all__ = ["floor", "house"]  # fixtures


def dealt(dealer: str, *boxes: dict[str, Any], **more: Any) -> Verified:
    return Verified(verify_json(record(SIXTH.id, dealer, *boxes, **more), BOOKS))


def test_hb_4_a_a_blackjack_pays_six_to_five() -> None:
    found = dealt("7h Td", box("As Kd"), reader=None)
    assert (found.verdict, found.net(), found.line().cite) == ("settled", 1200, "HB.4(a)")


def test_hb_10_d_a_22_is_over_like_any_other() -> None:
    found = dealt("6h Td 6d", box("Ts 8d", "stand"), reader=None)
    assert (found.verdict, found.net(), found.line().cite) == ("settled", 1000, "HB.11(b)")


def test_hb_6_there_is_no_surrender() -> None:
    assert "HB.6" in {each.cite for each in dealt("7h Td", box("Ts 6d", "surrender"), reader=None).answer.findings}


def test_hb_7_no_double_is_free() -> None:
    assert dealt("7h Td", box("6s 5d", "double free Th"), reader=None).verdict == "violation"


def test_hb_8_c_pairs_are_split_to_three_hands() -> None:
    three = "split 1000 8d, split 1000 Td, stand, deal Tc, stand, deal Th, stand"
    assert dealt("7h Td", box("8s 8h", three), reader=None).verdict == "settled"
    four = "split 1000 8d, split 1000 8c, split 1000 Td, stand, deal Tc, stand, deal Th, stand, deal Ts, stand"
    assert dealt("7h Td", box("8s 8h", four), reader=None).verdict == "violation"


def test_its_dealer_is_reckoned_exactly() -> None:
    ends = dealer_ends(SIXTH, decks=6)
    assert sum(each.probability for each in ends.odds.totals) == Fraction(1)


def test_its_rounds_are_packed_and_come_back() -> None:
    read = read_round(record(SIXTH.id, "7h Td", box("As Kd"), reader=None), BOOKS)
    assert list(unpack_block(pack_block([read]))) == [read]


@pytest.fixture
def desk(floor: Floor) -> Desk:
    """A floorperson's desk in a house that knows six games, with a table of the sixth."""
    made = {who: floor.desk(who) for who in ("sam", "flo")}
    for each in made.values():
        each.rulebooks = BOOKS
    tables.add_table(
        made["sam"],
        table="BJ-01",
        pit="P1",
        place=Place(5, 1),
        rulebook=SIXTH.id,
        boxes=7,
        decks=6,
        method=ShufflingMethod.BY_HAND,
        limits=LIMITS,
    )
    tables.fit_equipment(made["sam"], table="BJ-01", fixture=Fixture.READER, serial="RD-6")
    return made["flo"]


def test_a_table_of_it_opens_is_announced_after_its_own_hours_and_stops_under_its_own_paragraph(
    floor: Floor, desk: Desk
) -> None:
    assert floor.get(Table, "BJ-01").boxes == 7
    assignments.assign(desk, table="BJ-01", post=Post.FLOORPERSON, person="flo")
    proofs = (ProofTest("Kh", "blackjack", "blackjack"),)
    readers.inspect_reader(desk, table="BJ-01", tampering=False, working=True, proofs=proofs)
    _stock(floor, desk)
    with desk.looking() as moment:
        steps = tuple(step.id for step in opening.opening_steps(moment, table="BJ-01", cards=Cards.NEW))
    opening.open_table(desk, table="BJ-01", cards=Cards.NEW, done=steps)
    floor.clock.advance(hours=11, minutes=30)
    with desk.looking() as moment:
        (announced,) = [each for each in due(moment) if each.key.startswith("change-decks/BJ-01")]
    assert announced.cite == "HB.2(c)"
    now = floor.clock.now()
    told = incidents.IncidentReport(
        table="BJ-01",
        code="reader-malfunction",
        says="It is dark.",
        happened_at=now,
        discovered_at=now,
        told=("floorperson",),
    )
    incidents.report_irregularity(desk, report=told, signature=floor.sign(desk, "flo", Meaning.REPORTED))
    status = floor.get(TableStatus, "BJ-01")
    assert (status.phase, status.stopped_by) == (Phase.SUSPENDED, "HB.3(d)")


def _stock(floor: Floor, desk: Desk) -> None:
    """Six decks received and issued by the usual people, opened under the sixth rulebook."""
    manager = floor.desk("sam")
    manager.rulebooks = BOOKS
    received = custody.receive_decks(
        manager,
        design="Bee",
        back="red",
        decks=6,
        seals=("S-6",),
        security=floor.sign(manager, "sid", Meaning.RECEIVED),
    )
    name = received.subjects[0].id
    witness = floor.sign(manager, "sid", Meaning.ISSUED)
    custody.issue_decks(manager, deck_set=name, table="BJ-01", witness=witness)
    decks.open_decks(desk, deck_set=name, counted=312, **floor.two(desk))
