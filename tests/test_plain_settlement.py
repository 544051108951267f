"""The engine against a second, plain settlement on 100,000 random lawful rounds of the five games."""

from __future__ import annotations

from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.plain.rounds import legal_rounds
from tests.plain.settlement import settle

SHARDS, ROUNDS = 40, 2_500
COMPARED = ("box", "hand", "behind", "wager", "stake", "lammer", "outcome", "expected")


def laid_out(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines as both sides can be held against each other: what is compared, in one order."""
    kept = [{name: line[name] for name in COMPARED if name in line} for line in lines]
    return sorted(kept, key=lambda line: (line["box"], line.get("behind", 0), line.get("hand", 0), line["wager"]))


@pytest.mark.parametrize("shard", range(SHARDS), ids=lambda shard: f"{shard + 1}-of-{SHARDS}-{ROUNDS}-rounds-each")
def test_engine_and_plain_settlement_agree_on_every_line_of_lawful_rounds(shard: int) -> None:
    books = rulebooks()
    for number, record in enumerate(legal_rounds(seed=7_000 + shard, count=ROUNDS)):
        answer = verify_json(record, books)
        where = f"round {number} of shard {shard}: {record}"
        assert answer.verdict == "ok", f"{answer.error or answer.findings} {where}"
        assert not [each for each in answer.findings if each.severity == "violation"], where
        assert laid_out(answer.as_json()["lines"]) == laid_out(settle(record)), where
