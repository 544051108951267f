"""Who has how much on which hand: the money of a box, moved by its doubles, splits and second chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.engine.finding import Finding, found
from floorapp.engine.hand import Hand
from floorapp.engine.play import Event, Played
from floorapp.engine.record import Behind, Box, Follow, Unreadable
from floorapp.engine.terms import Terms


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
        return self.wagers["main"] + self.wagers.get("double_attack", 0)


class Purse:
    """Follows a box's money through its play."""

    def __init__(self, terms: Terms, box: Box, played: Played) -> None:
        self.terms = terms
        self.box = box
        self.played = played
        self.found: list[tuple[Hand, Finding]] = []
        self.attacks = terms.rulebook.double_attack is not None
        first = played.hands[0]
        people = [box.wagers, *(each.wagers for each in box.behind)]
        self.bettors = [Bettor(n, wagers, {id(first): self._opening(wagers)}) for n, wagers in enumerate(people)]

    def follow(self) -> list[Bettor]:
        """Every bettor with his stakes on every hand."""
        for event in self.played.events:
            for bettor in self.bettors:
                if event.do == "split":
                    self._split(bettor, event)
                elif event.do == "double":
                    self._double(bettor, event)
                elif bettor.behind == 0:
                    self._second_chance(bettor, event)
        for n, behind in enumerate(self.box.behind):
            self._refuse_idle_follows(n, behind)
        return self.bettors

    def _opening(self, wagers: Mapping[str, int]) -> list[Stake]:
        stakes = [Stake("main", wagers["main"])]
        if self.attacks and "double_attack" in wagers:
            stakes.append(Stake("double_attack", wagers["double_attack"]))
        return stakes

    def _split(self, bettor: Bettor, event: Event) -> None:
        assert event.child is not None
        decision = self.box.play[event.step]
        if bettor.behind == 0:
            if decision.lammer:
                bettor.hands[id(event.child)] = [Stake("main", bettor.wagers["main"], lammer=True, original=False)]
            else:
                self._cover(bettor, event, decision.wager)
            return
        follow = self._followed(bettor, event)
        if not bettor.on(event.hand):
            if follow:
                raise self._fault(bettor, follow, "he has no wager on that hand")
        elif follow is None:
            place = ("behind", bettor.behind - 1, "follows")
            raise Unreadable(f"the split at play[{event.step}] is neither covered nor named", *place)
        elif follow.wager:
            self._cover(bettor, event, follow.wager)
        elif follow.hand == event.place + 1 and not event.returned:
            bettor.hands[id(event.child)] = bettor.hands.pop(id(event.hand))
        elif follow.hand not in (event.place, event.place + 1):
            raise self._fault(bettor, follow, f"hand {follow.hand} is not one of the two that the split made")

    def _cover(self, bettor: Bettor, event: Event, wager: int) -> None:
        """Lay a wager on the new hand: the main wager first, what is over is the double attack."""
        assert event.child is not None
        wanted = bettor.unit if self.attacks else bettor.wagers["main"]
        if wager != wanted:
            rule = self.terms.rulebook.split.wager
            self._find(event, "split-wager-not-equal", rule.cite, stake=dollars(wager), limit=dollars(wanted))
        main = min(wager, bettor.wagers["main"]) if self.attacks else wager
        stakes = [Stake("main", main, original=False)]
        if wager > main:
            stakes.append(Stake("double_attack", wager - main, original=False))
        bettor.hands[id(event.child)] = stakes

    def _double(self, bettor: Bettor, event: Event) -> None:
        decision = self.box.play[event.step]
        lammer, wager = decision.lammer, decision.wager
        if bettor.behind:
            follow = self._followed(bettor, event)
            if follow is None:
                return
            if not bettor.on(event.hand):
                raise self._fault(bettor, follow, "he has no wager on that hand")
            if not follow.wager:
                raise self._fault(bettor, follow, "a double is followed with a wager, not by naming a hand")
            lammer, wager = False, follow.wager
        rule = self.terms.rulebook.double.limit
        limit = bettor.unit if rule.value == "main-and-double-attack" else bettor.wagers["main"]
        if wager > limit:
            self._find(event, "double-above-limit", rule.cite, stake=dollars(wager), limit=dollars(limit))
        amount = bettor.wagers["main"] if lammer else wager
        bettor.on(event.hand).append(Stake("double", amount, lammer=lammer, returned=event.returned))

    def _second_chance(self, bettor: Bettor, event: Event) -> None:
        wager = self.box.play[event.step].wager
        chance = self.terms.rulebook.second_chance
        stakes = bettor.on(event.hand)
        if chance is not None:
            counted = ("main",) if self.terms.other("I-02") else ("main", "double")
            wanted = sum(stake.cents for stake in stakes if stake.wager in counted)
            if wager != wanted:
                cite = chance.amount.cite
                self._find(event, "second-chance-amount", cite, stake=dollars(wager), limit=dollars(wanted))
        stakes.append(Stake("second_chance", wager, returned=event.returned))

    def _followed(self, bettor: Bettor, event: Event) -> Follow | None:
        return self.box.behind[bettor.behind - 1].follows.get(event.step)

    def _refuse_idle_follows(self, n: int, behind: Behind) -> None:
        moved = {event.step for event in self.played.events if event.do in ("split", "double")}
        for place, step in enumerate(behind.follows):
            if step not in moved:
                path = ("behind", n, "follows", place, "step")
                raise Unreadable(f"play[{step}] is neither a double nor a split", *path)

    def _fault(self, bettor: Bettor, follow: Follow, what: str) -> Unreadable:
        follows = list(self.box.behind[bettor.behind - 1].follows.values())
        return Unreadable(what, "behind", bettor.behind - 1, "follows", follows.index(follow))

    def _find(self, event: Event, code: str, cite: str, **facts: Any) -> None:
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
