"""One deck set's rounds, shoe by shoe: what they say about its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from floorapp.domain.cards import Card
from floorapp.domain.values import dataclass
from floorapp.engine.decode import parse_json, read_round
from floorapp.engine.odds_mix import ShoeMix
from floorapp.engine.record import Round, Unreadable
from floorapp.engine.round_findings import cards_of
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.shoe import ShoeVerdict, verify_shoes
from floorapp.engine.terms import Terms
from floorapp.operations.verification import RecordText


class NotOneDeckSet(ValueError):
    """Records that cannot be of one deck set, with the round that shows it."""


@dataclass(frozen=True, slots=True)
class DeckSetVerdict:
    """What the shoes say, and which records could not be read."""

    decks: int
    verdict: ShoeVerdict
    unread: tuple[str, ...]


def verify_deck_set(texts: Iterable[RecordText], rulebooks: Mapping[str, Rulebook]) -> DeckSetVerdict:
    """Weigh the rounds of one deck set; raises NotOneDeckSet where they cannot be."""
    unread: list[str] = []
    rounds = list(_rounds(texts, rulebooks, unread))
    if not rounds:
        raise NotOneDeckSet("there is no round that can be read")
    first = rounds[0]
    decks = _decks(first, rulebooks)
    shoes: dict[str, list[tuple[str, tuple[Card, ...]]]] = {}
    last = ""
    for round_ in rounds:
        if round_.rulebook != first.rulebook or _decks(round_, rulebooks) != decks:
            raise NotOneDeckSet(f"round {round_.id} is of another game or another number of decks")
        if not round_.shoe:
            raise NotOneDeckSet(f"round {round_.id} does not name its shoe")
        if round_.shoe in shoes and round_.shoe != last:
            raise NotOneDeckSet(f"round {round_.id} comes back to shoe {round_.shoe}: the rounds are not in order")
        last = round_.shoe
        shoes.setdefault(last, []).append((round_.id, tuple(cards_of(round_))))
    mix = ShoeMix.fresh(decks, tens=rulebooks[first.rulebook].cards.tens.value)
    return DeckSetVerdict(decks, verify_shoes(shoes.items(), mix), tuple(unread))


def _rounds(texts: Iterable[RecordText], rulebooks: Mapping[str, Rulebook], unread: list[str]) -> Iterator[Round]:
    for text in texts:
        try:
            yield read_round(parse_json(text.text), rulebooks)
        except Unreadable as fault:
            unread.append(f"line {text.line}: {fault}")


def _decks(round_: Round, rulebooks: Mapping[str, Rulebook]) -> int:
    return Terms(rulebooks[round_.rulebook], round_.options).decks
