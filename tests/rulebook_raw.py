"""The shipped rulebooks as raw TOML, slimmed for tests of the loader, and what it must refuse by its place."""

from __future__ import annotations

import copy
import json
import tomllib
from datetime import date
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks, shipped
from floorapp.engine.loader import rulebook_of, toml_of
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.toml_values import RulebookFault

Raw = dict[str, Any]
BOOKS = tuple(rulebooks())
RAW: dict[str, Raw] = {
    book: tomllib.loads(shipped("rulebooks", f"{book}.toml").read_text(encoding="utf-8")) for book in BOOKS
}
NAME = "book.toml"
PLAIN = ("id", "name", "short", "state", "reference", "version")
NO_GROUP = (*PLAIN, "wager_names", "standing", "step", "irregularity", "duty")


def written(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(written(each) for each in value) + "]"
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)


def read_rulebook(content: str, name: str) -> Rulebook:
    """The rulebook in a TOML text."""
    return rulebook_of(toml_of(content, name), name)


def load(raw: Raw) -> Rulebook:
    return rulebook_of(raw, NAME)


def slim(book: str) -> Raw:
    """A rulebook of few words, without checklists and irregularities: as good for a test of the rest, and quick."""
    made = copy.deepcopy(
        {key: value for key, value in RAW[book].items() if key not in ("step", "irregularity", "duty")}
    )
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


every_book = pytest.mark.parametrize("book", BOOKS)
