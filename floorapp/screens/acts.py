"""What screens take from the table of acts: an act's button at a place, where it is done, its word in *Due now*."""

from __future__ import annotations

from dataclasses import replace

from floorapp.domain.people import Role
from floorapp.operations.act_row import ActRow
from floorapp.operations.act_table import ACTS, Acts
from floorapp.operations.moment import not_for_role
from floorapp.operations.refusal import Refusal
from floorapp.screens.forms import Act
from floorapp.screens.phrases import because

#: One key of a place opens a list of what is done less often, a digit in it does the act.
OTHER = Act("other_acts", "More actions…", "Alt O")

#: Acts that are a walk to another place, and the places one walks to without an act.
WALKS = {name: row.walk for name, row in ACTS.items() if row.walk} | {
    "inspection_round": "inspect",
    "incidents": "incidents",
    "custody": "decks",
    "dispute": "disputes",
    "handover": "handover",
    "relief": "relief",
    "table": "table",
    "setup": "setup",
    "readers": "readers",
    "settings": "settings",
}

#: The act of a row in *Due now* in a word or two; rows of one kind that are folded have theirs.
DUE_WORDS = {name: row.due for name, row in ACTS.items() if row.due} | {
    "inspection_round": "Inspect",
    "incidents": "Review",
    "custody": "Decks",
    "readers": "Readers",
    "settings": "Settings",
}

#: The acts that are done behind an entry of the rail.
BEHIND = {
    entry: frozenset(name for name, row in ACTS.items() if row.behind == entry)
    for entry in sorted({row.behind for row in ACTS.values() if row.behind})
}


def button(row: ActRow, place: str, refusal: Refusal | str | None = None, words: str = "") -> Act:
    """An act's button at a place; of several the first, unless its words are given, which may end in an ellipsis."""
    found = next(
        at for at in row.keys if place in at.places and (not words or at.words.rstrip("…") == words.rstrip("…"))
    )
    why = refusal if isinstance(refusal, str) else because(refusal)
    return Act(row.name, words or found.words, found.key, why)


def buttons_at(place: str) -> tuple[Act, ...]:
    """Every button of the table at a place, those of its list of other acts too."""
    return tuple(Act(row.name, at.words, at.key) for row in ACTS.values() for at in row.keys if place in at.places)


def listed_at(place: str) -> tuple[Act, ...]:
    """The list of other acts at a place, by their digits."""
    inside = [act for act in buttons_at(place) if act.key.startswith(f"{OTHER.key} ")]
    digits = (Act(act.name, act.words, act.key.removeprefix(f"{OTHER.key} ")) for act in inside)
    return tuple(sorted(digits, key=lambda act: int(act.key) or 10))


#: Steps and walks under a word of their own that end in an act of the table, at their place or, under none, anywhere.
_ENDS_IN = {
    ("", "inspection_round"): Acts.inspect_reader,
    ("", "report an irregularity"): Acts.report_irregularity,
    ("", "relief"): Acts.assign,
    ("audit", "take in"): Acts.import_rounds,
    ("audit", "report"): Acts.report_irregularity,
    ("incidents", "ruling"): Acts.add_to_incident,
}


def for_role(acts: tuple[Act, ...], place: str, role: Role) -> tuple[Act, ...]:
    """A place's buttons as they stand for a role: one that ends in an act of other roles says whose."""
    return tuple(_for_role(act, place, role) for act in acts)


def _for_role(act: Act, place: str, role: Role) -> Act:
    row = ACTS.get(act.name) or _ENDS_IN.get((place, act.name)) or _ENDS_IN.get(("", act.name))
    refusal = not_for_role(row.name, role) if row is not None else None
    return replace(act, refusal=because(refusal)) if refusal is not None else act
