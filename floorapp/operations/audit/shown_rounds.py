"""The rounds behind a figure: those in which something that is watched came out in a certain way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import chain, islice

import numpy as np

from floorapp.domain.rounds import KeptRound
from floorapp.domain.values import dataclass
from floorapp.engine.block import open_block
from floorapp.engine.decode import parse_json, read_round
from floorapp.engine.record import Round
from floorapp.engine.unpacker import rounds_of
from floorapp.operations.audit.observations import Comparison, Observer, Posts
from floorapp.operations.audit.packs import blocks_of
from floorapp.operations.audit.selection import Selection
from floorapp.operations.audit.storage import RoundStore
from floorapp.operations.audit.unauthorized_play import Breach
from floorapp.operations.moment import Moment
from floorapp.operations.quick.judge import RoundJudge
from floorapp.operations.quick.packed_reader import PackedReader
from floorapp.operations.rules import Rulebooks

#: More rounds than this nobody reads one by one.
SHOWN = 200
#: How much of a long time is looked through in one go.
A_STRETCH = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round by its name, its table and its time."""

    id: str
    table: str
    at: datetime | None
    cards: str


def rounds_showing(
    store: RoundStore,
    selection: Selection,
    rulebooks: Rulebooks,
    *,
    posts: Posts,
    comparison: Comparison,
    outcome: str,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> tuple[ShownRound, ...]:
    """The newest rounds of a selection that came out so, for one table, dealer, deck set or reader."""
    packed, kept = store.packed_upto()
    places = store.block_places(selection.since, selection.until, selection.tables)
    loose = blocks_of(store.loose_rounds(packed, kept), rulebooks, kept) if kept > packed else iter(())
    packs = chain((block.packed for block in loose), (store.block(place).packed for place, _ in reversed(places)))
    found: list[ShownRound] = []
    for done, pack in enumerate(packs):
        told(done, len(places) + 1)
        found += map(_shown, _in_block(pack, selection, rulebooks, Observer(posts), comparison, outcome))
        if len(found) >= SHOWN:
            break
    newest = sorted(found, key=lambda each: each.at.timestamp() if each.at else 0.0, reverse=True)
    return tuple(islice(newest, SHOWN))


def rounds_against(moment: Moment, breach: Breach) -> tuple[ShownRound, ...]:
    """The newest rounds dealt at a table although something stood against it."""
    found: list[ShownRound] = []
    until = breach.until
    while until > breach.since and len(found) < SHOWN:
        since = max(breach.since, until - A_STRETCH)
        for each in reversed(moment.state.played(breach.table, since, until)):
            if each.at is not None and (since < each.at or each.at == breach.since):
                found.append(ShownRound(each.id, each.table, each.at, _cards(each, moment.rulebooks)))
        until = since
    return tuple(found[:SHOWN])


def _in_block(
    pack: bytes, selection: Selection, rulebooks: Rulebooks, observer: Observer, comparison: Comparison, outcome: str
) -> Iterator[Round]:
    block, judge = open_block(pack), RoundJudge(rulebooks)
    usual = np.delete(np.arange(block.rounds), block.numbers("unusual_at"))
    if not len(usual):
        return
    columns, asked = PackedReader(judge).columns(block)
    kept = selection.usual_of(block) & ~asked
    places = observer.showing(judge, block, columns, judge.look(columns), kept, comparison, outcome)
    yield from rounds_of(block, set(usual[places].tolist()))


def _cards(kept: KeptRound, rulebooks: Rulebooks) -> str:
    if kept.verdict == "unreadable":
        return "cannot be read"
    return _shown(read_round(parse_json(kept.record), rulebooks)).cards


def _shown(round_: Round) -> ShownRound:
    return ShownRound(round_.id, round_.table, round_.at, " ".join(map(str, round_.dealer)))
