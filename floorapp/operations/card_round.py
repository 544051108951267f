"""A round as it is drawn for a guest: the cards on the layout, and what the rules say of each wager."""

from __future__ import annotations

from floorapp.domain.cards import Card
from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class DealtCard:
    """A card as it lay: upright, or sideways when it is the card of a double."""

    card: Card
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class DealtHand:
    """The cards of one hand, its words, and the lammers on it."""

    cards: tuple[DealtCard, ...]
    caption: str
    lammers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPlace:
    """The dealer's place or a box, with the hands that lay there."""

    title: str
    hands: tuple[DealtHand, ...]


@dataclass(frozen=True, slots=True)
class CardRound:
    """A round drawn with its cards, the dealer first."""

    places: tuple[CardPlace, ...]


@dataclass(frozen=True, slots=True)
class WagerLine:
    """What the rules say of one wager: the sentence, its citation, correct and reported amounts."""

    wager: str
    sentence: str
    citation: str
    correct: str
    reported: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Settlement:
    """Every wager of a round, one line each."""

    lines: tuple[WagerLine, ...]
    correct_head: str = "Correct"
    reported_head: str = "Paid"
