"""A reader's proof test: named cards in, expected and seen signals out, as a machine without a device."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from floorapp.domain.cards import CARDS, Card, is_blackjack
from floorapp.domain.devices import ProvedCard, SeenBy
from floorapp.domain.readers import SIGNALS, ReaderKind, Signal
from floorapp.domain.values import dataclass

#: The cards a reader is shown where nobody is guided through a test, and the signal each must give.
TEST_CARDS = {
    ReaderKind.MASQUE: (("4c", Signal.SMALL), ("8d", Signal.MEDIUM), ("Ks", Signal.LARGE)),
    ReaderKind.BLACKJACK: (("7c", Signal.NO_BLACKJACK), ("Kh", Signal.BLACKJACK)),
}


def seen_by_eye(kind: ReaderKind) -> tuple[ProvedCard, ...]:
    """What somebody states who saw every test card signaled rightly."""
    return tuple(ProvedCard(card, str(signal), str(signal), SeenBy.EYE) for card, signal in TEST_CARDS[kind])


@dataclass(frozen=True, slots=True)
class Step:
    """Lay these cards; a good reader then says this."""

    up: Card
    hole: Card
    expected: Signal

    @property
    def says(self) -> str:
        return f"Place the {self.up.name} face up and insert the {self.hole.name} in the reader."


@dataclass(frozen=True, slots=True)
class Seen:
    """What a step showed: a signal of the line, or a light somebody saw; nothing where none came."""

    step: Step
    signal: Signal | None
    at: datetime
    by_eye: bool = False
    up_card: Card | None = None

    @property
    def right(self) -> bool:
        return self.signal == self.step.expected and self.up_card in (None, self.step.up)


class Outcome(StrEnum):
    """How a proof test ended, or that it has not."""

    UNDER_WAY = "under-way"
    PASSED = "passed"
    FAILED = "failed"
    BROKEN_OFF = "broken-off"


@dataclass(frozen=True, slots=True)
class ProofRun:
    """The test as it stands: each act gives the next state, nothing is changed in place."""

    reader: str
    kind: ReaderKind
    steps: tuple[Step, ...]
    began_at: datetime
    seen: tuple[Seen, ...] = ()
    broken_off: str = ""
    #: Steps that were taken again, as they were the first time.
    retaken: tuple[Seen, ...] = ()

    @property
    def step(self) -> Step | None:
        """What is to be done now; nothing once the test is over."""
        return None if self.broken_off or len(self.seen) == len(self.steps) else self.steps[len(self.seen)]

    @property
    def outcome(self) -> Outcome:
        if self.broken_off:
            return Outcome.BROKEN_OFF
        if len(self.seen) < len(self.steps):
            return Outcome.UNDER_WAY
        return Outcome.PASSED if all(seen.right for seen in self.seen) else Outcome.FAILED

    def hear(
        self, signal: Signal | None, *, at: datetime, up_card: Card | None = None, by_eye: bool = False
    ) -> ProofRun:
        """The step's signal came, or none did (`None`); once the test is over it stays as it is."""
        step = self.step
        if step is None:
            return self
        return replace(self, seen=(*self.seen, Seen(step, signal, at, by_eye, up_card)))

    def again(self) -> ProofRun:
        """Take the last step again because the cards were laid wrongly; what it showed stays on record."""
        if self.broken_off or not self.seen:
            return self
        return replace(self, seen=self.seen[:-1], retaken=(*self.retaken, self.seen[-1]))

    def break_off(self, why: str) -> ProofRun:
        """End the test before its last step, with the reason."""
        if self.outcome is not Outcome.UNDER_WAY:
            return self
        return replace(self, broken_off=why.strip() or "no reason given")

    @property
    def finding(self) -> str:
        """What the inspection says about the test, in a line."""
        wrong = [seen for seen in self.seen if not seen.right]
        if self.broken_off:
            return f"Function test canceled after {len(self.seen)} of {len(self.steps)} steps: {self.broken_off}."
        if wrong:
            return "Function test failed: " + "; ".join(_difference(seen) for seen in wrong) + "."
        return f"Function test passed: {len(self.seen)} of {len(self.steps)} signals as expected."


def _difference(seen: Seen) -> str:
    step = seen.step
    if seen.signal == step.expected and seen.up_card is not None:
        return f"the {step.up.name} was read as the {seen.up_card.name}"
    said = "nothing" if seen.signal is None else seen.signal.replace("_", " ")
    return f"{step.up} over {step.hole} signaled {said} instead of {step.expected.replace('_', ' ')}"


def begin_proof_test(*, reader: str, kind: ReaderKind, steps: Iterable[Step], at: datetime) -> ProofRun:
    """A test with at least one step for every signal of the reader's kind; raises ValueError on less."""
    laid = tuple(steps)
    unproven = set(SIGNALS[kind]) - {step.expected for step in laid}
    foreign = {step.expected for step in laid} - set(SIGNALS[kind])
    if unproven or foreign:
        raise ValueError(f"a {kind} reader's test proves each of its signals; wrong: {sorted(unproven | foreign)}")
    return ProofRun(reader, kind, laid, at)


def blackjack_steps(up_ranks: str) -> tuple[Step, ...]:
    """Blackjacks and near misses under each up card the reader is used with (the rulebook's `up_cards`)."""
    ten = next((rank for rank in "KQJT" if rank in up_ranks), "K")
    holes = {rank: (ten, "9", "A") if rank == "A" else ("A", ten, "9") for rank in up_ranks}
    pairs = [(CARDS[up + "s"], CARDS[hole + "h"]) for up in up_ranks for hole in holes[up]]
    return tuple(Step(up, hole, _blackjack_signal(up, hole)) for up, hole in pairs)


def _blackjack_signal(up: Card, hole: Card) -> Signal:
    return Signal.BLACKJACK if is_blackjack((up, hole)) else Signal.NO_BLACKJACK


def masque_steps(ranges: Mapping[Signal, str]) -> tuple[Step, ...]:
    """The lowest and the highest card of each range (the rulebook's `small`, `medium`, `large`)."""
    edges = [(signal, rank) for signal, ranks in ranges.items() for rank in (ranks[0], ranks[-1])]
    return tuple(Step(CARDS["7s"], CARDS[rank + "h"], signal) for signal, rank in edges)
