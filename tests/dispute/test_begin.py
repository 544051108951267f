"""What the dispute desk offers to begin with."""

from __future__ import annotations

from floorapp.domain.property import Place
from floorapp.domain.tables import Limits, ShufflingMethod, Table
from floorapp.screens.dispute_choices import start_rows
from tests.dispute.telling import BOOKS


def _table(name: str, rulebook: str) -> Table:
    return Table(name, "Pit 1", Place(0, 0), rulebook, 6, 6, ShufflingMethod.BY_HAND, Limits(1000, 50_000))


def test_a_table_that_cannot_be_settled_stands_after_those_that_can() -> None:
    tables = _table("BJ-01", "blackjack-policy"), _table("FB-01", "pa-590"), _table("FB-02", "pa-590")
    keys = [row.key for row in start_rows(tables, BOOKS, ())]
    assert keys[:3] == ["table FB-01", "table FB-02", "table BJ-01"]
