"""Refusals: what happened, what it means for the table, what to do."""

from __future__ import annotations

from floorapp.domain.values import dataclass


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
    """Refuse an empty name, and one that holds what nobody can see: control letters, line ends, turned directions."""
    if all(each.isprintable() and each not in _TURNING for each in text):
        return needs_words(text, what, given)
    return bad_input(f"The {what} contains invisible characters.", f"Type the {what} on one line.", given or what)


def needs_words(text: str, what: str, given: str = "") -> Refusal | None:
    """Refuse an empty text where words are asked for."""
    return None if text.strip() else bad_input(f"The {what} is empty.", f"Enter the {what}.", given or what)
