"""Telling a round key by key, as the desk's field does."""

from __future__ import annotations

from floorapp.bootstrap import rulebooks
from floorapp.operations.dispute.draft import Draft, start
from floorapp.operations.dispute.settlement import Settled, settle
from floorapp.operations.dispute.word_parser import type_words

BOOKS = rulebooks()


def tell(rulebook: str, text: str) -> Draft:
    """The draft after every key of a text; settled at each of them."""
    draft, held = start(rulebook, id="told"), ""
    for key in f"{text} ":
        typed = type_words(draft, held + key, BOOKS)
        assert not typed.wrong, typed.wrong
        draft, held = typed.draft, typed.rest
        settle(draft, BOOKS)
    assert not held
    return draft


def settled(rulebook: str, text: str) -> Settled:
    return settle(tell(rulebook, text), BOOKS)
