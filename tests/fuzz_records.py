"""Broken records put to the engine, and what must hold of every answer."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.engine.answer import Answer
from floorapp.engine.verify import verify_json, verify_text
from tests.broken_records import FIELDS, Breaker, at, paths_of
from tests.plain.rounds import legal_rounds

VERDICTS = {"ok", "settled", "mismatch", "violation", "unreadable"}


def names_a_place(raw: Any, rest: str) -> bool:
    """Whether an error begins with a place that the record has, or with a field that it lacks."""
    if rest.startswith(": "):
        return True
    if isinstance(raw, dict):
        inner = [key for key in raw if rest.removeprefix(".").startswith(key)]
        if any(names_a_place(raw[key], rest.removeprefix(".")[len(key) :]) for key in inner):
            return True
        return any(rest.removeprefix(".").startswith(f"{field}: ") for field in FIELDS if field not in raw)
    if isinstance(raw, list) and rest.startswith("["):
        number, _, more = rest[1:].partition("]")
        return number.isdigit() and int(number) < len(raw) and names_a_place(raw[int(number)], more)
    return False


def check(answer: Answer, raw: Any) -> None:
    assert answer.verdict in VERDICTS
    written = json.loads(json.dumps(answer.as_json(), allow_nan=False))
    assert written["verdict"] == answer.verdict
    if answer.verdict != "unreadable":
        assert isinstance(raw, dict)
        assert answer.id == raw["id"]
        assert {line.box for line in answer.lines} == {box["box"] for box in raw["boxes"]}
        assert all(line.cite and line.because for line in answer.lines)
        assert not answer.error
        keys = [(line.box, line.hand, line.behind, line.wager) for line in answer.lines]
        ways = [answer.required.lines, *(each.lines for each in answer.required.choices)] if answer.required else []
        assert all([(line.box, line.hand, line.behind, line.wager) for line in way] == keys for way in ways)
        assert not answer.required or answer.verdict in ("mismatch", "violation")
        return
    assert answer.error.strip()
    assert not answer.lines
    if isinstance(raw, dict):
        told = answer.error.replace("\\ud800", "\ud800")  # a name that is no character is told as JSON spells it
        assert names_a_place(raw, told) or monstrous(raw), answer.error


def monstrous(raw: Any) -> bool:
    """Whether a record nests too deeply, or counts too high, for its fault to have one place."""
    deepest = max((len(path) for path in paths_of(raw)), default=0)
    huge = (value for path in paths_of(raw) if type(value := at(raw, path)) is int)
    return deepest > 100 or any(abs(value) > 10**1000 for value in huge)


def read_back(text: str | bytes) -> Any:
    """What a strict JSON reader makes of a text, None where nothing."""
    try:
        return json.loads(text, parse_constant=int)  # int("NaN") is a ValueError
    except (ValueError, RecursionError):
        return None


def shown(given: Any) -> str:
    """A record for whoever looks into its fault, cut short."""
    try:
        return repr(given)[:3000]
    except RecursionError:
        return "nested too deeply to be shown"


def unharmed(rng: random.Random, text: str) -> str:
    """The same record with fields nobody knows, its fields in another order, other white space."""
    raw = json.loads(text, object_hook=lambda made: dict(rng.sample(list(made.items()), len(made))))
    for inner in (raw, raw["dealer"], *raw["boxes"], *raw["boxes"][0].get("play", [])):
        inner[rng.choice(["later", "x", "Format", "wagers2", "ſ"])] = rng.choice([None, 1, "x", [1], {"main": -1}])
    return json.dumps(raw, indent=rng.choice([None, 0, 2]), ensure_ascii=rng.random() < 0.5)


def fuzz(seed: int, records: int) -> tuple[Counter[str], dict[str, str]]:
    """Answer that many broken records: how they were judged, and the first record of each thing that went wrong."""
    books, rng = rulebooks(), random.Random(seed)
    whole = list(legal_rounds(seed=seed, count=150))
    texts = [json.dumps(record) for record in whole]
    breaker = Breaker(rng, whole)
    verdicts = Counter[str]()
    faults: dict[str, str] = {}
    for number in range(records):
        text = rng.choice(texts)
        way = rng.random()
        given: Any = None
        try:
            if way < 0.06:
                given = unharmed(rng, text)
                answer = verify_text(given, books)
                assert answer.as_json() == verify_text(text, books).as_json()
                check(answer, json.loads(given))
            elif way < 0.25:
                given = breaker.torn(text)
                answer = verify_text(given, books)
                check(answer, read_back(given))
            else:
                breaks = breaker.broken if way < 0.6 else breaker.irregular
                given = breaks(json.loads(text))
                answer = verify_json(given, books)
                check(answer, given)
            verdicts[answer.verdict] += 1
        except Exception as fault:  # noqa: BLE001 - whatever it is, it must not happen
            verdicts["raised"] += 1
            faults.setdefault(f"{type(fault).__name__}: {str(fault)[:160]}", f"{number}: {shown(given)}")
    return verdicts, faults
