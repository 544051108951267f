"""A register as a screen shows it: things in a list, newest or most urgent first, and the one that is chosen."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.screens.forms import Act
from floorapp.screens.lists import ListRow
from floorapp.screens.states import State


@dataclass(frozen=True, slots=True)
class RegisterDetail:
    """The one that is chosen: its state in words, its head, and what is known of it under its labels."""

    key: str
    state: State
    word: str
    title: str
    facts: tuple[tuple[str, str], ...]
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class RegisterView:
    """The whole screen at one moment."""

    title: str
    note: str
    rows: tuple[ListRow, ...]
    detail: RegisterDetail | None
    acts: tuple[Act, ...]
