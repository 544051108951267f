"""What the values of an entry are called by people: where its own field says it otherwise, the floor's word."""

from __future__ import annotations

#: Fields whose name in the code is not what people call them.
CALLED = {
    "adjacent_boxes": "Adjacent spots",
    "boxes": "Spots",
    "chip_unit": "Smallest chip",
    "chore": "Station’s task",
    "cite": "Section",
    "contradicting": "Contradict what is on record",
    "deck_sets": "Deck sets",
    "extra": "Registered elsewhere",
    "fixture": "Equipment",
    "from_cents": "Paid in error, from",
    "handover": "Shift change",
    "holds_from": "Effective date",
    "instead_of": "Reason for substitute",
    "into": "Sets in",
    "known_before": "Already on record",
    "least": "Minimum",
    "mismatch": "Payout errors",
    "most": "Maximum",
    "ok": "Paid correctly",
    "out": "Sets out",
    "owed": "Owed in all",
    "pass_seconds": "Seconds between passes",
    "people_per_box": "Players per spot",
    "push_22_paytable": "Push 22 pay table",
    "says": "Remarks",
    "settled": "No payout on record",
    "shuffled": "How shuffled",
    "side_wagers": "Side bets",
    "standing": "Rulebook standing",
    "target": "Port",
    "tens": "With tens",
    "todo": "What to do",
    "told": "Notified",
    "violation": "Procedure errors",
    "whom": "Who is notified",
    "wrong": "With errors",
}


def field_words(name: str) -> str:
    """A value as a label has it; of one within another, both: `Details: overpaid`."""
    first, *inner = (_called(part) for part in name.split("."))
    return ": ".join((first, *map(in_sentence, inner)))


def _called(name: str) -> str:
    return CALLED.get(name) or name.replace("_", " ").capitalize()


def in_sentence(words: str) -> str:
    """A label within a sentence."""
    return words[:1].lower() + words[1:]
