"""The test cards a reader is shown: which ones, and the signal each must give under the rulebook."""

from __future__ import annotations

from floorapp.domain.proof_test import TEST_CARDS
from floorapp.domain.readers import ReaderKind
from floorapp.domain.values import dataclass
from floorapp.operations.rules import DutyBook
from floorapp.screens.states import Lamp


@dataclass(frozen=True, slots=True)
class ProofCard:
    """A card, the signal it must give, what that is called, and its light where it has one."""

    card: str
    expected: str
    words: str
    lamp: Lamp | None = None


#: The light of a signal, where the reader has lights.
LAMPS = {"small": Lamp.BLUE, "medium": Lamp.RED, "large": Lamp.YELLOW}
_SAID = {"4c": "4, small", "8d": "8, medium", "Ks": "King, large", "7c": "7 under an ace", "Kh": "King under an ace"}


def proofs_of(rulebook: DutyBook) -> tuple[ProofCard, ...]:
    """The test cards for the kind of reader this rulebook asks for."""
    cards = TEST_CARDS[ReaderKind(rulebook.reader.kind.value)]
    return tuple(ProofCard(card, str(signal), _SAID[card], LAMPS.get(str(signal))) for card, signal in cards)
