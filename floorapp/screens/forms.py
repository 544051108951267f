"""Acts as they are offered, and the forms that ask what an act needs."""

from __future__ import annotations

import re
from collections.abc import Callable

from floorapp.domain.decks import SLIP
from floorapp.domain.values import dataclass
from floorapp.screens.states import State
from floorapp.screens.text_line import TextLine

#: What was typed into a form and not yet done, by the name of what was asked.
Draft = dict[str, str]

#: The two answers to a plain question; neither stands there before somebody gives it.
YES, NO = "Yes", "No"


@dataclass(frozen=True, slots=True)
class Act:
    """Something a person can do here: its name for the place, its words, its key, or why not."""

    name: str
    words: str
    key: str = ""
    refusal: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Scan:
    """What a field takes from a scanner: the label of one of these sets, each with what then stands in the field.

    Without sets it takes a seal that nobody used yet; `many` of either are gathered.
    """

    #: The act the label is scanned for.
    step: str
    sets: tuple[tuple[str, str], ...] = ()
    many: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing that is asked: its name for the act, its label, what stands there already."""

    name: str
    label: str
    value: str = ""
    secret: bool = False
    hint: str = ""
    needed: bool = True
    #: Stands in one row with the field before it.
    beside: bool = False
    #: Where it is one of a few: what there is to choose from; with a hint, nothing is chosen yet.
    choices: tuple[str, ...] = ()
    #: What it takes from a scanner.
    scan: Scan | None = None
    #: Takes a whole number, which is looked at before anybody's PIN is.
    digits: bool = False


#: Labels that are a question or name whose it is: no article stands before them.
NO_ARTICLE = frozenset({"what", "how", "who", "where", "which", "the", "its", "your"})


def missing_words(label: str, *, choices: tuple[str, ...] = (), digits: bool = False) -> str:
    """What is said beside a field that must not be empty, as a person would say it."""
    if choices:
        return "Answer yes or no." if choices == (YES, NO) else "Choose one."
    if "sign-in name" in label:
        return "Enter the sign-in name."
    if "dollars" in label:
        return "Enter an amount."
    if digits:
        return "Enter the count." if "ard" in label else "Enter a number."
    plain = re.split(r" \(|[,:;]", label)[0]
    words = plain if plain[:2].isupper() else plain[:1].lower() + plain[1:]
    if words.startswith("reason"):
        return "Enter a reason."
    if words.endswith(" by"):
        return f"Enter who {words.removesuffix(' by')}."
    return f"Enter {words}." if words.split()[0] in NO_ARTICLE else f"Enter the {words}."


@dataclass(frozen=True, slots=True)
class Counting:
    """The figures of a form that make up a count, and what it must be; of several sets, by the one that is chosen."""

    names: tuple[str, ...]
    whole: int
    by: str = ""
    wholes: tuple[tuple[str, int], ...] = ()

    def full(self, values: Draft) -> int:
        """What the count must be."""
        return dict(self.wholes).get(values.get(self.by, ""), self.whole)

    def figures(self, values: Draft) -> list[int]:
        """What was typed of it so far."""
        typed = (values.get(name, "").replace(" ", "") for name in self.names)
        return [int(text) for text in typed if text.isascii() and text.isdigit()]

    def total(self, values: Draft) -> int | None:
        """The count, once all of it was typed."""
        figures = self.figures(values)
        return sum(figures) if len(figures) == len(self.names) else None

    def may_be(self, values: Draft) -> bool:
        """Whether so many cards can lie there at all."""
        return sum(self.figures(values)) <= SLIP * self.full(values)

    def says(self, values: Draft) -> tuple[State, str]:
        """How far from full it is, at every key."""
        full, figures, total = self.full(values), self.figures(values), self.total(values)
        so_far = f"{sum(figures):,} of {full}"
        if not self.may_be(values):
            return State.ALARM, f"{so_far} is not possible: check what was typed"
        if total is None:
            return State.OKAY, so_far if figures else f"0 of {full}"
        if total == full:
            return State.OKAY, f"{so_far}: full count"
        return State.WARNING, f"{so_far}: {abs(full - total)} {'missing' if total < full else 'too many'}"


@dataclass(frozen=True, slots=True)
class Form:
    """What an act needs to know; `name` and `about` are where its draft is kept."""

    name: str
    about: str
    title: str
    sentence: str = ""
    steps: tuple[tuple[TextLine, TextLine | None], ...] = ()
    asks: tuple[Asked, ...] = ()
    act: Act = Act("do", "Save", "F9")
    note: str = ""
    counting: Counting | None = None
    #: What can be found out while the form is open: its button, and the field below which it stands.
    look: Act | None = None
    look_below: str = ""
    #: The words of its button by what is typed, where they say what will be recorded.
    words: Callable[[Draft], str] | None = None

    @property
    def draft(self) -> str:
        """Under which name what was typed is kept."""
        return f"{self.name}/{self.about}"
