"""A form that says or shows something else has another revision: a paper that comes back is read by its own."""

from __future__ import annotations

from tests.papers.forms import forgotten, forms, pinned


def test_a_form_whose_words_or_columns_changed_has_a_new_revision() -> None:
    """Raise the revision of each, look at it as a picture, then `python -m tests.papers.forms`."""
    assert forgotten(forms(), pinned()) == []


def test_every_form_is_pinned_as_it_is() -> None:
    assert forms() == pinned(), "python -m tests.papers.forms"


def test_a_word_that_changed_under_the_same_revision_is_found() -> None:
    known = {"FA-101": {"revision": "7", "words": "a"}, "FA-102": {"revision": "6", "words": "b"}}
    now = {"FA-101": {"revision": "7", "words": "c"}, "FA-102": {"revision": "7", "words": "d"}}
    assert forgotten(now, known) == ["FA-101"]
