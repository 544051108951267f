"""The engine against a second, plain settlement on 4,000 random lawful rounds of the five games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plain import agreement
from tests.plain.agreement import disagreements
from tests.plain.settlement import settle

#: `make campaign` settles a million.
SHARDS, ROUNDS = 2, 2_000


@pytest.mark.parametrize("shard", range(SHARDS))
def test_engine_and_plain_settlement_agree_on_every_line_of_lawful_rounds(shard: int) -> None:
    found = disagreements(7_000 + shard, ROUNDS)
    assert not found, "\n".join(found[:3])


def test_a_settlement_that_is_a_cent_off_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def a_cent_off(record: dict[str, Any]) -> list[dict[str, Any]]:
        first, *rest = settle(record)
        return [{**first, "expected": first["expected"] + 1}, *rest]

    monkeypatch.setattr(agreement, "settle", a_cent_off)
    assert len(disagreements(7_000, 20)) == 20
