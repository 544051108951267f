"""The shape of a row in the table of acts (`act_table`)."""

from __future__ import annotations

from floorapp.domain.people import Role
from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class KeyAt:
    """A key and the words on its button, at the places that have it so; `Alt O 5` is the fifth of their list."""

    key: str
    words: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class ActRow:
    """One act; its name is what it is bound to, that of its function."""

    #: What it is, in the words of the access review.
    words: str
    #: Who may do it.
    roles: frozenset[Role]
    #: Where it has a key.
    keys: tuple[KeyAt, ...] = ()
    #: Whether a station keeps it while the database does not answer: it only states what happened at a table, and
    #: nobody else's decision can make that untrue.
    kept: bool = False
    #: Whether somebody may do it whose password or PIN another one chose.
    first: bool = False
    #: Its button in *Due now*.
    due: str = ""
    #: The place where it is done, where that takes more than a form.
    walk: str = ""
    #: The entry of the rail that counts what is due of it.
    behind: str = ""
    #: The file of `screens/offers` in which a function of the act's name makes its form.
    form: str = ""
    name: str = ""

    def __set_name__(self, _owner: type, name: str) -> None:
        object.__setattr__(self, "name", name)


def on(key: str, words: str, *places: str) -> KeyAt:
    """A key of an act."""
    return KeyAt(key, words, places)


def act(
    words: str,
    roles: frozenset[Role],
    *keys: KeyAt,
    kept: bool = False,
    first: bool = False,
    due: str = "",
    walk: str = "",
    behind: str = "",
    form: str = "",
) -> ActRow:
    """A row as the table writes it."""
    return ActRow(words, roles, keys, kept, first, due, walk, behind, form)
