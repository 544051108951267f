"""A record that no sound device writes is answered with what is wrong and where; the rounds beside it are not lost."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_text
from tests.deal import box, record
from tests.test_cli_verify import floorapp
from tests.test_schemas import schema

CODE = "burn-card-missed"
SOUND = json.dumps(record("pa-590", "9h 8s", box("Kc 8d", "stand"), table="t", shoe="s", events=[{"code": CODE}]))
EVENTS = f'[{{"code": "{CODE}"}}]'
HALF = "\\ud800"  # as JSON spells it
DEEP = 100_000


def broken(there: str, instead: str) -> str:
    assert SOUND.count(there) == 1
    return SOUND.replace(there, instead)


#: What is spoilt, what stands there instead, the id that is still known, and the error.
MALFORMED: dict[str, tuple[str, str | None, str]] = {
    "a key twice": (broken('"id": "r"', '"id": "r", "table": "u"'), "r", "table: given twice"),
    "the id twice": (broken('"id": "r"', '"id": "r", "id": "q"'), None, "id: given twice"),
    "a key twice in an event": (
        broken(EVENTS, f'[{{"code": "{CODE}", "code": "x"}}]'),
        "r",
        "events[0].code: given twice",
    ),
    "NaN": (broken("1000", "NaN"), None, "not JSON: NaN is not JSON"),
    "infinity": (broken("1000", "-Infinity"), None, "not JSON: -Infinity is not JSON"),
    "beyond all floats": (
        broken("1000", "1e400"),
        "r",
        "boxes[0].wagers.main: Infinity is not a whole number above zero",
    ),
    "a huge amount": (broken("1000", "9" * 40), "r", "boxes[0].wagers.main: is larger than any amount at a table"),
    "5,000 digits": (broken("1000", "9" * 5000), "r", "boxes[0].wagers.main: is larger than any amount at a table"),
    "lists too deep": (broken('"r"', '"r", "note": ' + "[" * DEEP + "]" * DEEP), None, "nested too deeply"),
    "objects too deep": (broken('"r"', '"r", "note": ' + '{"a":' * DEEP + "1" + "}" * DEEP), None, "nested too deeply"),
    "half a character in id": (broken('"r"', f'"{HALF}"'), None, f'id: "{HALF}" holds half of a character'),
    "in table": (broken('"t"', f'"T{HALF}"'), "r", f'table: "T{HALF}" holds half of a character'),
    "in shoe": (broken('"s"', f'"{HALF}"'), "r", f'shoe: "{HALF}" holds half of a character'),
    "in void": (broken('"r"', f'"r", "void": "{HALF}"'), "r", f'void: "{HALF}" holds half of a character'),
    "in dead": (
        broken('"box": 1', f'"box": 1, "dead": "{HALF}"'),
        "r",
        f'boxes[0].dead: "{HALF}" holds half of a character',
    ),
    "in a code": (broken(CODE, HALF), "r", f'events[0].code: "{HALF}" holds half of a character'),
    "in a choice": (
        broken(EVENTS, f'[{{"code": "{CODE}", "choice": "{HALF}"}}]'),
        "r",
        f'events[0].choice: "{HALF}" holds half of a character',
    ),
    "in a card": (broken('"Kc"', f'"{HALF}"'), "r", f'boxes[0].cards[0]: "{HALF}" is not a card'),
    "in a wager": (broken("1000", f'1000, "{HALF}": 5'), "r", f"boxes[0].wagers.{HALF}: nobody can place such a wager"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_record_is_answered_with_its_fault(name: str) -> None:
    text, id_, error = MALFORMED[name]
    answer = verify_text(text, rulebooks(), 7)
    assert (answer.verdict, answer.id, answer.error) == ("unreadable", id_, error)
    assert json.dumps(answer.as_json(), ensure_ascii=False).encode()


def refused(events: Any) -> str:
    made = json.loads(SOUND) | {"events": events}
    with pytest.raises(jsonschema.ValidationError):
        schema("round").validate(made)
    answer = verify_text(json.dumps(made), rulebooks())
    assert (answer.verdict, answer.id) == ("unreadable", "r")
    return answer.error


@pytest.mark.parametrize("events", [None, 5, "x", {}, True])
def test_events_are_a_list(events: Any) -> None:
    assert refused(events).startswith("events: must be a list, not ")


@pytest.mark.parametrize("event", [None, 5, "x", [], True])
def test_an_event_is_an_object(event: Any) -> None:
    assert refused([{"code": CODE}, event]).startswith("events[1]: must be an object, not ")


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("code", [None, 5, {}, [CODE], "\ud800"]),
        ("box", [None, 0, -1, True, 1.5, "1", [1], 10**16]),
        ("hand", [None, 0, -1, True, 1.5, "1", [1], 10**16]),
        ("cards", [None, 0, -1, True, 1.5, "2", [2], 10**16]),
        ("card", [None, 5, "1h", "", ["5c"]]),
        ("refused_by", [None, 1, "1", {}, [0], ["1"], [True], [None]]),
        ("before_two", [None, 0, 1, "true"]),
        ("area", [None, 1, "blue", ""]),
        ("choice", [None, 5, {}, ["continue"], "\udfff"]),
    ],
)
def test_a_field_of_an_event_of_another_type_is_refused_by_its_place(field: str, values: list[Any]) -> None:
    for value in values:
        assert refused([{"code": CODE, field: value}]).startswith(f"events[0].{field}")


def test_half_a_character_is_refused_by_schema_and_reader_and_a_whole_one_is_not() -> None:
    for text, readable in (
        ("\ud83c\udca1".encode("utf-16", "surrogatepass").decode("utf-16"), True),
        ("\ud83c", False),
    ):
        made = json.loads(SOUND) | {"id": text}
        assert schema("round").is_valid(made) == readable
        assert (verify_text(json.dumps(made), rulebooks()).verdict == "settled") == readable
    unread = verify_text(broken('"r"', f'"r", "note": "{HALF}"'), rulebooks())
    assert unread.verdict == "settled", "what nobody reads is passed over"


def test_the_rounds_beside_malformed_ones_are_answered_in_their_order() -> None:
    texts = [text for text, _, _ in MALFORMED.values()]
    run = floorapp("verify", "-", stdin="".join(f"{text}\n{SOUND}\n" for text in texts))
    answers = [json.loads(line) for line in run.stdout.decode("utf-8").splitlines()]
    assert [each["verdict"] for each in answers] == ["unreadable", "settled"] * len(texts)
    assert [each["error"] for each in answers[::2]] == [error for _, _, error in MALFORMED.values()]
    assert (run.returncode, run.stderr) == (2, b"")
