"""Rounds as a table deals them: a shuffled shoe, sensible players, usual chips, and what should be paid."""

from __future__ import annotations

import random
from dataclasses import field
from typing import Any

from floorapp.domain.cards import CARDS, VALUES, count
from floorapp.domain.values import dataclass
from floorapp.engine.dealer_hand import AtStake
from floorapp.engine.record import Options
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms
from floorapp.engine.verify import verify_json
from floorapp.engine.wagers.register import SIDE

RANKS = {True: "A23456789TJQK", False: "A23456789JQK"}
CHIPS = (1000, 1500, 2500, 2500, 5000, 5000, 10000, 20000)

#: With fewer cards than this left in the shoe no further round is begun.
COVER_CARD = 60

Record = dict[str, Any]


@dataclass(slots=True)
class SampleHand:
    """One hand in play; `over` where nothing about it waits for the dealer's count."""

    cards: list[str]
    split: bool = False
    over: bool = False
    wager: int = 0


@dataclass(slots=True)
class SampleBox:
    """One box in play."""

    number: int
    main: int
    hands: list[SampleHand] = field(default_factory=list)
    play: list[Record] = field(default_factory=list)
    wagers: dict[str, int] = field(default_factory=dict)


def total(cards: list[str], limit: int = 21) -> int:
    """What cards count."""
    return count([CARDS[card] for card in cards], limit=limit).total


def soft(cards: list[str]) -> bool:
    """Whether an ace among them counts eleven."""
    return count([CARDS[card] for card in cards]).soft


