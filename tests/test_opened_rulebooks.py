"""A rulebook that is only opened says the same as one read to the end; its lists are read when looked into."""

from __future__ import annotations

import pickle

import pytest

from floorapp.bootstrap import shipped
from floorapp.engine.loader import RulebookFault, open_rulebook, read_rulebook
from tests.rulebook_raw import NAME, RAW, every_book, slim, written


@every_book
def test_a_rulebook_that_is_only_opened_says_the_same_as_one_read_to_the_end(book: str) -> None:
    text = shipped("rulebooks", f"{book}.toml").read_text(encoding="utf-8")
    opened = open_rulebook(text, NAME)
    assert opened == read_rulebook(text, NAME) == pickle.loads(pickle.dumps(opened))
    assert (opened.steps[0], opened.steps[1:2]) == (opened.steps[:1][0], tuple(opened.steps)[1:2])
    assert hash(opened.steps) == hash(tuple(opened.steps))


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
