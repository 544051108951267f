"""A floor at play, for measuring: twenty tables over the five games, sensible players, usual chips."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.operations.sample.play import COVER_CARD, TableAtPlay

GAMES = {
    "pa-590": ("push_22", 6),
    "pa-673a": ("", 6),
    "pa-685a": ("match_dealer", 8),
    "pa-665a": ("bust_it", 8),
    "nj-19-47-26": ("bust_it", 8),
}


def _table(rulebook: str, chance: random.Random) -> TableAtPlay:
    side, decks = GAMES[rulebook]
    options: dict[str, Any] = {"decks": decks, "positions": 6}
    if side:
        options["side_wagers"] = [side]
    return TableAtPlay(rulebooks()[rulebook], options, chance)


def rounds(count_: int, *, seed: int = 1) -> Iterator[dict[str, Any]]:
    """A floor's rounds, table after table in turn."""
    chance = random.Random(seed)
    tables = [(f"T-{n:02d}", _table(book, chance)) for n, book in enumerate(list(GAMES) * 4, start=1)]
    for n in range(count_):
        name, table = tables[n % len(tables)]
        number = n // len(tables) + 1
        if len(table.shoe) < COVER_CARD:
            table.shuffle()
        hours, minutes = divmod(number, 60)
        at = f"2015-{1 + hours // 600 % 12:02d}-{1 + hours // 24 % 28:02d}T{hours % 24:02d}:{minutes:02d}:00-05:00"
        yield table.round(id=f"{name}/{number}", table=name, at=at, shoe=f"{name}/{table.shoes}")


def write(file: Path, count_: int, *, seed: int = 1) -> Path:
    """A file of rounds, made once."""
    if not file.exists():
        with file.open("w", encoding="utf-8") as out:
            for record in rounds(count_, seed=seed):
                out.write(json.dumps(record) + "\n")
    return file
