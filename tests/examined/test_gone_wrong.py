"""Rounds in which something went wrong, each with both figures, its findings and its choices.

What the money does, as dealt and as required, was worked from the texts before `verify` was asked; where the two
differed the text decided. The citation of each line, the codes of findings and the order and words of choices were
then filled in from what `verify` answered: they were read over, but not found independently, so here they prove that
an answer has not changed, not that it is right. Citations that were decided by reading have tests of their own in
`tests/rules` and `tests/test_required*.py`.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.answer import Required
from floorapp.engine.verify import verify_json

ROUNDS = [json.loads(line) for line in Path(__file__).with_name("gone-wrong.jsonl").read_text("utf-8").splitlines()]


def told(required: Required | None) -> dict[str, Any] | None:
    if required is None:
        return None
    made: dict[str, Any] = {"citation": required.cite, "nets": [line.net for line in required.lines]}
    choices = [[each.by, each.box, [line.net for line in each.lines]] for each in required.choices]
    return made | ({"choices": choices} if choices else {})


def test_every_rulebook_has_many_rounds_that_went_wrong() -> None:
    counted = Counter(each["round"]["rulebook"] for each in ROUNDS)
    assert set(counted) == set(rulebooks()) and min(counted.values()) >= 25
    assert len({each["round"]["id"] for each in ROUNDS}) == len(ROUNDS)


@pytest.mark.parametrize("case", ROUNDS, ids=lambda case: case["round"]["id"])
def test_a_round_that_went_wrong_is_answered_as_the_text_has_it(case: dict[str, Any]) -> None:
    answer = verify_json({"format": "floor-round/1", **case["round"]}, rulebooks())
    expected = case["expected"]
    assert [[line.expected, line.cite] for line in answer.lines] == expected["lines"]
    findings = [f"{each.severity[0]} {each.code} {each.cite}" for each in answer.findings]
    assert findings == expected["findings"]
    assert told(answer.required) == expected.get("required")
