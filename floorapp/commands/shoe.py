"""`floorapp verify --shoe`: whether a deck set is whole, from the rounds dealt with it."""

from __future__ import annotations

import json
import sys
from itertools import chain
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.commands.files import texts
from floorapp.commands.one_line import one_line
from floorapp.commands.status import UNREADABLE
from floorapp.operations.deck_set import DeckSetVerdict, NotOneDeckSet, verify_deck_set


def run_shoe(files: list[str], *, summary: bool) -> int:
    """Print what the shoes say; 1 where somebody should count the cards, 2 where a record is unreadable."""
    try:
        found = verify_deck_set(chain.from_iterable(map(texts, files)), rulebooks())
    except NotOneDeckSet as refusal:
        print(f"floorapp: not one deck set: {refusal}", file=sys.stderr)
        return UNREADABLE
    except OSError as fault:
        where = fault.filename or ", ".join(files)
        print(f"{where}: cannot be read: {fault.strerror}; no card was counted.", file=sys.stderr)
        return UNREADABLE
    print(_text(found) if summary else json.dumps(as_json(found), ensure_ascii=False, indent=2))
    return UNREADABLE if found.unread else int(found.verdict.wrong)


def as_json(found: DeckSetVerdict) -> dict[str, Any]:
    verdict = found.verdict
    impossible = [
        {"shoe": each.shoe, "round": each.round, "card": str(each.card), "copy": each.copy, "held": each.held}
        for each in verdict.impossible
    ]
    suspects = [
        {
            "card": str(each.card),
            "change": each.change,
            "probability": round(each.probability, 10),
            "since": each.likeliest,
            "between": list(each.between()),
        }
        for each in verdict.suspects
    ]
    return {
        "decks": found.decks,
        "shoes": verdict.shoes,
        "cards": verdict.cards,
        "impossible": impossible,
        "unexplained": list(verdict.unexplained),
        "complete": round(verdict.complete, 10),
        "missing": round(verdict.missing, 10),
        "extra": round(verdict.extra, 10),
        "suspects": suspects,
        "alarm": verdict.alarm,
        "threshold": verdict.threshold,
        "false_alarm": verdict.false_alarm,
        "unread": list(found.unread),
    }


def _text(found: DeckSetVerdict) -> str:
    verdict = found.verdict
    shoes = f"{verdict.shoes:,} shoe{'s' * (verdict.shoes != 1)}"
    lines = [f"{verdict.cards:,} cards of {shoes}, {found.decks} deck{'s' * (found.decks != 1)}."]
    for each in verdict.impossible:
        lines.append(
            f"  Round {each.round}, shoe {each.shoe}: {each.card.name} number {each.copy}; the decks hold {each.held}."
        )
    lines.append(
        f"  Complete {verdict.complete:.4%}, a card missing {verdict.missing:.4%}, a card too many {verdict.extra:.4%}."
    )
    if verdict.impossible:
        lines.append(f"  Count the cards: shoe {verdict.impossible[0].shoe} held a card that cannot be there.")
    elif verdict.alarm is not None and verdict.suspects:
        worst = verdict.suspects[0]
        first, last = worst.between()
        lines.append(
            f"  Count the cards: the {worst.card.name} is {worst.change} ({worst.probability:.2%}), most likely"
            f" since shoe {worst.likeliest} (between {first} and {last})."
        )
    else:
        lines.append("  No count needed.")
    lines += [f"  Not read: {each}" for each in found.unread]
    return "\n".join(map(one_line, lines))
