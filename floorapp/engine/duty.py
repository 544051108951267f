"""A duty of conduct: what a rulebook asks of a table, under which section, and when it falls away."""

from __future__ import annotations

from floorapp.domain.values import dataclass

#: What can stand against dealing, while it stands.
CONDITIONS = (
    "reader-missing",
    "reader-kind",
    "reader-not-inspected",
    "reader-failed",
    "decks-over-hours",
    "decks-number",
    "tens-in-shoe",
    "tens-missing",
    "batches-two",
    "batches-equal",
    "batches-design",
    "batches-color",
    "batch-outside",
    "batch-not-alternated",
    "rack-mixed",
    "step-missing",
    "not-shuffled",
    "faulted-shuffle",
    "not-cut",
    "shuffler-standing",
    "not-burned",
    "dealer-not-burned",
    "cover-card-passed",
    "idle-not-done",
    "no-floorperson",
    "rack-missing",
    "rack-height",
    "drop-box-missing",
    "tip-box-missing",
    "layout-missing",
)
#: What is found at one line of a log.
MOMENTS = (
    "inspected-by-another",
    "recut-late",
    "recut-by-whom",
    "tens-disposal",
    "setup-decks",
    "setup-boxes",
    "setup-match",
    "card-missing",
    "card-extra",
)
DUTIES = (*CONDITIONS, *MOMENTS)
#: The steps of opening a deck set, in the order they are done.
OPENING = ("inspected", "verified", "spread", "washed")
#: What a duty may be of, where one name stands for several.
PARTS = {
    "step-missing": OPENING,
    "decks-number": ("batch_shuffler",),
    "setup-decks": ("batch_shuffler",),
    "idle-not-done": ("spread", "shuffler"),
}
#: Those that are about a step, and not about a thing at the table.
OF_A_STEP = frozenset({"step-missing", "idle-not-done"})
#: The words that say how a duty is meant, where the rulebooks differ.
VALUES = {
    "not-cut": ("unless-straight", "hand-or-beforehand"),
    "shuffler-standing": ("covered-or-signed", "removed"),
    "recut-late": ("shoe-open", "round-dealt"),
    "recut-by-whom": ("supervisor",),
    "tens-disposal": ("torn_and_boxed", "destroyed"),
    "idle-not-done": ("wash", "wash-or-batches", "open-again"),
}
METHODS = ("hand", "batch_shuffler", "continuous", "counting_device")
CONDITIONS_OF_CARDS = ("new", "preinspected", "preshuffled")


@dataclass(frozen=True, slots=True)
class RulebookDuty:
    """One duty, or the part of it that `of` names; no citation where it is the house's own policy."""

    name: str
    says: str
    cite: str = ""
    of: str = ""
    value: str = ""
    readings: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    policy: bool = False
    advisory: bool = False
