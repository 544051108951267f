"""Tables at play for audits: rounds dealt from shoes that are whole, or not."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.operations.acts import rounds as acts
from floorapp.operations.sample.play import COVER_CARD, TableAtPlay
from tests.acts.floor import Floor

SIDES = {"pa-590": "push_22", "pa-685a": "match_dealer", "pa-665a": "bust_it", "nj-19-47-26": "bust_it"}
Record = dict[str, Any]
#: What somebody did to the cards before they went into the shoe.
Tampered = Callable[[list[str]], None]


def dealt(
    table: str,
    rulebook: str,
    count: int,
    since: datetime,
    *,
    seed: int = 1,
    decks: int = 6,
    tampered: Tampered | None = None,
    minutes: float = 1.0,
    prefix: str = "",
) -> Iterator[Record]:
    """Rounds of one table, one after another."""
    options: Record = {"decks": decks, "positions": 6}
    if rulebook in SIDES:
        options["side_wagers"] = [SIDES[rulebook]]
    play = TableAtPlay(rulebooks()[rulebook], options, random.Random(seed))
    for number in range(count):
        if len(play.shoe) < COVER_CARD:
            play.shuffle()
            if tampered is not None:
                tampered(play.shoe)
                play.chance.shuffle(play.shoe)  # which copy is gone must not depend on where it lay
        at = since + timedelta(minutes=minutes * number)
        yield play.round(
            id=f"{prefix}{table}/{number + 1}", table=table, at=at.isoformat(), shoe=f"{prefix}{table}/{play.shoes}"
        )


def take_in(floor: Floor, records: list[Record], source: str = "audit.jsonl") -> None:
    acts.import_rounds(floor.desk("flo"), source=source, lines=[json.dumps(each).encode() for each in records])
