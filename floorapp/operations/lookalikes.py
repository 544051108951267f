"""Names that look like other names: letters of several alphabets in one word, and letters that are drawn alike."""

from __future__ import annotations

import unicodedata

#: Letters of other alphabets that are drawn as Latin ones are, behind the Latin ones.
_DRAWN_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТХУԌԜаеѕіјорсхуԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονι", "ABESIJKMHOPCTXYGWaesijopcxydhqwABEZHIKMNOPTYXovi"
)
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")


def mixes_alphabets(text: str) -> bool:
    """Whether a word has letters of several alphabets, as no name has."""
    return any(len({_alphabet(letter) for letter in word} - {""}) > 1 for word in text.split())


def _alphabet(letter: str) -> str:
    first = unicodedata.name(letter, "").split(" ")[0]
    return first if first in _ALPHABETS else ""


def drawn(text: str) -> str:
    """A name as it looks: two that look alike come out the same."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_DRAWN_ALIKE).split())
