"""The one table of acts: everything that asks about an act derives from its row, and its name stands nowhere else."""

from __future__ import annotations

import inspect
import io
import tokenize
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from floorapp.operations.act_table import ACTS, Acts
from floorapp.operations.offline_acts import KEPT
from floorapp.operations.permissions import MATRIX, WORDS
from floorapp.screens.acts import BEHIND, DUE_WORDS, WALKS, button, listed_at
from floorapp.screens.keys import KEYS
from floorapp.screens.shell import RAIL
from floorapp.ui.live.places import PLACES

ROOT = Path(__file__).parents[2]
#: Files in which an act's name may be written out: its own module of acts, which asks and enters under it.
OWN = "floorapp/operations/acts/"
#: Words that only look like an act's name: what the floor log's own format calls a line.
OTHER_FORMATS = (
    "floorapp/engine/conduct/",
    "floorapp/operations/floor_log.py",
    "floorapp/operations/conduct_days.py",
    "floorapp/operations/conduct_log.py",
)


def strings_of(text: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING:
            yield token.string.strip("\"'")


def test_an_acts_name_stands_as_a_string_only_in_its_own_module_of_acts() -> None:
    found: dict[str, set[str]] = {name: set() for name in ACTS}
    for room in ("floorapp", "db", "printing"):
        for path in (ROOT / room).rglob("*.py"):
            where = path.relative_to(ROOT).as_posix()
            if where.startswith(OTHER_FORMATS):
                continue
            text = path.read_text(encoding="utf-8")
            if in_it := {name for name in found if name in text}:
                for name in in_it & set(strings_of(text)):
                    found[name].add(where)
    strangers = {name: sorted(w for w in where if not w.startswith(OWN)) for name, where in found.items()}
    assert {name: where for name, where in strangers.items() if where} == {}
    assert {name: sorted(where) for name, where in found.items() if len(where) > 1} == {}, "in two modules of acts"


def test_in_the_list_of_other_acts_a_digit_is_one_acts_alone_but_for_two_that_take_turns() -> None:
    """Two under one digit: the second was offered nowhere any more, and nobody said so."""
    for place in {place for row in ACTS.values() for at in row.keys for place in at.places}:
        listed = listed_at(place)
        shared = {act.name for act in listed if [each.key for each in listed].count(act.key) > 1}
        assert shared <= {Acts.idle_shoe.name, Acts.resume_shoe.name}, place


@pytest.mark.parametrize("name", [name for name, row in ACTS.items() if row.form])
def test_every_form_is_where_its_row_says(name: str) -> None:
    make = getattr(import_module(f"floorapp.screens.offers.{ACTS[name].form}"), name)
    assert len(inspect.signature(make).parameters) == 2


def test_every_key_walk_and_entry_of_the_rail_exists() -> None:
    for row in ACTS.values():
        assert row.name and row.words and row.roles, row
        assert not (row.walk and row.form), f"{row.name} is done at a place, or with a form"
        assert {place for at in row.keys for place in at.places} <= set(PLACES), row.name
        assert not row.walk or row.walk in PLACES
        assert not row.keys or row.form or row.walk or {p for at in row.keys for p in at.places} == {"incidents"}
    assert set(BEHIND) <= {entry.name for entry in RAIL}
    assert set(WALKS.values()) <= set(PLACES)


def test_what_derives_from_the_table_says_what_its_rows_say() -> None:
    row = Acts.change_decks
    assert (MATRIX[row.name], WORDS[row.name]) == (row.roles, row.words)
    assert row.kept and row.name in KEPT and Acts.open_table.name not in KEPT
    assert DUE_WORDS[row.name] == "Change decks" and row.name in BEHIND["decks"]
    assert WALKS[Acts.inspect_reader.name] == "inspect"
    assert (button(row, "opening").words, button(row, "opening").key) == ("Deliver cards", "F3")
    assert any(act.name == row.name and act.key == "F3" for act in KEYS["floor"])
    assert [act.key for act in listed_at("decks")] == ["1", "2", "3", "4", "5", "6", "7", "0"]
