"""Which acts a station keeps while the database does not answer: those that only state facts."""

from __future__ import annotations

from floorapp.operations.act_table import ACTS

#: What nobody's role is asked for: being at the screen, proved against the hashes known last, and what the app
#: states by itself.
_UNASKED = frozenset({"prove", "sign", "sign_in", "unlock_screen", "refuse", "take_signals", "seal_frames"})

#: Everything that is kept; the rest (reviews, opening, people, rules) waits for the database.
KEPT = _UNASKED | {name for name, row in ACTS.items() if row.kept}


def is_kept(act: str) -> bool:
    """Whether an act can be kept on this station."""
    return act in KEPT
