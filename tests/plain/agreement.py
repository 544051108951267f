"""The engine beside the plain settlement: both settle the same random lawful rounds, and every line is compared."""

from __future__ import annotations

from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.engine.verify import verify_json

from .rounds import legal_rounds
from .settlement import settle

COMPARED = ("box", "hand", "behind", "wager", "stake", "lammer", "outcome", "expected")


def disagreements(seed: int, rounds: int) -> list[str]:
    """The rounds on which the two do not agree, each with what the engine says."""
    books = rulebooks()
    found = []
    for number, record in enumerate(legal_rounds(seed=seed, count=rounds)):
        answer = verify_json(record, books)
        unlawful = [each for each in answer.findings if each.severity == "violation"]
        agreed = laid_out(answer.as_json()["lines"]) == laid_out(settle(record)) if answer.verdict == "ok" else False
        if unlawful or not agreed:
            found.append(f"round {number} of seed {seed}, {answer.verdict}: {answer.error or answer.findings} {record}")
    return found


def laid_out(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines as both sides can be held against each other: what is compared, in one order."""
    kept = [{name: line[name] for name in COMPARED if name in line} for line in lines]
    return sorted(kept, key=lambda line: (line["box"], line.get("behind", 0), line.get("hand", 0), line["wager"]))
