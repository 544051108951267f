"""A Rules Submission: whether what a house has chosen is among what a rulebook leaves open."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.property import Choices
from floorapp.domain.values import dataclass
from floorapp.engine.readings import READING_IDS
from floorapp.engine.rulebook import Rulebook

COLLECT_AND_PAY = ("losing-first", "player-by-player")


@dataclass(frozen=True, slots=True)
class Fault:
    """A choice the rulebook does not allow."""

    choice: str
    cite: str
    message: str


def submission_faults(choices: Choices, rulebook: Rulebook, *, decks: int) -> Iterator[Fault]:
    """Everything a house chose that the rulebook does not leave open, all at once."""
    yield from _wager_faults(choices, rulebook, decks)
    yield from _reader_faults(choices, rulebook)
    yield from _house_faults(choices, rulebook)
    for reading in sorted(set(choices.readings) - READING_IDS):
        yield Fault("readings", rulebook.standing.cite, f"There is no reading {reading}.")


def _wager_faults(choices: Choices, rulebook: Rulebook, decks: int) -> Iterator[Fault]:
    offered = rulebook.table.wagers
    for wager in sorted(set(choices.side_wagers) - set(offered.value)):
        yield Fault("side_wagers", offered.cite, f"This game has no {wager.replace('_', ' ')} to offer.")
    match = rulebook.match_dealer
    if match and "match_dealer" in choices.side_wagers and decks not in match.offered.value:
        message = f"Match-the-Dealer is offered with {match.offered.value} decks only, not with {decks}."
        yield Fault("side_wagers", match.offered.cite, message)
    if choices.push_22_paytable not in ("A", "B"):
        cite = rulebook.push_22.paytable_a.cite if rulebook.push_22 else offered.cite
        yield Fault("push_22_paytable", cite, "The pay table of Push 22 is A or B.")
    if choices.bonus_maximum is not None:
        rule = rulebook.bust_it
        if rule is None or rule.limit.value != "main-and-posted-maximum":
            yield Fault("bonus_maximum", offered.cite, "This rulebook has no posted maximum for a side wager.")
        elif rule.minimum and choices.bonus_maximum < rule.minimum.value:
            yield Fault("bonus_maximum", rule.minimum.cite, "The posted maximum is below the smallest bonus wager.")


def _reader_faults(choices: Choices, rulebook: Rulebook) -> Iterator[Fault]:
    required = rulebook.reader.required
    if required.value and not choices.reader:
        yield Fault("reader", required.cite, "This game requires a card reader.")
    if required.value and not choices.hole_card:
        yield Fault("hole_card", rulebook.reader.up_cards.cite, "This game requires a hole card.")
    if choices.reader and not choices.hole_card and not required.value:
        yield Fault("hole_card", required.cite, "A reader needs a hole card to read.")
    if choices.immediate_surrender:
        if not rulebook.choice("immediate-surrender"):
            yield Fault("immediate_surrender", rulebook.surrender.when.cite, "This rulebook has no such choice.")
        elif not choices.reader:
            message = "Surrender can be settled at once only where a reader has ruled out a Blackjack."
            yield Fault("immediate_surrender", rulebook.choice("immediate-surrender"), message)


def _house_faults(choices: Choices, rulebook: Rulebook) -> Iterator[Fault]:
    pays = rulebook.settlement.pays.cite
    ways = rulebook.choice("collect-and-pay")
    if choices.collect_and_pay is None and ways:
        yield Fault("collect_and_pay", ways, "One of the two ways to collect and pay must be chosen.")
    if choices.collect_and_pay is not None and not ways:
        yield Fault("collect_and_pay", pays, "This rulebook leaves no choice of how to collect and pay.")
    if choices.collect_and_pay not in (None, *COLLECT_AND_PAY):
        yield Fault("collect_and_pay", ways or pays, f"Choose {' or '.join(COLLECT_AND_PAY)}.")
    if choices.adjacent_boxes < 1 or choices.adjacent_boxes > 7:
        cite = rulebook.choice("adjacent-boxes") or rulebook.table.boxes.cite
        yield Fault("adjacent_boxes", cite, "A player wagers on one to seven boxes.")
    most = rulebook.bettors.most.value if rulebook.bettors else 1
    if not 1 <= choices.people_per_box <= most:
        cite = rulebook.bettors.most.cite if rulebook.bettors else rulebook.table.boxes.cite
        yield Fault("people_per_box", cite, f"At most {most} {'person' if most == 1 else 'people'} on one box.")
