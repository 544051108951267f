"""Which irregularities last and so expose a game for a time; all others are over with their round."""

from __future__ import annotations

#: Irregularities that are a state of the table and last, each with the judge's duties for it.
LASTING: dict[str, frozenset[str]] = {
    "card-missing-at-count": frozenset({"card-missing"}),
    "extra-card-at-count": frozenset({"card-extra"}),
    "card-with-wrong-back": frozenset({"card-extra", "batches-color", "rack-mixed"}),
    "ten-in-shoe": frozenset({"tens-in-shoe"}),
    "decks-past-24-hours": frozenset({"decks-over-hours"}),
    "reader-not-inspected": frozenset({"reader-not-inspected"}),
    "reader-malfunction": frozenset({"reader-failed"}),
    "batch-alternation-broken": frozenset({"batch-not-alternated"}),
    "batch-not-in-shuffler": frozenset({"batch-outside"}),
    "batches-mixed": frozenset({"batches-color", "rack-mixed"}),
    "two-batches-in-discard-rack": frozenset({"rack-mixed"}),
    "burn-card-missed": frozenset({"not-burned", "dealer-not-burned"}),
    "shuffler-jam": frozenset({"faulted-shuffle"}),
    "shuffler-unusable": frozenset({"shuffler-standing"}),
    "cover-card-reached": frozenset({"cover-card-passed"}),
    "improper-cut": frozenset({"not-cut"}),
}
#: Those that are about the cards themselves: exposed since the last full count.
SINCE_A_COUNT = frozenset({"card-missing-at-count", "extra-card-at-count", "card-with-wrong-back", "ten-in-shoe"})
