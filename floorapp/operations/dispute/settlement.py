"""The settlement of a round as far as it has been told, and what is still needed to settle the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from floorapp.domain.cards import Card
from floorapp.domain.values import dataclass
from floorapp.engine.answer import Answer, Line, unreadable
from floorapp.engine.dealer_hand import DealerHand
from floorapp.engine.decode import read_round
from floorapp.engine.finding import Finding
from floorapp.engine.mechanics.register import MECHANIC
from floorapp.engine.play import Seat
from floorapp.engine.record import Box, Decision, Unreadable
from floorapp.engine.round_findings import cards_of
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms
from floorapp.engine.verify import verify
from floorapp.operations.dispute.draft import DeskSeat, Draft, Key

Rulebooks = Mapping[str, Rulebook]


@dataclass(frozen=True, slots=True)
class Need:
    """What is missing before all can be settled, and at which seat."""

    seat: DeskSeat | None
    says: str


@dataclass(frozen=True, slots=True)
class Settled:
    """What the engine says. `answer` is the answer to the whole record, word for word that of
    `floorapp verify`; while something is needed, `lines` are those of the boxes that can be settled."""

    answer: Answer
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...]
    needs: tuple[Need, ...] = ()
    dealer: DealerHand | None = None  # as it counts, as far as it can be said

    @property
    def finished(self) -> bool:
        return not self.needs

    @property
    def wrong(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.wrong)


def settle(draft: Draft, rulebooks: Rulebooks) -> Settled:
    """Settle what has been told; nothing a draft can hold makes this fail."""
    record = draft.record
    needs = [Need(DeskSeat(box), _waits(decision)) for box, decision in sorted(draft.waiting.items())]
    held = {need.seat.box for need in needs if need.seat}
    answer, fault = _answer(record, rulebooks)
    if fault is None and not needs:
        return Settled(answer, answer.lines, answer.findings, dealer=answer.dealer)
    left = [box for box in record["boxes"] if box["box"] not in held]
    while True:
        partial, fault = _answer(record | {"boxes": left}, rulebooks) if left else (None, fault)
        if fault is None or partial is None or not _of_box(fault):
            break
        box = left.pop(int(fault.path[1]))
        needs.append(Need(DeskSeat(box["box"]), _said(fault)))
    if fault is not None and not _of_box(fault):
        needs.insert(0, Need(_seat(fault), _said(fault)))
    if partial is None or fault is not None:
        return Settled(answer, (), (), tuple(needs))
    boxed = tuple(finding for finding in partial.findings if finding.box is not None)
    return Settled(answer, partial.lines, boxed, tuple(needs), partial.dealer)


def _answer(record: dict[str, Any], rulebooks: Rulebooks) -> tuple[Answer, Unreadable | None]:
    """As `verify_json` answers, with the fault itself beside it."""
    try:
        round_ = read_round(record, rulebooks)
        return verify(round_, rulebooks[round_.rulebook]), None
    except Unreadable as fault:
        return unreadable(str(fault), record.get("id")), fault


def _of_box(fault: Unreadable) -> bool:
    return len(fault.path) > 1 and fault.path[0] == "boxes" and isinstance(fault.path[1], int)


def _seat(fault: Unreadable) -> DeskSeat | None:
    return DeskSeat() if fault.path[:1] == ("dealer",) else None


def _waits(decision: Decision) -> str:
    free = "free " if decision.lammer else ""
    return f"The {free}{decision.do.replace('_', ' ')} needs its card."


def _said(fault: Unreadable) -> str:
    """A fault as the next thing to tell."""
    if fault.path[:1] == ("boxes",) and len(fault.path) == 1:
        return "No spot entered yet: go to one (Tab), type the bet and the cards."
    if fault.path[-2:] == ("wagers", "main"):
        who = "its" if "behind" not in fault.path else "the bettor behind's"
        return f"Type {who} bet in dollars, such as 25."
    if fault.path[-1:] == ("cards",) and fault.path[:1] == ("boxes",):
        return "The first two cards are missing."
    if "neither complete nor stood" in fault.what:
        hand = fault.what.split(" is neither", maxsplit=1)[0]
        return f"{hand.capitalize()} is still open: type its next card, or stand."
    if "neither covered nor named" in fault.what:
        return "A bettor behind has not answered the split: go to that bettor and type follow 25, or keep 2."
    said = fault.what[:1].upper() + fault.what[1:]
    return said if said.endswith((".", "…")) else f"{said}."


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand as it lies: cards, those laid sideways, its count, what was decided, its lammers.

    `beside` tells of cards that came to it and do not count in it, or are taken off its count.
    """

    cards: tuple[Card, ...]
    sideways: frozenset[int]
    count: str
    decided: tuple[str, ...]
    lammers: int
    open: bool
    waiting: bool
    beside: tuple[str, ...] = ()


