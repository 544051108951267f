"""The rulebook files: what the loader refuses, by its place, and that every paragraph relied on has a test."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
import tomllib
from collections.abc import Iterator
from dataclasses import MISSING, fields
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from floorapp.bootstrap import rulebooks, shipped
from floorapp.engine.loader import RulebookFault, open_rulebook, read_readings, read_rulebook
from floorapp.engine.provision import Provision
from floorapp.engine.rulebook import Rulebook

Raw = dict[str, Any]

BOOKS = ("nj-19-47-26", "pa-590", "pa-665a", "pa-673a", "pa-685a")
RAW: dict[str, Raw] = {
    book: tomllib.loads(shipped("rulebooks", f"{book}.toml").read_text(encoding="utf-8")) for book in BOOKS
}
NAME = "book.toml"
PLAIN = ("id", "name", "short", "state", "reference", "version")
NO_GROUP = (*PLAIN, "wager_names", "standing", "step", "irregularity")


def written(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(written(each) for each in value) + "]"
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)


def load(raw: Raw) -> Rulebook:
    text = "\n".join(f"{key} = {written(value)}" for key, value in raw.items())
    return read_rulebook(text, NAME)


def slim(book: str) -> Raw:
    """A rulebook of few words, without checklists and irregularities: as good for a test of the rest, and quick."""
    made = copy.deepcopy({key: value for key, value in RAW[book].items() if key not in ("step", "irregularity")})
    for group in groups(book):
        for provision in made[group].values():
            provision["says"] = "x"
    return made


def refused(raw: Raw, place: str) -> None:
    """The loader must refuse this, and say where."""
    with pytest.raises(RulebookFault) as caught:
        load(raw)
    assert str(caught.value).startswith(f"{NAME}: {place}"), str(caught.value)


def groups(book: str) -> list[str]:
    return [key for key in RAW[book] if key not in NO_GROUP]


PROVISIONS = [(book, group, name) for book in BOOKS for group in groups(book) for name in RAW[book][group]]
every_provision = pytest.mark.parametrize(("book", "group", "name"), PROVISIONS, ids=[":".join(each) for each in PROVISIONS])
every_book = pytest.mark.parametrize("book", BOOKS)


@every_book
def test_the_shipped_file_loads(book: str) -> None:
    assert load(copy.deepcopy(RAW[book])) == rulebooks()[book]
    assert load(slim(book)).id == book
    assert rulebooks()[book].steps
    assert rulebooks()[book].irregularities


# Provisions


@every_provision
def test_a_provision_without_its_parts_is_refused(book: str, group: str, name: str) -> None:
    for part in ("cite", "value", "says"):
        raw = slim(book)
        del raw[group][name][part]
        refused(raw, f"{group}.{name}.{part}")


@every_provision
def test_a_provision_with_an_unknown_key_is_refused(book: str, group: str, name: str) -> None:
    raw = slim(book)
    raw[group][name]["note"] = "x"
    refused(raw, f"{group}.{name}.note")


@every_provision
def test_a_provision_that_cites_another_chapter_is_refused(book: str, group: str, name: str) -> None:
    raw = slim(book)
    raw[group][name]["cite"] = "590.7(a)" if book != "pa-590" else "673a.7(a)"
    refused(raw, f"{group}.{name}.cite")


@every_provision
def test_a_provision_with_an_unknown_word_or_a_wrong_type_is_refused(book: str, group: str, name: str) -> None:
    for wrong in (1.5, "no such word"):
        raw = slim(book)
        raw[group][name]["value"] = wrong
        refused(raw, f"{group}.{name}.value")


@every_provision
def test_a_provision_that_is_no_table_is_refused(book: str, group: str, name: str) -> None:
    raw = slim(book)
    raw[group][name] = 5
    refused(raw, f"{group}.{name}")


@every_book
@pytest.mark.parametrize("tail", ["", ".", ".x", ".7(", ".7(a", ".7(a) ", ".7((a))", ".7 (a)", ".7(a).", ".7()"])
def test_a_citation_is_chapter_section_and_paragraphs(book: str, tail: str) -> None:
    raw = slim(book)
    raw["settlement"]["over"]["cite"] = RAW[book]["standing"]["cite"] + tail
    refused(raw, "settlement.over.cite")


@pytest.mark.parametrize("part", ["cite", "says"])
@pytest.mark.parametrize("wrong", ["", " ", 5, [], {}, True], ids=str)
def test_words_of_a_provision_are_a_text(part: str, wrong: Any) -> None:
    for book in BOOKS:
        raw = slim(book)
        raw["settlement"]["over"][part] = wrong
        refused(raw, f"settlement.over.{part}")


VALUES: dict[tuple[str, str], list[Any]] = {
    ("settlement", "over"): ["", "x", 5, True, [], ["lose"], {}],  # a word
    ("reader", "up_cards"): ["", "x", "A1", 5, True, [], ["A"], {}],  # ranks
    ("dealer", "stands"): ["", "17", 1.5, True, [], [17], {}, date(2020, 1, 1)],
    ("cards", "tens"): ["", "true", 1, 0, [], [True], {}],
    ("blackjack", "pays"): ["", "3/2", "3", ":2", "3:", "-3:2", "3:0", "3:2:1", "3.5:1", 3, 1.5, True, ["3:2"], {}],
    ("cards", "decks"): ["", "6", 6, True, [], [[6]], ["6"], [6.0], [True], {}, {"x": 1}, {"at_least": "1"}],
    ("table", "wagers"): ["", "main", 5, True, [], [[]], ["x"], ["main", 5], {}, {"main": 1}],
    ("double", "free_totals"): ["", "9", 9, True, [], [[9]], ["9"], [9.0], {}],
    ("push_22", "paytable_a"): ["", "8:1", 8, True, [], ["8:1"], {}, {"x": "8:1"}, {"suit": 8}],
}


@pytest.mark.parametrize(
    ("group", "name", "wrong"), [(*place, wrong) for place, values in VALUES.items() for wrong in values], ids=str
)
def test_a_value_of_a_wrong_type_is_refused(group: str, name: str, wrong: Any) -> None:
    raw = slim("pa-590")
    raw[group][name]["value"] = wrong
    refused(raw, f"{group}.{name}.value")


@pytest.mark.parametrize("wrong", ["I-01", ["I-99"], ["x"], [1], 5, {"I-01": 1}], ids=str)
def test_readings_of_a_provision_are_a_list_of_known_ids(wrong: Any) -> None:
    for book in BOOKS:
        raw = slim(book)
        raw["settlement"]["over"]["readings"] = wrong
        refused(raw, "settlement.over.readings")


@pytest.mark.parametrize("wrong", ["yes", 1, [], {}], ids=str)
def test_policy_is_true_or_false(wrong: Any) -> None:
    for book in BOOKS:
        raw = slim(book)
        raw["settlement"]["over"]["policy"] = wrong
        refused(raw, "settlement.over.policy")


@pytest.mark.parametrize(("book", "group"), [("pa-590", "push_22"), ("pa-685a", "match_dealer"), ("pa-665a", "bust_it")])
def test_a_pay_table_pays_exactly_what_the_engine_knows(book: str, group: str) -> None:
    for name in RAW[book][group]:
        pays = RAW[book][group][name]["value"]
        if isinstance(pays, dict) and "at_least" not in pays:
            for wrong in ({**pays, "x": "1:1"}, dict(list(pays.items())[1:]), {key: "1:0" for key in pays}, {key: 3 for key in pays}):
                raw = slim(book)
                raw[group][name]["value"] = wrong
                refused(raw, f"{group}.{name}.value")


# Groups and the head of the file


def needed(kind: Any) -> list[str]:
    return [spec.name for spec in fields(kind) if spec.default is MISSING]


def kinds() -> dict[str, Any]:
    """The kind of every group, by its name."""
    made = {}
    for name, hint in get_type_hints(Rulebook).items():
        kind = next((arg for arg in get_args(hint) if arg is not type(None)), hint)
        if name not in (*NO_GROUP, "steps", "irregularities"):
            made[name] = kind
    return made


@every_book
def test_a_missing_part_or_group_is_refused(book: str) -> None:
    for name in needed(Rulebook):
        raw = slim(book)
        del raw[name]
        refused(raw, name)


@every_book
def test_a_missing_provision_is_refused(book: str) -> None:
    for group in groups(book):
        for name in needed(kinds()[group]):
            raw = slim(book)
            del raw[group][name]
            refused(raw, f"{group}.{name}")


@pytest.mark.parametrize("name", ["small", "medium", "large"])
def test_a_masque_reader_without_one_of_its_ranges_is_refused(name: str) -> None:
    """685a.7(h): without it the engine would not know what the reader says."""
    raw = slim("pa-685a")
    del raw["reader"][name]
    refused(raw, f"reader.{name}")


@every_book
def test_a_side_wager_has_a_group_and_a_place_among_the_wagers(book: str) -> None:
    for wager in ("double_attack", "push_22", "match_dealer", "bust_it"):
        raw = slim(book)
        if wager in raw:
            del raw[wager]
        else:
            raw["table"]["wagers"]["value"].append(wager)
        refused(raw, wager)


@every_book
def test_an_unknown_key_is_refused_at_each_level(book: str) -> None:
    raw = slim(book)
    raw["tables"] = raw["table"]
    refused(raw, "tables")
    for name in ("steps", "irregularities"):
        raw = slim(book)
        raw[name] = []
        refused(raw, name)
    for group in (*groups(book), "standing"):
        raw = slim(book)
        raw[group]["later"] = {"value": 1, "cite": "x", "says": "x"}
        refused(raw, f"{group}.later")


def test_an_unknown_wager_among_the_names_is_refused() -> None:
    for book in BOOKS:
        raw = slim(book)
        raw["wager_names"]["lucky_ladies"] = "Lucky Ladies"
        refused(raw, "wager_names.lucky_ladies")


@every_book
def test_a_part_of_a_wrong_type_is_refused(book: str) -> None:
    for name in PLAIN:
        for wrong in (5, "", True):
            raw = slim(book)
            raw[name] = wrong
            refused(raw, name)
    for name in ("wager_names", *groups(book)):
        for wrong in (5, "x"):
            raw = slim(book)
            raw[name] = wrong
            refused(raw, name)
    raw = slim(book)
    raw["wager_names"]["main"] = 5
    refused(raw, "wager_names.main")


@pytest.mark.parametrize("wrong", [5, "x", [], True], ids=str)
def test_a_standing_that_is_no_table_is_refused(wrong: Any) -> None:
    for book in BOOKS:
        raw = slim(book)
        raw["standing"] = wrong
        refused(raw, "standing")


@every_book
def test_a_standing_has_its_words_and_dates(book: str) -> None:
    for name in ("status", "since", "cite", "note"):
        for wrong in (None, 5, ""):
            raw = slim(book)
            del raw["standing"][name]
            if wrong is not None:
                raw["standing"][name] = wrong
            refused(raw, "standing")
    for name in ("since", "until"):
        raw = slim(book)
        raw["standing"][name] = "2014-01-04"
        refused(raw, "standing")


@pytest.mark.parametrize("text", ["[", "id = ", "id = 1\nid = 2", "\x00", "{}", "<xml/>", 'id = "a" "b"', "[table]\n[table]"])
def test_rubbish_is_refused_under_the_files_name(text: str) -> None:
    with pytest.raises(RulebookFault, match=f"^{NAME}"):
        read_rulebook(text, NAME)


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(RulebookFault, match=f"^{NAME}"):
        read_rulebook("", NAME)


@every_book
def test_half_a_file_is_refused(book: str) -> None:
    """Torn in the middle of the provisions, wherever."""
    text = shipped("rulebooks", f"{book}.toml").read_text(encoding="utf-8")
    whole = text.index("[settlement.lower]")
    for cut in range(0, whole, 1499):
        with pytest.raises(RulebookFault, match=f"^{NAME}"):
            read_rulebook(text[:cut], NAME)


# Checklists and irregularities


@every_book
def test_a_rulebook_that_is_only_opened_says_the_same_as_one_read_to_the_end(book: str) -> None:
    text = shipped("rulebooks", f"{book}.toml").read_text(encoding="utf-8")
    opened = open_rulebook(text, NAME)
    assert opened == read_rulebook(text, NAME) == pickle.loads(pickle.dumps(opened))
    assert (opened.steps[0], opened.steps[1:2]) == (opened.steps[:1][0], tuple(opened.steps)[1:2])


def test_lists_written_into_the_head_of_a_rulebook_are_read_too() -> None:
    raw = slim("pa-590") | {"step": RAW["pa-590"]["step"][:1]}
    text = "\n".join(f"{key} = {written(value)}" for key, value in raw.items())
    assert open_rulebook(text, NAME) == read_rulebook(text, NAME)


@pytest.mark.parametrize("tail", ["[[step]]\n", "[bettors]\n", "[[irregularity]]\n", "x\n"])
def test_what_is_wrong_in_the_lists_of_a_rulebook_is_refused_when_they_are_looked_into(tail: str) -> None:
    text = shipped("rulebooks", "pa-590.toml").read_text(encoding="utf-8")
    opened = open_rulebook(f"{text}\n{tail}", NAME)
    assert opened.steps
    with pytest.raises(RulebookFault, match=f"^{NAME}"):
        len(opened.irregularities)


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


KEYS = sorted({
    (level, key)
    for book in BOOKS
    for level in LEVELS
    for entry in RAW[book]["step" if level == "step" else "irregularity"]
    for part in [within(entry, level)] if part
    for key in part[0]
})  # fmt: skip
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
    [("step", "checklist"), ("step", "cite"), ("irregularity", "effect"), ("irregularity", "cite"), ("option", "effect")]
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
@pytest.mark.parametrize(("kind", "key"), [("step", "id"), ("irregularity", "code")])
def test_an_entry_given_twice_is_refused(book: str, kind: str, key: str) -> None:
    raw = slim(book)
    raw[kind] = [copy.deepcopy(RAW[book][kind][0]), copy.deepcopy(RAW[book][kind][0])]
    refused(raw, kind)


@pytest.mark.parametrize("kind", ["step", "irregularity"])
@pytest.mark.parametrize("wrong", [5, "x", True, [5], ["x"], {"id": "x"}], ids=str)
def test_entries_are_a_list_of_tables(kind: str, wrong: Any) -> None:
    for book in BOOKS:
        refused(slim(book) | {kind: wrong}, kind)


# The register of readings


def test_the_register_of_readings_refuses_what_is_missing_unknown_or_rubbish() -> None:
    text = shipped("readings.toml").read_text(encoding="utf-8")
    assert len(read_readings(text, NAME)) == 38
    for broken in (text.replace("question =", "quest =", 1), text.replace('id = "I-02"', 'id = "I-01"', 1), text + "\n[["):
        with pytest.raises(RulebookFault, match=f"^{NAME}"):
            read_readings(broken, NAME)


# The walk


def cites(book: str) -> set[str]:
    """Every paragraph that a provision of a rulebook rests on."""
    found = set()
    for group in groups(book):
        part = getattr(rulebooks()[book], group)
        found |= {each.cite for spec in fields(part) if isinstance(each := getattr(part, spec.name), Provision)}
    return found


def beginning(cite: str) -> str:
    """How the name of a paragraph's test begins: `665a.7(o)(1)(ii)` is `test_665a_7_o_1_ii_`."""
    words = re.findall(r"[0-9a-z]+", cite.removeprefix("19:47-").lower())
    return "_".join(["test", *(["nj"] if cite.startswith("19:47-") else []), *words, ""])


@cache
def names_of_tests() -> frozenset[str]:
    """Every test function there is, read and not run."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.rglob("test_*.py")]
    functions = (node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef))
    return frozenset(function.name for function in functions if function.name.startswith("test_"))


def test_the_beginning_of_a_name() -> None:
    assert beginning("590.12(c)") == "test_590_12_c_"
    assert beginning("665a.7(o)(1)(ii)(A)") == "test_665a_7_o_1_ii_a_"
    assert beginning("19:47-26.6(d)2") == "test_nj_26_6_d_2_"
    assert beginning("19:47-26.1") == "test_nj_26_1_"


@every_book
def test_every_paragraph_a_provision_rests_on_has_a_test_of_its_name(book: str) -> None:
    """A test counts for the longest paragraph that it names: 26.8(a)1 is not a test of 26.8(a)."""
    wanted = {beginning(cite): cite for cite in cites(book)}
    tested = set()
    for name in names_of_tests():
        fitting = [each for each in wanted if name.startswith(each)]
        if fitting:
            tested.add(max(fitting, key=len))
    missing = sorted(wanted[each] for each in wanted.keys() - tested)
    assert not missing, f"no test is named after {', '.join(missing)}"
