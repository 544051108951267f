"""How something stands, which back a batch has, which lamp a reader lights."""

from __future__ import annotations

from enum import Enum


class State(Enum):
    """How something on the floor stands, from calm to loud."""

    OKAY = "okay"
    SHELVED = "shelved"
    OFFLINE = "offline"
    DUE = "due"
    WARNING = "warning"
    ALARM = "alarm"

    @property
    def spoken(self) -> str:
        """The state as a screen reader says it."""
        return {State.OKAY: "OK", State.SHELVED: "snoozed"}.get(self, self.value)


class Back(Enum):
    """The back colour of a batch of cards, by the letter on its chip."""

    BLUE = "B"
    RED = "R"
    GREEN = "G"
    BLACK = "K"
    PURPLE = "P"

    @property
    def word(self) -> str:
        return self.name.lower()


class Lamp(Enum):
    """A light of the Masque reader; never shown without its word."""

    BLUE = "blue"
    RED = "red"
    YELLOW = "yellow"