class TableAtPlay:
    """One table's shoe and the rounds that come out of it."""

    def __init__(self, book: Rulebook, options: Record, chance: random.Random) -> None:
        self.book, self.options, self.chance = book, options, chance
        offered = options.get("side_wagers", ())
        self.side: str = offered[0] if offered else ""
        self.shoe: list[str] = []
        self.shoes = 0

    def shuffle(self) -> None:
        """A full shoe."""
        ranks = RANKS[self.book.cards.tens.value]
        self.shoe = [rank + suit for rank in ranks for suit in "cdhs"] * self.options["decks"]
        self.chance.shuffle(self.shoe)
        self.shoes += 1

    def draw(self) -> str:
        """The next card."""
        return self.shoe.pop()

    def round(self, **named: str) -> Record:
        """The next round as a record, with what should have been paid reported."""
        if len(self.shoe) < COVER_CARD:
            self.shuffle()
        record: Record = {"format": "floor-round/1", **named}
        record |= {"rulebook": self.book.id, "options": self.options}
        record |= self._deal()
        for line in verify_json(record, {self.book.id: self.book}).lines:
            box = next(each for each in record["boxes"] if each["box"] == line.box)
            made = {"wager": line.wager, "net": line.expected}
            box.setdefault("reported", []).append(({"hand": line.hand} if line.hand else {}) | made)
        return record

    def _deal(self) -> Record:
        taken = sorted(self.chance.sample(range(1, 6), self.chance.choice((2, 3, 3, 4, 4, 4, 5))))
        boxes = [SampleBox(number, self.chance.choice(CHIPS)) for number in taken]
        dealer = [self.draw(), self.draw()]
        for box in boxes:
            box.hands = [SampleHand([self.draw(), self.draw()])]
            box.wagers = self._wagers(box.main, dealer[0])
        blackjack = sorted(VALUES[card[0]] for card in dealer) == [1, 10]
        firsts = {box.number: list(box.hands[0].cards) for box in boxes}
        if not blackjack:
            for box in boxes:
                self._play(box, dealer[0])
            self._finish(dealer, boxes)
        made = [
            {"box": box.number, "cards": firsts[box.number], "wagers": box.wagers}
            | ({"play": box.play} if box.play else {})
            for box in boxes
        ]
        return {"dealer": {"cards": dealer, "reader": self._signal(dealer, blackjack)}, "boxes": made}

    def _wagers(self, main: int, up: str) -> dict[str, int]:
        wagers = {"main": main}
        if "double_attack" in self.book.sides and VALUES[up[0]] in (2, 3, 4, 5, 6):
            wagers["double_attack"] = main
        if self.side and self.chance.random() < 0.25:
            wagers[self.side] = 500
        if up[0] == "A" and self.chance.random() < 0.1:
            wagers["insurance"] = main // 2
        return wagers

    def _play(self, box: SampleBox, up: str) -> None:
        high = VALUES[up[0]] >= 7 or up[0] == "A"
        at = 0
        while at < len(box.hands):
            hand = box.hands[at]
            if len(hand.cards) == 1:
                hand.cards.append(self.draw())
                box.play.append({"do": "deal", "card": hand.cards[1]})
            if not self._decide(box, hand, at, high):
                at += 1

    def _decide(self, box: SampleBox, hand: SampleHand, at: int, high: bool) -> bool:
        """One decision; whether the hand goes on."""
        book, now, first = self.book, total(hand.cards), len(hand.cards) == 2
        aces_done = hand.split and hand.cards[0][0] == "A" and book.split.aces_one_card.value
        if now >= 21 or aces_done:
            natural = first and now == 21 and not hand.split
            hand.over = now > 21 or natural or (now == 21 and self._pays_21())
            self._second_chance(box, hand, now)
            return False
        value = VALUES[hand.cards[0][0]]
        if first and len(box.hands) == 1 and value in (1, 8) and VALUES[hand.cards[1][0]] == value:
            return self._split(box, hand, at)
        if first and now in (10, 11) and not soft(hand.cards):
            return self._double(box, hand)
        if first and now == 16 and high and self._surrenders(box):
            box.play.append({"do": "surrender"})
            hand.over = True
            return False
        if now < 12 or (now < 17 and high) or (now < 18 and soft(hand.cards)):
            hand.cards.append(self.draw())
            box.play.append({"do": "hit", "card": hand.cards[-1]})
            return True
        box.play.append({"do": "stand"})
        return False

    def _surrenders(self, box: SampleBox) -> bool:
        when = self.book.surrender.when.value
        if when == "never" or self.chance.random() >= 0.5:
            return False
        return not (when == "first-two" and box.play)

    def _pays_21(self) -> bool:
        return self.book.draw.twenty_one_paid_at_once.value

    def _second_chance(self, box: SampleBox, hand: SampleHand, now: int) -> None:
        if now > 21 and "second_chance" in self.book.mechanics and self.chance.random() < 0.3:
            card = self.draw()
            box.play.append({"do": "second_chance", "wager": box.main + hand.wager, "card": card})
            hand.over = now - VALUES[card[0]] >= 21

    def _split(self, box: SampleBox, hand: SampleHand, at: int) -> bool:
        second = hand.cards.pop()
        hand.cards.append(self.draw())
        hand.split = True
        box.hands.insert(at + 1, SampleHand([second], split=True))
        wager = box.main + box.wagers.get("double_attack", 0)
        free: Record = {"lammer": True} if self.book.split.free else {"wager": wager}
        box.play.append({"do": "split", "card": hand.cards[-1]} | free)
        return True

    def _double(self, box: SampleBox, hand: SampleHand) -> bool:
        hand.cards.append(self.draw())
        free = self.book.double.free_totals is not None
        hand.wager = 0 if free else box.main
        staked: Record = {"lammer": True} if free else {"wager": box.main}
        box.play.append({"do": "double", "card": hand.cards[-1]} | staked)
        now = total(hand.cards)
        hand.over = now > 21 or (now == 21 and self._pays_21())
        self._second_chance(box, hand, now)
        return False

    def _finish(self, dealer: list[str], boxes: list[SampleBox]) -> None:
        book = self.book
        live = any(not hand.over for box in boxes for hand in box.hands)
        live = live or book.dealer.needless_draw.value == "no-rule"
        at_stake = AtStake(count=live)
        for wager in {wager for box in boxes for wager in box.wagers if wager in SIDE}:
            at_stake |= SIDE[wager].at_stake(Terms(book, Options()), surrendered=False)
        limit = book.cards.dealer_ace_limit.value
        while total(dealer, limit) < 17 and at_stake.wants(len(dealer)):
            dealer.append(self.draw())

    def _signal(self, dealer: list[str], blackjack: bool) -> str | None:
        reader = self.book.reader
        if dealer[0][0] not in reader.up_cards.value:
            return None
        if reader.kind.value != "masque":
            return "blackjack" if blackjack else "no_blackjack"
        value = VALUES[dealer[1][0]]
        return "large" if value in (1, 10) else "small" if value < 6 else "medium"
