"""The checklists and irregularities of a rulebook file: what the loader refuses of them, by its place."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rulebook_raw import BOOKS, RAW, Raw, every_book, load, refused, slim

LEVELS = ("step", "irregularity", "option", "case", "when")


def within(entry: Raw, level: str) -> tuple[Raw, str] | None:
    """The first part of this level in a step or an irregularity, with its place in it."""
    if level in ("step", "irregularity"):
        return entry, ""
    if level == "option":
        return (entry["option"][0], ".option[0]") if entry.get("option") else None
    if not entry.get("case"):
        return None
    case = entry["case"][0]
    return (case, ".case[0]") if level == "case" else (case["when"], ".case[0].when")


def entries(book: str, level: str) -> Iterator[tuple[Raw, Raw, str]]:
    """Each entry of a level, in a rulebook that holds its step or irregularity alone, with its place."""
    kind = "step" if level == "step" else "irregularity"
    for entry in RAW[book][kind]:
        if within(entry, level):
            raw = slim(book) | {kind: [copy.deepcopy(entry)]}
            part = within(raw[kind][0], level)
            assert part
            yield raw, part[0], f"{kind}[0]{part[1]}"


KEYS = sorted(
    {
        (level, key)
        for book in BOOKS
        for level in LEVELS
        for entry in RAW[book]["step" if level == "step" else "irregularity"]
        for part in [within(entry, level)]
        if part
        for key in part[0]
    }
)
WRONG_TYPES: dict[type, list[Any]] = {
    str: [5, True, [], {"x": 1}],
    int: [1.5, {"x": 1}],
    bool: ["yes", 1, [], {"x": 1}],
    list: [5, "x", True, {"x": 1}],
    dict: [5, "x", True, []],
}


@pytest.mark.parametrize(("level", "key"), KEYS, ids=[".".join(each) for each in KEYS])
def test_a_key_of_an_entry_with_a_wrong_type_is_refused(level: str, key: str) -> None:
    for book in BOOKS:
        found = next((each for each in entries(book, level) if key in each[1]), None)
        if found is None:
            continue
        raw, entry, place = found
        right = entry[key]
        for wrong in WRONG_TYPES[type(right)]:
            entry[key] = wrong
            refused(raw, f"{place}.{key}")
        entry[key] = right
        load(raw)


@every_book
@pytest.mark.parametrize("level", LEVELS)
def test_an_unknown_key_of_an_entry_is_refused(book: str, level: str) -> None:
    raw, entry, place = next(entries(book, level))
    entry["later"] = "x"
    refused(raw, f"{place}.later")


@every_book
@pytest.mark.parametrize(
    ("level", "keys"),
    [
        ("step", ("checklist", "id", "who", "says", "cite")),
        ("irregularity", ("code", "title", "cite", "look_for", "remedy", "effect")),
        ("option", ("who", "says", "effect")),
        ("case", ("when",)),
    ],
)
def test_an_entry_without_what_it_needs_is_refused(book: str, level: str, keys: tuple[str, ...]) -> None:
    for key in keys:
        raw, entry, place = next(entries(book, level))
        del entry[key]
        refused(raw, f"{place}.{key}")


@pytest.mark.parametrize(
    ("level", "key"),
    [
        ("step", "checklist"),
        ("step", "cite"),
        ("irregularity", "effect"),
        ("irregularity", "cite"),
        ("option", "effect"),
    ]
    + [("case", "effect"), ("case", "cite"), ("step", "cards"), ("step", "methods"), ("step", "readings")]
    + [("irregularity", "readings"), ("case", "readings")],
)
def test_an_unknown_word_of_an_entry_is_refused(level: str, key: str) -> None:
    for book in BOOKS:
        for raw, entry, place in entries(book, level):
            if key in entry:
                entry[key] = ["no such word"] if isinstance(entry[key], list) else "no such word"
                refused(raw, f"{place}.{key}")
                break


@every_book
@pytest.mark.parametrize("kind", ["step", "irregularity"])
def test_an_entry_given_twice_is_refused(book: str, kind: str) -> None:
    raw = slim(book)
    raw[kind] = [copy.deepcopy(RAW[book][kind][0]), copy.deepcopy(RAW[book][kind][0])]
    refused(raw, kind)


@pytest.mark.parametrize("kind", ["step", "irregularity"])
@pytest.mark.parametrize("wrong", [5, "x", True, [5], ["x"], {"id": "x"}], ids=str)
def test_entries_are_a_list_of_tables(kind: str, wrong: Any) -> None:
    for book in BOOKS:
        refused(slim(book) | {kind: wrong}, kind)


def _with_duty(**changed: object) -> dict[str, Any]:
    raw = slim("pa-590")
    plain = {"name": "not-cut", "cite": "590.5(b)", "says": "x", "value": "unless-straight"}
    raw["duty"] = [{key: value for key, value in {**plain, **changed}.items() if value is not None}]
    return raw


def test_a_duty_loads_and_is_found_by_its_name() -> None:
    assert load(_with_duty()).duty_named["not-cut", ""].cite == "590.5(b)"


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"cite": None}, "cite"),
        ({"cite": "673a.5(b)"}, "cite"),
        ({"policy": True}, "cite"),
        ({"name": "not-cute"}, "name"),
        ({"of": "spread"}, "of"),
        ({"value": "sometimes"}, "value"),
        ({"readings": ["I-99"]}, "readings"),
        ({"cards": ["old"]}, "cards"),
        ({"spared": ["by-hand"]}, "spared"),
        ({"note": "x"}, "note"),
    ],
)
def test_a_duty_that_is_uncited_or_unknown_is_refused(changed: dict[str, object], place: str) -> None:
    refused(_with_duty(**changed), f"duty[0].{place}")


def test_a_duty_that_stands_there_twice_is_refused() -> None:
    raw = _with_duty()
    raw["duty"] *= 2
    refused(raw, "duty")
