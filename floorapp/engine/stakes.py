"""Who has how much on which hand: the money of a box, moved by what is decided on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from floorapp.domain.values import dataclass
from floorapp.engine.finding import Finding, found
from floorapp.engine.hand import Hand
from floorapp.engine.mechanics.register import MECHANIC
from floorapp.engine.play import Played, PlayEvent
from floorapp.engine.record import Behind, Box, Follow, Unreadable
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.register import ATTACK


class Stake(NamedTuple):
    """An amount on a hand; a lammer stakes nothing of the player's and wins `amount`."""

    wager: str
    amount: int
    lammer: bool = False
    original: bool = True  # placed before the cards, not added by a split
    returned: bool = False  # laid on a hand that was over

    @property
    def cents(self) -> int:
        return 0 if self.lammer else self.amount


@dataclass(slots=True)
class Bettor:
    """One person's money on a box: his first wagers, and what lies on each hand."""

    behind: int
    wagers: Mapping[str, int]
    hands: dict[int, list[Stake]]

    def on(self, hand: Hand) -> list[Stake]:
        return self.hands.get(id(hand), [])

    @property
    def unit(self) -> int:
        """The main wager and the double attack together."""
        return self.wagers["main"] + self.wagers.get(ATTACK.name, 0)


class Purse:
    """Follows a box's money through its play."""

    def __init__(self, terms: Terms, box: Box, played: Played) -> None:
        self.terms = terms
        self.box = box
        self.played = played
        self.found: list[tuple[Hand, Finding]] = []
        self.attacks = ATTACK.name in terms.rulebook.sides
        first = played.hands[0]
        people = [box.wagers, *(each.wagers for each in box.behind)]
        self.bettors = [Bettor(n, wagers, {id(first): self._opening(wagers)}) for n, wagers in enumerate(people)]

    def follow(self) -> list[Bettor]:
        """Every bettor with his stakes on every hand."""
        for event in self.played.events:
            for bettor in self.bettors:
                MECHANIC[event.do].lay(self, bettor, event)
        for n, behind in enumerate(self.box.behind):
            self._refuse_idle_follows(n, behind)
        return self.bettors

    def _opening(self, wagers: Mapping[str, int]) -> list[Stake]:
        stakes = [Stake("main", wagers["main"])]
        if self.attacks and ATTACK.name in wagers:
            stakes.append(Stake(ATTACK.name, wagers[ATTACK.name]))
        return stakes

    def add(self, bettor: Bettor, event: PlayEvent, wager: str, amount: int, *, lammer: bool = False) -> None:
        """Lay something more on the hand of an event."""
        bettor.on(event.hand).append(Stake(wager, amount, lammer=lammer, returned=event.returned))

    def begin(self, bettor: Bettor, hand: Hand, main: int, *, attack: int = 0, lammer: bool = False) -> None:
        """Lay the wagers of a hand that was split off."""
        stakes = [Stake("main", main, lammer=lammer, original=False)]
        if attack > 0:
            stakes.append(Stake(ATTACK.name, attack, original=False))
        bettor.hands[id(hand)] = stakes

    def followed(self, bettor: Bettor, event: PlayEvent) -> Follow | None:
        return self.box.behind[bettor.behind - 1].follows.get(event.step)

    def _refuse_idle_follows(self, n: int, behind: Behind) -> None:
        moved = {event.step for event in self.played.events if event.do in ("split", "double")}
        for place, step in enumerate(behind.follows):
            if step not in moved:
                path = ("behind", n, "follows", place, "step")
                raise Unreadable(f"play[{step}] is neither a double nor a split", *path)

    def fault(self, bettor: Bettor, follow: Follow, what: str) -> Unreadable:
        follows = list(self.box.behind[bettor.behind - 1].follows.values())
        return Unreadable(what, "behind", bettor.behind - 1, "follows", follows.index(follow))

    def find(self, event: PlayEvent, code: str, cite: str, **facts: Any) -> None:
        self.found.append((event.child or event.hand, found(code, cite, box=self.box.number, **facts)))

    @property
    def findings(self) -> list[Finding]:
        """What was found, each on its hand as numbered in the end."""
        places = {id(hand): place for place, hand in enumerate(self.played.hands, start=1)}
        return [replace(finding, hand=places[id(hand)]) for hand, finding in self.found]


def hand_stakes(bettors: list[Bettor], hand: Hand) -> Iterator[tuple[Bettor, Stake]]:
    """Everything that lies on a hand, the calling player's first."""
    for bettor in bettors:
        for stake in bettor.on(hand):
            yield bettor, stake
