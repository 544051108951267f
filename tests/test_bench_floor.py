"""What `make bench` measures on: a floor at play, every round right, no two alike."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json
from tests.bench import files, floor


def test_the_floor_plays_all_five_games_with_three_or_four_boxes_and_every_round_is_right() -> None:
    rounds = list(floor.rounds(600, seed=2))
    assert Counter(each["rulebook"] for each in rounds).keys() == rulebooks().keys()
    assert 3.3 < sum(len(each["boxes"]) for each in rounds) / len(rounds) < 3.8
    assert {verify_json(each, rulebooks()).verdict for each in rounds} == {"ok"}
    assert len({json.dumps(each) for each in rounds}) == len(rounds)


def test_exchanged_suits_make_other_rounds_that_are_as_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PLACE", tmp_path)
    many = files.many_file(files.rounds_file(40))
    records = [json.loads(line) for line in many.read_bytes().splitlines()]
    assert len({json.dumps(each) for each in records}) == len(files.EXCHANGES) * 40
    assert {verify_json(each, rulebooks()).verdict for each in records} == {"ok"}
