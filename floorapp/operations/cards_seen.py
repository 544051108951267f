"""The cards seen in one shoe against what its decks hold, rank by rank: evidence where a count was wrong."""

from __future__ import annotations

from collections import Counter

from floorapp.domain.cards import RANKS, Card
from floorapp.domain.rounds import KeptRound
from floorapp.domain.values import dataclass
from floorapp.engine.decode import parse_json, read_round
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.record import Unreadable
from floorapp.engine.round_findings import cards_of
from floorapp.engine.shoe import ShoeVerdict, verify_shoes
from floorapp.engine.terms import Terms
from floorapp.operations.rules import Rulebooks


@dataclass(frozen=True, slots=True)
class RankSeen:
    """How often a rank was seen, how often the decks hold it, and whether one of its cards cannot be so."""

    rank: str
    seen: int
    held: int
    odd: bool


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """One shoe: its name, decks and rounds, the ranks, and what the engine makes of it."""

    shoe: str
    decks: int
    rounds: int
    ranks: tuple[RankSeen, ...]
    verdict: ShoeVerdict


def cards_seen(played: tuple[KeptRound, ...], rulebooks: Rulebooks) -> CardsSeen | None:
    """The last shoe among these rounds; none where no round of it can be read."""
    shoe = next((each.shoe for each in reversed(played) if each.shoe), "")
    seen: list[tuple[str, tuple[Card, ...]]] = []
    mix, decks = None, 0
    for each in played:
        if each.shoe != shoe or each.rulebook not in rulebooks:
            continue
        try:
            round_ = read_round(parse_json(each.record), rulebooks)
        except Unreadable:
            continue
        rulebook = rulebooks[round_.rulebook]
        decks = Terms(rulebook, round_.options).decks
        mix = ShoeMix.fresh(decks, tens=rulebook.cards.tens.value)
        seen.append((round_.id, tuple(cards_of(round_))))
    if mix is None or not shoe:
        return None
    verdict = verify_shoes([(shoe, seen)], mix)
    odd = {each.card.rank for each in verdict.impossible}
    counted = Counter(card.rank for _round, cards in seen for card in cards)
    held = {rank: sum(row) for rank, row in zip(RANKS, mix.counts, strict=True)}
    ranks = tuple(
        RankSeen(rank, counted[rank], held[rank], rank in odd) for rank in RANKS if held[rank] or counted[rank]
    )
    return CardsSeen(shoe, decks, len(seen), ranks, verdict)
