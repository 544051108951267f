"""The JSON Schemas of a floor log and of the judge's answer say what the judge takes and what it says."""

from __future__ import annotations

import json
import random
from typing import Any

import jsonschema
import pytest

from floorapp.engine.conduct.log import FIELDS, UnreadableLine, event_of
from floorapp.engine.duty import DUTIES
from floorapp.engine.json_values import INSTANT
from tests.conduct.floor import BOOKS, by_hand
from tests.conduct.lines import LINES, after, whole
from tests.test_schemas import schema

#: Of these the schema tells the form alone; whether there is such a time, zone, set or table it cannot know.
FORM_ALONE = {"at", "zone", "set", "table"}
WRONG = [None, "", "Xx", 0, -5, 7, 2.5, 1_000_001, True, False, [], ["Xx"], {}, {"a": 1}, "hand", "new"]


@pytest.fixture(scope="module")
def lines() -> jsonschema.Draft202012Validator:
    return schema("log")


def readable(line: dict[str, Any]) -> bool:
    try:
        after(line).judge()
    except UnreadableLine:
        return False
    return True


def test_every_kind_of_line_keeps_to_the_schema(lines: jsonschema.Draft202012Validator) -> None:
    assert {kind.split()[0] for kind in LINES} == set(FIELDS)
    for kind in LINES:
        lines.validate(whole(kind))


@pytest.mark.parametrize("kind", LINES)
def test_schema_and_judge_refuse_the_same_lines(kind: str, lines: jsonschema.Draft202012Validator) -> None:
    """One field spoilt or left out: both take it, or both refuse it."""
    rng = random.Random(kind)
    for field in whole(kind):
        for wrong in (*rng.sample(WRONG, 6), "left out"):
            line = {**whole(kind), field: wrong}
            if wrong == "left out":
                del line[field]
            valid = lines.is_valid(line)
            if field not in FORM_ALONE:
                assert valid == readable(line), line
            elif not valid:
                assert not readable(line), line


TIMES = ["2026-11-10T10:00:00-05:00", "2026-11-10T15:00:00Z", "2026-11-10 15:00Z", "20261110T150000.25+0000"]
TIMES += ["2026-W46-2T15:00:00,5Z", "2026-11-10T10:00:00.123456789-05:00", "2026-11-10T15Z"]
NO_TIMES = ["", "2026-11-10", "2026-11-10T15:00:00", "2026-11-10T15:00:00z", " 2026-11-10T15:00:00Z", "15:00:00Z"]
NO_TIMES += ["2026-11-10T15:00:00.Z", "2026-11-10T15:00:00 Z"]


@pytest.mark.parametrize("at", TIMES + NO_TIMES)
def test_a_time_has_an_offset_for_schema_and_judge(at: str, lines: jsonschema.Draft202012Validator) -> None:
    for name in ("log", "round"):
        assert schema(name).schema["properties"]["at"]["pattern"] == INSTANT
    line = {**whole("open"), "at": at}
    try:
        event_of(line)
    except UnreadableLine:
        assert at in NO_TIMES
    else:
        assert at in TIMES
    assert lines.is_valid(line) == (at in TIMES)


@pytest.mark.parametrize("field", ["inspection_minutes", "nj_change_hours", "nj_inspection"])
def test_schema_and_judge_refuse_the_same_policies(field: str, lines: jsonschema.Draft202012Validator) -> None:
    for wrong in WRONG:
        line = {**whole("house"), "policy": {field: wrong}}
        assert lines.is_valid(line) == readable(line), line


def test_schema_and_judge_take_the_same_words(lines: jsonschema.Draft202012Validator) -> None:
    """A word that one field may have is taken by both in another, or by neither."""
    rng = random.Random(3)
    words = sorted({word for kind in LINES for word in whole(kind).values() if isinstance(word, str)} | set(BOOKS))
    for kind in LINES:
        for field, value in whole(kind).items():
            if isinstance(value, str) and field not in FORM_ALONE | {"do"}:
                for word in rng.sample(words, 8):
                    line = {**whole(kind), field: word}
                    assert lines.is_valid(line) == readable(line), line


def test_the_schema_knows_the_duties_that_the_judge_finds() -> None:
    text = json.dumps(schema("conduct").schema)
    assert [duty for duty in (*DUTIES, "closed", "setup-reader") if f'"{duty}"' not in text] == []


@pytest.mark.parametrize("book", BOOKS)
def test_findings_and_what_is_owed_keep_to_the_schema(book: str) -> None:
    answers = schema("conduct")
    floor = by_hand(book, but=("inspection", "layout", "washed"), boxes=9).do("inspect_reader", by="eve").do("stop")
    floor.do("shoe", set="A").dealt().do("recut", by_post="floorperson").do("count", set="A", cards=3).do("idle")
    floor.dealt().do("round", after=90_000)
    told = floor.findings(all_=True) + [each.as_json() for each in floor.judge().owed()]
    assert len(told) > 15
    for answer in (*told, *({**answer, "file": "log.jsonl"} for answer in told[:2])):
        answers.validate(answer)
    answers.validate({"error": "at: missing", "line": 3})
    answers.validate({"error": "cannot be read: no such file", "line": None, "file": "log.jsonl"})


@pytest.mark.parametrize("spoilt", [{"severity": "note"}, {"rounds": -1}, {"basis": "custom"}, {"duty": "smile"}])
def test_the_schema_of_the_answer_can_refuse(spoilt: dict[str, Any]) -> None:
    (found, *_) = by_hand("pa-590").do("shoe", set="A").dealt().findings()
    answers = schema("conduct")
    answers.validate(found)
    with pytest.raises(jsonschema.ValidationError):
        answers.validate({**found, **spoilt})
