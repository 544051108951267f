"""The JSON Schemas say what the reader takes and what the answers are."""

import json
import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema
import pytest

from floorapp.bootstrap import rulebooks, shipped
from floorapp.engine.mechanics.register import HAND_WAGERS, MECHANIC
from floorapp.engine.verify import verify_json
from floorapp.engine.wagers.register import PLACED, SIDE, WAGERS
from tests.deal import box, record
from tests.plain.rounds import legal_rounds


@cache
def schema(name: str) -> jsonschema.Draft202012Validator:
    text = shipped("schemas", f"floor-{name}-1.schema.json").read_text(encoding="utf-8")
    jsonschema.Draft202012Validator.check_schema(json.loads(text))
    return jsonschema.Draft202012Validator(json.loads(text))


def test_legal_records_and_their_answers_keep_to_the_schemas() -> None:
    records, answers = schema("round"), schema("answer")
    for each in legal_rounds(seed=31, count=300):
        records.validate(each)
        answers.validate(verify_json(each, rulebooks()).as_json())


def test_the_schema_knows_the_rulebooks_that_are_shipped() -> None:
    properties: Mapping[str, Any] = schema("round").schema["properties"]
    assert set(properties["rulebook"]["enum"]) == set(rulebooks())


def test_the_schemas_know_every_wager_and_decision_that_is_registered() -> None:
    record_, answer, odds, log = (schema(name).schema for name in ("round", "answer", "odds", "log"))
    parts, line = record_["$defs"], answer["$defs"]["line"]["properties"]
    lines = {*HAND_WAGERS, *SIDE}
    assert set(parts["wagers"]["properties"]) == set(WAGERS)
    assert set(parts["options"]["properties"]["side_wagers"]["items"]["enum"]) == set(PLACED)
    assert set(parts["step"]["properties"]["do"]["enum"]) == set(MECHANIC)
    assert set(parts["reported"]["properties"]["wager"]["enum"]) == lines
    assert set(line["wager"]["enum"]) == lines
    assert set(answer["$defs"]["required_line"]["properties"]["wager"]["enum"]) == lines
    assert set(odds["oneOf"][0]["properties"]["wager"]["enum"]) == set(SIDE)
    assert set(log["oneOf"][1]["properties"]["side_wagers"]["anyOf"][0]["items"]["enum"]) == set(PLACED)


def test_what_the_schema_refuses_is_unreadable_and_what_it_takes_is_read() -> None:
    """Random damage: both sides say the same of a record's form."""
    records = schema("round")
    rng = random.Random(7)
    refused = 0
    for each in legal_rounds(seed=8, count=400):
        damage(each, rng)
        if records.is_valid(each):
            continue
        refused += 1
        assert verify_json(each, rulebooks()).verdict == "unreadable", each
    assert refused > 100


def damage(node: Any, rng: random.Random) -> None:
    """Spoil one value somewhere in a record."""
    while isinstance(node, dict | list) and node:
        key = rng.choice(list(node)) if isinstance(node, dict) else rng.randrange(len(node))
        if isinstance(node[key], dict | list) and node[key] and rng.random() < 0.8:
            node = node[key]
            continue
        node[key] = rng.choice([None, "", "Xx", 0, -5, True, [], {}, "Ah", 7])
        return


@pytest.mark.parametrize(
    "spoilt",
    [
        box("8c 8d", "stand", number=0),
        box("8c 8d", "stand", tip=5),
        box("8c 8d 9d", "stand"),
        {"box": 1, "cards": ["8c", "8d"], "wagers": {}},
    ],
)
def test_schema_and_reader_refuse_the_same_boxes(spoilt: dict[str, Any]) -> None:
    if "tip" in spoilt:
        spoilt["wagers"]["tip"] = spoilt.pop("tip")
    made = record("pa-590", "6h Td 6d", spoilt)
    assert not schema("round").is_valid(made)
    assert verify_json(made, rulebooks()).verdict == "unreadable"
