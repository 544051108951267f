"""The shoe detective: what the rounds dealt with a deck set say about its cards, and what was dealt since."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from floorapp.domain.decks import DeckSet
from floorapp.domain.rounds import Dealt, KeptRound
from floorapp.domain.tables import Shoe, ShoePhase, ShufflingMethod, Table
from floorapp.domain.values import dataclass
from floorapp.operations.audit.storage import Trails, standing
from floorapp.operations.deck_set import DeckSetVerdict, NotOneDeckSet, verify_deck_set
from floorapp.operations.floor_queries import last_known_count
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, unknown
from floorapp.operations.verification import RecordText

MISSING, EXTRA, TEN = "card-missing-at-count", "extra-card-at-count", "ten-in-shoe"
#: The round with which a fault may have begun is dealt wrongly too.
JUST_BEFORE = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Detected:
    """What a deck set's shoes say, what was dealt since the fault may have begun, and what to report."""

    deck_set: str
    table: str
    found: DeckSetVerdict
    since: datetime | None
    exposure: Dealt
    counted_at: datetime | None
    suggests: str  # the code of an irregularity to report; empty where nothing calls for one
    says: str


def deck_sets_with_rounds(
    moment: Moment, trails: Trails, table: str, since: datetime, until: datetime
) -> tuple[str, ...]:
    """The deck sets of which rounds were dealt at a table in a time, the newest first.

    None where a continuous shuffler stands: a card that was dealt may come again at once.
    """
    known = moment.state.get(Table, table)
    if known is None or known.method is ShufflingMethod.CONTINUOUS_SHUFFLER:
        return ()
    found = dict[str, None]()
    for at, shoe, end in reversed(list(standing(trails, Shoe, table, until=moment.now))):
        if shoe.deck_set is None or shoe.deck_set in found or shoe.phase is ShoePhase.ENDED:
            continue
        begins, ends = max(at, since), min(end, until)
        if begins < ends and moment.state.dealt(table, begins, ends).rounds:
            found[shoe.deck_set] = None
    return tuple(found)


def detect(moment: Moment, trails: Trails, *, deck_set: str, table: str) -> Detected | Refusal:
    """Hold the cards seen of a deck set against its decks, shoe after shoe."""
    decks = moment.state.get(DeckSet, deck_set)
    if decks is None:
        return unknown("deck set", deck_set)
    rounds = _rounds(moment, trails, deck_set, table)
    texts = [RecordText(n, each.record) for n, each in enumerate(rounds, start=1)]
    try:
        found = verify_deck_set(texts, moment.rulebooks)
    except NotOneDeckSet as refusal:
        return bad_input(f"The rounds of {deck_set} cannot be checked: {refusal}.", "Check the rounds themselves.")
    since = _since(found, rounds)
    exposure = moment.state.dealt(table, since - JUST_BEFORE, moment.now) if since else Dealt(0, 0, 0)
    counted = last_known_count(moment, table, since or moment.now)
    return Detected(
        deck_set, table, found, since, exposure, counted.at if counted else None, _suggests(found), words_of(found)
    )


def _suggests(found: DeckSetVerdict) -> str:
    """The irregularity to report, in the catalog's own code."""
    verdict = found.verdict
    if verdict.impossible:
        return TEN if verdict.impossible[0].held == 0 else EXTRA
    if verdict.alarm is None:
        return ""
    return MISSING if verdict.suspects[0].change == "missing" else EXTRA


def _rounds(moment: Moment, trails: Trails, deck_set: str, table: str) -> list[KeptRound]:
    """The rounds of every shoe of a deck set at a table, in order."""
    made: dict[str, KeptRound] = {}
    for at, shoe, end in standing(trails, Shoe, table, until=moment.now):
        if shoe.deck_set == deck_set and shoe.phase is not ShoePhase.ENDED:
            for each in moment.state.played(table, at, end):
                if each.verdict != "unreadable":
                    made.setdefault(each.digest, each)
    return list(made.values())


def _since(found: DeckSetVerdict, rounds: list[KeptRound]) -> datetime | None:
    """When the first round of the shoe was dealt in which the fault may have begun."""
    verdict = found.verdict
    if not verdict.wrong:
        return None
    shoe = verdict.impossible[0].shoe if verdict.impossible else verdict.suspects[0].between()[0]
    times = [each.at for each in rounds if each.shoe == shoe and each.at is not None]
    return min(times, default=None)


def words_of(found: DeckSetVerdict) -> str:
    """What it comes to, in a sentence for the floor."""
    verdict = found.verdict
    if verdict.impossible:
        first = verdict.impossible[0]
        held = f"hold {first.held} of it" if first.held else "hold none"
        card = _begun(first.card.name)
        return f"{card} in round {first.round} is copy {first.copy}; the decks {held}. Count the cards now."
    if verdict.alarm is not None:
        suspect = verdict.suspects[0]
        change = "missing" if suspect.change == "missing" else "too many"
        begin, end = suspect.between()
        return (
            f"{_begun(suspect.card.name)} is {change} ({suspect.probability:.1%} likely), "
            f"since shoe {suspect.likeliest} ({begin} to {end}). Count the cards now."
        )
    return f"Complete ({verdict.complete:.2%} likely). No count needed."


def wandered(found: Sequence[Detected]) -> tuple[str, ...]:
    """Cards that one deck set lacks and another has too many of: one batch's card may lie in the other's shoe."""
    told = []
    for lacks in found:
        for has in found:
            card = _card(lacks, MISSING)
            if lacks is not has and card and card == _card(has, EXTRA):
                told.append(
                    f"{card} is missing from {lacks.deck_set} ({lacks.table}) and one extra is in {has.deck_set} "
                    f"({has.table}): check the backs."
                )
    return tuple(told)


def _card(each: Detected, suggests: str) -> str:
    if each.suggests != suggests:
        return ""
    verdict = each.found.verdict
    return _begun((verdict.impossible or verdict.suspects)[0].card.name)


def _begun(words: str) -> str:
    """As a sentence begins."""
    return words[:1].upper() + words[1:]
