"""Labels that are scanned: the right one is on record, a wrong set, one elsewhere and a used seal are said at once."""

from __future__ import annotations

import pytest

from floorapp.domain.codes import Labeled, code_of, read_code
from floorapp.domain.decks import DeckSet
from floorapp.domain.people import Role
from floorapp.operations.act_table import ACTS
from floorapp.operations.acts import custody, decks, readers, scans
from floorapp.operations.facts.refusals import ActRefused
from floorapp.operations.facts.scans import LabelScanned
from floorapp.operations.scans import meant, used_seal
from floorapp.operations.signatures import Meaning
from tests.acts.floor import PROVED, Floor, hire, refused
from tests.papers.two_days import rows, sheets


def received(floor: Floor, *seals: str) -> list[str]:
    desk = floor.desk("sam")
    security = floor.sign(desk, "sid", Meaning.RECEIVED)
    change = custody.receive_decks(desk, design="Bee", back="red", decks=6, seals=seals, security=security)
    return [each.id for each in change.subjects]


def test_a_code_says_what_it_is_and_a_makers_seal_bears_its_number_alone() -> None:
    assert read_code(code_of(Labeled.SET, "DS-2026-0001")) == (Labeled.SET, "DS-2026-0001")
    assert read_code(" table-FB-01\r") == (Labeled.TABLE, "FB-01")
    assert read_code("A-1041") == (None, "A-1041") and read_code("SEAL-") == (None, "SEAL-")


def test_a_scanned_label_is_on_record_with_its_step(floor: Floor) -> None:
    (name,) = received(floor, "A1")
    scans.scan_label(floor.desk("flo"), code=f"SET-{name}", step="open_decks", expected=(name,))
    said = floor.last().fact
    assert said == LabelScanned(code=f"SET-{name}", step="open_decks", deck_set=name, table="")
    scans.scan_label(floor.desk("flo"), code="A1", step="open_decks", expected=(name,))
    assert floor.last().fact.subject.id == name, "the maker's own bar code on the seal does as well"
    floor.check()


def test_whoever_handles_cards_scans_their_labels(floor: Floor) -> None:
    """Card storage was asked for labels at its four acts, and each scan was refused as not for its role."""
    (name,) = received(floor, "A1")
    stan = floor.desk(hire(floor, Role.STORAGE))
    scans.scan_label(stan, code=f"SET-{name}", step="transfer_decks", expected=(name,))
    assert floor.last().fact.subject.id == name
    handling = [row for row in ACTS.values() if row.form in ("cards", "deck_sets", "card_storage")]
    roles = {role for row in handling if row.name != "set_storage_place" for role in row.roles}
    assert roles == ACTS["scan_label"].roles


def test_a_wrong_set_is_told_with_where_the_record_has_it_and_the_attempt_is_on_record(floor: Floor) -> None:
    first, second = received(floor, "A1", "A2")
    desk = floor.desk("sam")
    custody.issue_decks(desk, deck_set=second, table="FB-01", witness=floor.sign(desk, "sid", Meaning.ISSUED))
    wrong = refused(scans.scan_label, desk, code=f"SET-{second}", step="issue_decks", expected=(first,))
    assert wrong.code == "wrong-set" and "listed as delivered at table FB-01" in wrong.happened
    assert first in wrong.happened
    attempt = floor.last().fact
    assert isinstance(attempt, ActRefused) and attempt.act == "scan_label"
    for code in ("TABLE-FB-01", "4006381333931"):
        assert refused(scans.scan_label, desk, code=code, step="x", expected=(first,)).code == "unknown-code"


def test_a_seal_is_used_once_also_after_the_set_has_another(floor: Floor) -> None:
    """The first seal of a set that was sealed anew was forgotten, and could be used again."""
    desk = floor.desk("flo")
    (name,) = floor.stock("FB-01", "red")
    old = floor.get(DeckSet, name).seal
    decks.withdraw_decks(desk, deck_set=name, reason="bent")
    custody.seal_decks(desk, deck_set=name, seal="B7")
    again = refused(custody.receive_decks, floor.desk("sam"), **_call(floor, old))
    assert again.code == "seal-used"
    with desk.looking() as moment:
        said = used_seal(moment, f"SEAL-{old}", "seal")
        assert said is not None and name in said.happened and used_seal(moment, "B8", "seal") is None
        assert used_seal(moment, f"SET-{name}", "seal") is not None, "a set's label is no seal"
        assert meant(moment, "B7").deck_set is not None
    wrong = refused(scans.scan_label, desk, code=old, step="collect_decks", expected=(name,))
    assert wrong.code == "old-seal" and "B7" in wrong.happened


def _call(floor: Floor, seal: str) -> dict[str, object]:
    security = floor.sign(floor.desk("sam"), "sid", Meaning.RECEIVED)
    return {"design": "Bee", "back": "red", "decks": 6, "seals": (seal,), "security": security}


@pytest.mark.parametrize(("code", "right"), [("TABLE-FB-01", True), ("TABLE-FB-02", False), ("SET-x", False)])
def test_the_label_at_the_table_proves_presence_at_its_inspection(floor: Floor, code: str, right: bool) -> None:
    desk = floor.desk("flo")
    if right:
        scans.scan_label(desk, code=code, step="inspect_reader", table="FB-01")
        assert floor.last().fact == LabelScanned(code=code, step="inspect_reader", deck_set="", table="FB-01")
    else:
        assert refused(scans.scan_label, desk, code=code, step="inspect_reader", table="FB-01").code == "wrong-table"


def test_the_inspection_log_shows_that_somebody_stood_at_the_table(floor: Floor) -> None:
    desk = floor.desk("flo")
    scans.scan_label(desk, code="TABLE-FB-01", step="inspect_reader", table="FB-01")
    floor.clock.advance(minutes=2)
    for table in ("FB-01", "FB-02"):
        readers.inspect_reader(desk, table=table, tampering=False, working=True, proofs=PROVED, instead_of="a trial")
    notes = {row.cells[0]: row.notes for row in rows(sheets(floor, "inspections")[0], "")}
    assert any("The label at the table was scanned at" in each for each in notes["FB-01"])
    assert not any("scanned" in each for each in notes["FB-02"])