def hands_of(draft: Draft, number: int, rulebooks: Rulebooks) -> tuple[HandShown, ...]:
    """The hands of a box, from the dealer's left, played by the engine."""
    terms = Terms(rulebooks[draft.round.rulebook], draft.round.options)
    return tuple(hand for hand in hands_shown(terms, draft.up, draft.box_at(number)) if hand.cards)


def hands_shown(terms: Terms, up: Card | None, box: Box) -> tuple[HandShown, ...]:
    """The hands of a box as they lie, each with the cards that came to it and do not count."""
    seat = Seat(terms, up, box.cards, dead=box.dead_numbers)
    sideways: dict[int, set[int]] = {}
    decided: dict[int, list[str]] = {}
    beside: dict[int, list[str]] = {}
    lammers: Counter[int] = Counter()
    for step, decision in enumerate(box.play):
        before = [*seat.hands]
        held = sum(len(hand.cards) for hand in before)
        try:
            seat.decide(step, decision)
        except Unreadable:
            break
        hand = seat.last
        event = seat.events[-1] if seat.events and seat.events[-1].step == step else None
        joined = sum(len(each.cards) for each in seat.hands) > held and not (event and event.returned)
        if decision.card and not joined:
            how = "dealt after it was finished" if MECHANIC[decision.do].joins else decision.do.replace("_", " ")
            beside.setdefault(id(hand), []).append(f"{how}: {decision.card.name}")
        if decision.do == "double" and joined:
            sideways.setdefault(id(hand), set()).add(len(hand.cards) - 1)
        if decision.do == "split":  # the wager or the lammer lies on the new hand
            hand = next(each for each in seat.hands if each not in before)
        lammers[id(hand)] += decision.lammer
        if decision.do not in ("hit", "deal") or not joined:
            free = "free " if decision.lammer else ""
            off = f" ({decision.card.name})" if decision.card and not joined else ""
            off = " declined" if decision.declined else off
            decided.setdefault(id(hand), []).append(free + decision.do.replace("_", " ") + off)
    current = seat.current()
    return tuple(
        HandShown(
            tuple(hand.cards),
            frozenset(sideways.get(id(hand), ())),
            _count(hand.ended().said, hand.cards),
            tuple(decided.get(id(hand), ())),
            lammers[id(hand)],
            hand is current and not hand.complete and number not in box.dead_numbers,
            hand.waiting,
            tuple(beside.get(id(hand), ())),
        )
        for number, hand in enumerate(seat.hands, start=1)
    )


def _count(said: str, cards: list[Card]) -> str:
    return "Blackjack" if said == "a Blackjack" else said if cards else ""


def implied(draft: Draft, rulebooks: Rulebooks) -> str:
    """What a card alone means on this box: the second card of a split hand whose turn it is, or a draw."""
    hands = hands_of(draft, draft.seat.box, rulebooks)
    waiting = any(hand.waiting for hand in hands)
    return "deal" if waiting and not any(hand.open and not hand.waiting for hand in hands) else "hit"


def copies_left(draft: Draft, rulebooks: Rulebooks) -> Mapping[Card, int]:
    """How many copies of a card the shoe can still hold after this round's and the earlier ones on file;
    absent where the decks of the game hold none."""
    terms = Terms(rulebooks[draft.round.rulebook], draft.round.options)
    seen = Counter(cards_of(draft.round))
    deck = (Card(rank, suit) for rank in terms.ranks for suit in "shdc")
    return {card: max(0, terms.decks - seen[card] - draft.seen.get(str(card), 0)) for card in deck}


def line_key(line: Line) -> Key:
    return line.wager, line.hand, line.behind


def nth_of(lines: tuple[Line, ...], place: int) -> int:
    """Which one a line is among those of its box with the same name."""
    line = lines[place]
    return sum(each.box == line.box and line_key(each) == line_key(line) for each in lines[:place])
