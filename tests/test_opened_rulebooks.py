"""A rulebook that is only opened says the same as one read to the end; its parts are read when looked into."""

from __future__ import annotations

import pickle

import pytest

from floorapp.bootstrap import shipped
from floorapp.engine.loader import read_rulebook
from floorapp.engine.opened import open_rulebook
from floorapp.engine.procedure import CHECKLISTS
from floorapp.engine.toml_values import RulebookFault
from tests.rulebook_raw import NAME, RAW, every_book, slim, written


def _text(book: str) -> str:
    return shipped("rulebooks", f"{book}.toml").read_text(encoding="utf-8")


@every_book
def test_a_rulebook_that_is_only_opened_says_the_same_as_one_read_to_the_end(book: str) -> None:
    opened, read = open_rulebook(_text(book), NAME), read_rulebook(_text(book), NAME)
    assert {name: opened.checklist(name) for name in CHECKLISTS} == {name: read.checklist(name) for name in CHECKLISTS}
    assert "steps" not in vars(opened) and "settlement" not in vars(opened)
    assert opened == read == pickle.loads(pickle.dumps(opened))
    assert opened.settlement is opened.settlement and not hasattr(opened, "weather")


def test_a_checklist_is_read_once() -> None:
    opened = open_rulebook(_text("pa-590"), NAME)
    first, second = opened.checklist("burn"), opened.checklist("burn")
    assert first and all(one is other for one, other in zip(first, second, strict=True))


def test_a_rulebook_may_be_written_in_any_order_of_its_tables() -> None:
    raw = slim("pa-590") | {"step": RAW["pa-590"]["step"][:1]}
    in_the_head = "\n".join(f"{key} = {written(value)}" for key, value in raw.items())
    groups, lists = _text("pa-590").split("[[step]]", 1)
    head, tables = groups.split("[standing]", 1)
    turned = f"{head}\n[[step]]{lists}\n[standing]{tables}"
    for text in (in_the_head, turned):
        opened, read = open_rulebook(text, NAME), read_rulebook(text, NAME)
        assert opened.checklist("layout") == read.checklist("layout")
        assert opened == read


@pytest.mark.parametrize(
    "tail", ["[[step]]\n", "[bettors]\n", "[[irregularity]]\n", "x\n", "  [weather]\n", "[table.boxes]\n"]
)
def test_what_is_wrong_in_a_part_of_a_rulebook_is_refused_when_it_is_looked_into(tail: str) -> None:
    with pytest.raises(RulebookFault, match=f"^{NAME}"):
        list(open_rulebook(f"{_text('pa-590')}\n{tail}", NAME).provisions())


@pytest.mark.parametrize("tail", ["[weather]\n", "[steps]\n", "[id]\n", "['table']\n"])
def test_a_part_that_a_rulebook_does_not_have_is_refused_at_once(tail: str) -> None:
    with pytest.raises(RulebookFault, match=f"^{NAME}"):
        open_rulebook(f"{_text('pa-590')}\n{tail}", NAME)


def test_a_step_that_is_wrong_is_refused_by_its_place_whether_its_checklist_is_read_alone_or_not() -> None:
    text = _text("pa-590").replace('checklist = "burn"', 'checklist = "burn"\nweather = "fine"', 1)
    number = next(n for n, step in enumerate(RAW["pa-590"]["step"]) if step["checklist"] == "burn")
    opened = open_rulebook(text, NAME)
    assert opened.checklist("cut")
    with pytest.raises(RulebookFault, match=rf"^{NAME}: step\[{number}\]\.weather: unknown"):
        opened.checklist("burn")
    with pytest.raises(RulebookFault, match=rf"^{NAME}: step\[{number}\]\.weather: unknown"):
        len(opened.steps)
