"""A Rules Submission: whether what a house has chosen is among what a rulebook leaves open."""

from __future__ import annotations

from collections.abc import Iterator

from floorapp.domain.property import Choices
from floorapp.engine.finding import ChoiceFault
from floorapp.engine.readings import READING_IDS
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.wagers.register import SIDES, wrong_decks

COLLECT_AND_PAY = ("losing-first", "player-by-player")


def submission_faults(choices: Choices, rulebook: Rulebook, *, decks: int) -> Iterator[ChoiceFault]:
    """Everything a house chose that the rulebook does not leave open, all at once."""
    yield from _wager_faults(choices, rulebook, decks)
    yield from _reader_faults(choices, rulebook)
    yield from _house_faults(choices, rulebook)
    for reading in sorted(set(choices.readings) - READING_IDS):
        yield ChoiceFault("readings", rulebook.standing.cite, f"There is no reading {reading}.")


def _wager_faults(choices: Choices, rulebook: Rulebook, decks: int) -> Iterator[ChoiceFault]:
    offered = rulebook.table.wagers
    for wager in sorted(set(choices.side_wagers) - set(offered.value)):
        yield ChoiceFault("side_wagers", offered.cite, f"This game has no {wager.replace('_', ' ')} to offer.")
    for side, rule in wrong_decks(rulebook, choices.side_wagers, decks):
        message = f"{side.title} is offered with {rule.value} decks only, not with {decks}."
        yield ChoiceFault("side_wagers", rule.cite, message)
    for side in SIDES:
        yield from side.faults(choices, rulebook)


def _reader_faults(choices: Choices, rulebook: Rulebook) -> Iterator[ChoiceFault]:
    required = rulebook.reader.required
    if required.value and not choices.reader:
        yield ChoiceFault("reader", required.cite, "This game requires a card reader.")
    if required.value and not choices.hole_card:
        yield ChoiceFault("hole_card", rulebook.reader.up_cards.cite, "This game requires a hole card.")
    if choices.reader and not choices.hole_card and not required.value:
        yield ChoiceFault("hole_card", required.cite, "A reader needs a hole card to read.")
    if choices.immediate_surrender:
        if not rulebook.choice("immediate-surrender"):
            yield ChoiceFault("immediate_surrender", rulebook.surrender.when.cite, "This rulebook has no such choice.")
        elif not choices.reader:
            message = "Surrender can be settled at once only where a reader has ruled out a Blackjack."
            yield ChoiceFault("immediate_surrender", rulebook.choice("immediate-surrender"), message)


def _house_faults(choices: Choices, rulebook: Rulebook) -> Iterator[ChoiceFault]:
    pays = rulebook.settlement.pays.cite
    ways = rulebook.choice("collect-and-pay")
    if choices.collect_and_pay is None and ways:
        yield ChoiceFault("collect_and_pay", ways, "One of the two ways to collect and pay must be chosen.")
    if choices.collect_and_pay is not None and not ways:
        yield ChoiceFault("collect_and_pay", pays, "This rulebook leaves no choice of how to collect and pay.")
    if choices.collect_and_pay not in (None, *COLLECT_AND_PAY):
        yield ChoiceFault("collect_and_pay", ways or pays, f"Choose {' or '.join(COLLECT_AND_PAY)}.")
    if choices.adjacent_boxes < 1 or choices.adjacent_boxes > 7:
        cite = rulebook.choice("adjacent-boxes") or rulebook.table.boxes.cite
        yield ChoiceFault("adjacent_boxes", cite, "A player wagers on one to seven spots.")
    most = rulebook.bettors.most.value if rulebook.bettors else 1
    if not 1 <= choices.people_per_box <= most:
        cite = rulebook.bettors.most.cite if rulebook.bettors else rulebook.table.boxes.cite
        yield ChoiceFault("people_per_box", cite, f"At most {most} {'person' if most == 1 else 'people'} on one spot.")
