"""Refusals: what happened, what it means for the table, what to do."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.operations.lookalikes import mixes_alphabets


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act is not done, in three sentences a floorperson can use."""

    code: str
    happened: str
    means: str
    todo: str
    cite: str = ""
    #: Which of what was given it is about, by the act's own name for it; empty where it is about none of it.
    given: str = ""

    def __str__(self) -> str:
        return f"{self.happened} {self.means} {self.todo}"


class Refused(Exception):
    """An act was refused and nothing of it happened; the refusal itself is on record as `entry`."""

    def __init__(self, refusal: Refusal, entry: str = "") -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.entry = entry


def first(*answers: Refusal | None) -> Refusal | None:
    """The first refusal among the answers, if there is one."""
    return next((answer for answer in answers if answer is not None), None)


def bad_input(happened: str, todo: str, given: str = "") -> Refusal:
    """What was given cannot be used."""
    return Refusal("input", happened, "Nothing was changed.", todo, given=given)


def unknown(noun: str, name: str) -> Refusal:
    """There is no such thing on this floor."""
    return Refusal(
        f"no-{noun}",
        f"There is no {noun} {name}.",
        "Nothing was changed.",
        f"Choose one that is listed, or add the {noun}.",
    )


#: Letters that turn the direction of a line, by which a name is shown as another one.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def needs_name(text: str, what: str, given: str = "") -> Refusal | None:
    """Refuse an empty name, and one that is not what it looks like.

    Control letters, line ends and turned directions cannot be seen, nor that a word's letters are of two alphabets.
    """
    if not all(each.isprintable() and each not in _TURNING for each in text):
        return bad_input(f"The {what} contains invisible characters.", f"Type the {what} on one line.", given or what)
    if mixes_alphabets(text):
        happened = f"A word of the {what} has letters of several alphabets, which look like others."
        return bad_input(happened, f"Type the {what} on the keyboard; do not paste it.", given or what)
    return needs_words(text, what, given)


def needs_words(text: str, what: str, given: str = "") -> Refusal | None:
    """Refuse an empty text where words are asked for."""
    return None if text.strip() else bad_input(f"The {what} is empty.", f"Enter the {what}.", given or what)
