"""Steps of the checklists: who does what, under which paragraph, and when a step falls away."""

from __future__ import annotations

from floorapp.domain.values import dataclass

CHECKLISTS = (
    "layout",
    "equipment",
    "decks",
    "batches",
    "reader",
    "shuffler",
    "opening",
    "shuffle",
    "cut",
    "recut",
    "reshuffle",
    "burn",
    "cover-card",
    "deal",
    "conduct",
    "settle-order",
    "idle",
)
CARDS = ("new", "preinspected", "preshuffled")
METHODS = ("by-hand", "batch-shuffler", "continuous-shuffler", "reshuffling-device")


@dataclass(frozen=True, slots=True)
class ChecklistStep:
    """One thing to do or to have; absent conditions mean always."""

    checklist: str
    id: str
    who: str
    says: str
    cite: str
    cards: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    choice: str = ""
    when: str = ""
    readings: tuple[str, ...] = ()
    value: int | str | None = None
    policy: bool = False

    def applies(self, cards: str | None, method: str | None) -> bool:
        """Whether the step stands for these cards and this way of shuffling; None leaves it open."""
        spared_by_cards = cards is not None and self.cards and cards not in self.cards
        spared_by_method = method is not None and self.methods and method not in self.methods
        return not (spared_by_cards or spared_by_method)
