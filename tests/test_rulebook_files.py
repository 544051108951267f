"""The rulebook files: what the loader refuses of provisions, groups and the head of a file, by its place."""

from __future__ import annotations

import copy
from datetime import date
from typing import Any, get_args, get_type_hints

import pytest

from floorapp.bootstrap import rulebooks, shipped
from floorapp.engine.loader import BROUGHT, read_readings
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.toml_values import RulebookFault
from tests.rulebook_raw import BOOKS, NAME, NO_GROUP, PLAIN, RAW, every_book, groups, load, read_rulebook, refused, slim

#: Every provision of a group, each under the first book that has it: a book more would tell the same.
PROVISIONS: dict[str, dict[str, str]] = {}
for each in BOOKS:
    for known in groups(each):
        PROVISIONS[known] = dict.fromkeys(RAW[each][known], each) | PROVISIONS.get(known, {})
every_group = pytest.mark.parametrize("group", PROVISIONS)


@every_book
def test_the_shipped_file_loads(book: str) -> None:
    assert load(copy.deepcopy(RAW[book])) == rulebooks()[book]
    assert load(slim(book)).id == book
    assert rulebooks()[book].steps
    assert rulebooks()[book].irregularities


@every_group
def test_a_provision_without_its_parts_is_refused(group: str) -> None:
    for name, book in PROVISIONS[group].items():
        for part in ("cite", "value", "says"):
            raw = slim(book)
            del raw[group][name][part]
            refused(raw, f"{group}.{name}.{part}")


@every_group
def test_a_provision_with_an_unknown_key_is_refused(group: str) -> None:
    for name, book in PROVISIONS[group].items():
        raw = slim(book)
        raw[group][name]["note"] = "x"
        refused(raw, f"{group}.{name}.note")


@every_group
def test_a_provision_that_cites_another_chapter_is_refused(group: str) -> None:
    for name, book in PROVISIONS[group].items():
        raw = slim(book)
        raw[group][name]["cite"] = "590.7(a)" if book != "pa-590" else "673a.7(a)"
        refused(raw, f"{group}.{name}.cite")


@every_group
def test_a_provision_with_an_unknown_word_or_a_wrong_type_is_refused(group: str) -> None:
    for name, book in PROVISIONS[group].items():
        for wrong in (1.5, "no such word"):
            raw = slim(book)
            raw[group][name]["value"] = wrong
            refused(raw, f"{group}.{name}.value")


@every_group
def test_a_provision_that_is_no_table_is_refused(group: str) -> None:
    for name, book in PROVISIONS[group].items():
        raw = slim(book)
        raw[group][name] = 5
        refused(raw, f"{group}.{name}")


@every_book
def test_a_citation_is_chapter_section_and_paragraphs(book: str) -> None:
    for tail in ("", ".", ".x", ".7(", ".7(a", ".7(a) ", ".7((a))", ".7 (a)", ".7(a).", ".7()"):
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


@pytest.mark.parametrize(("group", "name"), VALUES)
def test_a_value_of_a_wrong_type_is_refused(group: str, name: str) -> None:
    for wrong in VALUES[group, name]:
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


@pytest.mark.parametrize(
    ("book", "group"), [("pa-590", "push_22"), ("pa-685a", "match_dealer"), ("pa-665a", "bust_it")]
)
def test_a_pay_table_pays_exactly_what_the_engine_knows(book: str, group: str) -> None:
    for name in RAW[book][group]:
        pays = RAW[book][group][name]["value"]
        if isinstance(pays, dict) and "at_least" not in pays:
            for wrong in (
                {**pays, "x": "1:1"},
                dict(list(pays.items())[1:]),
                {key: "1:0" for key in pays},
                {key: 3 for key in pays},
            ):
                raw = slim(book)
                raw[group][name]["value"] = wrong
                refused(raw, f"{group}.{name}.value")


def needed(kind: Any) -> list[str]:
    """What may not be missing: no list, and nothing that may be None."""
    hints = get_type_hints(kind)
    return [
        name
        for name in hints
        if type(None) not in get_args(hints[name]) and name not in ("steps", "irregularities", "duties", *BROUGHT)
    ]


def kinds() -> dict[str, Any]:
    """The kind of every group, by its name."""
    made: dict[str, Any] = {name: kind for groups in BROUGHT.values() for name, kind in groups.items()}
    for name, hint in get_type_hints(Rulebook).items():
        kind = next((arg for arg in get_args(hint) if arg is not type(None)), hint)
        if name not in (*NO_GROUP, "steps", "irregularities", "duties", *BROUGHT):
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
    for name in ("steps", "irregularities", "duties"):
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


@pytest.mark.parametrize(
    "text", ["[", "id = ", "id = 1\nid = 2", "\x00", "{}", "<xml/>", 'id = "a" "b"', "[table]\n[table]"]
)
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


def test_the_register_of_readings_refuses_what_is_missing_unknown_or_rubbish() -> None:
    text = shipped("readings.toml").read_text(encoding="utf-8")
    assert len(read_readings(text, NAME)) == 45
    for broken in (
        text.replace("question =", "quest =", 1),
        text.replace('id = "I-02"', 'id = "I-01"', 1),
        text + "\n[[",
    ):
        with pytest.raises(RulebookFault, match=f"^{NAME}"):
            read_readings(broken, NAME)
