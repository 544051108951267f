"""The test cards a reader is shown: which ones, and the signal each must give under the rulebook."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.operations.rules import Rulebook
from floorapp.screens.states import Lamp


@dataclass(frozen=True, slots=True)
class ProofCard:
    """A card, the signal it must give, what that is called, and its light where it has one."""

    card: str
    expected: str
    words: str
    lamp: Lamp | None = None


_MASQUE = (
    ProofCard("4c", "small", "4, small", Lamp.BLUE),
    ProofCard("8d", "medium", "8, medium", Lamp.RED),
    ProofCard("Ks", "large", "King, large", Lamp.YELLOW),
)
_BLACKJACK = (ProofCard("7c", "no_blackjack", "7 under an ace"), ProofCard("Kh", "blackjack", "King under an ace"))


#: The light of a signal, where the reader has lights.
LAMPS = {card.expected: card.lamp for card in _MASQUE}


def proofs_of(rulebook: Rulebook) -> tuple[ProofCard, ...]:
    """The test cards for the kind of reader this rulebook asks for."""
    return _MASQUE if rulebook.reader.kind.value == "masque" else _BLACKJACK
