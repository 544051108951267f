"""Acts as they are offered, and the forms that ask what an act needs."""

from __future__ import annotations

from floorapp.domain.values import dataclass
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
    #: Takes a whole number, which is looked at before anybody's PIN is.
    digits: bool = False


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

    @property
    def draft(self) -> str:
        """Under which name what was typed is kept."""
        return f"{self.name}/{self.about}"
