"""A line of text as a screen shows it: words, signs, chips and keys on one baseline."""

from __future__ import annotations

from dataclasses import field

from floorapp.domain.cards import SUIT_NAMES
from floorapp.domain.values import dataclass
from floorapp.screens.states import Back, Lamp, State

#: Names of sizes in logical pixels, as the table of type in the look has them.
SMALL, SECOND, BODY, SECTION, TITLE, SUBJECT = 12, 13, 15, 18, 24, 34


class Silent:
    """A piece that a screen reader passes over: the words beside it say the same."""

    __slots__ = ()
    spoken = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Some words in one weight and tone; the one that may shrink is cut with an ellipsis.

    One that fits, a name, is set smaller where there is no room for it, before its middle is left out.
    """

    text: str
    size: float = BODY
    weight: int = 400
    tone: str = "ink"
    mono: bool = False
    struck: bool = False
    shrinks: bool = False
    fits: bool = False

    @property
    def spoken(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Sign:
    """A state's sign; inverted, figure and ground change places: nobody has answered it."""

    state: State
    size: float = 14
    tone: str = ""
    inverted: bool = False

    @property
    def spoken(self) -> str:
        return "" if self.state is State.OKAY else self.state.value


@dataclass(frozen=True, slots=True)
class Chip(Silent):
    """A batch by its letter."""

    back: Back
    filled: bool
    size: float = 20


@dataclass(frozen=True, slots=True)
class Ring(Silent):
    """The age of a deck set as a ring that closes with the hours."""

    share: float
    state: State = State.OKAY
    size: float = 20


@dataclass(frozen=True, slots=True)
class Icon(Silent):
    """An icon, always beside a word."""

    name: str
    size: float = 18
    tone: str = "ink2"


@dataclass(frozen=True, slots=True)
class Key(Silent):
    """A key cap."""

    name: str


@dataclass(frozen=True, slots=True)
class Light(Silent):
    """A lamp of the reader."""

    lamp: Lamp
    size: float = 18


@dataclass(frozen=True, slots=True)
class Pill:
    """An outlined pill, such as a lammer's FREE."""

    text: str

    @property
    def spoken(self) -> str:
        return self.text.lower()


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit by its letter, in the ink of this theme."""

    letter: str
    size: float = 20

    @property
    def spoken(self) -> str:
        return SUIT_NAMES[self.letter]


@dataclass(frozen=True, slots=True)
class Spacer(Silent):
    """So much room between two pieces, beyond the line's own."""

    width: float


@dataclass(frozen=True, slots=True)
class Tab(Silent):
    """Go on at this distance from the line's start, so that rows line up in columns."""

    at: float


Piece = Words | Sign | Chip | Ring | Icon | Key | Light | Pill | Suit | Spacer | Tab


@dataclass(frozen=True, slots=True)
class TextLine:
    """Pieces from left to right with the same room between them."""

    pieces: tuple[Piece, ...] = field(default=())
    gap: float = 8

    @property
    def spoken(self) -> str:
        return " ".join(piece.spoken for piece in self.pieces if piece.spoken)


def line(*pieces: Piece | str, gap: float = 8) -> TextLine:
    """A line; a bare string is body text."""
    return TextLine(tuple(Words(piece) if isinstance(piece, str) else piece for piece in pieces), gap)


def state_line(state: State, word: str, *, size: float = BODY) -> TextLine:
    """A state as sign and word; an okay word is lighter and grey."""
    tone = "ink2" if state is State.OKAY else state.value
    return line(Sign(state, size - 1), Words(word, size, 500 if state is State.OKAY else 600, tone), gap=7)
